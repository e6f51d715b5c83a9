//! `aclnnGroupedDynamicMxQuant`: groups of rows of `x`, each quantised in blocks of 32 along its columns.
//!
//! | argument     | shape                   | data type         | strided     |
//! |--------------|-------------------------|-------------------|-------------|
//! | `x`          | `[M, N]`                | FLOAT16, BFLOAT16 | yes         |
//! | `groupIndex` | `[G]`, `G` > 0          | INT32             | yes         |
//! | `y`          | `[M, N]`                | FLOAT8_E5M2, FLOAT8_E4M3FN | FLOAT8 only |
//! | `mxscale`    | `[M / 64 + G, N, 2]`    | FLOAT8_E8M0       | no          |
//!
//! Group `g` ends before row `groupIndex[g]`; its scales begin at row `start / 64 + g` of `mxscale`, where `start` is its first
//! row. Ends that fall, or lie outside `x`, are an error of the stream. `blocksize` is 32, `dstType` the code of the type of `y`.
//! `roundMode` is "rint".
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below; the second phase with 561000.
//!
//! Source: ops-nn, `quant/grouped_dynamic_mx_quant`.

use crate::contract::mx::*;
use crate::prelude::*;

/// The contract of both versions, which differ in the types of `y`.
pub(super) fn quantise_groups(
    x: Input,
    group_index: Input,
    attributes: Attributes,
    [y, scale]: [Output; 2],
    elements: Dtypes,
) -> Planned {
    x.dtype_in(HALVES)?;
    group_index.dtype_in(on_all(&[I32]))?;
    y.dtype_in(elements)?;
    scale.dtype_in(SCALES)?;
    if attributes.blocksize != 32 {
        refuse("blocksize", attributes.blocksize, "32")?;
    }
    let recipe = attributes.recipe(x.dtype()?, &y)?;
    x.rank_in(2..=2)?;
    group_index.rank_in(1..=1)?;
    y.same_shape(&x)?;
    scale.rank_in(3..=3)?;
    group_scales_of(&scale, &x, &group_index)?;
    if group_index.is_empty() {
        refuse("groupIndex", "empty", "the end of one group or more")?;
    }
    if !x.is_empty() {
        even_for_fp4(&x, recipe.format)?;
        scale.contiguous()?;
    }
    let (x, group_index, y, scale) = (x.read()?, group_index.read()?, y.write()?, scale.write()?);
    if x.view.layout.is_empty() {
        return Ok(Call::nothing([x, group_index, y, scale]));
    }
    let output = ops::mx::Output {
        elements: y,
        scales: scale,
    };
    Ok(ops::mx::quantise_groups(recipe, x, group_index, output)?)
}

/// Quantises groups of rows of `x`, each in blocks of 32 along its columns. Every refusal of the second phase is 561000.
#[aclnn(second_phase = ACLNN_ERR_INNER)]
fn aclnnGroupedDynamicMxQuant(
    x: Input,
    group_index: Input,
    round_mode: Text,
    dst_type: i64,
    blocksize: i64,
    y: ConstOutput,
    mxscale: ConstOutput,
) -> Planned {
    let attributes = Attributes {
        round_mode: Some(round_mode),
        dst_type: ("dstType", dst_type),
        blocksize,
        ..DEFAULTS
    };
    quantise_groups(x, group_index, attributes, [y, mxscale], FP8)
}
