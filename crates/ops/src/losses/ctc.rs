//! Connectionist temporal classification: the likelihood of a sequence of classes in longer sequences of probabilities, where classes may be repeated and blanks stand between them.
//!
//! Blanks are put around the classes of a target; what is summed over all alignments is a recursion over steps, in the logarithms of probabilities. The gradient
//! runs the same recursion from the end.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::{FloatBlockMut, Floats};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{
    Read, ReadFloats, ReadIndices, Temporary, WriteFloats, kernel, operands,
};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::math::{exp, logaddexp};
use hostnpu_tensor::cuts;

/// The shapes of a call, and the lengths of its sequences.
#[derive(Clone, Debug)]
pub struct Sequences {
    /// Steps of the probabilities.
    pub steps: usize,
    /// Classes, the blank among them.
    pub classes: usize,
    /// Class of the blank.
    pub blank: usize,
    /// Extent of the last dimension of the sums over alignments.
    pub width: usize,
    /// Steps of each sample that count.
    pub inputs: Vec<usize>,
    /// Classes of each sample's target.
    pub targets: Vec<usize>,
    /// Elements from a target to the next; `None` where they follow each other.
    pub pitch: Option<usize>,
}

impl Sequences {
    fn samples(&self) -> usize {
        self.inputs.len()
    }

    /// Elements of all targets.
    fn all_targets(&self) -> usize {
        match self.pitch {
            Some(pitch) => pitch * self.samples(),
            None => self.targets.iter().sum(),
        }
    }

    /// Classes of the longest target, with blanks around them.
    fn most_labels(&self) -> usize {
        2 * self.targets.iter().copied().max().unwrap_or(0) + 1
    }

    /// Samples that share memory, one after the other, do so with as many others.
    fn lanes(&self) -> usize {
        self.samples().min(grain::LONG_ROWS)
    }

    fn labels_memory(&self) -> Temporary<u64> {
        Temporary::of(self.lanes().saturating_mul(self.most_labels()))
    }

    fn sums_memory(&self) -> Temporary<f64> {
        Temporary::of(self.lanes().saturating_mul(4 * self.most_labels()))
    }

    fn work(&self, classes: usize) -> usize {
        let steps = self.samples().saturating_mul(self.steps);
        steps.saturating_mul(classes).saturating_mul(256)
    }

    /// Refuses operands of other numbers of elements: of the probabilities, the targets, the losses, and the sums.
    fn check(&self, log_probs: &Arg, targets: &Arg, losses: &Arg, log_alpha: &Arg) -> Result<()> {
        let steps = self.steps * self.samples();
        log_probs.require_numel(steps * self.classes)?;
        targets.require_numel(self.all_targets())?;
        losses.require_numel(self.samples())?;
        log_alpha.require_numel(steps * self.width)
    }

    /// The classes of a sample's target.
    fn target<'a>(&self, sample: usize, targets: IndexSlice<'a, i64>) -> IndexSlice<'a, i64> {
        let first = match self.pitch {
            Some(pitch) => pitch * sample,
            None => self.targets[..sample].iter().sum(),
        };
        targets.part(first..first + self.targets[sample])
    }

    /// Refuses targets that are no classes.
    fn check_targets(&self, targets: IndexSlice<'_, i64>) -> Result<()> {
        let outside = |sample| self.target(sample, targets).outside(self.classes);
        match (0..self.samples()).find_map(outside) {
            None => Ok(()),
            Some((_, class)) => {
                let allowed = format!("classes from 0 to {}", self.classes - 1);
                Err(Error::value("targets", class, allowed))
            }
        }
    }

    /// Writes the classes of a sample's target between blanks; returns them. A class that has changed since targets were checked is left out.
    fn labels<'a>(
        &self,
        sample: usize,
        targets: IndexSlice<'_, i64>,
        labels: &'a mut [u64],
    ) -> &'a mut [u64] {
        let target = self.target(sample, targets);
        let labels = &mut labels[..2 * target.len() + 1];
        labels.fill(self.blank as u64);
        for (number, label) in labels.iter_mut().skip(1).step_by(2).enumerate() {
            let class = target.position(number, self.classes);
            *label = class.unwrap_or(self.blank) as u64;
        }
        labels
    }

    /// The number of the element of a step, a sample and a class.
    fn element(&self, step: usize, sample: usize, class: usize) -> usize {
        (step * self.samples() + sample) * self.classes + class
    }
}

/// The recursion over the steps of a sample: sums over all alignments up to a step that end at each label.
struct Recursion<'a> {
    labels: &'a [u64],
    /// The label before each one.
    near: &'a mut [f64],
    /// The label before that, where it is another one.
    far: &'a mut [f64],
    sums: &'a mut [f64],
    next: &'a mut [f64],
}

