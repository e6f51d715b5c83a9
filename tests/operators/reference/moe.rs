//! Tokens and their experts, by plain loops: the bytes of all outputs, in the order of the parameters. What an operator leaves as it was is poison.

use hostnpu::tensor::Dtype;
use rug::Float;

use crate::argument::{Argument, Tensor};
use crate::number::{Number, PRECISION, decode, encode};

/// A tensor that is there.
pub fn tensor(arguments: &[Argument], at: usize) -> Option<&Tensor> {
    arguments[at].tensors().first()
}

/// The elements of a tensor in DOUBLE.
pub fn floats(of: &Tensor) -> Vec<f64> {
    let bytes = of.elements();
    let numbers = bytes.chunks(of.size());
    numbers
        .map(|bytes| decode(bytes, of.dtype).real().to_f64())
        .collect()
}

/// The integers of a tensor.
pub fn ints(of: &Tensor) -> Vec<i64> {
    floats(of).iter().map(|&x| x as i64).collect()
}

pub fn int(arguments: &[Argument], at: usize) -> i64 {
    match arguments[at] {
        Argument::Int(number) => number,
        Argument::Bool(is_true) => is_true.into(),
        ref other => panic!("{other:?} is no integer"),
    }
}

pub fn range(arguments: &[Argument], at: usize) -> Option<[i64; 2]> {
    match &arguments[at] {
        Argument::Ints(range) => Some([range[0], range[1]]),
        _ => None,
    }
}

fn float(arguments: &[Argument], at: usize) -> f64 {
    match arguments[at] {
        Argument::Float(number) => number,
        ref other => panic!("{other:?} is no number"),
    }
}

/// The bytes of integers in a type.
pub fn stored_ints(numbers: &[i64], dtype: Dtype) -> Vec<u8> {
    let each = numbers
        .iter()
        .map(|&number| encode(&Number::Int(number.into()), dtype));
    each.flatten().collect()
}

/// The bytes of numbers, rounded once.
pub fn stored(numbers: &[f64], dtype: Dtype) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|&number| encode(&Number::from(number), dtype))
        .collect()
}

/// The bytes of rows that begin as poison.
pub struct Rows {
    bytes: Vec<u8>,
    width: usize,
}

impl Rows {
    pub fn of(output: &Tensor, rows: usize) -> Self {
        let bytes = output.elements();
        let width = bytes.len().checked_div(rows).unwrap_or(0);
        Self { bytes, width }
    }

    pub fn row(&mut self, row: usize) -> &mut [u8] {
        &mut self.bytes[row * self.width..(row + 1) * self.width]
    }
}

/// The bytes of a row.
fn row_of(of: &[u8], rows: usize, row: usize) -> &[u8] {
    let width = of.len() / rows;
    &of[row * width..(row + 1) * width]
}

/// The positions of numbers in rising order, of equal ones in the order of positions.
fn in_order(numbers: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by_key(|&at| numbers[at]);
    order
}

/// A row of numbers as INT8 or INT4.
fn integers(numbers: &[f64], bits: u32) -> Vec<u8> {
    let most = f64::from(1 << (bits - 1));
    let rounded = numbers
        .iter()
        .map(|x| x.round_ties_even().clamp(-most, most - 1.0) as i64 as u8);
    let rounded: Vec<u8> = rounded.collect();
    match bits {
        8 => rounded,
        _ => rounded
            .chunks(2)
            .map(|two| two[0] & 15 | two[1] << 4)
            .collect(),
    }
}

/// The quantised row, and its scale.
fn by_row(numbers: &[f64], factors: Option<&[f64]>, bits: u32) -> (Vec<u8>, f32) {
    let scaled = numbers
        .iter()
        .enumerate()
        .map(|(k, x)| x * factors.map_or(1.0, |factors| factors[k]));
    let scaled: Vec<f64> = scaled.collect();
    let largest = scaled.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let scale = largest as f32 / if bits == 8 { 127.0 } else { 7.0 };
    let divided: Vec<f64> = scaled
        .iter()
        .map(|x| {
            if scale == 0.0 {
                0.0
            } else {
                x / f64::from(scale)
            }
        })
        .collect();
    (integers(&divided, bits), scale)
}

/// `aclnnMoeInitRouting`, and, with scale and offset, its quantised form.
pub fn init(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let quantised = matches!(arguments[4], Argument::Float(_));
    let outputs: Vec<&Tensor> = arguments
        .iter()
        .flat_map(Argument::tensors)
        .skip(3)
        .collect();
    let (x, row_idx, experts) = (
        tensor(arguments, 0).unwrap(),
        ints(tensor(arguments, 1).unwrap()),
        ints(tensor(arguments, 2).unwrap()),
    );
    let tokens = x.shape[0] as usize;
    let rows = outputs[0].shape[0] as usize;
    let order = in_order(&experts);
    let mut expanded = Rows::of(outputs[0], rows);
    let (bytes, numbers) = (x.elements(), floats(x));
    let width = x.shape[1] as usize;
    for row in 0..rows {
        let token = row_idx[order[row]] as usize % tokens;
        let of = match quantised {
            true => {
                let (scale, offset) = (float(arguments, 4) as f32, float(arguments, 5) as f32);
                let numbers = numbers[token * width..(token + 1) * width].iter();
                let scaled = numbers.map(|x| x * f64::from(scale) + f64::from(offset));
                integers(&scaled.collect::<Vec<_>>(), 8)
            }
            false => row_of(&bytes, tokens, token).to_vec(),
        };
        expanded.row(row).copy_from_slice(&of);
    }
    let mut places = vec![0; order.len()];
    for (place, &choice) in order.iter().enumerate() {
        places[row_idx[choice] as usize] = place as i64;
    }
    let sorted: Vec<i64> = order.iter().map(|&choice| experts[choice]).collect();
    vec![
        expanded.bytes,
        stored_ints(&places, Dtype::I32),
        stored_ints(&sorted, Dtype::I32),
    ]
}

/// The choices of an initial routing of experts in a range: of each row of the output, and the row of each.
struct Routed {
    order: Vec<usize>,
    /// The choice of each row, if it has one.
    rows: Vec<Option<usize>>,
    /// The row of each choice, or -1.
    places: Vec<i64>,
    /// The choices of each expert.
    counts: Vec<i64>,
}

