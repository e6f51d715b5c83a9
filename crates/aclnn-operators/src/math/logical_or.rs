//! `aclnnLogicalOr`, `aclnnInplaceLogicalOr`: logic of two tensors. Source: ops-math, `math/logical_or`.

use crate::ops::comparison::LOGICAL_OR;
use crate::prelude::*;

const INPUT: Dtypes = COMPLEX_NUMBERS_AND_BOOL;
const OUTPUT: Dtypes = INPUT.and_950(&[U16, U32, U64]);

/// Computes whether one is true of each two elements, broadcast: 1 or 0 in the type of `out`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnLogicalOr(self_: Input, other: Input, out: Output) -> Planned {
    contract::logical(&LOGICAL_OR, INPUT, Some(OUTPUT), (&self_, &out), &other)
}

/// Computes whether one is true of each two elements, in place: 1 or 0 in the type of `selfRef`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnInplaceLogicalOr(self_ref: InOut, other: Input) -> Planned {
    contract::logical(&LOGICAL_OR, INPUT, Some(OUTPUT), &self_ref, &other)
}
