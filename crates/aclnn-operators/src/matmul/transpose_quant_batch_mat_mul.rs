//! `aclnnTransposeQuantBatchMatMul`, `aclnnTransposeQuantBatchMatMulWeightNz`: products of batches of codes of eight bits whose results lie by row, then by matrix.
//!
//! | scales | `x1` [m, b, k], `x2` [b, k, n] or [b, n, k] | `x1Scale` | `x2Scale` |
//! |---|---|---|---|
//! | of rows and columns | FLOAT8_E5M2, FLOAT8_E4M3FN | FLOAT \[m\] | FLOAT \[n\] |
//! | powers of two of 32 inner elements | FLOAT8_E4M3FN | FLOAT8_E8M0 [m, b, k / 64, 2] | FLOAT8_E8M0 [b, k / 64, n, 2] or [b, n, k / 64, 2] |
//! | of columns, in words | HIFLOAT8 | null or FLOAT \[1\] | UINT64, INT64 \[n\] |
//!
//! Source: ops-nn, `matmul/transpose_quant_batch_mat_mul`.

use crate::contract::combinations::combination;
use crate::contract::quant_matmul::products;
use crate::contract::sides::{Matrices, absent, one_factor, one_of};
use crate::device::soc::Generation;
use crate::ops::grouped::{Coded, Grouped, Groups, Side, Step, grouped};
use crate::prelude::*;

