//! Copies, zeros, norms and rounding of each tensor of a list, and gradients of a scaled loss. Source: ops-nn, `foreach`.

use crate::contract::foreach::{FLOATS, Lists, NUMBERS, each, each_alike, one_element, one_of};
use crate::ops::piecewise::rounded_by;
use crate::ops::reductions;
use crate::ops::reductions::Axes;
use crate::ops::unscale::unscale;
use crate::prelude::*;
use crate::tensor::Value;

const COPIED: Dtypes = NUMBERS.and_910b(&[I8, U8, I16, U16, U32, I64, F64, Bool]);
const ZEROED: Dtypes = NUMBERS.and_910b(&[I16]);
const ROUNDED: Dtypes = NUMBERS.and_910b_only(&[I16]);

/// Copies each tensor of `x` to the one at its place in `out`, which has its type; FLOAT is also copied to FLOAT16 and BFLOAT16, and these to FLOAT.
#[aclnn(own_header)]
fn aclnnForeachCopy(x: Inputs, out: Outputs) -> Planned {
    each(COPIED, (&x, &out), &[], &|k, place, dtype| {
        let out = place.out();
        match (dtype, out.dtype()?) {
            (F32, F16 | Bf16) | (F16 | Bf16, F32) => {}
            _ => out.same_dtype(place.input())?,
        }
        out.same_shape(place.input())?;
        Ok(pointwise::copy(x[k].read()?, place.target()?)?)
    })
}

/// Writes 0 to each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachZeroInplace(x: ConstOutputs) -> Planned {
    for tensor in x.iter() {
        tensor.same_dtype(&x[0])?;
        tensor.max_rank(8)?;
        tensor.dtype_in(ZEROED)?;
        tensor.not_private()?;
    }
    let zero = |tensor: &Output| pointwise::fill(Value::from(false), tensor.write()?);
    let calls = x.iter().map(zero).collect::<Result<_>>()?;
    Ok(ops::foreach::together(calls))
}

/// Computes the norm of order `scalar` of each tensor. On Ascend950 the order is 1, 2 or infinity.
#[aclnn(generated, own_header)]
fn aclnnForeachNorm(x: Inputs, scalar: Scalar, out: ConstOutputs) -> Planned {
    scalar.dtype_in(on_all(&[F32, F64, I64]))?;
    let order = scalar.to_f64().unwrap_or(f64::NAN);
    if contract::on_950() && ![1.0, 2.0, f64::INFINITY].contains(&order) {
        return Err(Error::value(scalar.name(), order, "1, 2 or infinity on Ascend950").into());
    }
    each(FLOATS, (&x, &out), &[], &|k, place, dtype| {
        let out = place.out();
        out.same_dtype(place.input())?;
        one_element(out)?;
        let target = place.target()?.shaped(&[])?;
        if x[k].is_empty() {
            return Ok(pointwise::fill(Value::new(0.0_f32), target)?);
        }
        let axes = Axes::all(x[k].rank());
        Ok(reductions::norm(order, dtype, x[k].read()?, axes, target)?)
    })
}

/// The contract of rounding in a way that a number names.
fn rounding(lists: Lists, way: &dyn Fn() -> Result<Operand>) -> Planned {
    each_alike(ROUNDED, lists, &[], &|_, place, _| {
        let way = way()?;
        let (input, out) = place.operands()?;
        Ok(rounded_by(way, input, out)?)
    })
}

/// Rounds each element of each tensor to an integer in the way that `roundMode`, a tensor of one element, names: 2 down, 3 up, 4 to the nearest and of two the one
/// away from zero, 5 toward zero, 6 to the odd one of the two beside it; all else to the nearest and of two the even one. 7 takes what is behind the point instead.
#[aclnn(generated, own_header)]
fn aclnnForeachRoundOffNumber(x: Inputs, round_mode: Input, out: ConstOutputs) -> Planned {
    round_mode.dtype_in(on_all(&[I8]))?;
    rounding((&x, &out).into(), &|| Ok(one_of(&round_mode, 0, 1)?.into()))
}

/// Rounds each element of each tensor to an integer in the way that `roundMode` names, as `aclnnForeachRoundOffNumber` does.
#[aclnn(own_header)]
fn aclnnForeachRoundOffNumberV2(x: Inputs, round_mode: Scalar, out: Outputs) -> Planned {
    round_mode.dtype_in(on_all(&[I8, I64]))?;
    rounding((&x, &out).into(), &|| Ok(round_mode.in_type(I64)?.into()))
}

/// Computes `scaledGrads * invScale` in place, rounded once, and writes 1 to `foundInf` if an element of `scaledGrads` is infinite or NaN; else that stays.
#[aclnn(generated, own_header)]
fn aclnnForeachNonFiniteCheckAndUnscale(
    scaled_grads: ConstInOuts,
    found_inf: ConstInOut,
    inv_scale: Input,
) -> Planned {
    let types = FLOATS.or(FLOAT_AND_FLOAT16);
    for tensor in scaled_grads.iter() {
        tensor.dtype_in(types)?;
        tensor.same_dtype(&scaled_grads[0])?;
        tensor.max_rank(8)?;
        tensor.not_private()?;
    }
    found_inf.dtype_is(F32)?;
    one_element(&found_inf)?;
    inv_scale.dtype_is(F32)?;
    let inv_scale = one_of(&inv_scale, 0, 1)?;
    let grads = scaled_grads.iter().map(|tensor| tensor.update());
    let grads = grads.collect::<Result<_>>()?;
    Ok(unscale(grads, found_inf.update()?, inv_scale)?)
}
