//! Cross entropy of rows of logits: with a distribution for each row, and with a class.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::Combination;
use super::labels::{self, Ignored};
use crate::division::DIV;
use crate::reductions::{SUM, one};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise;
use hostnpu_engine::reduce::Axes;
use hostnpu_engine::rows::{Operands, Program, Row, Slot, Walk};
use hostnpu_kernels::math::expm1;
use hostnpu_kernels::rows::{self, Exponentials, Total};
use hostnpu_tensor::Dtype;

/// Returns the operands of a program over rows of a matrix, and how its elements lie.
fn rows_of(matrix: &Arg) -> (Operands, Walk) {
    let shape = matrix.view.layout.shape();
    let (count, length) = (shape[0] as usize, shape[1] as usize);
    (Operands::new(count, length), Walk::rows(length))
}

/// The columns of a matrix.
fn classes(matrix: &Arg) -> usize {
    matrix.view.layout.shape()[1] as usize
}

/// The largest element of a row.
fn largest(row: &mut Row, slot: Slot) -> f64 {
    let mut largest = f64::NEG_INFINITY;
    for block in row.blocks() {
        row.load(slot, &block);
        let x = row.tile(slot, &block);
        largest = largest.max(rows::largest(x));
    }
    largest
}

/// Plans `-sum(labels * log_softmax(features))` of each row, and `softmax(features) - labels`; labels broadcast.
pub fn soft(features: Arg, labels: Arg, loss: Arg, gradients: Arg) -> Result<Call> {
    let (mut operands, walk) = rows_of(&features);
    let shape = features.view.layout.shape().to_vec();
    let dtype = features.view.dtype;
    let program = Soft {
        features: operands.read(features, walk),
        labels: operands.read_as(labels, &shape, walk),
        loss: operands.write(loss, dtype, Walk::per_row()),
        gradients: operands.write(gradients, dtype, walk),
    };
    operands.run(program)
}

struct Soft {
    features: Slot,
    labels: Slot,
    loss: Slot,
    gradients: Slot,
}

impl Program for Soft {
    fn row(&self, row: &mut Row) {
        let largest = largest(row, self.features);
        let both = [self.features, self.labels];
        let (mut all, mut products, mut labels) =
            (Exponentials::default(), Total::default(), Total::default());
        for block in row.blocks() {
            both.iter().for_each(|&slot| row.load(slot, &block));
            let [x, y] = row.tiles(both, &block);
            products.add(rows::products_about(x, y, largest));
            labels.add(rows::sum(y));
            all = all.and(rows::exponential_sum(x, largest));
        }
        let (sum, rest) = (all.sum(), all.rest + all.lost);
        for block in row.blocks() {
            both.iter().for_each(|&slot| row.load(slot, &block));
            let [x, y] = row.tiles(both, &block);
            if sum.is_nan() {
                x.fill(f64::NAN);
            } else {
                rows::exponentials(x, largest);
                rows::cross_entropy_backward(x, y, all.ones, rest, 1.0 / sum);
            }
            row.store(self.gradients, self.features, &block);
            row.forget(self.features);
        }
        // Where labels are not below 0 no term cancels another.
        let loss = all.logarithm() * labels.sum() - products.sum();
        row.put(self.loss, if loss.is_nan() { f64::NAN } else { loss });
    }
}

/// Parameters that the losses of classes share.
#[derive(Clone, Copy, Debug)]
pub struct Hard {
    /// Combination of the losses.
    pub how: Combination,
    /// The label that does not count.
    pub ignored: Ignored,
    /// The part of each loss that is spread over all classes.
    pub smoothing: f64,
}

/// The tensors that say which class a row is of, and what it weighs.
struct Targets {
    class: Slot,
    weight: Option<Slot>,
}

impl Targets {
    /// `target` is checked.
    fn add(operands: &mut Operands, target: Arg, weight: Option<Arg>) -> Self {
        Self {
            class: operands.read(target, Walk::per_row()),
            weight: weight.map(|weight| operands.read(weight, Walk::columns())),
        }
    }

    /// The class of a row, if it counts.
    fn class(&self, row: &Row) -> Option<usize> {
        labels::class(row.one(self.class) as i64, row.length())
    }

    /// The weight of a class.
    fn weight(&self, row: &mut Row, class: usize) -> f64 {
        let Some(slot) = self.weight else { return 1.0 };
        let block = block_of(row, class);
        row.load(slot, &block);
        let weights = row.tile(slot, &block);
        weights[class - block.start]
    }
}

