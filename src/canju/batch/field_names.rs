//! The names of a record's fields, as its type has them: so that no list of them must be written.

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// Asks a type which fields it reads, and gives it none.
struct Asking<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Asking<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("only fields are asked for"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The names of the fields of a struct, in their order.
pub fn field_names<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    let _ = T::deserialize(Asking(&mut names));
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::SolvedRecord;

    #[test]
    fn a_record_names_its_fields() {
        let names = field_names::<SolvedRecord>();
        assert_eq!(names[..3], ["schema", "id", "hands"]);
        assert!(names.contains(&"statistics") && !names.contains(&"played"), "{names:?}");
    }
}
