//! `aclnnMaskedSoftmaxWithRelPosBias`: softmax of attention in windows. Source: ops-nn, `norm/masked_softmax_with_rel_pos_bias`.

use crate::device::soc::{Generation, generation};
use crate::ops::rows::{Scaled, softmax};
use crate::prelude::*;

/// Computes softmax over the last dimension of `x * scaleValue + attenMask + relativePosBias`. `x` is (B, W, N, S1, S2), or (B W, N, S1, S2); the mask, a number to
/// add, (W, S1, S2), the bias (N, S1, S2), with extents of 1 between and before these. `innerPrecisionMode` changes nothing.
#[aclnn(generated)]
fn aclnnMaskedSoftmaxWithRelPosBias(
    x: Input,
    atten_mask_optional: Option<Input>,
    relative_pos_bias: Input,
    scale_value: f64,
    inner_precision_mode: i64,
    out: ConstOutput,
) -> Planned {
    let _ = inner_precision_mode;
    x.dtype_in(match generation().has_bfloat16() {
        true => SHORT_EVERYWHERE,
        false => FLOAT_AND_FLOAT16,
    })?;
    let mask = atten_mask_optional.as_ref();
    let others = mask.into_iter().map(|mask| mask as &TensorArg);
    for tensor in others.chain([&relative_pos_bias as &TensorArg, &out]) {
        tensor.same_dtype(&x)?;
    }
    contract::needs_chip(&[
        Generation::Ascend910B,
        Generation::Ascend950,
        Generation::Other,
    ])?;
    let shape = shapes(&x, mask, &relative_pos_bias, &out).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let [_, windows, heads, rows, columns] = shape;
    let mut added = Vec::new();
    if let Some(mask) = mask {
        added.push(mask.read()?.shaped(&[windows, 1, rows, columns])?);
    }
    added.push(relative_pos_bias.read()?.shaped(&[heads, rows, columns])?);
    let scaled = Scaled {
        mask: None,
        added,
        scale: Some(contract::norm::epsilon(scale_value)),
    };
    let (compute, input) = (x.dtype()?, x.read()?.shaped(&shape)?);
    let output = out.write()?.shaped(&shape)?;
    Ok(softmax(false, compute, input, 4, scaled, output)?)
}

/// Refuses shapes that do not fit; returns B, W, N, S1 and S2.
fn shapes(x: &Input, mask: Option<&Input>, bias: &Input, out: &Output) -> Result<[i64; 5]> {
    x.rank_in(4..=5)?;
    x.has_elements()?;
    let shape = x.shape();
    let [heads, rows, columns] = [3, 2, 1].map(|back| shape[shape.len() - back]);
    let mut windows = if x.rank() == 5 { shape[1] } else { 1 };
    if let Some(mask) = mask {
        mask.rank_in(3..=5)?;
        mask.has_elements()?;
        let of = mask.shape();
        let at = usize::from(mask.rank() == 5);
        if x.rank() == 4 {
            windows = of[at];
        }
        let wanted: &[i64] = match mask.rank() {
            3 => &[windows, rows, columns],
            4 => &[windows, 1, rows, columns],
            _ => &[1, windows, 1, rows, columns],
        };
        mask.shape_is(wanted, "windows of `x`")?;
        if x.rank() == 4 && shape[0] % windows != 0 {
            let allowed =
                format!("a first extent that is a multiple of {windows}, the windows of the mask");
            return Err(x.shape_refused(allowed));
        }
    }
    bias.rank_in(3..=5)?;
    let wanted = [1, 1, heads, rows, columns];
    bias.shape_is(&wanted[5 - bias.rank()..], "heads of `x`")?;
    out.same_shape(x)?;
    let batch = match x.rank() {
        5 => shape[0],
        _ => shape[0] / windows,
    };
    Ok([batch, windows, heads, rows, columns])
}
