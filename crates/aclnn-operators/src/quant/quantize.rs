//! `aclnnQuantize`: numbers divided by given scales, plus zero points, rounded.
//!
//! | argument     | shape                                | data type                               | strided |
//! |--------------|--------------------------------------|-----------------------------------------|---------|
//! | `x`          | rank 1 to 8                          | FLOAT, FLOAT16, BFLOAT16                | yes     |
//! | `scales`     | `[1]` or dimension `axis` of `x`     | that of `x`; FLOAT, FLOAT16 for FLOAT and FLOAT16 | yes |
//! | `zeroPoints` | that of `scales`; may be null        | INT32, INT8, UINT8, BFLOAT16; FLOAT on Ascend950 | yes |
//! | `out`        | that of `x`                          | INT8, UINT8, INT32; FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 on Ascend950 | yes |
//!
//! `out = round(x / scales + zeroPoints)`, of two neighbours the even one (HIFLOAT8: the one further from zero), within the type. `dtype` is the type of `out`. BFLOAT16 in `scales` or
//! `zeroPoints` goes with BFLOAT16 in all three. With one scale `axis` is not looked at.
//!
//! Source: ops-nn, `quant/quantize`.

use crate::ops::quant::{Apply, By, Given, RoundMode, given};
use crate::prelude::*;

const NUMBERS: Dtypes = on_all(&[]).and_after_910(&[F32, F16]).and_910b(&[Bf16]);
const ZERO_POINTS: Dtypes = for_chips(
    &[I8, U8, I32],
    &[I8, U8, I32, Bf16],
    &[I8, U8, I32, F32, Bf16],
);
const CODES: Dtypes = on_910(&[I8, U8, I32]).and_950(&[Hifloat8, F8E4m3fn, F8E5m2]);

/// Divides `x` by scales, adds zero points, and rounds.
#[aclnn]
fn aclnnQuantize(
    x: Input,
    scales: Input,
    zero_points: Option<Input>,
    dtype: DataType,
    axis: i32,
    out: Output,
) -> Planned {
    x.rank_in(1..=8)?;
    out.same_shape(&x)?;
    scales.rank_in(1..=1)?;
    if let Some(zero_points) = &zero_points {
        zero_points.same_shape(&scales)?;
    }
    let along = match scales.numel() {
        1 => x.rank() - 1,
        _ => contract::axis("axis", axis.into(), x.rank())?,
    };
    if scales.numel() != 1 {
        scales.shape_is(&x.shape()[along..=along], "dimension `axis` of `x`")?;
    }
    x.dtype_in(NUMBERS)?;
    scales.dtype_in(NUMBERS)?;
    if let Some(zero_points) = &zero_points {
        zero_points.dtype_in(ZERO_POINTS)?;
    }
    let named = dtype.dtype_in(CODES)?;
    out.dtype_is(named)?;
    let is_bf16 = |tensor: &Input| tensor.dtype().is_ok_and(|dtype| dtype == Bf16);
    let others = [Some(&scales), zero_points.as_ref()];
    if others.into_iter().flatten().any(is_bf16) {
        x.dtype_is(Bf16)?;
        scales.dtype_is(Bf16)?;
        if let Some(zero_points) = &zero_points {
            zero_points.dtype_is(Bf16)?;
        }
    }
    let mut tensors: Vec<&TensorArg> = vec![&x, &scales, &out];
    tensors.extend(zero_points.as_deref());
    contract::none_private(&tensors)?;
    if x.is_empty() {
        return Ok(Call::nothing([out.write()?]));
    }
    let mut by = vec![By {
        factor: scales.read()?,
        axis: along,
        how: Apply::Divide,
    }];
    if let Some(zero_points) = &zero_points {
        by.push(By {
            factor: zero_points.read()?,
            axis: along,
            how: Apply::Add,
        });
    }
    Ok(given(Given {
        x: x.read()?,
        by,
        group_index: None,
        y: out.write()?,
        mode: RoundMode::Rint,
        is_packed: false,
    })?)
}
