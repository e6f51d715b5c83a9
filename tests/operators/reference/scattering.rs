//! Values that go to places that indices name, one by one, and what becomes of several in one place.

use rug::Float;
use rug::float::Special;

use super::indexing::{
    axis, coordinates, elements, indices, int, listed, numbers, place, positions, slices, tensor,
    vector, within,
};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode, encode, is_float, part};

/// The rule by which values in one place are combined.
#[derive(Clone, Copy, PartialEq)]
pub enum Way {
    Replace,
    Add,
    Multiply,
    Max,
    Min,
    Mean,
    Divide,
}

impl Way {
    fn numbered(reduce: i64) -> Self {
        match reduce {
            1 => Self::Add,
            2 => Self::Multiply,
            3 => Self::Max,
            4 => Self::Min,
            5 => Self::Mean,
            _ => Self::Replace,
        }
    }
}

/// Two numbers, of which neither is complex, or both.
fn both(way: Way, a: &Number, b: &Number) -> Number {
    let exact = |x: &Number| Float::with_val(PRECISION, x.real());
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Number::Int(match way {
            Way::Replace => *b,
            Way::Add | Way::Mean => a.wrapping_add(*b),
            Way::Multiply => a.wrapping_mul(*b),
            Way::Max => *a.max(b),
            Way::Min => *a.min(b),
            Way::Divide if *b == 0 => *a,
            Way::Divide => a / b,
        }),
        (Number::Complex(ar, ai), Number::Complex(br, bi)) => match way {
            Way::Replace => b.clone(),
            Way::Multiply => Number::Complex(
                Float::with_val(PRECISION, ar * br) - Float::with_val(PRECISION, ai * bi),
                Float::with_val(PRECISION, ar * bi) + Float::with_val(PRECISION, ai * br),
            ),
            _ => Number::Complex(
                Float::with_val(PRECISION, ar + br),
                Float::with_val(PRECISION, ai + bi),
            ),
        },
        _ => {
            let (a, b) = (exact(a), exact(b));
            let nan = a.is_nan() || b.is_nan();
            Number::Real(match way {
                Way::Replace => b,
                Way::Add | Way::Mean => a + b,
                Way::Multiply => a * b,
                Way::Divide => a / b,
                _ if nan => Float::with_val(PRECISION, Special::Nan),
                Way::Max => a.max(&b),
                Way::Min => a.min(&b),
            })
        }
    }
}

/// The contents of a tensor when values have gone to places, in their order.
fn scattered(
    target: &Tensor,
    places: &[usize],
    values: &[Number],
    way: Way,
    include_self: bool,
) -> Vec<Number> {
    let mut own = numbers(target);
    let mut counts = vec![i64::from(include_self); own.len()];
    for (&place, value) in places.iter().zip(values) {
        own[place] = match counts[place] {
            0 => value.clone(),
            _ => both(way, &own[place], value),
        };
        counts[place] += 1;
    }
    if way == Way::Mean {
        for (own, &count) in own.iter_mut().zip(&counts) {
            let count = count.max(1);
            *own = match &*own {
                Number::Int(sum) => {
                    let held = decode(&encode(&Number::Int(*sum), target.dtype), target.dtype);
                    Number::Int(held.as_int().div_euclid(count.into()))
                }
                sum => Number::Real(sum.real() / count),
            };
        }
    }
    own
}

/// The values of a source along the box of an index that is smaller.
fn within_box(source: &Tensor, shape: &[i64]) -> Vec<Number> {
    let own = numbers(source);
    let all = positions(&vector(shape)).into_iter();
    all.map(|position| own[place(&vector(&source.shape), &position)].clone())
        .collect()
}

/// `self`, `dim`, `index`, `src`, then a way and whether `self` counts.
fn elements_scattered(arguments: &Arguments, way: Way, include_self: bool) -> Vec<Vec<Number>> {
    let (target, index) = (
        tensor(&arguments[["self", "selfRef"]]),
        tensor(&arguments["index"]),
    );
    let axis = axis(&arguments["dim"], &vector(&target.shape));
    let places = elements(&target.shape, axis, index);
    let values = match &arguments[["src", "value"]] {
        Argument::Scalar(_, value) => {
            let value = decode(&encode(value, target.dtype), target.dtype);
            vec![value; places.len()]
        }
        source => within_box(tensor(source), &index.shape),
    };
    vec![scattered(target, &places, &values, way, include_self)]
}

/// `self`, `dim`, `index`, `src` or `value`, `reduce`.
pub fn scatter(arguments: &Arguments) -> Vec<Vec<Number>> {
    elements_scattered(arguments, Way::numbered(int(&arguments["reduce"])), true)
}

