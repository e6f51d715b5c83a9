//! Repetition, planes, medians and counts, element by element.

use std::cmp::Ordering;

use hostnpu::tensor::Dtype;
use rug::Float;

use super::arithmetic::converted;
use super::search::{
    count, equal, int, integers, is_nan, numbers, order, slices, tensor, whole, zero,
};
use crate::argument::{Argument, POISON};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode};

/// The contents of an output that is not written.
fn poison(argument: &Argument) -> Vec<Number> {
    let tensor = tensor(argument);
    let one = decode(&vec![POISON; tensor.size()], tensor.dtype);
    vec![one; tensor.numel()]
}

/// aclnnMaskedScale.
pub fn masked_scale(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    let Argument::Float(scale) = arguments["scale"] else {
        panic!("a number");
    };
    Number::Real(x[0].real() * x[1].real() * f64::from(scale as f32))
}

/// Elements repeated one by one along an axis: which element each one of the output is.
fn repeated(repeats: &[i64], length: usize) -> Vec<usize> {
    let times = |i: usize| repeats[if repeats.len() == 1 { 0 } else { i }] as usize;
    (0..length)
        .flat_map(|i| std::iter::repeat_n(i, times(i)))
        .collect()
}

fn interleaved(argument: &Argument, axis: usize, repeats: &[i64]) -> Vec<Number> {
    let (slices, place) = slices(argument, axis);
    let sources = repeated(repeats, slices.len());
    let size = slices.first().map_or(0, Vec::len);
    let mut out = vec![Number::Unjudged; sources.len() * size];
    for (to, &from) in sources.iter().enumerate() {
        for (e, element) in slices[from].iter().enumerate() {
            out[place(sources.len(), to, e)] = element.clone();
        }
    }
    out
}

/// The five forms of aclnnRepeatInterleave, told apart by what they take.
pub fn repeat_interleave(arguments: &Arguments) -> Vec<Vec<Number>> {
    let repeats = match (&arguments["repeats"], arguments.len()) {
        (_, 3) => integers(&arguments["repeats"]),
        (Argument::Int(times), _) => vec![*times],
        (tensor, _) => integers(tensor),
    };
    let source = tensor(&arguments[["self", "repeats"]]);
    let flat = Argument::Tensor(source.reshaped(&[source.numel() as i64]));
    vec![match arguments.len() {
        3 => whole(repeated(&repeats, source.numel())),
        4 => interleaved(&flat, 0, &repeats),
        _ => {
            let rank = source.shape.len() as i64;
            let axis = int(&arguments["dim"]).rem_euclid(rank) as usize;
            interleaved(&arguments["self"], axis, &repeats)
        }
    }]
}

/// aclnnRepeatInterleaveGrad.
pub fn repeat_interleave_grad(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (input, out) = (tensor(&arguments["yGrad"]), tensor(&arguments["out"]));
    let axis = int(&arguments["axis"]).rem_euclid(input.shape.len() as i64) as usize;
    let (slices, place) = slices(&arguments["yGrad"], axis);
    let groups = out.shape[axis] as usize;
    let mut repeats = integers(&arguments["repeats"]);
    if repeats.len() == 1 {
        repeats = vec![(slices.len() / groups) as i64];
    }
    let zero = Number::Real(Float::new(PRECISION));
    let mut sums = vec![zero; out.numel()];
    for (from, &group) in repeated(&repeats, groups).iter().enumerate() {
        for (e, element) in slices[from].iter().enumerate() {
            let sum = &mut sums[place(groups, group, e)];
            *sum = Number::Real(Float::with_val(PRECISION, sum.real() + element.real()));
        }
    }
    vec![sums]
}

/// aclnnExpandIntoJaggedPermute.
pub fn expand_permutation(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [permutation, from, to] =
        ["permute", "inputOffset", "outputOffset"].map(|k| integers(&arguments[k]));
    let mut out = poison(&arguments["outputPermuteOut"]);
    for (i, &segment) in permutation.iter().enumerate() {
        for (k, at) in (to[i]..to[i + 1]).enumerate() {
            out[at as usize] = Number::Int(i128::from(from[segment as usize]) + k as i128);
        }
    }
    vec![out]
}

