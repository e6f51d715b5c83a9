//! Steps of optimisers as their pages write them, with exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::ops::Pow;

use super::reductions::elements;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, round};

fn float(x: f64) -> Float {
    Float::with_val(PRECISION, x)
}

fn numbers(tensor: &Tensor) -> Vec<Float> {
    elements(tensor).iter().map(Number::real).collect()
}

/// The first element of a tensor, or a number; `f32`: as FLOAT.
fn one(argument: &Argument) -> Float {
    match argument {
        Argument::Float(value) => float(*value),
        other => numbers(&other.tensors()[0]).remove(0),
    }
}

fn single(argument: &Argument) -> Float {
    float(f64::from(one(argument).to_f64() as f32))
}

fn is(argument: &Argument) -> bool {
    matches!(argument, Argument::Bool(true))
}

/// The numbers of AdamW, or of Adam if the decay is a part of the gradient: rate, factors of the averages, decay, what is added to the root, and the powers of the factors.
struct AdamW {
    lr: Float,
    beta: [Float; 2],
    decay: Float,
    in_gradient: bool,
    epsilon: Float,
    powers: [Float; 2],
    maximize: bool,
    scale: Float,
}

impl AdamW {
    /// The parameter, the averages, and the largest average of squares, if it is there.
    fn step(&self, gradient: &[Float], states: &[Vec<Float>]) -> Vec<Vec<Float>> {
        let mut results: Vec<Vec<Float>> = vec![Vec::new(); states.len()];
        let [beta1, beta2] = &self.beta;
        for (k, gradient) in gradient.iter().enumerate() {
            let mut g = Float::with_val(PRECISION, gradient / &self.scale);
            if self.maximize {
                g = -g;
            }
            if self.in_gradient {
                g += self.decay.clone() * &states[0][k];
            }
            let m = beta1.clone() * &states[1][k] + (1_u32 - beta1.clone()) * &g;
            let v = beta2.clone() * &states[2][k] + (1_u32 - beta2.clone()) * g.square();
            let mut squares = v.clone();
            if let Some(largest) = states.get(3) {
                squares.max_mut(&largest[k]);
                results[3].push(squares.clone());
            }
            let corrected = squares / (1_u32 - self.powers[1].clone());
            let mean = m.clone() / (1_u32 - self.powers[0].clone());
            let step = mean * &self.lr / (corrected.sqrt() + &self.epsilon);
            let mut kept = float(1.0);
            if !self.in_gradient {
                kept -= self.lr.clone() * &self.decay;
            }
            results[0].push(kept * &states[0][k] - step);
            results[1].push(m);
            results[2].push(v);
        }
        results
    }
}

fn all(results: Vec<Vec<Float>>) -> Vec<Vec<Number>> {
    let list = |list: Vec<Float>| list.into_iter().map(Number::Real).collect();
    results.into_iter().map(list).collect()
}

pub fn adam_w(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = |name: &str| numbers(&arguments[name].tensors()[0]);
    let beta = ["beta1", "beta2"].map(|at| one(&arguments[at]));
    let of = AdamW {
        lr: one(&arguments["lr"]),
        powers: [0, 1].map(|k| beta[k].clone() * one(&arguments[["beta1Power", "beta2Power"][k]])),
        beta,
        decay: one(&arguments["weightDecay"]),
        in_gradient: false,
        epsilon: one(&arguments["eps"]),
        maximize: is(&arguments["maximize"]),
        scale: float(1.0),
    };
    let mut states = ["varRef", "mRef", "vRef"].map(tensor).to_vec();
    let amsgrad = is(&arguments["amsgrad"]);
    if amsgrad {
        states.push(tensor("maxGradNormOptional"));
    }
    let mut results = of.step(&tensor("grad"), &states);
    if amsgrad {
        // The larger ones take the place of the averages.
        results[2] = results.remove(3);
    }
    all(results)
}