fn routed(experts: &[i64], range: [i64; 2], capacity: Option<usize>, rows: usize) -> Routed {
    let is_inside = |&choice: &usize| range[0] <= experts[choice] && experts[choice] < range[1];
    let order: Vec<usize> = in_order(experts).into_iter().filter(is_inside).collect();
    let mut counts = vec![0; (range[1] - range[0]) as usize];
    let (mut of_rows, mut places) = (vec![None; rows], vec![-1; experts.len()]);
    for (place, &choice) in order.iter().enumerate() {
        let expert = (experts[choice] - range[0]) as usize;
        let row = match capacity {
            Some(capacity) if counts[expert] as usize >= capacity => None,
            Some(capacity) => Some(expert * capacity + counts[expert] as usize),
            None => Some(place),
        };
        counts[expert] += 1;
        if let Some(row) = row {
            places[choice] = row as i64;
            if row < rows {
                of_rows[row] = Some(choice);
            }
        }
    }
    Routed {
        order,
        rows: of_rows,
        places,
        counts,
    }
}

fn cumulative(counts: &[i64]) -> Vec<i64> {
    let sums = counts.iter().scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    });
    sums.collect()
}

/// `aclnnMoeInitRoutingV2`, and its quantised form.
pub fn init_v2(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let is_quantised = arguments.len() > 12;
    let at = if is_quantised { 4 } else { 2 };
    let x = tensor(arguments, 0).unwrap();
    let experts = ints(tensor(arguments, 1).unwrap());
    let (tokens, width) = (x.shape[0] as usize, x.shape[1] as usize);
    let top_k = experts.len() / tokens;
    let [capacity, expert_num, drop_pad, flag, before] =
        [1, 2, 3, 4, 5].map(|k| int(arguments, at + k));
    let first_output = if is_quantised { 11 } else { 8 };
    let output = tensor(arguments, first_output).unwrap();
    let rows = output.numel() / width;
    let range = [0, experts.iter().max().unwrap() + 1];
    let range = [range[0], range[1].max(expert_num)];
    let capacity = (drop_pad == 1).then_some(capacity as usize);
    let routed = routed(&experts, range, capacity, rows);
    let mut expanded = Rows::of(output, rows);
    let (bytes, numbers) = (x.elements(), floats(x));
    let mut scales = vec![0.0_f32; rows];
    for (row, choice) in routed.rows.iter().enumerate() {
        let Some(choice) = *choice else {
            expanded.row(row).fill(0);
            continue;
        };
        let token = choice / top_k;
        if !is_quantised {
            expanded
                .row(row)
                .copy_from_slice(row_of(&bytes, tokens, token));
            continue;
        }
        let numbers = &numbers[token * width..(token + 1) * width];
        let factors = tensor(arguments, 2).map(floats);
        let codes = match int(arguments, 10) {
            0 => {
                let (scale, offset) = (
                    factors.unwrap()[0],
                    floats(tensor(arguments, 3).unwrap())[0],
                );
                integers(
                    &numbers
                        .iter()
                        .map(|x| x * scale + offset)
                        .collect::<Vec<_>>(),
                    8,
                )
            }
            _ => {
                let factors = factors.map(|factors| {
                    let of = if factors.len() == width {
                        0
                    } else {
                        experts[choice] as usize
                    };
                    factors[of * width..(of + 1) * width].to_vec()
                });
                let bits = output.dtype.bits() as u32;
                let (codes, scale) = by_row(numbers, factors.as_deref(), bits);
                scales[row] = scale;
                codes
            }
        };
        expanded.row(row).copy_from_slice(&codes);
    }
    let counts = routed.counts[..(expert_num as usize).min(routed.counts.len())].to_vec();
    let mut outputs = vec![expanded.bytes, stored_ints(&routed.places, Dtype::I32)];
    for (number, at) in [first_output + 2, first_output + 3].into_iter().enumerate() {
        let Some(output) = tensor(arguments, at) else {
            continue;
        };
        outputs.push(match (number, drop_pad, flag, before) {
            (0, 0, 1, _) => stored_ints(&cumulative(&counts), Dtype::I32),
            (0, 0, 2, _) | (1, 1, _, 1) => stored_ints(&counts, Dtype::I32),
            _ => output.elements(),
        });
    }
    if let Some(output) = is_quantised.then(|| tensor(arguments, 15)).flatten() {
        outputs.push(match int(arguments, 10) {
            0 => output.elements(),
            _ => scales
                .iter()
                .flat_map(|scale| scale.to_le_bytes())
                .collect(),
        });
    }
    outputs
}

