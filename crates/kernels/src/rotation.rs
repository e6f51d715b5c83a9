//! Rotation of pairs of a row, as rotary positions take it: each pair is turned by an angle of its own, given by the cosine and the sine of both of its elements.

use crate::reduce::results::OneNan;
use crate::simd::{self, Loops};

/// Positions of the pairs of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Element `k` of the first half and element `k` of the second half.
    Halves,
    /// Elements `2k` and `2k + 1`.
    Neighbours,
}

/// The pairs of a row that is read.
trait Get<'a>: Copy {
    fn of(row: &'a [f64]) -> Self;
    fn count(self) -> usize;
    fn get(self, pair: usize) -> (f64, f64);
}

/// The pairs of a row that is written.
trait Put<'a> {
    fn of(row: &'a mut [f64]) -> Self;
    fn put(&mut self, pair: usize, value: (f64, f64));
}

#[derive(Clone, Copy)]
struct Halves<'a>(&'a [f64], &'a [f64]);

struct HalvesMut<'a>(&'a mut [f64], &'a mut [f64]);

#[derive(Clone, Copy)]
struct Neighbours<'a>(&'a [[f64; 2]]);

struct NeighboursMut<'a>(&'a mut [[f64; 2]]);

impl<'a> Get<'a> for Halves<'a> {
    #[inline(always)]
    fn of(row: &'a [f64]) -> Self {
        let (first, second) = row.split_at(row.len() / 2);
        Self(first, &second[..first.len()])
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(self, pair: usize) -> (f64, f64) {
        (self.0[pair], self.1[pair])
    }
}

impl<'a> Put<'a> for HalvesMut<'a> {
    #[inline(always)]
    fn of(row: &'a mut [f64]) -> Self {
        let (first, second) = row.split_at_mut(row.len() / 2);
        let count = first.len();
        Self(first, &mut second[..count])
    }

    #[inline(always)]
    fn put(&mut self, pair: usize, value: (f64, f64)) {
        (self.0[pair], self.1[pair]) = value;
    }
}

impl<'a> Get<'a> for Neighbours<'a> {
    #[inline(always)]
    fn of(row: &'a [f64]) -> Self {
        Self(row.as_chunks().0)
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(self, pair: usize) -> (f64, f64) {
        let [one, other] = self.0[pair];
        (one, other)
    }
}

impl<'a> Put<'a> for NeighboursMut<'a> {
    #[inline(always)]
    fn of(row: &'a mut [f64]) -> Self {
        Self(row.as_chunks_mut().0)
    }

    #[inline(always)]
    fn put(&mut self, pair: usize, value: (f64, f64)) {
        self.0[pair] = value.into();
    }
}

#[inline(always)]
fn turned<'a, F: Get<'a>, T: Get<'a>, P: Put<'a>>(
    x: &'a [f64],
    cos: &'a [f64],
    sin: &'a [f64],
    y: &'a mut [f64],
    loops: Loops,
) {
    let (x, cos, sin, mut y) = (F::of(x), T::of(cos), T::of(sin), P::of(y));
    for pair in 0..x.count() {
        loops.step();
        let (a, b) = x.get(pair);
        let ((cos_a, cos_b), (sin_a, sin_b)) = (cos.get(pair), sin.get(pair));
        let turned = (a * cos_a - b * sin_a, b * cos_b + a * sin_b);
        y.put(pair, (turned.0.with_one_nan(), turned.1.with_one_nan()));
    }
}

#[inline(always)]
fn turned_back<'a, T: Get<'a>, P: Put<'a>>(
    y: &'a [f64],
    cos: &'a [f64],
    sin: &'a [f64],
    x: &'a mut [f64],
    loops: Loops,
) {
    let (y, cos, sin, mut x) = (T::of(y), T::of(cos), T::of(sin), P::of(x));
    for pair in 0..y.count() {
        loops.step();
        let (a, b) = y.get(pair);
        let ((cos_a, cos_b), (sin_a, sin_b)) = (cos.get(pair), sin.get(pair));
        let back = (cos_a * a + sin_b * b, cos_b * b - sin_a * a);
        x.put(pair, (back.0.with_one_nan(), back.1.with_one_nan()));
    }
}

