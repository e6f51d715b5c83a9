//! `aclnnQuantMatmulReduceSumWeightNz`: the sum of the products of all matrices of a batch of INT8, with scales of rows and columns.
//!
//! | argument | shape | data type |
//! |---|---|---|
//! | `x1` | [batch, m, k] | INT8 |
//! | `x2` | [batch, k, n], stored in FRACTAL_NZ | INT8 |
//! | `x1Scale` | [batch, m] | FLOAT |
//! | `x2Scale` | \[n\] | BFLOAT16 |
//! | `out` | [m, n] | BFLOAT16 |
//!
//! `out = Σ (x1 · x2) · x1Scale · x2Scale` over the batch, in DOUBLE, rounded once.
//!
//! Source: ops-nn, `matmul/quant_matmul_reduce_sum`.

use crate::contract::combinations::combination;
use crate::contract::quant_matmul::products;
use crate::contract::sides::{Matrices, absent, one_factor, one_of};
use crate::device::soc::Generation;
use crate::ops::grouped::{Grouped, Groups, Side, Step, grouped};
use crate::prelude::*;

/// Adds the products of the matrices of a batch, each row of each matrix times its scale, and scales the columns of the sum.
#[aclnn]
fn aclnnQuantMatmulReduceSumWeightNz(
    x1: Input,
    x2: Input,
    x1_scale: Input,
    x2_scale: Input,
    y_scale: Option<Input>,
    x1_offset: Option<Input>,
    x2_offset: Option<Input>,
    y_offset: Option<Input>,
    bias: Option<Input>,
    transpose_x1: bool,
    transpose_x2: bool,
    group_size: i64,
    dims: Ints,
    keep_dims: bool,
    out: Output,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B])?;
    let types = [
        ("x1", Some(&*x1)),
        ("x2", Some(&*x2)),
        ("x1Scale", Some(&*x1_scale)),
        ("x2Scale", Some(&*x2_scale)),
        ("out", Some(&*out)),
    ];
    combination(&types, &["i8|i8|f32|bf16|bf16"])?;
    let reserved = [
        ("yScale", y_scale.is_some()),
        ("x1Offset", x1_offset.is_some()),
        ("x2Offset", x2_offset.is_some()),
        ("yOffset", y_offset.is_some()),
        ("bias", bias.is_some()),
    ];
    absent(&reserved, "in this version")?;
    for (name, got) in [
        ("transposeX1", transpose_x1),
        ("transposeX2", transpose_x2),
        ("keepDims", keep_dims),
    ] {
        if got {
            return Err(Error::value(name, "true", "false").into());
        }
    }
    one_of("groupSize", group_size, &[0])?;
    if dims[..] != [0] {
        return Err(Error::value("dims", format!("{:?}", &dims[..]), "[0]").into());
    }
    x1.rank_in(3..=3)?;
    let (left, right) = (
        Matrices::new(&x1, None, false)?,
        Matrices::new(&x2, None, true)?,
    );
    let &[batch, m, k] = x1.shape() else {
        return Err(x1.shape_refused("3 dimensions").into());
    };
    let &[matrices, inner, n] = &right.shape[..] else {
        return Err(x2.shape_refused("3 dimensions").into());
    };
    if (matrices, inner) != (batch, k) {
        return Err(x2
            .shape_refused(format!("{batch} matrices of {k} rows, as `x1`"))
            .into());
    }
    if [batch, m, k, n].contains(&0) {
        return Err(x1.shape_refused("matrices with elements").into());
    }
    x1_scale.shape_is(&[batch, m], "a number for each row of each matrix")?;
    x2_scale.shape_is(&[n], "a number for each column")?;
    out.shape_is(&[m, n], "rows by columns of the products")?;
    let of_rows = one_factor(&x1_scale)?
        .by_row(1, 1)
        .by_block(k as usize, m as usize);
    let left = Side {
        scales: vec![of_rows],
        ..Side::plain(vec![left.left(false)?.joined()?])
    };
    Ok(grouped(Grouped {
        left,
        right: Side::plain(vec![right.right(false)?.joined()?]),
        groups: Groups::Known(products([&[], &[]], &[], [m, batch * k, n])),
        steps: vec![Step::Times(one_factor(&x2_scale)?.by_column(1, 1))],
        outputs: vec![(out.write()?, [1, m as usize, n as usize])],
        is_updated: false,
        finish: None,
    })?)
}
