//! Hyper-connections by their formulas, token by token, in double.

use super::reductions::doubles;
use super::rows::{int, tensor};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn real(argument: &Argument) -> Vec<f64> {
    doubles(tensor(argument))
}

fn is_given(argument: &Argument) -> bool {
    !argument.tensors().is_empty()
}

fn numbers(x: &[f64]) -> Vec<Number> {
    x.iter().map(|&x| Number::from(x)).collect()
}

fn number(argument: &Argument) -> f64 {
    match argument {
        Argument::Float(x) => *x,
        other => panic!("{other:?} is no number"),
    }
}

/// Tokens, streams and elements.
fn extents(x: &Argument) -> [usize; 3] {
    let shape = &x.tensors()[0].shape;
    let (tokens, rest) = shape.split_at(shape.len() - 2);
    [
        tokens.iter().product::<i64>() as usize,
        rest[0] as usize,
        rest[1] as usize,
    ]
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

pub fn post(a: &Arguments) -> Vec<Vec<Number>> {
    let [tokens, n, d] = extents(&a["x"]);
    let (x, h_out, h_post) = (real(&a["x"]), real(&a["hOut"]), real(&a["hPost"]));
    let h_res = is_given(&a["hRes"]).then(|| real(&a["hRes"]));
    let mut out = vec![0.0; x.len()];
    for t in 0..tokens {
        for j in 0..n {
            for e in 0..d {
                let mixed: f64 = match &h_res {
                    Some(h) => (0..n)
                        .map(|i| h[(t * n + i) * n + j] * x[(t * n + i) * d + e])
                        .sum(),
                    None => x[(t * n + j) * d + e],
                };
                out[(t * n + j) * d + e] = mixed + h_post[t * n + j] * h_out[t * d + e];
            }
        }
    }
    vec![numbers(&out)]
}

pub fn post_backward(a: &Arguments) -> Vec<Vec<Number>> {
    let [tokens, n, d] = extents(&a["gradOutput"]);
    let [g, x, h_out, h_post] = [&a["gradOutput"], &a["x"], &a["hOut"], &a["hPost"]].map(real);
    let h_res = is_given(&a["hRes"]).then(|| real(&a["hRes"]));
    let mut by_x = vec![0.0; x.len()];
    let mut by_res = vec![0.0; tokens * n * n];
    let mut by_out = vec![0.0; tokens * d];
    let mut by_post = vec![0.0; tokens * n];
    for t in 0..tokens {
        for e in 0..d {
            for j in 0..n {
                let gradient = g[(t * n + j) * d + e];
                by_out[t * d + e] += gradient * h_post[t * n + j];
                by_post[t * n + j] += gradient * h_out[t * d + e];
                for i in 0..n {
                    by_res[(t * n + i) * n + j] += x[(t * n + i) * d + e] * gradient;
                    if let Some(h) = &h_res {
                        by_x[(t * n + i) * d + e] += h[(t * n + i) * n + j] * gradient;
                    }
                }
                if h_res.is_none() {
                    by_x[(t * n + j) * d + e] = gradient;
                }
            }
        }
    }
    [by_x, by_res, by_out, by_post]
        .iter()
        .map(|x| numbers(x))
        .collect()
}

/// A matrix after each step, and what it was divided by.
type Step = (Vec<f64>, Vec<f64>);

fn steps(matrix: &[f64], n: usize, eps: f64, iterations: usize) -> Vec<Step> {
    let mut x = matrix.to_vec();
    let mut all = Vec::new();
    let mut sums = vec![0.0; n];
    for row in 0..n {
        let largest = (0..n)
            .map(|column| x[row * n + column])
            .fold(f64::MIN, f64::max);
        let powers: Vec<f64> = (0..n)
            .map(|column| (x[row * n + column] - largest).exp())
            .collect();
        let total: f64 = powers.iter().sum();
        sums[row] = total + eps;
        (0..n).for_each(|column| x[row * n + column] = powers[column] / total + eps);
    }
    all.push((x.clone(), sums.clone()));
    for step in 1..2 * iterations {
        for (line, sum) in sums.iter_mut().enumerate() {
            let place = |k: usize| {
                if step % 2 == 1 {
                    k * n + line
                } else {
                    line * n + k
                }
            };
            *sum = (0..n).map(|k| x[place(k)]).sum::<f64>() + eps;
        }
        for row in 0..n {
            for column in 0..n {
                x[row * n + column] /= sums[if step % 2 == 1 { column } else { row }];
            }
        }
        all.push((x.clone(), sums.clone()));
    }
    all
}

/// Back through steps, given as functions of step, row and column.
fn back(
    gradient: &mut [f64],
    n: usize,
    count: usize,
    matrix: impl Fn(usize, usize, usize) -> f64,
    sum: impl Fn(usize, usize) -> f64,
) {
    for step in (0..count).rev() {
        let by_columns = step % 2 == 1;
        for line in 0..n {
            let at = |k: usize| if by_columns { (k, line) } else { (line, k) };
            let dot: f64 = (0..n)
                .map(|k| {
                    let (row, column) = at(k);
                    gradient[row * n + column] * matrix(step, row, column)
                })
                .sum();
            for k in 0..n {
                let (row, column) = at(k);
                let own = gradient[row * n + column] - dot;
                gradient[row * n + column] = match step {
                    0 => own * matrix(0, row, column),
                    _ => own / sum(step, line),
                };
            }
        }
    }
}

pub fn sinkhorn(a: &Arguments) -> Vec<Vec<Number>> {
    let [tokens, n, _] = extents(&a["x"]);
    let (x, eps, iterations) = (
        real(&a["x"]),
        f64::from(number(&a["eps"]) as f32),
        int(&a["numIters"]) as usize,
    );
    let mut out = vec![0.0; x.len()];
    let mut norms = vec![0.0; 2 * iterations * tokens * n * 8];
    let mut sums = vec![0.0; 2 * iterations * tokens * 8];
    for t in 0..tokens {
        let own = t * n * n;
        for (step, (matrix, divisors)) in steps(&x[own..own + n * n], n, eps, iterations)
            .iter()
            .enumerate()
        {
            let at = step * tokens + t;
            for row in 0..n {
                norms[(at * n + row) * 8..][..n].copy_from_slice(&matrix[row * n..][..n]);
            }
            sums[at * 8..][..n].copy_from_slice(divisors);
            out[own..own + n * n].copy_from_slice(matrix);
        }
    }
    let all = [
        (&a["output"], out),
        (&a["normOut"], norms),
        (&a["sumOut"], sums),
    ];
    let given = all.iter().filter(|(output, _)| is_given(output));
    given.map(|(_, x)| numbers(x)).collect()
}

pub fn sinkhorn_backward(a: &Arguments) -> Vec<Vec<Number>> {
    let [tokens, n, _] = extents(&a["gradOutput"]);
    let [mut gradient, norms, sums] = [&a["gradOutput"], &a["normOut"], &a["sumOut"]].map(real);
    let count = sums.len() / (tokens * 8);
    for t in 0..tokens {
        let matrix = |step: usize, row: usize, column: usize| {
            norms[((step * tokens + t) * n + row) * 8 + column]
        };
        let sum = |step: usize, line: usize| sums[(step * tokens + t) * 8 + line];
        back(&mut gradient[t * n * n..][..n * n], n, count, matrix, sum);
    }
    vec![numbers(&gradient)]
}

/// Results of a token: reciprocal root, products, shares of streams, shares of the result, matrix.
struct Gates {
    inverse: f64,
    mixed: Vec<f64>,
    pre: Vec<f64>,
    post: Vec<f64>,
    res: Vec<f64>,
}

fn gates(
    x: &[f64],
    phi: &[f64],
    [alpha, bias]: [&[f64]; 2],
    gamma: Option<&[f64]>,
    n: usize,
    [norm_eps, eps]: [f64; 2],
) -> Gates {
    let mean = x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
    let inverse = 1.0 / (mean + norm_eps).sqrt();
    let factor = |at: usize| gamma.map_or(1.0, |gamma| gamma[at]);
    let product = |row: &[f64]| {
        row.iter()
            .enumerate()
            .map(|(at, phi)| x[at] * factor(at) * phi)
            .sum()
    };
    let mixed: Vec<f64> = phi.chunks(x.len()).map(product).collect();
    let w = |at: usize, kind: usize| mixed[at] * inverse * alpha[kind] + bias[at];
    let more = if alpha.len() == 2 { eps } else { 0.0 };
    Gates {
        inverse,
        pre: (0..n).map(|at| sigmoid(w(at, 0)) + eps).collect(),
        post: (n..2 * n)
            .map(|at| 2.0 * sigmoid(w(at, 1)) + more)
            .collect(),
        res: match alpha.len() {
            3 => (2 * n..2 * n + n * n).map(|at| w(at, 2)).collect(),
            _ => vec![0.0; n * n],
        },
        mixed,
    }
}

fn input(x: &[f64], pre: &[f64], d: usize) -> Vec<f64> {
    let sum = |e: usize| {
        pre.iter()
            .enumerate()
            .map(|(i, share)| share * x[i * d + e])
            .sum()
    };
    (0..d).map(sum).collect()
}

fn of_pre(a: &Arguments, first: usize) -> Vec<Vec<Number>> {
    let [tokens, n, d] = extents(&a["x"]);
    let [x, phi, alpha, bias] = [&a["x"], &a["phi"], &a["alpha"], &a["bias"]].map(real);
    let gamma = is_given(&a["gammaOptional"]).then(|| real(&a["gammaOptional"]));
    let mut all: [Vec<f64>; 6] = Default::default();
    for t in 0..tokens {
        let own = &x[t * n * d..][..n * d];
        let eps = [number(&a["normEps"]), number(&a["hcEps"])];
        let of = gates(own, &phi, [&alpha, &bias], gamma.as_deref(), n, eps);
        all[0].extend(input(own, &of.pre, d));
        all[1].extend(of.post);
        all[2].extend(of.res);
        all[3].push(of.inverse);
        all[4].extend(of.mixed);
        all[5].extend(of.pre);
    }
    let given = a[first..]
        .iter()
        .zip(&all)
        .filter(|(output, _)| is_given(output));
    given.map(|(_, x)| numbers(x)).collect()
}

pub fn pre(a: &Arguments) -> Vec<Vec<Number>> {
    of_pre(a, 7)
}

pub fn pre_v2(a: &Arguments) -> Vec<Vec<Number>> {
    of_pre(a, 8)
}

pub fn pre_sinkhorn(a: &Arguments) -> Vec<Vec<Number>> {
    let [tokens, n, d] = extents(&a["x"]);
    let [x, phi, alpha, bias] = [&a["x"], &a["phi"], &a["alpha"], &a["bias"]].map(real);
    let iterations = int(&a["numIters"]) as usize;
    let mut all: [Vec<f64>; 6] = Default::default();
    let mut sums = vec![0.0; 2 * iterations * tokens * n];
    let mut norms = vec![0.0; 2 * iterations * tokens * n * n];
    for t in 0..tokens {
        let own = &x[t * n * d..][..n * d];
        let of = gates(
            own,
            &phi,
            [&alpha, &bias],
            None,
            n,
            [number(&a["normEps"]), number(&a["hcEps"])],
        );
        let each = steps(&of.res, n, number(&a["hcEps"]), iterations);
        for (step, (matrix, divisors)) in each.iter().enumerate() {
            sums[(step * tokens + t) * n..][..n].copy_from_slice(divisors);
            norms[(step * tokens + t) * n * n..][..n * n].copy_from_slice(matrix);
        }
        all[0].extend(input(own, &of.pre, d));
        all[1].extend(of.post);
        all[2].extend(&each.last().unwrap().0);
        all[3].extend(of.pre);
        all[4].extend(of.mixed);
        all[5].push(of.inverse);
    }
    let given = a[9..].iter().zip(all.iter().chain([&sums, &norms]));
    given
        .filter(|(output, _)| is_given(output))
        .map(|(_, x)| numbers(x))
        .collect()
}

/// Operands of gradients of projections.
struct Projected {
    x: Vec<f64>,
    phi: Vec<f64>,
    alpha: Vec<f64>,
    gamma: Option<Vec<f64>>,
    by_in: Vec<f64>,
    by_post: Vec<f64>,
    by_res: Vec<f64>,
    inverse: Vec<f64>,
    mixed: Vec<f64>,
    pre: Vec<f64>,
    post: Vec<f64>,
    more: Option<Vec<f64>>,
    eps: f64,
}

impl Projected {
    /// By x, weights, factors, bias and gamma.
    fn gradients(&self, [tokens, n, d]: [usize; 3]) -> [Vec<f64>; 5] {
        let (results, width) = (n * n + 2 * n, n * d);
        let mut by_x = vec![0.0; self.x.len()];
        let (mut by_phi, mut by_gamma) = (vec![0.0; results * width], vec![0.0; width]);
        let (mut by_alpha, mut by_bias) = (vec![0.0; 3], vec![0.0; results]);
        let gamma = |at: usize| self.gamma.as_ref().map_or(1.0, |gamma| gamma[at]);
        for t in 0..tokens {
            let x = &self.x[t * width..][..width];
            let (g, inverse) = (&self.by_in[t * d..][..d], self.inverse[t]);
            let mut before = vec![0.0; results];
            for i in 0..n {
                let by_share: f64 = (0..d).map(|e| g[e] * x[i * d + e]).sum();
                let s = self.pre[t * n + i] - self.eps;
                before[i] = by_share * s * (1.0 - s);
                let post = self.post[t * n + i];
                before[n + i] = self.by_post[t * n + i] * post * (1.0 - post / 2.0);
            }
            before[2 * n..].copy_from_slice(&self.by_res[t * n * n..][..n * n]);
            let mut by_inverse = 0.0;
            let mut by_mixed = vec![0.0; results];
            for m in 0..results {
                let kind = if m < n {
                    0
                } else if m < 2 * n {
                    1
                } else {
                    2
                };
                let mixed = self.mixed[t * results + m];
                by_bias[m] += before[m];
                by_alpha[kind] += before[m] * mixed * inverse;
                by_mixed[m] = before[m] * self.alpha[kind] * inverse;
                by_inverse += before[m] * self.alpha[kind] * mixed;
            }
            for at in 0..width {
                let by_scaled: f64 = (0..results)
                    .map(|m| by_mixed[m] * self.phi[m * width + at])
                    .sum();
                by_gamma[at] += x[at] * by_scaled;
                for m in 0..results {
                    by_phi[m * width + at] += by_mixed[m] * x[at] * gamma(at);
                }
                by_x[t * width + at] = g[at % d] * self.pre[t * n + at / d] + by_scaled * gamma(at)
                    - by_inverse * inverse.powi(3) / width as f64 * x[at]
                    + self.more.as_ref().map_or(0.0, |more| more[t * width + at]);
            }
        }
        [by_x, by_phi, by_alpha, by_bias, by_gamma]
    }
}

pub fn pre_backward(a: &Arguments) -> Vec<Vec<Number>> {
    let optional = |at: &str| is_given(&a[at]).then(|| real(&a[at]));
    let of = Projected {
        x: real(&a["x"]),
        phi: real(&a["phi"]),
        alpha: real(&a["alpha"]),
        gamma: optional("gamma"),
        by_in: real(&a["gradHIn"]),
        by_post: real(&a["gradHPost"]),
        by_res: real(&a["gradHRes"]),
        inverse: real(&a["invRms"]),
        mixed: real(&a["hMix"]),
        pre: real(&a["hPre"]),
        post: real(&a["hPost"]),
        more: optional("gradXPostOptional"),
        eps: f64::from(number(&a["hcEps"]) as f32),
    };
    let all = of.gradients(extents(&a["x"]));
    let given = a[13..]
        .iter()
        .zip(&all)
        .filter(|(output, _)| is_given(output));
    given.map(|(_, x)| numbers(x)).collect()
}

pub fn pre_sinkhorn_backward(a: &Arguments) -> Vec<Vec<Number>> {
    let extents @ [tokens, n, _] = extents(&a["x"]);
    let (sums, norms, mut by_res) = (
        real(&a["sumOut"]),
        real(&a["normOut"]),
        real(&a["gradHRes"]),
    );
    let [alpha, bias, mixed, inverse] =
        [&a["alpha"], &a["bias"], &a["hcBeforeNorm"], &a["invRms"]].map(real);
    let results = n * n + 2 * n;
    let mut post = Vec::new();
    for t in 0..tokens {
        let matrix = |step: usize, row: usize, column: usize| {
            norms[((step * tokens + t) * n + row) * n + column]
        };
        let sum = |step: usize, line: usize| sums[(step * tokens + t) * n + line];
        back(&mut by_res[t * n * n..][..n * n], n, 40, matrix, sum);
        post.extend(
            (n..2 * n)
                .map(|m| 2.0 * sigmoid(mixed[t * results + m] * inverse[t] * alpha[1] + bias[m])),
        );
    }
    let of = Projected {
        x: real(&a["x"]),
        phi: real(&a["phi"]),
        alpha,
        gamma: None,
        by_in: real(&a["gradHin"]),
        by_post: real(&a["gradHPost"]),
        by_res,
        inverse,
        mixed,
        pre: real(&a["hPre"]),
        post,
        more: None,
        eps: number(&a["hcEps"]),
    };
    let all = of.gradients(extents);
    all[..4].iter().map(|x| numbers(x)).collect()
}
