//! Rotation of pairs of a row, as rotary positions take it: each pair is turned by an angle of its own, given by the cosine and the sine of both of its elements.

use half::bf16;
use hostnpu_numeric::narrow::{bf16_to_f32, f32_to_bf16};

use crate::convert::odd;
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

/// Elements of rows that are turned without a copy in DOUBLE, in numbers of this type.
trait Stored<N>: Copy {
    fn read(self) -> N;
    fn rounded(number: N) -> Self;
}

impl Stored<f64> for bf16 {
    #[inline(always)]
    fn read(self) -> f64 {
        bf16_to_f32(self).into()
    }

    #[inline(always)]
    fn rounded(number: f64) -> Self {
        f32_to_bf16(odd(number))
    }
}

impl Stored<f32> for bf16 {
    #[inline(always)]
    fn read(self) -> f32 {
        bf16_to_f32(self)
    }

    #[inline(always)]
    fn rounded(number: f32) -> Self {
        f32_to_bf16(number)
    }
}

impl Stored<f64> for f32 {
    #[inline(always)]
    fn read(self) -> f64 {
        self.into()
    }

    #[inline(always)]
    fn rounded(number: f64) -> Self {
        number as f32
    }
}

/// Numbers that rows are turned in.
trait Number:
    OneNan + std::ops::Mul<Output = Self> + std::ops::Add<Output = Self> + std::ops::Sub<Output = Self>
{
}

impl Number for f32 {}
impl Number for f64 {}

/// Turns a pair.
#[inline(always)]
fn turned_pair<S: Stored<N>, N: Number>(pair: [S; 2], cos: [N; 2], sin: [N; 2]) -> [S; 2] {
    let [a, b] = pair.map(S::read);
    let turned = [a * cos[0] - b * sin[0], b * cos[1] + a * sin[1]];
    turned.map(|x| S::rounded(x.with_one_nan()))
}

#[inline(always)]
fn turn_rows<S: Stored<N>, N: Number>(pairs: Pairs, [cos, sin]: [&[N]; 2], x: &[S], y: &mut [S]) {
    let width = cos.len();
    let sin = &sin[..width];
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let rows = x.chunks_exact(width).zip(y.chunks_exact_mut(width));
            match pairs {
                Pairs::Halves => {
                    let half = width / 2;
                    let ((cos_a, cos_b), (sin_a, sin_b)) = (cos.split_at(half), sin.split_at(half));
                    let (cos_b, sin_b) = (&cos_b[..half], &sin_b[..half]);
                    for (x, y) in rows {
                        let ((a, b), (first, second)) = (x.split_at(half), y.split_at_mut(half));
                        let (b, second) = (&b[..half], &mut second[..half]);
                        for k in 0..half {
                            loops.step();
                            let (cos, sin) = ([cos_a[k], cos_b[k]], [sin_a[k], sin_b[k]]);
                            [first[k], second[k]] = turned_pair([a[k], b[k]], cos, sin);
                        }
                    }
                }
                Pairs::Neighbours => {
                    let (cos, sin) = (cos.as_chunks().0, sin.as_chunks().0);
                    for (x, y) in rows {
                        let x = &x.as_chunks().0[..cos.len()];
                        let y = &mut y.as_chunks_mut().0[..cos.len()];
                        for k in 0..cos.len() {
                            loops.step();
                            y[k] = turned_pair(x[k], cos[k], sin[k]);
                        }
                    }
                }
            }
        },
    );
}

/// Turns the pairs of dense rows `x` to rows `y`, all by the same cosines and sines, of one even length, as [`rotate`] does, and rounds once.
pub fn turn_bf16(pairs: Pairs, angles: [&[f64]; 2], x: &[bf16], y: &mut [bf16]) {
    turn_rows(pairs, angles, x, y);
}

/// As [`turn_bf16`] in FLOAT: products of two BFLOAT16 are exact, their sum is rounded to FLOAT before it is stored.
pub fn turn_bf16_in_f32(pairs: Pairs, angles: [&[f32]; 2], x: &[bf16], y: &mut [bf16]) {
    turn_rows(pairs, angles, x, y);
}

/// As [`turn_bf16`], of FLOAT.
pub fn turn_f32(pairs: Pairs, angles: [&[f64]; 2], x: &[f32], y: &mut [f32]) {
    turn_rows(pairs, angles, x, y);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_rows_are_turned_as_one_by_one() {
        let width = 38;
        let number = |i: usize| (i * 7919 % 1201) as f64 / 64.0 - 9.0;
        let angles: Vec<f64> = (0..2 * width).map(|i| number(i + 5) / 16.0).collect();
        let (cos, sin) = angles.split_at(width);
        let [cos_f32, sin_f32] =
            [cos, sin].map(|x| x.iter().map(|&x| x as f32).collect::<Vec<_>>());
        let mut numbers: Vec<f32> = (0..5 * width).map(|i| number(i) as f32).collect();
        (numbers[3], numbers[40], numbers[77]) = (f32::NAN, f32::INFINITY, -0.0);
        let brains: Vec<bf16> = numbers.iter().map(|&x| bf16::from_f32(x)).collect();
        for pairs in [Pairs::Halves, Pairs::Neighbours] {
            let (mut floats, mut exact, mut fast) =
                (numbers.clone(), brains.clone(), brains.clone());
            turn_f32(pairs, [cos, sin], &numbers, &mut floats);
            turn_bf16(pairs, [cos, sin], &brains, &mut exact);
            turn_bf16_in_f32(pairs, [&cos_f32, &sin_f32], &brains, &mut fast);
            let rows = |x: &[f64]| -> Vec<f64> {
                let mut y = vec![0.0; width];
                let turn = |x| {
                    rotate(pairs, pairs, x, cos, sin, &mut y);
                    y.clone()
                };
                x.chunks(width).flat_map(turn).collect()
            };
            let of_floats = rows(&numbers.iter().map(|&x| x.into()).collect::<Vec<_>>());
            let of_brains = rows(&brains.iter().map(|x| x.to_f64()).collect::<Vec<_>>());
            for k in 0..numbers.len() {
                assert_eq!(floats[k].to_bits(), (of_floats[k] as f32).to_bits(), "{k}");
                let wanted = of_brains[k];
                assert_eq!(
                    exact[k].to_bits(),
                    f32_to_bf16(odd(wanted)).to_bits(),
                    "{k}"
                );
                // Half a unit, and what FLOAT leaves out.
                let error = (fast[k].to_f64() - wanted).abs();
                assert!(fast[k].is_nan() == wanted.is_nan());
                assert!(
                    !wanted.is_finite() || error <= wanted.abs() * 2_f64.powi(-8) + 1e-6,
                    "{k}"
                );
            }
        }
    }

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
