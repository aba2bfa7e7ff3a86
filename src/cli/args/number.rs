//! Whole numbers within bounds.

use crate::cli::language::text;
use std::error::Error;
use std::ops::RangeInclusive;

/// A reader of the numbers in this range.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, Box<dyn Error + Send + Sync>> + Clone
where
    T: Copy + Into<i128> + TryFrom<i128>,
{
    let (least, most): (i128, i128) = ((*range.start()).into(), (*range.end()).into());
    move |typed| {
        let value: i128 = typed.parse()?;
        let known = T::try_from(value).ok().filter(|_| (least..=most).contains(&value));
        known.ok_or_else(|| text!("out-of-range", value = typed, range = format!("{least}..={most}")).into())
    }
}
