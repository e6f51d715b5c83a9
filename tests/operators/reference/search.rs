//! Selection, values once, and searches, element by element.

use std::cmp::Ordering;

use hostnpu::tensor::Dtype;

use super::arithmetic::converted;
use super::promotion::promote;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, decode};

/// The elements of a tensor in row-major order.
pub fn numbers(argument: &Argument) -> Vec<Number> {
    let tensor = tensor(argument);
    let bytes = tensor.elements();
    let elements = bytes.chunks(tensor.size().max(1));
    elements.map(|bytes| decode(bytes, tensor.dtype)).collect()
}

pub(super) fn integers(argument: &Argument) -> Vec<i64> {
    let numbers = numbers(argument);
    numbers
        .iter()
        .map(|number| number.as_int() as i64)
        .collect()
}

pub(super) fn tensor(argument: &Argument) -> &Tensor {
    &argument.tensors()[0]
}

pub(super) fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(value) => *value,
        other => panic!("{other:?} is no integer"),
    }
}

fn is_true(argument: &Argument) -> bool {
    matches!(argument, Argument::Bool(true))
}

pub(super) fn count(shape: &[i64]) -> usize {
    shape.iter().product::<i64>() as usize
}

pub(super) fn whole(values: impl IntoIterator<Item = usize>) -> Vec<Number> {
    values
        .into_iter()
        .map(|value| Number::Int(value as i128))
        .collect()
}

pub(super) fn is_nan(number: &Number) -> bool {
    match number {
        Number::Int(_) => false,
        Number::Complex(re, im) => re.is_nan() || im.is_nan(),
        other => other.real().is_nan(),
    }
}

/// The order of two real numbers, NaN last.
pub(super) fn order(a: &Number, b: &Number) -> Ordering {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => a.cmp(b),
        _ if is_nan(a) || is_nan(b) => is_nan(a).cmp(&is_nan(b)),
        _ => a.real().partial_cmp(&b.real()).expect("numbers"),
    }
}

pub(super) fn equal(a: &Number, b: &Number) -> bool {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => a == b,
        _ => a.real() == b.real() && a.imaginary() == b.imaginary(),
    }
}

/// The place in a tensor of the element that broadcasts to index `at` of `shape`.
pub(super) fn place(tensor: &[i64], shape: &[i64], mut at: usize) -> usize {
    let (mut place, mut step) = (0, 1);
    for (back, &extent) in shape.iter().rev().enumerate() {
        let index = at % extent as usize;
        at /= extent as usize;
        if let Some(own) = tensor
            .len()
            .checked_sub(back + 1)
            .map(|d| tensor[d] as usize)
        {
            place += if own == 1 { 0 } else { index * step };
            step *= own;
        }
    }
    place
}

/// aclnnMaskedSelect.
pub fn masked_select(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (elements, mask) = (
        numbers(&arguments["self"]),
        integers_of_truth(&arguments["mask"]),
    );
    let (own, other) = (
        &tensor(&arguments["self"]).shape,
        &tensor(&arguments["mask"]).shape,
    );
    let shape: Vec<i64> = match own.len() >= other.len() {
        true => own.clone(),
        false => other.clone(),
    };
    let all = (0..count(&shape)).filter(|&at| mask[place(other, &shape, at)]);
    vec![
        all.map(|at| elements[place(own, &shape, at)].clone())
            .collect(),
    ]
}

fn integers_of_truth(argument: &Argument) -> Vec<bool> {
    numbers(argument)
        .iter()
        .map(|x| is_nan(x) || !equal(x, &zero(x)))
        .collect()
}

pub(super) fn zero(like: &Number) -> Number {
    match like {
        Number::Int(_) => Number::Int(0),
        _ => 0.0.into(),
    }
}

/// aclnnNonzero: rows of indices.
pub fn nonzero(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![indices(arguments).concat()]
}

/// aclnnNonzeroV2: columns of indices.
pub fn nonzero_columns(arguments: &Arguments) -> Vec<Vec<Number>> {
    let rows = indices(arguments);
    let rank = tensor(&arguments["self"]).shape.len();
    let columns = (0..rank).flat_map(|d| rows.iter().map(move |row| row[d].clone()));
    vec![columns.collect()]
}