/// The block of an element.
fn block_of(row: &Row, element: usize) -> Range<usize> {
    let mut blocks = row.blocks();
    let block = blocks.find(|block| block.contains(&element));
    block.expect("an element of the row")
}

/// Plans the loss of each row of `logits`, or their sum, divided by that of the weights if a mean is asked for, and the logarithms of probabilities.
pub fn hard(
    how: Hard,
    logits: Arg,
    target: Arg,
    weight: Option<Arg>,
    loss: Arg,
    logarithms: Arg,
) -> Result<Call> {
    let count = logits.view.layout.shape()[0];
    let dtype = logits.view.dtype;
    let mut all = Sequence::default();
    let (logits, target) = (all.add(logits), all.add(target));
    let weight = weight.map(|weight| all.add(weight));
    let (out, logarithms) = (all.add(loss), all.add(logarithms));
    let [losses, weights] = [
        all.temporary(Dtype::F64, &[count])?,
        all.temporary(Dtype::F64, &[count])?,
    ];
    let of_each = how.how == Combination::None;
    let (mut operands, walk) = rows_of(&logits);
    let target = labels::checked(&mut all, &target, classes(&logits), how.ignored)?;
    let program = HardLoss {
        logits: operands.read(logits, walk),
        targets: Targets::add(&mut operands, target, weight),
        smoothing: how.smoothing,
        losses: match of_each {
            true => operands.write(out.clone(), dtype, Walk::per_row()),
            false => operands.write(losses.clone(), Dtype::F64, Walk::per_row()),
        },
        weights: operands.write(weights.clone(), Dtype::F64, Walk::per_row()),
        logarithms: operands.write(logarithms, dtype, walk),
    };
    all.then(operands.run(program)?)?;
    if of_each {
        return Ok(all.finish());
    }
    let loss = summed(&mut all, losses)?;
    if how.how == Combination::Mean {
        let total = summed(&mut all, weights)?;
        all.then(pointwise::binary(&DIV, Dtype::F64, &[], loss, total, out)?)?;
    } else {
        all.then(pointwise::copy(loss, out)?)?;
    }
    Ok(all.finish())
}

/// Adds the sum of a temporary tensor of doubles.
fn summed(all: &mut Sequence, terms: Arg) -> Result<Arg> {
    let sum = all.temporary(Dtype::F64, &[1])?;
    all.then(one(&SUM, Dtype::F64, terms, Axes::one(0), sum.clone())?)?;
    Ok(sum)
}

struct HardLoss {
    logits: Slot,
    targets: Targets,
    smoothing: f64,
    losses: Slot,
    weights: Slot,
    logarithms: Slot,
}

impl Program for HardLoss {
    fn row(&self, row: &mut Row) {
        let class = self.targets.class(row);
        let largest = largest(row, self.logits);
        let mut all = Exponentials::default();
        for block in row.blocks() {
            row.load(self.logits, &block);
            let x = row.tile(self.logits, &block);
            all = all.and(rows::exponential_sum(x, largest));
        }
        let (is_nan, logarithm) = (all.sum().is_nan(), all.logarithm());
        let (mut picked, mut spread) = (0.0, Total::default());
        for block in row.blocks() {
            row.load(self.logits, &block);
            let y = row.tile(self.logits, &block);
            match is_nan {
                true => y.fill(f64::NAN),
                false => rows::log_softmax(y, largest, logarithm),
            }
            if let Some(class) = class.filter(|class| block.contains(class)) {
                picked = y[class - block.start];
            }
            if self.smoothing > 0.0 {
                spread.add(match self.targets.weight {
                    Some(weight) => {
                        row.load(weight, &block);
                        let [y, weights] = row.tiles([self.logits, weight], &block);
                        rows::products(y, weights)
                    }
                    None => rows::sum(y),
                });
            }
            row.store(self.logarithms, self.logits, &block);
            row.forget(self.logits);
        }
        let (mut loss, mut weight) = (0.0, 0.0);
        if let Some(class) = class {
            weight = self.targets.weight(row, class);
            loss = -(1.0 - self.smoothing) * weight * picked;
            if self.smoothing > 0.0 {
                loss -= self.smoothing / row.length() as f64 * spread.sum();
            }
        }
        row.put(self.losses, if loss.is_nan() { f64::NAN } else { loss });
        row.put(self.weights, weight);
    }
}

