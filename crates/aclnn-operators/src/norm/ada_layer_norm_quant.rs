//! `aclnnAdaLayerNormQuant`: rows normalised to mean 0 and variance 1, scaled and shifted for each member of a batch, and quantised by their range.
//!
//! | argument          | shape                                                       | data type         | strided |
//! |-------------------|-------------------------------------------------------------|-------------------|---------|
//! | `x`               | `[…, S, H]`, rank 2 to 8                                    | FLOAT16, BFLOAT16 | yes     |
//! | `scale`, `shift`  | `[…, H]` or `[…, 1, H]`                                     | that of `x`       | yes     |
//! | `weightOptional`, `biasOptional`, `smoothScalesOptional` | `[H]`; may be null   | that of `x`       | yes     |
//! | `out`             | that of `x`                                                 | INT8; HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN on Ascend950 | yes |
//! | `quantScale`      | `[…, S]`                                                    | FLOAT             | yes     |
//! | `quantOffsetOptional` | null                                                    | -                 | -       |
//!
//! `y = (layer_norm(x) · weightOptional + biasOptional) · (1 + scale) + shift` is quantised as `aclnnDynamicQuant` does, with `smoothScalesOptional` as factors of columns. `quantMode` is "dynamic". The
//! page's asymmetric quantisation has no kernel yet, so that an offset is refused. No tensor may be empty. Since Ascend910B.
//!
//! Source: ops-nn, `norm/ada_layer_norm_quant`.

use crate::contract::adaptive::one_for_each;
use crate::contract::mx::refuse;
use crate::contract::norm::epsilon as single;
use crate::ops::quant::{Adapted, NormQuant, Normed, NormedRule, norm_quant};
use crate::prelude::*;

const NORMED: Dtypes = on_all(&[]).and_910b(&[F16, Bf16]);
const CODES: Dtypes = on_all(&[])
    .and_910b(&[I8])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);

/// Normalises rows, scales and shifts them, and quantises them by their range.
#[aclnn]
fn aclnnAdaLayerNormQuant(
    x: Input,
    scale: Input,
    shift: Input,
    weight_optional: Option<Input>,
    bias_optional: Option<Input>,
    smooth_scales_optional: Option<Input>,
    epsilon: f64,
    quant_mode: Text,
    out: Output,
    quant_scale: Output,
    quant_offset_optional: Option<Output>,
) -> Planned {
    let columns = [
        weight_optional.as_ref(),
        bias_optional.as_ref(),
        smooth_scales_optional.as_ref(),
    ];
    x.dtype_in(NORMED)?;
    for tensor in [&scale, &shift] {
        tensor.same_dtype(&x)?;
    }
    for tensor in columns.into_iter().flatten() {
        tensor.same_dtype(&x)?;
    }
    out.dtype_in(CODES)?;
    quant_scale.dtype_is(F32)?;
    if &*quant_mode != "dynamic" {
        return Ok(refuse(
            quant_mode.name(),
            format!("{:?}", &*quant_mode),
            "\"dynamic\"",
        )?);
    }
    if let Some(offset) = &quant_offset_optional {
        return Ok(refuse(
            offset.name(),
            "a tensor",
            "null: there is no asymmetric quantisation",
        )?);
    }
    x.rank_in(2..=8)?;
    x.has_elements()?;
    one_for_each(&[&scale, &shift], &x)?;
    for tensor in columns.into_iter().flatten() {
        tensor.shape_is(&x.shape()[x.rank() - 1..], "the last dimension of `x`")?;
    }
    out.same_shape(&x)?;
    quant_scale.shape_is(
        &x.shape()[..x.rank() - 1],
        "that of `x` without its last dimension",
    )?;
    let [weight, bias, smooth] = columns.map(|tensor| tensor.map(Input::read).transpose());
    let [.., rows, length] = *x.shape() else {
        return Err(x.shape_refused("two dimensions or more").into());
    };
    Ok(norm_quant(NormQuant {
        columns: length as usize,
        terms: vec![x.read()?],
        repeated: None,
        is_centred: true,
        gamma: weight?,
        beta: bias?,
        adapted: Some(Adapted {
            scale: scale.read()?,
            shift: shift.read()?,
            rows: rows as usize,
        }),
        epsilon: single(epsilon),
        sum: None,
        normed: None,
        result: None,
        inverse: None,
        codes: vec![Normed {
            y: out.write()?,
            rule: NormedRule::Row {
                smooth: smooth?,
                scale: quant_scale.write()?,
            },
        }],
    })?)
}
