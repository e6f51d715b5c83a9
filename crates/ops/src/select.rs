//! What of a tensor a condition leaves: elements, or their indices. How many that is, the run finds out.

use super::engine::dense::{self, Kernel, Operand, element_mut, slice};
use super::{Arg, Call, Resize};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::order::{compress, count};
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, parallel};

/// Elements that one thread takes at a time.
const BLOCK: usize = 1 << 16;
/// Elements that are gathered before they are written.
const TILE: usize = 512;

/// Plans `output = ` the elements of `input` where `mask` is not 0, in row-major order of `shape`, to which both broadcast. `mask` is BOOL or UINT8;
/// `output` is dense, and gets one dimension.
pub fn masked(input: Arg, mask: Arg, shape: &[i64], output: Arg, resize: Resize) -> Result<Call> {
    let (dtype, tested) = (output.view.dtype, mask.view.dtype);
    let kernel = Select {
        count: numel(shape),
        room: output.view.numel().unwrap_or(0),
        name: output.name,
        what: What::Elements(dtype.bits() / 8),
        resize,
    };
    let operands = [
        Operand::read_as(mask, tested, shape),
        Operand::read_as(input, dtype, shape),
        Operand::write_part(output, dtype),
    ];
    dense::plan(kernel, operands)
}

/// Which dimension of a tensor of indices counts the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indices {
    /// The first: a row of indices for each element.
    Rows,
    /// The second: a column.
    Columns,
}

/// Plans `output = ` the indices of the elements of `input` that are not 0, in row-major order. `output` is dense, of INT64.
pub fn nonzero(input: Arg, indices: Indices, output: Arg, resize: Resize) -> Result<Call> {
    let shape = input.view.layout.shape().to_vec();
    let tested = match input.view.dtype.bits() {
        8 => input.view.dtype,
        _ => Dtype::Bool,
    };
    let kernel = Select {
        count: numel(&shape),
        room: output.view.numel().unwrap_or(0),
        name: output.name,
        what: What::Indices(shape, indices),
        resize,
    };
    let operands = [
        Operand::read(input, tested),
        Operand::write_part(output, Dtype::I64),
    ];
    dense::plan(kernel, operands)
}

fn numel(shape: &[i64]) -> usize {
    shape.iter().product::<i64>() as usize
}

struct Select {
    count: usize,
    /// Elements that the output has room for.
    room: usize,
    name: &'static str,
    what: What,
    resize: Resize,
}

enum What {
    /// Of so many bytes.
    Elements(usize),
    /// In this shape.
    Indices(Vec<i64>, Indices),
}

/// Refuses to write `count` elements to an output with room for fewer.
pub(super) fn has_room(name: &'static str, count: usize, room: usize) -> Result<()> {
    if count <= room {
        return Ok(());
    }
    let got = format!("a tensor of {room} elements");
    Err(Error::value(
        name,
        got,
        format!("one with room for the {count} that there are"),
    ))
}

impl Kernel for Select {
    fn cost(&self) -> usize {
        self.count.saturating_mul(9)
    }

    fn sets_shapes(&self) -> bool {
        true
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        // SAFETY: the caller's promise: a byte for each element.
        let mask = unsafe { slice::<u8>(places[0], self.count) };
        let blocks = self.count.div_ceil(BLOCK);
        let part = |block: usize| &mask[block * BLOCK..self.count.min((block + 1) * BLOCK)];
        let mut firsts = vec![0; blocks];
        let memory = firsts.as_mut_ptr().expose_provenance();
        parallel::for_each_piece(blocks, |block| {
            // SAFETY: each block has a number of its own.
            let first = unsafe { element_mut::<usize>(memory, block) };
            *first = count(part(block));
        });
        let mut total = 0;
        for first in &mut firsts {
            total += std::mem::replace(first, total);
        }
        // Elements that were counted in a block: more are true by now if the mask is written meanwhile.
        let counted = |block: usize| firsts.get(block + 1).unwrap_or(&total) - firsts[block];
        match &self.what {
            What::Elements(size) => {
                has_room(self.name, total, self.room)?;
                parallel::for_each_piece(blocks, |block| {
                    let from = places[1] + block * BLOCK * size;
                    let to = places[2] + firsts[block] * size;
                    // SAFETY: the caller's promise; blocks are written to disjoint parts.
                    unsafe { write_elements(*size, part(block), counted(block), from, to) };
                });
                self.resize.set(&[total as i64]);
            }
            What::Indices(shape, indices) => {
                let rank = shape.len();
                has_room(self.name, total.saturating_mul(rank), self.room)?;
                let (row, column) = match indices {
                    Indices::Rows => (rank, 1),
                    Indices::Columns => (1, total),
                };
                if rank > 0 {
                    parallel::for_each_piece(blocks, |block| {
                        let to = places[1] + firsts[block] * row * size_of::<i64>();
                        let mask = (part(block), counted(block));
                        // SAFETY: as above.
                        unsafe { write_indices(shape, mask, block * BLOCK, to, (row, column)) };
                    });
                }
                let (count, rank) = (total as i64, rank as i64);
                match indices {
                    Indices::Rows => self.resize.set(&[count, rank]),
                    Indices::Columns => self.resize.set(&[rank, count]),
                }
            }
        }
        Ok(())
    }
}