/// Plans the gradient of [`hard`] by the logits, of the logarithms of probabilities and the gradient of each loss or of their sum.
pub fn hard_backward(
    how: Hard,
    grad: Arg,
    logarithms: Arg,
    target: Arg,
    weight: Option<Arg>,
    output: Arg,
) -> Result<Call> {
    let count = logarithms.view.layout.shape()[0];
    let dtype = output.view.dtype;
    let mut all = Sequence::default();
    let (grad, logarithms, target) = (all.add(grad), all.add(logarithms), all.add(target));
    let weight = weight.map(|weight| all.add(weight));
    let output = all.add(output);
    let target = labels::checked(&mut all, &target, classes(&logarithms), how.ignored)?;
    let mut total = None;
    if how.how == Combination::Mean {
        let weights = all.temporary(Dtype::F64, &[count])?;
        let (mut operands, _) = rows_of(&logarithms);
        let program = Weights {
            targets: Targets::add(&mut operands, target.clone(), weight.clone()),
            weights: operands.write(weights.clone(), Dtype::F64, Walk::per_row()),
        };
        all.then(operands.run(program)?)?;
        total = Some(summed(&mut all, weights)?);
    }
    let one_for_all = Walk {
        row: 0,
        ..Walk::per_row()
    };
    let grads = match how.how {
        Combination::None => Walk::per_row(),
        _ => one_for_all,
    };
    let (mut operands, walk) = rows_of(&logarithms);
    let program = HardBackward {
        grad: operands.read(grad, grads),
        logarithms: operands.read(logarithms, walk),
        targets: Targets::add(&mut operands, target, weight),
        total: total.map(|total| operands.read(total, one_for_all)),
        smoothing: how.smoothing,
        output: operands.write(output, dtype, walk),
    };
    all.then(operands.run(program)?)?;
    Ok(all.finish())
}

/// The weight of each row.
struct Weights {
    targets: Targets,
    weights: Slot,
}

impl Program for Weights {
    fn row(&self, row: &mut Row) {
        let class = self.targets.class(row);
        let weight = class.map_or(0.0, |class| self.targets.weight(row, class));
        row.put(self.weights, weight);
    }
}

struct HardBackward {
    grad: Slot,
    logarithms: Slot,
    targets: Targets,
    total: Option<Slot>,
    smoothing: f64,
    output: Slot,
}

impl Program for HardBackward {
    fn row(&self, row: &mut Row) {
        let class = self.targets.class(row);
        let total = self.total.map_or(1.0, |total| row.one(total));
        let grad = if class.is_some() {
            row.one(self.grad) / total
        } else {
            0.0
        };
        let weight = class.map_or(0.0, |class| self.targets.weight(row, class));
        let of_class = grad * (1.0 - self.smoothing) * weight;
        let of_each = grad * self.smoothing / row.length() as f64;
        let of_classes = of_each * self.sum_of_weights(row, of_each);
        let factor = of_class + of_classes;
        for block in row.blocks() {
            row.load(self.logarithms, &block);
            let y = row.tile(self.logarithms, &block);
            let here = class.filter(|class| block.contains(class));
            let here = here.map(|class| class - block.start);
            let picked = here.map(|at| y[at]);
            rows::exponential_times(y, factor);
            if let (Some(at), Some(picked)) = (here, picked) {
                // The probability less 1, and what is spread.
                let mut less_1 = [0.0];
                expm1::f64(&[picked], &mut less_1);
                y[at] = of_class * less_1[0] + of_classes * (less_1[0] + 1.0);
            }
            match self.targets.weight {
                _ if of_each == 0.0 => {}
                Some(weight) => {
                    row.load(weight, &block);
                    let [y, weights] = row.tiles([self.logarithms, weight], &block);
                    rows::add_scaled(y, weights, -of_each);
                }
                None => rows::increased(y, -of_each),
            }
            row.store(self.output, self.logarithms, &block);
            row.forget(self.logarithms);
        }
    }
}

impl HardBackward {
    /// The sum of the weights of all classes, which are 1 if they are not given; of those that nothing is spread over it is not asked for.
    fn sum_of_weights(&self, row: &mut Row, of_each: f64) -> f64 {
        let Some(weight) = self.targets.weight.filter(|_| of_each != 0.0) else {
            return row.length() as f64;
        };
        let mut sum = Total::default();
        for block in row.blocks() {
            row.load(weight, &block);
            let weights = row.tile(weight, &block);
            sum.add(rows::sum(weights));
        }
        sum.sum()
    }
}
