//! Rows of logits from which a class is drawn: what the largest classes, and the least set of classes of some probability, leave of a row, and which class is drawn.

use super::engine::dense::{self, Kernel, Operand, index_slice, slice, slice_mut};
use super::engine::sort;
use super::losses::nll::read;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_tensor::Dtype;
use hostnpu_tensor::scratch::Scratch;

/// Exponentials of a row less its largest element, divided by their sum.
fn softmax(x: &mut [f64]) {
    let largest = x
        .iter()
        .fold(f64::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    let mut sum = 0.0;
    for x in x.iter_mut() {
        *x = (*x - largest).exp();
        sum += *x;
    }
    x.iter_mut().for_each(|x| *x /= sum);
}

/// Plans a copy of rows in which minus infinity replaces what is below the k-th largest element, and then what the least set of the largest elements of probability p does not need. `limits` are p
/// and k of each row, if they are given.
pub fn top_k_top_p(logits: Arg, limits: [Option<Arg>; 2], output: Arg) -> Result<Call> {
    let shape = logits.view.layout.shape();
    let (rows, length) = (shape[0] as usize, shape[1] as usize);
    let dtype = logits.view.dtype;
    let given = limits.each_ref().map(Option::is_some);
    let mut operands = vec![Operand::read(logits, dtype), Operand::write(output, dtype)];
    let types = [Dtype::F32, Dtype::I32];
    for (limit, dtype) in limits.into_iter().zip(types) {
        operands.extend(limit.map(|limit| Operand::read(limit, dtype)));
    }
    let kernel = Applied {
        rows,
        length,
        dtype,
        given,
    };
    dense::plan(kernel, operands)
}

struct Applied {
    rows: usize,
    length: usize,
    dtype: Dtype,
    /// Whether p and k are given.
    given: [bool; 2],
}

impl Applied {
    /// How many of the rising elements are dropped.
    fn dropped(&self, rising: &[f64], p: Option<f64>, k: Option<i64>) -> usize {
        let length = rising.len();
        let k = k.and_then(|k| usize::try_from(k).ok());
        let mut first = 0;
        if let Some(k) = k.filter(|k| (1..length).contains(k)) {
            let least = rising[length - k];
            first = rising.iter().take_while(|&&x| x < least).count();
        }
        if let Some(p) = p {
            let mut parts = rising[first..].to_vec();
            softmax(&mut parts);
            let mut sum = 0.0;
            let below = parts[..parts.len() - 1].iter().take_while(|&&part| {
                sum += part;
                sum <= 1.0 - p
            });
            first += below.count();
        }
        first
    }
}

impl Kernel for Applied {
    fn cost(&self) -> usize {
        self.rows.saturating_mul(self.length).saturating_mul(64)
    }

    fn scratch(&self) -> usize {
        sort::rows_scratch(self.rows, self.length, sort::sort_scratch(self.length))
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (length, dtype) = (self.length, self.dtype);
        let size = dtype.bits() / 8;
        let lowest: &[u8] = match dtype {
            Dtype::F16 => &half::f16::NEG_INFINITY.to_bits().to_ne_bytes(),
            Dtype::Bf16 => &half::bf16::NEG_INFINITY.to_bits().to_ne_bytes(),
            _ => &f32::NEG_INFINITY.to_bits().to_ne_bytes(),
        };
        let row = |row: usize, memory: usize| {
            let from = places[0] + row * length * size;
            let to = places[1] + row * length * size;
            // SAFETY: the operands as they were planned, and scratch memory of that size; rows are different elements.
            unsafe {
                let p = self.given[0].then(|| read(Dtype::F32, places[2], row));
                let k = self.given[1].then(|| {
                    let place = places[2 + usize::from(self.given[0])];
                    index_slice::<i32>(place, self.rows).get(row)
                });
                let sorted = sort::sort(dtype, from, length, false, true, memory);
                let rising: Vec<f64> = (0..length)
                    .map(|i| read(dtype, from, sorted.position(i)))
                    .collect();
                slice_mut::<u8>(to, length * size).copy_from_slice(slice(from, length * size));
                for i in 0..self.dropped(&rising, p, k) {
                    let place = to + sorted.position(i) * size;
                    slice_mut::<u8>(place, size).copy_from_slice(lowest);
                }
            }
        };
        let each = sort::sort_scratch(length);
        sort::for_each_row(scratch, (self.rows, length), each, row)
    }
}

/// Attributes of a draw.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// Whether this is the second version of the operator.
    pub is_second: bool,
    /// What is added to the numbers that weights are divided by.
    pub eps: f64,
    /// The most of the largest classes that are asked for.
    pub most: usize,
    /// Whether rows are logits, and not probabilities.
    pub is_logits: bool,
}

