//! Products of batches of matrices that are scaled and rounded to integers.

#![forbid(unsafe_code)]

use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, Layout, Value};

use crate::arithmetic::MUL;
use crate::comparison::BITWISE_AND;
use crate::limits::CLAMP_SCALARS;
use crate::piecewise::ROUND;
use crate::products::{Product, multiply};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_engine::pointwise;

/// The bits of a scale that count: the lower 32 of a word are a FLOAT, whose last 13 are 0.
const SCALE_BITS: i32 = -1 << 13;

/// The operands, under their documented names.
pub struct Operands {
    /// The left matrices: a batch of batches.
    pub x1: Arg,
    /// The right matrices, likewise.
    pub x2: Arg,
    /// A word for each column of each matrix.
    pub scale: Arg,
    /// The results, likewise.
    pub out: Arg,
}

/// Plans the products times a scale, rounded to integers, of two to the even one, from -128 to 127.
pub fn quantised_products(of: Operands) -> Result<Call> {
    let shape = of.out.view.layout.shape().to_vec();
    let &[_, batch, _, columns] = &shape[..] else {
        return Err(Error::rank(of.out.name, shape.len(), "4"));
    };
    let count = usize::try_from(batch * columns).unwrap_or_default();
    of.scale.require_numel(count)?;
    let words = {
        // The lower half of each word, a row for each matrix.
        let rows = &of.scale.view.layout.split(0, batch, columns);
        let strides = rows.strides().iter().map(|stride| stride * 2).collect();
        let layout = Layout::new(rows.shape().into(), strides, rows.offset() * 2).with_axis(1);
        let address = of.scale.view.address;
        Arg::new(of.scale.name, Role::Input, Dtype::I32, layout, address)?
    };
    let mut all = Sequence::default();
    let (a, b) = (all.add(of.x1), all.add(of.x2));
    let (scale, out) = (all.add(of.scale), all.add(of.out));
    let sums = all.temporary(Dtype::F64, &shape)?;
    let scaled = all.temporary(Dtype::F64, &shape)?;
    let bits = all.temporary(Dtype::I32, &[batch, 1, columns])?;
    let product = Product::new(Dtype::F16, Dtype::F64);
    all.then(multiply(product, a, b, sums.clone())?)?;
    let mask = Value::new(SCALE_BITS);
    let call = pointwise::binary(&BITWISE_AND, Dtype::I32, &[], words, mask, bits.clone())?;
    all.then_on(call, &[&scale, &bits])?;
    let layout = bits.view.layout.clone();
    let factors = Arg::new("temporary", Role::Input, Dtype::F32, layout, 0)?;
    let call = pointwise::binary(&MUL, Dtype::F64, &[], sums.clone(), factors, scaled.clone())?;
    all.then_on(call, &[&sums, &bits, &scaled])?;
    all.then(pointwise::unary(
        &ROUND,
        Dtype::F64,
        &[],
        scaled,
        sums.clone(),
    )?)?;
    let limits = [Value::new(-128.0_f64), Value::new(127.0_f64)];
    all.then(pointwise::unary(
        &CLAMP_SCALARS,
        Dtype::F64,
        &limits,
        sums,
        out,
    )?)?;
    Ok(all.finish())
}
