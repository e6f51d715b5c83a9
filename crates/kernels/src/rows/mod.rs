//! Loops of programs over rows on tiles of doubles: sums, normalised values, exponentials.
//!
//! A tile has at most [`BLOCK`] elements. Sums are in the order of [`crate::reduce`]: element `k` of a tile belongs to lane
//! `k % 32`, lanes are joined by halving, and the sums of blocks as a binary counter carries ([`Total`]). All instruction sets give the same bits.

pub mod floats;
mod softmax;

pub use softmax::{
    Exponentials, divide, exponential_sum, exponentials, log_softmax, log_softmax_gradient,
    quotients, softmax_gradient, wide_exponential_sum, wide_exponentials,
};

use half::bf16;
use hostnpu_numeric::narrow::round_to_bf16 as round_to_bf16_of;

use crate::convert::odd;
use crate::math::{exp_of_moderate, pow};
use crate::reduce::results::OneNan;
use crate::reduce::{BLOCK, LANES};
use crate::simd::{self, Loops};

/// The sum of a row from the sums of its blocks.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// The sum of a run of `2^i` blocks, where bit `i` of the count is set.
    runs: [f64; 40],
    blocks: u64,
}

impl Default for Total {
    fn default() -> Self {
        Self {
            runs: [0.0; 40],
            blocks: 0,
        }
    }
}

impl Total {
    /// Adds the sum of the next block.
    pub fn add(&mut self, mut sum: f64) {
        let mut level = 0;
        while self.blocks >> level & 1 != 0 {
            sum += self.runs[level];
            level += 1;
        }
        self.runs[level] = sum;
        self.blocks += 1;
    }

