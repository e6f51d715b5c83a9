//! Loops of programs over rows on dense rows of floats in place: the sums of [`super`], with the same bits, and results of one pass, rounded once.
//!
//! While a row is computed, the memory of the next one and of the results is asked for: processors foresee a walk within a page, and a row is often as long as that.

use super::softmax::{Exponentials, exponential, take};
use super::{folded, joined, plus};
use crate::ahead::{LINE, ask};
#[cfg(target_arch = "x86_64")]
use crate::doubles::{Doubles as _, Lanes, Vectors as _, WIDTH};
use crate::reduce::LANES;
use crate::reduce::results::OneNan;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{self, Loops};

/// Returns the sum of the squares.
pub fn squares(x: &[f32]) -> f64 {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let sum = folded([x], 0.0, plus, |[x]| x * x, loops);
            // Of all NaN the same one.
            if sum.is_nan() { f64::NAN } else { sum }
        },
    )
}

/// Returns the mean, and the sum of the squares of the distances from it, in one pass: of distances from an element of the row. Its own from the mean is at most the root of the number of
/// elements times their deviation, so that little is lost.
pub fn moments(x: &[f32]) -> [f64; 2] {
    let count = x.len() as f64;
    let center = x.first().map_or(0.0, |&x| f64::from(x));
    let center = if center.is_finite() { center } else { 0.0 };
    let (whole, rest) = x.as_chunks();
    let mut last = [center as f32; LANES];
    last[..rest.len()].copy_from_slice(rest);
    let of = Distances {
        whole,
        last: &last,
        center,
    };
    let [sum, squares] = of.sums().map(|lanes| joined(lanes, plus));
    let squares = match sum.is_finite() {
        true => (squares - sum / count * sum).max(0.0),
        false => f64::NAN,
    };
    // Of all NaN the same one.
    [center + sum / count, squares].map(|moment| if moment.is_nan() { f64::NAN } else { moment })
}

/// Distances of elements from a center. The last chunk is filled up with elements that are no distance away.
struct Distances<'a> {
    whole: &'a [[f32; LANES]],
    last: &'a [f32; LANES],
    center: f64,
}

impl Distances<'_> {
    /// The sums of all lanes, and those of the squares.
    fn sums(self) -> [[f64; LANES]; 2] {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = Avx512::chosen() {
            return proof.run(DistancesInVectors { proof, of: self });
        }
        simd::kernel_widest(self)
    }

    /// A chunk, the last one after the whole ones.
    #[inline(always)]
    fn chunk(&self, number: usize) -> &[f32; LANES] {
        self.whole.get(number).unwrap_or(self.last)
    }
}

impl simd::Kernel for Distances<'_> {
    type Output = [[f64; LANES]; 2];

    #[inline(always)]
    fn run(self, loops: Loops) -> Self::Output {
        let [mut sums, mut squares] = [[0.0; LANES]; 2];
        for number in 0..=self.whole.len() {
            let x = self.chunk(number);
            for lane in 0..LANES {
                loops.step();
                let distance = f64::from(x[lane]) - self.center;
                sums[lane] += distance;
                squares[lane] = distance.mul_add(distance, squares[lane]);
            }
        }
        [sums, squares]
    }
}

/// The same by vectors, whose sums stay in registers.
#[cfg(target_arch = "x86_64")]
struct DistancesInVectors<'a> {
    proof: Avx512,
    of: Distances<'a>,
}

#[cfg(target_arch = "x86_64")]
impl simd::Kernel for DistancesInVectors<'_> {
    type Output = [[f64; LANES]; 2];

    #[inline(always)]
    fn run(self, _: Loops) -> Self::Output {
        type All = Lanes<{ LANES / WIDTH }>;
        let (proof, of) = (self.proof, self.of);
        let mut results = [[0.0; LANES]; 2];
        let [mut sums, mut squares] = results.map(|lanes| All::load_doubles(proof, &lanes));
        for number in 0..=of.whole.len() {
            let distance = All::load(proof, of.chunk(number)).plus(-of.center);
            sums = sums + distance;
            squares = distance.mul_add(distance, squares);
        }
        sums.store_doubles(&mut results[0]);
        squares.store_doubles(&mut results[1]);
        results
    }
}

