//! Grouped products of codes around exchanges, and sums of lists over ranks.

use super::*;

/// Rows of codes: their numbers times powers of two, and one number for all.
fn rows_of(of: &Named, x: &str, scale: &str) -> (Matrix, f64) {
    let mut rows = matrix(of.tensor(&[x]).unwrap());
    let scale = of.tensor(&[scale]).unwrap();
    let scales = values(scale, None);
    if scale.dtype != F8E8m0 {
        return (rows, scales[0]);
    }
    let width = 2 * rows.columns.div_ceil(64);
    for at in 0..rows.numbers.len() {
        let (row, column) = (at / rows.columns, at % rows.columns);
        rows.numbers[at] *= scales[row * width + column / 32];
    }
    (rows, 1.0)
}

/// The matrices of experts in the same way, inner elements by columns.
fn matrices_of(of: &Named, weight: &str, scale: &str, is_turned: bool) -> (Vec<Matrix>, f64) {
    let weight = of.tensor(&[weight]).unwrap();
    let rank = weight.shape.len();
    let [first, second] =
        [weight.shape[rank - 2], weight.shape[rank - 1]].map(|extent| extent as usize);
    let all = values(weight, None);
    let scale = of.tensor(&[scale]).unwrap();
    let scales = values(scale, None);
    let (k, n) = if is_turned {
        (second, first)
    } else {
        (first, second)
    };
    let pairs = k.div_ceil(64);
    let of_powers = scale.dtype == F8E8m0;
    let each = all.chunks(first * second).enumerate().map(|(expert, own)| {
        let numbers = (0..k * n).map(|at| {
            let (step, column) = (at / n, at % n);
            let x = own[if is_turned { column * k + step } else { at }];
            let pair = match is_turned {
                true => (expert * n + column) * pairs + step / 64,
                false => (expert * pairs + step / 64) * n + column,
            };
            match of_powers {
                true => x * scales[2 * pair + step / 32 % 2],
                false => x,
            }
        });
        Matrix {
            rows: k,
            columns: n,
            numbers: numbers.collect(),
        }
    });
    (each.collect(), if of_powers { 1.0 } else { scales[0] })
}

fn times(row: &[f64], weight: &Matrix, scales: [f64; 2]) -> Vec<f64> {
    let of = |column| {
        let products = row
            .iter()
            .enumerate()
            .map(|(k, x)| x * weight.at(k, column));
        products.sum::<f64>() * scales[0] * scales[1]
    };
    (0..weight.columns).map(of).collect()
}

fn counts(of: &Named, name: &str) -> Vec<usize> {
    let at = of
        .entry
        .parameters
        .iter()
        .position(|p| p.name == name)
        .unwrap();
    match &of.arguments[at] {
        Argument::Ints(numbers) => numbers.iter().map(|&number| number as usize).collect(),
        other => panic!("{other:?}"),
    }
}

fn shared_codes(of: &Named) -> Option<Vec<u8>> {
    of.tensor(&["mmXOptional"])?;
    let (rows, first) = rows_of(of, "mmXOptional", "mmXScaleOptional");
    let is_turned = is_given(of, "transMmWeight");
    let (weights, second) = matrices_of(of, "mmWeightOptional", "mmWeightScaleOptional", is_turned);
    let each = rows.numbers.chunks(rows.columns);
    let y: Vec<f64> = each
        .flat_map(|row| times(row, &weights[0], [first, second]))
        .collect();
    Some(bytes(&y, of.tensor(&["mmYOptional"]).unwrap().dtype))
}

