//! `aclnnDequantSituQuant`: sums of products of integers made numbers, a unit gated by hyperbolic tangents of them, quantised.
//!
//! | argument                  | shape                                         | data type                     | strided |
//! |---------------------------|-----------------------------------------------|-------------------------------|---------|
//! | `x`                       | `[M, 2H]`; of INT8 `[.., 2H]`, rank 2 to 8    | INT8, INT32, BFLOAT16, FLOAT16 | yes    |
//! | `weightScaleOptional`     | `[2H]` or `[1]`; null but for INT8 and INT32  | FLOAT                         | yes     |
//! | `activationScaleOptional` | `[1]`; null but for INT32                     | FLOAT                         | yes     |
//! | `biasOptional`            | `[2H]` or `[1]`; may be null for INT8 and INT32, else null | FLOAT            | yes     |
//! | `quantScaleOptional`      | `[H]` or `[1]`; null but for INT8             | FLOAT                         | yes     |
//! | `quantOffsetOptional`     | that of `quantScaleOptional`; may be null     | FLOAT                         | yes     |
//! | `groupIndexOptional`      | `[G]`, the number of rows of each group; null for INT8 | INT64                | yes     |
//! | `yOut`                    | that of `x` with half the last dimension      | INT8                          | yes     |
//! | `yScaleOut`               | that of `x` without its last dimension        | FLOAT                         | yes     |
//!
//! Numbers are `x · weightScaleOptional · activationScaleOptional + biasOptional`; a row is `beta · tanh(gate / beta) · σ(gate) · up` of its halves (`activateLeft` false: the gate is the second one), with
//! `linearBeta · tanh(up / linearBeta)` for `up` if `linearBeta` is above 0. "static" divides by `quantScaleOptional` and adds `quantOffsetOptional`; "dynamic" (also null) multiplies by `quantScaleOptional`, if given, and
//! divides by the scale of the row, its largest magnitude times the float nearest to 1 / 127. Quotients are rounded toward zero. Rows behind the last group are left. `beta` is not 0. Ascend910B, Ascend910_93 and Ascend950.
//!
//! Source: ops-nn, `quant/dequant_situ_quant`.

use crate::contract::mx::refuse;
use crate::contract::needs_chip;
use crate::contract::swiglu::is_dynamic;
use crate::device::soc::Generation;
use crate::ops::quant::{GatedRule, GroupList, RoundMode, SwigluQuant, Unit, swiglu_quant};
use crate::prelude::*;

const FLOAT: Dtypes = on_all(&[F32]);

/// Refuses a tensor where there is none.
fn absent(given: Option<&Input>, when: &str) -> Result<()> {
    match given {
        Some(given) => refuse(given.name(), "a tensor", format!("null for {when}")),
        None => Ok(()),
    }
}

/// Refuses other numbers of elements than one and this.
fn one_or(given: Option<&Input>, count: i64) -> Result<()> {
    match given {
        Some(given) if ![[1], [count]].iter().any(|shape| given.shape() == shape) => {
            Err(given.shape_refused(format!("[1] or [{count}]")))
        }
        _ => Ok(()),
    }
}

/// Computes a unit gated by hyperbolic tangents of sums of products and quantises it.
#[aclnn]
fn aclnnDequantSituQuant(
    x: Input,
    weight_scale_optional: Option<Input>,
    activation_scale_optional: Option<Input>,
    bias_optional: Option<Input>,
    quant_scale_optional: Option<Input>,
    quant_offset_optional: Option<Input>,
    group_index_optional: Option<Input>,
    beta: f32,
    linear_beta: f32,
    activate_left: bool,
    quant_type_optional: Option<MutText>,
    y_out: ConstOutput,
    y_scale_out: ConstOutput,
) -> Planned {
    needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let [weight, activation, bias, scale, offset, groups] = [
        &weight_scale_optional,
        &activation_scale_optional,
        &bias_optional,
        &quant_scale_optional,
        &quant_offset_optional,
        &group_index_optional,
    ]
    .map(Option::as_ref);
    x.dtype_in(on_all(&[]).and_910b(&[I8, I32, Bf16, F16]))?;
    for factor in [weight, activation, bias, scale, offset]
        .into_iter()
        .flatten()
    {
        factor.dtype_in(FLOAT)?;
    }
    if let Some(groups) = groups {
        groups.dtype_in(on_all(&[I64]))?;
    }
    y_out.dtype_in(on_all(&[I8]))?;
    y_scale_out.dtype_in(FLOAT)?;
    let dynamic = is_dynamic(quant_type_optional.as_ref(), true)?;
    if beta == 0.0 || beta.is_nan() {
        return Ok(refuse("beta", beta, "a number beside 0")?);
    }
    let null = |arg| Err(Reason::Null { arg }.into());
    let of_type = x.dtype()?;
    match of_type {
        I8 => {
            absent(activation, "INT8")?;
            absent(groups, "INT8")?;
        }
        I32 => {
            absent(scale, "INT32")?;
            absent(offset, "INT32")?;
        }
        _ => {
            for given in [weight, activation, bias, scale, offset] {
                absent(given, "floating-point numbers")?;
            }
        }
    }
    if matches!(of_type, I8 | I32) && weight.is_none() {
        return null("weightScaleOptional");
    }
    if of_type == I32 && activation.is_none() {
        return null("activationScaleOptional");
    }
    if !dynamic && scale.is_none() {
        return null("quantScaleOptional");
    }
    x.rank_in(2..=if of_type == I8 { 8 } else { 2 })?;
    x.has_elements()?;
    let (&wide, rows) = x.shape().split_last().unwrap_or((&0, &[]));
    if wide % 2 != 0 {
        return Err(x.shape_refused("an even last dimension").into());
    }
    let columns = wide / 2;
    one_or(weight, wide)?;
    one_or(bias, wide)?;
    one_or(scale, columns)?;
    one_or(offset, columns)?;
    if let Some(activation) = activation {
        activation.shape_is(&[1], "one factor")?;
    }
    if let Some(groups) = groups {
        groups.rank_in(1..=1)?;
        groups.has_elements()?;
    }
    y_out.shape_is(
        &[rows, &[columns]].concat(),
        "that of `x` with half the last dimension",
    )?;
    y_scale_out.shape_is(rows, "that of `x` without its last dimension")?;
    let read = |of: Option<&Input>| of.map(Input::read).transpose();
    let rule = match (dynamic, read(scale)?) {
        (false, Some(scale)) => GatedRule::Given {
            scale,
            divides: true,
            offset: read(offset)?,
        },
        (_, smooth) => GatedRule::Row {
            smooth,
            scale: y_scale_out.write()?,
            inverse: false,
        },
    };
    Ok(swiglu_quant(SwigluQuant {
        x: x.read()?,
        weight_scale: read(weight)?,
        activation_scale: read(activation)?,
        bias: read(bias)?,
        groups: read(groups)?.map(|groups| (groups, GroupList::Counts)),
        split: None,
        unit: Unit::situ(activate_left, beta, linear_beta),
        row_weight: None,
        origin: None,
        rule,
        mode: RoundMode::Trunc,
        y: y_out.write()?,
    })?)
}
