//! `aclnnFusedMatmul`: a product of matrices, a bias, and an operation on the result; on Ascend950. Source: ops-nn, `matmul/fused_mat_mul`.

use crate::contract::products::{self, Cube};
use crate::device::soc::Generation;
use crate::ops::matmul::fused_matmul::{self as operation, Operands, fused_matmul};
use crate::prelude::*;

/// The values of `fusedOpType`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fused {
    Nothing,
    Widens,
    Relu,
    GeluErf,
    GeluTanh,
    Adds,
    Multiplies,
}

impl Fused {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "" => Self::Nothing,
            "16cast32" => Self::Widens,
            "relu" => Self::Relu,
            "gelu_erf" => Self::GeluErf,
            "gelu_tanh" => Self::GeluTanh,
            "add" => Self::Adds,
            "mul" => Self::Multiplies,
            _ => return None,
        })
    }

    fn operation(self) -> operation::Fused {
        match self {
            Self::Nothing | Self::Widens => operation::Fused::Nothing,
            Self::Relu => operation::Fused::Relu,
            Self::GeluErf => operation::Fused::GeluErf,
            Self::GeluTanh => operation::Fused::GeluTanh,
            Self::Adds => operation::Fused::Adds,
            Self::Multiplies => operation::Fused::Multiplies,
        }
    }

    fn is_gelu(self) -> bool {
        matches!(self, Self::GeluErf | Self::GeluTanh)
    }

    fn takes_x3(self) -> bool {
        matches!(self, Self::Adds | Self::Multiplies)
    }

    fn most_dimensions(self) -> usize {
        match self {
            Self::Nothing | Self::Relu => 6,
            _ if self.is_gelu() => 2,
            _ => 3,
        }
    }
}

/// Computes `x1 @ x2 + bias` for each matrix of a batch and of the result, as `fusedOpType` says, nothing else, its rectified linear unit, one of two Gaussian
/// error linear units, or its sum or product with `x3`. Sums with `x3` and products are of results rounded to the type of `y`, unless `cubeMathType` is 4.
#[aclnn]
fn aclnnFusedMatmul(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    x3: Option<Input>,
    fused_op_type: Option<Text>,
    cube_math_type: i8,
    y: ConstOutput,
) -> Planned {
    let name = fused_op_type.as_deref();
    let Some(fused) = name.and_then(Fused::named) else {
        let got = format!("{:?}", name.unwrap_or("null"));
        let allowed = "\"\", 16cast32, relu, gelu_erf, gelu_tanh, add or mul";
        return Err(Error::value("fusedOpType", got, allowed).into());
    };
    if fused.is_gelu() && bias.is_some() {
        let refusal = Error::value("bias", "a tensor", "null with gelu_erf and gelu_tanh");
        return Err(refusal).code(ACLNN_ERR_PARAM_NULLPTR);
    }
    if fused.takes_x3() && x3.is_none() {
        return Err(Reason::Null { arg: "x3" }.into());
    }
    let (bias, x3) = (bias.as_ref(), x3.as_ref());
    let rank = y.rank();
    y.rank_in(2..=fused.most_dimensions())?;
    for tensor in [&x1, &x2] {
        tensor.rank_in(rank..=rank)?;
    }
    let [batch @ .., rows, _] = x1.shape() else {
        return Err(x1.shape_refused("a matrix").into());
    };
    x2.continues(&x1)?;
    if x2.shape()[..rank - 2] != *batch {
        let allowed = format!("a batch of {batch:?} (that of `x1`)");
        return Err(x2.shape_refused(allowed).into());
    }
    let shape = [batch, &[*rows, x2.shape()[rank - 1]]].concat();
    y.shape_is(&shape, "that of the products")?;
    let matrix = &shape[rank - 2..];
    if let Some(x3) = x3 {
        let batches: &[i64] = if rank == 2 { &[] } else { &[1] };
        let one = [batches, matrix].concat();
        if x3.shape() != one {
            x3.same_shape(&y)?;
        }
    }
    if let Some(bias) = bias {
        bias.rank_in(1..=2)?;
        products::broadcasts_to_product(bias, matrix)?;
        if x2.shape()[rank - 2] == 0 {
            return Err(x2
                .shape_refused("inner elements, as there is a `bias`")
                .into());
        }
    }
    let types = match fused.is_gelu() || fused == Fused::Widens {
        true => HALVES,
        false => SHORT_EVERYWHERE,
    };
    x1.dtype_in(types)?;
    x2.same_dtype(&x1)?;
    match fused {
        Fused::Widens => y.dtype_is(F32)?,
        _ => y.same_dtype(&x1)?,
    }
    if let Some(bias) = bias {
        bias.dtype_of_or_in(&x1, on_all(&[F32]))?;
    }
    if let Some(x3) = x3 {
        x3.same_dtype(&x1)?;
    }
    products::none_nz(&[&x1, &x2, &y])?;
    let (own, result) = (x1.dtype()?, y.dtype()?);
    let cube = Cube::of_types(own, own, result, cube_math_type)?;
    if own == F32 && cube_math_type != 3 {
        return Err(Error::value("cubeMathType", cube_math_type, "3 for FLOAT").into());
    }
    if fused == Fused::Widens && (x1.is_empty() || x2.is_empty()) {
        return Err(x1.shape_refused("elements with 16cast32").into());
    }
    contract::needs_chip(&[Generation::Ascend950]).code(ACLNN_ERR_INNER_NULLPTR)?;

    let of = Operands {
        x1: x1.read()?,
        x2: x2.read()?,
        bias: bias.map(Input::read).transpose()?,
        x3: x3
            .filter(|_| fused.takes_x3())
            .map(Input::read)
            .transpose()?,
        y: y.write()?,
    };
    let keeps_sums = cube_math_type == 4 && own != F32;
    Ok(fused_matmul(
        of,
        fused.operation(),
        cube.operands,
        keeps_sums,
    )?)
}
