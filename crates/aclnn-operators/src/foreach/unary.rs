//! Functions of each element of each tensor of a list. Source: ops-nn, `foreach`.

use crate::contract::foreach::{FLOATS, NUMBERS, each_alike, unary};
use crate::ops::piecewise::{ABS, NEG};
use crate::ops::signs::SIGN;
use crate::ops::sin::sin;
use crate::ops::unary::{
    ACOS, ASIN, ATAN, COS, COSH, ERF, ERFC, EXP, EXPM1, LOG, LOG1P, LOG2, LOG10, RECIPROCAL,
    SIGMOID, SINH, SQRT, TAN, TANH,
};
use crate::prelude::*;

const SIGNED: Dtypes = NUMBERS.and_910b(&[I8, I64]);
const NEGATED: Dtypes = NUMBERS.and_910b(&[I16, I8, U8]);

/// Computes the magnitude of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachAbs(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&ABS, FLOATS, (&x, &out))
}

/// Computes the inverse cosine of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachAcos(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&ACOS, FLOATS, (&x, &out))
}

/// Computes the inverse sine of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachAsin(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&ASIN, FLOATS, (&x, &out))
}

/// Computes the inverse tangent of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachAtan(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&ATAN, FLOATS, (&x, &out))
}

/// Computes the cosine of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachCos(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&COS, FLOATS, (&x, &out))
}

/// Computes the hyperbolic cosine of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachCosh(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&COSH, FLOATS, (&x, &out))
}

/// Computes the error function of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachErf(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&ERF, FLOATS, (&x, &out))
}

/// Computes the complementary error function of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachErfc(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&ERFC, FLOATS, (&x, &out))
}

/// Computes e to the power of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachExp(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&EXP, FLOATS, (&x, &out))
}

/// Computes e to the power, less 1, of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachExpm1(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&EXPM1, FLOATS, (&x, &out))
}

/// Computes the natural logarithm of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachLog(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&LOG, FLOATS, (&x, &out))
}

/// Computes the logarithm to base 10 of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachLog10(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&LOG10, FLOATS, (&x, &out))
}

/// Computes the natural logarithm of 1 plus the number, of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachLog1p(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&LOG1P, FLOATS, (&x, &out))
}

/// Computes the logarithm to base 2 of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachLog2(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&LOG2, FLOATS, (&x, &out))
}

/// Computes the reciprocal of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachReciprocal(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&RECIPROCAL, FLOATS, (&x, &out))
}

/// Computes the logistic function of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachSigmoid(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&SIGMOID, FLOATS, (&x, &out))
}

/// Computes the sine of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachSin(x: Inputs, out: ConstOutputs) -> Planned {
    each_alike(FLOATS, (&x, &out), &[], &|k, place, dtype| {
        Ok(sin(x[k].read()?, place.target()?, dtype)?)
    })
}

/// Computes the hyperbolic sine of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachSinh(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&SINH, FLOATS, (&x, &out))
}

/// Computes the tangent of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachTan(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&TAN, FLOATS, (&x, &out))
}

/// Computes the hyperbolic tangent of each element of each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachTanh(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&TANH, FLOATS, (&x, &out))
}

/// Computes the square root of each element of each tensor.
#[aclnn(own_header)]
fn aclnnForeachSqrt(x: Inputs, out: Outputs) -> Planned {
    unary(&SQRT, FLOATS, (&x, &out))
}

/// Computes the negative of each element of each tensor. Integers wrap.
#[aclnn(generated, own_header)]
fn aclnnForeachNeg(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&NEG, NEGATED, (&x, &out))
}

/// Computes 1, 0 or -1 by the sign of each element of each tensor, 0 for NaN.
#[aclnn(generated, own_header)]
fn aclnnForeachSign(x: Inputs, out: ConstOutputs) -> Planned {
    unary(&SIGN, SIGNED, (&x, &out))
}

/// Computes the natural logarithm of each element of each tensor in place. Ascend950 only.
#[aclnn(generated, own_header)]
fn aclnnForeachLogInplace(x: ConstInOuts) -> Planned {
    unary(&LOG, SHORT_ON_950, &x)
}
