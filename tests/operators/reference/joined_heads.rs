//! Heads of images and texts, normalised, joined and rotated, and the gradients of that, by their definitions.

use rug::Float;

use super::rotary::{turned, turned_back};
use super::rows::{float, floats, int, tensor};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn optional(argument: &Argument) -> Option<Vec<Float>> {
    (!argument.tensors().is_empty()).then(|| floats(argument))
}

fn numbers(of: Vec<Float>) -> Vec<Number> {
    of.into_iter().map(Number::Real).collect()
}

/// Extents of a tensor with four axes; no tokens where it is absent.
fn extents(argument: &Argument) -> [usize; 4] {
    match argument.tensors() {
        [] => [0; 4],
        _ => {
            let shape = tensor(argument).shape.clone();
            [0, 1, 2, 3].map(|axis| shape[axis] as usize)
        }
    }
}

/// Mean and reciprocal deviation of a row.
fn statistics(row: &[Float], norm: i64, epsilon: f64) -> (Float, Float) {
    let count = row.len() as u32;
    let mean = match norm {
        1 | 2 => row.iter().fold(float(0.0), |sum, x| sum + x) / count,
        _ => float(0.0),
    };
    let squares = row.iter().fold(float(0.0), |sum, x| {
        let distance = x.clone() - &mean;
        sum + distance.clone() * distance
    });
    let root = (squares / count + epsilon).sqrt();
    (mean, float(1.0) / root)
}

/// The first place of each source in the joined sequence.
fn firsts(tokens: [usize; 2], order: i64) -> [usize; 2] {
    match order {
        0 => [0, tokens[0]],
        _ => [tokens[1], 0],
    }
}

const PARTS: [&str; 3] = ["query", "key", "value"];
const ENCODER_PARTS: [&str; 3] = ["encoderQuery", "encoderKey", "encoderValue"];
/// Queries and keys of each source that are normalised: weights, biases and statistics have these names with a word behind.
const NORMS: [[&str; 2]; 2] = [["normQuery", "normKey"], ["normAddedQuery", "normAddedKey"]];

/// Three tensors, three of texts, eight weights and biases, sines, cosines, four modes, `eps`, whether statistics are written, three outputs, eight statistics.
pub fn forward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let modes =
        ["normType", "normAddedType", "ropeType", "concatOrder"].map(|at| int(&arguments[at]));
    let Argument::Float(epsilon) = arguments["eps"] else {
        panic!("eps")
    };
    let is_training = matches!(arguments["isTraining"], Argument::Bool(true));
    let rope = if modes[2] == 1 { 1 } else { 0 };
    let [sin, cos] = ["ropeSin", "ropeCos"].map(|at| optional(&arguments[at]).unwrap_or_default());
    let (mut outputs, mut of_rows) = (Vec::new(), vec![None; 8]);
    for number in 0..3 {
        let sources = [PARTS, ENCODER_PARTS].map(|names| &arguments[names[number]]);
        let [batch, _, heads, width] = extents(sources[0]);
        let tokens = sources.map(|source| extents(source)[1]);
        let all = tokens[0] + tokens[1];
        let turned_tokens = if modes[2] == 0 || number == 2 {
            0
        } else {
            sin.len() / width
        };
        let mut joined = vec![float(0.0); batch * heads * all * width];
        for (k, source) in sources.into_iter().enumerate() {
            if tokens[k] == 0 {
                continue;
            }
            let x = floats(source);
            let norm = if number == 2 { 0 } else { modes[k] };
            let of = || NORMS[k][number];
            let weight =
                (norm == 2 || norm == 4).then(|| floats(&arguments[&*format!("{}Weight", of())]));
            let bias = (norm == 2).then(|| floats(&arguments[&*format!("{}Bias", of())]));
            let (mut means, mut rstds) = (Vec::new(), Vec::new());
            for (place, row) in x.chunks(width).enumerate() {
                let (sequence, token, head) = (
                    place / (tokens[k] * heads),
                    place / heads % tokens[k],
                    place % heads,
                );
                let mut row = row.to_vec();
                if norm > 0 {
                    let (mean, rstd) = statistics(&row, norm, epsilon);
                    for (column, x) in row.iter_mut().enumerate() {
                        *x = (x.clone() - &mean) * &rstd;
                        if let Some(weight) = &weight {
                            *x *= &weight[column];
                        }
                        if let Some(bias) = &bias {
                            *x += &bias[column];
                        }
                    }
                    means.push(mean);
                    rstds.push(rstd);
                }
                let position = firsts(tokens, modes[3])[k] + token;
                if position < turned_tokens {
                    let of = position * width..(position + 1) * width;
                    row = turned(rope, &row, &cos[of.clone()], &sin[of]);
                }
                let to = ((sequence * heads + head) * all + position) * width;
                joined[to..to + width].clone_from_slice(&row);
            }
            if is_training && (norm == 1 || norm == 2) {
                let at = 4 * k + 2 * number;
                (of_rows[at], of_rows[at + 1]) = (Some(means), Some(rstds));
            }
        }
        outputs.push(numbers(joined));
    }
    let statistics = NORMS.concat().into_iter();
    let statistics = statistics.flat_map(|of| ["Mean", "Rstd"].map(|what| format!("{of}{what}")));
    for (name, of) in statistics.zip(of_rows) {
        if let Some(out) = arguments[&*name].tensors().first() {
            outputs.push(match of {
                Some(of) => numbers(of),
                None => vec![Number::Unjudged; out.numel()],
            });
        }
    }
    outputs
}