/// `aclnnMoeInitRoutingV3` and `aclnnMoeInitRoutingV4`, of rows that are moved or quantised to INT8 or INT4.
pub fn init_v3(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let is_fourth = arguments.len() == 19;
    let at = if is_fourth { 6 } else { 5 };
    let x = tensor(arguments, 0).unwrap();
    let experts = ints(tensor(arguments, 1).unwrap());
    let [tokens, width] = [x.shape[0] as usize, x.shape[1] as usize];
    let top_k = experts.len() / tokens;
    let [capacity, expert_num, drop_pad, kind, flag, mode] =
        [0, 1, 2, 3, 4, 5].map(|k| int(arguments, at + k));
    let range = range(arguments, at + 6).unwrap_or([0, expert_num]);
    let row_idx_type = int(arguments, at + 7);
    let outputs = at + 8;
    let output = tensor(arguments, outputs).unwrap();
    let rows = output.numel() / width;
    let limit = match is_fourth.then(|| tensor(arguments, 4)).flatten() {
        Some(number) => match ints(number)[0] {
            0 => rows,
            most => rows.min(most as usize),
        },
        None => rows,
    };
    let routed = routed(
        &experts,
        range,
        (drop_pad == 1).then_some(capacity as usize),
        rows,
    );
    let mut expanded = Rows::of(output, rows);
    let scale_output = tensor(arguments, outputs + 3).unwrap();
    let (scale, offset) = (tensor(arguments, 2), tensor(arguments, 3));
    let scale_rows = scale_output.shape.first().map_or(0, |&rows| rows as usize);
    let mut scales = Rows::of(scale_output, scale_rows);
    let weights = is_fourth.then(|| tensor(arguments, 5)).flatten();
    let weight_output = is_fourth.then(|| tensor(arguments, 18)).flatten();
    let mut of_weights = weight_output.map(|output| Rows::of(output, rows));
    let (bytes, numbers) = (
        x.elements(),
        if mode == -1 { Vec::new() } else { floats(x) },
    );
    for (row, choice) in routed.rows.iter().enumerate() {
        let choice = choice.filter(|_| drop_pad == 1 || row < limit);
        let Some(choice) = choice else {
            if drop_pad == 1 {
                expanded.row(row).fill(0);
                if scale.is_some() || mode > 0 {
                    scales.row(row).fill(0);
                }
                if let Some(weights) = &mut of_weights {
                    weights.row(row).fill(0);
                }
            }
            continue;
        };
        let token = choice / top_k;
        if let (Some(to), Some(weights)) = (&mut of_weights, weights) {
            to.row(row)
                .copy_from_slice(row_of(&weights.elements(), experts.len(), choice));
        }
        if mode == -1 {
            expanded
                .row(row)
                .copy_from_slice(row_of(&bytes, tokens, token));
            if let Some(scale) = scale {
                scales
                    .row(row)
                    .copy_from_slice(row_of(&scale.elements(), tokens, token));
            }
            continue;
        }
        let numbers = &numbers[token * width..(token + 1) * width];
        let codes = match mode {
            0 => {
                let (scale, offset) = (floats(scale.unwrap())[0], floats(offset.unwrap())[0]);
                integers(
                    &numbers
                        .iter()
                        .map(|x| x * scale + offset)
                        .collect::<Vec<_>>(),
                    8,
                )
            }
            1 | 13 => {
                let factors = scale.map(|scale| {
                    let of = if scale.shape[0] == 1 {
                        0
                    } else {
                        (experts[choice] - range[0]) as usize
                    };
                    floats(scale)[of * width..(of + 1) * width].to_vec()
                });
                let bits = output.dtype.bits() as u32;
                let (codes, scale) = by_row(numbers, factors.as_deref(), bits);
                scales.row(row).copy_from_slice(&scale.to_le_bytes());
                codes
            }
            mode => {
                let (codes, of) =
                    super::moe_quant::quantised(mode, numbers, scale.map(|scale| floats(scale)[0]));
                if !of.is_empty() {
                    scales.row(row).copy_from_slice(&of);
                }
                codes
            }
        };
        expanded.row(row).copy_from_slice(&codes);
    }
    let places = tensor(arguments, outputs + 1).unwrap();
    let places = match row_idx_type == 1 && drop_pad == 0 {
        true => {
            let mut to = Rows::of(places, experts.len());
            for (place, &choice) in routed.order.iter().enumerate() {
                to.row(place)
                    .copy_from_slice(&(choice as i32).to_le_bytes());
            }
            to.bytes
        }
        false => stored_ints(&routed.places, Dtype::I32),
    };
    let counts = tensor(arguments, outputs + 2).unwrap();
    let counts = match (flag, kind) {
        (0, _) => counts.elements(),
        (_, 0) => stored_ints(&cumulative(&routed.counts), Dtype::I64),
        (_, 1) => stored_ints(&routed.counts, Dtype::I64),
        _ => {
            let chosen = (range[0]..)
                .zip(&routed.counts)
                .filter(|&(_, &count)| count > 0);
            let mut pairs: Vec<i64> = chosen
                .flat_map(|(expert, &count)| [expert, count])
                .collect();
            pairs.resize(counts.numel(), 0);
            stored_ints(&pairs, Dtype::I64)
        }
    };
    let mut all = vec![expanded.bytes, places, counts, scales.bytes];
    all.extend(of_weights.map(|weights| weights.bytes));
    all
}

/// `aclnnMoeTokenPermute`, and its form of a part of the order.
pub fn permute(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let is_part = arguments.len() == 9;
    let tokens = tensor(arguments, 0).unwrap();
    let experts = ints(tensor(arguments, 1).unwrap());
    let count = tokens.shape[0] as usize;
    let top_k = experts.len() / count;
    let order = in_order(&experts);
    let outputs = match (is_part, arguments.len()) {
        (true, _) => 6,
        (_, 8) => 5,
        _ => 4,
    };
    let output = tensor(arguments, outputs).unwrap();
    let rows = output.shape[0] as usize;
    let first = if is_part {
        range(arguments, 3).map_or(0, |range| range[0])
    } else {
        0
    };
    let mut permuted = Rows::of(output, rows);
    let probs = is_part.then(|| tensor(arguments, 2)).flatten();
    let mut of_probs = Vec::new();
    for row in 0..rows {
        let choice = order[first as usize + row];
        permuted
            .row(row)
            .copy_from_slice(row_of(&tokens.elements(), count, choice / top_k));
        if let Some(probs) = probs {
            of_probs.extend(row_of(&probs.elements(), experts.len(), choice));
        }
    }
    let mut places = vec![0; order.len()];
    for (place, &choice) in order.iter().enumerate() {
        places[choice] = place as i64;
    }
    let mut all = vec![permuted.bytes, stored_ints(&places, Dtype::I32)];
    if let Some(output) = is_part.then(|| tensor(arguments, 8)).flatten() {
        let is_written = probs.is_some() && range(arguments, 3).is_some();
        all.push(if is_written {
            of_probs
        } else {
            output.elements()
        });
    }
    if let Some(scales) = (arguments.len() == 8)
        .then(|| tensor(arguments, 7))
        .flatten()
    {
        all.push(scales.elements());
    }
    all
}

/// A sum over the rows of each token: links are token, row and weight.
fn sums([tokens, width]: [usize; 2], links: &[(usize, usize, f64)], rows: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; tokens * width];
    for &(token, row, weight) in links {
        for k in 0..width {
            sums[token * width + k] += weight * rows[row * width + k];
        }
    }
    sums
}