    /// Returns the sum of all blocks; of all NaN the same one.
    pub fn sum(&self) -> f64 {
        let (mut total, mut left) = (0.0, self.blocks);
        while left != 0 {
            total += self.runs[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        if total.is_nan() { f64::NAN } else { total }
    }
}

/// Returns the sum of the results of `of` for the blocks of a row.
pub fn total(row: &[f64], of: impl Fn(&[f64]) -> f64) -> f64 {
    let mut total = Total::default();
    row.chunks(BLOCK).for_each(|block| total.add(of(block)));
    total.sum()
}

/// Joins lanes by halving.
#[inline(always)]
fn joined(lanes: [f64; LANES], join: impl Fn(f64, f64) -> f64) -> f64 {
    // In three steps, of vectors that begin where the lanes were stored as such: of halves, the compiler makes vectors that begin in between, and wait.
    let eights: [f64; 8] = std::array::from_fn(
        #[inline(always)]
        |lane| {
            let [a, b, c, d] = [0, 8, 16, 24].map(
                #[inline(always)]
                |from| lanes[lane + from],
            );
            join(join(a, c), join(b, d))
        },
    );
    joined_eights(eights, join)
}

/// Joins eight lanes as [`joined`] joins all, of which the others have nothing.
#[inline(always)]
fn joined_eights(eights: [f64; 8], join: impl Fn(f64, f64) -> f64) -> f64 {
    let fours: [f64; 4] = std::array::from_fn(
        #[inline(always)]
        |lane| join(eights[lane], eights[lane + 4]),
    );
    join(join(fours[0], fours[2]), join(fours[1], fours[3]))
}

/// Folds a term of the elements at each place into lanes.
#[inline(always)]
fn folded<const N: usize, T: Copy + Into<f64>>(
    x: [&[T]; N],
    start: f64,
    join: impl Fn(f64, f64) -> f64 + Copy,
    term: impl Fn([f64; N]) -> f64,
    loops: Loops,
) -> f64 {
    let count = x[0].len();
    let chunks = x.map(
        #[inline(always)]
        |x| x[..count].as_chunks::<LANES>(),
    );
    // By eights: of all lanes in one loop the compiler, where it optimises across crates, makes no vectors.
    let mut eights = [[start; 8]; LANES / 8];
    for c in 0..count / LANES {
        for (number, eight) in eights.iter_mut().enumerate() {
            for (lane, state) in eight.iter_mut().enumerate() {
                let at: [f64; N] = std::array::from_fn(
                    #[inline(always)]
                    |i| chunks[i].0[c][8 * number + lane].into(),
                );
                loops.step();
                *state = join(*state, term(at));
            }
        }
    }
    let mut lanes = [start; LANES];
    lanes.as_chunks_mut().0.copy_from_slice(&eights);
    for (lane, state) in lanes.iter_mut().enumerate().take(count % LANES) {
        let at: [f64; N] = std::array::from_fn(
            #[inline(always)]
            |i| chunks[i].1[lane].into(),
        );
        loops.step();
        *state = join(*state, term(at));
    }
    joined(lanes, join)
}

#[inline(always)]
fn plus(a: f64, b: f64) -> f64 {
    a + b
}

/// The larger one; of a NaN and a number, the number.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// Returns the largest element; NaN is passed over.
pub fn largest(x: &[f64]) -> f64 {
    if x.len() <= 8 {
        let mut eights = [f64::NEG_INFINITY; 8];
        for (largest, &x) in eights.iter_mut().zip(x) {
            *largest = larger(*largest, x);
        }
        return joined_eights(eights, larger);
    }
    simd::widest_loops(
        #[inline(always)]
        |loops| folded([x], f64::NEG_INFINITY, larger, |[x]| x, loops),
    )
}

/// Declares sums over tiles: `name(tiles; numbers) = term`; of all NaN the same one.
macro_rules! sums {
    ($($(#[$doc:meta])* $name:ident($($x:ident),+; $($number:ident),*) = $term:expr;)+) => {$(
        $(#[$doc])*
        pub fn $name($($x: &[f64],)+ $($number: f64,)*) -> f64 {
            simd::widest_loops(
                #[inline(always)]
                |loops| folded([$($x),+], 0.0, plus, |[$($x),+]| $term, loops),
            )
            .with_one_nan()
        }
    )+};
}

sums! {
    /// Returns the sum of the elements.
    sum(x; ) = x;
    /// Returns the sum of the squares of the distances from `center`.
    squares_about(x; center) = (x - center) * (x - center);
    /// Returns the sum of the products.
    products(x, y; ) = x * y;
    /// Returns the sum of the products of `y` and the distances from `center`.
    products_about(x, y; center) = (x - center) * y;
    /// Returns the sum of the magnitudes.
    magnitudes(x; ) = x.abs();
    /// Returns the number of elements other than 0.
    others_than_0(x; ) = if x == 0.0 { 0.0 } else { 1.0 };
}

/// Writes the Euclidean distances of a row from each of others, as many as there are distances.
pub fn distances(x: &[f64], others: &[f64], distances: &mut [f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (other, distance) in distances.iter_mut().enumerate() {
                let y = &others[other * x.len()..][..x.len()];
                let squares = |[x, y]: [f64; 2]| (x - y) * (x - y);
                let sum = folded([x, y], 0.0, plus, squares, loops);
                *distance = sum.with_one_nan().sqrt();
            }
        },
    );
}

/// Adds `factor` times the sums of the products of a row and each of others, as many as there are sums.
pub fn add_row_products(sums: &mut [f64], others: &[f64], x: &[f64], factor: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (other, sum) in sums.iter_mut().enumerate() {
                let y = &others[other * x.len()..][..x.len()];
                let products = folded([y, x], 0.0, plus, |[y, x]| y * x, loops);
                *sum += factor * products.with_one_nan();
            }
        },
    );
}

/// Returns the sum of the magnitudes, each to the power of `order`.
pub fn powers(x: &[f64], order: f64) -> f64 {
    let loops = Loops::VECTORISED;
    folded([x], 0.0, plus, |[x]| pow::wide_of(x.abs(), order), loops)
}

/// Returns the largest magnitude; NaN where there is one.
pub fn largest_magnitude(x: &[f64]) -> f64 {
    folded(
        [x],
        0.0,
        |a, b| if b > a || b.is_nan() { b } else { a },
        |[x]| x.abs(),
        Loops::VECTORISED,
    )
}

/// Returns `x` to the power of `order`.
pub fn power(x: f64, order: f64) -> f64 {
    pow::wide_of(x, order)
}

/// Declares loops over tiles of one length: `name(y; tiles; numbers) = value`, where `y` is what the result replaces.
macro_rules! loops {
    ($($(#[$doc:meta])* $name:ident($y:ident; $($x:ident),*; $($number:ident),*) = $value:expr;)+) => {$(
        $(#[$doc])*
        pub fn $name($y: &mut [f64], $($x: &[f64],)* $($number: f64,)*) {
            simd::widest_loops(
                #[inline(always)]
                |loops| {
                    let count = $y.len();
                    $(let $x = &$x[..count];)*
                    for k in 0..count {
                        loops.step();
                        let ($y, $($x,)*) = (&mut $y[k], $($x[k],)*);
                        *$y = $value;
                    }
                },
            );
        }
    )+};
}

loops! {
    /// Writes `factor * x`.
    scaled(y; x; factor) = factor * x;
    /// Adds `factor * x`.
    add_scaled(y; x; factor) = *y + factor * x;
    /// Multiplies by `x + addend`.
    multiply(y; x; addend) = *y * (x + addend);
    /// Writes `value` where `mask` is not 0.
    mask(y; mask; value) = if mask != 0.0 { value } else { *y };
    /// Writes `(x - mean) * factor`.
    normalise(y; x; mean, factor) = (x - mean) * factor;
    /// Writes `(x - mean) * factor`, each of which varies.
    normalise_each(y; x, mean, factor; ) = (x - mean) * factor;
    /// Writes `(x - mean) * factor * weight + bias`.
    normalise_affine(y; x, weight, bias; mean, factor) = (x - mean) * factor * weight + bias;
    /// Makes gradients by normalised values, with their means, of gradients by results: `(y - mean - x * product) * factor`.
    gradient(y; x; mean, product, factor) = (*y - mean - x * product) * factor;
    /// Makes `(y - label * (ones + rest)) * factor` of exponentials, exact where a label is 1 and `y` is, of `ones` of the row.
    cross_entropy_backward(y; label; ones, rest, factor) = ((*y - label * ones) - label * rest) * factor;
    /// Writes the exponential of the distance from `center`.
    exponentials_about(y; ; center) = exp(*y - center);
    /// Multiplies the exponential by a number.
    exponential_times(y; ; factor) = exp(*y) * factor;
    /// Multiplies by a number.
    times(y; ; factor) = *y * factor;
    /// Divides by a number.
    divided(y; ; divisor) = *y / divisor;
    /// Adds a number.
    increased(y; ; addend) = *y + addend;
    /// Divides by a number, and adds another one.
    divided_plus(y; ; divisor, addend) = *y / divisor + addend;
    /// Multiplies each by its own factor.
    times_each(y; x; ) = *y * x;
    /// Divides each by its own divisor.
    divided_each(y; x; ) = *y / x;
    /// Adds to each its own addend.
    plus_each(y; x; ) = *y + x;
    /// Adds quotients by `divisor`, times a factor.
    add_quotients(y; x; divisor, factor) = *y + factor * (x / divisor);
    /// Adds products.
    add_products(y; a, b; ) = *y + a * b;
    /// Rounds to BFLOAT16.
    round_to_bf16(y; ; ) = f64::from(round_to_bf16_of(odd(*y)));
    /// Rounds to FLOAT.
    round_to_f32(y; ; ) = f64::from(*y as f32);
    /// Writes `y / (1 + exp(-factor * y))`.
    swish(y; ; factor) = *y / (1.0 + exp(-factor * *y));
    /// Multiplies by the derivative of `swish` at `x`.
    swish_gradient(y; x; factor) = {
        let s = 1.0 / (1.0 + exp(-factor * x));
        *y * (s * (1.0 + factor * x * (1.0 - s)))
    };
}

/// Adds `factor * x`, of BFLOAT16: as [`add_scaled`] without a pass that converts.
pub fn add_scaled_bf16(y: &mut [f64], x: &[bf16], factor: f64) {
    add_scaled_of(y, x, factor, |x| {
        f32::from_bits(u32::from(x.to_bits()) << 16)
    });
}

/// As [`add_scaled`], of FLOAT.
pub fn add_scaled_f32(y: &mut [f64], x: &[f32], factor: f64) {
    add_scaled_of(y, x, factor, |x| x);
}

/// Rows that [`add_scaled_rows_bf16`] and [`add_scaled_rows_f32`] add at a time.
pub const ROWS_AT_ONCE: usize = 4;

/// Adds `factor * x` of several rows, one after the other, of BFLOAT16: the sums stay in registers meanwhile.
pub fn add_scaled_rows_bf16(
    y: &mut [f64],
    rows: [&[bf16]; ROWS_AT_ONCE],
    factors: [f32; ROWS_AT_ONCE],
) {
    add_scaled_rows_of(y, rows, factors, |x| {
        f32::from_bits(u32::from(x.to_bits()) << 16)
    });
}

/// As [`add_scaled_rows_bf16`], of FLOAT.
pub fn add_scaled_rows_f32(
    y: &mut [f64],
    rows: [&[f32]; ROWS_AT_ONCE],
    factors: [f32; ROWS_AT_ONCE],
) {
    add_scaled_rows_of(y, rows, factors, |x| x);
}

/// Adds `factor * x` of several rows for what each element stands for. Several rows are read at once, which the machine foresees: asking for them ahead takes longer.
#[inline(always)]
fn add_scaled_rows_of<X: Copy>(
    y: &mut [f64],
    rows: [&[X]; ROWS_AT_ONCE],
    factors: [f32; ROWS_AT_ONCE],
    value: impl Fn(X) -> f32,
) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let count = y.len();
            let [of_a, of_b, of_c, of_d] = factors.map(f64::from);
            let [a, b, c, d] = rows.map(|row| &row[..count]);
            for (place, sum) in y.iter_mut().enumerate() {
                loops.step();
                let add = |sum, factor, x| loops.add_exact_product(sum, factor, f64::from(x));
                let sum_of_a = add(*sum, of_a, value(a[place]));
                let sum_of_b = add(sum_of_a, of_b, value(b[place]));
                let sum_of_c = add(sum_of_b, of_c, value(c[place]));
                *sum = add(sum_of_c, of_d, value(d[place]));
            }
        },
    );
}