/// aclnnStridedSliceAssignV2.
pub fn strided_slice_assign(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (mut var, value) = (
        numbers(&arguments["varRef"]),
        numbers(&arguments["inputValue"]),
    );
    let shape = &tensor(&arguments["varRef"]).shape;
    let array = |at: &str| match &arguments[at] {
        Argument::Ints(numbers) => numbers.clone(),
        _ => (0..shape.len() as i64).collect(),
    };
    let [begin, end, strides, axes] = ["begin", "end", "strides", "axesOptional"].map(array);
    let mut lists: Vec<Vec<i64>> = shape.iter().map(|&extent| (0..extent).collect()).collect();
    for (k, &axis) in axes.iter().take(begin.len()).enumerate() {
        let axis = axis.rem_euclid(shape.len() as i64) as usize;
        let extent = shape[axis];
        let inside = |at: i64| (if at < 0 { at + extent } else { at }).clamp(0, extent);
        let (first, last) = (inside(begin[k]), inside(end[k]));
        lists[axis] = (first..last).step_by(strides[k] as usize).collect();
    }
    let mut places = vec![0];
    for (list, &extent) in lists.iter().zip(shape) {
        let extend = |&place: &i64| list.iter().map(move |&at| place * extent + at);
        places = places.iter().flat_map(extend).collect();
    }
    for (place, value) in places.into_iter().zip(value) {
        var[place as usize] = value;
    }
    vec![var]
}

/// Elements of a plane of an argument: its last `axes` dimensions.
fn plane(argument: &Argument, axes: usize) -> usize {
    let shape = &tensor(argument).shape;
    count(&shape[shape.len() - axes..])
}

/// aclnnMaxUnpool2d and aclnnMaxUnpool3d.
pub fn max_unpool(arguments: &Arguments) -> Vec<Vec<Number>> {
    let Argument::Ints(size) = &arguments["outputSize"] else {
        panic!("sizes");
    };
    let (elements, indices) = (numbers(&arguments["self"]), integers(&arguments["indices"]));
    if elements.is_empty() {
        return vec![Vec::new()];
    }
    let (small, large) = (plane(&arguments["self"], size.len()), count(size));
    let mut out = vec![zero(&elements[0]); elements.len() / small * large];
    for (i, element) in elements.into_iter().enumerate() {
        out[i / small * large + indices[i] as usize] = element;
    }
    vec![out]
}

/// aclnnMaxUnpool2dBackward and aclnnMaxUnpool3dBackward.
pub fn max_unpool_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let Argument::Ints(size) = &arguments["outputSize"] else {
        panic!("sizes");
    };
    let (elements, indices) = (
        numbers(&arguments["gradOutput"]),
        integers(&arguments["indices"]),
    );
    let (small, large) = (plane(&arguments["self"], size.len()), count(size));
    let element = |(i, &at): (usize, &i64)| elements[i / small * large + at as usize].clone();
    vec![indices.iter().enumerate().map(element).collect()]
}

/// The lower median of a row with its place: of all numbers, or of those that are not NaN.
fn middle(row: &[Number], skips_nan: bool, nan_wins: bool) -> usize {
    let mut sorted: Vec<usize> = (0..row.len()).collect();
    sorted.sort_by(|&a, &b| order(&row[a], &row[b]));
    let numbers = row.iter().filter(|x| !is_nan(x)).count();
    if nan_wins && numbers < row.len() {
        return sorted[numbers];
    }
    match skips_nan {
        true if numbers == 0 => sorted[0],
        true => sorted[(numbers - 1) / 2],
        false => sorted[(row.len() - 1) / 2],
    }
}

/// aclnnMedian.
pub fn median(arguments: &Arguments) -> Vec<Vec<Number>> {
    let row = numbers(&arguments["self"]);
    vec![vec![row[middle(&row, false, true)].clone()]]
}