fn indices(arguments: &Arguments) -> Vec<Vec<Number>> {
    let shape = &tensor(&arguments["self"]).shape;
    let truth = integers_of_truth(&arguments["self"]);
    let index = |at: usize| {
        let mut rest = at;
        let mut row: Vec<usize> = Vec::new();
        for &extent in shape.iter().rev() {
            row.push(rest % extent as usize);
            rest /= extent as usize;
        }
        row.reverse();
        whole(row)
    };
    (0..truth.len())
        .filter(|&at| truth[at])
        .map(index)
        .collect()
}

/// Values, the number of each item's value, and how often each occurs: items in this order, `last` saying which of equal ones stays.
fn runs(
    order: &[usize],
    equal: impl Fn(usize, usize) -> bool,
    last: bool,
) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
    let (mut values, mut inverse, mut counts) =
        (Vec::new(), vec![0; order.len()], Vec::<usize>::new());
    for (k, &item) in order.iter().enumerate() {
        if k > 0 && equal(order[k - 1], item) {
            *counts.last_mut().expect("a run") += 1;
            if last {
                *values.last_mut().expect("a run") = item;
            }
        } else {
            values.push(item);
            counts.push(1);
        }
        inverse[item] = values.len() - 1;
    }
    (values, inverse, counts)
}

/// aclnnUnique and aclnnUnique2.
pub fn unique(arguments: &Arguments) -> Vec<Vec<Number>> {
    let elements = numbers(&arguments["self"]);
    let mut sorted: Vec<usize> = (0..elements.len()).collect();
    sorted.sort_by(|&a, &b| order(&elements[a], &elements[b]));
    let (values, inverse, counts) = runs(&sorted, |a, b| equal(&elements[a], &elements[b]), true);
    let values = values.iter().map(|&at| elements[at].clone()).collect();
    let asked = |wants: bool, numbers: Vec<usize>| if wants { whole(numbers) } else { Vec::new() };
    let mut outputs = vec![values, asked(is_true(&arguments["returnInverse"]), inverse)];
    if arguments.len() == 7 {
        outputs.push(asked(is_true(&arguments["returnCounts"]), counts));
    }
    outputs
}

/// The place of a slice's element in a tensor: of so many slices, of which one, which element.
type Place = Box<dyn Fn(usize, usize, usize) -> usize>;

/// The elements of slices along an axis, and where each lies in a tensor with so many slices.
pub(super) fn slices(argument: &Argument, axis: usize) -> (Vec<Vec<Number>>, Place) {
    let shape = &tensor(argument).shape;
    let length = shape.get(axis).map_or(1, |&extent| extent as usize);
    let inner = count(shape.get(axis + 1..).unwrap_or_default());
    let outer = count(&shape[..axis.min(shape.len())]);
    let elements = numbers(argument);
    let place = move |slices: usize, slice: usize, element: usize| {
        (element / inner * slices + slice) * inner + element % inner
    };
    let slice = |k: usize| {
        (0..outer * inner)
            .map(|e| elements[place(length, k, e)].clone())
            .collect()
    };
    ((0..length).map(slice).collect(), Box::new(place))
}

fn along(
    argument: &Argument,
    axis: usize,
    sorts: bool,
    last: bool,
) -> (Vec<Number>, Vec<usize>, Vec<usize>) {
    let (slices, place) = slices(argument, axis);
    let mut sequence: Vec<usize> = (0..slices.len()).collect();
    if sorts {
        let compare = |a: &[Number], b: &[Number]| {
            let orders = a.iter().zip(b).map(|(a, b)| order(a, b));
            orders.fold(Ordering::Equal, Ordering::then)
        };
        sequence.sort_by(|&a, &b| compare(&slices[a], &slices[b]));
    }
    let same = |a: usize, b: usize| slices[a].iter().zip(&slices[b]).all(|(a, b)| equal(a, b));
    let (values, inverse, counts) = runs(&sequence, same, last);
    let size = slices[0].len();
    let mut elements = vec![Number::Unjudged; values.len() * size];
    for (number, &slice) in values.iter().enumerate() {
        for (e, element) in slices[slice].iter().enumerate() {
            elements[place(values.len(), number, e)] = element.clone();
        }
    }
    (elements, inverse, counts)
}