/// Adds `factor * x` for what each element stands for.
#[inline(always)]
fn add_scaled_of<X: Copy>(y: &mut [f64], x: &[X], factor: f64, value: impl Fn(X) -> f32) {
    // Memory limits it.
    simd::loops_up_to_avx2(
        #[inline(always)]
        |loops| {
            let x = &x[..y.len()];
            for (y, &x) in y.iter_mut().zip(x) {
                loops.step();
                *y += factor * f64::from(value(x));
            }
        },
    );
}

/// Normalisation of integers, each step rounded to FLOAT.
#[derive(Clone, Copy, Debug)]
pub struct Quantiser {
    /// Addend of an integer.
    pub before: f32,
    /// Factor of that sum.
    pub factor: f32,
    /// Addend of the product.
    pub addend: f32,
    /// Addend of that sum.
    pub after: f32,
    /// The least and the largest result.
    pub limits: [f64; 2],
}

impl Quantiser {
    /// Replaces integers by integers: of two as near the one away from 0; 0 for NaN.
    pub fn apply(&self, y: &mut [f64]) {
        let Self {
            before,
            factor,
            addend,
            after,
            limits: [low, high],
        } = *self;
        simd::widest_loops(
            #[inline(always)]
            |loops| {
                for y in y.iter_mut() {
                    loops.step();
                    let t = (*y as f32 + before) * factor;
                    let t = f64::from(t + addend + after);
                    let t = if t > high { high } else { t };
                    let t = if t > low { t } else { low };
                    let whole = f64::from(t as i32);
                    let rest = t - whole;
                    let away = f64::from(u8::from(rest >= 0.5)) - f64::from(u8::from(rest <= -0.5));
                    *y = whole + away;
                }
            },
        );
    }
}

