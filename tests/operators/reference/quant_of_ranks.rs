//! Products of quantised matrices with exchanges between ranks, of a whole group at once: plain loops in DOUBLE over samples whose products and sums are exact there.

mod grouped;

use hostnpu::device::soc::{Generation, generation};
use hostnpu::tensor::Dtype::{self, *};
use hostnpu_aclnn_operators::entry::EntryPoint;

use super::grouped::{stored, values, word_of};
use super::moe::{Named, floats};
use super::quantised::{codes_of, value_of};
use super::quantisers::{largest, scale_of};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;

pub use grouped::{grouped_before_exchange, grouped_behind_exchange, lists_reduced};

const X1_SCALE: &[&str] = &["x1Scale", "x1ScaleOptional", "pertokenScaleOptional"];
const X2_SCALE: &[&str] = &["x2Scale", "dequantScale"];

/// Numbers of rows by columns.
#[derive(Clone)]
struct Matrix {
    rows: usize,
    columns: usize,
    numbers: Vec<f64>,
}

impl Matrix {
    fn at(&self, row: usize, column: usize) -> f64 {
        self.numbers[row * self.columns + column]
    }

    fn turned(&self) -> Self {
        let numbers = (0..self.columns * self.rows)
            .map(|at| self.at(at % self.rows, at / self.rows))
            .collect();
        Self {
            rows: self.columns,
            columns: self.rows,
            numbers,
        }
    }
}

/// Rows before their last dimension.
fn matrix(tensor: &Tensor) -> Matrix {
    let columns = *tensor.shape.last().unwrap() as usize;
    Matrix {
        rows: tensor.numel() / columns.max(1),
        columns,
        numbers: values(tensor, None),
    }
}

/// Scales of one side: one of these kinds.
#[derive(Clone)]
enum Scale {
    None,
    /// One number, or one of each row of the left side, or column of the right one.
    Lanes(Vec<f64>),
    /// Of lanes by blocks of 128 steps, lanes in blocks of 128 too.
    Blocks(Matrix),
    /// Of lanes by blocks of 32 steps.
    Powers(Matrix),
}

impl Scale {
    fn inside(&self, lane: usize, step: usize) -> f64 {
        match self {
            Scale::Blocks(of) => of.at(lane / 128, step / 128),
            Scale::Powers(of) => of.at(lane, step / 32),
            _ => 1.0,
        }
    }

    fn behind(&self, lane: usize) -> f64 {
        match self {
            Scale::Lanes(of) if of.len() == 1 => of[0],
            Scale::Lanes(of) => of[lane],
            _ => 1.0,
        }
    }
}

/// A left side as it is multiplied: rows, in batches of so many rows each.
struct Left {
    numbers: Matrix,
    scale: Scale,
    batch: usize,
}

/// The right operand of a product.
struct Right {
    numbers: Matrix,
    scale: Scale,
    /// Added to each number before its scale, and scales of groups of so many steps.
    decoded: Option<(Vec<f64>, Vec<f64>, usize)>,
    bias: Option<Vec<f64>>,
    bias_first: bool,
}

fn is_given(of: &Named, name: &str) -> bool {
    let at = of.entry.parameters.iter().position(|p| p.name == name);
    at.is_some_and(|at| matches!(of.arguments[at], Argument::Bool(true)))
}

fn left(of: &Named) -> Left {
    let x1 = of.tensor(&["x1"]).unwrap();
    let numbers = matrix(x1);
    let mut batch = numbers.rows;
    let has_codes = !matches!(x1.dtype, I8 | I4);
    let two = of
        .tensor(X2_SCALE)
        .is_some_and(|scale| scale.shape.len() == 2);
    let scale = match of.tensor(X1_SCALE) {
        None => Scale::None,
        Some(scale) if scale.dtype == F8E8m0 => {
            let all = values(scale, None);
            Scale::Powers(Matrix {
                rows: numbers.rows,
                columns: all.len() / numbers.rows,
                numbers: all,
            })
        }
        Some(scale) if scale.shape.len() >= 2 && two && has_codes => {
            batch = x1.shape[x1.shape.len() - 2] as usize;
            Scale::Blocks(matrix(scale))
        }
        Some(scale) => Scale::Lanes(values(scale, None)),
    };
    Left {
        numbers,
        scale,
        batch,
    }
}