pub fn adam_w_v2(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = |name: &str| numbers(&arguments[name].tensors()[0]);
    let beta = ["beta1", "beta2"].map(|at| single(&arguments[at]));
    let step = one(&arguments["step"]) + 1_u32;
    let of = AdamW {
        lr: single(&arguments["lr"]),
        powers: [0, 1].map(|k| beta[k].clone().pow(&step)),
        beta,
        decay: single(&arguments["weightDecay"]),
        in_gradient: false,
        epsilon: single(&arguments["eps"]),
        maximize: is(&arguments["maximize"]),
        scale: float(1.0),
    };
    let mut states = ["varRef", "mRef", "vRef"].map(tensor).to_vec();
    if is(&arguments["amsgrad"]) {
        states.push(tensor("maxGradNormOptionalRef"));
    }
    let mut results = of.step(&tensor("grad"), &states);
    if results.len() == 3 && !matches!(arguments["maxGradNormOptionalRef"], Argument::Null) {
        results.push(tensor("maxGradNormOptionalRef"));
    }
    all(results)
}

/// An average as it is stored: codes of the nearest numbers of the table, and the largest magnitude of each block.
fn stored(average: &[Float], table: &[Float], keeps_sign: bool) -> [Vec<Number>; 2] {
    let mut results = [Vec::new(), Vec::new()];
    for block in average.chunks(256) {
        let magnitudes = block.iter().map(|x| x.clone().abs());
        let largest = magnitudes.fold(float(0.0), |a, b| a.max(&b));
        let largest = round(&largest, Dtype::F32);
        let divisor = match largest.is_zero() {
            true => float(1.0),
            false => largest.clone(),
        };
        for x in block {
            let x = Float::with_val(PRECISION, x / &divisor);
            let distance = |at: &usize| Float::with_val(PRECISION, &table[*at] - &x).abs();
            let nearest = (0..table.len()).reduce(|best, at| {
                if distance(&at) < distance(&best) {
                    at
                } else {
                    best
                }
            });
            let mut code = nearest.unwrap() as i128;
            let sign = Float::with_val(PRECISION, &x * &table[code as usize]);
            if keeps_sign && sign < 0 {
                code += if x > 0 { 1 } else { -1 };
            }
            results[0].push(Number::Int(code.clamp(0, 255)));
        }
        results[1].push(Number::Real(largest));
    }
    results
}

pub fn adam_w_quant(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = |name: &str| numbers(&arguments[name].tensors()[0]);
    let tables = ["qmapM", "qmapV"].map(tensor);
    let averages = [0, 1].map(|k| {
        let largest = tensor(["absmaxMRef", "absmaxVRef"][k]);
        let codes = tensor(["mRef", "vRef"][k]).into_iter().enumerate();
        let number = |(at, code): (usize, Float)| {
            Float::with_val(
                PRECISION,
                &tables[k][code.to_f64() as usize] * &largest[at / 256],
            )
        };
        codes.map(number).collect::<Vec<Float>>()
    });
    let [lr, beta1, beta2, decay, epsilon, scale] =
        ["lr", "beta1", "beta2", "weightDecay", "eps", "gnormScale"]
            .map(|at| single(&arguments[at]));
    let step = one(&arguments["step"]) + 1_u32;
    let [first, second] = [&beta1, &beta2].map(|beta| 1_u32 - beta.clone().pow(&step));
    let (p, g) = (tensor("varRef"), tensor("grad"));
    let mut results: [Vec<Float>; 3] = Default::default();
    for k in 0..p.len() {
        let g = Float::with_val(PRECISION, &g[k] * &scale);
        let m = beta1.clone() * &averages[0][k] + (1_u32 - beta1.clone()) * &g;
        let v = beta2.clone() * &averages[1][k] + (1_u32 - beta2.clone()) * g.square();
        let root = (v.clone() / &second).sqrt() + &epsilon;
        let moved = p[k].clone() - m.clone() / &first * &lr / root;
        results[0].push(moved * (1_u32 - lr.clone() * &decay));
        results[1].push(m);
        results[2].push(v);
    }
    let [p, m, v] = results;
    let [codes_m, largest_m] = stored(&m, &tables[0], true);
    let [codes_v, largest_v] = stored(&v, &tables[1], false);
    let p = p.into_iter().map(Number::Real).collect();
    vec![p, codes_m, codes_v, largest_m, largest_v]
}

