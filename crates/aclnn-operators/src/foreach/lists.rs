//! Functions of the elements at one place of two lists of tensors. Source: ops-nn, `foreach`.

use crate::contract::foreach::{FLOATS, NUMBERS, Second::Tensors, binary, sum, sum_by_tensor};
use crate::ops::arithmetic::{self, MAXIMUM, MINIMUM, MUL};
use crate::ops::division::DIV;
use crate::ops::functions_of_two::POW;
use crate::prelude::*;

const SHORT: &[Dtype] = &[I16, I8, U8];
/// Sums, for which Ascend950 has no kernel of short integers.
const SUMMED: Dtypes = NUMBERS.and_910b_only(SHORT);
const SUBTRACTED: Dtypes = NUMBERS.and_910b(SHORT);
const IN_PLACE: Dtypes = only_950(&[F32, F16, Bf16, I32]);

/// Computes `x1 + alpha * x2`, rounded once.
#[aclnn(own_header)]
fn aclnnForeachAddListV2(x1: Inputs, x2: Inputs, alpha: Scalar, out: Outputs) -> Planned {
    sum(arithmetic::add, SUMMED, (&x1, &out), &x2, &alpha)
}

/// Computes `x1 - alpha * x2`, rounded once.
#[aclnn(own_header)]
fn aclnnForeachSubListV2(x1: Inputs, x2: Inputs, alpha: Scalar, out: Outputs) -> Planned {
    sum(arithmetic::sub, SUBTRACTED, (&x1, &out), &x2, &alpha)
}

/// Computes `x1 + alpha * x2`, rounded once; `alpha` is a tensor of one element.
#[aclnn(own_header)]
fn aclnnForeachAddList(x1: Inputs, x2: Inputs, alpha: Input, out: Outputs) -> Planned {
    sum_by_tensor(1, SUMMED, (&x1, &out), &x2, &alpha)
}

/// Computes `x1 - alpha * x2`, rounded once; `alpha` is a tensor of one element.
#[aclnn(generated, own_header)]
fn aclnnForeachSubList(x1: Inputs, x2: Inputs, alpha: Input, out: ConstOutputs) -> Planned {
    sum_by_tensor(-1, SUBTRACTED, (&x1, &out), &x2, &alpha)
}

/// Computes `x1 + alpha * x2` in `x1`, rounded once; `alpha` is a tensor of one element. Ascend950 only.
#[aclnn(generated, own_header)]
fn aclnnForeachAddListInplace(x1: ConstInOuts, x2: Inputs, alpha: Input) -> Planned {
    sum_by_tensor(1, IN_PLACE, &x1, &x2, &alpha)
}

/// Computes `x1 - alpha * x2` in `x1`, rounded once; `alpha` is a tensor of one element. Ascend950 only.
#[aclnn(generated, own_header)]
fn aclnnForeachSubListInplace(x1: ConstInOuts, x2: Inputs, alpha: Input) -> Planned {
    sum_by_tensor(-1, IN_PLACE, &x1, &x2, &alpha)
}

/// Computes the products of elements at one place.
#[aclnn(own_header)]
fn aclnnForeachMulList(x1: Inputs, x2: Inputs, out: Outputs) -> Planned {
    binary(&MUL, SUBTRACTED, (&x1, &out), Tensors(&x2))
}

/// Computes the quotients of elements at one place.
#[aclnn(own_header)]
fn aclnnForeachDivList(x1: Inputs, x2: Inputs, out: Outputs) -> Planned {
    binary(&DIV, FLOATS, (&x1, &out), Tensors(&x2))
}

/// Computes the larger one of elements at one place.
#[aclnn(generated, own_header)]
fn aclnnForeachMaximumList(x1: Inputs, x2: Inputs, out: ConstOutputs) -> Planned {
    binary(&MAXIMUM, NUMBERS, (&x1, &out), Tensors(&x2))
}

/// Computes the smaller one of elements at one place.
#[aclnn(generated, own_header)]
fn aclnnForeachMinimumList(x1: Inputs, x2: Inputs, out: ConstOutputs) -> Planned {
    binary(&MINIMUM, NUMBERS, (&x1, &out), Tensors(&x2))
}

/// Computes powers of elements at one place.
#[aclnn(generated, own_header)]
fn aclnnForeachPowList(x1: Inputs, x2: Inputs, out: ConstOutputs) -> Planned {
    binary(&POW, NUMBERS, (&x1, &out), Tensors(&x2))
}

/// Computes the products of elements at one place in `x1`. Ascend950 only.
#[aclnn(generated, own_header)]
fn aclnnForeachMulListInplace(x1: ConstInOuts, x2: Inputs) -> Planned {
    binary(&MUL, IN_PLACE, &x1, Tensors(&x2))
}

/// Computes the quotients of elements at one place in `x1`. Ascend950 only.
#[aclnn(generated, own_header)]
fn aclnnForeachDivListInplace(x1: ConstInOuts, x2: Inputs) -> Planned {
    binary(&DIV, SHORT_ON_950, &x1, Tensors(&x2))
}