fn right(of: &Named) -> Right {
    let x1 = of.tensor(&["x1"]).unwrap();
    let x2 = of.tensor(&["x2"]).unwrap();
    let is_turned = is_given(of, "transposeX2");
    let mut numbers = matrix(x2);
    if is_turned {
        numbers = numbers.turned();
    }
    let columns_first = is_turned || x2.strides[x2.strides.len() - 1] != 1;
    let by_blocks = of.tensor(X1_SCALE).is_some_and(|scale| {
        scale.shape.len() >= 2 && scale.dtype == F32 && !matches!(x1.dtype, I8 | I4)
    });
    let scale = match of.tensor(X2_SCALE) {
        None => Scale::None,
        Some(scale) if matches!(scale.dtype, U64 | I64) => {
            let words = (0..scale.numel()).map(|at| word_of(&scale.elements(), at).0);
            Scale::Lanes(words.collect())
        }
        Some(scale) if scale.dtype == F8E8m0 => {
            let all = values(scale, None);
            Scale::Powers(Matrix {
                rows: numbers.columns,
                columns: all.len() / numbers.columns,
                numbers: all,
            })
        }
        Some(scale) if by_blocks && scale.shape.len() == 2 => {
            let of = matrix(scale);
            Scale::Blocks(if columns_first { of } else { of.turned() })
        }
        Some(scale) => Scale::Lanes(values(scale, None)),
    };
    let size = of.int("antiquantGroupSize");
    let decoded = of.tensor(&["antiquantScale"]).map(|scale| {
        let scale = floats(scale);
        let offset = of.tensor(&["antiquantOffset"]).map(floats);
        (
            offset.unwrap_or_else(|| vec![0.0; scale.len()]),
            scale,
            size,
        )
    });
    let bias = of.tensor(&["bias", "biasOptional"]);
    let name = of.entry.name;
    let is_exchanged = name.contains("AlltoAll");
    let bias_first = match bias.map(|bias| bias.dtype) {
        Some(I32) => true,
        _ if name.contains("ReduceScatter") => false,
        _ if is_exchanged => generation() == Generation::Ascend950,
        _ => true,
    };
    Right {
        numbers,
        scale,
        decoded,
        bias: bias.map(|bias| values(bias, None)),
        bias_first,
    }
}

impl Right {
    fn number(&self, step: usize, column: usize) -> f64 {
        let y = self.numbers.at(step, column);
        match &self.decoded {
            None => y * self.scale.inside(column, step),
            Some((offset, scale, size)) => {
                let columns = self.numbers.columns;
                let at = match (*size, scale.len()) {
                    (0, 1) => 0,
                    (0, _) => column,
                    (size, _) => step / size * columns + column,
                };
                (y + offset[at]) * scale[at]
            }
        }
    }

    /// The product of left rows.
    fn product(&self, left: &Left) -> Matrix {
        let columns = self.numbers.columns;
        let weights: Vec<f64> = (0..self.numbers.rows * columns)
            .map(|at| self.number(at / columns, at % columns))
            .collect();
        let mut numbers = Vec::new();
        for row in 0..left.numbers.rows {
            // Blocks of rows begin in each batch.
            let blocks = left.batch.div_ceil(128) * 128;
            let lane = match left.scale {
                Scale::Blocks(_) => row / left.batch * blocks + row % left.batch,
                _ => row,
            };
            let steps = 0..left.numbers.columns;
            let x: Vec<f64> = steps
                .map(|step| left.numbers.at(row, step) * left.scale.inside(lane, step))
                .collect();
            for column in 0..columns {
                let products = x.iter().zip(weights[column..].iter().step_by(columns));
                let mut sum: f64 = products.map(|(x, y)| x * y).sum();
                let bias = self.bias.as_ref().map_or(0.0, |bias| bias[column]);
                if self.bias_first {
                    sum += bias;
                }
                sum *= left.scale.behind(row);
                sum *= self.scale.behind(column);
                if !self.bias_first {
                    sum += bias;
                }
                numbers.push(sum);
            }
        }
        Matrix {
            rows: left.numbers.rows,
            columns,
            numbers,
        }
    }
}

