//! CRC-32 (ISO-HDLC, as in gzip and PNG): distinguishes a damaged file from a wrong proof. Nothing is trusted because of it.

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// The checksum of the bytes fed so far.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u32);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(!0)
    }
}

/// The checksum of some bytes.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut checksum = Checksum::default();
    checksum.feed(bytes);
    checksum.value()
}

impl Checksum {
    /// Takes more bytes in.
    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 >> 8 ^ TABLE[((self.0 ^ byte as u32) & 255) as usize];
        }
    }

    /// Its value.
    pub fn value(self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_standard() {
        let mut checksum = Checksum::default();
        checksum.feed(b"1234");
        checksum.feed(b"56789");
        assert_eq!(checksum.value(), 0xcbf4_3926);
    }
}
