//! Elements in other places: what is moved, and nothing is computed.

#![forbid(unsafe_code)]

pub mod pads;
pub mod strided;
pub mod windows;

use super::sequence::Sequence;
use super::{Arg, Call, Role};
use hostnpu_base::error::Result;
use hostnpu_engine::copy::Copies;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_tensor::{Dtype, Layout};

pub use hostnpu_engine::copy::Keep;

/// Plans a copy of what `view` says of `input`, in the shape of `view`, converted to the type of `output`.
pub fn moved(input: Arg, view: Layout, output: Arg) -> Result<Call> {
    let output = output.shaped(view.shape())?;
    pointwise::copy(input.viewed(view)?, output)
}

/// Plans the elements of `input` in their row-major order in the shape of `view`, which is a layout of a dense tensor: reordered, cut, repeated.
pub fn reshaped(
    input: Arg,
    shape: &[i64],
    view: impl Fn(&Layout) -> Layout,
    output: Arg,
) -> Result<Call> {
    if let Some(layout) = input.view.layout.reshaped(shape) {
        return moved(input, view(&layout), output);
    }
    let own = input.view.layout.shape().to_vec();
    let dtype = input.view.dtype;
    let mut all = Sequence::default();
    let (input, output) = (all.add(input), all.add(output));
    let dense = all.temporary(dtype, &own)?;
    all.then(pointwise::copy(input, dense.clone())?)?;
    let shaped = dense.shaped(shape)?.with_role(Role::Input);
    all.then(moved(shaped, view(&Layout::contiguous(shape)), output)?)?;
    Ok(all.finish())
}

/// Plans `output = ` the inputs one behind the other along `axis`, converted to `through`, and from there to the type of `output`.
pub fn concatenate(inputs: Vec<Arg>, axis: usize, through: Dtype, output: Arg) -> Result<Call> {
    let number = inputs.len();
    let mut copies = Copies::new(inputs.into_iter().chain([output]));
    let target = copies.layout(number);
    let mut start = 0;
    for k in 0..number {
        let source = (*copies.layout(k)).clone();
        let count = source.shape()[axis];
        let part = target.sliced(axis, start, count, 1);
        copies.copy_through((k, source), through, (number, part));
        start += count;
    }
    copies.finish()
}

/// As [`concatenate`], along a new dimension.
pub fn stack(inputs: Vec<Arg>, axis: usize, through: Dtype, output: Arg) -> Result<Call> {
    let wide = |input: Arg| input.viewed(input.view.layout.with_axis(axis));
    let inputs = inputs.into_iter().map(wide).collect::<Result<_>>()?;
    concatenate(inputs, axis, through, output)
}

/// Plans pieces of `input` along `axis`, one behind the other, as long as the outputs are.
pub fn split(input: Arg, axis: usize, outputs: Vec<Arg>) -> Result<Call> {
    let mut copies = Copies::new([input].into_iter().chain(outputs.iter().cloned()));
    let source = copies.layout(0);
    let mut start = 0;
    for k in 1..=outputs.len() {
        let target = (*copies.layout(k)).clone();
        let count = target.shape()[axis];
        copies.copy((0, source.sliced(axis, start, count, 1)), (k, target));
        start += count;
    }
    copies.finish()
}

/// Plans `input`, tiled: `repeats[k]` times along dimension `k` of `output`, which may have more dimensions before those of `input`.
pub fn repeat(input: Arg, repeats: &[i64], output: Arg) -> Result<Call> {
    let (mut source, mut target) = ((*input.view.layout).clone(), (*output.view.layout).clone());
    while source.rank() < repeats.len() {
        source = source.with_axis(0);
    }
    for (k, &times) in repeats.iter().enumerate() {
        let axis = 2 * k;
        let extent = source.shape()[axis];
        target = target.split(axis, times, extent);
        source = source.with_axis(axis).sliced(axis, 0, times, 0);
    }
    pointwise::copy(input.viewed(source)?, output.viewed(target)?)
}

/// Plans `input` backwards along `axes`.
pub fn flip(input: Arg, axes: &[usize], output: Arg) -> Result<Call> {
    let mut view = (*input.view.layout).clone();
    for &axis in axes {
        let extent = view.shape()[axis];
        view = view.sliced(axis, extent - 1, extent, -1);
    }
    moved(input, view, output)
}

