//! `aclnnGroupedDynamicMxQuantWithDualAxis`: `x` quantised in blocks of 32 along its rows (`y1Out`, `y1ScaleOut`), and groups of its
//! rows along their columns (`y2Out`, `y2ScaleOut`), in one walk over `x`.
//!
//! | argument     | shape                               | data type                  | strided |
//! |--------------|-------------------------------------|----------------------------|---------|
//! | `x`          | `[M, N]`, `N` a multiple of 64      | FLOAT16, BFLOAT16          | yes     |
//! | `groupIndex` | `[G]`, `G` > 0                      | INT64                      | yes     |
//! | `y1Out`      | `[M, N]`                            | FLOAT8_E5M2, FLOAT8_E4M3FN | no      |
//! | `y1ScaleOut` | `[M, N / 64, 2]`                    | FLOAT8_E8M0                | no      |
//! | `y2Out`      | `[M, N]`                            | that of `y1Out`            | no      |
//! | `y2ScaleOut` | `[M / 64 + G, N, 2]`                | FLOAT8_E8M0                | no      |
//!
//! Group `g` ends before row `groupIndex[g]`; its scales begin at row `start / 64 + g` of `y2ScaleOut`, where `start` is its first
//! row. Ends that fall, or lie outside `x`, are an error of the stream. `roundModeOptional` is "rint" (also null), `scaleAlg` 1, `dstDtype`
//! the code of the type of `y1Out`, `maxDtypeValue` 0.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where all outputs are empty, nothing is checked further and nothing is computed.
//!
//! Source: ops-nn, `quant/grouped_dynamic_mx_quant_with_dual_axis`.

use crate::contract::mx::*;
use crate::prelude::*;

/// Quantises `x` in blocks of 32 along its rows, and groups of its rows along their columns.
#[aclnn]
fn aclnnGroupedDynamicMxQuantWithDualAxis(
    x: Input,
    group_index: Input,
    round_mode_optional: Option<MutText>,
    scale_alg: i64,
    dst_dtype: i64,
    max_dtype_value: f64,
    y1_out: ConstOutput,
    y1_scale_out: ConstOutput,
    y2_out: ConstOutput,
    y2_scale_out: ConstOutput,
) -> Planned {
    let outputs = [&y1_out, &y1_scale_out, &y2_out, &y2_scale_out];
    let write = || -> Result<_> {
        let first = ops::mx::Output {
            elements: y1_out.write()?,
            scales: y1_scale_out.write()?,
        };
        let second = ops::mx::Output {
            elements: y2_out.write()?,
            scales: y2_scale_out.write()?,
        };
        Ok((first, second))
    };
    if outputs.iter().all(|output| output.is_empty()) {
        let (first, second) = write()?;
        let outputs = [first, second].map(|output| [output.elements, output.scales]);
        return Ok(Call::nothing(outputs.into_iter().flatten()));
    }
    x.dtype_in(HALVES)?;
    group_index.dtype_in(on_all(&[I64]))?;
    y1_out.dtype_in(FP8)?;
    y1_scale_out.dtype_in(SCALES)?;
    y2_out.same_dtype(&y1_out)?;
    y2_scale_out.dtype_in(SCALES)?;
    x.format_nd()?;
    group_index.format_nd()?;
    for output in outputs {
        output.format_nd()?;
    }
    x.rank_in(2..=2)?;
    group_index.rank_in(1..=1)?;
    let columns = x.shape()[1];
    if columns <= 0 || columns % 64 != 0 {
        let allowed = "a last dimension that is a positive multiple of 64";
        return Err(x.shape_refused(allowed).into());
    }
    if group_index.is_empty() {
        refuse("groupIndex", "empty", "the end of one group or more")?;
    }
    let attributes = Attributes {
        round_mode: round_mode_optional,
        dst_type: ("dstDtype", dst_dtype),
        scale_alg,
        ..DEFAULTS
    };
    let recipe = attributes.recipe(x.dtype()?, &y1_out)?;
    if scale_alg != 1 {
        refuse("scaleAlg", scale_alg, "1")?;
    }
    if max_dtype_value != 0.0 {
        refuse("maxDtypeValue", max_dtype_value, "0")?;
    }
    y1_out.same_shape(&x)?;
    y2_out.same_shape(&x)?;
    scales_of(&y1_scale_out, &x, 1, recipe.block)?;
    group_scales_of(&y2_scale_out, &x, &group_index)?;
    for output in outputs {
        output.contiguous()?;
    }
    let (first, second) = write()?;
    let (x, group_index) = (x.read()?, group_index.read()?);
    Ok(ops::mx::quantise_groups_on_both_axes(
        recipe,
        x,
        group_index,
        first,
        second,
    )?)
}
