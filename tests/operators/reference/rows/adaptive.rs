//! Normalisations with a scale for each member of a batch, and slices scaled to a norm.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::ops::Pow;

use super::gradients::Backward;
use super::norms::normals;
use super::{float, floats, floats_or, given, number, numbers, sum, tensor, times};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, round};
use crate::reference::arithmetic::converted;

/// The extents of a tensor: members, rows of each, and columns.
fn extents(x: &Argument) -> (usize, usize, usize) {
    let shape = &tensor(x).shape;
    let [outer @ .., rows, columns] = &shape[..] else {
        panic!("two dimensions or more")
    };
    let outer = outer.iter().product::<i64>() as usize;
    (outer, *rows as usize, *columns as usize)
}

pub fn norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments["x"];
    let scale = &arguments["scale"];
    let shift = &arguments["shift"];
    let weight = &arguments["weightOptional"];
    let bias = &arguments["biasOptional"];
    let epsilon = &arguments["epsilon"];
    let out = &arguments["out"];
    let statistics = ["meanOutOptional", "rstdOutOptional"].map(|name| arguments.find(name));
    let (_, rows, columns) = extents(x);
    let (scale, shift) = (floats(scale), floats(shift));
    let weight = floats_or(weight, columns, 1.0);
    let bias = floats_or(bias, columns, 0.0);
    let all = normals(&floats(x), columns, &number(epsilon), false, |at, x| {
        let (column, shared) = (at % columns, at / columns / rows * columns + at % columns);
        let y = x * &weight[column] + &bias[column];
        y * (scale[shared].clone() + 1u32) + &shift[shared]
    });
    let mut outputs = vec![(out, all.results)];
    let statistics = statistics.into_iter().zip([all.means, all.inverses]);
    outputs.extend(statistics.filter_map(|(out, of)| Some((out?, of))));
    given(outputs)
}

pub fn gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["gradOut"];
    let x = &arguments["input"];
    let inverse = &arguments["rstd"];
    let mean = &arguments["mean"];
    let scale = &arguments["scale"];
    let weight = &arguments["weightOptional"];
    let bias = &arguments["biasOptional"];
    let outputs = [
        "gradInputOut",
        "gradScaleOut",
        "gradShiftOut",
        "gradWeightOut",
        "gradBiasOut",
    ]
    .map(|name| &arguments[name]);
    let (members, rows, columns) = extents(x);
    let (dy, x, scale) = (floats(dy), floats(x), floats(scale));
    let (means, inverses) = (floats(mean), floats(inverse));
    let weight = floats_or(weight, columns, 1.0);
    let bias = floats_or(bias, columns, 0.0);
    let shared = |at: usize| at / columns / rows * columns + at % columns;
    let mut by_scale = vec![float(0.0); members * columns];
    let mut by_shift = by_scale.clone();
    let mut inner = Vec::new();
    for (at, dy) in dy.iter().enumerate() {
        let row = at / columns;
        let value = Float::with_val(PRECISION, &x[at] - &means[row]) * &inverses[row];
        let value = value * &weight[at % columns] + &bias[at % columns];
        by_scale[shared(at)] += times(dy, &value);
        by_shift[shared(at)] += dy;
        inner.push(times(dy, &(scale[shared(at)].clone() + 1u32)));
    }
    let backward = Backward {
        gradient: inner,
        x,
        means,
        inverses,
        weights: weight,
        on_mean: true,
    };
    let all = backward.by_columns();
    let results = [all.x, by_scale, by_shift, all.weights, all.biases];
    given(outputs.into_iter().zip(results).collect())
}

pub fn modulate(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments["self"];
    let scale = &arguments["scaleOptional"];
    let shift = &arguments["shiftOptional"];
    let (_, rows, columns) = extents(x);
    let (scale, shift) = (floats(scale), floats(shift));
    let of = |(at, x): (usize, Float)| {
        let shared = at / columns / rows * columns + at % columns;
        x * (scale[shared].clone() + 1u32) + &shift[shared]
    };
    vec![numbers(floats(x).into_iter().enumerate().map(of).collect())]
}

