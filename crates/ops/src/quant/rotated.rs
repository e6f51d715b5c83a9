//! Rows that are multiplied by small matrices, then quantised.

#![forbid(unsafe_code)]

use super::groups::{group_of_counted_rows, group_of_rows_within};
use super::rows::{RowKernel, stored};
use super::scaling::BlockRule;
use super::swiglu::GroupList;
use super::target::{Rule, Target};
use crate::mx::Recipe;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::round_to;
use hostnpu_kernels::quantised::{RoundMode, largest};

/// Scales of rows of products.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scales {
    /// The largest magnitude times the float nearest to 1 / MAX.
    Row,
    /// The largest magnitude over MAX over this ratio, in FLOAT.
    Clipped {
        /// The ratio.
        ratio: f32,
    },
    /// Those of blocks. Products are rounded to the type of `x` first.
    Blocks(Recipe),
}

/// Adds the product of rows of `inner` numbers and a matrix to `y`.
fn add_product(x: &[f64], matrix: &[f64], inner: usize, y: &mut [f64]) {
    let columns = matrix.len() / inner;
    for (x, y) in x.chunks(inner).zip(y.chunks_mut(columns)) {
        for (&x, row) in x.iter().zip(matrix.chunks(columns)) {
            y.iter_mut().zip(row).for_each(|(y, &by)| *y += x * by);
        }
    }
}

/// Adds a target with such scales.
fn quantise(
    kernel: &mut RowKernel,
    scales: Scales,
    mode: RoundMode,
    [x, y, scale]: [Arg; 3],
) -> Result<()> {
    let to = stored(&y, true)?;
    let codes = kernel.write_codes(y, to)?;
    let rule = match scales {
        Scales::Row => Rule::Row {
            smooth: None,
            max: to.max(),
            inverse: false,
            are_floats: false,
            scale: kernel.write(scale, 1)?,
        },
        Scales::Clipped { ratio } => Rule::Quotient {
            divisor: to.max() / ratio,
            scale: kernel.write(scale, 1)?,
        },
        Scales::Blocks(recipe) => {
            let dtype = x.view.dtype;
            let rule = BlockRule::Mx { recipe, dtype };
            let count = rule.scales(kernel.columns()).0;
            Rule::Blocks {
                rule,
                scale: kernel.write(scale, count)?,
            }
        }
    };
    kernel.quantise(Target {
        to,
        mode,
        rule,
        codes,
    });
    Ok(())
}

/// Operands and attributes of [`rotate_quant`].
pub struct RotateQuant {
    /// Rows of numbers.
    pub x: Arg,
    /// A square matrix for all pieces of a row, or one for each.
    pub rotation: Arg,
    /// Share of the largest magnitude of 32 numbers that these are cut at, if it is between 0 and 1.
    pub alpha: Option<Arg>,
    /// Scales of rows.
    pub scales: Scales,
    /// Rounding mode of codes.
    pub mode: RoundMode,
    /// The codes.
    pub y: Arg,
    /// The scales.
    pub scale: Arg,
}