/// `aclnnMoeTokenUnpermute` (`part` false) and its form of a part of the order: positions of `probs`, the range and the output.
pub fn unpermute(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let part = arguments.len() == 8;
    let rows = tensor(arguments, 0).unwrap();
    let places = ints(tensor(arguments, 1).unwrap());
    let output = tensor(arguments, arguments.len() - 1).unwrap();
    let size = [output.shape[0] as usize, output.shape[1] as usize];
    let top_k = places.len() / size[0];
    let probs = tensor(arguments, 2).map(floats);
    let window = if part { range(arguments, 4) } else { None };
    let [start, end] = window.unwrap_or([0, places.len() as i64]);
    let links = places.iter().enumerate().filter_map(|(slot, &place)| {
        let weight = probs.as_ref().map_or(1.0, |probs| probs[slot]);
        let is_row = start <= place && place < end && place - start < rows.shape[0];
        is_row.then(|| (slot / top_k, (place - start) as usize, weight))
    });
    let links: Vec<_> = links.collect();
    vec![stored(&sums(size, &links, &floats(rows)), output.dtype)]
}

/// `aclnnMoeTokenPermuteGrad` and `aclnnMoeInitRoutingV2Grad`: places outside the rows have none.
pub fn permute_gradient(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let rows = tensor(arguments, 0).unwrap();
    let places = ints(tensor(arguments, 1).unwrap());
    let output = tensor(arguments, arguments.len() - 1).unwrap();
    let size = [output.shape[0] as usize, output.shape[1] as usize];
    let top_k = places.len() / size[0];
    let count = (rows.numel() / size[1]) as i64;
    let inside = places
        .iter()
        .enumerate()
        .filter(|&(_, &place)| 0 <= place && place < count);
    let links: Vec<_> = inside
        .map(|(slot, &place)| (slot / top_k, place as usize, 1.0))
        .collect();
    vec![stored(&sums(size, &links, &floats(rows)), output.dtype)]
}

/// `aclnnMoeTokenPermuteWithEpGrad`.
pub fn permute_part_gradient(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let rows = tensor(arguments, 0).unwrap();
    let places = ints(tensor(arguments, 1).unwrap());
    let output = tensor(arguments, 6).unwrap();
    let size = [output.shape[0] as usize, output.shape[1] as usize];
    let top_k = places.len() / size[0];
    let [start, end] = range(arguments, 4).unwrap_or([0, places.len() as i64]);
    let row = |place: i64| {
        (start <= place && place < end.min(start + rows.shape[0])).then(|| (place - start) as usize)
    };
    let slots = places.iter().enumerate();
    let links: Vec<_> = slots
        .filter_map(|(slot, &place)| Some((slot / top_k, row(place)?, 1.0)))
        .collect();
    let mut all = vec![stored(&sums(size, &links, &floats(rows)), output.dtype)];
    if let Some(output) = tensor(arguments, 7) {
        let gradient = tensor(arguments, 2)
            .filter(|_| range(arguments, 4).is_some())
            .map(floats);
        all.push(match gradient {
            Some(gradient) => {
                let of = places
                    .iter()
                    .map(|&place| row(place).map_or(0.0, |row| gradient[row]));
                stored(&of.collect::<Vec<_>>(), output.dtype)
            }
            None => output.elements(),
        });
    }
    all
}

/// The gradients of weighted sums: links are token, row if there is one, and the number of the weight if there is one.
struct Slopes<'a> {
    links: Vec<(usize, Option<usize>, Option<usize>)>,
    gradient: &'a Tensor,
    weights: Option<&'a Tensor>,
    rows: Option<&'a Tensor>,
    bias: Option<(Vec<f64>, Vec<i64>)>,
    row_gradients: &'a Tensor,
    weight_gradients: Option<&'a Tensor>,
}

impl Slopes<'_> {
    fn outputs(&self) -> Vec<Vec<u8>> {
        let width = *self.gradient.shape.last().unwrap() as usize;
        let gradient = floats(self.gradient);
        let weights = self.weights.map(floats);
        let rows = self.rows.map(floats);
        let mut row_gradients = vec![0.0; self.row_gradients.numel()];
        let mut weight_gradients = vec![0.0; self.weight_gradients.map_or(0, Tensor::numel)];
        for &(token, row, number) in &self.links {
            let weight = match (&weights, number) {
                (Some(weights), Some(number)) => weights[number],
                (Some(_), None) => 0.0,
                (None, _) => 1.0,
            };
            let mut sum = 0.0;
            for k in 0..width {
                let slope = gradient[token * width + k];
                if let Some(row) = row {
                    row_gradients[row * width + k] = weight * slope;
                }
                let mut x = match (row, &rows) {
                    (Some(row), Some(rows)) => rows[row * width + k],
                    _ => 0.0,
                };
                if let Some((bias, experts)) = &self.bias {
                    x += bias[experts[number.unwrap()] as usize * width + k];
                }
                sum += x * slope;
            }
            if let (Some(number), true) = (
                number,
                self.weights.is_some() && self.weight_gradients.is_some(),
            ) {
                weight_gradients[number] = sum;
            }
        }
        let mut all = vec![stored(&row_gradients, self.row_gradients.dtype)];
        all.extend(self.weight_gradients.map(|output| match self.weights {
            Some(_) => stored(&weight_gradients, output.dtype),
            None => output.elements(),
        }));
        all
    }
}

/// `aclnnMoeTokenUnpermuteGrad`.
pub fn unpermute_gradient(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let [rows, gradient, places, weights] = [0, 1, 2, 3].map(|at| tensor(arguments, at));
    unpermute_slopes(
        [rows, gradient, places, weights],
        None,
        [6, 7].map(|at| tensor(arguments, at)),
    )
}

/// `aclnnMoeTokenUnpermuteWithEpGrad`.
pub fn unpermute_part_gradient(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let [gradient, places, rows, weights] = [0, 1, 2, 3].map(|at| tensor(arguments, at));
    let outputs = [8, 9].map(|at| tensor(arguments, at));
    unpermute_slopes(
        [rows, gradient, places, weights],
        range(arguments, 6),
        outputs,
    )
}