/// aclnnUniqueConsecutive.
pub fn unique_consecutive(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dim = int(&arguments["dim"]);
    let (values, inverse, counts) = if dim == 1000 {
        let flat = tensor(&arguments["self"]);
        let flat = Argument::Tensor(flat.reshaped(&[flat.numel() as i64]));
        along(&flat, 0, false, true)
    } else {
        let rank = tensor(&arguments["self"]).shape.len().max(1) as i64;
        along(
            &arguments["self"],
            dim.rem_euclid(rank) as usize,
            false,
            false,
        )
    };
    let asked = |name: &str, numbers: Vec<usize>| {
        if is_true(&arguments[name]) {
            whole(numbers)
        } else {
            Vec::new()
        }
    };
    vec![
        values,
        asked("returnInverse", inverse),
        asked("returnCounts", counts),
    ]
}

/// aclnnUniqueDim.
pub fn unique_dim(arguments: &Arguments) -> Vec<Vec<Number>> {
    let rank = tensor(&arguments["self"]).shape.len().max(1) as i64;
    let axis = int(&arguments["dim"]).rem_euclid(rank) as usize;
    let (values, inverse, counts) = along(&arguments["self"], axis, true, false);
    let inverse = if is_true(&arguments["returnInverse"]) {
        whole(inverse)
    } else {
        Vec::new()
    };
    vec![values, inverse, whole(counts)]
}

/// The number of elements of a sorted row below `x`, or not above it.
fn insertion(row: &[Number], x: &Number, right: bool) -> usize {
    let is_before = |a: &&Number| match (order(a, x), is_nan(x)) {
        (_, true) => true,
        (order, _) => order == Ordering::Less || right && order == Ordering::Equal,
    };
    row.iter().filter(is_before).count()
}

fn inserted(
    rows: &[Number],
    length: usize,
    wanted: &[Number],
    per_row: usize,
    right: bool,
) -> Vec<Number> {
    let position = |(i, x): (usize, &Number)| {
        let start = i / per_row * length;
        insertion(&rows[start..start + length], x, right)
    };
    whole(wanted.iter().enumerate().map(position).collect::<Vec<_>>())
}

fn all_in(argument: &Argument, dtype: Dtype) -> Vec<Number> {
    numbers(argument)
        .iter()
        .map(|x| converted(x, dtype))
        .collect()
}

/// aclnnSearchSorted.
pub fn search_sorted(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (rows, wanted) = (
        tensor(&arguments["sortedSequence"]),
        tensor(&arguments["self"]),
    );
    let length = *rows.shape.last().unwrap_or(&1) as usize;
    if rows.numel() == 0 {
        return vec![whole(vec![0; wanted.numel()])];
    }
    let compute = promote(rows.dtype, wanted.dtype).expect("types that meet");
    let mut numbers = all_in(&arguments["sortedSequence"], compute);
    if !matches!(arguments["sorter"], Argument::Null) {
        let sorter = integers(&arguments["sorter"]);
        numbers = (0..numbers.len())
            .map(|i| numbers[i / length * length + sorter[i] as usize].clone())
            .collect();
    }
    let per_row = match rows.shape.len() {
        0 | 1 => wanted.numel(),
        _ => *wanted.shape.last().expect("a dimension") as usize,
    };
    vec![inserted(
        &numbers,
        length,
        &all_in(&arguments["self"], compute),
        per_row.max(1),
        is_true(&arguments["right"]),
    )]
}

/// aclnnSearchSorteds.
pub fn search_sorted_scalar(arguments: &Arguments) -> Vec<Vec<Number>> {
    let rows = tensor(&arguments["sortedSequence"]);
    let Argument::Scalar(dtype, number) = &arguments["self"] else {
        panic!("a scalar");
    };
    let single = converted(&converted(number, *dtype), Dtype::F32);
    let wanted = converted(&single, rows.dtype);
    let numbers = numbers(&arguments["sortedSequence"]);
    vec![inserted(
        &numbers,
        rows.numel(),
        &[wanted],
        1,
        is_true(&arguments["right"]),
    )]
}

/// aclnnBucketize.
pub fn bucketize(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (wanted, rows) = (tensor(&arguments["self"]), tensor(&arguments["boundaries"]));
    let real = |dtype| crate::number::is_float(dtype);
    let own = wanted.shape.is_empty() && (real(rows.dtype) || !real(wanted.dtype));
    let compute = match own {
        true => rows.dtype,
        false => promote(wanted.dtype, rows.dtype).expect("types that meet"),
    };
    let (numbers, x) = (
        all_in(&arguments["boundaries"], compute),
        all_in(&arguments["self"], compute),
    );
    vec![inserted(
        &numbers,
        rows.numel(),
        &x,
        x.len(),
        is_true(&arguments["right"]),
    )]
}
