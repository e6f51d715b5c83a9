//! `aclnnAddr`, `aclnnInplaceAddr`: sums with the outer product of two vectors. Source: ops-math, `math/addr`.

use crate::abi::aclnn::contract::products::broadcasts_to_product;
use crate::abi::aclnn::prelude::*;
use crate::ops::arithmetic::MUL;
use crate::ops::engine::gemm::{Addend, Product, gemm};
use crate::ops::engine::value_as;
use crate::ops::products::{scaled, weighted_sum};
use crate::ops::sequence::Sequence;
use crate::tensor::Value;

const TYPES: Dtypes = on_910(&[F64, F32, F16, I64, I32, I16, I8, U8, Bool]).and_910b(&[Bf16]);

/// A factor in the type of the sum, if it is not 1; and whether it is 0.
fn factor(scalar: Option<&Scalar>, dtype: Dtype) -> Result<(Option<Value>, bool)> {
    let Some(scalar) = scalar else {
        return Ok((None, false));
    };
    let value = scalar.in_type(dtype)?;
    let is = |number: i8| value_as(&Value::new(number), dtype) == Some(value);
    Ok(((!is(1)).then_some(value), is(0)))
}

fn sum(
    place: Place,
    [vec1, vec2]: [&Input; 2],
    beta: Option<&Scalar>,
    alpha: Option<&Scalar>,
) -> Planned {
    let (self_, out) = (place.input(), place.out());
    let tensors: [&TensorArg; 4] = [self_, vec1, vec2, out];
    for tensor in tensors {
        tensor.dtype_in(TYPES)?;
    }
    for scalar in [beta, alpha].into_iter().flatten() {
        scalar.dtype_in(TYPES)?;
    }
    let compute = contract::all_promoted(&[self_, vec1, vec2])?;
    for scalar in [beta, alpha].into_iter().flatten() {
        let dtype = scalar.dtype();
        if dtype == Bool && compute != Bool {
            return Err(Error::dtype(scalar.name(), dtype, "a number, as `self`").into());
        }
        if dtype.is_floating() && !compute.is_floating() {
            let allowed = "an integer type or BOOL, as all tensors have";
            return Err(Error::dtype(scalar.name(), dtype, allowed).into());
        }
    }
    vec1.rank_in(1..=1)?;
    vec2.rank_in(1..=1)?;
    self_.max_rank(2)?;
    let shape = [vec1.shape()[0], vec2.shape()[0]];
    broadcasts_to_product(self_, &shape)?;
    out.shape_is(&shape, "that of the product")?;
    let (beta, ignores_self) = factor(beta, compute)?;
    let (alpha, _) = factor(alpha, compute)?;
    let (own, target) = place.operands()?;
    let (column, row) = (vec1.read()?, vec2.read()?);
    let (column, row) = (column.shaped(&[shape[0], 1])?, row.shaped(&[1, shape[1]])?);
    let number = |value: Option<Value>| {
        let value = value.and_then(|value| value_as(&value, F64)?.get::<f64>());
        value.unwrap_or(1.0)
    };
    if matches!(compute, F32 | F16 | Bf16) {
        let addend = match own {
            Operand::Tensor(arg) => Addend::Tensor(arg),
            _ => Addend::Output,
        };
        let product = Product::new(compute, compute).times(number(alpha));
        return Ok(gemm(
            product.plus(addend, number(beta)),
            column,
            row,
            target,
        )?);
    }
    let own = match own {
        Operand::Tensor(arg) => Some(arg),
        _ => None,
    };
    let is_in_place = own.is_none();
    let args = match own {
        Some(own) => vec![own.read_if(!ignores_self), column, row, target],
        None => vec![target.read_if(!ignores_self), column, row],
    };
    let mut all = Sequence::new(args);
    let (column, row) = (all.operand(1), all.operand(2));
    let (own, target) = (all.operand(0), all.operand(if is_in_place { 0 } else { 3 }));
    let column = scaled(&mut all, column, alpha)?;
    let product = all.temporary(compute, &shape)?;
    all.then(pointwise::binary(
        &MUL,
        compute,
        &[],
        column,
        row,
        product.clone(),
    )?)?;
    let own = (!ignores_self).then_some((own, beta));
    weighted_sum(&mut all, (product, None), own, compute, target)?;
    Ok(all.finish())
}

/// Computes `beta * self + alpha * vec1 @ vec2^T`, `self` broadcast, in the type in which all meet. Factors that are null are 1. Integers wrap; of BOOL, products
/// are whether both are true and sums whether one is. With a `beta` of 0 `self` is not read; an `alpha`
/// of 0 multiplies what the vectors hold, NaN too.
#[aclnn]
fn aclnnAddr(
    self_: Input,
    vec1: Input,
    vec2: Input,
    beta_optional: Option<Scalar>,
    alpha_optional: Option<Scalar>,
    out: Output,
) -> Planned {
    let (beta, alpha) = (beta_optional.as_ref(), alpha_optional.as_ref());
    sum((&self_, &out).into(), [&vec1, &vec2], beta, alpha)
}

/// Computes `beta * selfRef + alpha * vec1 @ vec2^T` in place.
#[aclnn]
fn aclnnInplaceAddr(
    self_ref: InOut,
    vec1: Input,
    vec2: Input,
    beta_optional: Option<Scalar>,
    alpha_optional: Option<Scalar>,
) -> Planned {
    let (beta, alpha) = (beta_optional.as_ref(), alpha_optional.as_ref());
    sum((&self_ref).into(), [&vec1, &vec2], beta, alpha)
}