impl<'a> Recursion<'a> {
    /// `memory` are four numbers for each label.
    fn new(labels: &'a [u64], memory: &'a mut [f64]) -> Self {
        let count = labels.len();
        let memory = &mut memory[..4 * count];
        memory.fill(f64::NEG_INFINITY);
        let (from, rest) = memory.split_at_mut(2 * count);
        let ((near, far), (sums, next)) = (from.split_at_mut(count), rest.split_at_mut(count));
        Self {
            labels,
            near,
            far,
            sums,
            next,
        }
    }

    /// Takes the first step: an alignment begins with the first or second label.
    fn start(&mut self, logarithm: impl Fn(usize) -> f64) {
        for (sum, &label) in self.sums.iter_mut().zip(self.labels).take(2) {
            *sum = logarithm(label as usize);
        }
    }

    /// Takes another step.
    fn step(&mut self, logarithm: impl Fn(usize) -> f64) {
        for s in 1..self.sums.len() {
            self.near[s] = self.sums[s - 1];
            if s > 1 && self.labels[s] != self.labels[s - 2] {
                self.far[s] = self.sums[s - 2];
            }
        }
        logaddexp::f64(self.sums, self.near, self.next);
        logaddexp::f64(self.next, self.far, self.sums);
        for (sum, &label) in self.sums.iter_mut().zip(self.labels) {
            *sum += logarithm(label as usize);
        }
    }

    /// The sum over all alignments.
    fn total(&self) -> f64 {
        let (last, before) = match *self.sums {
            [.., before, last] => (last, before),
            [only] => (only, f64::NEG_INFINITY),
            [] => (f64::NEG_INFINITY, f64::NEG_INFINITY),
        };
        let mut total = [0.0];
        logaddexp::f64(&[last], &[before], &mut total);
        total[0]
    }
}

operands! {
    struct Forward => ForwardAt {
        log_probs: ReadFloats,
        targets: ReadIndices<i64>,
        neg_log_likelihood: WriteFloats,
        log_alpha: WriteFloats,
        labels: Temporary<u64>,
        sums: Temporary<f64>,
    }
}

/// Plans the negative logarithm of the likelihood of each target, and of the sums up to each step.
pub fn ctc(
    of: Sequences,
    log_probs: Arg,
    targets: Arg,
    neg_log_likelihood: Arg,
    log_alpha: Arg,
) -> Result<Call> {
    let dtype = log_probs.view.dtype;
    of.check(&log_probs, &targets, &neg_log_likelihood, &log_alpha)?;
    let operands = Forward {
        log_probs: log_probs.into(),
        targets: targets.into(),
        neg_log_likelihood: WriteFloats::of(neg_log_likelihood, dtype),
        log_alpha: WriteFloats::of(log_alpha, dtype),
        labels: of.labels_memory(),
        sums: of.sums_memory(),
    };
    kernel(operands, of.work(of.width), move |at: ForwardAt| {
        // Before anything is written.
        of.check_targets(at.targets)?;
        let memory = (
            cuts::chunks(at.labels, of.most_labels()),
            cuts::chunks(at.sums, 4 * of.most_labels()),
        );
        let results = (
            at.log_alpha.chunks(of.steps * of.width),
            at.neg_log_likelihood.chunks(1),
        );
        cuts::for_each_part_with(memory, results, |sample, (labels, sums), results| {
            let (mut log_alpha, mut loss) = results;
            let labels = of.labels(sample, at.targets, labels);
            let mut recursion = Recursion::new(labels, sums);
            for step in 0..of.steps {
                let logarithm = |class| at.log_probs.get(of.element(step, sample, class));
                let counts = step < of.inputs[sample];
                match step {
                    _ if !counts => {}
                    0 => recursion.start(logarithm),
                    _ => recursion.step(logarithm),
                }
                for s in 0..of.width {
                    let sum = recursion.sums.get(s).filter(|_| counts);
                    let sum = sum.copied().unwrap_or(f64::NEG_INFINITY);
                    log_alpha.set(step * of.width + s, sum);
                }
            }
            let value = match (of.inputs[sample], of.targets[sample]) {
                (0, 0) => 0.0,
                (0, _) => f64::INFINITY,
                _ => -recursion.total(),
            };
            loss.set(0, value);
        });
        Ok(())
    })
}

/// Operands of the gradient.
pub struct CtcBackward {
    /// The gradient of each loss.
    pub grad_out: Arg,
    /// Logarithms of probabilities, by step, sample and class.
    pub log_probs: Arg,
    /// Classes.
    pub targets: Arg,
    /// The losses.
    pub neg_log_likelihood: Arg,
    /// The sums up to each step.
    pub log_alpha: Arg,
    /// The gradient by the logarithms.
    pub out: Arg,
}

