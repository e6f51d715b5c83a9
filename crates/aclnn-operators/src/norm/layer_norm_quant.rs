//! `aclnnLayerNormQuant`: rows normalised to mean 0 and variance 1, and quantised by a given scale.
//!
//! | argument | shape                                    | data type                                           | strided |
//! |----------|------------------------------------------|-----------------------------------------------------|---------|
//! | `x`      | rank 1 to 8                              | FLOAT16; BFLOAT16 since Ascend910B; FLOAT on Ascend950 | yes  |
//! | `gammma` | `[columns]` or `[1, columns]`            | that of `x`                                         | yes     |
//! | `beta`   | that of `gammma`                         | that of `x`                                         | yes     |
//! | `scale`  | `[1]`                                    | that of `x`                                         | yes     |
//! | `zeroPointsOptional` | `[1]`; not null              | INT8                                                | yes     |
//! | `res`    | that of `x`                              | INT8                                                | yes     |
//! | `scaleOut` | any; may be null                       | FLOAT                                               | yes     |
//!
//! `res = ((x - mean) / sqrt(var + epsilon) · gammma + beta) / scale + zeroPointsOptional`, to the nearest, of two the even one. `quantMode` is 0: the page refuses the mode 1 that it describes, so that
//! `scaleOut` is never written.
//!
//! Source: ops-nn, `norm/layer_norm_quant`.

use crate::contract::mx::refuse;
use crate::contract::norm::epsilon as single;
use crate::ops::quant::{NormQuant, Normed, NormedRule, norm_quant};
use crate::prelude::*;

const NORMED: Dtypes = on_all(&[])
    .and_after_910(&[F16])
    .and_910b(&[Bf16])
    .and_950(&[F32]);

/// Normalises rows and quantises them by a given scale.
#[aclnn]
fn aclnnLayerNormQuant(
    x: Input,
    gammma: Input,
    beta: Input,
    scale: Input,
    zero_points_optional: Option<Input>,
    quant_mode: c_int,
    epsilon: f64,
    res: Output,
    scale_out: Option<Output>,
) -> Planned {
    let zero_point = match &zero_points_optional {
        Some(zero_point) => Some(zero_point),
        None if quant_mode == 0 => {
            return Err(Error::from(Reason::Null {
                arg: "zeroPointsOptional",
            })
            .into());
        }
        None => None,
    };
    x.dtype_in(NORMED)?;
    for tensor in [&gammma, &beta, &scale] {
        tensor.same_dtype(&x)?;
    }
    if let Some(zero_point) = zero_point {
        zero_point.dtype_is(I8)?;
    }
    res.dtype_is(I8)?;
    if let Some(scale) = &scale_out {
        scale.dtype_is(F32)?;
    }
    x.rank_in(1..=8)?;
    gammma.rank_in(1..=2)?;
    if quant_mode != 0 {
        return Ok(refuse("quantMode", quant_mode, "0, for scales are given")?);
    }
    let last = &x.shape()[x.rank() - 1..];
    if gammma.shape() != last {
        gammma.shape_is(&[&[1], last].concat(), "1 and the last dimension of `x`")?;
    }
    beta.same_shape(&gammma)?;
    scale.shape_is(&[1], "one scale")?;
    if let Some(zero_point) = zero_point {
        zero_point.shape_is(&[1], "one zero point")?;
    }
    res.same_shape(&x)?;
    if x.is_empty() {
        return Ok(Call::nothing([res.write()?]));
    }
    Ok(norm_quant(NormQuant {
        columns: gammma.numel(),
        terms: vec![x.read()?],
        repeated: None,
        is_centred: true,
        gamma: Some(gammma.read()?),
        beta: Some(beta.read()?),
        adapted: None,
        epsilon: single(epsilon),
        sum: None,
        normed: None,
        result: None,
        inverse: None,
        codes: vec![Normed {
            y: res.write()?,
            rule: NormedRule::Given {
                scale: scale.read()?,
                divides: true,
                zero_point: zero_point.map(Input::read).transpose()?,
            },
        }],
    })?)
}
