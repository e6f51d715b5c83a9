//! Indexing with a list of tensors, as NumPy and PyTorch do it.
//!
//! An entry is a tensor of integers, a mask, or nothing: then its axis stays. Index tensors broadcast to each other; the axes that they broadcast to
//! stand in place of the axes that they index where those are neighbours, before all others where they are not. A mask stands for the coordinates
//! of its true elements, one index tensor for each of its axes, which are known when the call runs.

use super::{Written, assign, at, combine, gather, with_self};
use crate::engine::index::{Along, Geometry, Source, nonzero};
use crate::engine::pointwise;
use crate::{Arg, Call, Plan, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::Combine;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dims, Dtype, Layout, broadcast};

/// Strides with which a layout broadcasts to a shape; nothing if it does not.
fn spread(layout: &Layout, shape: &[i64]) -> Option<Dims> {
    let missing = shape.len().checked_sub(layout.rank())?;
    let mut strides = Dims::from_elem(0, shape.len());
    let own = layout.shape().iter().zip(layout.strides());
    for ((place, &wanted), (&extent, &stride)) in strides[missing..]
        .iter_mut()
        .zip(&shape[missing..])
        .zip(own)
    {
        match extent {
            1 => {}
            extent if extent == wanted => *place = stride,
            _ => return None,
        }
    }
    Some(strides)
}

/// Returns the places that entries of integers name, without the strides of the other side. Its shape is that of the result.
pub fn places(table: &Arg, entries: &[Option<Arg>]) -> Result<Geometry> {
    let layout = &table.view.layout;
    let rank = layout.rank();
    if entries.len() > rank {
        let name = entries
            .iter()
            .flatten()
            .next()
            .map_or("indices", |arg| arg.name);
        let allowed = format!("at most {rank}, the axes of `{}`", table.name);
        return Err(Error::value(
            name,
            format!("a list of {} axes", entries.len()),
            allowed,
        ));
    }
    let mut shape = Dims::new();
    for index in entries.iter().flatten() {
        shape = broadcast(&shape, index.view.layout.shape()).ok_or_else(|| {
            let allowed = format!("one that broadcasts with {:?}", shape.as_slice());
            Error::shape(index.name, index.view.layout.shape(), allowed)
        })?;
    }
    let defined: Vec<usize> = (0..entries.len())
        .filter(|&k| entries[k].is_some())
        .collect();
    let first = defined.first().copied().unwrap_or(0);
    let neighbours = defined.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let at = if neighbours { first } else { 0 };
    let others = (0..rank).filter(|axis| !defined.contains(axis));
    let mut geometry = Geometry::default();
    for axis in others.clone().take(at) {
        geometry.push(layout.shape()[axis], layout.strides()[axis], 0);
    }
    for &extent in &shape {
        geometry.push(extent, 0, 0);
    }
    for axis in others.skip(at) {
        geometry.push(layout.shape()[axis], layout.strides()[axis], 0);
    }
    for axis in defined {
        let Some(index) = &entries[axis] else {
            continue;
        };
        let own = spread(&index.view.layout, &shape).unwrap_or_default();
        let mut strides = Dims::from_elem(0, geometry.shape.len());
        strides[at..at + shape.len()].copy_from_slice(&own);
        geometry.along.push(Along {
            index: index.clone(),
            strides,
            column: None,
            extent: layout.shape()[axis],
            stride: layout.strides()[axis],
            negative: true,
        });
    }
    Ok(geometry)
}

fn has_mask(entries: &[Option<Arg>]) -> bool {
    entries
        .iter()
        .flatten()
        .any(|index| index.view.dtype == Dtype::Bool)
}

/// Plans `output = table[entries]`.
pub fn index(table: Arg, entries: Vec<Option<Arg>>, output: Arg) -> Result<Call> {
    if has_mask(&entries) {
        let args = [table.with_role(Role::Input), output.with_role(Role::Output)];
        return Ok(Masked::plan(args, entries, None));
    }
    let mut geometry = places(&table, &entries)?;
    if output.view.layout.shape() != geometry.shape.as_slice() {
        let wanted = format!("{:?}, what the indices give", geometry.shape.as_slice());
        return Err(Error::shape(
            output.name,
            output.view.layout.shape(),
            wanted,
        ));
    }
    if geometry.along.is_empty() {
        return pointwise::copy(table, output);
    }
    geometry.here = output.view.layout.strides().into();
    gather(&geometry, table, output)
}