/// The norm of a slice: the number of others than 0, the largest magnitude, or a root of a sum of powers.
fn size(x: &[Float], order: &Float) -> Float {
    let magnitudes = x.iter().map(|x| x.clone().abs());
    if order.is_zero() {
        return float(x.iter().filter(|x| !x.is_zero()).count() as f64);
    }
    if order.is_infinite() {
        return magnitudes.fold(float(0.0), |a, b| a.max(&b));
    }
    sum(magnitudes.map(|x| x.pow(order))).pow(order.clone().recip())
}

pub fn renorm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments[["self", "selfRef"]];
    let (Argument::Scalar(_, order), Argument::Int(dim), Argument::Scalar(_, most)) =
        (&arguments["p"], &arguments["dim"], &arguments["maxNorm"])
    else {
        panic!("a scalar, a number and a scalar")
    };
    let [order, most] = [order, most].map(|number| converted(number, Dtype::F32).real());
    let shape = &tensor(x).shape;
    let axis = dim.rem_euclid(shape.len() as i64) as usize;
    let inner = shape[axis + 1..].iter().product::<i64>() as usize;
    let slice = |at: usize| at / inner % shape[axis] as usize;
    let x = floats(x);
    let mut slices = vec![Vec::new(); shape[axis] as usize];
    for (at, x) in x.iter().enumerate() {
        slices[slice(at)].push(x.clone());
    }
    let factor = |x: &Vec<Float>| {
        let least = round(&float(f64::from(1e-12_f32)), Dtype::F32);
        let norm = round(&size(x, &order), Dtype::F32).max(&least);
        let most = norm.clone().min(&most);
        round(&(most / norm), Dtype::F32)
    };
    let factors: Vec<Float> = slices.iter().map(factor).collect();
    let of = |(at, x): (usize, Float)| x * &factors[slice(at)];
    vec![numbers(x.into_iter().enumerate().map(of).collect())]
}

/// `aclnnModulateBackward` of `(gradOutput, input, scale, shift, gradInput, gradScale, gradShift)`.
pub fn modulate_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["gradOutput"];
    let x = &arguments["input"];
    let scale = &arguments["scale"];
    let by_x = &arguments["gradInput"];
    let by_scale = &arguments["gradScale"];
    let by_shift = &arguments["gradShift"];
    let (members, rows, columns) = extents(dy);
    let (dy, x, scale) = (floats(dy), floats(x), floats(scale));
    let shared = |at: usize| at / columns / rows * columns + at % columns;
    let products = dy
        .iter()
        .enumerate()
        .map(|(at, dy)| times(dy, &scale[shared(at)]));
    let of_rows = |term: &dyn Fn(usize) -> Float| {
        let sums = (0..members * columns).map(|place| {
            let first = place / columns * rows * columns + place % columns;
            sum((0..rows).map(|row| term(first + row * columns)))
        });
        sums.collect::<Vec<Float>>()
    };
    given(vec![
        (by_x, products.collect()),
        (by_scale, of_rows(&|at| times(&dy[at], &x[at]))),
        (by_shift, of_rows(&|at| dy[at].clone())),
    ])
}

/// `aclnnTransformBiasRescaleQkv` of `(qkv, qkvBias, numHeads, qOut, kOut, vOut)`.
pub fn queries_keys_and_values(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments["qkv"];
    let bias = &arguments["qkvBias"];
    let heads = &arguments["numHeads"];
    let (members, rows, columns) = extents(x);
    let (x, bias, heads) = (floats(x), floats(bias), super::int(heads) as usize);
    let head = columns / 3 / heads;
    let scale = f64::from(1.0 / (head as f32).sqrt());
    let part = |part: usize| {
        let mut results = Vec::new();
        for place in 0..members * heads * rows * head {
            let (member, rest) = (place / (heads * rows * head), place % (heads * rows * head));
            let (of_head, row, column) = (rest / (rows * head), rest / head % rows, rest % head);
            let column = part * columns / 3 + of_head * head + column;
            let sum = &x[(member * rows + row) * columns + column] + bias[column].clone();
            results.push(if part == 0 { sum * scale } else { sum });
        }
        numbers(results)
    };
    (0..3).map(part).collect()
}
