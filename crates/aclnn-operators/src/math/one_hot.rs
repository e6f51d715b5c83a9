//! `aclnnOneHot`: a row of classes for each index. Source: ops-math, `math/one_hot`.

use crate::prelude::*;

const INDICES: Dtypes = on_910(&[I32, I64]).and_950(&[U8]);
const VALUES: Dtypes = on_910(&[F16, F32, I32, I64]).and_950(&[I8, U8]);

/// Writes `onValue` where the new dimension `axis`, of `numClasses` elements, has the index that `self` holds, and `offValue` elsewhere. Indices outside the
/// classes have no element.
#[aclnn]
fn aclnnOneHot(
    self_: Input,
    num_classes: c_int,
    on_value: Input,
    off_value: Input,
    axis: i64,
    out: Output,
) -> Planned {
    self_.dtype_in(INDICES)?;
    for tensor in [&*out, &*on_value, &*off_value] {
        tensor.dtype_in(VALUES)?;
    }
    on_value.same_dtype(&out)?;
    off_value.same_dtype(&out)?;
    self_.max_rank(if contract::on_950() { 7 } else { 8 })?;
    contract::up_to_rank_8(&[&on_value, &off_value, &out])?;
    let least = i32::from(self_.is_empty());
    if num_classes < least {
        return Err(Error::value("numClasses", num_classes, format!("{least} or more")).into());
    }
    let rank = self_.rank();
    if !(-1..=rank as i64).contains(&axis) {
        return Err(Error::value("axis", axis, format!("-1 to {rank}")).into());
    }
    let axis = usize::try_from(axis).unwrap_or(rank);
    out.rank_in(rank + 1..=rank + 1)?;
    let mut shape = self_.shape().to_vec();
    shape.insert(axis, num_classes.into());
    out.shape_is(&shape, "`self` with the classes as new dimension")?;
    if self_.is_empty() || num_classes == 0 {
        return contract::nothing(&self_, &out);
    }
    for value in [&on_value, &off_value] {
        if value.is_empty() {
            let refusal = value.shape_refused("one element or more");
            return Err(refusal).code(ACLNN_ERR_INNER_NULLPTR);
        }
    }
    let (on, off) = (on_value.read()?, off_value.read()?);
    let input = self_.read()?;
    let call = ops::creation::one_hot(input, on, off, axis, out.write()?)?;
    Ok(contract::leaving_out(call, &[("self", num_classes.into())]))
}
