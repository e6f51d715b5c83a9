//! Contexts of workers.

use super::{Dtypes, on_910};
use crate::argument::TensorArg;
use crate::error::Result;
use crate::ops::workers::CONTEXT;
use crate::tensor::Dtype::*;

/// Contexts on Ascend910B, Ascend910_93 and Ascend950.
const INT8: Dtypes = on_910(&[]).and_910b(&[I8]);

/// Refuses what is no context.
pub fn context(tensor: &TensorArg) -> Result<()> {
    context_on(tensor, INT8)
}

/// The same, on chips that have these types.
pub fn context_on(tensor: &TensorArg, types: Dtypes) -> Result<()> {
    tensor.dtype_in(types)?;
    tensor.shape_is(&[CONTEXT], "a context")?;
    tensor.contiguous()
}
