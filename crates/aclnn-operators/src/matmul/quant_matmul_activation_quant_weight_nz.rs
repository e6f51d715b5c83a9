//! `aclnnQuantMatmulActivationQuantWeightNz`: matrices in FLOAT8 times a weight, through a Gaussian error linear unit, and quantised in blocks of 32.
//!
//! | argument        | shape                                                        | data type                  |
//! |-----------------|--------------------------------------------------------------|----------------------------|
//! | `x1`            | `[…, m, k]`, or `[…, k, m]` if `transposeX1`; rank 2 to 6    | FLOAT8_E4M3FN, FLOAT8_E5M2 |
//! | `x2`            | `[…, k, n]`, or `[…, n, k]` if `transposeX2`, stored in FRACTAL_NZ; k and n above 1 | FLOAT8_E4M3FN |
//! | `x1ScaleOptional` | `[…, m, ceil(k / 64), 2]`, transposed `[…, ceil(k / 64), m, 2]`; not null | FLOAT8_E8M0   |
//! | `x2Scale`       | `[…, ceil(k / 64), n, 2]`, transposed `[…, n, ceil(k / 64), 2]` | FLOAT8_E8M0             |
//! | `biasOptional`  | `[n]` or `[batch, 1, n]`; may be null                        | FLOAT                      |
//! | `yOut`          | `[…, m, n]`                                                  | FLOAT8_E4M3FN, FLOAT8_E5M2 |
//! | `yScaleOut`     | `[…, m, ceil(n / 64), 2]`                                    | FLOAT8_E8M0                |
//!
//! `activationType` is "gelu_tanh" or "gelu_erf", `quantMode` "mx", `roundMode` "rint" or null. Results are rounded to BFLOAT16 before they are quantised, as in the grouped form. `groupSize` is 0 or that
//! of 1, 1 and 32. `scaleAlg` is 0 or 1, `dstTypeMax` 0: its other numbers belong to FLOAT4. No tensor is empty. Ascend950 only.
//!
//! Source: ops-nn, `matmul/quant_matmul_activation_quant`.

use crate::contract::activation_quant::{Quantiser, TYPES, types};
use crate::contract::quant_matmul::QuantMatmul;
use crate::contract::sides::one_of;
use crate::ops::grouped::Activation;
use crate::prelude::*;

/// Multiplies matrices, applies a Gaussian error linear unit and quantises the results.
#[aclnn]
fn aclnnQuantMatmulActivationQuantWeightNz(
    x1: Input,
    x2: Input,
    x1_scale_optional: Option<Input>,
    x2_scale: Input,
    bias_optional: Option<Input>,
    transpose_x1: bool,
    transpose_x2: bool,
    group_size: i64,
    activation_type: Text,
    quant_mode: Text,
    round_mode: Option<Text>,
    scale_alg: i64,
    dst_type_max: f64,
    y_out: Output,
    y_scale_out: Output,
) -> Planned {
    let Some(x1_scale) = &x1_scale_optional else {
        return Err(Error::from(Reason::Null {
            arg: "x1ScaleOptional",
        })
        .into());
    };
    types(
        &[
            ("x1", Some(&*x1)),
            ("x2", Some(&*x2)),
            ("x1ScaleOptional", Some(&**x1_scale)),
            ("x2Scale", Some(&*x2_scale)),
            ("biasOptional", bias_optional.as_deref()),
            ("yOut", Some(&*y_out)),
            ("yScaleOut", Some(&*y_scale_out)),
        ],
        TYPES,
    )?;
    for tensor in [&x1, &x2] {
        tensor.has_elements()?;
    }
    let [.., k, n] = *x2.shape() else {
        return Err(x2.shape_refused("two dimensions or more").into());
    };
    if k == 1 || n == 1 {
        return Err(x2
            .shape_refused("matrices of more than one row and column")
            .into());
    }
    one_of(
        "groupSize",
        group_size & 0xffff_ffff_ffff,
        &[0, 1 << 32 | 1 << 16 | 32],
    )?;
    let activation = match &*activation_type {
        "gelu_tanh" => Activation::GeluByTanh,
        "gelu_erf" => Activation::Gelu,
        other => {
            return Err(Error::value(
                "activationType",
                format!("{other:?}"),
                "\"gelu_tanh\" or \"gelu_erf\"",
            )
            .into());
        }
    };
    let quantiser = Quantiser {
        mode: Some(&quant_mode),
        rounding: round_mode.as_ref(),
        may_be_empty: false,
        scale_alg,
        dst_type_max,
        y: &y_out,
        scale: &y_scale_out,
    };
    let [.., m, inner] = *x1.shape() else {
        return Err(x1.shape_refused("two dimensions or more").into());
    };
    let of_both = [
        if transpose_x1 { inner } else { m },
        if transpose_x2 { k } else { n },
    ];
    if !y_out.shape().ends_with(&of_both) {
        let allowed = format!("{of_both:?}, the extents of the products, behind their batch");
        return Err(y_out.shape_refused(allowed).into());
    }
    let scales = y_out.shape();
    let (&columns, rows) = scales.split_last().unwrap_or((&0, &[]));
    y_scale_out.shape_is(
        &[rows, &[(columns + 63) / 64, 2]].concat(),
        "pairs of blocks of 32 columns",
    )?;
    let (rounded, finish) = quantiser.finish()?;
    QuantMatmul {
        x1_scale: Some(x1_scale),
        x2_scale: Some(&x2_scale),
        bias: bias_optional.as_ref(),
        transpose_x1,
        transpose_x2,
        is_blocked: true,
        names: ["x2Scale", "x1ScaleOptional", "x2Offset"],
        activation: Some(activation),
        finish: Some((rounded, finish)),
        ..QuantMatmul::new(&x1, &x2, WITHOUT_SCALES, &y_out)
    }
    .planned()
}

/// As [`TYPES`], in the order of other products.
const WITHOUT_SCALES: &[&str] = &["e4m3 e5m2|e4m3|e8m0|e8m0|-|-|-|- f32|e4m3 e5m2"];
