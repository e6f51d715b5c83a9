//! Sums with products and quotients of the elements at one place of several lists, and points between two lists. Source: ops-nn, `foreach`.

use crate::contract::foreach::{
    FLOATS, NUMBERS,
    Second::{Element, Elements, Scalar as One, Tensors},
    ternary, weighted,
};
use crate::ops::foreach::{self, LERP};
use crate::ops::tables::{Quaternary, Ternary};
use crate::ops::weighted::{ADD_DIV, ADD_MUL};
use crate::prelude::*;

type Tables = (&'static Ternary, &'static Quaternary);

const PRODUCTS: Tables = (&ADD_MUL, &foreach::ADD_MUL);
const QUOTIENTS: Tables = (&ADD_DIV, &foreach::ADD_DIV);

/// Computes `x1 + scalar * x2 * x3`, rounded once.
#[aclnn(own_header)]
fn aclnnForeachAddcmulScalarV2(
    x1: Inputs,
    x2: Inputs,
    x3: Inputs,
    scalar: Scalar,
    out: Outputs,
) -> Planned {
    weighted(PRODUCTS, NUMBERS, (&x1, &out), [&x2, &x3], One(&scalar))
}

/// Computes `x1 + scalar * x2 * x3`, rounded once; `scalar` is a tensor of one element.
#[aclnn(generated, own_header)]
fn aclnnForeachAddcmulScalar(
    x1: Inputs,
    x2: Inputs,
    x3: Inputs,
    scalar: Input,
    out: ConstOutputs,
) -> Planned {
    weighted(PRODUCTS, NUMBERS, (&x1, &out), [&x2, &x3], Element(&scalar))
}

/// Computes `x1 + scalars * x2 * x3`, rounded once; `scalars` is a tensor of one element for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachAddcmulScalarList(
    x1: Inputs,
    x2: Inputs,
    x3: Inputs,
    scalars: Input,
    out: ConstOutputs,
) -> Planned {
    weighted(
        PRODUCTS,
        NUMBERS,
        (&x1, &out),
        [&x2, &x3],
        Elements(&scalars),
    )
}

/// Computes `x1 + scalars * x2 * x3`, rounded once; `scalars` is a tensor of one element for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachAddcmulList(
    x1: Inputs,
    x2: Inputs,
    x3: Inputs,
    scalars: Input,
    out: ConstOutputs,
) -> Planned {
    weighted(
        PRODUCTS,
        NUMBERS,
        (&x1, &out),
        [&x2, &x3],
        Elements(&scalars),
    )
}

/// Computes `x1 + scalar * x2 / x3`, rounded once.
#[aclnn(own_header)]
fn aclnnForeachAddcdivScalarV2(
    x1: Inputs,
    x2: Inputs,
    x3: Inputs,
    scalar: Scalar,
    out: Outputs,
) -> Planned {
    weighted(QUOTIENTS, FLOATS, (&x1, &out), [&x2, &x3], One(&scalar))
}

/// Computes `x1 + scalar * x2 / x3`, rounded once; `scalar` is a tensor of one element.
#[aclnn(own_header)]
fn aclnnForeachAddcdivScalar(
    x1: Inputs,
    x2: Inputs,
    x3: Inputs,
    scalar: Input,
    out: Outputs,
) -> Planned {
    weighted(QUOTIENTS, FLOATS, (&x1, &out), [&x2, &x3], Element(&scalar))
}

/// Computes `x1 + scalars * x2 / x3`, rounded once; `scalars` is a tensor of one element for each tensor.
#[aclnn(own_header)]
fn aclnnForeachAddcdivScalarList(
    x1: Inputs,
    x2: Inputs,
    x3: Inputs,
    scalars: Input,
    out: Outputs,
) -> Planned {
    weighted(
        QUOTIENTS,
        FLOATS,
        (&x1, &out),
        [&x2, &x3],
        Elements(&scalars),
    )
}

/// Computes `x1 + scalars * x2 / x3`, rounded once; `scalars` is a tensor of one element for each tensor.
#[aclnn(generated, own_header)]
fn aclnnForeachAddcdivList(
    x1: Inputs,
    x2: Inputs,
    x3: Inputs,
    scalars: Input,
    out: ConstOutputs,
) -> Planned {
    weighted(
        QUOTIENTS,
        FLOATS,
        (&x1, &out),
        [&x2, &x3],
        Elements(&scalars),
    )
}

/// Computes `x1 + weight * (x2 - x1)`, rounded once.
#[aclnn(own_header)]
fn aclnnForeachLerpList(x1: Inputs, x2: Inputs, weight: Inputs, out: Outputs) -> Planned {
    ternary(&LERP, FLOATS, (&x1, &out), &x2, Tensors(&weight))
}

/// Computes `x1 + weight * (x2 - x1)`, rounded once.
#[aclnn(own_header)]
fn aclnnForeachLerpScalar(x1: Inputs, x2: Inputs, weight: Scalar, out: Outputs) -> Planned {
    ternary(&LERP, FLOATS, (&x1, &out), &x2, One(&weight))
}
