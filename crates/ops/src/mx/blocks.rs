//! Square blocks that share a scale, which is stored for the rows and for the columns.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::strips::{Along, Output};
use super::{Recipe, dtype_error, expect_shape, scale_shape};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::Floats;
use hostnpu_engine::operands::{ReadBytes, ReadFloats, WriteBytes, kernel, operands};
use hostnpu_kernels::mx;
use hostnpu_kernels::quantised::{Quantised, RoundMode};
use hostnpu_numeric::e8m0;
use hostnpu_tensor::{Dtype, cuts};

/// Rows and columns of a block.
const SIDE: usize = 32;

operands! {
    struct Blocks => BlocksAt {
        x: ReadFloats,
        outputs: Along,
        by_column: WriteBytes,
    }
}

operands! {
    struct Shared => SharedAt {
        x: ReadBytes,
        scales: ReadBytes,
        outputs: Along,
        by_column: WriteBytes,
    }
}

/// Matrices, their rows and their columns, and the pairs of scales of a row and of a column.
#[derive(Clone, Copy)]
struct Shape {
    matrices: usize,
    rows: usize,
    columns: usize,
    across: usize,
    down: usize,
}

impl Shape {
    /// Refuses operands of other shapes.
    fn of(x: &Arg, output: &Output, by_column: &Arg) -> Result<Self> {
        let shape = x.view.layout.shape();
        let rank = shape.len();
        if rank < 2 {
            return Err(Error::rank(x.name, rank, "2 or more"));
        }
        expect_shape(&output.elements, shape)?;
        expect_shape(&output.scales, &scale_shape(shape, rank - 1, SIDE))?;
        expect_shape(by_column, &scale_shape(shape, rank - 2, SIDE))?;
        let [rows, columns] = [shape[rank - 2], shape[rank - 1]].map(|extent| extent as usize);
        Ok(Self {
            matrices: x.view.numel().unwrap_or(0) / (rows * columns).max(1),
            rows,
            columns,
            across: columns.div_ceil(2 * SIDE),
            down: rows.div_ceil(2 * SIDE),
        })
    }

    /// The strips of two rows of blocks.
    fn strips(&self) -> usize {
        self.matrices * self.down
    }

    /// The first row of a strip of all matrices, and its rows.
    fn strip(&self, number: usize) -> (usize, usize) {
        let first = number % self.down * 2 * SIDE;
        let rows = (self.rows - first).min(2 * SIDE);
        (number / self.down * self.rows + first, rows)
    }

    /// Cuts outputs into strips, of which `block` computes one block: the first row and the number of rows of it, the first column and the number of columns; it writes codes to rows that are so
    /// many bytes apart, and returns the byte of the scale.
    fn each(
        self,
        bits: usize,
        outputs: super::strips::AlongAt,
        by_column: &mut [u8],
        block: impl Fn([usize; 4], &mut [u8], usize) -> u8 + Sync,
    ) {
        let row_bytes = self.columns * bits / 8;
        let ends = |bytes: usize| -> Vec<usize> {
            let end = |number| {
                let (first, rows) = self.strip(number);
                (first + rows) * bytes
            };
            (0..self.strips()).map(end).collect()
        };
        let parts = (
            cuts::ranges(outputs.elements, ends(row_bytes)),
            cuts::ranges(outputs.scales, ends(2 * self.across)),
            cuts::chunks(by_column, 2 * self.columns),
        );
        cuts::for_each_part(parts, |number, (codes, of_rows, of_columns)| {
            let (first, rows) = self.strip(number);
            of_rows.fill(0);
            of_columns.fill(0);
            for top in (0..rows).step_by(SIDE) {
                let height = SIDE.min(rows - top);
                for left in (0..self.columns).step_by(SIDE) {
                    let width = SIDE.min(self.columns - left);
                    let at = top * row_bytes + left * bits / 8;
                    let place = [first + top, height, left, width];
                    let byte = block(place, &mut codes[at..], row_bytes);
                    for row in top..top + height {
                        of_rows[row * 2 * self.across + left / SIDE] = byte;
                    }
                    for column in left..left + width {
                        of_columns[2 * column + top / SIDE] = byte;
                    }
                }
            }
        });
    }
}