pub fn fused_adam_w(arguments: &Arguments) -> Vec<Vec<Number>> {
    fused(arguments, false)
}

pub fn fused_adam(arguments: &Arguments) -> Vec<Vec<Number>> {
    fused(arguments, true)
}

/// Gradients that a scale divides in place: what is stored goes on.
fn scaled(gradients: &Tensor, scale: &Float) -> Vec<Float> {
    let dtype = match gradients.dtype {
        Dtype::F32 => Dtype::F32,
        _ => Dtype::F64,
    };
    let divided = |g: Float| round(&(g / scale), dtype);
    numbers(gradients).into_iter().map(divided).collect()
}

/// A step of AdamW for each tensor of the lists; of Adam, which divides the gradients in place and makes the step after the number given, if `is_adam`.
fn fused(arguments: &Arguments, is_adam: bool) -> Vec<Vec<Number>> {
    let lists: Vec<&[Tensor]> = arguments.iter().map(Argument::tensors).collect();
    let amsgrad = is(&arguments["amsgrad"]);
    let found = lists[7].first().is_some_and(|found| numbers(found)[0] == 1);
    let scale = lists[6].first().map(|scale| numbers(scale).remove(0));
    let mut results: Vec<Vec<Vec<Float>>> = vec![Vec::new(); 5];
    for (k, step) in lists[5].iter().enumerate() {
        let beta = ["beta1", "beta2"].map(|at| one(&arguments[at]));
        let step = numbers(step).remove(0) + u32::from(is_adam);
        let mut gradients = numbers(&lists[1][k]);
        if let Some(scale) = scale.as_ref().filter(|_| is_adam && !found) {
            gradients = scaled(&lists[1][k], scale);
        }
        let of = AdamW {
            lr: one(&arguments["lr"]),
            powers: [0, 1].map(|k| beta[k].clone().pow(&step)),
            beta,
            decay: one(&arguments["weightDecay"]),
            in_gradient: is_adam,
            epsilon: one(&arguments["eps"]),
            maximize: is(&arguments["maximize"]),
            scale: scale.clone().filter(|_| !is_adam).unwrap_or(float(1.0)),
        };
        let kept: &[usize] = if amsgrad { &[0, 2, 3, 4] } else { &[0, 2, 3] };
        let states: Vec<Vec<Float>> = kept.iter().map(|&at| numbers(&lists[at][k])).collect();
        let after = match found {
            true => states,
            false => of.step(&gradients, &states),
        };
        for (at, state) in kept.iter().zip(after) {
            results[*at].push(state);
        }
        if is_adam {
            results[1].push(gradients);
        }
    }
    if !amsgrad {
        results[4] = lists[4].iter().map(numbers).collect();
    }
    all(results.into_iter().flatten().collect())
}

