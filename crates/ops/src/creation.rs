//! Matrices of one value with something on a diagonal, and rows of classes.

use super::engine::copy::Copies;
use super::engine::pointwise;
use super::sequence::Sequence;
use super::{Arg, Call, Plan, Role};
use hostnpu_base::error::{Reason, Result};
use hostnpu_tensor::{Dtype, Layout, Value, parallel};

/// Plans a number for every element of each output.
pub fn fill_each(outputs: impl IntoIterator<Item = (Arg, f64)>) -> Result<Call> {
    let mut all = Sequence::default();
    for (output, value) in outputs {
        let output = all.add(output);
        all.then(pointwise::fill(Value::new(value), output)?)?;
    }
    Ok(all.finish())
}

/// Plans a matrix with 1 on its diagonal and 0 elsewhere.
pub fn eye(output: Arg) -> Result<Call> {
    let mut copies = Copies::new([output]);
    let layout = copies.layout(0);
    let count = layout.shape()[0].min(layout.shape()[1]);
    copies.zero((0, (*layout).clone()));
    copies.then();
    let one = Value::from_bytes(Dtype::U8, &[1]);
    copies.fill(one, (0, layout.diagonal(0, 0, count)));
    copies.finish()
}

/// Returns row and column of the first element of the diagonal of a number: above 0 to the right of the main one.
pub fn diagonal_start(diagonal: i64) -> (i64, i64) {
    (diagonal.saturating_neg().max(0), diagonal.max(0))
}

/// Returns the rows of a matrix whose diagonal of that number has so many elements.
pub fn side_of(count: usize, diagonal: i64) -> i64 {
    let distance = i64::try_from(diagonal.unsigned_abs()).unwrap_or(i64::MAX);
    (count as i64).saturating_add(distance)
}

/// Plans a square matrix with the elements of `input`, in row-major order, on a diagonal and zeros elsewhere, converted.
pub fn on_diagonal(input: Arg, diagonal: i64, output: Arg) -> Result<Call> {
    let count = input.view.numel().unwrap_or(0) as i64;
    let Some(flat) = input.view.layout.reshaped(&[count]) else {
        let shape = input.view.layout.shape().to_vec();
        let dtype = input.view.dtype;
        let mut sequence = Sequence::new([input, output]);
        let dense = sequence.temporary(dtype, &shape)?;
        sequence.then(pointwise::copy(sequence.operand(0), dense.clone())?)?;
        let (flat, output) = (dense.shaped(&[count])?, sequence.operand(1));
        let call = on_diagonal(flat.with_role(Role::Input), diagonal, output.clone())?;
        sequence.then_on(call, &[&dense, &output])?;
        return Ok(sequence.finish());
    };
    let mut copies = Copies::new([input, output]);
    let target = copies.layout(1);
    let (row, column) = diagonal_start(diagonal);
    copies.zero((1, (*target).clone()));
    copies.then();
    copies.copy((0, flat), (1, target.diagonal(row, column, count)));
    copies.finish()
}

/// Plans the writing of `value` to the elements all of whose indices are equal. With `wrap`, below a matrix of more rows than columns that is full
/// comes a row without, and then the matrix again.
pub fn fill_diagonal(value: Value, wrap: bool, output: Arg) -> Result<Call> {
    let layout = output.view.layout.clone();
    let (shape, strides) = (layout.shape(), layout.strides());
    let least = shape.iter().copied().min().unwrap_or(0);
    let mut copies = Copies::new([output]);
    let step = strides
        .iter()
        .fold(0_i64, |sum, &stride| sum.wrapping_add(stride));
    let mut fill = |start: i64, count: i64| {
        let offset = layout.offset().wrapping_add(start.wrapping_mul(strides[0]));
        let one = Layout::new([count].as_slice().into(), [step].as_slice().into(), offset);
        copies.fill(value, (0, one));
    };
    fill(0, least);
    if let [rows, columns] = *shape
        && wrap
    {
        let mut start = columns + 1;
        while start < rows {
            fill(start, columns.min(rows - start));
            start += columns + 1;
        }
    }
    copies.finish()
}

/// Plans, for each element of `input`, a row along the dimension `axis` of `output`: the first element of `values[0]` where the index is the element, and
/// that of `values[1]` elsewhere.
pub fn one_hot(input: Arg, values: [Arg; 2], axis: usize, output: Arg) -> Result<Call> {
    let shape = input.view.layout.shape().to_vec();
    let [on, off] = values;
    let dtype = output.view.dtype;
    let mut sequence = Sequence::new([input, on, off, output]);
    let indices = sequence.temporary(Dtype::I64, &shape)?;
    sequence.then(pointwise::copy(sequence.operand(0), indices.clone())?)?;
    let mut held = Vec::new();
    for number in [1, 2] {
        let value = sequence.operand(number);
        let place = sequence.temporary(dtype, &[])?;
        let first = Layout::new(
            [].as_slice().into(),
            [].as_slice().into(),
            value.view.layout.offset(),
        );
        let copied = pointwise::copy(value.viewed(first)?, place.clone())?;
        sequence.then_on(copied, &[&value, &place])?;
        held.push(place);
    }
    let output = sequence.operand(3);
    sequence.then(pointwise::copy(
        held[1].clone().with_role(Role::Input),
        output.clone(),
    )?)?;
    let classes = output.view.layout.shape()[axis];
    let stride = output.view.layout.strides()[axis];
    let marks = Marks {
        rows: output.view.layout.picked(axis, 0),
        classes,
        stride,
        size: dtype.bits() / 8,
    };
    let operands = [indices, held.swap_remove(0)].map(|arg| arg.with_role(Role::Input));
    sequence.then(Call::new(marks, operands.into_iter().chain([output])))?;
    Ok(sequence.finish())
}

/// Writes one value at the place that an index says, along one dimension.
struct Marks {
    /// The first elements of the dimension.
    rows: Layout,
    classes: i64,
    stride: i64,
    size: usize,
}

/// Indices that a thread takes at a time.
const PIECE: usize = 1 << 13;

impl Plan for Marks {
    fn cost(&self) -> usize {
        self.rows.numel().unwrap_or(0).saturating_mul(16)
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let &[indices, value, output] = addresses else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let count = self.rows.numel().unwrap_or(0);
        parallel::for_each_piece(count.div_ceil(PIECE), |piece| {
            for number in piece * PIECE..count.min((piece + 1) * PIECE) {
                // SAFETY: the caller's promise for a dense tensor of so many indices.
                let index = unsafe { *(indices as *const i64).add(number) };
                if !(0..self.classes).contains(&index) {
                    continue;
                }
                let (mut rest, mut place) =
                    (number as i64, self.rows.offset() + index * self.stride);
                for (&extent, &stride) in self.rows.shape().iter().zip(self.rows.strides()).rev() {
                    place += rest % extent * stride;
                    rest /= extent;
                }
                let target = output.wrapping_add_signed(place as isize * self.size as isize);
                // SAFETY: the caller's promise for the output; each row is written by one index only.
                unsafe {
                    std::ptr::copy_nonoverlapping(value as *const u8, target as *mut u8, self.size);
                }
            }
        });
        Ok(())
    }
}
