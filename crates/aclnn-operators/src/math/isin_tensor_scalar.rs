//! `aclnnIsInTensorScalar`: which elements of a tensor are a number. Source: ops-math, `math/equal`.

use crate::ops::comparison::{EQ, NE};
use crate::prelude::*;

const NUMBERS: Dtypes = REAL_NUMBERS;

/// Computes whether elements of `element` equal `testElement`, or with `invert` whether they differ. The scalar counts by its category only: an
/// integer tensor keeps its type beside an integer, of which it sees the low bits.
#[aclnn]
fn aclnnIsInTensorScalar(
    element: Input,
    test_element: Scalar,
    assume_unique: bool,
    invert: bool,
    out: Output,
) -> Planned {
    // A hint for searches that sort.
    let _ = assume_unique;
    element.dtype_in(NUMBERS)?;
    test_element.dtype_in(NUMBERS)?;
    out.dtype_is(Bool)?;
    let keeps = element.dtype()?.is_floating() || !test_element.dtype().is_floating();
    let compute = match (contract::on_950(), keeps) {
        (true, _) => contract::by_category(&element, &test_element)?,
        (false, true) => element.dtype()?,
        (false, false) => contract::by_table(&element, &test_element)?,
    };
    contract::computes_in(compute, NUMBERS, &element)?;
    element.max_rank(8)?;
    out.same_shape(&element)?;
    let table = if invert { &NE } else { &EQ };
    contract::Place::from((&element, &out)).binary(table, compute, test_element.in_type(compute)?)
}
