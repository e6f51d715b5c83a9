//! `aclnnMv`: products of a matrix and a vector. Source: ops-nn, `matmul/mv`.

use crate::contract::products::{self, Cube};
use crate::prelude::*;

/// Computes the product of a matrix and a vector. Without columns it is 0.
#[aclnn]
fn aclnnMv(self_: Input, vec: Input, out: Output, cube_math_type: i8) -> Planned {
    out.same_dtype(&vec)?;
    if !self_.is_empty() {
        self_.same_dtype(&vec)?;
    }
    let cube = Cube::new(&self_, &vec, &[], &out, cube_math_type)?;
    self_.rank_in(2..=2)?;
    vec.rank_in(1..=1)?;
    vec.has_inner_extent(&self_, 0)?;
    out.shape_is(&self_.shape()[..1], "the rows of `self`")?;
    products::none_nz(&[&self_, &vec, &out])?;
    let (inner, rows) = (vec.shape()[0], self_.shape()[0]);
    let column = vec.read()?.shaped(&[inner, 1])?;
    cube.multiply(self_.read()?, column, out.write()?.shaped(&[rows, 1])?)
}