/// Writes the elements that a mask leaves, `most` at most.
///
/// # Safety
/// There is an element of `size` bytes for each byte of `mask` from `from` on, and memory from `to` on for `most` of them.
unsafe fn write_elements(size: usize, mask: &[u8], most: usize, from: usize, to: usize) {
    // SAFETY: the caller's promise; elements are moved as bytes.
    unsafe {
        match size {
            1 => write_units::<[u8; 1]>(mask, most, from, to),
            2 => write_units::<[u8; 2]>(mask, most, from, to),
            4 => write_units::<[u8; 4]>(mask, most, from, to),
            8 => write_units::<[u8; 8]>(mask, most, from, to),
            _ => write_units::<[u8; 16]>(mask, most, from, to),
        }
    }
}

unsafe fn write_units<T: Copy>(mask: &[u8], most: usize, from: usize, to: usize) {
    // SAFETY: the caller's promise.
    let elements = unsafe { slice::<T>(from, mask.len()) };
    let mut tile = [const { std::mem::MaybeUninit::<T>::uninit() }; TILE];
    let mut written = 0;
    for (elements, mask) in elements.chunks(TILE).zip(mask.chunks(TILE)) {
        // SAFETY: an element may be looked at as one that need not be there.
        let elements = unsafe { slice(elements.as_ptr().expose_provenance(), elements.len()) };
        let left = compress(elements, mask, &mut tile).min(most - written);
        let target = std::ptr::with_exposed_provenance_mut::<T>(to).wrapping_add(written);
        // SAFETY: so many elements of the tile were written, and the output has room for them.
        unsafe { target.copy_from_nonoverlapping(tile.as_ptr().cast(), left) };
        written += left;
    }
}

/// Writes the indices of each element whose byte is not 0, of `most` elements at most; `mask` begins at element `first`. Those of one element are `column` numbers
/// apart, those of one dimension `row`.
///
/// # Safety
/// There is memory from `to` on for all of them.
unsafe fn write_indices(
    shape: &[i64],
    (mask, most): (&[u8], usize),
    first: usize,
    to: usize,
    (row, column): (usize, usize),
) {
    let (Some(&inner), rank) = (shape.last(), shape.len()) else {
        return;
    };
    let (inner, out) = (
        inner as usize,
        std::ptr::with_exposed_provenance_mut::<i64>(to),
    );
    let (mut at, mut written) = (0, 0);
    let mut found = [0_u32; TILE];
    while at < mask.len() {
        let line = (first + at) / inner;
        let start = first + at - line * inner;
        let length = (inner - start).min(mask.len() - at).min(TILE);
        let mut left = 0;
        for (k, &byte) in mask[at..at + length].iter().enumerate() {
            found[left] = k as u32;
            left += usize::from(byte != 0);
        }
        left = left.min(most - written);
        let mut rest = line;
        for dimension in (0..rank).rev() {
            let extent = shape[dimension] as usize;
            let index = rest % extent;
            if dimension + 1 < rank {
                rest /= extent;
            }
            for (k, &offset) in found[..left].iter().enumerate() {
                let number = match dimension + 1 == rank {
                    true => start + offset as usize,
                    false => index,
                };
                let place = (written + k) * row + dimension * column;
                // SAFETY: the caller's promise.
                unsafe { out.wrapping_add(place).write(number as i64) };
            }
        }
        written += left;
        at += length;
    }
}
