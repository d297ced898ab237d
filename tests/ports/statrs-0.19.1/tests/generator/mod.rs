//! A generator of random numbers.

/// Not a good one; it can be copied.
#[derive(Clone)]
pub struct Lcg(pub u64);

impl rand::TryRng for Lcg {
    type Error = std::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.try_next_u64().map(|bits| (bits >> 32) as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Ok((self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58476d1ce4e5b9))
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for byte in bytes {
            *byte = self.try_next_u32()? as u8;
        }
        Ok(())
    }
}
