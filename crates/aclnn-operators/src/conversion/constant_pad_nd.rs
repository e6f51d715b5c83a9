//! `aclnnConstantPadNd`: a tensor with a number beside it. Source: ops-math, `conversion/pad_v3`.

use crate::abi::acl::types::aclFormat;
use crate::abi::failure::Outcome;
use crate::ops::movement::pads::{self, Padding};
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = on_910(&[
    F32, F16, F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16])
.and_950(&[Hifloat8, F8E5m2, F8E4m3fn, F8E8m0, F4E2m1, F4E1m2]);

/// The number in the type of the tensor.
fn value_in(value: &Scalar, dtype: Dtype) -> Outcome<Value> {
    if dtype.bits() > 8 || !dtype.is_floating() {
        return Ok(value.in_type(dtype)?);
    }
    if value.to_f64() == Some(0.0) {
        return Ok(Value::from_bytes(dtype, &[0]));
    }
    let got = format!("{:?}, for {dtype}", value.to_f64());
    Err(Error::value(
        value.name(),
        got,
        "0 for types of 8 bits and fewer",
    ))
    .code(ACLNN_ERR_INNER_NULLPTR)
}

/// Copies `self` with `pad[2k]` elements before and `pad[2k + 1]` behind dimension `k` from the last, all of them `value`. Negative counts cut
/// elements off.
#[aclnn]
fn aclnnConstantPadNd(self_: Input, pad: Ints, value: Scalar, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    if self_.format() != aclFormat::ACL_FORMAT_ND {
        out.same_format(&self_)?;
    }
    contract::up_to_rank_8(&[&self_, &out])?;
    out.rank_in(self_.rank()..=self_.rank())?;
    let rank = self_.rank();
    if !pad.len().is_multiple_of(2) || pad.len() / 2 > rank {
        let got = format!("{:?}, of {} numbers", &*pad, pad.len());
        let allowed = format!("two numbers for each of {rank} dimensions at most");
        return Err(Error::value("pad", got, allowed).into());
    }
    let mut shape = self_.shape().to_vec();
    let mut paddings = Vec::new();
    for (k, pair) in pad.chunks_exact(2).enumerate() {
        let (axis, low, high) = (rank - 1 - k, pair[0], pair[1]);
        let left = |count: i64| self_.shape()[axis].saturating_add(count);
        let both = low.saturating_add(high);
        if left(low.min(high).min(both)) < 0 {
            let got = format!("{low}, {high} for dimension {axis}");
            let allowed = format!("no fewer than its {} elements cut off", self_.shape()[axis]);
            return Err(Error::value("pad", got, allowed).into());
        }
        shape[axis] = left(both);
        paddings.push(Padding { axis, low, high });
    }
    out.shape_is(&shape, "that of `self` with `pad`")?;
    let padded_is_empty = paddings.iter().any(|padding| shape[padding.axis] == 0);
    if padded_is_empty && pad.iter().any(|&count| count > 0) {
        let allowed = "no positive number where a padded dimension becomes empty";
        return Err(Error::value("pad", format!("{:?}", &*pad), allowed).into());
    }
    let dtype = self_.dtype()?;
    if dtype.is_floating() && dtype.bits() <= 8 {
        contract::at_least(&pad, 0)?;
    }
    if out.is_empty() {
        return contract::nothing(&self_, &out);
    }
    let value = match pad.iter().all(|&count| count == 0) {
        true => Value::from_bytes(dtype, &[0; 16]),
        false => value_in(&value, dtype)?,
    };
    let (input, out) = (self_.read()?, out.write()?);
    pads::constant(input, &paddings, value, out).code(ACLNN_ERR_INNER_NULLPTR)
}
