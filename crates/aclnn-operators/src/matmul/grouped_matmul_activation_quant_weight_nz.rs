//! `aclnnGroupedMatmulActivationQuantWeightNz`: groups of rows in FLOAT8 times weights of their own, through a Gaussian error linear unit, and quantised in blocks of 32.
//!
//! | argument      | shape                                                          | data type                  |
//! |---------------|----------------------------------------------------------------|----------------------------|
//! | `x`           | `[m, k]`                                                       | FLOAT8_E4M3FN, FLOAT8_E5M2 |
//! | `groupList`   | `[g]`: ends (`groupListType` 0) or sizes (1)                   | INT64                      |
//! | `weight`      | one tensor `[g, k, n]`, or its transposed view, stored in FRACTAL_NZ; n a multiple of 64 | FLOAT8_E4M3FN |
//! | `weightScale` | `[g, ceil(k / 64), n, 2]`, of a transposed weight `[g, n, ceil(k / 64), 2]` | FLOAT8_E8M0   |
//! | `xScaleOptional` | `[m, ceil(k / 64), 2]`; not null                            | FLOAT8_E8M0                |
//! | `bias`        | null, or no elements                                           | -                          |
//! | `y`           | `[m, n]`                                                       | FLOAT8_E4M3FN, FLOAT8_E5M2 |
//! | `yScale`      | `[m, n / 64, 2]`                                               | FLOAT8_E8M0                |
//!
//! `activationType` is "gelu_tanh", `quantMode` "mx", `roundMode` "rint"; the latter two may be null or empty. Results are rounded to BFLOAT16 before they are quantised, as the reference test does.
//! `scaleAlg` is 0 or 1, `dstTypeMax` 0. Rows behind the last group are not written. `tuningConfig` changes nothing. Ascend950 only.
//!
//! Source: ops-transformer, `gmm/grouped_matmul_activation_quant`.

use crate::contract::activation_quant::{Quantiser, TYPES, types};
use crate::contract::grouped::finished::Scaled;
use crate::contract::sides::absent;
use crate::ops::grouped::{Activation, Step};
use crate::prelude::*;

/// Multiplies groups of rows by weights of their own, applies a Gaussian error linear unit and quantises the results. `tuningConfig` changes nothing.
#[aclnn]
fn aclnnGroupedMatmulActivationQuantWeightNz(
    x: Input,
    group_list: Input,
    weight: Inputs,
    weight_scale: Inputs,
    bias: Option<Inputs>,
    x_scale_optional: Option<Input>,
    activation_type: Text,
    group_list_type: i64,
    tuning_config: Option<Ints>,
    quant_mode: Option<Text>,
    round_mode: Option<Text>,
    scale_alg: i64,
    dst_type_max: f32,
    y: Output,
    y_scale: Output,
) -> Planned {
    let _ = tuning_config;
    let Some(x_scale) = &x_scale_optional else {
        return Err(Error::from(Reason::Null {
            arg: "xScaleOptional",
        })
        .into());
    };
    let (first, scale) = (
        contract::first_of(&weight)?,
        contract::first_of(&weight_scale)?,
    );
    types(
        &[
            ("x", Some(&*x)),
            ("weight", Some(first)),
            ("xScaleOptional", Some(&**x_scale)),
            ("weightScale", Some(scale)),
            ("bias", None),
            ("y", Some(&*y)),
            ("yScale", Some(&*y_scale)),
        ],
        TYPES,
    )?;
    group_list.dtype_is(I64)?;
    let has_bias = bias
        .as_ref()
        .is_some_and(|list| list.iter().any(|tensor| !tensor.is_empty()));
    absent(&[("bias", has_bias)], "in this version")?;
    if weight.len() != 1 {
        return Err(Error::value("weight", format!("{} tensors", weight.len()), "1 tensor").into());
    }
    if &*activation_type != "gelu_tanh" {
        return Err(Error::value(
            "activationType",
            format!("{:?}", &*activation_type),
            "\"gelu_tanh\"",
        )
        .into());
    }
    let products = Scaled {
        x: &x,
        weight: &weight,
        weight_scale: &weight_scale,
        assist: &[],
        offset: None,
        bias: None,
        x_scale: Some(x_scale),
        group_list: &group_list,
        group_list_type,
        is_transposed: false,
        is_blocked: true,
    }
    .products()?;
    let [g, m, n] = products.extents;
    if !(1..=1024).contains(&g) {
        return Err(group_list.shape_refused("1 to 1024 groups").into());
    }
    if n % 64 != 0 {
        return Err(first.shape_refused("a multiple of 64 columns").into());
    }
    y.shape_is(&[m, n], "rows of `x` by columns")?;
    y_scale.shape_is(&[m, n / 64, 2], "pairs of blocks of 32 columns")?;
    let (rounded, finish) = Quantiser {
        mode: quant_mode.as_ref(),
        rounding: round_mode.as_ref(),
        may_be_empty: true,
        scale_alg,
        dst_type_max: dst_type_max.into(),
        y: &y,
        scale: &y_scale,
    }
    .finish()?;
    if y.is_empty() {
        return Ok(Call::nothing([y.write()?, y_scale.write()?]));
    }
    products.finished([Step::Activate(Activation::GeluByTanh), rounded], finish)
}