/// `self`, `dim`, `index`, `src`.
pub fn scatter_add(arguments: &Arguments) -> Vec<Vec<Number>> {
    elements_scattered(arguments, Way::Add, true)
}

/// `self`, `dim`, `index`, `src`, `reduce`, `includeSelf`.
pub fn scatter_reduce(arguments: &Arguments) -> Vec<Vec<Number>> {
    let include = int(&arguments["includeSelf"]) != 0;
    elements_scattered(arguments, Way::numbered(int(&arguments["reduce"])), include)
}

/// `data`, `indices`, `updates`.
pub fn scatter_nd(arguments: &Arguments) -> Vec<Vec<Number>> {
    let target = tensor(&arguments[["data", "varRef"]]);
    let places = coordinates(&target.shape, tensor(&arguments["indices"]));
    let values = numbers(tensor(&arguments["updates"]));
    vec![scattered(target, &places, &values, Way::Replace, true)]
}

fn rows(arguments: &Arguments, way: Way) -> Vec<Vec<Number>> {
    let target = tensor(&arguments["varRef"]);
    let places = slices(&target.shape, 0, tensor(&arguments["indices"]), 0);
    let values = numbers(tensor(&arguments["updates"]));
    vec![scattered(target, &places, &values, way, true)]
}

/// `varRef`, `indices`, `updates`: rows, or slices at coordinates where the shapes say so.
pub fn tf_scatter_add(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [target, index, updates] = ["varRef", "indices", "updates"].map(|k| tensor(&arguments[k]));
    let rows_of = [&index.shape[..], &target.shape[1..]].concat();
    if updates.shape == rows_of {
        return rows(arguments, Way::Add);
    }
    let places = coordinates(&target.shape, index);
    vec![scattered(
        target,
        &places,
        &numbers(updates),
        Way::Add,
        true,
    )]
}

pub fn scatter_max(arguments: &Arguments) -> Vec<Vec<Number>> {
    rows(arguments, Way::Max)
}

pub fn scatter_min(arguments: &Arguments) -> Vec<Vec<Number>> {
    rows(arguments, Way::Min)
}

pub fn scatter_mul(arguments: &Arguments) -> Vec<Vec<Number>> {
    rows(arguments, Way::Multiply)
}

pub fn scatter_div(arguments: &Arguments) -> Vec<Vec<Number>> {
    rows(arguments, Way::Divide)
}

/// `self`, `index`, `source`, `accumulate`.
pub fn put(arguments: &Arguments) -> Vec<Vec<Number>> {
    let target = tensor(&arguments["selfRef"]);
    let places = slices(&[target.numel() as i64], 0, tensor(&arguments["index"]), 0);
    let values = numbers(tensor(&arguments["source"]));
    let way = if int(&arguments["accumulate"]) != 0 {
        Way::Add
    } else {
        Way::Replace
    };
    vec![scattered(target, &places, &values, way, true)]
}

/// `selfRef`, `indices`, `values`, `accumulate`.
pub fn index_put(arguments: &Arguments) -> Vec<Vec<Number>> {
    let target = tensor(&arguments["selfRef"]);
    let places = listed(&target.shape, arguments["indices"].tensors());
    let values = numbers(tensor(&arguments["values"]));
    // Values repeat along the first axes.
    let values: Vec<Number> = values.iter().cycle().take(places.len()).cloned().collect();
    let way = if int(&arguments["accumulate"]) != 0 {
        Way::Add
    } else {
        Way::Replace
    };
    vec![scattered(target, &places, &values, way, true)]
}

/// `self`, `dim`, `index`, `source`, then perhaps `alpha`, and a mode without it.
pub fn index_add(arguments: &Arguments) -> Vec<Vec<Number>> {
    let target = tensor(&arguments["self"]);
    let axis = axis(&arguments["dim"], &vector(&target.shape));
    let places = slices(&target.shape, axis, tensor(&arguments["index"]), 0);
    let Argument::Scalar(_, alpha) = &arguments["alpha"] else {
        panic!("a factor");
    };
    let alpha = match arguments[["mode", "out"]] {
        Argument::Int(0) => Number::Int(1),
        _ => alpha.clone(),
    };
    let float = is_float(target.dtype) || part(target.dtype).is_some();
    let alpha = if float {
        Number::Real(alpha.real())
    } else {
        alpha
    };
    let values: Vec<Number> = numbers(tensor(&arguments["source"]))
        .iter()
        .map(|value| both(Way::Multiply, value, &alpha))
        .collect();
    vec![scattered(target, &places, &values, Way::Add, true)]
}

