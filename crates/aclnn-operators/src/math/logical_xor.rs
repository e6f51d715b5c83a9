//! `aclnnLogicalXor`: logic of two tensors. Source: ops-math, `math/not_equal`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::LOGICAL_XOR;

const INPUT: Dtypes = on_910(&[
    F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16]);

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