/// Plans it.
pub fn rotate_quant(of: RotateQuant) -> Result<Call> {
    /// Numbers that are cut together.
    const GROUP: usize = 32;
    let last = |arg: &Arg| {
        arg.view
            .layout
            .shape()
            .last()
            .map_or(1, |&last| last as usize)
    };
    let (columns, size) = (last(&of.x), last(&of.rotation));
    let rows = of.x.view.numel().unwrap_or(0) / columns.max(1);
    let dtype = of.x.view.dtype;
    let matrices = of.rotation.view.numel().unwrap_or(0) / (size * size).max(1);
    let mut kernel = RowKernel::new(rows, columns).with_scratch(columns + size * size);
    let (x, rotation) = (kernel.read(of.x.clone()), kernel.read(of.rotation));
    let alpha = of.alpha.map(|alpha| kernel.read(alpha));
    let is_rounded = matches!(of.scales, Scales::Blocks(_));
    quantise(&mut kernel, of.scales, of.mode, [of.x, of.y, of.scale])?;
    kernel.run(move |row, numbers, scratch| {
        let (operand, matrix) = scratch.split_at_mut(columns);
        row.load(x, row.number * columns, operand);
        numbers.fill(0.0);
        if matrices == 1 {
            row.load(rotation, 0, matrix);
            add_product(operand, matrix, size, numbers);
        } else {
            let pieces = operand.chunks(size).zip(numbers.chunks_mut(size));
            for (number, (operand, numbers)) in pieces.enumerate() {
                row.load(rotation, number * size * size, matrix);
                add_product(operand, matrix, size, numbers);
            }
        }
        if is_rounded {
            round_to(dtype, numbers);
        }
        let alpha = alpha.map(|alpha| row.one(alpha, 0));
        if let Some(alpha) = alpha.filter(|&alpha| alpha > 0.0 && alpha < 1.0) {
            for group in numbers.chunks_mut(GROUP) {
                let limit = alpha * largest(group);
                if !limit.is_nan() {
                    group.iter_mut().for_each(|x| *x = x.clamp(-limit, limit));
                }
            }
        }
        true
    })
}

/// Operands and attributes of [`flat_quant`].
pub struct FlatQuant {
    /// Matrices.
    pub x: Arg,
    /// The square matrix on the left (`kroneckerP1`).
    pub left: Arg,
    /// The one on the right (`kroneckerP2`), if there is one.
    pub right: Option<Arg>,
    /// List of groups of matrices; those outside all groups are left as they are.
    pub groups: Option<(Arg, GroupList)>,
    /// Scales of matrices.
    pub scales: Scales,
    /// The codes.
    pub y: Arg,
    /// The scales.
    pub scale: Arg,
}

/// Plans `left · x · right` of each matrix, quantised.
pub fn flat_quant(of: FlatQuant) -> Result<Call> {
    let [count, height, width] = of.x.extents()?;
    let size = height * width;
    of.left.require_numel(height * height)?;
    if let Some(right) = &of.right {
        right.require_numel(width * width)?;
    }
    let scratch = 2 * size + height * height + width * width;
    let mut kernel = RowKernel::new(count, size).with_scratch(scratch);
    let (x, left) = (kernel.read(of.x.clone()), kernel.read(of.left));
    let right = of.right.map(|right| kernel.read(right));
    quantise(
        &mut kernel,
        of.scales,
        RoundMode::Rint,
        [of.x, of.y, of.scale],
    )?;
    let has_groups = of.groups.is_some();
    if let Some((list, kind)) = of.groups {
        let pairs = list.view.numel().unwrap_or(0) / 2;
        kernel.indices(list);
        kernel.writes_part();
        kernel.prepare(count, move |indices, groups| {
            match kind {
                GroupList::Ends => group_of_rows_within(&indices[0], groups),
                GroupList::Counts => group_of_counted_rows((0..).zip(indices[0].iter()), groups),
                // Groups have nothing of their own: only their rows count.
                GroupList::Pairs => {
                    let rows = (0..pairs).map(|pair| indices[0].get(2 * pair + 1));
                    group_of_counted_rows((0..).zip(rows), groups);
                }
            }
            Ok(())
        });
    }
    kernel.run(move |row, numbers, scratch| {
        if has_groups && row.prepared[row.number] < 0 {
            return false;
        }
        let (operand, more) = scratch.split_at_mut(size);
        let (product, more) = more.split_at_mut(size);
        let (matrix, other) = more.split_at_mut(height * height);
        row.load(x, row.number * size, operand);
        match right {
            Some(right) => {
                row.load(right, 0, other);
                product.fill(0.0);
                add_product(operand, other, width, product);
            }
            None => product.copy_from_slice(operand),
        }
        row.load(left, 0, matrix);
        numbers.fill(0.0);
        add_product(matrix, product, height, numbers);
        true
    })
}
