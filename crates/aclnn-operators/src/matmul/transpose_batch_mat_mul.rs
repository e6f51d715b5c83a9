//! `aclnnTransposeBatchMatMul`, `aclnnTransposeBatchMatMulWeightNz`: products of batches of matrices whose results lie by row, then by matrix. Source:
//! ops-nn, `matmul/transpose_batch_mat_mul`.

use crate::abi::failure::Outcome;
use crate::contract::products::{self, Cube, MATRICES};
use crate::contract::weights;
use crate::device::soc::Generation;
use crate::ops::Arg;
use crate::ops::matmul::transpose_batch_mat_mul::{Operands, quantised_products};
use crate::ops::products::{Product, multiply};
use crate::prelude::*;

struct Products<'a> {
    x1: &'a Input,
    x2: &'a Input,
    scale: Option<&'a Input>,
    /// The orders of the axes of `x1` and `x2`.
    orders: [[usize; 3]; 2],
    /// Matrices of a batch, rows, inner elements and columns.
    extents: [i64; 4],
    splits: i64,
    cube: Cube,
    out: &'a Output,
}

/// The axes that a permutation names, of those that are allowed.
fn order(perm: &Ints, allowed: &[[i64; 3]]) -> Result<[usize; 3]> {
    match allowed.iter().find(|order| perm[..] == **order) {
        Some(order) => Ok(order.map(|axis| axis as usize)),
        None => {
            let names: Vec<String> = allowed.iter().map(|order| format!("{order:?}")).collect();
            let got = format!("{:?}", &perm[..]);
            Err(Error::value(perm.name(), got, names.join(" or ")))
        }
    }
}

impl<'a> Products<'a> {
    fn new(
        ([x1, x2], [bias, scale]): ([&'a Input; 2], [Option<&'a Input>; 2]),
        [perm_x1, perm_x2, perm_y]: [&Ints; 3],
        (cube_math_type, splits): (i8, i32),
        out: &'a Output,
    ) -> Outcome<Self> {
        let chips = [Generation::Ascend910B, Generation::Ascend950];
        contract::needs_chip(&chips).code(ACLNN_ERR_PARAM_INVALID)?;
        x1.rank_in(3..=3)?;
        x2.rank_in(3..=3)?;
        if scale.is_some() && splits != 1 {
            return Err(Error::value("batchSplitFactor", splits, "1 with a `scale`").into());
        }
        products::none_nz(&[x1, out])?;
        x1.dtype_in(MATRICES)?;
        x2.same_dtype(x1)?;
        out.dtype_in(on_all(&[F32, F16, Bf16, I8]))?;
        let orders = [
            order(perm_x1, &[[1, 0, 2], [0, 1, 2]])?,
            order(perm_x2, &[[0, 1, 2], [0, 2, 1]])?,
        ];
        order(perm_y, &[[1, 0, 2]])?;
        let extents =
            |tensor: &TensorArg, order: [usize; 3]| order.map(|axis| tensor.shape()[axis]);
        let ([batch, rows, inner], [matrices, depth, columns]) =
            (extents(x1, orders[0]), extents(x2, orders[1]));
        if (matrices, depth) != (batch, inner) {
            let allowed = format!("{batch} matrices of {inner} rows, in the order of `permX2`");
            return Err(x2.shape_refused(allowed).into());
        }
        if let Some(scale) = scale {
            x1.dtype_is(F16)?;
            scale.dtype_in(on_all(&[I64, U64]))?;
            out.dtype_is(I8)?;
            scale.shape_is(
                &[batch * columns],
                "a number for each column of each matrix",
            )?;
        }
        let splits = i64::from(splits);
        if splits <= 0 || batch % splits != 0 {
            let allowed = format!("a divisor of {batch}, the matrices");
            return Err(Error::value("batchSplitFactor", splits, allowed).into());
        }
        for tensor in [x1, x2] {
            if tensor.is_empty() {
                return Err(tensor.shape_refused("elements").into());
            }
        }
        if bias.is_some() {
            return Err(Error::value("bias", "a tensor", "null").into());
        }
        let own = x1.dtype()?;
        let cube = Cube::of_types(own, own, own, cube_math_type)?;
        let all = batch * columns;
        let shape = match (scale, splits) {
            (Some(_), _) => [rows, 1, all],
            (None, 1) => [rows, batch, columns],
            _ => [splits, rows, all / splits],
        };
        out.shape_is(&shape, "that of the products")?;
        Ok(Self {
            x1,
            x2,
            scale,
            orders,
            extents: [batch, rows, inner, columns],
            splits,
            cube,
            out,
        })
    }

