//! First versions of products of few bits, products of rows that are quantised first, feed-forward networks, and products that a quantiser of blocks follows: by index in DOUBLE, of samples whose
//! products and sums are exact there.

use hostnpu::tensor::Dtype::{self, *};

use super::fused_quantisers::{float, int, is_true, rounded};
use super::grouped::{shape, stored, values, word_of};
use super::normed_quantisers::in_blocks;
use super::quantisers::{scale_of, text};
use crate::argument::{Argument, Tensor};
use crate::arguments::{Arguments, Key};

fn tensor(arguments: &Arguments, at: impl Key<Of = Argument>) -> &Tensor {
    &arguments[at].tensors()[0]
}

/// The numbers of an argument that may be null.
fn given(arguments: &Arguments, at: impl Key<Of = Argument>) -> Option<Vec<f64>> {
    arguments[at]
        .tensors()
        .first()
        .filter(|tensor| tensor.numel() > 0)
        .map(|tensor| values(tensor, None))
}

/// Words as FLOAT, of which the higher 19 bits count, and offsets; other numbers as they are.
fn factors(tensor: &Tensor) -> Vec<(f64, f64)> {
    match tensor.dtype {
        U64 | I64 => {
            let bytes = tensor.elements();
            (0..tensor.numel()).map(|at| word_of(&bytes, at)).collect()
        }
        _ => values(tensor, None).into_iter().map(|x| (x, 0.0)).collect(),
    }
}

/// Of one number for all, or of one for each column.
fn of_column<T: Copy>(numbers: &[T], column: usize) -> T {
    numbers[if numbers.len() == 1 { 0 } else { column }]
}

fn wrapped(x: f64) -> f64 {
    f64::from(x as i64 as i32)
}

/// Matrices of a batch: numbers, extents, and whether they are transposed.
struct Matrices {
    numbers: Vec<f64>,
    batch: usize,
    rows: usize,
    columns: usize,
    turned: bool,
}

impl Matrices {
    fn of(tensor: &Tensor, turned: bool) -> Self {
        let shape = shape(tensor);
        let rank = shape.len();
        let [rows, columns] = [shape[rank - 2], shape[rank - 1]];
        Self {
            numbers: values(tensor, None),
            batch: shape[..rank - 2].iter().product(),
            rows: if turned { columns } else { rows },
            columns: if turned { rows } else { columns },
            turned,
        }
    }

    fn at(&self, matrix: usize, row: usize, column: usize) -> f64 {
        let matrix = matrix % self.batch;
        let at = match self.turned {
            true => column * self.rows + row,
            false => row * self.columns + column,
        };
        self.numbers[matrix * self.rows * self.columns + at]
    }
}

/// The bytes of all products of two batches, of which `finish` makes results.
fn products(
    left: &Matrices,
    right: &Matrices,
    out: Dtype,
    finish: impl Fn(f64, usize) -> f64,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    for matrix in 0..left.batch.max(right.batch) {
        for row in 0..left.rows {
            for column in 0..right.columns {
                let mut sum = 0.0;
                for step in 0..left.columns {
                    sum += left.at(matrix, row, step) * right.at(matrix, step, column);
                }
                bytes.extend(stored(finish(sum, column), out));
            }
        }
    }
    bytes
}

/// `aclnnQuantMatmul`.
pub fn first(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [left, right] = [0, 1].map(|at| Matrices::of(tensor(arguments, at), false));
    let bias = given(arguments, 2);
    let scale = f32::from_bits((float(arguments, 3) as f32).to_bits() & !0x1fff);
    vec![products(&left, &right, F16, |sum, column| {
        wrapped(sum + bias.as_ref().map_or(0.0, |bias| bias[column])) * f64::from(scale)
    })]
}

/// `aclnnQuantMatmulV2`.
pub fn second(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [left, right] =
        [0, 1].map(|at| Matrices::of(tensor(arguments, at), is_true(arguments, 4 + at)));
    let bias = given(arguments, 2);
    let scale = factors(tensor(arguments, 3));
    vec![products(&left, &right, F16, |sum, column| {
        wrapped(sum + bias.as_ref().map_or(0.0, |bias| bias[column])) * scale[column].0
    })]
}

