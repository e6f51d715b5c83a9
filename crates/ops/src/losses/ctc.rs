//! Connectionist temporal classification: the likelihood of a sequence of classes in longer sequences of probabilities, where classes may be repeated and blanks stand between them.
//!
//! Blanks are put around the classes of a target; what is summed over all alignments is a recursion over steps, in the logarithms of probabilities. The gradient
//! runs the same recursion from the end.

use std::sync::Mutex;

use super::nll::{read, write};
use crate::engine::dense::{self, Kernel, Operand, index_slice};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_base::sync::lock;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::math::{exp, logaddexp};
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, parallel};

/// The shapes of a call, and the lengths of its sequences.
#[derive(Clone, Debug)]
pub struct Sequences {
    /// Steps of the probabilities.
    pub steps: usize,
    /// Classes, the blank among them.
    pub classes: usize,
    /// Which class is the blank.
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

    /// The classes of a sample's target between blanks; refuses what is none.
    fn labels(&self, sample: usize, targets: IndexSlice<'_, i64>) -> Result<Vec<usize>> {
        let first = match self.pitch {
            Some(pitch) => pitch * sample,
            None => self.targets[..sample].iter().sum(),
        };
        let mut labels = vec![self.blank];
        for class in targets.part(first..first + self.targets[sample]).iter() {
            let known = usize::try_from(class)
                .ok()
                .filter(|&class| class < self.classes);
            let Some(class) = known else {
                let allowed = format!("classes from 0 to {}", self.classes - 1);
                return Err(Error::value("targets", class, allowed));
            };
            labels.extend([class, self.blank]);
        }
        Ok(labels)
    }

    /// The number of the element of a step, a sample and a class.
    fn element(&self, step: usize, sample: usize, class: usize) -> usize {
        (step * self.samples() + sample) * self.classes + class
    }

    /// Calls `work` for each sample; fails with the first failure.
    fn for_each(&self, work: impl Fn(usize) -> Result<()> + Sync) -> Result<()> {
        let failure = Mutex::new(None);
        parallel::for_each_piece(self.samples(), |sample| {
            if let Err(error) = work(sample) {
                let first = &mut *lock(&failure);
                if first.as_ref().is_none_or(|&(at, _)| sample < at) {
                    *first = Some((sample, error));
                }
            }
        });
        let failure = lock(&failure).take();
        match failure {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }
}

/// The recursion over the steps of a sample: sums over all alignments up to a step that end at each label.
struct Recursion {
    labels: Vec<usize>,
    /// What a label is reached from beside itself: the label before it, and where both differ the one before that.
    from: [Vec<f64>; 2],
    sums: Vec<f64>,
    next: Vec<f64>,
}

impl Recursion {
    fn new(labels: Vec<usize>) -> Self {
        let none = vec![f64::NEG_INFINITY; labels.len()];
        Self {
            labels,
            from: [none.clone(), none.clone()],
            sums: none.clone(),
            next: none,
        }
    }

    /// Takes the first step: an alignment begins with the first or second label.
    fn start(&mut self, logarithm: impl Fn(usize) -> f64) {
        for (sum, &label) in self.sums.iter_mut().zip(&self.labels).take(2) {
            *sum = logarithm(label);
        }
    }

