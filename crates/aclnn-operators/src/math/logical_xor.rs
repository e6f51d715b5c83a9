//! `aclnnLogicalXor`: logic of two tensors. Source: ops-math, `math/not_equal`.

use crate::ops::comparison::LOGICAL_XOR;
use crate::prelude::*;

const INPUT: Dtypes = COMPLEX_NUMBERS_AND_BOOL;

/// Computes whether exactly one is true of each two elements, broadcast: 1 or 0 in the type of `out`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnLogicalXor(self_: Input, other: Input, out: Output) -> Planned {
    for input in [&self_, &other] {
        // The device turns complex numbers into a dimension more.
        if input.dtype()?.is_complex() && !input.is_empty() {
            input.max_rank(7)?;
        }
    }
    contract::logical(&LOGICAL_XOR, INPUT, Some(INPUT), (&self_, &out), &other)
}