/// Rows of codes that are exchanged, then multiplied.
pub fn grouped_behind_exchange(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let experts = counts(&all[0], "sendCounts").len() / all.len();
    let sources: Vec<Matrix> = all
        .iter()
        .map(|of| rows_of(of, "gmmX", "gmmXScale").0)
        .collect();
    let each = all.iter().enumerate().map(|(rank, of)| {
        let (weights, second) = matrices_of(
            of,
            "gmmWeight",
            "gmmWeightScale",
            is_given(of, "transGmmWeight"),
        );
        let (_, first_scale) = rows_of(of, "gmmX", "gmmXScale");
        let (mut codes, mut y) = (Vec::new(), Vec::new());
        for (expert, weight) in weights.iter().enumerate() {
            for (source, rows) in all.iter().zip(&sources) {
                let sends = counts(source, "sendCounts");
                let number = rank * experts + expert;
                let first: usize = sends[..number].iter().sum();
                let stored = source.tensor(&["gmmX"]).unwrap().elements();
                let width = stored.len() / rows.rows.max(1);
                for row in first..first + sends[number] {
                    let numbers = &rows.numbers[row * rows.columns..][..rows.columns];
                    y.extend(times(numbers, weight, [first_scale, second]));
                    codes.extend_from_slice(&stored[row * width..][..width]);
                }
            }
        }
        let mut outputs = vec![bytes(&y, of.tensor(&["gmmY"]).unwrap().dtype)];
        outputs.extend(shared_codes(of));
        if let Some(permuted) = of.tensor(&["permuteOutOptional"]) {
            outputs.push(match is_given(of, "permuteOutFlag") {
                true => codes,
                false => permuted.elements(),
            });
        }
        outputs
    });
    each.collect()
}

/// Rows of codes that are multiplied, then sent back.
pub fn grouped_before_exchange(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let ranks = all.len();
    let experts = counts(&all[0], "sendCounts").len() / ranks;
    let each = all.iter().enumerate().map(|(rank, of)| {
        let mut y = Vec::new();
        for source in &all {
            let sends = counts(source, "sendCounts");
            let (rows, first_scale) = rows_of(source, "gmmX", "gmmXScale");
            let (weights, second) = matrices_of(
                source,
                "gmmWeight",
                "gmmWeightScale",
                is_given(source, "transGmmWeight"),
            );
            for (expert, weight) in weights.iter().enumerate() {
                let mut first = 0;
                for e in 0..experts {
                    for r in 0..ranks {
                        if (e, r) < (expert, rank) {
                            first += sends[r * experts + e];
                        }
                    }
                }
                for row in first..first + sends[rank * experts + expert] {
                    let numbers = &rows.numbers[row * rows.columns..][..rows.columns];
                    y.extend(times(numbers, weight, [first_scale, second]));
                }
            }
        }
        let mut outputs = vec![bytes(&y, of.tensor(&["y"]).unwrap().dtype)];
        outputs.extend(shared_codes(of));
        outputs
    });
    each.collect()
}

/// Products of lists, summed over ranks.
pub fn lists_reduced(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let mut sums: Vec<f64> = Vec::new();
    for arguments in all {
        let [x, weight, bias] = ["x", "weight", "bias"].map(|at| arguments[at].tensors());
        let ends = match &arguments["groupListOptional"] {
            Argument::Ints(ends) => ends.clone(),
            _ => Vec::new(),
        };
        let mut own = Vec::new();
        for (number, weight) in weight.iter().enumerate() {
            let weight = matrix(weight);
            let rows = matrix(&x[if ends.is_empty() { number } else { 0 }]);
            let range = match ends.is_empty() {
                true => 0..rows.rows,
                false => {
                    number
                        .checked_sub(1)
                        .map_or(0, |before| ends[before] as usize)
                        ..ends[number] as usize
                }
            };
            let bias = bias.get(number).map(floats);
            for row in range {
                let products = times(
                    &rows.numbers[row * rows.columns..][..rows.columns],
                    &weight,
                    [1.0, 1.0],
                );
                let bias = |column: usize| bias.as_ref().map_or(0.0, |bias| bias[column]);
                own.extend(
                    products
                        .iter()
                        .enumerate()
                        .map(|(column, x)| x + bias(column)),
                );
            }
        }
        match sums.is_empty() {
            true => sums = own,
            false => sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own),
        }
    }
    let at = entry.parameters.iter().position(|p| p.name == "y").unwrap();
    let each = all.iter().map(|arguments| {
        let mut first = 0;
        let outputs = arguments[at].tensors().iter().map(|y| {
            let count = y.numel();
            first += count;
            bytes(&sums[first - count..first], y.dtype)
        });
        outputs.collect()
    });
    each.collect()
}