struct Products<'a> {
    x: [&'a Input; 2],
    bias: Option<&'a Input>,
    scales: [Option<&'a Input>; 2],
    dtype: i32,
    orders: [&'a Ints; 3],
    splits: i32,
    is_blocked: bool,
    out: &'a Output,
}

const TYPES: &[&str] = &[
    "e5m2 e4m3|e5m2 e4m3|f32|f32|f16 bf16",
    "e4m3|e4m3|e8m0|e8m0|f16 bf16",
    "hif8|hif8|- f32|u64 i64|f16 bf16 hif8",
];

impl Products<'_> {
    fn planned(self) -> Planned {
        contract::needs_chip(&[Generation::Ascend950])?;
        let [x1, x2] = self.x;
        let [scale1, scale2] = self.scales;
        let types = [
            ("x1", Some(&**x1)),
            ("x2", Some(&**x2)),
            ("x1Scale", scale1.map(|scale| &**scale)),
            ("x2Scale", scale2.map(|scale| &**scale)),
            ("out", Some(&**self.out)),
        ];
        combination(&types, TYPES)?;
        absent(&[("bias", self.bias.is_some())], "in this version")?;
        let code = match self.out.dtype()? {
            F16 => 1,
            Bf16 => 27,
            _ => 34,
        };
        one_of("dtype", self.dtype.into(), &[code])?;
        one_of("batchSplitFactor", self.splits.into(), &[1])?;
        let [of_x1, of_x2, of_y] = self.orders;
        for (order, allowed) in [
            (of_x1, &[[1, 0, 2]][..]),
            (of_x2, &[[0, 1, 2], [0, 2, 1]]),
            (of_y, &[[1, 0, 2]]),
        ] {
            if !allowed.iter().any(|allowed| order[..] == allowed[..]) {
                let names: Vec<String> = allowed.iter().map(|order| format!("{order:?}")).collect();
                return Err(Error::value(
                    order.name(),
                    format!("{:?}", &order[..]),
                    names.join(" or "),
                )
                .into());
            }
        }
        x1.rank_in(3..=3)?;
        let right = Matrices::new(x2, None, self.is_blocked)?;
        let is_turned = of_x2[1] == 2;
        let &[m, batch, k] = x1.shape() else {
            return Err(x1.shape_refused("3 dimensions").into());
        };
        let (&[matrices, rows, columns], true) = (&right.shape[..], right.shape.len() == 3) else {
            return Err(x2.shape_refused("3 dimensions").into());
        };
        let (inner, n) = if is_turned {
            (columns, rows)
        } else {
            (rows, columns)
        };
        if (matrices, inner) != (batch, k) {
            return Err(x2
                .shape_refused(format!(
                    "{batch} matrices of {k} inner elements, in the order of `permX2`"
                ))
                .into());
        }
        self.out
            .shape_is(&[m, batch, n], "rows by matrices by columns")?;
        if [m, batch, k, n].contains(&0) {
            return Err(x1.shape_refused("dimensions of 1 or more").into());
        }
        let arg = x1.read()?;
        let arg = arg.viewed(arg.view.layout.permuted(&[1, 0, 2]))?;
        let extents = |last: [i64; 3]| last.map(|extent| extent as usize);
        let mut left = Side::plain(vec![Coded::strided(arg, extents([batch, m, k]))?]);
        let mut right = Side::plain(vec![right.right(is_turned)?]);
        let mut steps = Vec::new();
        let Some(scale2) = scale2 else {
            return Err(Error::value("x2Scale", "null", "a tensor").into());
        };
        match (scale1, scale2.dtype()?) {
            (Some(scale1), F8E8m0) => {
                let pairs = (k + 63) / 64;
                let of_lane = 2 * pairs as usize;
                scale1.shape_is(
                    &[m, batch, pairs, 2],
                    "a power for each 32 inner elements, in pairs",
                )?;
                left.scales = vec![
                    one_factor(scale1)?
                        .by_row(1, batch as usize * of_lane)
                        .by_matrix(of_lane)
                        .by_pairs(32, 2, 1),
                ];
                let wanted = if is_turned {
                    [batch, n, pairs, 2]
                } else {
                    [batch, pairs, n, 2]
                };
                scale2.shape_is(&wanted, "a power for each 32 inner elements, in pairs")?;
                let own = one_factor(scale2)?.by_matrix(n as usize * of_lane);
                right.scales = vec![match is_turned {
                    true => own.by_column(1, of_lane).by_pairs(32, 2, 1),
                    false => own.by_column(1, 2).by_pairs(32, 2 * n as usize, 1),
                }];
            }
            (scale1, dtype) => {
                scale2.shape_is(&[n], "a number for each column")?;
                steps.push(Step::Times(one_factor(scale2)?.by_column(1, 1)));
                if let Some(scale1) = scale1 {
                    let factor = one_factor(scale1)?;
                    steps.push(Step::Times(match dtype {
                        F32 => {
                            scale1.shape_is(&[m], "a number for each row")?;
                            factor.by_row(1, 1)
                        }
                        _ => {
                            scale1.shape_is(&[1], "one number")?;
                            factor
                        }
                    }));
                }
            }
        }
        let out = self.out.write()?;
        let out = out.viewed(out.view.layout.permuted(&[1, 0, 2]))?;
        let batches = [batch];
        Ok(grouped(Grouped {
            left,
            right,
            groups: Groups::Known(products([&batches, &batches], &batches, [m, k, n])),
            steps,
            outputs: vec![(out, extents([batch, m, n]))],
            is_updated: false,
            finish: None,
        })?)
    }
}

/// Multiplies the matrices of two batches, and scales the results; row i of matrix b is at `[i, b]`.
#[aclnn]
fn aclnnTransposeQuantBatchMatMul(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    x1_scale: Option<Input>,
    x2_scale: Option<Input>,
    dtype: i32,
    group_size: i64,
    perm_x1: Ints,
    perm_x2: Ints,
    perm_y: Ints,
    batch_split_factor: i32,
    out: Output,
) -> Planned {
    // With powers of two 32 inner elements share one; nothing else reads it.
    one_of("groupSize", group_size & 0xffff, &[0, 32])?;
    Products {
        x: [&x1, &x2],
        bias: bias.as_ref(),
        scales: [x1_scale.as_ref(), x2_scale.as_ref()],
        dtype,
        orders: [&perm_x1, &perm_x2, &perm_y],
        splits: batch_split_factor,
        is_blocked: false,
        out: &out,
    }
    .planned()
}

/// As `aclnnTransposeQuantBatchMatMul`, with an `x2` that is stored in FRACTAL_NZ.
#[aclnn]
fn aclnnTransposeQuantBatchMatMulWeightNz(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    x1_scale: Option<Input>,
    x2_scale: Option<Input>,
    dtype: i32,
    group_size: i64,
    perm_x1: Ints,
    perm_x2: Ints,
    perm_y: Ints,
    batch_split_factor: i32,
    out: Output,
) -> Planned {
    // With powers of two 32 inner elements share one; nothing else reads it.
    one_of("groupSize", group_size & 0xffff, &[0, 32])?;
    Products {
        x: [&x1, &x2],
        bias: bias.as_ref(),
        scales: [x1_scale.as_ref(), x2_scale.as_ref()],
        dtype,
        orders: [&perm_x1, &perm_x2, &perm_y],
        splits: batch_split_factor,
        is_blocked: true,
        out: &out,
    }
    .planned()
}
