//! `aclnnPdist`: distances between the rows of one matrix. Source: ops-math, `math/pdist`.

use crate::prelude::*;

/// Writes the distance of each row of `self` to each one behind it, by the norm of order `p`, computed in DOUBLE and rounded once. FLOAT or FLOAT16.
#[aclnn]
fn aclnnPdist(self_: Input, p: f32, out: Output) -> Planned {
    contract::pairs_of_rows(&self_, &out, "p", p)
}
