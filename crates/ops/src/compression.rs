//! Compression of keys and values: rows of a window, at equal distances, become their weighted sum.
//!
//! Sums are in DOUBLE, in the order of rows, and rounded once.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_engine::operands::{
    ReadFloatsView, ReadIndices, Temporary, WriteFloats, WriteFloatsView, kernel, operands,
};
use hostnpu_engine::views::FloatsView;
use hostnpu_tensor::cuts::{chunks, for_each_part};

/// Windows over the rows of sequences.
#[derive(Clone, Debug)]
pub struct Windows {
    /// Ends of sequences, rising.
    pub ends: Vec<usize>,
    /// Rows of a window, and from one to the next.
    pub size: usize,
    /// Rows from a window to the next.
    pub stride: usize,
}

impl Windows {
    /// The first row of each window.
    pub fn starts(&self) -> Vec<usize> {
        let mut starts = Vec::new();
        let mut first = 0;
        for &end in &self.ends {
            let mut start = first;
            while start + self.size <= end {
                starts.push(start);
                start += self.stride.max(1);
            }
            first = end;
        }
        starts
    }
}

operands! {
    struct Compress => CompressAt {
        input: ReadFloatsView<3>,
        weight: ReadFloatsView<2>,
        output: WriteFloats,
    }
}

/// Adds the product of a row and a number to a sum.
fn add(sum: &mut [f64], row: &[f64], factor: f64) {
    sum.iter_mut()
        .zip(row)
        .for_each(|(sum, x)| *sum += factor * x);
}

/// The weight of a row of a window, of one head.
fn weight(of: &FloatsView<'_, 2>, row: usize, head: usize) -> f64 {
    let mut number = [0.0];
    of.load([row], head, &mut number);
    number[0]
}

fn written(arg: Arg) -> WriteFloats {
    let dtype = arg.view.dtype;
    WriteFloats::of(arg, dtype)
}

/// Plans weighted sums of windows: rows, heads and elements; weights of rows of a window and heads.
pub fn compress(input: Arg, weights: Arg, windows: &Windows, output: Arg) -> Result<Call> {
    let [_, heads, depth] = input.extents::<3>()?;
    let starts = windows.starts();
    output.require_numel(starts.len() * heads * depth)?;
    let size = windows.size;
    let cost = starts.len() * size * heads * depth;
    let operands = Compress {
        input: ReadFloatsView::of(input)?,
        weight: ReadFloatsView::of(weights)?,
        output: written(output),
    };
    kernel(operands, cost, move |at: CompressAt| {
        for_each_part(at.output.chunks(depth.max(1)), |part, mut to| {
            let (start, head) = (starts[part / heads], part % heads);
            let (mut sum, mut line) = (vec![0.0; depth], vec![0.0; depth]);
            for row in 0..size {
                at.input.load([start + row, head], 0, &mut line);
                add(&mut sum, &line, weight(&at.weight, row, head));
            }
            to.store_with_one_nan(0, &sum);
        });
        Ok(())
    })
}

operands! {
    struct Gradients => GradientsAt {
        output_gradient: ReadFloatsView<3>,
        input: ReadFloatsView<3>,
        weight: ReadFloatsView<2>,
        input_gradient: WriteFloats,
        weight_gradient: WriteFloats,
    }
}

/// Operands of [`compress_gradient`].
pub struct CompressGradient {
    /// The gradient of the result of [`compress`].
    pub output_gradient: Arg,
    /// Rows, heads, elements.
    pub input: Arg,
    /// Rows of a window, heads.
    pub weight: Arg,
    /// Windows.
    pub windows: Windows,
    /// As `input`.
    pub input_gradient: Arg,
    /// As `weight`.
    pub weight_gradient: Arg,
}

/// Plans the gradients of weighted sums of windows.
pub fn compress_gradient(of: CompressGradient) -> Result<Call> {
    let [rows, heads, depth] = of.input.extents::<3>()?;
    let starts = of.windows.starts();
    let size = of.windows.size;
    if of.output_gradient.extents::<3>()? != [starts.len(), heads, depth] {
        return Err(Reason::Internal("gradients of other windows".into()).into());
    }
    of.input_gradient.require_numel(rows * heads * depth)?;
    of.weight_gradient.require_numel(size * heads)?;
    let cost = 2 * starts.len() * size * heads * depth;
    let operands = Gradients {
        output_gradient: ReadFloatsView::of(of.output_gradient)?,
        input: ReadFloatsView::of(of.input)?,
        weight: ReadFloatsView::of(of.weight)?,
        input_gradient: written(of.input_gradient),
        weight_gradient: written(of.weight_gradient),
    };
    kernel(operands, cost, move |at: GradientsAt| {
        for_each_part(at.input_gradient.chunks(depth.max(1)), |part, mut to| {
            let (row, head) = (part / heads, part % heads);
            let (mut sum, mut line) = (vec![0.0; depth], vec![0.0; depth]);
            // Windows rise by their first rows.
            let first = starts.partition_point(|start| start + size <= row);
            for (window, &start) in starts.iter().enumerate().skip(first) {
                if start > row {
                    break;
                }
                at.output_gradient.load([window, head], 0, &mut line);
                add(&mut sum, &line, weight(&at.weight, row - start, head));
            }
            to.store_with_one_nan(0, &sum);
        });
        for_each_part(at.weight_gradient.chunks(1), |part, mut to| {
            let (row, head) = (part / heads, part % heads);
            let (mut x, mut y) = (vec![0.0; depth], vec![0.0; depth]);
            let mut sum = 0.0;
            for (window, &start) in starts.iter().enumerate() {
                at.input.load([start + row, head], 0, &mut x);
                at.output_gradient.load([window, head], 0, &mut y);
                sum += x.iter().zip(&y).map(|(x, y)| x * y).sum::<f64>();
            }
            to.set(0, sum);
        });
        Ok(())
    })
}

