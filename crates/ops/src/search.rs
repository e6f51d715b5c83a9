//! Comparison of two tensors with one truth value.

#![forbid(unsafe_code)]

use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::Binary;
use hostnpu_engine::operands::{ReadBytes, WriteBytes, kernel, operands};
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_kernels::arith::contains;
use hostnpu_tensor::Dtype;

operands! {
    struct AnyTrue => AnyTrueAt {
        /// Of the comparison: 0 or 1.
        results: ReadBytes,
        output: WriteBytes,
    }
}

/// Plans `output = whether table(a, b) is true of some pair of elements`, or the opposite if `negated`. The output is one element of BOOL; results
/// of the comparison, one byte for each element of `a`, are kept in the workspace.
pub fn any(
    table: &'static Binary,
    compute: Dtype,
    a: Arg,
    b: impl Into<Operand>,
    negated: bool,
    output: Arg,
) -> Result<Call> {
    if output.view.dtype != Dtype::Bool || output.view.numel() != Some(1) {
        return Err(Reason::Internal(format!("`{}` is not one BOOL", output.name)).into());
    }
    let shape = a.view.layout.shape().to_vec();
    let mut all = Sequence::default();
    let a = all.add(a);
    let b = all.add_operand(b.into());
    let output = all.add(output);
    let results = all.temporary(Dtype::Bool, &shape)?;
    let cost = results.view.numel().unwrap_or(0);
    all.then(pointwise::binary(
        table,
        compute,
        &[],
        a,
        b,
        results.clone(),
    )?)?;
    let operands = AnyTrue {
        results: results.into(),
        output: output.into(),
    };
    all.then(kernel(operands, cost, move |at: AnyTrueAt| {
        at.output[0] = (contains(at.results, 1) != negated).into();
        Ok(())
    })?)?;
    Ok(all.finish())
}