/// Gradients of three joined tensors, four tensors of rows, four times weight, mean and deviation, sines, cosines, four modes, six gradients, eight of weights and biases.
pub fn backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let modes =
        ["normType", "normAddedType", "ropeType", "concatOrder"].map(|at| int(&arguments[at]));
    let rope = if modes[2] == 1 { 1 } else { 0 };
    let [sin, cos] = ["ropeSin", "ropeCos"].map(|at| optional(&arguments[at]).unwrap_or_default());
    let mut by_rows = vec![None; 6];
    let mut by_columns = vec![None; 8];
    for number in 0..3 {
        let of = number.min(1);
        let sources = [PARTS, ENCODER_PARTS].map(|names| &arguments[names[of]]);
        let [_, _, heads, width] = extents(sources[0]);
        let tokens = sources.map(|source| extents(source)[1]);
        let all = tokens[0] + tokens[1];
        let joined =
            floats(&arguments[["gradQueryOutput", "gradKeyOutput", "gradValueOutput"][number]]);
        let turned_tokens = if modes[2] == 0 || number == 2 {
            0
        } else {
            sin.len() / width
        };
        for (k, source) in sources.into_iter().enumerate() {
            if tokens[k] == 0 {
                continue;
            }
            let x = floats(source);
            let norm = if number == 2 { 0 } else { modes[k] };
            let given = |what: &str| floats(&arguments[&*format!("{}{what}", NORMS[k][of])]);
            let weight = (norm == 2).then(|| given("Weight"));
            let given = (norm > 0).then(|| ["Mean", "Rstd"].map(given));
            let mut sums = [vec![float(0.0); width], vec![float(0.0); width]];
            let mut results = Vec::new();
            for (place, row) in x.chunks(width).enumerate() {
                let (sequence, token, head) = (
                    place / (tokens[k] * heads),
                    place / heads % tokens[k],
                    place % heads,
                );
                let position = firsts(tokens, modes[3])[k] + token;
                let from = ((sequence * heads + head) * all + position) * width;
                let mut g = joined[from..from + width].to_vec();
                if position < turned_tokens {
                    let of = position * width..(position + 1) * width;
                    g = turned_back(rope, &g, &cos[of.clone()], &sin[of]);
                }
                if let Some([means, rstds]) = &given {
                    let (mean, rstd) = (&means[place], &rstds[place]);
                    let normal: Vec<Float> =
                        row.iter().map(|x| (x.clone() - mean) * rstd).collect();
                    for column in 0..width {
                        sums[0][column] += g[column].clone() * &normal[column];
                        sums[1][column] += &g[column];
                    }
                    if let Some(weight) = &weight {
                        g.iter_mut()
                            .zip(weight)
                            .for_each(|(g, weight)| *g *= weight);
                    }
                    let count = width as u32;
                    let average = g.iter().fold(float(0.0), |sum, g| sum + g) / count;
                    let products = g.iter().zip(&normal);
                    let product =
                        products.fold(float(0.0), |sum, (g, x)| sum + g.clone() * x) / count;
                    for (g, x) in g.iter_mut().zip(&normal) {
                        *g = (g.clone() - &average - x.clone() * &product) * rstd;
                    }
                }
                results.extend(g);
            }
            by_rows[3 * k + number] = Some(results);
            if norm == 2 {
                let at = 4 * k + 2 * number;
                let [weight, bias] = sums;
                (by_columns[at], by_columns[at + 1]) = (Some(weight), Some(bias));
            }
        }
    }
    let all = by_rows.into_iter().chain(by_columns);
    let outputs = arguments.names().skip_while(|&name| name != "gradQuery");
    let each = outputs.zip(all).filter_map(|(name, of)| {
        let out = arguments[name].tensors().first()?;
        Some(match of {
            Some(of) => numbers(of),
            None => vec![Number::Unjudged; out.numel()],
        })
    });
    each.collect()
}