/// Returns the largest element; NaN is passed over.
pub fn largest(x: &[f32]) -> f32 {
    const WIDTH: usize = 4 * LANES;
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let larger = |a: f32, b: f32| if b > a { b } else { a };
            let (whole, rest) = x.as_chunks::<WIDTH>();
            let mut lanes = [f32::NEG_INFINITY; WIDTH];
            for chunk in whole {
                for (lane, &x) in lanes.iter_mut().zip(chunk) {
                    loops.step();
                    *lane = larger(*lane, x);
                }
            }
            let mut width = WIDTH / 2;
            while width >= LINE {
                for lane in 0..width {
                    loops.step();
                    lanes[lane] = larger(lanes[lane], lanes[lane + width]);
                }
                width /= 2;
            }
            lanes[..LINE]
                .iter()
                .chain(rest)
                .fold(f32::NEG_INFINITY, |a, &b| larger(a, b))
        },
    )
}

/// Elements between two looks ahead.
const PART: usize = 8 * LINE;

/// Declares loops over floats of one length, with rows of doubles: `name(y; x; doubles; numbers) = value`.
macro_rules! loops {
    ($($(#[$doc:meta])* $name:ident($y:ident; $x:ident; $($row:ident),*; $($number:ident),*) = $value:expr;)+) => {$(
        $(#[$doc])*
        pub fn $name($y: &mut [f32], $x: &[f32], $($row: &[f64],)* $($number: f64,)*) {
            simd::widest_loops(
                #[inline(always)]
                |loops| {
                    let count = $y.len();
                    let $x = &$x[..count];
                    $(let $row = &$row[..count];)*
                    for start in (0..count).step_by(PART) {
                        let part = start..count.min(start + PART);
                        for line in part.clone().step_by(LINE) {
                            ask::<false>($x, count + line);
                            ask::<true>($y, count + line);
                        }
                        for k in part {
                            loops.step();
                            let $x = f64::from($x[k]);
                            $(let $row = $row[k];)*
                            $y[k] = ($value as f32).with_one_nan();
                        }
                    }
                },
            );
        }
    )+};
}

loops! {
    /// Writes `(x - mean) * factor`.
    normalise(y; x; ; mean, factor) = (x - mean) * factor;
    /// Writes `(x - mean) * factor * (weight + addend)`.
    normalise_by(y; x; weight; mean, factor, addend) = (x - mean) * factor * (weight + addend);
    /// Writes `(x - mean) * factor * weight + bias`, the last two with one rounding.
    normalise_affine(y; x; weight, bias; mean, factor) = ((x - mean) * factor).mul_add(weight, bias);
    /// Writes `x - largest - logarithm`: without cancellation, for neither difference is above 0.
    less(y; x; ; largest, logarithm) = (x - largest) - logarithm;
}

/// Writes the softmax of a row; NaN for all where there is one. The exponentials have room for as many elements.
pub fn softmax(y: &mut [f32], x: &[f32], exponentials: &mut [f64]) {
    let exponentials = &mut exponentials[..x.len()];
    let sum = summed::<false>(x, exponentials, y).sum();
    if sum.is_nan() {
        return y.fill(f32::NAN);
    }
    let factor = 1.0 / sum;
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (y, &e) in y.iter_mut().zip(exponentials.iter()) {
                loops.step();
                *y = (e * factor) as f32;
            }
        },
    );
}

/// Writes the logarithm of the softmax of a row; NaN for all where there is one.
pub fn log_softmax(y: &mut [f32], x: &[f32]) {
    let logarithm = summed::<true>(x, &mut [], y).logarithm();
    match logarithm.is_nan() {
        true => y.fill(f32::NAN),
        false => less(y, x, largest(x).into(), logarithm),
    }
}

