//! `aclnnLogicalAnd`, `aclnnInplaceLogicalAnd`: logic of two tensors. Source: ops-math, `math/logical_and`.

use crate::ops::comparison::LOGICAL_AND;
use crate::prelude::*;

const INPUT: Dtypes = on_all(&[
    F32, F16, Bf16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
]);

/// Computes whether both are true of each two elements, broadcast: 1 or 0 in the type of `out`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnLogicalAnd(self_: Input, other: Input, out: Output) -> Planned {
    contract::logical(&LOGICAL_AND, INPUT, None, (&self_, &out), &other)
}

/// Computes whether both are true of each two elements, in place: 1 or 0 in the type of `selfRef`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnInplaceLogicalAnd(self_ref: InOut, other: Input) -> Planned {
    contract::logical(&LOGICAL_AND, INPUT, None, &self_ref, &other)
}
