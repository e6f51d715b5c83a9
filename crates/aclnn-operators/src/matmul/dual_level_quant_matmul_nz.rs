//! `aclnnDualLevelQuantMatmulWeightNz`: products of FLOAT4_E2M1 with scales of 512 inner elements in FLOAT and of 32 as powers of two.
//!
//! | argument | shape | data type |
//! |---|---|---|
//! | `x1` | [m, k] | FLOAT4_E2M1 |
//! | `x2` | [n, k], stored in FRACTAL_NZ | FLOAT4_E2M1; or [n, k / 2], INT8 of two of its numbers each |
//! | `x1Level0Scale`, `x2Level0Scale` | [m, k / 512], [k / 512, n], rounded up | FLOAT |
//! | `x1Level1Scale`, `x2Level1Scale` | [m, k / 64, 2], [n, k / 64, 2], rounded up | FLOAT8_E8M0 |
//! | `optionalBias` | \[n\] | FLOAT |
//! | `out` | [m, n] | FLOAT16, BFLOAT16 |
//!
//! Source: ops-nn, `matmul/dual_level_quant_batch_matmul`.

use crate::contract::combinations::combination;
use crate::contract::quant_matmul::products;
use crate::contract::sides::{Matrices, one_factor, one_of};
use crate::device::soc::Generation;
use crate::ops::grouped::{Grouped, Groups, Side, Step, grouped};
use crate::prelude::*;

/// Multiplies matrices of FLOAT4_E2M1 whose numbers are scaled at two levels.
#[aclnn]
fn aclnnDualLevelQuantMatmulWeightNz(
    x1: Input,
    x2: Input,
    x1_level0_scale: Input,
    x2_level0_scale: Input,
    x1_level1_scale: Input,
    x2_level1_scale: Input,
    optional_bias: Option<Input>,
    transpose_x1: bool,
    transpose_x2: bool,
    level0_group_size: i64,
    level1_group_size: i64,
    out: Output,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950])?;
    let types = [
        ("x1", Some(&*x1)),
        ("x2", Some(&*x2)),
        ("x1Level0Scale", Some(&*x1_level0_scale)),
        ("x2Level0Scale", Some(&*x2_level0_scale)),
        ("x1Level1Scale", Some(&*x1_level1_scale)),
        ("x2Level1Scale", Some(&*x2_level1_scale)),
        ("optionalBias", optional_bias.as_deref()),
        ("out", Some(&*out)),
    ];
    combination(&types, &["e2m1|e2m1 i8|f32|f32|e8m0|e8m0|- f32|f16 bf16"])?;
    for (name, got, wanted) in [
        ("transposeX1", transpose_x1, false),
        ("transposeX2", transpose_x2, true),
    ] {
        if got != wanted {
            return Err(Error::value(name, got, wanted.to_string()).into());
        }
    }
    one_of("level0GroupSize", level0_group_size, &[512])?;
    one_of("level1GroupSize", level1_group_size, &[32])?;
    x1.rank_in(2..=2)?;
    let (left, right) = (
        Matrices::new(&x1, None, false)?,
        Matrices::packed(&x2, (x2.dtype()? == I8).then_some(F4E2m1), true)?,
    );
    let ([m, k], [n, inner]) = (left.last_two(), right.last_two());
    if right.shape.len() != 2 || k != inner {
        return Err(x2
            .shape_refused(format!("columns by {k} inner elements, as `x1`"))
            .into());
    }
    if [m, k, n].contains(&0) {
        return Err(x1.shape_refused("matrices with elements").into());
    }
    let (blocks, pairs) = ((k + 511) / 512, (k + 63) / 64);
    x1_level0_scale.shape_is(
        &[m, blocks],
        "a number for each 512 inner elements of each row",
    )?;
    x2_level0_scale.shape_is(
        &[blocks, n],
        "a number for each 512 inner elements of each column",
    )?;
    x1_level1_scale.shape_is(
        &[m, pairs, 2],
        "a power for each 32 inner elements of each row, in pairs",
    )?;
    x2_level1_scale.shape_is(
        &[n, pairs, 2],
        "a power for each 32 inner elements of each column, in pairs",
    )?;
    out.shape_is(&[m, n], "rows by columns of the products")?;
    let mut steps = Vec::new();
    if let Some(bias) = &optional_bias {
        bias.shape_is(&[n], "a number for each column")?;
        steps.push(Step::Add(one_factor(bias)?.by_column(1, 1)));
    }
    let row = 2 * pairs as usize;
    let left = Side {
        scales: vec![
            one_factor(&x1_level1_scale)?
                .by_row(1, row)
                .by_pairs(32, 2, 1),
            one_factor(&x1_level0_scale)?
                .by_row(1, blocks as usize)
                .by_block(512, 1),
        ],
        ..Side::plain(vec![left.left(false)?])
    };
    let right = Side {
        scales: vec![
            one_factor(&x2_level1_scale)?
                .by_column(1, row)
                .by_pairs(32, 2, 1),
            one_factor(&x2_level0_scale)?
                .by_column(1, 1)
                .by_block(512, n as usize),
        ],
        ..Side::plain(vec![right.right(true)?])
    };
    Ok(grouped(Grouped {
        left,
        right,
        groups: Groups::Known(products([&[], &[]], &[], [m, k, n])),
        steps,
        outputs: vec![(out.write()?, [1, m as usize, n as usize])],
        is_updated: false,
        finish: None,
    })?)
}
