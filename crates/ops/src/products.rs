//! Products of matrices: one, in another shape than the output's, or added to something step by step, each in a type of its own.

#![forbid(unsafe_code)]

use super::arithmetic::{ADD, MUL};
use super::grouped::Range;
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::gemm::gemm;
pub use hostnpu_engine::gemm::{Addend, Product};
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_tensor::{Dtype, Value};

/// The product of matrix `number` of both sides, of so many rows, steps and columns, as a range of grouped products.
pub fn range_of(number: usize, [rows, steps, columns]: [usize; 3]) -> Range {
    Range {
        group: number,
        left: [0, number],
        right: [0, number],
        output: [0, number],
        row: 0,
        output_row: 0,
        rows,
        step: 0,
        right_step: 0,
        steps,
        columns,
    }
}

/// Plans `output = a @ b`, as `product` says: matrices, or batches of them that broadcast.
pub fn multiply(product: Product, a: Arg, b: Arg, output: Arg) -> Result<Call> {
    gemm(product, a, b, output)
}

/// Plans a product of the shape `shape`, whose elements `output` has in another shape: in place, or by a copy where no strides say that.
pub fn multiply_reshaped(
    product: Product,
    [a, b]: [Arg; 2],
    shape: &[i64],
    output: Arg,
) -> Result<Call> {
    if output.view.layout.reshaped(shape).is_some() {
        return gemm(product, a, b, output.shaped(shape)?);
    }
    let own = output.view.layout.shape().to_vec();
    let mut all = Sequence::default();
    let (a, b, output) = (all.add(a), all.add(b), all.add(output));
    let dense = all.temporary(output.view.dtype, shape)?;
    all.then(gemm(product, a, b, dense.clone())?)?;
    let dense = all.reshaped(&dense, &own)?;
    all.then(pointwise::copy(dense, output)?)?;
    Ok(all.finish())
}

/// Plans `output = right @ left`: as [`multiply`], but `left`, the second factor, is the first operand of the call.
pub fn multiply_after(product: Product, left: Arg, right: Arg, output: Arg) -> Result<Call> {
    let mut all = Sequence::default();
    let (left, right, output) = (all.add(left), all.add(right), all.add(output));
    all.then(gemm(product, right, left, output)?)?;
    Ok(all.finish())
}

/// Adds the steps of `output = own * beta + product * alpha`: each factor, if there is one, in its own type, the sum in `compute`.
pub fn weighted_sum(
    all: &mut Sequence,
    (product, alpha): (Arg, Option<Value>),
    own: Option<(Arg, Option<Value>)>,
    compute: Dtype,
    output: Arg,
) -> Result<()> {
    let product = scaled(all, product, alpha)?;
    let sum = match own {
        None => pointwise::copy(product, output)?,
        Some((own, beta)) => {
            let own = match beta {
                Some(_) => Operand::Tensor(scaled(all, own, beta)?),
                None if own.is_same_operand(&output) => Operand::Output,
                None => Operand::Tensor(own),
            };
            pointwise::binary(&ADD, compute, &[], own, product, output)?
        }
    };
    all.then(sum)
}

/// Adds the step of `arg * factor`, in the type of the factor; returns the tensor itself where there is none.
pub fn scaled(all: &mut Sequence, arg: Arg, factor: Option<Value>) -> Result<Arg> {
    let Some(factor) = factor else {
        return Ok(arg);
    };
    let shape = arg.view.layout.shape().to_vec();
    let result = all.temporary(factor.dtype(), &shape)?;
    let arg = arg.with_role(super::Role::Input);
    let product = pointwise::binary(&MUL, factor.dtype(), &[], arg, factor, result.clone())?;
    all.then(product)?;
    Ok(result)
}
