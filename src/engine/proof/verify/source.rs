//! The bytes of a certificate, in order: numbers, the trailer, the end.

use super::checksum::Checksum;
use super::claim::{MAGIC, MAX_HEADER};
use super::{Fault, HeaderError, VerifyError};
use std::io::{self, BufReader, Read};

/// A certificate being read.
pub(super) struct Source<'a> {
    input: BufReader<&'a mut dyn Read>,
    checksum: Checksum,
    /// Bytes read.
    pub bytes: u64,
}

impl<'a> Source<'a> {
    pub fn new(input: &'a mut dyn Read) -> Source<'a> {
        Source { input: BufReader::with_capacity(1 << 16, input), checksum: Checksum::default(), bytes: 0 }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        match self.input.read_exact(&mut byte) {
            Ok(()) => {
                self.checksum.feed(&byte);
                self.bytes += 1;
                Ok(Some(byte[0]))
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The header: everything up to the first empty line and with it.
    pub fn header(&mut self) -> Result<String, VerifyError> {
        let mut header = Vec::new();
        while !header.ends_with(b"\n\n") {
            match self.byte()? {
                Some(byte) if header.len() < MAX_HEADER => header.push(byte),
                _ => return Err(refused(&header, HeaderError::TooLong)),
            }
        }
        let text = String::from_utf8(header);
        text.map_err(|error| refused(error.as_bytes(), HeaderError::NotUtf8))
    }

    /// A number: seven bits a byte, the lowest first, the high bit set on all but the last; the shortest form.
    pub fn number(&mut self) -> Result<u32, Stop> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?.ok_or(Fault::Truncated)?;
            number |= (byte as u32 & 127) << shift;
            match byte {
                0 if shift > 0 => return Err(Fault::BadNumber.into()),
                0..128 => return Ok(number),
                _ if shift == 21 => return Err(Fault::BadNumber.into()),
                _ => shift += 7,
            }
        }
    }

    /// Reads the trailer, which must count `positions`, and the end.
    pub fn trailer(&mut self, positions: u64) -> Result<(), Stop> {
        let mut counted = [0; 8];
        for byte in &mut counted {
            *byte = self.byte()?.ok_or(Fault::Truncated)?;
        }
        let counted = u64::from_le_bytes(counted);
        if counted != positions {
            return Err(Fault::Count { counted, positions }.into());
        }
        let checksum = self.checksum.value();
        let mut written = [0; 4];
        for byte in &mut written {
            *byte = self.byte()?.ok_or(Fault::Truncated)?;
        }
        if u32::from_le_bytes(written) != checksum {
            return Err(Fault::Checksum.into());
        }
        if self.byte()?.is_some() {
            return Err(Fault::Trailing.into());
        }
        Ok(())
    }
}

/// Why this is not a header. A file that starts as a certificate counts as one that fails.
fn refused(header: &[u8], why: HeaderError) -> VerifyError {
    match header.strip_prefix(MAGIC.as_bytes()) {
        Some([b' ', ..]) => VerifyError::Header(why),
        _ => VerifyError::NoCertificate,
    }
}

/// Why reading stops early.
pub(super) enum Stop {
    Fault(Fault),
    Io(io::Error),
    /// The time is up.
    Time,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_1024_bytes_at_most() {
        let header = |len: usize| {
            let text = format!("{MAGIC} {}\n\n and more", "x".repeat(len - MAGIC.len() - 3));
            Source::new(&mut text.as_bytes()).header().map(|header| header.len())
        };
        assert!(matches!(header(1_023), Ok(1_023)));
        assert!(matches!(header(1_024), Ok(1_024)));
        assert!(matches!(header(1_025), Err(VerifyError::Header(_))));
        assert!(matches!(header(2_000), Err(VerifyError::Header(_))));
    }

    /// Gives one byte, then fails.
    struct Broken(bool);

    impl Read for Broken {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            bytes[0] = 128;
            Ok(1)
        }
    }

    #[test]
    fn an_input_that_fails_has_not_ended() {
        assert!(matches!(Source::new(&mut Broken(false)).number(), Err(Stop::Io(_))));
        assert!(matches!(Source::new(&mut Broken(false)).header(), Err(VerifyError::Io(_))));
        assert!(matches!(Source::new(&mut &[128][..]).number(), Err(Stop::Fault(Fault::Truncated))));
    }
}
