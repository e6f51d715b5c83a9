//! Matrices of one value with something on a diagonal, and rows of classes.

#![forbid(unsafe_code)]

use super::sequence::Sequence;
use super::{Arg, Call, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::copy::Copies;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{ReadBytes, ReadIndices, WriteBytes, fill_bytes, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_tensor::cuts::{self, BlockMut};
use hostnpu_tensor::{Dtype, Layout, Value};

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
        let mut all = Sequence::default();
        let (input, output) = (all.add(input), all.add(output));
        let dense = all.temporary(dtype, &shape)?;
        all.then(pointwise::copy(input, dense.clone())?)?;
        let flat = dense.shaped(&[count])?.with_role(Role::Input);
        all.then(on_diagonal(flat, diagonal, output)?)?;
        return Ok(all.finish());
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

operands! {
    struct OneHot => OneHotAt {
        indices: ReadIndices<i64>,
        /// One element each.
        on: ReadBytes,
        off: ReadBytes,
        output: WriteBytes,
    }
}

/// Plans, for each element of `input`, a row along the dimension `axis` of `output`: the first element of `on` where the index is the element, and
/// that of `off` elsewhere. All three have one type.
pub fn one_hot(input: Arg, on: Arg, off: Arg, axis: usize, output: Arg) -> Result<Call> {
    let shape = output.view.layout.shape();
    let extent = |shape: &[i64]| shape.iter().product::<i64>() as usize;
    let [outer, classes, inner] =
        [&shape[..axis], &shape[axis..=axis], &shape[axis + 1..]].map(extent);
    input.require_numel(outer * inner)?;
    for value in [&on, &off] {
        if value.view.dtype != output.view.dtype {
            let allowed = output.view.dtype.name();
            return Err(Error::dtype(value.name, value.view.dtype, allowed));
        }
    }
    let size = output.view.dtype.bits() / 8;
    let operands = OneHot {
        indices: input.into(),
        on: first_element(&on)?.into(),
        off: first_element(&off)?.into(),
        output: output.into(),
    };
    // A part has whole elements.
    let most = (grain::FILLED_BYTES / classes.max(1) / size.max(1)).max(1) * size;
    let cost = outer.saturating_mul(classes).saturating_mul(inner * size);
    kernel(operands, cost, move |at: OneHotAt| {
        let blocks = cuts::blocks(at.output, [outer, classes, inner * size], most);
        cuts::for_each_part(blocks, |_, mut part: BlockMut<'_, u8>| {
            part.for_each_run(|run| fill_bytes(run, at.off));
            for plane in part.planes.clone() {
                for column in part.columns.clone().step_by(size) {
                    let number = plane * inner + column / size;
                    if let Some(class) = at.indices.position(number, classes) {
                        let start = column - part.columns.start;
                        part.row(plane, class)[start..start + size].copy_from_slice(at.on);
                    }
                }
            }
        });
        Ok(())
    })
}

/// The first element of a tensor, as a tensor of its own.
fn first_element(of: &Arg) -> Result<Arg> {
    let offset = of.view.layout.offset();
    of.viewed(Layout::new(Default::default(), Default::default(), offset))
}