/// `self`, `dim`, `index`, `source`.
pub fn index_copy(arguments: &Arguments) -> Vec<Vec<Number>> {
    let target = tensor(&arguments["selfRef"]);
    let axis = axis(&arguments["dim"], &vector(&target.shape));
    let places = slices(&target.shape, axis, tensor(&arguments["index"]), 0);
    let values = numbers(tensor(&arguments["source"]));
    vec![scattered(target, &places, &values, Way::Replace, true)]
}

/// `self`, `dim`, `index` as a tensor or an array, `value`.
pub fn index_fill(arguments: &Arguments) -> Vec<Vec<Number>> {
    let target = tensor(&arguments[["self", "selfRef"]]);
    let shape = vector(&target.shape);
    let axis = axis(&arguments["dim"], &shape);
    let index = match &arguments["index"] {
        Argument::Ints(numbers) => numbers.clone(),
        argument => indices(tensor(argument)),
    };
    let index: Vec<i64> = index
        .iter()
        .map(|&index| within(index, shape[axis]))
        .collect();
    let Argument::Scalar(_, value) = &arguments["value"] else {
        panic!("a value");
    };
    let own = numbers(target).into_iter().zip(positions(&shape));
    let filled = own.map(|(own, position)| match index.contains(&position[axis]) {
        true => decode(&encode(value, target.dtype), target.dtype),
        false => own,
    });
    vec![filled.collect()]
}

/// `data`, `indices`, `updates`, `axis`.
pub fn scatter_update(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [data, index, updates] = ["data", "indices", "updates"].map(|k| tensor(&arguments[k]));
    let axis = axis(&arguments["axis"], &data.shape);
    let own = indices(index);
    let at = |mut position: Vec<i64>| {
        let batch = position[0] as usize;
        if index.shape.len() == 2 {
            position[0] = own[2 * batch];
            position[axis] += own[2 * batch + 1];
        } else {
            position[axis] += own[batch];
        }
        place(&data.shape, &position)
    };
    let places: Vec<usize> = positions(&updates.shape).into_iter().map(at).collect();
    vec![scattered(
        data,
        &places,
        &numbers(updates),
        Way::Replace,
        true,
    )]
}

/// `varRef`, `indice`, `updates`, a mask, a word, `axis`.
pub fn scatter_list(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (index, updates) = (tensor(&arguments["indice"]), tensor(&arguments["updates"]));
    let axis = axis(&arguments["axis"], &updates.shape);
    let own = indices(index);
    let columns = index.shape.get(1).map_or(1, |&columns| columns as usize);
    let mask = arguments["maskOptional"].tensors().first().map(indices);
    let values = numbers(updates);
    let tensors = arguments["varRef"].tensors().iter().enumerate();
    let one = |(b, target): (usize, &Tensor)| {
        let mut places = Vec::new();
        let mut moved = Vec::new();
        let kept = mask.as_ref().is_none_or(|mask| mask[b] == 1);
        let length = if columns == 2 {
            own[2 * b + 1]
        } else {
            i64::MAX
        };
        let all = positions(&updates.shape);
        for (position, value) in all.into_iter().zip(&values) {
            if position[0] == b as i64 && position[axis] < length && kept {
                let mut there = position[1..].to_vec();
                there[axis - 1] += own[columns * b];
                places.push(place(&target.shape, &there));
                moved.push(value.clone());
            }
        }
        scattered(target, &places, &moved, Way::Replace, true)
    };
    tensors.map(one).collect()
}

/// `grad`, `indices`, `numWeights`, `paddingIdx`, `scaleGradByFreq`, `out`.
pub fn embedding_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (grad, index) = (tensor(&arguments["grad"]), tensor(&arguments["indices"]));
    let shape = [
        int(&arguments["numWeights"]),
        *grad.shape.last().expect("an axis"),
    ];
    let zeros = crate::argument::Contents::Numbers(vec![0.0]);
    let target = Tensor::new(grad.dtype, &shape, zeros);
    let flat = index.reshaped(&[index.numel() as i64]);
    let padding = int(&arguments["paddingIdx"]);
    let rows = indices(&flat);
    let places = slices(&shape, 0, &flat, 0);
    let kept = |k: usize| rows[k / shape[1] as usize] != padding;
    let values = numbers(grad);
    let (places, values): (Vec<usize>, Vec<Number>) = (0..places.len())
        .filter(|&k| kept(k))
        .map(|k| (places[k], values[k].clone()))
        .unzip();
    let way = if int(&arguments["scaleGradByFreq"]) != 0 {
        Way::Mean
    } else {
        Way::Add
    };
    vec![scattered(&target, &places, &values, way, false)]
}

