//! Functions of each element of each tensor of a list and a number: one for all tensors, or one for each. Source: ops-nn, `foreach`.

use crate::contract::foreach::{
    FLOATS, NUMBERS,
    Second::{Element, Scalar as One, Scalars as Each},
    binary, binary_after,
};
use crate::ops::arithmetic::{MAXIMUM, MINIMUM, MUL};
use crate::ops::division::DIV;
use crate::ops::foreach::{ADD, SUB};
use crate::ops::functions_of_two::POW;
use crate::prelude::*;

/// Sums, for which Ascend950 has no kernel of short integers.
const SUMMED: Dtypes = NUMBERS.and_910b_only(&[I16, I8, U8]);
const IN_PLACE: Dtypes = only_950(&[F32, F16, Bf16, I32]);

/// Computes `x + scalar`.
#[aclnn(own_header)]
fn aclnnForeachAddScalarV2(x: Inputs, scalar: Scalar, out: Outputs) -> Planned {
    binary(&ADD, SUMMED, (&x, &out), One(&scalar))
}

/// Computes `x + scalar`, a tensor of one element.
#[aclnn(generated, own_header)]
fn aclnnForeachAddScalar(x: Inputs, scalar: Input, out: ConstOutputs) -> Planned {
    binary(&ADD, SUMMED, (&x, &out), Element(&scalar))
}

/// Computes `x + scalars`, a number for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachAddScalarList(x: Inputs, scalars: Scalars, out: ConstOutputs) -> Planned {
    binary(&ADD, NUMBERS, (&x, &out), Each(&scalars))
}

/// Computes `x - scalar`.
#[aclnn(own_header)]
fn aclnnForeachSubScalarV2(x: Inputs, scalar: Scalar, out: Outputs) -> Planned {
    binary(&SUB, NUMBERS, (&x, &out), One(&scalar))
}

/// Computes `x - scalar`, a tensor of one element.
#[aclnn(generated, own_header)]
fn aclnnForeachSubScalar(x: Inputs, scalar: Input, out: ConstOutputs) -> Planned {
    binary(&SUB, NUMBERS, (&x, &out), Element(&scalar))
}

/// Computes `x - scalars`, a number for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachSubScalarList(x: Inputs, scalars: Scalars, out: ConstOutputs) -> Planned {
    binary(&SUB, NUMBERS, (&x, &out), Each(&scalars))
}

/// Computes `x * scalar`.
#[aclnn(own_header)]
fn aclnnForeachMulScalarV2(x: Inputs, scalar: Scalar, out: Outputs) -> Planned {
    binary(&MUL, NUMBERS, (&x, &out), One(&scalar))
}

/// Computes `x * scalar`, a tensor of one element.
#[aclnn(generated, own_header)]
fn aclnnForeachMulScalar(x: Inputs, scalar: Input, out: ConstOutputs) -> Planned {
    binary(&MUL, NUMBERS, (&x, &out), Element(&scalar))
}

/// Computes `x * scalars`, a number for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachMulScalarList(x: Inputs, scalars: Scalars, out: ConstOutputs) -> Planned {
    binary(&MUL, NUMBERS, (&x, &out), Each(&scalars))
}

/// Computes `x / scalar`.
#[aclnn(own_header)]
fn aclnnForeachDivScalarV2(x: Inputs, scalar: Scalar, out: Outputs) -> Planned {
    binary(&DIV, FLOATS, (&x, &out), One(&scalar))
}

/// Computes `x / scalar`, a tensor of one element.
#[aclnn(own_header)]
fn aclnnForeachDivScalar(x: Inputs, scalar: Input, out: Outputs) -> Planned {
    binary(&DIV, FLOATS, (&x, &out), Element(&scalar))
}

/// Computes `x / scalars`, a number for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachDivScalarList(x: Inputs, scalars: Scalars, out: ConstOutputs) -> Planned {
    binary(&DIV, FLOATS, (&x, &out), Each(&scalars))
}

/// Computes the larger one of `x` and `scalar`.
#[aclnn(own_header)]
fn aclnnForeachMaximumScalarV2(x: Inputs, scalar: Scalar, out: Outputs) -> Planned {
    binary(&MAXIMUM, NUMBERS, (&x, &out), One(&scalar))
}

/// Computes the larger one of `x` and `scalar`, a tensor of one element.
#[aclnn(generated, own_header)]
fn aclnnForeachMaximumScalar(x: Inputs, scalar: Input, out: ConstOutputs) -> Planned {
    binary(&MAXIMUM, NUMBERS, (&x, &out), Element(&scalar))
}

/// Computes the larger one of `x` and `scalars`, a number for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachMaximumScalarList(x: Inputs, scalars: Scalars, out: ConstOutputs) -> Planned {
    binary(&MAXIMUM, NUMBERS, (&x, &out), Each(&scalars))
}

/// Computes the smaller one of `x` and `scalar`.
#[aclnn(own_header)]
fn aclnnForeachMinimumScalarV2(x: Inputs, scalar: Scalar, out: Outputs) -> Planned {
    binary(&MINIMUM, NUMBERS, (&x, &out), One(&scalar))
}

/// Computes the smaller one of `x` and `scalar`, a tensor of one element.
#[aclnn(generated, own_header)]
fn aclnnForeachMinimumScalar(x: Inputs, scalar: Input, out: ConstOutputs) -> Planned {
    binary(&MINIMUM, NUMBERS, (&x, &out), Element(&scalar))
}

/// Computes the smaller one of `x` and `scalars`, a number for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachMinimumScalarList(x: Inputs, scalars: Scalars, out: ConstOutputs) -> Planned {
    binary(&MINIMUM, NUMBERS, (&x, &out), Each(&scalars))
}

/// Computes `x` to the power `scalar`.
#[aclnn(own_header)]
fn aclnnForeachPowScalarV2(x: Inputs, scalar: Scalar, out: Outputs) -> Planned {
    binary(&POW, NUMBERS, (&x, &out), One(&scalar))
}

/// Computes `x` to the power `scalar`, a tensor of one element.
#[aclnn(generated, own_header)]
fn aclnnForeachPowScalar(x: Inputs, scalar: Input, out: ConstOutputs) -> Planned {
    binary(&POW, NUMBERS, (&x, &out), Element(&scalar))
}

/// Computes `x` to the power `scalars`, a number for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachPowScalarList(x: Inputs, scalars: Scalars, out: ConstOutputs) -> Planned {
    binary(&POW, NUMBERS, (&x, &out), Each(&scalars))
}

/// Computes `x * scalar` in place, a tensor of one element. Ascend950 only.
#[aclnn(generated, own_header)]
fn aclnnForeachMulScalarInplace(x: ConstInOuts, scalar: Input) -> Planned {
    binary(&MUL, IN_PLACE, &x, Element(&scalar))
}

/// Computes `x - scalar` in place, a tensor of one element. Ascend950 only.
#[aclnn(generated, own_header)]
fn aclnnForeachSubScalarInplace(x: ConstInOuts, scalar: Input) -> Planned {
    binary(&SUB, IN_PLACE, &x, Element(&scalar))
}

/// Computes `scalar` to the power of each element.
#[aclnn(generated, own_header)]
fn aclnnForeachPowScalarAndTensor(scalar: Scalar, x: Inputs, out: ConstOutputs) -> Planned {
    binary_after(&POW, NUMBERS, (&x, &out), &scalar)
}