pub fn adam(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = |at: &str| numbers(&arguments[at].tensors()[0]);
    let [power1, power2, lr, beta1, beta2, epsilon] = [
        "beta1Power",
        "beta2Power",
        "lr",
        "beta1",
        "beta2",
        "epsilon",
    ]
    .map(|at| one(&arguments[at]));
    let rate = lr * (1_u32 - power2).sqrt() / (1_u32 - power1);
    let (p, m, v, g) = (tensor("varRef"), tensor("m"), tensor("v"), tensor("grad"));
    let mut results: Vec<Vec<Float>> = vec![Vec::new(); 3];
    for k in 0..p.len() {
        let m = beta1.clone() * &m[k] + (1_u32 - beta1.clone()) * &g[k];
        let v = beta2.clone() * &v[k] + (1_u32 - beta2.clone()) * g[k].clone().square();
        let direction = match is(&arguments["useNesterov"]) {
            true => beta1.clone() * &m + (1_u32 - beta1.clone()) * &g[k],
            false => m.clone(),
        };
        results[0].push(p[k].clone() - direction * &rate / (v.clone().sqrt() + &epsilon));
        results[1].push(m);
        results[2].push(v);
    }
    all(results)
}

pub fn ema_adam(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = |at: &str| numbers(&arguments[at].tensors()[0]);
    let [lr, average, beta1, beta2, epsilon] =
        ["lr", "emaDecay", "beta1", "beta2", "eps"].map(|at| single(&arguments[at]));
    let decay = single(&arguments["weightDecay"]);
    let (is_l2, corrects) = (
        matches!(arguments["mode"], Argument::Int(0)),
        is(&arguments["biasCorrection"]),
    );
    let step = one(&arguments["step"]);
    let correction = |beta: &Float| -> Float {
        match corrects {
            true => 1_u32 - beta.clone().pow(&step),
            false => float(1.0),
        }
    };
    let (g, p, m, v, s) = (
        tensor("grad"),
        tensor("varRef"),
        tensor("mRef"),
        tensor("vRef"),
        tensor("sRef"),
    );
    let mut results: Vec<Vec<Float>> = vec![Vec::new(); 4];
    for k in 0..p.len() {
        let mut g = g[k].clone();
        if is_l2 {
            g += decay.clone() * &p[k];
        }
        let m = beta1.clone() * &m[k] + (1_u32 - beta1.clone()) * &g;
        let v = beta2.clone() * &v[k] + (1_u32 - beta2.clone()) * g.square();
        let root = Float::with_val(PRECISION, &v / &correction(&beta2)).sqrt();
        let mut update = Float::with_val(PRECISION, &m / &correction(&beta1)) / (root + &epsilon);
        if !is_l2 {
            update += decay.clone() * &p[k];
        }
        let p = p[k].clone() - update * &lr;
        let s = average.clone() * &s[k] + (1_u32 - average.clone()) * &p;
        for (list, state) in results.iter_mut().zip([p, m, v, s]) {
            list.push(state);
        }
    }
    all(results)
}

pub fn keras_momentum(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = |at: &str| numbers(&arguments[at].tensors()[0]);
    let (lr, momentum) = (one(&arguments["lr"]), one(&arguments["momentum"]));
    let (p, accum, g) = (tensor("varRef"), tensor("accum"), tensor("grad"));
    let mut results: Vec<Vec<Float>> = vec![Vec::new(); 2];
    for k in 0..p.len() {
        let along = lr.clone() * &g[k];
        let accum = momentum.clone() * &accum[k] - along.clone();
        let step = match is(&arguments["useNesterovOptional"]) {
            true => momentum.clone() * &accum - along,
            false => accum.clone(),
        };
        results[0].push(p[k].clone() + step);
        results[1].push(accum);
    }
    all(results)
}