/// aclnnNanMedian.
pub fn nan_median(arguments: &Arguments) -> Vec<Vec<Number>> {
    let row = numbers(&arguments["self"]);
    vec![vec![row[middle(&row, true, false)].clone()]]
}

fn medians(arguments: &Arguments, skips_nan: bool) -> Vec<Vec<Number>> {
    let rank = tensor(&arguments["self"]).shape.len().max(1) as i64;
    let (slices, _) = slices(
        &arguments["self"],
        int(&arguments["dim"]).rem_euclid(rank) as usize,
    );
    let rows = (0..slices[0].len()).map(|e| slices.iter().map(|slice| slice[e].clone()).collect());
    let rows: Vec<Vec<Number>> = rows.collect();
    let places: Vec<usize> = rows
        .iter()
        .map(|row| middle(row, skips_nan, false))
        .collect();
    let values = rows.iter().zip(&places).map(|(row, &at)| row[at].clone());
    vec![values.collect(), whole(places.clone())]
}

/// aclnnMedianDim on Ascend950.
pub fn median_dim(arguments: &Arguments) -> Vec<Vec<Number>> {
    medians(arguments, false)
}

/// aclnnNanMedianDim.
pub fn nan_median_dim(arguments: &Arguments) -> Vec<Vec<Number>> {
    medians(arguments, true)
}

/// aclnnHistc.
pub fn histogram(arguments: &Arguments) -> Vec<Vec<Number>> {
    let elements = numbers(&arguments["self"]);
    let bins = int(&arguments["bins"]) as usize;
    let limit = |at: &str| match &arguments[at] {
        Argument::Scalar(dtype, number) => {
            converted(&converted(number, *dtype), tensor(&arguments["self"]).dtype)
        }
        other => panic!("{other:?} is no scalar"),
    };
    let (mut low, mut high) = (limit("min"), limit("max"));
    if equal(&low, &high) {
        let known = || elements.iter().filter(|x| !is_nan(x));
        low = known()
            .min_by(|a, b| order(a, b))
            .expect("a number")
            .clone();
        high = known()
            .max_by(|a, b| order(a, b))
            .expect("a number")
            .clone();
        if equal(&low, &high) {
            (low, high) = match low {
                Number::Int(x) => (Number::Int(x - 1), Number::Int(x + 1)),
                x => (
                    (x.real().to_f64() - 1.0).into(),
                    (x.real().to_f64() + 1.0).into(),
                ),
            };
        }
    }
    let mut counts = vec![0; bins];
    for x in &elements {
        if is_nan(x) || order(x, &low) == Ordering::Less || order(x, &high) == Ordering::Greater {
            continue;
        }
        let bin = match (x, &low, &high) {
            (Number::Int(x), Number::Int(low), Number::Int(high)) => {
                ((x - low) * bins as i128 / (high - low)) as usize
            }
            _ => {
                let [x, low, high] = [x, &low, &high].map(|x| x.real().to_f32());
                ((x - low) * bins as f32 / (high - low)) as usize
            }
        };
        counts[bin.min(bins - 1)] += 1;
    }
    vec![whole(counts)]
}

/// aclnnBincount.
pub fn occurrences(arguments: &Arguments) -> Vec<Vec<Number>> {
    let out = tensor(&arguments["out"]);
    let weights = match &arguments["weights"] {
        Argument::Null => None,
        weights => Some(numbers(weights)),
    };
    let mut sums = vec![Float::new(PRECISION); out.numel()];
    for (i, number) in integers(&arguments["self"]).into_iter().enumerate() {
        let weight = weights
            .as_ref()
            .map_or(Float::with_val(PRECISION, 1), |weights| weights[i].real());
        if let Some(sum) = usize::try_from(i64::from(number as i32))
            .ok()
            .and_then(|bin| sums.get_mut(bin))
        {
            *sum += weight;
        }
    }
    vec![sums.into_iter().map(Number::Real).collect()]
}
