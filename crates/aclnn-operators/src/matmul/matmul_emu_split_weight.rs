//! `aclnnMatmulEmuSplitWeight`: products with a matrix of FLOAT that two of BFLOAT16 stand for, on Ascend950. Source: ops-nn, `matmul/matmul_emu_split_weight`.

use crate::device::soc::Generation;
use crate::ops::matmul::matmul_emu_split_weight::{Operands, matmul_emu_split_weight};
use crate::prelude::*;

/// The scale of the lower parts, and how far it may be from it.
const SCALE: f32 = 1.0 / 256.0;
const NEAR: f32 = 1e-7;

/// Computes `x @ wHigh + wLowScale * (x @ wLow)`. `wLowScale` is 1/256, `yDtype` 0.
#[aclnn]
fn aclnnMatmulEmuSplitWeight(
    x: Input,
    w_high: Input,
    w_low: Input,
    y: ConstOutput,
    w_low_scale: f32,
    y_dtype: i8,
) -> Planned {
    for tensor in [&x, &w_high, &w_low] {
        tensor.dtype_in(on_all(&[Bf16]))?;
    }
    if y_dtype != 0 {
        return Err(Error::value("yDtype", y_dtype, "0").into());
    }
    y.dtype_is(F32)?;
    let tensors: [&TensorArg; 4] = [&x, &w_high, &w_low, &y];
    tensors.iter().try_for_each(|tensor| tensor.format_nd())?;
    if !w_low_scale.is_finite() || (w_low_scale - SCALE).abs() > NEAR {
        return Err(Error::value("wLowScale", w_low_scale, "1/256").into());
    }
    for tensor in tensors {
        tensor.rank_in(2..=2)?;
        if tensor.is_empty() {
            return Err(tensor.shape_refused("a matrix with elements").into());
        }
    }
    w_high.continues(&x)?;
    w_low.same_shape(&w_high)?;
    let shape = [x.shape()[0], w_high.shape()[1]];
    y.shape_is(&shape, "that of the product")?;
    contract::needs_chip(&[Generation::Ascend950]).code(ACLNN_ERR_INNER_NULLPTR)?;
    let of = Operands {
        x: x.read()?,
        w_high: w_high.read()?,
        w_low: w_low.read()?,
        y: y.write()?,
    };
    Ok(matmul_emu_split_weight(of, w_low_scale.into())?)
}
