//! The derivatives of what is drawn from the tail, which a function gives. Where a layer decides, what is drawn has none.
use super::*;
use pullback::{check_grad, differentiable};

/// The bits that it is made of, one after the other.
#[derive(Clone)]
struct Bits(Vec<u64>);

impl rand::TryRng for Bits {
    type Error = core::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.try_next_u64().map(|bits| (bits >> 32) as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.0.remove(0))
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("nobody asks for bytes")
    }
}

/// With a tail that is linear in where it begins.
#[differentiable(no_diff(rng))]
fn drawn(scale: f64, bits: &[u64]) -> f64 {
    let mut rng = Bits(bits.to_vec());
    let x = ziggurat(
        &mut rng,
        true,
        &ziggurat_tables::ZIG_NORM_X,
        &ziggurat_tables::ZIG_NORM_F,
        |x| (-x * x / 2.0).exp(),
        |_, u| scale * scale * u,
    );
    x * scale
}

#[test]
fn from_the_tail_and_from_layers() {
    let in_the_tail = u64::MAX << 8;
    let in_a_layer = 0x1234_5678_9abc_def7;
    check_grad!(drawn(1.3, &[in_the_tail])).unwrap();
    check_grad!(drawn(1.3, &[in_a_layer, 0, 0, in_the_tail])).unwrap();
}