/// Plans `target[entries] = values`, or adds them; values broadcast.
pub fn index_put(
    target: Arg,
    entries: Vec<Option<Arg>>,
    values: Arg,
    accumulate: bool,
) -> Result<Call> {
    if has_mask(&entries) {
        let args = [target.with_role(Role::InOut), values.with_role(Role::Input)];
        return Ok(Masked::plan(args, entries, Some(accumulate)));
    }
    let mut geometry = places(&target, &entries)?;
    geometry.here = spread(&values.view.layout, &geometry.shape).ok_or_else(|| {
        let wanted = format!("one that broadcasts to {:?}", geometry.shape.as_slice());
        Error::shape(values.name, values.view.layout.shape(), wanted)
    })?;
    let (source, into) = (Source::Tensor(values), Written::Itself(target));
    match accumulate {
        true => combine(&geometry, with_self(Combine::Add), source, into),
        false => assign(&geometry, source, into),
    }
}

/// A call with masks. Operands: the table, the other side, and the entries that are there.
struct Masked {
    /// Which operand each entry is.
    entries: Vec<Option<usize>>,
    /// Whether values are added; nothing if they are read.
    put: Option<bool>,
    bytes: usize,
}

impl Masked {
    fn plan(args: [Arg; 2], entries: Vec<Option<Arg>>, put: Option<bool>) -> Call {
        let mut args = Vec::from(args);
        let entries = entries.into_iter().map(|entry| {
            entry.map(|index| {
                args.push(index.with_role(Role::Input));
                args.len() - 1
            })
        });
        let entries: Vec<Option<usize>> = entries.collect();
        let bytes = |arg: &Arg| arg.view.numel().unwrap_or(0).saturating_mul(8);
        let plan = Self {
            bytes: args.iter().map(bytes).fold(0, usize::saturating_add),
            entries,
            put,
        };
        Call::new(plan, args)
    }
}

impl Plan for Masked {
    fn cost(&self) -> usize {
        self.bytes
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let mut scratch = Scratch::new(workspace);
        let mut entries = Vec::new();
        for &entry in &self.entries {
            let Some(number) = entry else {
                entries.push(None);
                continue;
            };
            let (arg, address) = (&args[number], addresses[number]);
            if arg.view.dtype != Dtype::Bool {
                entries.push(Some(at(arg, address)));
                continue;
            }
            let mut count = 0_usize;
            // SAFETY: the caller's promise for the mask.
            unsafe { nonzero(arg, address, |_| count += 1) };
            let rank = arg.view.layout.rank();
            let memory = scratch.take(count * rank * size_of::<i64>())?.cast::<i64>();
            let mut number = 0;
            // SAFETY: the caller's promise for the mask; the memory takes a coordinate on each axis for each true element that was counted.
            unsafe {
                nonzero(arg, address, |position| {
                    if number < count {
                        for (axis, &coordinate) in position.iter().enumerate() {
                            memory.add(axis * count + number).write(coordinate);
                        }
                    }
                    number += 1;
                });
            }
            if number != count {
                return Err(Error::changed(arg.name));
            }
            for axis in 0..rank {
                let place = memory.wrapping_add(axis * count).expose_provenance();
                let layout = Layout::contiguous(&[count as i64]);
                let index = Arg::new(arg.name, Role::Input, Dtype::I64, layout, place)?;
                entries.push(Some(index));
            }
        }
        let (table, other) = (at(&args[0], addresses[0]), at(&args[1], addresses[1]));
        let call = match self.put {
            None => index(table, entries, other)?,
            Some(accumulate) => index_put(table, entries, other, accumulate)?,
        };
        // SAFETY: the caller's promise for the operands; what stands for masks is memory of this call.
        unsafe { call.run(&call.addresses(), &mut []) }
    }
}
