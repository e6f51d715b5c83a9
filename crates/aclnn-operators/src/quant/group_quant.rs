//! `aclnnGroupQuant`: rows times the scales of their group, plus an offset, rounded.
//!
//! | argument         | shape                                                  | data type                | strided |
//! |------------------|--------------------------------------------------------|--------------------------|---------|
//! | `x`              | `[rows, columns]`                                      | FLOAT, FLOAT16, BFLOAT16 | yes     |
//! | `scale`          | `[groups, columns]`, `groups` > 0                      | FLOAT, FLOAT16, BFLOAT16 | yes     |
//! | `groupIndex`     | `[groups]`                                             | INT32, INT64             | yes     |
//! | `offsetOptional` | `[1]` or `[]`; may be null                             | that of `scale`          | yes     |
//! | `y`              | that of `x`; for INT32 an eighth of the last dimension | INT8, INT4, INT32        | yes, but for INT4 |
//!
//! Group `g` ends before row `groupIndex[g]`; rows behind the last one belong to it. Numbers are rounded to the nearest integer, of two to the even one. `dstType` is the code of the type of `y`.
//! On Ascend910B, Ascend910_93 and, though its page does not name it, Ascend950.
//!
//! Source: ops-nn, `quant/group_quant`.

use crate::contract::mx::type_is;
use crate::contract::quant::codes_fit;
use crate::ops::quant::{Apply, By, Given, RoundMode, given};
use crate::prelude::*;

const NUMBERS: Dtypes = on_all(&[]).and_910b(&[F32, F16, Bf16]);
const CODES: Dtypes = on_all(&[]).and_910b(&[I8, I32, I4]);
const GROUPS: Dtypes = on_all(&[]).and_910b(&[I32, I64]);

/// Multiplies rows of `x` by the scales of their group, adds an offset, and rounds.
#[aclnn]
fn aclnnGroupQuant(
    x: Input,
    scale: Input,
    group_index: Input,
    offset_optional: Option<Input>,
    dst_type: i32,
    y: Output,
) -> Planned {
    x.dtype_in(NUMBERS)?;
    scale.dtype_in(NUMBERS)?;
    group_index.dtype_in(GROUPS)?;
    if let Some(offset) = &offset_optional {
        offset.same_dtype(&scale)?;
    }
    y.dtype_in(CODES)?;
    type_is("dstType", dst_type.into(), &y)?;
    x.rank_in(2..=2)?;
    group_index.rank_in(1..=1)?;
    let shape = [group_index.shape()[0], x.shape()[1]];
    scale.shape_is(&shape, "groups, and the columns of `x`")?;
    if shape[0] == 0 {
        return Err(scale.shape_refused("at least one group").into());
    }
    if let Some(offset) = &offset_optional {
        offset.max_rank(1)?;
        offset.numel_is(1)?;
    }
    codes_fit(&y, x.shape(), &x)?;
    if x.is_empty() {
        return Ok(Call::nothing([y.write()?]));
    }
    let mut by = vec![By {
        factor: scale.read()?,
        axis: 1,
        how: Apply::Multiply,
    }];
    if let Some(offset) = &offset_optional {
        by.push(By {
            factor: offset.read()?,
            axis: 1,
            how: Apply::Add,
        });
    }
    Ok(given(Given {
        x: x.read()?,
        by,
        group_index: Some(group_index.read()?),
        y: y.write()?,
        mode: RoundMode::Rint,
        is_packed: true,
    })?)
}