/// Inputs of a draw: rows, and for each row how many of the largest classes count, and of which probability; numbers that weights are divided by, and the least part of the largest weight.
pub struct Drawn {
    /// Rows.
    pub logits: Arg,
    /// How many.
    pub top_k: Arg,
    /// Of which probability.
    pub top_p: Arg,
    /// Divisors.
    pub q: Option<Arg>,
    /// The least part.
    pub min_p: Option<Arg>,
}

/// Outputs of a draw that are wanted: the class that is drawn, the rows with minus infinity or 0 in place of what does not count, and the classes and weights that count.
#[derive(Default)]
pub struct Wanted {
    /// The class.
    pub class: Option<Arg>,
    /// The rows.
    pub rows: Option<Arg>,
    /// The classes.
    pub classes: Option<Arg>,
    /// Their weights.
    pub weights: Option<Arg>,
}

/// Plans a draw from each row.
pub fn draw(how: Draw, of: Drawn, wanted: Wanted) -> Result<Call> {
    let shape = of.logits.view.layout.shape();
    let (rows, length) = (shape[0] as usize, shape[1] as usize);
    let dtype = of.logits.view.dtype;
    let mut operands = vec![
        Operand::read(of.logits, dtype),
        Operand::read(of.top_k, Dtype::I32),
        Operand::read(of.top_p, Dtype::F32),
    ];
    let mut optional = [None; 6];
    let inputs = [of.q, of.min_p].map(|arg| arg.map(|arg| Operand::read(arg, Dtype::F32)));
    let types = [Dtype::I64, Dtype::F32, Dtype::I64, Dtype::F32];
    let outputs = [wanted.class, wanted.rows, wanted.classes, wanted.weights];
    let outputs = outputs.into_iter().zip(types);
    let outputs = outputs.map(|(arg, dtype)| arg.map(|arg| Operand::write(arg, dtype)));
    for (number, operand) in inputs.into_iter().chain(outputs).enumerate() {
        if let Some(operand) = operand {
            optional[number] = Some(operands.len());
            operands.push(operand);
        }
    }
    let kernel = Sampler {
        how,
        rows,
        length,
        dtype,
        optional,
    };
    dense::plan(kernel, operands)
}

struct Sampler {
    how: Draw,
    rows: usize,
    length: usize,
    dtype: Dtype,
    /// The operands that are given of divisors, least part, class, rows, classes and weights.
    optional: [Option<usize>; 6],
}

