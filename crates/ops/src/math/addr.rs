//! Sums with the outer product of two vectors.

#![forbid(unsafe_code)]

use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, Value};

use crate::arithmetic::MUL;
use crate::products::{Addend, Product, multiply, scaled, weighted_sum};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_engine::value_as;

/// The operands of `out = self * beta + vec1 @ vec2ᵀ * alpha`.
pub struct Addr {
    /// Addend, broadcast; the output for a sum in place.
    pub self_: Operand,
    /// The left vector.
    pub vec1: Arg,
    /// The right vector.
    pub vec2: Arg,
    /// The factor of `self`, of the type of the sum; none is 1.
    pub beta: Option<Value>,
    /// The factor of the product, likewise.
    pub alpha: Option<Value>,
    /// The sum, a matrix.
    pub out: Arg,
}

/// Plans the sum in the type `compute`. FLOAT and shorter ones are rounded once, others after each step. A `beta` of 0 leaves `self` unread.
pub fn addr(of: Addr, compute: Dtype) -> Result<Call> {
    let (rows, columns) = (length(&of.vec1)?, length(&of.vec2)?);
    let column = of.vec1.shaped(&[rows, 1])?;
    let row = of.vec2.shaped(&[1, columns])?;
    let is = |factor: Option<Value>, number: i8| {
        factor.is_some_and(|factor| value_as(&Value::new(number), compute) == Some(factor))
    };
    let ignores_self = is(of.beta, 0);
    let [beta, alpha] = [of.beta, of.alpha].map(|factor| factor.filter(|_| !is(factor, 1)));
    if matches!(compute, Dtype::F32 | Dtype::F16 | Dtype::Bf16) {
        let number = |factor: Option<Value>| {
            let double = factor.and_then(|factor| value_as(&factor, Dtype::F64)?.get::<f64>());
            double.unwrap_or(1.0)
        };
        let addend = match of.self_ {
            Operand::Tensor(arg) => Addend::Tensor(arg),
            Operand::Output | Operand::Value(_) => Addend::Output,
        };
        let product = Product::new(compute, compute).times(number(alpha));
        return multiply(product.plus(addend, number(beta)), column, row, of.out);
    }
    let mut all = Sequence::default();
    let own = match of.self_ {
        Operand::Tensor(own) => Some(all.add(own.read_if(!ignores_self))),
        Operand::Output | Operand::Value(_) => None,
    };
    // In place the output is the first operand, as the input that it is.
    let (own, column, row, out) = match own {
        Some(own) => {
            let (column, row) = (all.add(column), all.add(row));
            (own, column, row, all.add(of.out))
        }
        None => {
            let out = all.add(of.out.read_if(!ignores_self));
            (out.clone(), all.add(column), all.add(row), out)
        }
    };
    let column = scaled(&mut all, column, alpha)?;
    let product = all.temporary(compute, &[rows, columns])?;
    let call = pointwise::binary(&MUL, compute, &[], column, row, product.clone())?;
    all.then(call)?;
    let own = (!ignores_self).then_some((own, beta));
    weighted_sum(&mut all, (product, None), own, compute, out)?;
    Ok(all.finish())
}

/// Returns the length of a vector.
fn length(vector: &Arg) -> Result<i64> {
    match *vector.view.layout.shape() {
        [length] => Ok(length),
        ref shape => Err(Error::rank(vector.name, shape.len(), "1")),
    }
}
