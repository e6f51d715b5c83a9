//! The choice of experts.

use super::*;
use crate::arguments::Arguments;

/// The choice of experts by scores.
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
pub fn gating_softmax(arguments: &Arguments) -> Vec<Vec<u8>> {
    let is_second = arguments.find("renorm").is_some();
    let x = tensor(arguments, "x").unwrap();
    let experts = *x.shape.last().unwrap() as usize;
    let renorm = if is_second {
        int(arguments, "renorm")
    } else {
        0
    };
    let gate = Gate {
        norm: if renorm == 1 { 3 } else { 0 },
        groups: None,
        divides: None,
        factor: 1.0,
        k: int(arguments, "k") as usize,
    };
    let finished = tensor(arguments, "finishedOptional").map(ints);
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
            let is_written = renorm == 0 && int(arguments, "outputSoftmaxResultFlag") == 1;
            outputs_bytes.extend(tensor(arguments, "softmaxResultOutOptional").map(|output| {
                match is_written {
                    true => stored_exact(all, Dtype::F32),
                    false => output.elements(),
                }
            }));
        }
        false => {
            let output = tensor(arguments, "rowIdxOut").unwrap();
            let tokens = output.numel() / gate.k.max(1);
            let rows = (0..output.numel()).map(|at| (at % gate.k * tokens + at / gate.k) as i64);
            outputs_bytes.push(stored_ints(&rows.collect::<Vec<_>>(), Dtype::I32));
        }
    }
    outputs_bytes
}

/// `aclnnMoeGatingTopK` and its second version.
pub fn gating(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x").unwrap();
    let experts = x.shape[1] as usize;
    let [k, kept, groups, mode, renorm, norm, flag] = [
        "k",
        "kGroup",
        "groupCount",
        "groupSelectMode",
        "renorm",
        "normType",
        "outFlag",
    ]
    .map(|name| int(arguments, name));
    let gate = Gate {
        norm,
        groups: (groups > 1).then_some((
            groups as usize,
            kept as usize,
            1 + mode as usize,
            f32::NEG_INFINITY,
        )),
        divides: (norm != 0 || renorm == 1).then(|| float(arguments, "eps")),
        factor: float(arguments, "routedScalingFactor"),
        k: k as usize,
    };
    let bias = tensor(arguments, "biasOptional").map(floats);
    let list = |name: &str| arguments.find(name)?.tensors().first().map(ints);
    let hash = list("inputIdsOptional").zip(list("tid2eidOptional"));
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
    let output = tensor(arguments, "outOut").unwrap();
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
pub fn fused(arguments: &Arguments) -> Vec<Vec<u8>> {
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
pub fn gating_gradient(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [n, gradient, chosen] =
        ["xNorm", "gradY", "expertIdx"].map(|at| tensor(arguments, at).unwrap());
    let [tokens, experts] = [n.shape[0] as usize, n.shape[1] as usize];
    let k = chosen.shape[1] as usize;
    let (factor, eps) = (
        float(arguments, "routedScalingFactor"),
        float(arguments, "eps"),
    );
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
