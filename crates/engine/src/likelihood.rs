//! The negative logarithmic likelihood and its gradient: of each row of numbers, one for each class, that of the row's class counts.

use std::ops::Range;

use hostnpu_kernels::index::IndexSlice;

use super::floats::{Floats, FloatsMut};

/// Logarithms of probabilities, `[rows, classes, inner]`, and what their losses are computed of.
#[derive(Clone, Copy)]
pub struct ClassLosses<'a> {
    /// The logarithms.
    pub logarithms: &'a Floats<'a>,
    /// The class of each row and inner position.
    pub labels: IndexSlice<'a, i64>,
    /// The class that has no loss.
    pub ignored: i64,
    /// The weight of each class.
    pub weights: &'a [f32],
    /// Positions of a row.
    pub inner: usize,
}

impl ClassLosses<'_> {
    /// Passes on the loss and the weight of each position, 0 of the class without a loss. Returns false if a label is neither that nor a class.
    #[inline(always)]
    fn for_each(&self, positions: Range<usize>, mut each: impl FnMut(f64, f64)) -> bool {
        let mut are_known = true;
        for position in positions {
            let label = self.labels.get(position);
            let is_ignored = label == self.ignored;
            let weight = self.weights.get(label as usize).filter(|_| !is_ignored);
            let Some(&weight) = weight else {
                are_known &= is_ignored;
                each(0.0, 0.0);
                continue;
            };
            let (row, inside) = match self.inner {
                1 => (position, 0),
                inner => (position / inner, position % inner),
            };
            let number = (row * self.weights.len() + label as usize) * self.inner + inside;
            let x = match self.logarithms {
                // Without a call, which takes as long as all else.
                Floats::F32(x) => x[number].into(),
                x => x.get(number),
            };
            let weight = f64::from(weight);
            each(-weight * x, weight);
        }
        are_known
    }

    /// Writes the losses of positions, of which the first has this number. Returns false if a label is no class, nor the one without a loss.
    pub fn write(&self, first: usize, mut to: FloatsMut) -> bool {
        let mut number = 0;
        self.for_each(first..first + to.count(), |loss, _| {
            to.set(number, loss);
            number += 1;
        })
    }

    /// Returns the sums of the losses and of the weights of positions; `None` if a label is no class, nor the one without a loss.
    pub fn sums(&self, positions: Range<usize>) -> Option<[f64; 2]> {
        let (mut losses, mut weights) = (0.0, 0.0);
        let are_known = self.for_each(positions, |loss, weight| {
            losses += loss;
            weights += weight;
        });
        are_known.then_some([losses, weights])
    }
}

/// Rows of gradients, and what they are computed of.
#[derive(Clone, Copy)]
pub struct ClassGradients<'a> {
    /// The class of each row; a number that is none has no gradient.
    pub labels: IndexSlice<'a, i64>,
    /// The class that has no gradient.
    pub ignored: i64,
    /// The weight of each class.
    pub weights: &'a [f32],
    /// The gradient of the loss of each row, or one for all.
    pub gradients: &'a [f32],
    /// Divisor of the gradients.
    pub divisor: f64,
}

/// Elements that are cleared before those of their rows are written: the first cache holds them.
const CLEARED: usize = 1 << 10;