fn unpermute_slopes(
    [rows, gradient, places, weights]: [Option<&Tensor>; 4],
    range: Option<[i64; 2]>,
    [row_gradients, weight_gradients]: [Option<&Tensor>; 2],
) -> Vec<Vec<u8>> {
    let (gradient, row_gradients) = (gradient.unwrap(), row_gradients.unwrap());
    let places = ints(places.unwrap());
    let top_k = places.len() / gradient.shape[0] as usize;
    let [start, end] = range.unwrap_or([0, places.len() as i64]);
    let links = places.iter().enumerate().map(|(slot, &place)| {
        let is_row = start <= place && place < end.min(start + row_gradients.shape[0]);
        (
            slot / top_k,
            is_row.then(|| (place - start) as usize),
            Some(slot),
        )
    });
    Slopes {
        links: links.collect(),
        gradient,
        weights,
        rows: rows.filter(|_| weights.is_some()),
        bias: None,
        row_gradients,
        weight_gradients,
    }
    .outputs()
}

/// `aclnnMoeFinalizeRoutingV2Grad`.
pub fn finalize_gradient(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let [gradient, places, rows, weights, experts, bias] =
        [0, 1, 2, 3, 4, 5].map(|at| tensor(arguments, at));
    let (gradient, places) = (gradient.unwrap(), ints(places.unwrap()));
    let top_k = places.len() / gradient.shape[0] as usize;
    let row_gradients = tensor(arguments, 10).unwrap();
    let count = row_gradients.numel() as i64 / gradient.shape[1];
    let links = places.iter().enumerate().map(|(slot, &place)| {
        let is_row = 0 <= place && place < count;
        (slot / top_k, is_row.then_some(place as usize), Some(slot))
    });
    Slopes {
        links: links.collect(),
        gradient,
        weights,
        rows: rows.filter(|_| weights.is_some()),
        bias: bias.map(|bias| (floats(bias), ints(experts.unwrap()))),
        row_gradients,
        weight_gradients: tensor(arguments, 11),
    }
    .outputs()
}

/// `aclnnMoeFinalizeRouting`.
pub fn finalize_v1(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let at = |number: usize| arguments[number].clone();
    let null = || Argument::Null;
    finalize(&[
        at(0),
        at(5),
        at(1),
        at(2),
        at(3),
        at(4),
        at(6),
        null(),
        null(),
        null(),
        null(),
        Argument::Int(0),
        null(),
        null(),
        null(),
        at(7),
    ])
}

/// `aclnnMoeFinalizeRoutingV2`.
pub fn finalize_v2(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let mut all = arguments[..7].to_vec();
    all.extend(vec![Argument::Null; 4]);
    all.push(arguments[7].clone());
    all.extend(vec![Argument::Null; 3]);
    all.push(arguments[8].clone());
    finalize(&all)
}

/// `aclnnMoeFinalizeRoutingV3` and `aclnnMoeFinalizeRoutingV4`.
pub fn finalize(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let output = tensor(arguments, arguments.len() - 1).unwrap();
    let [tokens, width] = [output.shape[0] as usize, output.shape[1] as usize];
    let rows = floats(tensor(arguments, 0).unwrap());
    let places = ints(tensor(arguments, 1).unwrap());
    let top_k = places.len() / tokens;
    let of = |at: usize| tensor(arguments, at).map(floats);
    let [x1, x2, bias, scales, experts, x, a1, a2, v] = [2, 3, 4, 5, 6, 7, 8, 9, 10].map(of);
    let mode = int(arguments, 11);
    let ranges = [12, 13, 14].map(|at| range(arguments, at).unwrap_or([0, 0]));
    let mut sums = vec![0.0; tokens * width];
    for token in 0..tokens {
        for k in 0..width {
            let sum = &mut sums[token * width + k];
            for addend in [&x1, &x2].into_iter().flatten() {
                *sum += addend[token * width + k];
            }
            for choice in 0..top_k {
                let number = token * top_k + choice;
                let place = places[if mode < 2 {
                    choice * tokens + token
                } else {
                    number
                }];
                let expert = experts.as_ref().map(|experts| experts[number] as i64);
                let is_in = |range: [i64; 2]| {
                    expert.is_some_and(|expert| range[0] <= expert && expert < range[1])
                };
                let own = |x: &Option<Vec<f64>>| x.as_ref().unwrap()[token * width + k];
                let mut row = if is_in(ranges[0]) {
                    continue;
                } else if is_in(ranges[1]) {
                    own(&x)
                } else if is_in(ranges[2]) {
                    let at = (expert.unwrap() - ranges[2][0]) as usize * width + k;
                    let of = |x: &Option<Vec<f64>>| x.as_ref().unwrap()[at];
                    of(&a1) * own(&x) + of(&a2) * of(&v)
                } else if place < 0 {
                    continue;
                } else {
                    rows[place as usize * width + k]
                };
                if let Some(bias) = &bias {
                    row += bias[expert.unwrap() as usize * width + k];
                }
                *sum += scales.as_ref().map_or(1.0, |scales| scales[number]) * row;
            }
        }
    }
    vec![stored(&sums, output.dtype)]
}

/// `aclnnMoeComputeExpertTokens`.
pub fn expert_tokens(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let sorted = ints(tensor(arguments, 0).unwrap());
    let up_to = |expert: i64| sorted.iter().filter(|&&other| other <= expert).count() as i64;
    let totals: Vec<i64> = (0..int(arguments, 1)).map(up_to).collect();
    vec![stored_ints(&totals, Dtype::I32)]
}

/// `aclnnMoeReRouting`.
pub fn re_routing(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let (tokens, counts) = (tensor(arguments, 0).unwrap(), tensor(arguments, 1).unwrap());
    let [ranks, experts] = [counts.shape[0] as usize, counts.shape[1] as usize];
    let numbers = ints(counts);
    let mut from = Vec::new();
    let mut totals = Vec::new();
    for expert in 0..experts {
        for rank in 0..ranks {
            let number = rank * experts + expert;
            let first: i64 = numbers[..number].iter().sum();
            from.extend(first..first + numbers[number]);
        }
        let total: i64 = (0..ranks)
            .map(|rank| numbers[rank * experts + expert])
            .sum();
        totals.push(total);
    }
    let moved = |of: &Tensor| -> Vec<u8> {
        let bytes = of.elements();
        from.iter()
            .flat_map(|&row| row_of(&bytes, from.len(), row as usize).to_vec())
            .collect()
    };
    let mut all = vec![moved(tokens)];
    match (tensor(arguments, 2), tensor(arguments, 6)) {
        (Some(scales), _) => all.push(moved(scales)),
        (None, Some(output)) => all.push(output.elements()),
        (None, None) => {}
    }
    let mut places = vec![0; from.len()];
    from.iter()
        .enumerate()
        .for_each(|(place, &row)| places[row as usize] = place as i64);
    all.push(stored_ints(
        if int(arguments, 4) == 1 {
            &places
        } else {
            &from
        },
        Dtype::I32,
    ));
    let totals = if int(arguments, 3) == 0 {
        cumulative(&totals)
    } else {
        totals
    };
    all.push(stored_ints(&totals, counts.dtype));
    all
}