pub fn fused_sgd(arguments: &Arguments) -> Vec<Vec<Number>> {
    let lists: Vec<&[Tensor]> = arguments.iter().map(Argument::tensors).collect();
    let [decay, momentum, lr, dampening] =
        ["weightDecay", "momentum", "lr", "dampening"].map(|at| single(&arguments[at]));
    let [nesterov, maximize, first] =
        ["nesterov", "maximize", "isFirstStep"].map(|at| is(&arguments[at]));
    let mut results: Vec<Vec<Vec<Float>>> = vec![Vec::new(); 3];
    for k in 0..lists[0].len() {
        let p = numbers(&lists[0][k]);
        let g = match lists[3].first() {
            Some(scale) => scaled(&lists[1][k], &numbers(scale)[0]),
            None => numbers(&lists[1][k]),
        };
        let buffer = lists[2].get(k).map(numbers);
        let mut after: Vec<Vec<Float>> = vec![Vec::new(); 3];
        for i in 0..p.len() {
            let mut gradient = g[i].clone();
            after[1].push(gradient.clone());
            if maximize {
                gradient = -gradient;
            }
            gradient += decay.clone() * &p[i];
            let mut direction = gradient.clone();
            if let Some(buffer) = &buffer {
                let v = match first {
                    true => gradient.clone(),
                    false => {
                        momentum.clone() * &buffer[i] + (1_u32 - dampening.clone()) * &gradient
                    }
                };
                direction = match nesterov {
                    true => gradient + momentum.clone() * &v,
                    false => v.clone(),
                };
                after[2].push(v);
            }
            after[0].push(p[i].clone() - direction * &lr);
        }
        for (list, state) in results.iter_mut().zip(after) {
            list.push(state);
        }
    }
    if lists[2].is_empty() {
        results.pop();
    }
    all(results.into_iter().flatten().collect())
}

fn integers(argument: &Argument) -> Vec<i128> {
    let elements = elements(&argument.tensors()[0]);
    elements.iter().map(Number::as_int).collect()
}

/// Sequences, queries and the size of blocks.
fn counts(arguments: &Arguments) -> [usize; 3] {
    ["numSeqs", "numQueries", "blockSize"].map(|name| match arguments[name] {
        Argument::Int(count) => count as usize,
        _ => panic!("a number"),
    })
}

fn whole(results: [Vec<i128>; 4]) -> Vec<Vec<Number>> {
    let list = |list: Vec<i128>| list.into_iter().map(Number::Int).collect();
    results.into_iter().map(list).collect()
}

/// As the page of `aclnnAdvanceStep` writes it; all sequences that do not go on are filled up.
pub fn advance_step(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [sequences, queries, size] = counts(arguments);
    let [drawn, mut lengths, blocks] =
        ["sampledTokenIds", "seqLens", "blockTables"].map(|at| integers(&arguments[at]));
    let stride = blocks.len() / sequences;
    let (mut tokens, mut positions) = (vec![0; sequences], vec![0; sequences]);
    let mut slots = vec![-1; sequences];
    for query in 0..queries {
        let position = lengths[query];
        tokens[query] = drawn[query];
        positions[query] = position;
        lengths[query] += 1;
        let block = blocks[position as usize / size] + (stride * query) as i128;
        slots[query] = block * size as i128 + position % size as i128;
    }
    whole([tokens, positions, lengths, slots])
}

/// As vLLM computes it.
pub fn advance_step_v2(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [sequences, _, size] = counts(arguments);
    let [drawn, mut positions, blocks, proposed, accepted] = [
        "sampledTokenIds",
        "inputPositions",
        "blockTables",
        "specToken",
        "acceptedNum",
    ]
    .map(|at| integers(&arguments[at]));
    let (each, stride) = (positions.len() / sequences, blocks.len() / sequences);
    let (mut tokens, mut lengths, mut slots) = (Vec::new(), Vec::new(), Vec::new());
    for sequence in 0..sequences {
        let drawn = &drawn[sequence * each..][..each];
        let kept = drawn.iter().take_while(|&&token| token != -1).count();
        tokens.push(drawn[(kept + each - 1) % each]);
        tokens.extend(&proposed[sequence * (each - 1)..][..each - 1]);
        for position in &mut positions[sequence * each..][..each] {
            *position += accepted[sequence] + 1;
            lengths.push(*position + 1);
            let block = blocks[sequence * stride + *position as usize / size];
            slots.push(block * size as i128 + *position % size as i128);
        }
    }
    whole([tokens, positions, lengths, slots])
}