    /// Plans the products with this `x2`.
    fn plan(&self, x2: Arg) -> Planned {
        let [batch, _, _, columns] = self.extents;
        let each = batch / self.splits;
        let permuted = |arg: Arg, order: &[usize]| arg.viewed(arg.view.layout.permuted(order));
        let by_split = |arg: Arg| arg.viewed(arg.view.layout.split(0, self.splits, each));
        let a = by_split(permuted(self.x1.read()?, &self.orders[0])?)?;
        let b = by_split(permuted(x2, &self.orders[1])?)?;
        // Splits, matrices of each, rows, columns.
        let out = self.out.write()?;
        let layout = match (self.scale, self.splits) {
            (None, 1) => out.view.layout.with_axis(0).permuted(&[0, 2, 1, 3]),
            (None, _) => out
                .view
                .layout
                .split(2, each, columns)
                .permuted(&[0, 2, 1, 3]),
            (Some(_), _) => out
                .view
                .layout
                .split(2, each, columns)
                .permuted(&[1, 2, 0, 3]),
        };
        let out = out.viewed(layout)?;
        Ok(match self.scale {
            None => multiply(
                Product::new(self.cube.operands, self.x1.dtype()?),
                a,
                b,
                out,
            )?,
            Some(scale) => quantised_products(Operands {
                x1: a,
                x2: b,
                scale: scale.read()?,
                out,
            })?,
        })
    }
}

/// Computes the products of the matrices of two batches, their axes permuted, with row m of matrix b at `[m, b]`; with a `batchSplitFactor`, in so many groups,
/// with the matrices of a group side by side. With `scale`, whose words hold FLOAT in their lower 32 bits, side by side, times that, rounded to INT8.
#[aclnn]
fn aclnnTransposeBatchMatMul(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    scale: Option<Input>,
    perm_x1: Ints,
    perm_x2: Ints,
    perm_y: Ints,
    cube_math_type: i8,
    batch_split_factor: i32,
    out: Output,
) -> Planned {
    let given = ([&x1, &x2], [bias.as_ref(), scale.as_ref()]);
    let (orders, how) = (
        [&perm_x1, &perm_x2, &perm_y],
        (cube_math_type, batch_split_factor),
    );
    let products = Products::new(given, orders, how, &out)?;
    match weights::is_stored_in_nz(&x2) {
        true => of_blocks(&products),
        false => products.plan(x2.read()?),
    }
}

/// Computes what `aclnnTransposeBatchMatMul` computes, with an `x2` that is stored in FRACTAL_NZ, perhaps transposed.
#[aclnn]
fn aclnnTransposeBatchMatMulWeightNz(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    scale: Option<Input>,
    perm_x1: Ints,
    perm_x2: Ints,
    perm_y: Ints,
    cube_math_type: i8,
    batch_split_factor: i32,
    out: Output,
) -> Planned {
    let given = ([&x1, &x2], [bias.as_ref(), scale.as_ref()]);
    let (orders, how) = (
        [&perm_x1, &perm_x2, &perm_y],
        (cube_math_type, batch_split_factor),
    );
    let products = Products::new(given, orders, how, &out)?;
    of_blocks(&products)
}

fn of_blocks(products: &Products) -> Planned {
    products.x2.dtype_in(products::WEIGHTS)?;
    products.out.dtype_in(on_all(&[F16, Bf16, I8]))?;
    weights::in_blocks(products.x2)?;
    weights::unpacked(products.x2, |x2| products.plan(x2))
}