/// The rows of a map: for each the token and the expert.
fn rows_of_map(map: &Tensor, capacity: Option<usize>) -> Vec<(usize, usize)> {
    let [tokens, experts] = [map.shape[0] as usize, map.shape[1] as usize];
    let chosen = ints(map);
    let mut rows = Vec::new();
    for expert in 0..experts {
        let of = |is: bool| {
            (0..tokens)
                .filter(move |_| true)
                .filter(|&token| (chosen[token * experts + expert] != 0) == is)
                .collect::<Vec<_>>()
        };
        match capacity {
            Some(capacity) => {
                let all = [of(true), of(false)].concat();
                rows.extend(all.into_iter().take(capacity).map(|token| (token, expert)));
            }
            None => rows.extend(of(true).into_iter().map(|token| (token, expert))),
        }
    }
    rows
}

/// `aclnnMoeTokenPermuteWithRoutingMap`.
pub fn map_permute(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let (tokens, map) = (tensor(arguments, 0).unwrap(), tensor(arguments, 1).unwrap());
    let [count, experts] = [map.shape[0] as usize, map.shape[1] as usize];
    let output = tensor(arguments, 5).unwrap();
    let places = output.shape[0] as usize;
    let pads = int(arguments, 4) == 1;
    let rows = rows_of_map(map, pads.then(|| places / experts));
    let mut permuted = Rows::of(output, places);
    permuted.bytes.fill(0);
    for (row, &(token, _)) in rows.iter().enumerate() {
        permuted
            .row(row)
            .copy_from_slice(row_of(&tokens.elements(), count, token));
    }
    let mut all = vec![permuted.bytes];
    if let Some(output) = tensor(arguments, 6) {
        let mut of = Rows::of(output, places);
        if let Some(probs) = tensor(arguments, 2) {
            of.bytes.fill(0);
            for (row, &(token, expert)) in rows.iter().enumerate() {
                of.row(row).copy_from_slice(row_of(
                    &probs.elements(),
                    count * experts,
                    token * experts + expert,
                ));
            }
        }
        all.push(of.bytes);
    }
    let mut indices = vec![-1; places];
    if pads {
        rows.iter()
            .enumerate()
            .for_each(|(row, &(token, _))| indices[row] = token as i64);
    } else {
        let top_k = places / count;
        let mut used = vec![0; count];
        for (row, &(token, _)) in rows.iter().enumerate() {
            indices[token * top_k + used[token]] = row as i64;
            used[token] += 1;
        }
    }
    all.push(stored_ints(&indices, Dtype::I32));
    all
}

/// Links of a map: token, row, and the number of the weight.
fn map_links(
    indices: &[i64],
    map: Option<&Tensor>,
    [tokens, experts]: [usize; 2],
    pads: bool,
) -> Vec<(usize, Option<usize>, Option<usize>)> {
    let mut links = Vec::new();
    if pads {
        let capacity = indices.len() / experts;
        for (row, &token) in indices.iter().enumerate() {
            links.push((
                token as usize,
                Some(row),
                Some(token as usize * experts + row / capacity),
            ));
        }
        return links;
    }
    let top_k = indices.len() / tokens;
    for token in 0..tokens {
        let chosen: Vec<usize> = match map {
            Some(map) => {
                let map = ints(map);
                (token * experts..(token + 1) * experts)
                    .filter(|&number| map[number] != 0)
                    .collect()
            }
            None => Vec::new(),
        };
        for k in 0..top_k {
            let place = indices[token * top_k + k];
            let row = (0 <= place && place < indices.len() as i64).then_some(place as usize);
            links.push((token, row, chosen.get(k).copied()));
        }
    }
    links
}

/// `aclnnMoeTokenPermuteWithRoutingMapGrad`.
pub fn map_permute_gradient(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let rows = tensor(arguments, 0).unwrap();
    let indices = ints(tensor(arguments, 2).unwrap());
    let size = [5, 4].map(|at| int(arguments, at) as usize);
    let output = tensor(arguments, 7).unwrap();
    let links = map_links(&indices, tensor(arguments, 3), size, int(arguments, 6) == 1);
    let rows_only: Vec<_> = links
        .iter()
        .filter_map(|&(token, row, _)| Some((token, row?, 1.0)))
        .collect();
    let width = output.shape[1] as usize;
    let mut all = vec![stored(
        &sums([size[0], width], &rows_only, &floats(rows)),
        output.dtype,
    )];
    if let Some(output) = tensor(arguments, 8) {
        match tensor(arguments, 1).map(floats) {
            Some(gradient) => {
                let mut to = vec![0.0; output.numel()];
                for (_, row, number) in links {
                    if let (Some(row), Some(number)) = (row, number) {
                        to[number] = gradient[row];
                    }
                }
                all.push(stored(&to, output.dtype));
            }
            None => all.push(output.elements()),
        }
    }
    all
}

