//! `aclnnSplitTensor`: pieces of a tensor, all of one length but for the last. Source: ops-math, `conversion/split_v`.

use crate::prelude::*;

/// Types that are split: each output may have a type of its own.
pub(super) const TYPES: Dtypes = on_all(&[
    F64, F32, F16, Bf16, I64, I32, I16, I8, U8, Bool, Complex128, Complex64,
])
.and_950(&[U16, U32, U64]);

/// Copies pieces of `self` along `dim`, of `splitSections` elements each, the last of what is left, to the tensors of the list, converted to their
/// type. More tensors than pieces are left as they are.
#[aclnn]
fn aclnnSplitTensor(self_: Input, split_sections: u64, dim: i64, out: Outputs) -> Planned {
    self_.dtype_in(TYPES)?;
    for one in out.iter() {
        one.dtype_in(TYPES)?;
        one.same_dtype(&out[0])?;
    }
    self_.rank_in(1..=8)?;
    for one in out.iter() {
        one.max_rank(8)?;
    }
    let axis = contract::axis("dim", dim, self_.rank())?;
    let extent = self_.shape()[axis];
    let length = i64::try_from(split_sections).unwrap_or(i64::MAX);
    if (extent == 0) != (length == 0) {
        let allowed = match extent {
            0 => "0, for a dimension without elements",
            _ => "1 or more",
        };
        return Err(Error::value("splitSections", split_sections, allowed).into());
    }
    if self_.is_empty() {
        return Ok(Call::nothing([self_.read()?]));
    }
    let number = extent.div_euclid(length) + i64::from(extent % length != 0);
    if number > out.len() as i64 {
        let got = format!("a list of {} tensors", out.len());
        return Err(
            Error::value("out", got, format!("{number} or more, one for each piece")).into(),
        );
    }
    let piece = |k: i64| length.min(extent - k * length);
    let sizes: Vec<i64> = (0..number).map(piece).collect();
    let loose = length == extent || number > 512;
    contract::pieces(&self_, axis, &sizes, &out, loose)
}