impl Sampler {
    /// Returns the classes of a row that count, and their weights. `falling` are its classes, the largest first.
    fn kept(
        &self,
        x: &[f64],
        falling: &dyn Fn(usize) -> usize,
        (k, p, least): (i64, f64, f64),
    ) -> (Vec<usize>, Vec<f64>) {
        let Draw {
            is_second,
            is_logits,
            most,
            ..
        } = self.how;
        let k = usize::try_from(k).ok();
        let k = k.filter(|k| (1..=most.min(x.len())).contains(k));
        let uses_p = p < 1.0 && (is_second || p > 0.0);
        let is_sorted = k.is_some() || uses_p || least >= 1.0;
        let count = k.unwrap_or(x.len());
        let mut classes: Vec<usize> = match is_sorted {
            true => (0..count).map(falling).collect(),
            false => (0..count).collect(),
        };
        let mut weights: Vec<f64> = classes.iter().map(|&class| x[class]).collect();
        if is_logits {
            softmax(&mut weights);
        }
        if uses_p {
            let mut sum = 0.0;
            let needed = weights.iter().take_while(|&&weight| {
                let is_needed = if is_second { sum < p } else { sum <= p };
                sum += weight;
                is_needed
            });
            let needed = needed.count().max(1);
            classes.truncate(needed);
            weights.truncate(needed);
            if !is_second && k.is_some() {
                weights = classes.iter().map(|&class| x[class]).collect();
            }
            if !is_second {
                softmax(&mut weights);
            } else if p <= 0.0 && is_logits {
                weights[0] = 1.0;
            }
        }
        if least >= 1.0 {
            classes.truncate(1);
            weights.truncate(1);
        } else if least > 0.0 {
            let largest = weights.iter().fold(0.0, |a: f64, &b| a.max(b));
            let mut counts: Vec<bool> = weights.iter().map(|&w| w >= least * largest).collect();
            // Of NaN the first one.
            counts[0] |= !counts.contains(&true);
            let mut counts_class = counts.iter();
            classes.retain(|_| counts_class.next() == Some(&true));
            let mut counts_weight = counts.iter();
            weights.retain(|_| counts_weight.next() == Some(&true));
        }
        (classes, weights)
    }

    /// # Safety
    /// As for [`Kernel::run`]; `memory` is for sorting a row.
    unsafe fn row(&self, row: usize, places: &[usize], memory: usize) {
        let (length, how) = (self.length, self.how);
        let from = places[0] + row * length * (self.dtype.bits() / 8);
        let given = |number: usize| self.optional[number].map(|at| places[at]);
        // SAFETY: the operands as they were planned; rows are different elements.
        unsafe {
            let x: Vec<f64> = (0..length).map(|at| read(self.dtype, from, at)).collect();
            let sorted = sort::sort(self.dtype, from, length, true, true, memory);
            let least = given(1).map_or(0.0, |place| read(Dtype::F32, place, row));
            let limits = (
                index_slice::<i32>(places[1], self.rows).get(row),
                read(Dtype::F32, places[2], row),
                least,
            );
            let (classes, weights) = self.kept(&x, &|i| sorted.position(i), limits);
            if let Some(place) = given(2) {
                let divisor = |at: usize| match given(0) {
                    Some(q) => read(Dtype::F32, q, row * length + at).abs() + how.eps,
                    None => 1.0,
                };
                let (mut best, mut class) = (f64::NEG_INFINITY, classes[0]);
                for (at, weight) in weights.iter().enumerate() {
                    let value = weight / divisor(at);
                    if value > best {
                        (best, class) = (value, classes[at]);
                    }
                }
                slice_mut::<i64>(place + 8 * row, 1)[0] = class as i64;
            }
            if let Some(place) = given(3) {
                let out = slice_mut::<f32>(place + 4 * row * length, length);
                out.fill(if how.is_logits {
                    f32::NEG_INFINITY
                } else {
                    0.0
                });
                classes
                    .iter()
                    .for_each(|&class| out[class] = x[class] as f32);
            }
            if let Some(place) = given(4) {
                let out = slice_mut::<i64>(place + 8 * row * length, length);
                out.fill(0);
                let pairs = out.iter_mut().zip(&classes);
                pairs.for_each(|(out, &class)| *out = class as i64);
            }
            if let Some(place) = given(5) {
                let out = slice_mut::<f32>(place + 4 * row * length, length);
                out.fill(0.0);
                let pairs = out.iter_mut().zip(&weights);
                pairs.for_each(|(out, &weight)| *out = weight as f32);
            }
        }
    }
}

impl Kernel for Sampler {
    fn cost(&self) -> usize {
        self.rows.saturating_mul(self.length).saturating_mul(64)
    }

    fn scratch(&self) -> usize {
        sort::rows_scratch(self.rows, self.length, sort::sort_scratch(self.length))
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let each = sort::sort_scratch(self.length);
        // SAFETY: the caller's promise, and scratch memory of that size.
        let row = |row: usize, memory: usize| unsafe { self.row(row, places, memory) };
        sort::for_each_row(scratch, (self.rows, self.length), each, row)
    }
}