/// `aclnnBatchMatmulQuant`.
pub fn batch_matmul_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [left, right] =
        [0, 1].map(|at| Matrices::of(tensor(arguments, at), is_true(arguments, 4 + at)));
    let scale = factors(tensor(arguments, 2));
    let bias = given(arguments, 3);
    vec![products(&left, &right, I8, |sum, column| {
        let (scale, offset) = of_column(&scale, column);
        let x = (sum + bias.as_ref().map_or(0.0, |bias| bias[column])) * scale;
        x.round_ties_even().clamp(-256.0, 255.0) + offset
    })]
}

/// `aclnnWeightQuantBatchMatmul`.
pub fn weight_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [left, mut right] =
        [0, 1].map(|at| Matrices::of(tensor(arguments, at), is_true(arguments, 8 + at)));
    let columns = right.columns;
    let (by, after) = (float(arguments, 10), float(arguments, 11));
    let [offset, add, times] = [3, 5, 6].map(|at| given(arguments, at));
    let words = arguments["deqScale"].tensors().first().map(factors);
    let rows = right.rows;
    let turned = right.turned;
    for (at, x) in right.numbers.iter_mut().enumerate() {
        let column = if turned { at / rows } else { at % columns };
        let one = |numbers: &Option<Vec<f64>>, none: f64| {
            numbers.as_ref().map_or(none, |all| of_column(all, column))
        };
        *x = match left.rows <= 64 {
            true => (*x + one(&offset, 0.0)) * of_column(words.as_ref().unwrap(), column).0,
            false => ((*x + after) * by + one(&add, 0.0)) * one(&times, 1.0),
        };
    }
    let bias = given(arguments, 7);
    vec![products(&left, &right, F16, |sum, column| {
        sum + bias.as_ref().map_or(0.0, |bias| of_column(bias, column))
    })]
}

/// Products of rows that are quantised first. `arguments` have a list of groups at 3 if `grouped`.
fn dequantised(arguments: &Arguments, grouped: bool) -> Vec<Vec<u8>> {
    let more = usize::from(grouped);
    let x = tensor(arguments, 0);
    let (m, k) = (x.shape[0] as usize, x.shape[1] as usize);
    let scale = tensor(arguments, 2);
    let n = *scale.shape.last().unwrap() as usize;
    let (is_words, bytes) = (scale.dtype == I64, scale.elements());
    let of_weight: Vec<f64> = match is_words {
        true => bytes
            .chunks(8)
            .map(|word| f32::from_le_bytes(word[..4].try_into().unwrap()).into())
            .collect(),
        false => values(scale, None),
    };
    let weight = values(tensor(arguments, 1), None);
    let given_scale = given(arguments, 4 + more);
    let smooth = given(arguments, 6 + more);
    let mut out = tensor(arguments, 9 + more).elements();
    let ends = match grouped {
        true => values(tensor(arguments, 3), None),
        false => vec![m as f64],
    };
    let numbers = values(x, None);
    let mut row = 0;
    for (group, &end) in ends.iter().enumerate() {
        for i in row..end as usize {
            let mut own: Vec<f64> = numbers[i * k..(i + 1) * k].to_vec();
            if let Some(smooth) = &smooth {
                own.iter_mut().zip(smooth).for_each(|(x, by)| *x *= by);
            }
            let by = match &given_scale {
                Some(scale) => of_column(scale, i),
                None => scale_of(&own, I8, 127.0, false)[0].into(),
            };
            let codes: Vec<f64> = own
                .iter()
                .map(|x| (x / by).round_ties_even().clamp(-128.0, 127.0))
                .map(|x| if x.is_nan() { 0.0 } else { x })
                .collect();
            for j in 0..n {
                let line = &weight[(group * n + j) * k..][..k];
                let sum: f64 = codes.iter().zip(line).map(|(a, b)| a * b).sum();
                let counts = if is_words { 1.0 } else { by };
                let result = wrapped(sum) * of_weight[group * n + j] * counts;
                out[2 * (i * n + j)..][..2].copy_from_slice(&stored(result, F16));
            }
        }
        row = end as usize;
    }
    vec![out]
}

/// `aclnnQuantMatmulDequant`.
pub fn dequant(arguments: &Arguments) -> Vec<Vec<u8>> {
    dequantised(arguments, false)
}

/// `aclnnQuantGroupedMatmulDequant` and its form with blocks.
pub fn grouped_dequant(arguments: &Arguments) -> Vec<Vec<u8>> {
    dequantised(arguments, true)
}