/// Plans `input` moved by `shift` elements along each axis; what leaves at the end comes in at the start. An axis is named once.
pub fn roll(input: Arg, shifts: &[(usize, i64)], output: Arg) -> Result<Call> {
    let mut copies = Copies::new([input, output]);
    let mut parts = vec![((*copies.layout(0)).clone(), (*copies.layout(1)).clone())];
    for &(axis, shift) in shifts {
        let extent = parts[0].0.shape()[axis];
        let shift = shift.rem_euclid(extent);
        // From where, to where, and how many.
        let runs = [(0, shift, extent - shift), (extent - shift, 0, shift)];
        let runs = runs.into_iter().filter(|run| run.2 > 0);
        parts = runs
            .flat_map(|(from, to, count)| {
                let cut = move |(source, target): &(Layout, Layout)| {
                    let source = source.sliced(axis, from, count, 1);
                    (source, target.sliced(axis, to, count, 1))
                };
                parts.iter().map(cut).collect::<Vec<_>>()
            })
            .collect();
    }
    for (source, target) in parts {
        copies.copy((0, source), (1, target));
    }
    copies.finish()
}

/// Plans `input` moved by `shift` elements in row-major order; what leaves at the end comes in at the start.
pub fn roll_flat(input: Arg, shift: i64, output: Arg) -> Result<Call> {
    let count = input.view.numel().unwrap_or(0) as i64;
    let flat = [&input, &output].map(|arg| arg.view.layout.reshaped(&[count]));
    if let [Some(source), Some(target)] = flat {
        return roll(input.viewed(source)?, &[(0, shift)], output.viewed(target)?);
    }
    let shape = input.view.layout.shape().to_vec();
    let dtype = input.view.dtype;
    let mut sequence = Sequence::default();
    let (input, output) = (sequence.add(input), sequence.add(output));
    let (from, to) = (
        sequence.temporary(dtype, &shape)?,
        sequence.temporary(dtype, &shape)?,
    );
    sequence.then(pointwise::copy(input, from.clone())?)?;
    let source = from.shaped(&[count])?.with_role(Role::Input);
    sequence.then(roll(source, &[(0, shift)], to.shaped(&[count])?)?)?;
    sequence.then(pointwise::copy(to, output)?)?;
    Ok(sequence.finish())
}

/// Plans the triangle of the matrices of the last two dimensions that is kept, and zeros elsewhere.
pub fn triangle(input: impl Into<Operand>, keep: Keep, output: Arg) -> Result<Call> {
    let layout = |arg: &Arg| (*arg.view.layout).clone();
    let to = layout(&output);
    let mut copies;
    match input.into() {
        Operand::Tensor(input) => {
            let from = layout(&input);
            copies = Copies::new([input, output]);
            copies.triangle((0, from), keep, (1, to));
        }
        Operand::Output | Operand::Value(_) => {
            copies = Copies::new([output.with_role(Role::InOut)]);
            copies.triangle((0, to.clone()), keep, (0, to));
        }
    }
    copies.finish()
}

/// Plans chunks of the rows of each input side by side: row `k` of `output`, `[chunks, columns]`, has chunk `k` of each, in row-major order, and zeros where an
/// input has no rows left. Converted to the type of `output`.
pub fn chunks(inputs: Vec<Arg>, chunks: i64, output: Arg) -> Result<Call> {
    let number = inputs.len();
    let mut copies = Copies::new(inputs.into_iter().chain([output]));
    let mut start = 0;
    for k in 0..number {
        let source = (*copies.layout(k)).clone();
        let rows = source.shape()[0];
        let per_chunk = rows / chunks + i64::from(rows % chunks != 0);
        let rest: i64 = source.shape()[1..].iter().product();
        let columns = copies.layout(number).sliced(1, start, per_chunk * rest, 1);
        start += per_chunk * rest;
        // Whole chunks, the rows of the next one, and what is left of that and of all behind it.
        let (whole, left) = (rows / per_chunk, rows % per_chunk);
        let mut chunk = columns.split(1, per_chunk, rest);
        for (axis, &extent) in source.shape()[1..].iter().enumerate() {
            let behind: i64 = source.shape()[axis + 2..].iter().product();
            chunk = chunk.split(axis + 2, extent, behind);
        }
        // Without the dimension of 1 that the last split leaves.
        let target = chunk.picked(chunk.rank() - 1, 0);
        let full = source
            .sliced(0, 0, whole * per_chunk, 1)
            .split(0, whole, per_chunk);
        copies.copy((k, full), (number, target.sliced(0, 0, whole, 1)));
        if left > 0 {
            let part = source.sliced(0, whole * per_chunk, left, 1).with_axis(0);
            let row = target.sliced(0, whole, 1, 1);
            copies.copy((k, part), (number, row.sliced(1, 0, left, 1)));
            copies.zero((number, row.sliced(1, left, per_chunk - left, 1)));
        }
        let used = whole + i64::from(left > 0);
        copies.zero((number, target.sliced(0, used, chunks - used, 1)));
    }
    copies.finish()
}
