//! Sums with a product of a matrix and a vector.

#![forbid(unsafe_code)]

use hostnpu_base::error::Result;
use hostnpu_tensor::{Dtype, Value};

use crate::products::{Addend, Product, multiply, scaled, weighted_sum};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_engine::pointwise;

/// A factor of a sum.
#[derive(Clone, Copy)]
pub struct Factor {
    /// In double.
    pub number: f64,
    /// In the type in which it meets what it multiplies; none counts as 1.
    pub value: Option<Value>,
}

/// The operands of `out = self * beta + mat @ vec * alpha`, each but the matrix a column.
pub struct Addmv {
    /// Addend; none of it is read where it does not count.
    pub self_: Arg,
    /// The matrix.
    pub mat: Arg,
    /// The vector.
    pub vec: Arg,
    /// The sum.
    pub out: Arg,
    /// The factor of `self`.
    pub beta: Factor,
    /// The factor of the product.
    pub alpha: Factor,
    /// True if `self` counts.
    pub reads_self: bool,
    /// True if the product counts.
    pub reads_product: bool,
}

/// The types in which a sum is computed.
#[derive(Clone, Copy)]
pub struct Types {
    /// Of the product of floating-point numbers: to what they are rounded first.
    pub operands: Dtype,
    /// Of the product, in which matrix and vector meet.
    pub product: Dtype,
    /// Of the sum.
    pub sum: Dtype,
}

/// Plans the sum. Floating-point numbers are rounded once, others after each step.
pub fn addmv(of: Addmv, types: Types) -> Result<Call> {
    let is_empty = of.self_.view.layout.is_empty() || of.out.view.layout.is_empty();
    let mut all = Sequence::default();
    let own = all.add(of.self_.read_if(of.reads_self));
    let mat = all.add(of.mat.read_if(of.reads_product));
    let column = all.add(of.vec.read_if(of.reads_product));
    let result = all.add(of.out);
    if is_empty {
        return Ok(Call::nothing([own, mat, column, result]));
    }
    if !of.reads_product {
        let own = scaled(&mut all, own, of.beta.value)?;
        all.then(pointwise::copy(own.with_role(Role::Input), result)?)?;
        return Ok(all.finish());
    }
    if types.product.is_floating() && types.sum.is_floating() {
        let product = Product::new(types.operands, types.sum).times(of.alpha.number);
        let sum = match of.reads_self {
            true => product.plus(Addend::Tensor(own), of.beta.number),
            false => product,
        };
        all.then(multiply(sum, mat, column, result)?)?;
        return Ok(all.finish());
    }
    let rows = result.view.layout.shape().to_vec();
    let sums = all.temporary(types.product, &rows)?;
    let product = Product::new(types.product, types.product);
    all.then(multiply(product, mat, column, sums.clone())?)?;
    let own = of.reads_self.then_some((own, of.beta.value));
    weighted_sum(&mut all, (sums, of.alpha.value), own, types.sum, result)?;
    Ok(all.finish())
}