fn activated(name: &str, x: f64) -> f64 {
    match name {
        "relu" | "reglu" => x.max(0.0),
        "silu" | "swiglu" => x / (1.0 + (-x).exp()),
        "fastgelu" => x / (1.0 + (-1.702 * x).exp()),
        "gelu_erf" => {
            0.5 * x
                * rug::Float::with_val(80, -x / std::f64::consts::SQRT_2)
                    .erfc()
                    .to_f64()
        }
        _ => {
            let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x);
            0.5 * x * (1.0 + inner.tanh())
        }
    }
}

/// `aclnnFFN`, V2 and V3.
pub fn ffn(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, 0);
    let k1 = *x.shape.last().unwrap() as usize;
    let rows = values(x, None);
    let m = rows.len() / k1;
    let has_ends = arguments.len() == 18 && is_true(arguments, 16);
    let out = tensor(arguments, arguments.len() - 1);
    let tokens: Vec<f64> = match &arguments[["expertTokens", "expertTokensOptional"]] {
        Argument::Ints(numbers) => numbers.iter().map(|&x| x as f64).collect(),
        Argument::Null => vec![],
        _ => given(arguments, 3).unwrap_or_default(),
    };
    let tokens = if tokens.is_empty() {
        vec![m as f64]
    } else {
        tokens
    };
    let mut ends = Vec::new();
    let mut end = 0.0;
    for number in tokens {
        end = if has_ends { number } else { end + number };
        ends.push(end as usize);
    }
    let name = text(arguments, 14);
    let gated = ["geglu", "swiglu", "reglu"].contains(&name);
    let weight = |at: usize| values(tensor(arguments, at), None);
    let weights = [weight(1), weight(2)];
    let columns = [1, 2].map(|at| *shape(tensor(arguments, at)).last().unwrap());
    let inner = [k1, if gated { columns[0] / 2 } else { columns[0] }];
    let [biases, scales, offsets] =
        [4, 10, 12].map(|at| [at, at + 1].map(|at| given(arguments, at)));
    let deq = [8, 9].map(|at| arguments[at].tensors().first().map(factors));
    let (scale, offset) = (given(arguments, 6), given(arguments, 7));
    let is_code = x.dtype == I8;
    let product = |which: usize, group: usize, row: &[f64]| -> Vec<f64> {
        let (k, n) = (inner[which], columns[which]);
        (0..n)
            .map(|j| {
                let mut sum = 0.0;
                for step in 0..k {
                    let mut w = weights[which][(group * k + step) * n + j];
                    let of = |numbers: &Vec<f64>| {
                        let parts = numbers.len() / (ends.len() * n);
                        numbers[(group * parts + step / (k / parts)) * n + j]
                    };
                    w += offsets[which].as_ref().map_or(0.0, of);
                    w *= scales[which].as_ref().map_or(1.0, of);
                    sum += row[step] * w;
                }
                sum += biases[which]
                    .as_ref()
                    .map_or(0.0, |bias| bias[group * n + j]);
                match &deq[which] {
                    Some(scale) => wrapped(sum) * scale[group * n + j].0,
                    None => sum,
                }
            })
            .collect()
    };
    let mut bytes = Vec::new();
    for i in 0..m {
        let group = ends.iter().position(|&end| i < end).unwrap();
        let first = product(0, group, &rows[i * k1..(i + 1) * k1]);
        let hidden: Vec<f64> = (0..inner[1])
            .map(|j| match gated {
                true => activated(name, first[inner[1] + j]) * first[j],
                false => activated(name, first[j]),
            })
            .enumerate()
            .map(|(j, x)| match is_code {
                true => {
                    let scale = scale.as_ref().unwrap();
                    let by = match scale.len() == ends.len() {
                        true => scale[group],
                        false => scale[group * columns[0] + j],
                    };
                    let after = offset.as_ref().map_or(0.0, |offset| offset[group]);
                    (x * by + after).round_ties_even().clamp(-128.0, 127.0)
                }
                false => rounded(x, out.dtype),
            })
            .collect();
        for y in product(1, group, &hidden) {
            bytes.extend(stored(y, out.dtype));
        }
    }
    vec![bytes]
}

/// Rows of sums with powers of two as scales of 32 steps.
struct Powers {
    numbers: Vec<f64>,
    n: usize,
}

