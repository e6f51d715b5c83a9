//! Elements that a condition selects, or their indices. Their number is found when the call runs.

#![forbid(unsafe_code)]

use std::ops::Range;

use smallvec::SmallVec;

use super::counted::Counted;
use super::{Arg, Call, Resize};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Any, ReadAny, WriteResized, WriteResizedBytes, kernel, operands};
use hostnpu_kernels::order::{self, compress, count};
use hostnpu_tensor::{Dtype, cuts};

/// Elements that are gathered before they are written.
const TILE: usize = 512;

operands! {
    struct Masked => MaskedAt {
        mask: ReadAny,
        input: ReadAny,
        output: WriteResizedBytes,
    }
}

/// Plans `output = ` the elements of `input` where `mask` is not 0, in row-major order of `shape`, to which both broadcast. `mask` is BOOL or UINT8;
/// `output` is dense, and gets one dimension.
pub fn masked(input: Arg, mask: Arg, shape: &[i64], output: Arg, resize: Resize) -> Result<Call> {
    let (dtype, tested) = (output.view.dtype, mask.view.dtype);
    let write = match dtype.bits() {
        8 => write_elements::<1>,
        16 => write_elements::<2>,
        32 => write_elements::<4>,
        64 => write_elements::<8>,
        128 => write_elements::<16>,
        bits => return Err(Reason::Internal(format!("elements of {bits} bits")).into()),
    };
    let operands = Masked {
        mask: ReadAny::broadcast(mask, tested, shape),
        input: ReadAny::broadcast(input, dtype, shape),
        output: WriteResizedBytes::new(output, dtype, resize),
    };
    let cost = numel(shape).saturating_mul(9);
    kernel(operands, cost, move |mut at: MaskedAt| {
        let mask = at.mask.bytes();
        let left = left_by(mask);
        at.output.require_room(left.total())?;
        write(at.input, mask, &left, at.output.memory())?;
        at.output.set_shape(&[left.total() as i64]);
        Ok(())
    })
}

/// Dimension of a tensor of indices that counts the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indices {
    /// The first: a row of indices for each element.
    Rows,
    /// The second: a column.
    Columns,
}

operands! {
    struct Nonzero => NonzeroAt {
        input: ReadAny,
        output: WriteResized<i64>,
    }
}

/// Plans `output = ` the indices of the elements of `input` that are not 0, in row-major order. `output` is dense, of INT64.
pub fn nonzero(input: Arg, indices: Indices, output: Arg, resize: Resize) -> Result<Call> {
    let shape = input.view.layout.shape().to_vec();
    let tested = match input.view.dtype.bits() {
        8 => input.view.dtype,
        _ => Dtype::Bool,
    };
    let operands = Nonzero {
        input: ReadAny::of(input, tested),
        output: WriteResized::new(output, resize),
    };
    let cost = numel(&shape).saturating_mul(9);
    kernel(operands, cost, move |mut at: NonzeroAt| {
        let (mask, rank) = (at.input.bytes(), shape.len());
        let left = left_by(mask);
        let numbers = left.total().saturating_mul(rank);
        at.output.require_room(numbers)?;
        let memory = &mut at.output.memory()[..numbers];
        let (count, extent) = (left.total() as i64, rank as i64);
        let positions = |block: usize, out: Positions| {
            let elements = left.range(block);
            write_positions(&shape, &mask[elements.clone()], elements.start, out);
        };
        match indices {
            Indices::Rows => {
                cuts::for_each_part(left.cut(memory, rank), |block, out| {
                    positions(block, Positions::Rows(out, rank));
                });
                at.output.set_shape(&[count, extent]);
            }
            Indices::Columns => {
                let columns = memory.chunks_mut(left.total().max(1));
                let columns: Vec<_> = columns.map(|column| left.cut(column, 1)).collect();
                cuts::for_each_part(columns, |block, out| {
                    positions(block, Positions::Columns(out));
                });
                at.output.set_shape(&[extent, count]);
            }
        }
        Ok(())
    })
}

fn numel(shape: &[i64]) -> usize {
    shape.iter().product::<i64>() as usize
}

/// Counts what a mask leaves.
fn left_by(mask: &[u8]) -> Counted {
    Counted::new(mask.len(), grain::ELEMENTS, |elements| {
        count(&mask[elements])
    })
}

/// Writes the elements of `N` bytes that a mask leaves: of each block as many as were counted, for more are true by now if the mask is written meanwhile.
fn write_elements<const N: usize>(
    input: Any,
    mask: &[u8],
    left: &Counted,
    output: &mut [u8],
) -> Result<()> {
    let (elements, output) = (input.raw::<N>()?, output.as_chunks_mut::<N>().0);
    cuts::for_each_part(left.cut(output, 1), |block, out| {
        let block = left.range(block);
        let (elements, mask) = (&elements[block.clone()], &mask[block]);
        let mut tile = [[0; N]; TILE];
        let mut written = 0;
        for (elements, mask) in elements.chunks(TILE).zip(mask.chunks(TILE)) {
            let left = compress(elements, mask, &mut tile).min(out.len() - written);
            out[written..written + left].copy_from_slice(&tile[..left]);
            written += left;
        }
    });
    Ok(())
}

/// Places of the indices of a block's elements.
enum Positions<'a> {
    /// A row of so many for each element.
    Rows(&'a mut [i64], usize),
    /// A column for each element: the rows of all dimensions.
    Columns(SmallVec<[&'a mut [i64]; 8]>),
}

impl Positions<'_> {
    /// The number of elements.
    fn count(&self) -> usize {
        match self {
            Self::Rows(all, rank) => all.len() / rank,
            Self::Columns(rows) => rows.first().map_or(0, |row| row.len()),
        }
    }

    /// The indices along a dimension, of some elements, and how far they are apart.
    fn along(&mut self, dimension: usize, elements: Range<usize>) -> (&mut [i64], usize) {
        match self {
            Self::Rows(all, rank) => {
                let rows = &mut all[elements.start * *rank..elements.end * *rank];
                (&mut rows[dimension..], *rank)
            }
            Self::Columns(rows) => (&mut rows[dimension][elements], 1),
        }
    }
}

/// Writes the indices of each element whose byte is not 0; `mask` begins at element `first`.
fn write_positions(shape: &[i64], mask: &[u8], first: usize, mut out: Positions) {
    let (Some(&inner), rank) = (shape.last(), shape.len()) else {
        return;
    };
    let (inner, count) = (inner as usize, out.count());
    let (mut at, mut written) = (0, 0);
    let mut found = [0_u32; TILE];
    while at < mask.len() {
        let line = (first + at) / inner;
        let start = first + at - line * inner;
        let length = (inner - start).min(mask.len() - at).min(TILE);
        let left = order::positions(&mask[at..at + length], &mut found);
        // As many as were counted.
        let found = &found[..left.min(count - written)];
        at += length;
        if found.is_empty() {
            continue;
        }
        let elements = written..written + found.len();
        let mut rest = line;
        for dimension in (0..rank).rev() {
            let (to, step) = out.along(dimension, elements.clone());
            if dimension + 1 == rank {
                order::shifted(found, start as i64, to, step);
            } else {
                let to = to.iter_mut().step_by(step);
                let extent = shape[dimension] as usize;
                let index = (rest % extent) as i64;
                rest /= extent;
                to.for_each(|to| *to = index);
            }
        }
        written += found.len();
    }
}