/// `aclnnMoeTokenUnpermuteWithRoutingMap`.
pub fn map_unpermute(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let rows = tensor(arguments, 0).unwrap();
    let indices = ints(tensor(arguments, 1).unwrap());
    let probs = tensor(arguments, 3);
    let pads = int(arguments, 4) == 1;
    let output = tensor(arguments, 6).unwrap();
    let tokens = output.shape[0] as usize;
    let matrix = probs.or(tensor(arguments, 2));
    let experts = matrix.map_or(1, |matrix| matrix.shape[1] as usize);
    let map = tensor(arguments, 2).filter(|_| probs.is_some());
    let links = map_links(&indices, map, [tokens, experts], pads);
    let of_probs = probs.map(floats);
    let weight = |number: Option<usize>| match (&of_probs, number) {
        (Some(probs), Some(number)) => probs[number],
        (Some(_), None) => 0.0,
        (None, _) => 1.0,
    };
    let weighted: Vec<_> = links
        .iter()
        .filter_map(|&(token, row, number)| Some((token, row?, weight(number))))
        .collect();
    let width = output.shape[1] as usize;
    let of_token: Vec<i64> = links.iter().map(|&(token, ..)| token as i64).collect();
    let order = in_order(&of_token);
    let slots: Vec<i64> = order.iter().map(|&slot| slot as i64).collect();
    let sorted: Vec<i64> = order.iter().map(|&slot| of_token[slot]).collect();
    let mut all = vec![
        stored(
            &sums([tokens, width], &weighted, &floats(rows)),
            output.dtype,
        ),
        stored_ints(&slots, Dtype::I32),
        stored_ints(&sorted, Dtype::I32),
    ];
    if let Some(output) = tensor(arguments, 9) {
        let weights: Vec<f64> = links.iter().map(|&(.., number)| weight(number)).collect();
        all.push(match probs {
            Some(_) => stored(&weights, output.dtype),
            None => output.elements(),
        });
    }
    all
}

/// `aclnnMoeTokenUnpermuteWithRoutingMapGrad`.
pub fn map_unpermute_gradient(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let gradient = tensor(arguments, 0).unwrap();
    let [indices, of_tokens] = [1, 2].map(|at| ints(tensor(arguments, at).unwrap()));
    let weights = tensor(arguments, 5);
    let pads = int(arguments, 6) == 1;
    let tokens = gradient.shape[0] as usize;
    let experts = weights.map_or(1, |weights| weights.shape[1] as usize);
    let map = tensor(arguments, 3).filter(|_| weights.is_some());
    let links = match pads {
        true => {
            let capacity = indices.len() / experts;
            let pairs = indices.iter().zip(&of_tokens);
            let each = pairs.map(|(&row, &token)| (row as usize, token as usize));
            each.map(|(row, token)| (token, Some(row), Some(token * experts + row / capacity)))
                .collect()
        }
        false => map_links(&indices, map, [tokens, experts], false),
    };
    Slopes {
        links,
        gradient,
        weights,
        rows: tensor(arguments, 4).filter(|_| weights.is_some()),
        bias: None,
        row_gradients: tensor(arguments, 8).unwrap(),
        weight_gradients: tensor(arguments, 9),
    }
    .outputs()
}

/// How scores become experts.
struct Gate {
    /// 0 softmax, 1 the logistic function, 2 the root of softplus, 3 softmax of the chosen ones.
    norm: i64,
    groups: Option<(usize, usize, usize, f32)>,
    divides: Option<f64>,
    factor: f64,
    k: usize,
}

fn exact(x: f64) -> Float {
    Float::with_val(PRECISION, x)
}

fn softmax(x: &[Float]) -> Vec<Float> {
    let largest = x.iter().fold(x[0].clone(), |most, x| most.max(x));
    let powers: Vec<Float> = x
        .iter()
        .map(|x| Float::with_val(PRECISION, x - &largest).exp())
        .collect();
    let sum = powers.iter().fold(exact(0.0), |sum, x| sum + x);
    powers
        .iter()
        .map(|x| Float::with_val(PRECISION, x / &sum))
        .collect()
}

/// The positions of the largest numbers, of equal ones the first.
fn best(numbers: &[f32], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[b].partial_cmp(&numbers[a]).unwrap());
    order.truncate(count);
    order
}

impl Gate {
    fn normalised(&self, x: &[f64]) -> Vec<Float> {
        let x: Vec<Float> = x.iter().map(|&x| exact(x)).collect();
        match self.norm {
            0 => softmax(&x),
            1 => x
                .iter()
                .map(|x| 1 / (Float::with_val(PRECISION, -x).exp() + 1_u32))
                .collect(),
            2 => x.iter().map(|x| x.clone().exp().ln_1p().sqrt()).collect(),
            _ => x,
        }
    }

    fn chosen(&self, n: &[Float], bias: Option<&[f64]>) -> Vec<usize> {
        let single = |x: &Float| x.to_f32();
        let scores = n.iter().enumerate().map(|(expert, n)| match bias {
            Some(bias) => (f64::from(single(n)) + bias[expert]) as f32,
            None => single(n),
        });
        let mut scores: Vec<f32> = scores.collect();
        if let Some((groups, kept, best_of, dropped)) = self.groups {
            let size = scores.len() / groups;
            let of_group = |group: usize| {
                let part = &scores[group * size..(group + 1) * size];
                best(part, best_of)
                    .iter()
                    .fold(0.0, |sum, &expert| sum + part[expert])
            };
            let sums: Vec<f32> = (0..groups).map(of_group).collect();
            let kept = best(&sums, kept);
            for (expert, score) in scores.iter_mut().enumerate() {
                if !kept.contains(&(expert / size)) {
                    *score = dropped;
                }
            }
        }
        best(&scores, self.k)
    }

    fn results(&self, n: &[Float], chosen: &[usize]) -> Vec<Float> {
        let mut y: Vec<Float> = chosen.iter().map(|&expert| n[expert].clone()).collect();
        if self.norm == 3 && !y.is_empty() {
            y = softmax(&y);
        }
        if let Some(eps) = self.divides {
            let sum = y.iter().fold(exact(eps), |sum, y| sum + y);
            y.iter_mut().for_each(|y| *y /= &sum);
        }
        y.into_iter().map(|y| y * self.factor).collect()
    }
}

fn stored_exact(numbers: Vec<Float>, dtype: Dtype) -> Vec<u8> {
    numbers
        .into_iter()
        .flat_map(|x| encode(&Number::Real(x), dtype))
        .collect()
}

