//! Elements that are found by index, one by one: which element of a tensor each position stands for, and what becomes of several in one place.

use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, decode, encode};

/// The numbers of a tensor in row-major order.
pub fn numbers(tensor: &Tensor) -> Vec<Number> {
    let bytes = tensor.elements();
    let chunks = bytes.chunks(tensor.size());
    chunks.map(|bytes| decode(bytes, tensor.dtype)).collect()
}

pub fn tensor(argument: &Argument) -> &Tensor {
    &argument.tensors()[0]
}

pub fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(value) => *value,
        Argument::Bool(value) => (*value).into(),
        other => panic!("{other:?} is no integer"),
    }
}

/// Integers of a tensor.
pub fn indices(tensor: &Tensor) -> Vec<i64> {
    let whole = |number: &Number| match number {
        Number::Int(value) => *value as i64,
        other => other.real().to_f64() as i64,
    };
    numbers(tensor).iter().map(whole).collect()
}

/// All positions of a shape, in row-major order.
pub fn positions(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for &extent in shape {
        let longer = |position: &Vec<i64>| {
            let position = position.clone();
            (0..extent).map(move |k| [&position[..], &[k]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The number of a position in row-major order.
pub fn place(shape: &[i64], position: &[i64]) -> usize {
    let step = |place: i64, (extent, at): (&i64, &i64)| place * extent + at;
    shape.iter().zip(position).fold(0, step) as usize
}

/// An index within an axis, counted from its end below 0.
pub fn within(index: i64, extent: i64) -> i64 {
    if index < 0 { index + extent } else { index }
}

/// A shape with an axis.
pub fn vector(shape: &[i64]) -> Vec<i64> {
    if shape.is_empty() {
        vec![1]
    } else {
        shape.to_vec()
    }
}

/// The axis that an argument names.
pub fn axis(argument: &Argument, shape: &[i64]) -> usize {
    within(int(argument), shape.len() as i64) as usize
}

/// Places in a table of the elements of slices along an axis.
pub fn slices(table: &[i64], axis: usize, index: &Tensor, batches: usize) -> Vec<usize> {
    let table = vector(table);
    let own = indices(index);
    let shape = [&table[..axis], &index.shape[batches..], &table[axis + 1..]].concat();
    let rank = index.shape.len() - batches;
    let at = |position: Vec<i64>| {
        let index_at = [&position[..batches], &position[axis..axis + rank]].concat();
        let found = within(own[place(&index.shape, &index_at)], table[axis]);
        let found = [&position[..axis], &[found], &position[axis + rank..]].concat();
        place(&table, &found)
    };
    positions(&shape).into_iter().map(at).collect()
}

/// Places in a table of the elements that single indices along an axis name.
pub fn elements(table: &[i64], axis: usize, index: &Tensor) -> Vec<usize> {
    let (table, shape) = (vector(table), vector(&index.shape));
    let at = |(mut position, index): (Vec<i64>, i64)| {
        position[axis] = within(index, table[axis]);
        place(&table, &position)
    };
    positions(&shape)
        .into_iter()
        .zip(indices(index))
        .map(at)
        .collect()
}

/// Places in a table of the elements that coordinates name.
pub fn coordinates(table: &[i64], rows: &Tensor) -> Vec<usize> {
    let columns = *rows.shape.last().expect("an axis") as usize;
    let own = indices(rows);
    let mut found = Vec::new();
    for row in own.chunks(columns) {
        let start: Vec<i64> = row
            .iter()
            .zip(table)
            .map(|(&i, &extent)| within(i, extent))
            .collect();
        for rest in positions(&table[columns..]) {
            found.push(place(table, &[&start[..], &rest].concat()));
        }
    }
    found
}

fn picked(table: &Tensor, places: &[usize]) -> Vec<Vec<Number>> {
    let own = numbers(table);
    vec![places.iter().map(|&place| own[place].clone()).collect()]
}

/// `self`, `dim`, `index`.
pub fn gather(arguments: &Arguments) -> Vec<Vec<Number>> {
    let table = tensor(&arguments["self"]);
    let axis = axis(&arguments["dim"], &vector(&table.shape));
    picked(
        table,
        &elements(&table.shape, axis, tensor(&arguments["index"])),
    )
}

/// `self`, `dim`, `index`, then perhaps `batchDims`.
pub fn gather_slices(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (table, index) = (tensor(&arguments["self"]), tensor(&arguments["index"]));
    let axis = axis(&arguments["dim"], &vector(&table.shape));
    let batches = match &arguments[["batchDims", "out"]] {
        Argument::Int(batches) => *batches as usize,
        _ => 0,
    };
    picked(table, &slices(&table.shape, axis, index, batches))
}

/// `self`, `indices`.
pub fn gather_nd(arguments: &Arguments) -> Vec<Vec<Number>> {
    let table = tensor(&arguments["self"]);
    picked(
        table,
        &coordinates(&table.shape, tensor(&arguments["indices"])),
    )
}

/// `weight`, `indices`.
pub fn embedding(arguments: &Arguments) -> Vec<Vec<Number>> {
    let table = tensor(&arguments["weight"]);
    picked(
        table,
        &slices(&table.shape, 0, tensor(&arguments["indices"]), 0),
    )
}

/// `self`, `index`.
pub fn take(arguments: &Arguments) -> Vec<Vec<Number>> {
    let table = tensor(&arguments["self"]);
    let flat = [table.numel() as i64];
    picked(table, &slices(&flat, 0, tensor(&arguments["index"]), 0))
}

/// Places in a table of the elements that a list of index tensors names.
pub fn listed(table: &[i64], entries: &[Tensor]) -> Vec<usize> {
    // Coordinates on each axis: a shape and numbers.
    let mut axes: Vec<Option<(Vec<i64>, Vec<i64>)>> = Vec::new();
    for entry in entries {
        if entry.numel() == 0 {
            axes.push(None);
        } else if entry.dtype == hostnpu::tensor::Dtype::Bool {
            let truths = indices(entry);
            let all = positions(&entry.shape).into_iter().zip(truths);
            let found: Vec<Vec<i64>> = all.filter(|(_, t)| *t != 0).map(|(p, _)| p).collect();
            for axis in 0..entry.shape.len() {
                let own = found.iter().map(|position| position[axis]).collect();
                axes.push(Some((vec![found.len() as i64], own)));
            }
        } else {
            axes.push(Some((entry.shape.clone(), indices(entry))));
        }
    }
    axes.resize(table.len(), None);
    let defined: Vec<usize> = (0..axes.len()).filter(|&k| axes[k].is_some()).collect();
    let rank = axes
        .iter()
        .flatten()
        .map(|(shape, _)| shape.len())
        .max()
        .unwrap_or(0);
    let mut joint = vec![1; rank];
    for (shape, _) in axes.iter().flatten() {
        for (k, &extent) in shape.iter().rev().enumerate() {
            joint[rank - 1 - k] = joint[rank - 1 - k].max(extent);
        }
    }
    let neighbours = defined.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let first = if neighbours {
        defined.first().copied().unwrap_or(0)
    } else {
        0
    };
    let others: Vec<usize> = (0..table.len()).filter(|k| !defined.contains(k)).collect();
    let (before, after) = others.split_at(first);
    let extents = |axes: &[usize]| -> Vec<i64> { axes.iter().map(|&k| table[k]).collect() };
    let shape = [extents(before), joint.clone(), extents(after)].concat();
    let at = |position: Vec<i64>| {
        let mut found = vec![0; table.len()];
        for (k, &axis) in before.iter().enumerate() {
            found[axis] = position[k];
        }
        for (k, &axis) in after.iter().enumerate() {
            found[axis] = position[first + rank + k];
        }
        let own = &position[first..first + rank];
        for &axis in &defined {
            let (shape, numbers) = axes[axis].as_ref().expect("an index");
            let missing = rank - shape.len();
            let own: Vec<i64> = (0..shape.len())
                .map(|k| if shape[k] == 1 { 0 } else { own[missing + k] })
                .collect();
            found[axis] = within(numbers[place(shape, &own)], table[axis]);
        }
        place(table, &found)
    };
    positions(&shape).into_iter().map(at).collect()
}

/// `self`, `indices`.
pub fn index(arguments: &Arguments) -> Vec<Vec<Number>> {
    let table = tensor(&arguments["self"]);
    picked(table, &listed(&table.shape, arguments["indices"].tensors()))
}

/// An element of `self` where that of `condition` is true, else of `other`.
pub fn chosen(x: &[Number], _: &Arguments, _: hostnpu::tensor::Dtype) -> Number {
    let [condition, a, b] = x else {
        panic!("three elements");
    };
    if condition.as_int() != 0 {
        a.clone()
    } else {
        b.clone()
    }
}

/// A value where the mask is true, else the element.
pub fn filled(x: &[Number], arguments: &Arguments, dtype: hostnpu::tensor::Dtype) -> Number {
    let Argument::Scalar(_, value) = &arguments["value"] else {
        panic!("a value");
    };
    match x[1].as_int() {
        0 => x[0].clone(),
        _ => decode(&encode(value, dtype), dtype),
    }
}

/// `selfRef`, `mask`, broadcast, and a tensor of one element.
pub fn filled_from_tensor(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [target, mask, value] = ["selfRef", "mask", "value"].map(|k| tensor(&arguments[k]));
    let truths = indices(mask);
    let missing = target.shape.len() - mask.shape.len();
    let one = |(own, position): (Number, Vec<i64>)| {
        let within = mask.shape.iter().zip(&position[missing..]);
        let at: Vec<i64> = within.map(|(&extent, &at)| at.min(extent - 1)).collect();
        match truths[place(&mask.shape, &at)] {
            0 => own,
            _ => numbers(value)[0].clone(),
        }
    };
    let own = numbers(target).into_iter().zip(positions(&target.shape));
    vec![own.map(one).collect()]
}
