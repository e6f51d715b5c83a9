//! Elements along a dimension in order, by a stable sort of indices.

use super::search::{int, numbers, order, slices, tensor, whole};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn is_true(argument: &Argument) -> bool {
    super::rows::boolean(argument)
}

/// The indices along a dimension in order, as many as are wanted of each row, and the elements there.
fn ordered(
    arguments: &Arguments,
    dim: i64,
    wanted: Option<usize>,
    falls: bool,
) -> Vec<Vec<Number>> {
    let rank = tensor(&arguments["self"]).shape.len().max(1) as i64;
    let all = numbers(&arguments["self"]);
    if tensor(&arguments["self"]).shape.is_empty() {
        return vec![all, whole([0])];
    }
    let (slices, place) = slices(&arguments["self"], dim.rem_euclid(rank) as usize);
    let wanted = wanted.unwrap_or(slices.len());
    let width = slices.first().map_or(0, Vec::len);
    let mut values = vec![Number::Unjudged; wanted * width];
    let mut indices = values.clone();
    for e in 0..width {
        let mut sorted: Vec<usize> = (0..slices.len()).collect();
        sorted.sort_by(|&a, &b| match falls {
            true => order(&slices[b][e], &slices[a][e]),
            false => order(&slices[a][e], &slices[b][e]),
        });
        for (to, &from) in sorted.iter().take(wanted).enumerate() {
            let at = place(wanted, to, e);
            values[at] = slices[from][e].clone();
            indices[at] = Number::Int(from as i128);
        }
    }
    vec![values, indices]
}

/// aclnnSort.
pub fn sort(arguments: &Arguments) -> Vec<Vec<Number>> {
    ordered(
        arguments,
        int(&arguments["dim"]),
        None,
        is_true(&arguments["descending"]),
    )
}

/// aclnnArgsort.
pub fn argsort(arguments: &Arguments) -> Vec<Vec<Number>> {
    let mut both = ordered(
        arguments,
        int(&arguments["dim"]),
        None,
        is_true(&arguments["descending"]),
    );
    vec![both.remove(1)]
}

/// aclnnTopk: all of them as they are, where they need not be sorted.
pub fn top(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (k, dim) = (int(&arguments["k"]) as usize, int(&arguments["dim"]));
    let shape = &tensor(&arguments["self"]).shape;
    let rank = shape.len().max(1) as i64;
    let axis = dim.rem_euclid(rank) as usize;
    let extent = shape.get(axis).map_or(1, |&extent| extent as usize);
    if k == extent && !is_true(&arguments["sorted"]) {
        let inner: i64 = shape.iter().skip(axis + 1).product();
        let all = numbers(&arguments["self"]);
        let index = |at: usize| at / inner as usize % extent;
        let indices = whole((0..all.len()).map(index));
        return vec![all, indices];
    }
    ordered(arguments, dim, Some(k), is_true(&arguments["largest"]))
}

/// aclnnKthvalue.
pub fn kth(arguments: &Arguments) -> Vec<Vec<Number>> {
    let k = int(&arguments["k"]) as usize;
    let all = ordered(arguments, int(&arguments["dim"]), Some(k), false);
    let shape = &tensor(&arguments["self"]).shape;
    let axis = int(&arguments["dim"]).rem_euclid(shape.len().max(1) as i64) as usize;
    let inner = shape.iter().skip(axis + 1).product::<i64>() as usize;
    let last = |of: &Vec<Number>| {
        let rows = of.chunks(k * inner).map(|rows| &rows[(k - 1) * inner..]);
        rows.flatten().cloned().collect()
    };
    all.iter().map(last).collect()
}
