//! Indexing with a list of tensors, as NumPy and PyTorch do it.
//!
//! An entry is a tensor of integers, a mask, or nothing: then its axis stays. Index tensors broadcast to each other; the axes that they broadcast to
//! stand in place of the axes that they index where those are neighbours, before all others where they are not. A mask stands for the coordinates
//! of its true elements, one index tensor for each of its axes, which are known when the call runs.

#![forbid(unsafe_code)]

use super::{Written, assign, combine, gather, with_self};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::index::{Along, Geometry, Source};
use hostnpu_engine::operands::{
    Calls, ReadBytes, ReadForCalls, RunsCalls, WriteForCalls, kernel, operands,
};
use hostnpu_engine::pointwise;
use hostnpu_kernels::index::Combine;
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
        return index_with_masks(table, entries, output);
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
        return index_put_with_masks(target, entries, values, accumulate);
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

operands! {
    struct Entry => EntryAt {
        /// One of both.
        mask: Option<ReadBytes>,
        index: Option<ReadForCalls>,
    }
}

/// Roughly the work of a call with masks, and its entries as operands.
fn with_masks(tensors: [&Arg; 2], entries: Vec<Option<Arg>>) -> (usize, Vec<Option<Entry>>) {
    let args = tensors.into_iter().chain(entries.iter().flatten());
    let numbers = args.map(|arg| arg.view.numel().unwrap_or(0).saturating_mul(8));
    let cost = numbers.fold(0, usize::saturating_add);
    let entry = |arg: Arg| match arg.view.dtype {
        Dtype::Bool => Entry {
            mask: Some(arg.into()),
            index: None,
        },
        _ => Entry {
            mask: None,
            index: Some(arg.into()),
        },
    };
    let entries = entries.into_iter().map(|arg| arg.map(entry));
    (cost, entries.collect())
}

/// Names and shapes of masks, by entry.
type Masks = Vec<Option<(&'static str, Vec<i64>)>>;

fn masks(entries: &[Option<Arg>]) -> Masks {
    let mask = |arg: &Arg| (arg.name, arg.view.layout.shape().to_vec());
    let entries = entries.iter().map(|arg| arg.as_ref().map(mask));
    entries.collect()
}

operands! {
    struct MaskedIndex => MaskedIndexAt {
        table: ReadForCalls,
        output: WriteForCalls,
        entries: Vec<Option<Entry>>,
        calls: RunsCalls,
    }
}

fn index_with_masks(table: Arg, entries: Vec<Option<Arg>>, output: Arg) -> Result<Call> {
    let masks = masks(&entries);
    let (cost, entries) = with_masks([&table, &output], entries);
    let operands = MaskedIndex {
        table: table.into(),
        output: output.into(),
        entries,
        calls: RunsCalls,
    };
    kernel(operands, cost, move |at: MaskedIndexAt| {
        let entries = without_masks(&at.calls, &masks, at.entries)?;
        at.calls.run(&index(at.table, entries, at.output)?)
    })
}

operands! {
    struct MaskedPut => MaskedPutAt {
        target: WriteForCalls,
        values: ReadForCalls,
        entries: Vec<Option<Entry>>,
        calls: RunsCalls,
    }
}

fn index_put_with_masks(
    target: Arg,
    entries: Vec<Option<Arg>>,
    values: Arg,
    accumulate: bool,
) -> Result<Call> {
    let masks = masks(&entries);
    let (cost, entries) = with_masks([&target, &values], entries);
    let operands = MaskedPut {
        target: WriteForCalls::update(target),
        values: values.into(),
        entries,
        calls: RunsCalls,
    };
    kernel(operands, cost, move |at: MaskedPutAt| {
        let entries = without_masks(&at.calls, &masks, at.entries)?;
        let put = index_put(at.target, entries, at.values, accumulate)?;
        at.calls.run(&put)
    })
}

/// Returns the entries with the coordinates of its true elements in place of each mask.
fn without_masks<'a>(
    calls: &Calls<'a>,
    masks: &Masks,
    entries: Vec<Option<EntryAt<'a>>>,
) -> Result<Vec<Option<Arg>>> {
    let mut all = Vec::new();
    for (entry, mask) in entries.into_iter().zip(masks) {
        match (entry, mask) {
            (Some(entry), Some((name, shape))) => match entry.mask {
                Some(mask) => all.extend(coordinates(calls, name, mask, shape)?),
                None => all.push(entry.index),
            },
            _ => all.push(None),
        }
    }
    Ok(all)
}

/// Returns a tensor of coordinates for each axis of a mask.
fn coordinates<'a>(
    calls: &Calls<'a>,
    name: &'static str,
    mask: &'a [u8],
    shape: &[i64],
) -> Result<Vec<Option<Arg>>> {
    let count = mask.iter().filter(|&&byte| byte != 0).count();
    let memory: &'a mut [i64] = calls.temporary(count.saturating_mul(shape.len()))?;
    let mut number = 0;
    let mut position = vec![0_i64; shape.len()];
    for &byte in mask {
        if byte != 0 {
            // More are true than were counted if the mask is written meanwhile.
            if number < count {
                for (axis, &coordinate) in position.iter().enumerate() {
                    memory[axis * count + number] = coordinate;
                }
            }
            number += 1;
        }
        for (place, &extent) in position.iter_mut().zip(shape).rev() {
            *place += 1;
            if *place < extent {
                break;
            }
            *place = 0;
        }
    }
    if number != count {
        return Err(Error::changed(name));
    }
    let memory: &'a [i64] = memory;
    let axes = (0..shape.len()).map(|axis| &memory[axis * count..(axis + 1) * count]);
    axes.map(|axis| calls.input(name, axis).map(Some)).collect()
}