/// Power of two of a lane and a step of a matrix: lanes before pairs of blocks, or behind.
fn power(scales: &[f64], lanes: usize, k: usize, lanes_first: bool, at: [usize; 3]) -> f64 {
    let [matrix, lane, step] = at;
    let pairs = k.div_ceil(64);
    let (pair, odd) = (step / 64, step / 32 % 2);
    let place = match lanes_first {
        true => lane * pairs + pair,
        false => pair * lanes + lane,
    };
    scales[2 * (matrix * lanes * pairs + place) + odd]
}

fn quantised(
    of: &Powers,
    [out, scales]: [&Tensor; 2],
    algorithm: i64,
    written: usize,
) -> Vec<Vec<u8>> {
    let numbers: Vec<f64> = of.numbers.iter().map(|&x| rounded(x, Bf16)).collect();
    let [codes, powers] = in_blocks(
        &numbers[..written * of.n],
        of.n,
        out.dtype,
        algorithm,
        "rint",
    );
    let over = |tensor: &Tensor, bytes: Vec<u8>| {
        let mut all = tensor.elements();
        all[..bytes.len()].copy_from_slice(&bytes);
        all
    };
    vec![over(out, codes), over(scales, powers)]
}

/// `aclnnQuantMatmulActivationQuantWeightNz`.
pub fn activation_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let turned = [
        is_true(arguments, "transposeX1"),
        is_true(arguments, "transposeX2"),
    ];
    let left = Matrices::of(tensor(arguments, "x1"), turned[0]);
    let right = Matrices::of(tensor(arguments, "x2"), turned[1]);
    let [of_left, of_right] =
        ["x1ScaleOptional", "x2Scale"].map(|at| values(tensor(arguments, at), None));
    let bias = given(arguments, "biasOptional");
    let (m, k, n) = (left.rows, left.columns, right.columns);
    let mut numbers = Vec::new();
    for matrix in 0..left.batch.max(right.batch) {
        for i in 0..m {
            for j in 0..n {
                let mut sum = 0.0;
                for step in 0..k {
                    let own = |of: &Matrices| matrix % of.batch;
                    sum += left.at(matrix, i, step)
                        * right.at(matrix, step, j)
                        * power(&of_left, m, k, !turned[0], [own(&left), i, step])
                        * power(&of_right, n, k, turned[1], [own(&right), j, step]);
                }
                let own = |bias: &Vec<f64>| bias[matrix * n % bias.len() + j];
                let bias = bias.as_ref().map_or(0.0, own);
                numbers.push(activated(text(arguments, "activationType"), sum + bias));
            }
        }
    }
    let rows = numbers.len() / n;
    let outputs = ["yOut", "yScaleOut"].map(|at| tensor(arguments, at));
    quantised(
        &Powers { numbers, n },
        outputs,
        int(arguments, "scaleAlg"),
        rows,
    )
}

/// `aclnnGroupedMatmulActivationQuantWeightNz`.
pub fn grouped_activation_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x");
    let weight = tensor(arguments, "weight");
    let is_turned = weight
        .shown
        .as_ref()
        .is_some_and(|(_, strides)| strides[2] != 1);
    let right = Matrices::of(weight, false);
    let list = values(tensor(arguments, "groupList"), None);
    let [of_right, of_left] =
        ["weightScale", "xScaleOptional"].map(|at| values(tensor(arguments, at), None));
    let rows = values(x, None);
    let (m, k, n) = (x.shape[0] as usize, x.shape[1] as usize, right.columns);
    let mut numbers = vec![0.0; m * n];
    let mut row = 0;
    for (group, &number) in list.iter().enumerate() {
        let end = match int(arguments, "groupListType") {
            0 => number as usize,
            _ => row + number as usize,
        };
        for i in row..end {
            for j in 0..n {
                let mut sum = 0.0;
                for step in 0..k {
                    sum += rows[i * k + step]
                        * right.at(group, step, j)
                        * power(&of_left, m, k, true, [0, i, step])
                        * power(&of_right, n, k, is_turned, [group, j, step]);
                }
                numbers[i * n + j] = activated(text(arguments, "activationType"), sum);
            }
        }
        row = end;
    }
    let outputs = ["y", "yScale"].map(|at| tensor(arguments, at));
    quantised(
        &Powers { numbers, n },
        outputs,
        int(arguments, "scaleAlg"),
        row,
    )
}
