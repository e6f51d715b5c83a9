//! `aclnnStridedSlice`: `tf.strided_slice`, with its masks, on Ascend950. Source: ops-math, `conversion/strided_slice`.

use crate::ops::movement::strided::{self, Entry};
use crate::prelude::*;

const TYPES: Dtypes = only_950(&[
    F16, F32, I32, U8, Bool, I8, I16, I64, U16, U32, U64, Bf16, Complex32, Complex64, Hifloat8,
    F8E5m2, F8E4m3fn,
]);

/// Copies every `strides[i]`-th element of the dimension of entry `i`, from `begin[i]` to before `end[i]`; a negative stride walks backwards. Bits of
/// the masks leave out an entry's begin or end, let it stand for all dimensions that no other entry names, or for a new one, or take one element
/// and its dimension away.
#[aclnn]
fn aclnnStridedSlice(
    self_: Input,
    begin: Ints,
    end: Ints,
    strides: Ints,
    begin_mask: i64,
    end_mask: i64,
    ellipsis_mask: i64,
    new_axis_mask: i64,
    shrink_axis_mask: i64,
    out: Output,
) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    contract::up_to_rank_8(&[&self_, &out])?;
    contract::length_is(&end, begin.len(), "as `begin`")?;
    contract::length_is(&strides, end.len(), "as `end`")?;
    if strides.contains(&0) {
        let got = format!("{:?}", &*strides);
        return Err(Error::value("strides", got, "numbers other than 0").into());
    }
    if ellipsis_mask.count_ones() > 1 {
        return Err(Error::value("ellipsisMask", ellipsis_mask, "one bit at most").into());
    }
    let bit = |mask: i64, k: usize| k < 63 && mask & 1 << k != 0;
    if let Some(k) = (0..strides.len()).find(|&k| bit(shrink_axis_mask, k) && strides[k] <= 0) {
        let got = format!("{}, for dimension {k} of `shrinkAxisMask`", strides[k]);
        return Err(Error::value("strides", got, "1 or more there").into());
    }
    if self_.is_empty() {
        return contract::nothing(&self_, &out);
    }
    if strides.is_empty() {
        out.copies_fit(self_.shape(), "that of `self`")?;
        let view = self_.layout().clone();
        return Ok(ops::movement::moved(self_.read()?, view, out.write()?)?);
    }
    let entry = |k: usize| match () {
        () if bit(ellipsis_mask, k) => Entry::Rest,
        () if bit(new_axis_mask, k) => Entry::New,
        () if bit(shrink_axis_mask, k) => Entry::Pick(begin[k]),
        () => Entry::Slice {
            begin: (!bit(begin_mask, k)).then_some(begin[k]),
            end: (!bit(end_mask, k)).then_some(end[k]),
            stride: strides[k],
        },
    };
    let entries: Vec<Entry> = (0..strides.len()).map(entry).collect();
    let view = strided::view(self_.layout(), &entries).code(ACLNN_ERR_INNER_NULLPTR)?;
    out.shape_fits(view.shape(), "the slice of `self`")?;
    Ok(ops::movement::moved(self_.read()?, view, out.write()?)?)
}