/// Plans `x` quantised in blocks of 32 rows and columns along its last two axes; the byte of each stands in the scales of its rows and in those of its columns.
pub fn quantise_blocks(recipe: Recipe, x: Arg, output: Output, by_column: Arg) -> Result<Call> {
    let shape = Shape::of(&x, &output, &by_column)?;
    super::expect_format(&output.elements, recipe.format)?;
    if !matches!(x.view.dtype, Dtype::F16 | Dtype::Bf16 | Dtype::F32) {
        return Err(dtype_error(&x, "FLOAT16, BFLOAT16 or FLOAT"));
    }
    // A block is one row of so many elements.
    let recipe = Recipe {
        block: SIDE * SIDE,
        ..recipe
    };
    let cost = x.view.numel().unwrap_or(0).saturating_mul(4);
    let operands = Blocks {
        x: x.into(),
        outputs: output.into(),
        by_column: by_column.into(),
    };
    kernel(operands, cost, move |at: BlocksAt| {
        let bits = recipe.format.parameters().bits() as usize;
        let x = at.x;
        shape.each(
            bits,
            at.outputs,
            at.by_column,
            |place, codes, apart| match x {
                Floats::F16(x) => block(
                    [f16::ZERO; SIDE * SIDE],
                    &recipe,
                    x,
                    shape.columns,
                    place,
                    (codes, apart),
                ),
                Floats::Bf16(x) => block(
                    [bf16::ZERO; SIDE * SIDE],
                    &recipe,
                    x,
                    shape.columns,
                    place,
                    (codes, apart),
                ),
                Floats::F32(x) => block(
                    [0.0_f32; SIDE * SIDE],
                    &recipe,
                    x,
                    shape.columns,
                    place,
                    (codes, apart),
                ),
                Floats::F64(_) => 0,
            },
        );
        Ok(())
    })
}

/// Quantises one block, filled up with zeros; returns the byte of its scale.
fn block<T: mx::Source>(
    mut tile: [T; SIDE * SIDE],
    recipe: &Recipe,
    x: &[T],
    columns: usize,
    [first, height, left, width]: [usize; 4],
    (codes, apart): (&mut [u8], usize),
) -> u8 {
    for (row, tile) in tile.chunks_mut(SIDE).take(height).enumerate() {
        let from = (first + row) * columns + left;
        tile[..width].copy_from_slice(&x[from..from + width]);
    }
    let mut all = [0; SIDE * SIDE];
    let elements = &mut all[..recipe.format.bytes(SIDE * SIDE)];
    let mut scales = [0; 2];
    let output = mx::Output {
        elements,
        scales: &mut scales,
    };
    mx::quantise_rows(recipe, &tile, SIDE * SIDE, output);
    let (of_row, bytes) = (recipe.format.bytes(SIDE), recipe.format.bytes(width));
    for (row, own) in all.chunks(of_row).take(height).enumerate() {
        codes[row * apart..][..bytes].copy_from_slice(&own[..bytes]);
    }
    scales[0]
}

/// Plans codes of four bits with scales of 32 neighbours of a row as codes of eight bits with scales of blocks of 32 rows and columns: the largest scale of a block over `2^offset`, by which
/// numbers fit, at least 2^-127. A block with a scale that is NaN has that, and zeros.
pub fn blocks_of_rows(
    (x, scales): (Arg, Arg),
    offset: u8,
    output: Output,
    by_column: Arg,
) -> Result<Call> {
    let shape = Shape::of(&x, &output, &by_column)?;
    expect_shape(&scales, output.scales.view.layout.shape())?;
    let codes_of = |arg: &Arg| {
        let allowed = "a type of codes";
        hostnpu_engine::codes::codes(arg.view.dtype).ok_or_else(|| dtype_error(arg, allowed))
    };
    let (from, to) = (codes_of(&x)?, codes_of(&output.elements)?);
    let cost = x.view.numel().unwrap_or(0).saturating_mul(2);
    let operands = Shared {
        x: x.into(),
        scales: scales.into(),
        outputs: output.into(),
        by_column: by_column.into(),
    };
    kernel(operands, cost, move |at: SharedAt| {
        let (x, scales) = (at.x, at.scales);
        shape.each(
            to.bits(),
            at.outputs,
            at.by_column,
            |place, codes, apart| {
                widened_block(
                    (from, to),
                    (x, scales),
                    (shape, offset),
                    place,
                    (codes, apart),
                )
            },
        );
        Ok(())
    })
}

fn widened_block(
    (from, to): (Quantised, Quantised),
    (x, scales): (&[u8], &[u8]),
    (shape, offset): (Shape, u8),
    [first, height, left, width]: [usize; 4],
    (codes, apart): (&mut [u8], usize),
) -> u8 {
    let own = |row: usize| scales[(first + row) * 2 * shape.across + left / SIDE];
    let most = (0..height).map(own).max().unwrap_or(0);
    let byte = match most {
        e8m0::NAN => e8m0::NAN,
        most => most.saturating_sub(offset),
    };
    let mut tile = [0.0; SIDE];
    let tile = &mut tile[..width];
    for row in 0..height {
        from.load(x, (first + row) * shape.columns + left, tile);
        let by = match byte {
            e8m0::NAN => f64::NAN,
            byte => f64::exp2(f64::from(own(row)) - f64::from(byte)),
        };
        tile.iter_mut().for_each(|x| *x *= by);
        to.store_rounded(RoundMode::Rint, tile, &mut codes[row * apart..][..width]);
    }
    byte
}
