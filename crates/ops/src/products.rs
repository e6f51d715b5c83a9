//! Products that are multiplied and added to something step by step, each in a type of its own.

use std::sync::Arc;

use super::Arg;
use super::arithmetic::{ADD, MUL};
use super::engine::pointwise::{self, Operand};
use super::sequence::Sequence;
use hostnpu_base::error::Result;
use hostnpu_tensor::{Dtype, Value};

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
                None if Arc::ptr_eq(&own.view.layout, &output.view.layout) => Operand::Output,
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
