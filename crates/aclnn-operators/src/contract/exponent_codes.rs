//! Checks that operators that compress floating-point numbers share.

use super::needs_chip;
use super::sets::SHORT_FLOATING;
use crate::argument::TensorArg;
use crate::device::soc::Generation;
use crate::error::Result;
use crate::tensor::Dtype;

/// The bytes of all elements.
pub fn bytes(tensor: &TensorArg) -> Result<usize> {
    Ok(tensor.dtype()?.bytes(tensor.numel()).unwrap_or(0))
}

/// Refuses types other than those of the tensor that is compressed, and another number of counts.
pub fn types(tensor: &TensorArg, counts: &TensorArg, stored: [&TensorArg; 3]) -> Result<()> {
    tensor.dtype_in(SHORT_FLOATING)?;
    counts.dtype_is(Dtype::I32)?;
    for of in stored {
        of.same_dtype(tensor)?;
    }
    needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    match counts.numel() {
        256 => Ok(()),
        _ => Err(counts.shape_refused("256 elements")),
    }
}
