//! Products with a matrix of FLOAT that two of BFLOAT16 stand for.

#![forbid(unsafe_code)]

use hostnpu_base::error::Result;
use hostnpu_tensor::Dtype;

use crate::products::{Addend, Product, multiply};
use crate::sequence::Sequence;
use crate::{Arg, Call};

/// The operands, under their documented names.
pub struct Operands {
    /// The left matrix.
    pub x: Arg,
    /// The higher parts of the right matrix.
    pub w_high: Arg,
    /// The lower parts of it.
    pub w_low: Arg,
    /// The result.
    pub y: Arg,
}

/// Plans `y = x @ wHigh + scale * (x @ wLow)`, rounded once.
pub fn matmul_emu_split_weight(of: Operands, scale: f64) -> Result<Call> {
    let shape = of.y.view.layout.shape().to_vec();
    let mut all = Sequence::default();
    let x = all.add(of.x);
    let (high, low, y) = (all.add(of.w_high), all.add(of.w_low), all.add(of.y));
    let sums = all.temporary(Dtype::F64, &shape)?;
    let product = Product::new(Dtype::Bf16, Dtype::F64);
    all.then(multiply(product, x.clone(), high, sums.clone())?)?;
    let product = Product::new(Dtype::Bf16, Dtype::F32).times(scale);
    let product = product.plus(Addend::Tensor(sums), 1.0);
    all.then(multiply(product, x, low, y)?)?;
    Ok(all.finish())
}
