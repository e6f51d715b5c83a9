//! `aclnnAscendAntiQuant`: codes made numbers: `(x + offset) · scale`.
//!
//! | argument | shape                                                                   | data type         | strided |
//! |----------|-------------------------------------------------------------------------|-------------------|---------|
//! | `x`      | up to rank 8; an even last dimension for INT4                           | INT8, INT4, INT32; FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 on Ascend950 | yes, but for INT4 |
//! | `scale`  | `[1]` or the last dimension of `y`; on Ascend950 the one before too, alone or in the rank of `x` | FLOAT, BFLOAT16 | yes |
//! | `offset` | that of `scale`; may be null                                            | that of `scale`   | yes     |
//! | `y`      | that of `x`; for INT32 eight times the last dimension                   | FLOAT16, BFLOAT16 | yes     |
//!
//! With `sqrtMode` `scale` counts twice; FLOAT8 and HIFLOAT8 take FLOAT scales and no `sqrtMode`. `dstType` is 1 or 27, the code of the type of `y`. Where a scale fits the last dimension
//! and the one before, it belongs to the last one. Ascend310P takes INT8, FLOAT and FLOAT16 only. The page says that Ascend950 has no kernel, while the lists of types, shapes and codes for that chip stand
//! beside it: they are followed.
//!
//! Source: ops-nn, `quant/ascend_anti_quant_v2`.

use crate::contract::mx::{refuse, type_is};
use crate::ops::quant::{Apply, By, Given, RoundMode, given};
use crate::prelude::*;

const CODES: Dtypes = on_all(&[])
    .and_after_910(&[I8])
    .and_910b(&[I4, I32])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);
const SCALES: Dtypes = on_910(&[F32]).and_910b(&[Bf16]);
const NUMBERS: Dtypes = on_910(&[F16]).and_910b(&[Bf16]);

/// The shape of the numbers; refuses codes of another one.
fn numbers_of(x: &Input, y: &ConstOutput) -> Result<()> {
    if x.dtype()? == I32 {
        let mut shape = x.shape().to_vec();
        match shape.last_mut() {
            Some(last) => *last = last.saturating_mul(8),
            None => shape.push(8),
        }
        return y.shape_is(&shape, "that of `x`, eight numbers for each word");
    }
    y.same_shape(x)?;
    if x.dtype()? == I4 {
        if x.shape().last().is_none_or(|last| last % 2 != 0) {
            return Err(x.shape_refused("an even last dimension for INT4"));
        }
        x.contiguous()?;
    }
    Ok(())
}

/// The axis of `y` that the scales belong to.
fn axis_of(scale: &Input, y: &ConstOutput) -> Result<usize> {
    let (rank, shape) = (y.rank(), y.shape());
    let last = rank - 1;
    let on_950 = contract::on_950();
    let mut axes = match (on_950, rank) {
        (true, 2..) => vec![last, last - 1],
        _ => vec![last],
    };
    axes.retain(|&axis| match scale.rank() {
        1 => [1, shape[axis]].contains(&scale.shape()[0]),
        rank if on_950 && rank == y.rank() => scale
            .shape()
            .iter()
            .enumerate()
            .all(|(at, &own)| own == 1 || at == axis && own == shape[axis]),
        _ => false,
    });
    axes.first().copied().ok_or_else(|| {
        let allowed = match on_950 {
            true => format!("one number, or one for each index of the last dimension of {shape:?} or the one before"),
            false => format!("one number, or {}", shape[last]),
        };
        scale.shape_refused(allowed)
    })
}

/// Adds offsets to codes and multiplies them by scales.
#[aclnn]
fn aclnnAscendAntiQuant(
    x: Input,
    scale: Input,
    offset: Option<Input>,
    dst_type: i64,
    sqrt_mode: bool,
    y: ConstOutput,
) -> Planned {
    x.dtype_in(CODES)?;
    y.dtype_in(NUMBERS)?;
    scale.dtype_in(SCALES)?;
    if let Some(offset) = &offset {
        offset.dtype_in(SCALES)?;
        offset.same_dtype(&scale)?;
    }
    type_is("dstType", dst_type, &y)?;
    if matches!(x.dtype()?, Hifloat8 | F8E5m2 | F8E4m3fn) {
        scale.dtype_is(F32)?;
        if sqrt_mode {
            return Ok(refuse(
                "sqrtMode",
                true,
                "false for codes of eight-bit floating-point numbers",
            )?);
        }
    }
    x.max_rank(8)?;
    numbers_of(&x, &y)?;
    if y.rank() == 0 {
        return Err(x
            .shape_refused("at least one dimension, but for INT32")
            .into());
    }
    let axis = axis_of(&scale, &y)?;
    if let Some(offset) = &offset {
        offset.same_shape(&scale)?;
    }
    if x.is_empty() {
        return Ok(Call::nothing([y.write()?]));
    }
    let mut by = Vec::new();
    if let Some(offset) = &offset {
        by.push((offset.read()?, Apply::Add));
    }
    for _ in 0..1 + usize::from(sqrt_mode) {
        by.push((scale.read()?, Apply::Multiply));
    }
    let numbers = x.read()?;
    let numbers = match numbers.view.layout.rank() {
        0 => numbers.shaped(&[1])?,
        _ => numbers,
    };
    Ok(given(Given {
        x: numbers,
        by: by
            .into_iter()
            .map(|(factor, how)| By { factor, axis, how })
            .collect(),
        group_index: None,
        y: y.write()?,
        mode: RoundMode::Rint,
        is_packed: true,
    })?)
}
