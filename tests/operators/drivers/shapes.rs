//! Shapes that cannot be, ranks beyond the limit, and outputs of another shape.

use super::{in_parallel, report, wrong_refusal};
use crate::argument::Argument;
use crate::call::{call, prepare, prepare_refused, refusal};
use crate::table::{EMPTY, RANK_0, RANK_8, Row, SHAPE};

/// Calls like a sample in which one tensor after the other has another shape, with the name of its parameter.
fn each_tensor(
    row: &Row,
    sample: &[Argument],
    shape: &dyn Fn(&[i64]) -> Vec<i64>,
) -> Vec<(&'static str, Vec<Argument>)> {
    let mut calls = Vec::new();
    for (at, parameter) in row.entry.parameters.iter().enumerate() {
        let mut arguments = sample.to_vec();
        let Some(tensor) = arguments[at].tensors_mut().first_mut() else {
            continue;
        };
        *tensor = tensor.reshaped(&shape(&tensor.shape));
        calls.push((parameter.name, arguments));
    }
    calls
}

/// The call with every tensor in another shape, made from its own.
fn all_tensors(row: &Row, shape: &dyn Fn(&[i64]) -> Vec<i64>) -> Vec<Argument> {
    let mut arguments = row.sample();
    for argument in &mut arguments {
        for tensor in argument.tensors_mut() {
            *tensor = tensor.reshaped(&shape(&tensor.shape));
        }
    }
    arguments
}

#[test]
fn extents_below_0_and_products_that_overflow_are_161002() {
    let impossible: [&[i64]; 4] = [&[-1, 2], &[-2, -3], &[1 << 40, 1 << 40], &[1 << 62, 4]];
    report(in_parallel(|row| {
        let mut found = Vec::new();
        for shape in impossible {
            for (name, arguments) in each_tensor(row, &row.sample(), &|_| shape.to_vec()) {
                let result = prepare_refused(row.entry, &arguments).run();
                if let Some(wrong) = wrong_refusal(row.entry, result, &[161_002], Some(name)) {
                    found.push(format!("{} `{name}` {shape:?}: {wrong}", row.entry.name));
                }
            }
        }
        found
    }));
}

#[test]
fn more_than_eight_dimensions_are_refused_and_eight_are_not() {
    report(in_parallel(|row| {
        let mut found = Vec::new();
        if !row.holds.has(RANK_8) {
            return found;
        }
        let with_ones = |rank: usize| {
            move |shape: &[i64]| {
                let mut longer = vec![1; rank - shape.len()];
                longer.extend(shape);
                longer
            }
        };
        let result = call(row.entry, &all_tensors(row, &with_ones(9)));
        if let Some(wrong) = wrong_refusal(row.entry, result, &[161_002], None) {
            found.push(format!("{} of rank 9: {wrong}", row.entry.name));
        }
        if let Err(refusal) = call(row.entry, &all_tensors(row, &with_ones(8))) {
            found.push(format!("{} of rank 8: {refusal:?}", row.entry.name));
        }
        found
    }));
}

#[test]
fn a_tensor_of_rank_0_is_one_element() {
    report(in_parallel(|row| {
        let mut found = Vec::new();
        if row.holds.has(RANK_0) {
            let scalar = call(row.entry, &all_tensors(row, &|_| vec![]));
            let vector = call(row.entry, &all_tensors(row, &|_| vec![1]));
            if scalar.is_err() || scalar != vector {
                let name = row.entry.name;
                found.push(format!("{name}: {scalar:?} instead of {vector:?}"));
            }
        }
        found
    }));
}

#[test]
fn empty_tensors_succeed_with_a_workspace_of_0() {
    report(in_parallel(|row| {
        let mut found = Vec::new();
        if !row.holds.has(EMPTY) {
            return found;
        }
        for shape in [&[0_i64][..], &[3, 0, 2]] {
            let mut call = prepare(row.entry, &all_tensors(row, &|_| shape.to_vec()));
            let (status, size, _) = call.first_phase();
            if (status, size) != (0, 0) {
                found.push(format!(
                    "{} {shape:?}: {status}, a workspace of {size}",
                    row.entry.name
                ));
            } else if let Err(refusal) = call.run() {
                found.push(format!("{} {shape:?}: {refusal:?}", row.entry.name));
            }
        }
        found
    }));
}

#[test]
fn outputs_of_another_shape_are_refused() {
    report(in_parallel(|row| {
        let mut found = Vec::new();
        if !row.holds.has(SHAPE) {
            return found;
        }
        let longer = |shape: &[i64]| {
            let mut shape = shape.to_vec();
            *shape.first_mut().expect("samples have a dimension") += 1;
            shape
        };
        for (name, arguments) in each_tensor(row, &row.sample(), &longer) {
            let parameter = &row.entry.parameters[row.position(name)];
            let what = format!("shapes {name}");
            if !parameter.direction.writes() || parameter.direction.reads() || row.skips(&what) {
                continue;
            }
            let result = prepare_refused(row.entry, &arguments).run();
            let codes = [161_002, 561_002, 561_103];
            if let Some(wrong) = wrong_refusal(row.entry, result, &codes, Some(name)) {
                found.push(format!("{} {what}: {wrong}", row.entry.name));
            }
        }
        found
    }));
}

/// Most samples of an operator whose tensors get another rank.
const RERANKED: usize = 6;

type Reshape = fn(&[i64]) -> Vec<i64>;

/// Shapes of other ranks than a shape's own: of none, of one less, and of one more.
const RANKS: [Reshape; 3] = [
    |_| Vec::new(),
    |shape| shape[..shape.len().saturating_sub(1)].to_vec(),
    |shape| [shape, &[2]].concat(),
];

#[test]
fn tensors_of_another_rank_are_no_internal_error() {
    report(in_parallel(|row| {
        let mut found = Vec::new();
        for sample in (row.samples)().iter().take(RERANKED) {
            for rank in RANKS {
                for (name, arguments) in each_tensor(row, sample, &|shape| rank(shape)) {
                    let (status, ..) = prepare_refused(row.entry, &arguments).first_phase();
                    if status != 0 {
                        let message = refusal(status).message;
                        if message.contains("internal error") {
                            found.push(format!("{} `{name}`: {message}", row.entry.name));
                        }
                    }
                }
            }
        }
        found
    }));
}
