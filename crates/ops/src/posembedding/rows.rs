//! Rotation of one row.

#![forbid(unsafe_code)]

use hostnpu_kernels::rotation::{self, Pairs};

/// The most elements of a row that is rotated.
pub const MAX_WIDTH: usize = 1024;

/// Pairing of the elements of a row, and the place of the turned pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One of each half.
    Half,
    /// Neighbours.
    Interleave,
    /// As `Half`, of each half by itself.
    Quarter,
    /// Neighbours, which go to the halves.
    InterleaveHalf,
}

impl Mode {
    /// The mode with this documented number: 0 to 3 in the order of the definition.
    pub fn of_number(number: i64) -> Option<Self> {
        Some(match number {
            0 => Self::Half,
            1 => Self::Interleave,
            2 => Self::Quarter,
            3 => Self::InterleaveHalf,
            _ => return None,
        })
    }

    /// Returns the number of which the length of a row is a multiple.
    pub fn unit(self) -> usize {
        match self {
            Self::Quarter => 4,
            _ => 2,
        }
    }

    fn pairs(self) -> (Pairs, Pairs) {
        match self {
            Self::Half | Self::Quarter => (Pairs::Halves, Pairs::Halves),
            Self::Interleave => (Pairs::Neighbours, Pairs::Neighbours),
            Self::InterleaveHalf => (Pairs::Neighbours, Pairs::Halves),
        }
    }

    /// The pairs that are rotated where they lie, if all pairs of a row are.
    pub fn pairs_in_place(self) -> Option<Pairs> {
        match self {
            Self::Half => Some(Pairs::Halves),
            Self::Interleave => Some(Pairs::Neighbours),
            Self::Quarter | Self::InterleaveHalf => None,
        }
    }

    /// Rows of which each is rotated by itself.
    fn parts(self, width: usize) -> std::iter::StepBy<std::ops::Range<usize>> {
        (0..width).step_by(self.part(width))
    }

    fn part(self, width: usize) -> usize {
        match self {
            Self::Quarter => (width / 2).max(1),
            _ => width.max(1),
        }
    }

    /// Writes `x` rotated to `y`: `x'·cos + rotated(x)·sin`. All rows have one length, of which [`Mode::unit`] is a divisor.
    pub fn rotate(self, x: &[f64], cos: &[f64], sin: &[f64], y: &mut [f64]) {
        let (from, to) = self.pairs();
        let part = self.part(x.len());
        for first in self.parts(x.len()) {
            let of = first..first + part;
            let (cos, sin) = (&cos[of.clone()], &sin[of.clone()]);
            rotation::rotate(from, to, &x[of.clone()], cos, sin, &mut y[of]);
        }
    }

    /// Writes the gradient by `x` of the gradient by its rotation.
    pub fn rotate_back(self, y: &[f64], cos: &[f64], sin: &[f64], x: &mut [f64]) {
        let (from, to) = self.pairs();
        let part = self.part(y.len());
        for first in self.parts(y.len()) {
            let of = first..first + part;
            let (cos, sin) = (&cos[of.clone()], &sin[of.clone()]);
            rotation::rotate_back(from, to, &y[of.clone()], cos, sin, &mut x[of]);
        }
    }

    /// Writes what is multiplied by cosines, and what is multiplied by sines.
    pub fn terms(self, x: &[f64], by_cos: &mut [f64], by_sin: &mut [f64]) {
        let (from, to) = self.pairs();
        let part = self.part(x.len());
        let half = part / 2;
        let of = |pairs, pair| match pairs {
            Pairs::Halves => [pair, half + pair],
            Pairs::Neighbours => [2 * pair, 2 * pair + 1],
        };
        for first in self.parts(x.len()) {
            for pair in 0..half {
                let [a, b] = of(from, pair).map(|at| x[first + at]);
                let [one, other] = of(to, pair).map(|at| first + at);
                (by_cos[one], by_cos[other]) = (a, b);
                (by_sin[one], by_sin[other]) = (-b, a);
            }
        }
    }
}
