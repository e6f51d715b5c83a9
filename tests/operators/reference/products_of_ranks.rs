//! Products of matrices with exchanges between ranks, of a whole group at once: plain loops, sums in DOUBLE of numbers for which they are exact.

use super::moe::{Named, floats, stored};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use hostnpu_aclnn_operators::entry::EntryPoint;

/// A matrix in DOUBLE.
struct Matrix {
    rows: usize,
    columns: usize,
    numbers: Vec<f64>,
}

impl Matrix {
    fn of(tensor: &Tensor, is_transposed: bool) -> Self {
        let columns = *tensor.shape.last().unwrap() as usize;
        let own = Self {
            rows: tensor.numel() / columns.max(1),
            columns,
            numbers: floats(tensor),
        };
        match is_transposed {
            true => Self::filled(own.columns, own.rows, |i, j| own.at(j, i)),
            false => own,
        }
    }

    fn filled(rows: usize, columns: usize, number: impl Fn(usize, usize) -> f64) -> Self {
        let places = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        let numbers = places.map(|(i, j)| number(i, j)).collect();
        Self {
            rows,
            columns,
            numbers,
        }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.numbers[row * self.columns + column]
    }

    fn times(&self, other: &Self, bias: Option<&Vec<f64>>) -> Self {
        Self::filled(self.rows, other.columns, |i, j| {
            let products = (0..self.columns).map(|k| self.at(i, k) * other.at(k, j));
            products.sum::<f64>() + bias.map_or(0.0, |bias| bias[j])
        })
    }
}

/// The operands of a rank.
struct Operands {
    x1: Matrix,
    x2: Matrix,
    bias: Option<Vec<f64>>,
    x3: Option<Vec<f64>>,
}

fn operands(of: &Named, arguments: &Arguments) -> Operands {
    let is_transposed = flag(arguments, "transposeX2");
    Operands {
        x1: Matrix::of(of.tensor(&["x1"]).unwrap(), false),
        x2: Matrix::of(of.tensor(&["x2"]).unwrap(), is_transposed),
        bias: of.tensor(&["bias", "biasOptional"]).map(floats),
        x3: of.tensor(&["x3"]).map(floats),
    }
}