operands! {
    struct CompressLast => CompressLastAt {
        input: ReadFloatsView<4>,
        weight: ReadFloatsView<2>,
        slots: ReadIndices<i32>,
        table: Option<ReadIndices<i32>>,
        cache: WriteFloatsView<3>,
        sums: Temporary<f64>,
    }
}

/// Operands of [`compress_last`].
pub struct CompressLastOf {
    /// Blocks, rows, heads, elements; without a table one block.
    pub input: Arg,
    /// Rows of a window, heads.
    pub weight: Arg,
    /// The row of the cache of each sequence.
    pub slots: Arg,
    /// Blocks of sequences, if rows are in blocks, and their number for each sequence.
    pub table: Option<(Arg, usize)>,
    /// The first row, without a table, and the rows of each sequence.
    pub sequences: Vec<[usize; 2]>,
    /// Rows of a window, and from one to the next.
    pub size: usize,
    /// Rows from a window to the next.
    pub stride: usize,
    /// Rows, heads, elements.
    pub cache: Arg,
}

/// Plans the weighted sum of the last window of each sequence that ends with one, written to its row of a cache.
pub fn compress_last(of: CompressLastOf) -> Result<Call> {
    let [blocks, rows, heads, depth] = of.input.extents::<4>()?;
    let [slots, ..] = of.cache.extents::<3>()?;
    let (name, table_name) = (of.slots.name, of.table.as_ref().map_or("", |of| of.0.name));
    of.slots.require_numel(of.sequences.len())?;
    let places = of.table.as_ref().map(|of| of.1);
    let (size, stride) = (of.size, of.stride.max(1));
    let sequences = of.sequences;
    let cost = sequences.len() * size * heads * depth;
    let operands = CompressLast {
        input: ReadFloatsView::of(of.input)?,
        weight: ReadFloatsView::of(of.weight)?,
        slots: of.slots.into(),
        table: of.table.map(|(table, _)| table.into()),
        cache: WriteFloatsView::as_it_lies(of.cache)?,
        sums: Temporary::of(sequences.len() * heads * depth),
    };
    kernel(operands, cost, move |mut at: CompressLastAt| {
        let ends = |length: usize| length >= size && (length - size).is_multiple_of(stride);
        // The block and the row in it of a row of a sequence.
        let find = |number: usize, row: usize| match (at.table, places) {
            (Some(table), Some(places)) => {
                let place = number * places + row / rows;
                Some([table.position(place, blocks)?, row % rows])
            }
            _ => Some([0, sequences[number][0] + row]),
        };
        for (number, &[_, length]) in sequences.iter().enumerate() {
            if !ends(length) {
                continue;
            }
            let slot = at.slots.get(number);
            if slot >= slots as i64 {
                return Err(Error::index(name, &[number], slot, slots as i64, false));
            }
            for row in length - size..length {
                if let (None, Some(table), Some(places)) = (find(number, row), at.table, places) {
                    let block = table.get(number * places + row / rows);
                    let place = [number, row / rows];
                    return Err(Error::index(
                        table_name,
                        &place,
                        block,
                        blocks as i64,
                        false,
                    ));
                }
            }
        }
        for_each_part(chunks(at.sums, depth.max(1)), |part, sum| {
            let (number, head) = (part / heads, part % heads);
            let [_, length] = sequences[number];
            sum.fill(0.0);
            if !ends(length) {
                return;
            }
            let mut line = vec![0.0; depth];
            for row in 0..size {
                if let Some([block, place]) = find(number, length - size + row) {
                    at.input.load([block, place, head], 0, &mut line);
                    add(sum, &line, weight(&at.weight, row, head));
                }
            }
        });
        for (number, &[_, length]) in sequences.iter().enumerate() {
            let Some(slot) = at.slots.position(number, slots).filter(|_| ends(length)) else {
                continue;
            };
            for head in 0..heads {
                let sum = &at.sums[(number * heads + head) * depth..][..depth];
                at.cache.row([slot, head]).store_with_one_nan(0, sum);
            }
        }
        Ok(())
    })
}