fn named<'a>(entry: &'a EntryPoint, all: &[&'a Arguments]) -> Vec<Named<'a>> {
    let each = all.iter().map(|arguments| Named { entry, arguments });
    each.collect()
}

fn bytes(numbers: &[f64], dtype: Dtype) -> Vec<u8> {
    numbers.iter().flat_map(|&x| stored(x, dtype)).collect()
}

/// Sums over ranks, in their order.
fn sums(all: &[Named]) -> Vec<f64> {
    let mut sums: Vec<f64> = Vec::new();
    for of in all {
        let mut own = right(of).product(&left(of)).numbers;
        if let Some(x3) = of.tensor(&["x3", "x3Optional"]) {
            own.iter_mut()
                .zip(floats(x3))
                .for_each(|(sum, x3)| *sum += x3);
        }
        match sums.is_empty() {
            true => sums = own,
            false => sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own),
        }
    }
    sums
}

fn output(of: &Named) -> Dtype {
    of.tensor(&["output", "normOut"]).unwrap().dtype
}

pub fn all_reduced(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let sums = bytes(&sums(&all), output(&all[0]));
    all.iter().map(|_| vec![sums.clone()]).collect()
}

/// The sums with a residual, and their normalised rows. Of an operator in place the residual is the first output.
pub fn normed(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let sums = sums(&all);
    let each = all.iter().map(|of| {
        let dtype = output(of);
        let residual = floats(of.tensor(&["residual"]).unwrap());
        let gamma = floats(of.tensor(&["gamma"]).unwrap());
        let epsilon = of.arguments.iter().find_map(|argument| match argument {
            Argument::Float(number) => Some(*number),
            _ => None,
        });
        let y: Vec<f64> = sums.iter().zip(&residual).map(|(a, b)| a + b).collect();
        let y = bytes(&y, dtype);
        let shown = Tensor::new(
            dtype,
            &[residual.len() as i64],
            crate::argument::Contents::Bytes(y.clone()),
        );
        let mut norm = Vec::new();
        for row in floats(&shown).chunks(gamma.len()) {
            let squares: f64 = row.iter().map(|x| x * x).sum();
            let inverse = 1.0 / (squares / row.len() as f64 + epsilon.unwrap()).sqrt();
            norm.extend(row.iter().zip(&gamma).map(|(x, gamma)| x * inverse * gamma));
        }
        vec![y, bytes(&norm, dtype)]
    });
    each.collect()
}

pub fn reduce_scattered(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let sums = sums(&all);
    let part = sums.len() / all.len();
    let each = sums.chunks(part.max(1));
    each.map(|own| vec![bytes(own, output(&all[0]))]).collect()
}

pub fn gathered(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let each = all.iter().map(|of| {
        let right = right(of);
        let products = all.iter().flat_map(|source| {
            let mut rows = left(source);
            // One number for all is each rank's own.
            if let Some(scale) = of.tensor(X1_SCALE)
                && scale.shape == [1]
            {
                rows.scale = Scale::Lanes(values(scale, None));
            }
            right.product(&rows).numbers
        });
        let products: Vec<f64> = products.collect();
        let mut outputs = vec![bytes(&products, output(of))];
        if let Some(gather_out) = of.tensor(&["gatherOut"]) {
            let rows = all
                .iter()
                .flat_map(|of| of.tensor(&["x1"]).unwrap().elements());
            outputs.push(match gather_out.numel() {
                0 => Vec::new(),
                _ => rows.collect(),
            });
        }
        outputs
    });
    each.collect()
}