impl ClassGradients<'_> {
    /// The class of a row, and its gradient.
    #[inline(always)]
    fn of(&self, row: usize) -> Option<(usize, f64)> {
        let label = self.labels.get(row);
        let weight = *self.weights.get(label as usize)?;
        let gradient = match self.gradients {
            [one] => *one,
            each => each[row],
        };
        let value = -f64::from(weight) * f64::from(gradient) / self.divisor;
        (label != self.ignored).then_some((label as usize, value))
    }

    /// Writes whole rows, of which the first has this number. Panics if there are fewer labels or gradients.
    pub fn write(&self, first: usize, mut to: FloatsMut) {
        let classes = self.weights.len().max(1);
        if let FloatsMut::F32(to) = to {
            let rows = (CLEARED / classes).max(1);
            for (first, block) in (first..).step_by(rows).zip(to.chunks_mut(rows * classes)) {
                block.fill(0.0);
                for (row, to) in (first..).zip(block.chunks_exact_mut(classes)) {
                    if let Some((class, value)) = self.of(row) {
                        // Of all NaN one.
                        to[class] = if value.is_nan() {
                            f32::NAN
                        } else {
                            value as f32
                        };
                    }
                }
            }
            return;
        }
        to.clear();
        for row in 0..to.count() / classes {
            if let Some((class, value)) = self.of(first + row) {
                to.set(row * classes + class, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_of_the_class_of_each_position() {
        let logarithms = [-1.0_f32, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0];
        let logarithms = Floats::F32(&logarithms);
        // Two rows of two classes and two positions.
        let of = |labels: &'static [i64; 4]| ClassLosses {
            logarithms: &logarithms,
            labels: labels[..].into(),
            ignored: -100,
            weights: &[2.0, 0.5],
            inner: 2,
        };
        let mut losses = [f32::NAN; 3];
        let known = of(&[1, 0, -100, 1]);
        assert!(known.write(1, FloatsMut::F32(&mut losses)));
        assert_eq!(losses, [4.0, 0.0, 4.0]);
        assert_eq!(known.sums(0..4), Some([9.5, 3.0]));
        let with_another = of(&[1, 0, -100, 2]);
        assert_eq!(with_another.sums(0..3), Some([5.5, 2.5]));
        assert_eq!(with_another.sums(0..4), None);
        assert!(!with_another.write(1, FloatsMut::F32(&mut losses)));
    }

    #[test]
    fn only_the_element_of_a_rows_class_has_a_gradient() {
        let labels = [1_i64, 0, 2, -1, 3, i64::MIN];
        let mut of_classes = ClassGradients {
            labels: labels[..].into(),
            ignored: 0,
            weights: &[8.0, 2.0, 4.0],
            gradients: &[1.0, 1.0, 3.0, 1.0, 1.0, 1.0],
            divisor: 2.0,
        };
        let mut rows = [7.0_f32; 15];
        of_classes.write(1, FloatsMut::F32(&mut rows));
        let mut expected = [0.0; 15];
        expected[5] = -6.0;
        assert_eq!(rows, expected);
        (of_classes.ignored, of_classes.gradients) = (-100, &[5.0]);
        of_classes.write(0, FloatsMut::F32(&mut rows[..9]));
        expected = [0.0, -5.0, 0.0, -20.0, 0.0, 0.0, 0.0, 0.0, -10.0]
            .into_iter()
            .chain([0.0; 6])
            .collect::<Vec<f32>>()
            .try_into()
            .expect("so many");
        assert_eq!(rows, expected);
        let mut brains = [half::bf16::ONE; 9];
        of_classes.write(0, FloatsMut::Bf16(&mut brains));
        assert!(
            brains
                .iter()
                .zip(rows)
                .all(|(brain, x)| brain.to_f32() == x)
        );
    }

    #[test]
    fn rows_of_several_blocks_have_their_own_labels() {
        let labels: Vec<i64> = (0..2000).map(|row| row % 7 - 1).collect();
        let gradients: Vec<f32> = (0..2000).map(|row| row as f32).collect();
        let of_classes = ClassGradients {
            labels: labels[..].into(),
            ignored: -1,
            weights: &[1.0; 6],
            gradients: &gradients,
            divisor: -1.0,
        };
        let mut rows = vec![f32::NAN; 1990 * 6];
        of_classes.write(10, FloatsMut::F32(&mut rows));
        let expected = |k: usize| match labels[10 + k / 6] == (k % 6) as i64 {
            true => gradients[10 + k / 6],
            false => 0.0,
        };
        assert!(rows.iter().enumerate().all(|(k, &x)| x == expected(k)));
    }
}
