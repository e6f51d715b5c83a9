//! `aclnnDequantBias`: sums of products of integers made numbers.
//!
//! | argument                | shape    | data type                        | strided |
//! |-------------------------|----------|----------------------------------|---------|
//! | `x`                     | `[M, N]`, M from 1 to 25000, N > 0 | INT32  | yes     |
//! | `weightScale`           | `[N]`    | FLOAT, BFLOAT16                  | yes     |
//! | `activateScaleOptional` | `[M]`; may be null | FLOAT                  | yes     |
//! | `biasOptional`          | `[N]`; may be null | FLOAT, FLOAT16, BFLOAT16, INT32 | yes |
//! | `out`                   | `[M, N]` | FLOAT16, BFLOAT16                | yes     |
//!
//! `out = x · weightScale · activateScaleOptional + biasOptional`; a bias of INT32 is added to `x` before. `outputDtype` is 1 with FLOAT in `weightScale`, 27 with BFLOAT16, the code of the type of `out`. Shapes
//! and the types of the optional arguments give 561002. On Ascend910B, Ascend910_93 and, though its page does not name it, Ascend950.
//!
//! Source: ops-nn, `quant/dequant_bias`.

use crate::contract::mx::type_is;
use crate::ops::quant::{Apply, By, Given, RoundMode, given};
use crate::prelude::*;

const SUMS: Dtypes = on_all(&[]).and_910b(&[I32]);
const SCALES: Dtypes = on_all(&[]).and_910b(&[F32, Bf16]);
const NUMBERS: Dtypes = on_all(&[]).and_910b(&[F16, Bf16]);

fn optional(x: &Input, scale: Option<&Input>, bias: Option<&Input>, out: &Output) -> Result<()> {
    if let Some(scale) = scale {
        scale.dtype_is(F32)?;
    }
    if let Some(bias) = bias {
        bias.dtype_in(on_all(&[F32, F16, Bf16, I32]))?;
    }
    x.rank_in(2..=2)?;
    let &[rows, columns] = x.shape() else {
        return Err(x.shape_refused("two dimensions"));
    };
    if !(1..=25000).contains(&rows) || columns == 0 {
        return Err(x.shape_refused("[M, N] with M from 1 to 25000, and N above 0"));
    }
    if let Some(scale) = scale {
        scale.shape_is(&[rows], "a number for each row of `x`")?;
    }
    if let Some(bias) = bias {
        bias.shape_is(&[columns], "a number for each column of `x`")?;
    }
    out.same_shape(x)
}

/// Multiplies INT32 by scales of columns and of rows, and adds a bias.
#[aclnn]
fn aclnnDequantBias(
    x: Input,
    weight_scale: Input,
    activate_scale_optional: Option<Input>,
    bias_optional: Option<Input>,
    output_dtype: i64,
    out: ConstOutput,
) -> Planned {
    x.dtype_in(SUMS)?;
    weight_scale.dtype_in(SCALES)?;
    out.dtype_in(NUMBERS)?;
    out.dtype_is(if weight_scale.dtype()? == F32 {
        F16
    } else {
        Bf16
    })?;
    type_is("outputDtype", output_dtype, &out)?;
    optional(
        &x,
        activate_scale_optional.as_ref(),
        bias_optional.as_ref(),
        &out,
    )
    .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    weight_scale
        .shape_is(&x.shape()[1..], "a number for each column of `x`")
        .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let by = |factor: &Input, axis, how| -> Result<By> {
        let factor = factor.read()?;
        Ok(By { factor, axis, how })
    };
    let is_before = |bias: &&Input| bias.dtype().is_ok_and(|dtype| dtype == I32);
    let bias = bias_optional.as_ref();
    let mut factors = Vec::new();
    if let Some(bias) = bias.filter(is_before) {
        factors.push(by(bias, 1, Apply::Add)?);
    }
    factors.push(by(&weight_scale, 1, Apply::Multiply)?);
    if let Some(scale) = &activate_scale_optional {
        factors.push(by(scale, 0, Apply::Multiply)?);
    }
    if let Some(bias) = bias.filter(|bias| !is_before(bias)) {
        factors.push(by(bias, 1, Apply::Add)?);
    }
    Ok(given(Given {
        x: x.read()?,
        by: factors,
        group_index: None,
        y: out.write()?,
        mode: RoundMode::Rint,
        is_packed: false,
    })?)
}