    /// Takes another step.
    fn step(&mut self, logarithm: impl Fn(usize) -> f64) {
        let [near, far] = &mut self.from;
        for s in 1..self.sums.len() {
            near[s] = self.sums[s - 1];
            if s > 1 && self.labels[s] != self.labels[s - 2] {
                far[s] = self.sums[s - 2];
            }
        }
        logaddexp::f64(&self.sums, near, &mut self.next);
        logaddexp::f64(&self.next, far, &mut self.sums);
        for (sum, &label) in self.sums.iter_mut().zip(&self.labels) {
            *sum += logarithm(label);
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

/// Plans the negative logarithm of the likelihood of each target, and of the sums up to each step.
pub fn ctc(of: Sequences, logarithms: Arg, targets: Arg, loss: Arg, sums: Arg) -> Result<Call> {
    let dtype = logarithms.view.dtype;
    let operands = [
        Operand::read(logarithms, dtype),
        Operand::read(targets, Dtype::I64),
        Operand::write(loss, dtype),
        Operand::write(sums, dtype),
    ];
    dense::plan(Forward { of, dtype }, operands)
}

struct Forward {
    of: Sequences,
    dtype: Dtype,
}

impl Kernel for Forward {
    fn cost(&self) -> usize {
        let steps = self.of.samples().saturating_mul(self.of.steps);
        steps.saturating_mul(self.of.width).saturating_mul(256)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let (of, dtype) = (&self.of, self.dtype);
        // SAFETY: the operands as they were planned.
        let targets = unsafe { index_slice::<i64>(places[1], of.all_targets()) };
        // Before anything is written.
        (0..of.samples()).try_for_each(|sample| of.labels(sample, targets).map(drop))?;
        of.for_each(|sample| {
            let mut recursion = Recursion::new(of.labels(sample, targets)?);
            for step in 0..of.steps {
                // SAFETY: an element of the logarithms.
                let logarithm =
                    |class| unsafe { read(dtype, places[0], of.element(step, sample, class)) };
                let counts = step < of.inputs[sample];
                match step {
                    _ if !counts => {}
                    0 => recursion.start(logarithm),
                    _ => recursion.step(logarithm),
                }
                let first = (sample * of.steps + step) * of.width;
                for s in 0..of.width {
                    let known = recursion.sums.get(s).filter(|_| counts);
                    let value = known.copied().unwrap_or(f64::NEG_INFINITY);
                    // SAFETY: samples are different elements of the sums.
                    unsafe { write(dtype, places[3], first + s, value) };
                }
            }
            let loss = match (of.inputs[sample], of.targets[sample]) {
                (0, 0) => 0.0,
                (0, _) => f64::INFINITY,
                _ => -recursion.total(),
            };
            // SAFETY: each sample has its own loss.
            unsafe { write(dtype, places[2], sample, loss) };
            Ok(())
        })
    }
}

/// Plans the gradient of [`ctc`] by the logarithms of probabilities, of the gradient of each loss, and of both results.
pub fn ctc_slope(
    of: Sequences,
    zero_infinity: bool,
    grad: Arg,
    [logarithms, targets]: [Arg; 2],
    [loss, sums]: [Arg; 2],
    output: Arg,
) -> Result<Call> {
    let dtype = logarithms.view.dtype;
    let operands = [
        Operand::read(grad, Dtype::F64),
        Operand::read(logarithms, dtype),
        Operand::read(targets, Dtype::I64),
        Operand::read(loss, Dtype::F64),
        Operand::read(sums, dtype),
        Operand::write(output, dtype),
    ];
    let kernel = Backward {
        of,
        dtype,
        zero_infinity,
    };
    dense::plan(kernel, operands)
}

struct Backward {
    of: Sequences,
    dtype: Dtype,
    zero_infinity: bool,
}

impl Backward {
    /// Writes the gradient of a step of a sample; `later` are the sums from the end to this step, in the order of the reversed labels.
    ///
    /// # Safety
    /// As for [`Kernel::run`].
    unsafe fn step(
        &self,
        places: &[usize],
        (step, sample): (usize, usize),
        later: Option<&Recursion>,
        parts: &mut Parts,
    ) {
        let (of, dtype) = (&self.of, self.dtype);
        // SAFETY: the caller's promise.
        unsafe {
            let grad = read(Dtype::F64, places[0], sample);
            let loss = read(Dtype::F64, places[3], sample);
            parts.counts.fill(f64::NEG_INFINITY);
            if let Some(later) = later {
                let sums = (sample * of.steps + step) * of.width;
                let both = later.sums.iter().rev().enumerate();
                let both: Vec<f64> = both
                    .map(|(s, sum)| sum + read(dtype, places[4], sums + s))
                    .collect();
                for (&class, &sum) in later.labels.iter().rev().zip(&both) {
                    let count = [parts.counts[class]];
                    logaddexp::f64(&count, &[sum], &mut parts.counts[class..=class]);
                }
                parts.is_label.fill(false);
                later
                    .labels
                    .iter()
                    .for_each(|&class| parts.is_label[class] = true);
            }
            for class in 0..of.classes {
                let element = of.element(step, sample, class);
                let mut slope = 0.0;
                if later.is_some() {
                    let logarithm = read(dtype, places[1], element);
                    let mut powers = [0.0; 2];
                    let count = parts.counts[class];
                    exp::f64(&[logarithm, count + loss - logarithm], &mut powers);
                    let all = if parts.is_label[class] {
                        powers[1]
                    } else {
                        0.0
                    };
                    slope = (powers[0] - all) * grad;
                }
                write(dtype, places[5], element, slope);
            }
        }
    }
}

/// What is known of each class at a step.
struct Parts {
    counts: Vec<f64>,
    is_label: Vec<bool>,
}

impl Kernel for Backward {
    fn cost(&self) -> usize {
        let steps = self.of.samples().saturating_mul(self.of.steps);
        let classes = self.of.width.saturating_add(self.of.classes);
        steps.saturating_mul(classes).saturating_mul(256)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let (of, dtype) = (&self.of, self.dtype);
        // SAFETY: the operands as they were planned.
        let targets = unsafe { index_slice::<i64>(places[2], of.all_targets()) };
        (0..of.samples()).try_for_each(|sample| of.labels(sample, targets).map(drop))?;
        of.for_each(|sample| {
            let mut labels = of.labels(sample, targets)?;
            labels.reverse();
            let mut recursion = Recursion::new(labels);
            let mut parts = Parts {
                counts: vec![0.0; of.classes],
                is_label: vec![false; of.classes],
            };
            // SAFETY: each sample has its own loss.
            let loss = unsafe { read(Dtype::F64, places[3], sample) };
            let is_zero = self.zero_infinity && loss == f64::INFINITY;
            for step in (0..of.steps).rev() {
                // SAFETY: an element of the logarithms.
                let logarithm =
                    |class| unsafe { read(dtype, places[1], of.element(step, sample, class)) };
                let counts = step < of.inputs[sample] && !is_zero;
                match step + 1 == of.inputs[sample] {
                    _ if !counts => {}
                    true => recursion.start(logarithm),
                    false => recursion.step(logarithm),
                }
                let later = counts.then_some(&recursion);
                // SAFETY: samples are different elements of the output.
                unsafe { self.step(places, (step, sample), later, &mut parts) };
            }
            Ok(())
        })
    }
}