operands! {
    struct Backward => BackwardAt {
        grad_out: Read<f64>,
        log_probs: ReadFloats,
        targets: ReadIndices<i64>,
        neg_log_likelihood: Read<f64>,
        log_alpha: ReadFloats,
        out: WriteFloats,
        labels: Temporary<u64>,
        sums: Temporary<f64>,
        /// Of each class at a step: the sum over the alignments that pass it, and whether it is in the target.
        counts: Temporary<f64>,
        is_label: Temporary<u8>,
    }
}

/// Plans the gradient of [`ctc`] by the logarithms of probabilities. With `zero_infinity` that of an infinite loss is 0.
pub fn ctc_backward(of: Sequences, zero_infinity: bool, operands: CtcBackward) -> Result<Call> {
    let CtcBackward {
        grad_out,
        log_probs,
        targets,
        neg_log_likelihood,
        log_alpha,
        out,
    } = operands;
    let dtype = log_probs.view.dtype;
    of.check(&log_probs, &targets, &neg_log_likelihood, &log_alpha)?;
    of.check(&out, &targets, &grad_out, &log_alpha)?;
    let classes = of.lanes().saturating_mul(of.classes);
    let operands = Backward {
        grad_out: grad_out.into(),
        log_probs: log_probs.into(),
        targets: targets.into(),
        neg_log_likelihood: neg_log_likelihood.into(),
        log_alpha: log_alpha.into(),
        out: WriteFloats::of(out, dtype),
        labels: of.labels_memory(),
        sums: of.sums_memory(),
        counts: Temporary::of(classes),
        is_label: Temporary::of(classes),
    };
    let cost = of.work(of.width.saturating_add(of.classes));
    kernel(operands, cost, move |at: BackwardAt| {
        of.check_targets(at.targets)?;
        let memory = (
            cuts::chunks(at.labels, of.most_labels()),
            cuts::chunks(at.sums, 4 * of.most_labels()),
            cuts::chunks(at.counts, of.classes),
            cuts::chunks(at.is_label, of.classes),
        );
        // The classes of a sample, at all steps.
        let samples = [1, of.steps, of.samples() * of.classes];
        let results = at.out.blocks(samples, of.classes);
        cuts::for_each_part_with(memory, results, |sample, memory, mut out| {
            let (labels, sums, counts, is_label) = memory;
            let labels = of.labels(sample, at.targets, labels);
            labels.reverse();
            let mut recursion = Recursion::new(labels, sums);
            let loss = at.neg_log_likelihood[sample];
            let is_zero = zero_infinity && loss == f64::INFINITY;
            let mut gradient = Gradient {
                of: &of,
                sample,
                grad: at.grad_out[sample],
                loss,
                log_probs: at.log_probs,
                log_alpha: at.log_alpha,
                counts,
                is_label,
            };
            for step in (0..of.steps).rev() {
                let logarithm = |class| at.log_probs.get(of.element(step, sample, class));
                let counts = step < of.inputs[sample] && !is_zero;
                match step + 1 == of.inputs[sample] {
                    _ if !counts => {}
                    true => recursion.start(logarithm),
                    false => recursion.step(logarithm),
                }
                gradient.write(step, counts.then_some(&recursion), &mut out);
            }
        });
        Ok(())
    })
}

/// The gradient of a sample.
struct Gradient<'a> {
    of: &'a Sequences,
    sample: usize,
    grad: f64,
    loss: f64,
    log_probs: Floats<'a>,
    log_alpha: Floats<'a>,
    counts: &'a mut [f64],
    is_label: &'a mut [u8],
}

impl Gradient<'_> {
    /// Writes the gradient of a step; `later` are the sums from the end to this step, in the order of the reversed labels.
    fn write(&mut self, step: usize, later: Option<&Recursion>, out: &mut FloatBlockMut) {
        let (of, sample) = (self.of, self.sample);
        if let Some(later) = later {
            self.counts.fill(f64::NEG_INFINITY);
            self.is_label.fill(0);
            let earlier = (sample * of.steps + step) * of.width;
            let labels = later.labels.iter().zip(&*later.sums).rev();
            for (s, (&class, later)) in labels.enumerate() {
                let class = class as usize;
                let sum = later + self.log_alpha.get(earlier + s);
                let count = [self.counts[class]];
                logaddexp::f64(&count, &[sum], &mut self.counts[class..=class]);
                self.is_label[class] = 1;
            }
        }
        for class in 0..of.classes {
            let mut value = 0.0;
            if later.is_some() {
                let logarithm = self.log_probs.get(of.element(step, sample, class));
                let mut powers = [0.0; 2];
                let exponent = self.counts[class] + self.loss - logarithm;
                exp::f64(&[logarithm, exponent], &mut powers);
                let passing = match self.is_label[class] {
                    0 => 0.0,
                    _ => powers[1],
                };
                value = (powers[0] - passing) * self.grad;
            }
            out.set(0, step, sample * of.classes + class, value);
        }
    }
}