/// This rank's block of rows of all ranks, the columns side by side: of elements of so many bits.
fn exchanged<T: Clone>(all: &[Vec<T>], rank: usize, rows: usize) -> Vec<T> {
    let width = all[0].len() / rows;
    let own = rows / all.len();
    let mut joined = Vec::new();
    for row in rank * own..(rank + 1) * own {
        for source in all {
            joined.extend_from_slice(&source[row * width..(row + 1) * width]);
        }
    }
    joined
}

/// Rows as numbers of codes, and their scales.
fn quantise(rows: &Matrix, smooth: Option<&Vec<f64>>, dtype: Dtype) -> (Vec<f64>, Vec<f64>) {
    let (mut numbers, mut scales) = (Vec::new(), Vec::new());
    for row in rows.numbers.chunks(rows.columns) {
        let factor = |at: usize| smooth.map_or(1.0, |smooth| smooth[at]);
        let row: Vec<f64> = row
            .iter()
            .enumerate()
            .map(|(at, x)| x * factor(at))
            .collect();
        let [scale, _] = scale_of(&row, dtype, largest(dtype), false);
        for &x in &row {
            numbers.push(match dtype {
                I8 | I4 if scale == 0.0 => 0.0,
                I8 => (x / f64::from(scale))
                    .round_ties_even()
                    .clamp(-128.0, 127.0),
                I4 => (x / f64::from(scale)).round_ties_even().clamp(-8.0, 7.0),
                _ => value_of(dtype, codes_of(dtype).code(x, scale)),
            });
        }
        scales.push(f64::from(scale));
    }
    (numbers, scales)
}

pub fn exchanged_before(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let lefts: Vec<Left> = all.iter().map(left).collect();
    let rows = lefts[0].numbers.rows;
    let each = all.iter().enumerate().map(|(rank, of)| {
        let numbers: Vec<Vec<f64>> = lefts
            .iter()
            .map(|left| left.numbers.numbers.clone())
            .collect();
        let joined = Matrix {
            rows: rows / all.len(),
            columns: lefts[0].numbers.columns * all.len(),
            numbers: exchanged(&numbers, rank, rows),
        };
        let mut own = Left {
            batch: joined.rows,
            numbers: joined.clone(),
            scale: Scale::None,
        };
        let is_plain = of.tensor(&["x1"]).unwrap().dtype.bits() == 16;
        match of.int("x1QuantMode") {
            mode if mode == 7 || is_plain => {
                let dtype = match (generation(), of.int("x1QuantDtype")) {
                    (Generation::Ascend950, 35) => F8E5m2,
                    (Generation::Ascend950, _) => F8E4m3fn,
                    _ => of.tensor(&["x2"]).unwrap().dtype,
                };
                let smooth = of.tensor(X1_SCALE).map(floats);
                let (numbers, scales) = quantise(&joined, smooth.as_ref(), dtype);
                own.numbers.numbers = numbers;
                own.scale = Scale::Lanes(scales);
            }
            6 => {
                let scales = lefts.iter().map(|left| match &left.scale {
                    Scale::Powers(of) => of.numbers.clone(),
                    _ => panic!("powers"),
                });
                let scales: Vec<Vec<f64>> = scales.collect();
                let scales = exchanged(&scales, rank, rows);
                own.scale = Scale::Powers(Matrix {
                    rows: joined.rows,
                    columns: scales.len() / joined.rows,
                    numbers: scales,
                });
            }
            _ => {
                let scales = floats(of.tensor(X1_SCALE).unwrap());
                own.scale = Scale::Lanes(scales[rank * joined.rows..][..joined.rows].to_vec());
            }
        }
        let product = right(of).product(&own);
        let mut outputs = vec![bytes(&product.numbers, output(of))];
        if of.tensor(&["alltoAllOutOptional"]).is_some() {
            let each: Vec<Vec<u8>> = all
                .iter()
                .map(|of| of.tensor(&["x1"]).unwrap().elements())
                .collect();
            outputs.push(exchanged(&each, rank, rows));
        }
        outputs
    });
    each.collect()
}

