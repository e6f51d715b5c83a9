//! `aclnnSplitWithSize`: pieces of a tensor, of sizes that are given. Source: ops-math, `conversion/split_v`.

use super::split_tensor::TYPES;
use crate::prelude::*;

/// Copies pieces of `self` along `dim`, of `splitSize[i]` elements, to the tensors of the list, converted to their types.
#[aclnn]
fn aclnnSplitWithSize(self_: Input, split_size: Ints, dim: i64, out: Outputs) -> Planned {
    self_.dtype_in(TYPES)?;
    for out in out.iter() {
        out.dtype_in(TYPES)?;
    }
    self_.rank_in(1..=8)?;
    for out in out.iter() {
        out.max_rank(8)?;
    }
    let axis = contract::axis("dim", dim, self_.rank())?;
    let (extent, sum) = (
        self_.shape()[axis],
        split_size
            .iter()
            .map(|&size| i128::from(size))
            .sum::<i128>(),
    );
    if sum != i128::from(extent) {
        let got = format!("{:?}, together {sum}", &*split_size);
        let allowed = format!("sizes of {extent} elements together");
        return Err(Error::value("splitSize", got, allowed).into());
    }
    contract::length_is(&split_size, out.len(), "one for each tensor of `out`")?;
    if self_.is_empty() {
        return Ok(Call::nothing([self_.read()?]));
    }
    let loose = split_size.len() == 1 || split_size.len() > 512;
    contract::pieces(&self_, axis, &split_size, &out, loose)
}
