//! Rows in order, and the first of a row in order, with the positions they had.

use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::engine::{sort, top};
use super::median::with_last;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, parallel};

/// The order of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The smallest element first.
    Rising,
    /// The largest element first.
    Falling,
    /// As it is.
    Kept,
}

impl Order {
    /// Returns [`Order::Falling`] if that is wanted, else [`Order::Rising`].
    pub fn falling(is_falling: bool) -> Self {
        if is_falling {
            Self::Falling
        } else {
            Self::Rising
        }
    }
}

/// Plans the first `count` elements along dimension `axis` of `input` in order, and where they were. NaN is larger than every number; equal numbers keep
/// their order, also where numbers fall. `values` are moved, then converted.
pub fn sort(
    input: Arg,
    axis: usize,
    (count, order): (usize, Order),
    values: Option<Arg>,
    indices: Arg,
) -> Result<Call> {
    let dtype = input.view.dtype;
    let input = with_last(input, axis)?;
    let shape = input.view.layout.shape();
    let length = shape.last().map_or(1, |&extent| extent as usize);
    let numel = shape.iter().product::<i64>() as usize;
    let kernel = Sort {
        dtype,
        rows: numel / length.max(1),
        length,
        count,
        order,
        has_values: values.is_some(),
    };
    let mut operands = vec![
        Operand::read(input, dtype),
        Operand::write(with_last(indices, axis)?, Dtype::I64),
    ];
    if let Some(values) = values {
        operands.push(Operand::write(with_last(values, axis)?, dtype));
    }
    dense::plan(kernel, operands)
}

struct Sort {
    dtype: Dtype,
    rows: usize,
    length: usize,
    count: usize,
    order: Order,
    has_values: bool,
}

/// Elements that one thread moves at a time.
const PIECE: usize = 1 << 16;

impl Sort {
    /// Whether the first ones are looked for, rather than all sorted.
    fn selects(&self) -> bool {
        top::pays(self.length, self.count)
    }

    /// Bytes of scratch memory of a row.
    fn each(&self) -> usize {
        match self.selects() {
            true => top::scratch(self.length, self.count),
            false => sort::sort_scratch(self.length),
        }
    }

    /// Writes the positions of a row, and its elements at these.
    ///
    /// # Safety
    /// The operands are as they were planned, and `position` gives positions in a row.
    unsafe fn write(&self, row: usize, places: &[usize], position: impl Fn(usize) -> usize + Sync) {
        let (count, size) = (self.count, self.dtype.bits() / 8);
        let from = places[0] + row * self.length * size;
        parallel::for_each_piece(count.div_ceil(PIECE), |piece| {
            let first = piece * PIECE;
            let length = PIECE.min(count - first);
            let at = row * count + first;
            // SAFETY: the caller's promise; pieces are different elements of the outputs.
            unsafe {
                let indices = slice_mut::<i64>(places[1] + 8 * at, length);
                for (i, index) in indices.iter_mut().enumerate() {
                    *index = position(first + i) as i64;
                }
                if self.has_values {
                    let to = places[2] + at * size;
                    match size {
                        1 => moved::<u8>(from, self.length, indices, to),
                        2 => moved::<u16>(from, self.length, indices, to),
                        4 => moved::<u32>(from, self.length, indices, to),
                        _ => moved::<u64>(from, self.length, indices, to),
                    }
                }
            }
        });
    }
}

/// Moves elements of a row at these positions.
///
/// # Safety
/// There are `count` elements at `from`, the positions are below that, and there is memory for as many elements at `to`.
unsafe fn moved<T: Copy>(from: usize, count: usize, positions: &[i64], to: usize) {
    // SAFETY: the caller's promise.
    let (row, to) = unsafe { (slice::<T>(from, count), slice_mut(to, positions.len())) };
    for (to, &position) in to.iter_mut().zip(positions) {
        *to = row[position as usize];
    }
}

impl Kernel for Sort {
    fn cost(&self) -> usize {
        self.rows.saturating_mul(self.length).saturating_mul(64)
    }

    fn scratch(&self) -> usize {
        sort::rows_scratch(self.rows, self.length, self.each())
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (count, falls) = (self.count, self.order == Order::Falling);
        if count == 0 {
            return Ok(());
        }
        let row = |row: usize, memory: usize| {
            let from = places[0] + row * self.length * (self.dtype.bits() / 8);
            // SAFETY: the caller's promise for the row, and scratch memory of that size.
            unsafe {
                if self.order == Order::Kept {
                    self.write(row, places, |i| i);
                } else if self.selects() {
                    let wanted = (count, falls);
                    let items = top::first(self.dtype, from, self.length, wanted, memory);
                    self.write(row, places, |i| items[i][1] as usize);
                } else {
                    let sorted = sort::sort(self.dtype, from, self.length, falls, true, memory);
                    self.write(row, places, |i| sorted.position(i));
                }
            }
        };
        sort::for_each_row(scratch, (self.rows, self.length), self.each(), row)
    }
}