pub fn exchanged_behind(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let products: Vec<Matrix> = all.iter().map(|of| right(of).product(&left(of))).collect();
    let each = all.iter().enumerate().map(|(rank, of)| {
        let width = products[0].columns / all.len();
        let mut block = Vec::new();
        for source in &products {
            for row in 0..source.rows {
                block.extend((0..width).map(|column| source.at(row, rank * width + column)));
            }
        }
        vec![bytes(&block, output(of))]
    });
    each.collect()
}

/// Sums over ranks of numbers of codes.
fn sums_of_codes(all: &[Named]) -> Vec<f64> {
    let mut sums: Vec<f64> = Vec::new();
    for of in all {
        let (x, scales) = (of.tensor(&["x"]).unwrap(), of.tensor(&["scales"]).unwrap());
        let block = if scales.dtype == F8E8m0 { 32 } else { 128 };
        let scales = values(scales, None);
        let numbers = values(x, None).into_iter().enumerate();
        let numbers = numbers.map(|(at, x)| x * scales[at / block]);
        match sums.is_empty() {
            true => sums = numbers.collect(),
            false => sums.iter_mut().zip(numbers).for_each(|(sum, x)| *sum += x),
        }
    }
    sums
}

pub fn codes_reduced(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let sums = bytes(&sums_of_codes(&all), output(&all[0]));
    all.iter().map(|_| vec![sums.clone()]).collect()
}

pub fn codes_scattered(entry: &EntryPoint, all: &[&Arguments]) -> Vec<Vec<Vec<u8>>> {
    let all = named(entry, all);
    let sums = sums_of_codes(&all);
    let each = sums.chunks(sums.len() / all.len());
    each.map(|own| vec![bytes(own, output(&all[0]))]).collect()
}

/// `aclnnMoeUpdateExpert`.
pub fn updated_experts(arguments: &Arguments) -> Vec<Vec<u8>> {
    let tensor = |at: &str| arguments[at].tensors().first();
    let int = |at: &str| match arguments[at] {
        Argument::Int(number) => number as usize,
        _ => panic!("a number"),
    };
    let (ids, table) = (tensor("expertIds").unwrap(), tensor("eplbTable").unwrap());
    let [choices, width] = [ids.shape[1], table.shape[1]].map(|extent| extent as usize);
    let (experts, rows) = (floats(ids), floats(table));
    let instances = experts.iter().enumerate().map(|(number, &expert)| {
        let row = &rows[expert as usize * width..][..width];
        let count = row[0] as usize;
        let place = match (count, int("balanceMode")) {
            (1, _) => 0,
            (_, 0) => int("localRankId") / int("worldSize").div_ceil(count),
            _ => number / choices % count,
        };
        row[1 + place]
    });
    let instances: Vec<f64> = instances.collect();
    let mask = tensor("balancedActiveMask").unwrap();
    let mask = match (
        tensor("expertScalesOptional"),
        tensor("pruningThresholdOptional"),
    ) {
        (Some(scales), Some(threshold)) => {
            let (scales, threshold) = (floats(scales), floats(threshold));
            let active = tensor("activeMaskOptional").map(|active| active.elements());
            let each = scales
                .chunks(choices)
                .enumerate()
                .flat_map(|(token, scales)| {
                    let sum: f64 = scales.iter().sum();
                    let is_active = active.as_ref().is_none_or(|active| active[token] != 0);
                    let stays = scales.iter().zip(&threshold);
                    stays
                        .map(|(scale, threshold)| u8::from(is_active && *scale >= threshold * sum))
                        .collect::<Vec<_>>()
                });
            each.collect()
        }
        _ => mask.elements(),
    };
    let codes = super::moe::stored(&instances, ids.dtype);
    vec![codes, mask]
}