/// Returns the sums of the exponentials of the elements less the largest one. Writes them, or counts those that are 1 for a logarithm.
fn summed<const COUNTS: bool>(x: &[f32], y: &mut [f64], results: &[f32]) -> Exponentials {
    let largest = f64::from(largest(x));
    let (chunks, x_rest) = x.as_chunks::<LANES>();
    let (stored, y_rest) = y.as_chunks_mut::<LANES>();
    let [mut rest, mut ones] = chunks_of(Chunks::<COUNTS> {
        x: chunks,
        y: stored,
        largest,
        results,
    });
    for (lane, &x) in x_rest.iter().enumerate() {
        let e;
        [e, rest[lane], ones[lane]] =
            step::<f64, COUNTS>(x.into(), largest, rest[lane], ones[lane]);
        if !COUNTS {
            y_rest[lane] = e;
        }
    }
    Exponentials {
        rest: joined(rest, plus),
        lost: 0.0,
        ones: joined(ones, plus),
    }
}

/// The exponential of an element less the largest one, and the sums with it added.
#[inline(always)]
fn step<D: crate::doubles::Doubles, const COUNTS: bool>(
    x: D,
    largest: f64,
    rest: D,
    ones: D,
) -> [D; 3] {
    if COUNTS {
        return take(x, largest, rest, ones);
    }
    let e = exponential(x, largest);
    [e, rest + e, ones]
}

fn chunks_of<const COUNTS: bool>(chunks: Chunks<COUNTS>) -> [[f64; LANES]; 2] {
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = Avx512::chosen() {
        return proof.run(Vectors { proof, chunks });
    }
    simd::kernel_widest(chunks)
}

/// Chunks of all lanes, and where their exponentials are written.
struct Chunks<'a, const COUNTS: bool> {
    x: &'a [[f32; LANES]],
    y: &'a mut [[f64; LANES]],
    largest: f64,
    /// The row that is written next.
    results: &'a [f32],
}

impl<const COUNTS: bool> Chunks<'_, COUNTS> {
    /// Asks for the lines of a chunk of the next row, and of the results.
    #[inline(always)]
    fn ask(&self, chunk: usize) {
        for line in [0, LINE].map(|line| chunk * LANES + line) {
            ask::<false>(self.x.as_flattened(), self.x.len() * LANES + line);
            ask::<true>(self.results, line);
        }
    }
}

impl<const COUNTS: bool> simd::Kernel for Chunks<'_, COUNTS> {
    type Output = [[f64; LANES]; 2];

    #[inline(always)]
    fn run(self, loops: Loops) -> Self::Output {
        let [mut rest, mut ones] = [[0.0; LANES]; 2];
        for (chunk, x) in self.x.iter().enumerate() {
            self.ask(chunk);
            for lane in 0..LANES {
                loops.step();
                let e;
                let x = f64::from(x[lane]);
                [e, rest[lane], ones[lane]] =
                    step::<f64, COUNTS>(x, self.largest, rest[lane], ones[lane]);
                if !COUNTS {
                    self.y[chunk][lane] = e;
                }
            }
        }
        [rest, ones]
    }
}

/// The same by vectors.
#[cfg(target_arch = "x86_64")]
struct Vectors<'a, const COUNTS: bool> {
    proof: Avx512,
    chunks: Chunks<'a, COUNTS>,
}

#[cfg(target_arch = "x86_64")]
impl<const COUNTS: bool> simd::Kernel for Vectors<'_, COUNTS> {
    type Output = [[f64; LANES]; 2];

    #[inline(always)]
    fn run(self, _: Loops) -> Self::Output {
        type All = Lanes<{ LANES / WIDTH }>;
        let (proof, chunks) = (self.proof, self.chunks);
        let mut sums = [[0.0; LANES]; 2];
        let [mut rest, mut ones] = sums.map(|lanes| All::load_doubles(proof, &lanes));
        for (chunk, x) in chunks.x.iter().enumerate() {
            chunks.ask(chunk);
            let e;
            [e, rest, ones] = step::<All, COUNTS>(All::load(proof, x), chunks.largest, rest, ones);
            if !COUNTS {
                e.store_doubles(&mut chunks.y[chunk]);
            }
        }
        rest.store_doubles(&mut sums[0]);
        ones.store_doubles(&mut sums[1]);
        sums
    }
}