/// `aclnnMoeGatingTopKSoftmax` and its second version.
pub fn gating_softmax(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let is_second = arguments.len() == 8;
    let x = tensor(arguments, 0).unwrap();
    let experts = *x.shape.last().unwrap() as usize;
    let (renorm, outputs) = if is_second {
        (int(arguments, 3), 5)
    } else {
        (0, 3)
    };
    let gate = Gate {
        norm: if renorm == 1 { 3 } else { 0 },
        groups: None,
        divides: None,
        factor: 1.0,
        k: int(arguments, 2) as usize,
    };
    let finished = tensor(arguments, 1).map(ints);
    let (mut y, mut indices, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (token, row) in floats(x).chunks(experts).enumerate() {
        let n = gate.normalised(row);
        let chosen = gate.chosen(&n, None);
        y.extend(gate.results(&n, &chosen));
        let is_finished = finished
            .as_ref()
            .is_some_and(|finished| finished[token] != 0);
        let written = |&expert: &usize| if is_finished { experts } else { expert } as i64;
        indices.extend(chosen.iter().map(written));
        all.extend(n);
    }
    let mut outputs_bytes = vec![stored_exact(y, x.dtype), stored_ints(&indices, Dtype::I32)];
    match is_second {
        true => {
            let is_written = renorm == 0 && int(arguments, 4) == 1;
            outputs_bytes.extend(tensor(arguments, 7).map(|output| match is_written {
                true => stored_exact(all, Dtype::F32),
                false => output.elements(),
            }));
        }
        false => {
            let output = tensor(arguments, outputs + 2).unwrap();
            let tokens = output.numel() / gate.k.max(1);
            let rows = (0..output.numel()).map(|at| (at % gate.k * tokens + at / gate.k) as i64);
            outputs_bytes.push(stored_ints(&rows.collect::<Vec<_>>(), Dtype::I32));
        }
    }
    outputs_bytes
}

/// `aclnnMoeGatingTopK` and its second version.
pub fn gating(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let at = if arguments.len() == 16 { 4 } else { 2 };
    let x = tensor(arguments, 0).unwrap();
    let experts = x.shape[1] as usize;
    let [k, kept, groups, mode, renorm, norm, flag] =
        [0, 1, 2, 3, 4, 5, 6].map(|n| int(arguments, at + n));
    let gate = Gate {
        norm,
        groups: (groups > 1).then_some((
            groups as usize,
            kept as usize,
            1 + mode as usize,
            f32::NEG_INFINITY,
        )),
        divides: (norm != 0 || renorm == 1).then(|| float(arguments, at + 8)),
        factor: float(arguments, at + 7),
        k: k as usize,
    };
    let bias = tensor(arguments, 1).map(floats);
    let hash = (at == 4)
        .then(|| tensor(arguments, 2).zip(tensor(arguments, 3)))
        .flatten();
    let hash = hash.map(|(ids, table)| (ints(ids), ints(table)));
    let (mut y, mut indices, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (token, row) in floats(x).chunks(experts).enumerate() {
        let n = gate.normalised(row);
        let chosen: Vec<usize> = match &hash {
            Some((ids, table)) => {
                let first = ids[token] as usize * gate.k;
                table[first..first + gate.k]
                    .iter()
                    .map(|&expert| expert as usize)
                    .collect()
            }
            None => gate.chosen(&n, bias.as_deref()),
        };
        y.extend(gate.results(&n, &chosen));
        indices.extend(chosen.iter().map(|&expert| expert as i64));
        all.extend(n);
    }
    let output = tensor(arguments, at + 11).unwrap();
    vec![
        stored_exact(y, x.dtype),
        stored_ints(&indices, Dtype::I32),
        if flag == 1 {
            stored_exact(all, Dtype::F32)
        } else {
            output.elements()
        },
    ]
}

/// `aclnnMoeFusedTopk`.
pub fn fused(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let x = tensor(arguments, 0).unwrap();
    let experts = x.shape[1] as usize;
    let [groups, kept, best, k] = [4, 5, 6, 7].map(|at| int(arguments, at) as usize);
    let divides = int(arguments, 9) == 1;
    let gate = Gate {
        norm: 1,
        groups: Some((groups, kept, best, 0.0)),
        divides: divides.then_some(0.0),
        factor: if divides {
            f64::from(float(arguments, 10) as f32)
        } else {
            1.0
        },
        k,
    };
    let bias = floats(tensor(arguments, 1).unwrap());
    let mapping =
        (int(arguments, 11) == 1).then(|| [2, 3].map(|at| ints(tensor(arguments, at).unwrap())));
    let (mut y, mut indices) = (Vec::new(), Vec::new());
    for (token, row) in floats(x).chunks(experts).enumerate() {
        let n = gate.normalised(row);
        let chosen = gate.chosen(&n, Some(&bias));
        y.extend(gate.results(&n, &chosen));
        indices.extend(chosen.iter().map(|&expert| match &mapping {
            Some([numbers, table]) => {
                let most = table.len() / experts;
                table[expert * most + token % (numbers[expert].max(1) as usize)]
            }
            None => expert as i64,
        }));
    }
    vec![
        stored_exact(y, Dtype::F32),
        stored_ints(&indices, Dtype::I32),
    ]
}

/// `aclnnMoeGatingTopKBackward`.
pub fn gating_gradient(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let [n, gradient, chosen] = [0, 1, 2].map(|at| tensor(arguments, at).unwrap());
    let [tokens, experts] = [n.shape[0] as usize, n.shape[1] as usize];
    let k = chosen.shape[1] as usize;
    let (factor, eps) = (float(arguments, 5), float(arguments, 6));
    let (scores, slopes, indices) = (floats(n), floats(gradient), ints(chosen));
    let mut output = Vec::new();
    for token in 0..tokens {
        let n = &scores[token * experts..(token + 1) * experts];
        let of = |p: usize| indices[token * k + p] as usize;
        let g = |p: usize| exact(slopes[token * k + p]) * factor;
        let d = (0..k).fold(exact(eps), |sum, p| sum + n[of(p)]);
        let beta = (0..k).fold(exact(0.0), |sum, p| sum + exact(n[of(p)]) / &d * g(p));
        for expert in 0..experts {
            let mut slope = exact(0.0);
            for p in (0..k).filter(|&p| of(p) == expert) {
                slope += Float::with_val(PRECISION, g(p) - &beta) / &d;
            }
            let n = exact(n[expert]);
            output.push(slope * (exact(1.0) - &n) * n);
        }
    }
    vec![stored_exact(output, gradient.dtype)]
}