fn all_operands(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Operands> {
    let each = all.iter().map(|arguments| {
        let named = Named { entry, arguments };
        operands(&named, arguments)
    });
    each.collect()
}

/// Sums over ranks, in their order.
fn sums(all: &[Operands]) -> Matrix {
    let mut sums: Option<Matrix> = None;
    for of in all {
        let mut own = of.x1.times(&of.x2, of.bias.as_ref());
        for (number, x3) in own.numbers.iter_mut().zip(of.x3.iter().flatten()) {
            *number += x3;
        }
        sums = Some(match sums {
            None => own,
            Some(before) => {
                Matrix::filled(own.rows, own.columns, |i, j| before.at(i, j) + own.at(i, j))
            }
        });
    }
    sums.unwrap()
}

fn dtype(entry: &EntryPoint, arguments: &Arguments) -> hostnpu::tensor::Dtype {
    let named = Named { entry, arguments };
    named.tensor(&["output"]).unwrap().dtype
}

pub fn all_reduced(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let sums = sums(&all_operands(entry, all));
    let bytes = stored(&sums.numbers, dtype(entry, all[0]));
    all.iter().map(|_| vec![bytes.clone()]).collect()
}

pub fn reduce_scattered(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let sums = sums(&all_operands(entry, all));
    let part = sums.numbers.len() / all.len();
    (0..all.len())
        .map(|rank| {
            let own = &sums.numbers[rank * part..(rank + 1) * part];
            vec![stored(own, dtype(entry, all[0]))]
        })
        .collect()
}

pub fn gathered(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let operands = all_operands(entry, all);
    let numbers: Vec<f64> = operands
        .iter()
        .flat_map(|of| of.x1.numbers.iter().copied())
        .collect();
    let gathered = Matrix {
        rows: operands.iter().map(|of| of.x1.rows).sum(),
        columns: operands[0].x1.columns,
        numbers,
    };
    let each = all.iter().zip(&operands).map(|(arguments, of)| {
        let named = Named { entry, arguments };
        let dtype = dtype(entry, arguments);
        let product = gathered.times(&of.x2, of.bias.as_ref());
        let mut outputs = vec![stored(&product.numbers, dtype)];
        if let Some(gather_out) = named.tensor(&["gatherOut"]) {
            outputs.push(match gather_out.numel() {
                0 => Vec::new(),
                _ => stored(&gathered.numbers, dtype),
            });
        }
        outputs
    });
    each.collect()
}

/// The numbers of an array.
fn array(arguments: &Arguments, name: &str) -> Vec<usize> {
    match &arguments[name] {
        Argument::Ints(numbers) => numbers.iter().map(|&number| number as usize).collect(),
        other => panic!("{other:?}"),
    }
}

fn flag(arguments: &Arguments, name: &str) -> bool {
    matches!(arguments.find(name), Some(Argument::Bool(true)))
}

/// A row times the matrix of an expert.
fn times_expert(of: &Named, arguments: &Arguments, row: &[f64], expert: usize) -> Vec<f64> {
    let weight = of.tensor(&["gmmWeight"]).unwrap();
    let is_transposed = flag(arguments, "transGmmWeight");
    let (first, second) = (weight.shape[1] as usize, weight.shape[2] as usize);
    let numbers = floats(weight);
    let columns = if is_transposed { first } else { second };
    let at = |k: usize, n: usize| {
        let place = if is_transposed {
            n * second + k
        } else {
            k * second + n
        };
        numbers[expert * first * second + place]
    };
    (0..columns)
        .map(|n| row.iter().enumerate().map(|(k, x)| x * at(k, n)).sum())
        .collect()
}

/// The product of a shared expert.
fn shared(of: &Named, arguments: &Arguments) -> Option<Vec<f64>> {
    let x = Matrix::of(of.tensor(&["mmXOptional"])?, false);
    let is_transposed = flag(arguments, "transMmWeight");
    let weight = Matrix::of(of.tensor(&["mmWeightOptional"])?, is_transposed);
    Some(x.times(&weight, None).numbers)
}

/// Rows that are exchanged, then multiplied.
pub fn grouped_behind_exchange(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let ranks = all.len();
    let named: Vec<Named> = all
        .iter()
        .map(|arguments| Named { entry, arguments })
        .collect();
    let experts = array(all[0], "sendCounts").len() / ranks;
    let each = (0..ranks).map(|rank| {
        let (of, arguments) = (&named[rank], all[rank]);
        let (mut rows, mut products) = (Vec::new(), Vec::new());
        for expert in 0..experts {
            for (source, arguments_of_source) in all.iter().enumerate() {
                let counts = array(arguments_of_source, "sendCounts");
                let number = rank * experts + expert;
                let first: usize = counts[..number].iter().sum();
                let x = Matrix::of(named[source].tensor(&["gmmX"]).unwrap(), false);
                for row in first..first + counts[number] {
                    let row = &x.numbers[row * x.columns..(row + 1) * x.columns];
                    rows.extend(row);
                    products.extend(times_expert(of, arguments, row, expert));
                }
            }
        }
        let dtype = of.tensor(&["gmmX"]).unwrap().dtype;
        let mut outputs = vec![stored(&products, dtype)];
        outputs.extend(shared(of, arguments).map(|product| stored(&product, dtype)));
        if let Some(permuted) = of.tensor(&["permuteOutOptional"]) {
            outputs.push(match flag(arguments, "permuteOutFlag") {
                true => stored(&rows, dtype),
                false => permuted.elements(),
            });
        }
        outputs
    });
    each.collect()
}

/// Rows that are multiplied, then sent back.
pub fn grouped_before_exchange(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let ranks = all.len();
    let named: Vec<Named> = all
        .iter()
        .map(|arguments| Named { entry, arguments })
        .collect();
    let experts = array(all[0], "sendCounts").len() / ranks;
    let each = (0..ranks).map(|rank| {
        let mut products = Vec::new();
        for (source, arguments) in all.iter().enumerate() {
            let counts = array(arguments, "sendCounts");
            let x = Matrix::of(named[source].tensor(&["gmmX"]).unwrap(), false);
            for expert in 0..experts {
                // Rows of the experts before it, then of the ranks before this one.
                let before = (0..expert).flat_map(|e| (0..ranks).map(move |r| (r, e)));
                let own = (0..rank).map(|r| (r, expert));
                let first: usize = before
                    .chain(own)
                    .map(|(r, e)| counts[r * experts + e])
                    .sum();
                for row in first..first + counts[rank * experts + expert] {
                    let row = &x.numbers[row * x.columns..(row + 1) * x.columns];
                    products.extend(times_expert(&named[source], arguments, row, expert));
                }
            }
        }
        let of = &named[rank];
        let dtype = of.tensor(&["gmmX"]).unwrap().dtype;
        let mut outputs = vec![stored(&products, dtype)];
        outputs.extend(shared(of, all[rank]).map(|product| stored(&product, dtype)));
        outputs
    });
    each.collect()
}

pub fn exchanged_before(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let operands = all_operands(entry, all);
    let ranks = all.len();
    let each = all.iter().zip(&operands).enumerate();
    let each = each.map(|(rank, (arguments, of))| {
        let (rows, width) = (of.x1.rows / ranks, of.x1.columns);
        let left = Matrix::filled(rows, ranks * width, |i, j| {
            operands[j / width].x1.at(rank * rows + i, j % width)
        });
        let dtype = dtype(entry, arguments);
        let product = left.times(&of.x2, of.bias.as_ref());
        let mut outputs = vec![stored(&product.numbers, dtype)];
        let named = Named { entry, arguments };
        if named.tensor(&["alltoAllOutOptional"]).is_some() {
            outputs.push(stored(&left.numbers, dtype));
        }
        outputs
    });
    each.collect()
}

pub fn exchanged_behind(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let operands = all_operands(entry, all);
    let ranks = all.len();
    let products = operands
        .iter()
        .map(|of| of.x1.times(&of.x2, of.bias.as_ref()));
    let products: Vec<Matrix> = products.collect();
    let each = all.iter().enumerate().map(|(rank, arguments)| {
        let (rows, width) = (products[0].rows, products[0].columns / ranks);
        let blocks = Matrix::filled(ranks * rows, width, |i, j| {
            products[i / rows].at(i % rows, rank * width + j)
        });
        vec![stored(&blocks.numbers, dtype(entry, arguments))]
    });
    each.collect()
}