/// Turns the pairs of `x`, which are at `from`, to pairs of `y` at `to`, by cosines and sines in the order of `y`: the first of a pair becomes `a·cos − b·sin`, the second
/// `b·cos + a·sin`. All rows have one even length. Pairs of halves do not become neighbours.
pub fn rotate(from: Pairs, to: Pairs, x: &[f64], cos: &[f64], sin: &[f64], y: &mut [f64]) {
    let count = x.len();
    let (cos, sin, y) = (&cos[..count], &sin[..count], &mut y[..count]);
    simd::widest_loops(
        #[inline(always)]
        |loops| match (from, to) {
            (Pairs::Halves, _) => {
                turned::<Halves<'_>, Halves<'_>, HalvesMut<'_>>(x, cos, sin, y, loops);
            }
            (_, Pairs::Halves) => {
                turned::<Neighbours<'_>, Halves<'_>, HalvesMut<'_>>(x, cos, sin, y, loops);
            }
            _ => turned::<Neighbours<'_>, Neighbours<'_>, NeighboursMut<'_>>(x, cos, sin, y, loops),
        },
    );
}

/// The gradient by `x` of what [`rotate`] makes of it, from the gradient by `y`.
pub fn rotate_back(from: Pairs, to: Pairs, y: &[f64], cos: &[f64], sin: &[f64], x: &mut [f64]) {
    let count = y.len();
    let (cos, sin, x) = (&cos[..count], &sin[..count], &mut x[..count]);
    simd::widest_loops(
        #[inline(always)]
        |loops| match (from, to) {
            (Pairs::Halves, _) => turned_back::<Halves<'_>, HalvesMut<'_>>(y, cos, sin, x, loops),
            (_, Pairs::Halves) => {
                turned_back::<Halves<'_>, NeighboursMut<'_>>(y, cos, sin, x, loops);
            }
            _ => turned_back::<Neighbours<'_>, NeighboursMut<'_>>(y, cos, sin, x, loops),
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_and_its_transpose_are_exact() {
        let x = [1.0, 2.0, 3.0, 4.0];
        let (cos, sin) = ([0.5, 2.0, 4.0, 8.0], [1.0, 3.0, 5.0, 7.0]);
        let mut y = [0.0; 4];
        rotate(Pairs::Halves, Pairs::Halves, &x, &cos, &sin, &mut y);
        assert_eq!(y, [0.5 - 3.0, 4.0 - 12.0, 12.0 + 5.0, 32.0 + 14.0]);
        rotate(Pairs::Neighbours, Pairs::Neighbours, &x, &cos, &sin, &mut y);
        assert_eq!(y, [0.5 - 2.0, 4.0 + 3.0, 12.0 - 20.0, 32.0 + 21.0]);
        rotate(Pairs::Neighbours, Pairs::Halves, &x, &cos, &sin, &mut y);
        assert_eq!(y, [0.5 - 2.0, 6.0 - 12.0, 8.0 + 5.0, 32.0 + 21.0]);
        // The inner product of a turned row with another one is that of the row with the other one turned back.
        let other = [3.0, -1.0, 2.0, 5.0];
        for (from, to) in [
            (Pairs::Halves, Pairs::Halves),
            (Pairs::Neighbours, Pairs::Neighbours),
            (Pairs::Neighbours, Pairs::Halves),
        ] {
            let mut back = [0.0; 4];
            rotate(from, to, &x, &cos, &sin, &mut y);
            rotate_back(from, to, &other, &cos, &sin, &mut back);
            let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            assert_eq!(product(&y, &other), product(&x, &back));
        }
    }
}
