//! `aclnnRepeat`: tiles. Source: ops-math, `math/tile`.

use crate::prelude::*;

const TYPES: Dtypes = for_chips(
    &OLD,
    &OLD,
    &[
        F32, F16, F64, Complex64, Complex128, U8, I8, I16, I32, I64, Bool, Bf16, U32, U64, U16,
        Hifloat8, F8E5m2, F8E4m3fn,
    ],
)
.and_910b_only(&[U16]);
const OLD: [Dtype; 14] = [
    F32, F16, F64, Complex64, Complex128, U8, I8, I16, I32, I64, Bool, Bf16, U32, U64,
];

/// Copies `self` `repeats[i]` times along dimension `i` of `out`, which may have more dimensions before those of `self`.
#[aclnn]
fn aclnnRepeat(self_: Input, repeats: Ints, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    if repeats.len() < self_.rank() || repeats.len() > 8 {
        let got = format!("{:?}, of {} numbers", &*repeats, repeats.len());
        let allowed = format!("{} to 8 numbers, one for each dimension", self_.rank());
        return Err(Error::value("repeats", got, allowed).into());
    }
    contract::at_least(&repeats, 0)?;
    self_.max_rank(8)?;
    if self_.is_empty() || out.is_empty() || repeats.contains(&0) {
        return contract::nothing(&self_, &out);
    }
    if repeats.is_empty() {
        out.copies_fit(&[], "that of `self`")?;
        return Ok(ops::movement::moved(
            self_.read()?,
            self_.layout().clone(),
            out.write()?,
        )?);
    }
    let missing = repeats.len() - self_.rank();
    let extent = |(k, &times): (usize, &i64)| match k.checked_sub(missing) {
        Some(axis) => times.saturating_mul(self_.shape()[axis]),
        None => times,
    };
    let shape: Vec<i64> = repeats.iter().enumerate().map(extent).collect();
    out.shape_is(&shape, "`self` as often as `repeats` says")?;
    Ok(ops::movement::repeat(
        self_.read()?,
        &repeats,
        out.write()?,
    )?)
}
