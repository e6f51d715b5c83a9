//! `aclnnIsInScalarTensor`: whether a tensor has a number. Source: ops-math, `math/equal`.

use crate::ops::comparison::EQ;
use crate::prelude::*;
use crate::tensor::Value;

const NUMBERS: Dtypes = REAL_NUMBERS;

/// Writes whether an element of `testElements` equals `element`, or with `invert` whether none does, into `out`, of rank 0. The two promote as
/// tensors if there are 10 elements or more; else a floating-point tensor keeps its type, and an integer one too beside an integer.
#[aclnn]
fn aclnnIsInScalarTensor(
    element: Scalar,
    test_elements: Input,
    assume_unique: bool,
    invert: bool,
    out: Output,
) -> Planned {
    // A hint for searches that sort.
    let _ = assume_unique;
    element.dtype_in(NUMBERS)?;
    test_elements.dtype_in(NUMBERS)?;
    out.dtype_is(Bool)?;
    let keeps = test_elements.dtype()?.is_floating() || !element.dtype().is_floating();
    let compute = match test_elements.numel() < 10 && keeps {
        true => test_elements.dtype()?,
        false => contract::by_table(&test_elements, &element)?,
    };
    element.casts_to(compute)?;
    test_elements.max_rank(8)?;
    out.rank_in(0..=0)?;
    if test_elements.is_empty() {
        return Ok(pointwise::fill(Value::from(invert), out.write()?)?);
    }
    let element = element.in_type(compute)?;
    let pairs = [test_elements.read()?.into(), element.into()];
    let shape = test_elements.shape();
    Ok(ops::search::any(
        &EQ,
        compute,
        pairs,
        shape,
        invert,
        out.write()?,
    )?)
}