/// `e^x` with a relative error below 2^-40, 0 and infinity being far numbers.
#[inline(always)]
fn exp(x: f64) -> f64 {
    let x = if x < -700.0 { -700.0 } else { x };
    exp_of_moderate(if x > 700.0 { 700.0 } else { x })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_joined_as_a_counter_carries() {
        let mut total = Total::default();
        let blocks = [1.0, 1e16, -1e16, 3.0, 5.0];
        blocks.iter().for_each(|&sum| total.add(sum));
        // ((1 + 1e16) + (-1e16 + 3)) + 5, the earlier run second.
        assert_eq!(total.sum(), 5.0 + ((3.0 + -1e16) + (1e16 + 1.0)));
    }

    #[test]
    fn rows_of_fewer_bits_are_added_as_their_numbers() {
        let x: Vec<f32> = (0..203).map(|i| (i as f32 - 101.0) * 0.5).collect();
        let short: Vec<bf16> = x.iter().map(|&x| bf16::from_f32(x)).collect();
        let [mut expected, mut of_floats, mut of_short] = [(); 3].map(|()| vec![0.1; x.len()]);
        let elements = expected.iter_mut().zip(&x);
        elements.for_each(|(y, &x)| *y += 0.3 * f64::from(x));
        add_scaled_f32(&mut of_floats, &x, 0.3);
        add_scaled_bf16(&mut of_short, &short, 0.3);
        assert_eq!(of_floats, expected);
        assert_eq!(of_short, expected);
    }

    #[test]
    fn sums_are_in_lanes_on_every_instruction_set() {
        let x: Vec<f64> = (0..1003).map(|i| (i as f64).sin() * 1e3).collect();
        let mut lanes = [0.0; LANES];
        for (k, x) in x.iter().enumerate() {
            lanes[k % LANES] += x;
        }
        let expected = joined(lanes, plus);
        for isa in simd::Isa::available() {
            let sum = simd::loops_with(isa, |loops| folded([&x[..]], 0.0, plus, |[x]| x, loops));
            assert_eq!(sum.to_bits(), expected.to_bits(), "{}", isa.name());
        }
    }
}
