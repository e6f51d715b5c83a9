//! Random numbers.

use super::Dtypes;
use super::foreach::one_element;
use crate::argument::{Input, TensorArg};
use crate::error::{Error, Result};
use crate::ops::draws::{SeedTensors, Seeds};
use crate::tensor::Dtype;

/// The seed and the offset of a call.
pub fn known(seed: i64, offset: i64) -> Seeds {
    Seeds::Known(seed as u64, offset as u64)
}

/// The seed and the offset that tensors of one element hold, and what is added to the offset.
pub fn held(types: Dtypes, seed: &Input, offset: &Input, more: i64) -> Result<Seeds> {
    for tensor in [seed, offset] {
        tensor.dtype_in(types)?;
        one_element(tensor)?;
    }
    let tensors = SeedTensors {
        seed: seed.read()?.shaped(&[])?,
        offset: offset.read()?.shaped(&[])?,
        more: more as u64,
    };
    Ok(Seeds::Read(Box::new(tensors)))
}

/// Refuses numbers that are no probability.
pub fn probability(name: &'static str, p: f64) -> Result<()> {
    match (0.0..=1.0).contains(&p) {
        true => Ok(()),
        false => Err(Error::value(name, p, "0 to 1")),
    }
}

/// Returns the bytes of a mask of so many elements: a bit each, rounded up to 128 bits.
pub fn mask_bytes(elements: usize) -> usize {
    elements.div_ceil(128).saturating_mul(16)
}

/// Refuses a mask of another type than UINT8, and one that has other than so many bytes.
pub fn mask_fits(mask: &TensorArg, elements: usize) -> Result<()> {
    mask.dtype_is(Dtype::U8)?;
    let bytes = mask_bytes(elements);
    match mask.numel() == bytes {
        true => Ok(()),
        false => Err(mask.shape_refused(format!("{bytes} bytes, a bit for each element"))),
    }
}