/// `selfRef`, `mask` of the same shape or of its last axes, `source`.
pub fn masked_scatter(arguments: &Arguments) -> Vec<Vec<Number>> {
    let target = tensor(&arguments["selfRef"]);
    let mask = indices(tensor(&arguments["mask"]));
    let mut source = numbers(tensor(&arguments["source"])).into_iter();
    let own = numbers(target).into_iter().zip(mask.iter().cycle());
    let one = |(own, truth): (Number, &i64)| match truth {
        0 => own,
        _ => source.next().expect("enough elements"),
    };
    vec![own.map(one).collect()]
}

/// `weight`, `indices`, `offsets`, a hint, `mode`, a hint, `perSampleWeights`, `includeLastOffset`, `paddingIdx`, then four outputs.
pub fn embedding_bag(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [weight, index, offsets] = ["weight", "indices", "offsets"].map(|k| tensor(&arguments[k]));
    let (mode, last, padding) = (
        int(&arguments["mode"]),
        int(&arguments["includeLastOffset"]),
        int(&arguments["paddingIdx"]),
    );
    let factors = arguments["perSampleWeights"]
        .tensors()
        .first()
        .filter(|_| mode == 0)
        .map(numbers);
    let (own, table) = (indices(index), numbers(weight));
    let columns = weight.shape[1] as usize;
    let count = offsets.numel() - last as usize;
    let mut starts: Vec<usize> = match index.shape.len() {
        2 => (0..count)
            .map(|bag| bag * index.shape[1] as usize)
            .collect(),
        _ => indices(offsets)
            .iter()
            .map(|&start| start as usize)
            .take(count)
            .collect(),
    };
    starts.push(own.len());
    let [mut sums, mut bags, mut sizes, mut largest] = [const { Vec::new() }; 4];
    for bag in 0..count {
        let positions = starts[bag]..starts[bag + 1];
        bags.extend(positions.clone().map(|_| Number::Int(bag as i128)));
        let kept: Vec<usize> = positions.filter(|&at| own[at] != padding).collect();
        sizes.push(Number::Int(kept.len() as i128));
        for column in 0..columns {
            let element = |at: usize| table[own[at] as usize * columns + column].real();
            let weighted = |at: usize| match &factors {
                Some(factors) => element(at) * factors[at].real(),
                None => element(at),
            };
            let zero = Float::with_val(PRECISION, 0);
            let sum = kept.iter().fold(zero, |sum, &at| sum + weighted(at));
            let best = kept.iter().copied().reduce(|best, at| {
                if element(at) > element(best) {
                    at
                } else {
                    best
                }
            });
            sums.push(Number::Real(match (mode, best) {
                (0, _) => sum,
                (1, Some(_)) => sum / kept.len() as i64,
                (_, Some(best)) => element(best),
                _ => sum,
            }));
            largest.push(match mode {
                0 | 1 => Number::Unjudged,
                _ => Number::Int(best.map_or(-1, |best| own[best].into())),
            });
        }
    }
    sizes.resize(offsets.numel(), Number::Int(0));
    if mode < 2 {
        largest.clear();
    }
    vec![sums, bags, sizes, largest]
}

/// `selfRef`, `indices`, `maxNorm`, `normType`.
pub fn renormalised(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (table, rows) = (
        tensor(&arguments["selfRef"]),
        indices(tensor(&arguments["indices"])),
    );
    let float = |argument: &Argument| match argument {
        Argument::Float(value) => *value,
        other => panic!("{other:?} is no number"),
    };
    let (most, order) = (float(&arguments["maxNorm"]), float(&arguments["normType"]));
    let columns = table.shape[1] as usize;
    let own = numbers(table);
    let mut all = Vec::new();
    for (row, elements) in own.chunks(columns).enumerate() {
        let magnitudes = elements.iter().map(|x| x.real().abs());
        let zero = Float::with_val(PRECISION, 0);
        let norm = match order {
            1.0 => magnitudes.fold(zero, |sum, x| sum + x),
            2.0 => magnitudes.fold(zero, |sum, x| sum + x.square()).sqrt(),
            _ => magnitudes.fold(zero, |most, x| most.max(&x)),
        };
        let scaled = rows.contains(&(row as i64)) && norm > most;
        all.extend(elements.iter().map(|x| match scaled {
            true => Number::Real(x.real() * most / &norm),
            false => x.clone(),
        }));
    }
    vec![all]
}
