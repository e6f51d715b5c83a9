//! Exponentials of a row, less its largest element.

use super::{exp, joined, joined_eights, plus};
use crate::double_double::two_sum;
use crate::doubles::Doubles;
#[cfg(target_arch = "x86_64")]
use crate::doubles::{Lanes, Vectors as _, WIDTH};
use crate::math::{exp as wide, log1p, power};
use crate::reduce::LANES;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{self, Loops};

/// Sums of the exponentials of a row or a part of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exponentials {
    /// The sum of those below 1.
    pub rest: f64,
    /// Rounding error of the sum.
    pub lost: f64,
    /// The number of those that are 1: of elements as large as the largest one.
    pub ones: f64,
}

impl Exponentials {
    /// Returns the sums of one exponential.
    fn of(e: f64) -> Self {
        let is_one = e == 1.0;
        Self {
            rest: if is_one { 0.0 } else { e },
            lost: 0.0,
            ones: if is_one { 1.0 } else { 0.0 },
        }
    }

    /// Returns the sums of this part and the next one together.
    pub fn and(self, next: Self) -> Self {
        let (rest, lost) = two_sum(self.rest, next.rest);
        Self {
            rest,
            lost: self.lost + next.lost + lost,
            ones: self.ones + next.ones,
        }
    }

    /// Returns the sum; of all NaN the same one.
    pub fn sum(self) -> f64 {
        let sum = self.ones + (self.rest + self.lost);
        if sum.is_nan() { f64::NAN } else { sum }
    }

    /// Returns the logarithm of the sum, exact beside 0, too.
    pub fn logarithm(self) -> f64 {
        let above_1 = (self.ones - 1.0) + (self.rest + self.lost);
        match above_1.is_nan() {
            true => f64::NAN,
            false => log1p::wide_of(above_1),
        }
    }
}

/// Replaces elements by the exponentials of the elements less `largest`, for results in FLOAT and shorter.
pub fn exponentials(y: &mut [f64], largest: f64) -> Exponentials {
    if y.len() <= 8 {
        return few_exponentials(y, largest);
    }
    let mut sums = Sums::START;
    sums.add(y, largest);
    sums.joined()
}

/// The same of few elements, whose other lanes have nothing.
fn few_exponentials(y: &mut [f64], largest: f64) -> Exponentials {
    let (mut rest, mut ones) = ([0.0; 8], [0.0; 8]);
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (y, (rest, ones)) in y.iter_mut().zip(rest.iter_mut().zip(&mut ones)) {
                loops.step();
                [*y, *rest, *ones] = take(*y, largest, *rest, *ones);
            }
        },
    );
    Exponentials {
        rest: joined_eights(rest, plus),
        lost: 0.0,
        ones: joined_eights(ones, plus),
    }
}

/// Returns the sums of the exponentials of the elements less `largest`, for results in FLOAT and shorter.
pub fn exponential_sum(x: &[f64], largest: f64) -> Exponentials {
    let (mut sums, mut part) = (Sums::START, [0.0; 8 * LANES]);
    for x in x.chunks(part.len()) {
        let y = &mut part[..x.len()];
        y.copy_from_slice(x);
        sums.add(y, largest);
    }
    sums.joined()
}

/// Argument at which `e^x` does not count beside 1 in FLOAT, nor beside a power of a moderate number.
const LEAST: f64 = -120.0;

/// `e^(x - largest)`.
#[inline(always)]
pub(super) fn exponential<D: Doubles>(x: D, largest: f64) -> D {
    power(x.plus(-largest).at_least(LEAST))
}

/// Takes elements less the largest one: their exponentials, and the sums of those below 1 and of the others with these added.
#[inline(always)]
pub(super) fn take<D: Doubles>(x: D, largest: f64, rest: D, ones: D) -> [D; 3] {
    let e = exponential(x, largest);
    // Of 1 nothing is left; NaN stays.
    let below = e.if_below(1.0, e, e.plus(-1.0));
    let whole = e.if_below(1.0, e.all(0.0), e.all(1.0));
    [e, rest + below, ones + whole]
}

/// The sums of a part, one for each lane.
struct Sums {
    rest: [f64; LANES],
    ones: [f64; LANES],
}

impl Sums {
    const START: Self = Self {
        rest: [0.0; LANES],
        ones: [0.0; LANES],
    };

    /// Replaces elements, of which the first belongs to lane 0, by their exponentials, and adds these.
    fn add(&mut self, y: &mut [f64], largest: f64) {
        let (chunks, rest) = y.as_chunks_mut::<LANES>();
        #[cfg(target_arch = "x86_64")]
        let has_chunks = !chunks.is_empty();
        let kernel = Chunks {
            sums: self,
            chunks,
            rest,
            largest,
        };
        #[cfg(target_arch = "x86_64")]
        if has_chunks && let Some(proof) = Avx512::chosen() {
            return proof.run(Vectors { proof, kernel });
        }
        simd::kernel_widest(kernel);
    }

    fn joined(self) -> Exponentials {
        Exponentials {
            rest: joined(self.rest, plus),
            lost: 0.0,
            ones: joined(self.ones, plus),
        }
    }
}

/// Chunks of all lanes, and elements of the first lanes behind them.
struct Chunks<'a> {
    sums: &'a mut Sums,
    chunks: &'a mut [[f64; LANES]],
    rest: &'a mut [f64],
    largest: f64,
}

impl Chunks<'_> {
    /// Takes the elements behind the chunks.
    #[inline(always)]
    fn take_rest(&mut self, loops: Loops) {
        let sums = self.sums.rest.iter_mut().zip(&mut self.sums.ones);
        for (y, (rest, ones)) in self.rest.iter_mut().zip(sums) {
            loops.step();
            [*y, *rest, *ones] = take(*y, self.largest, *rest, *ones);
        }
    }
}

impl simd::Kernel for Chunks<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, loops: Loops) {
        let Sums { rest, ones } = &mut *self.sums;
        for chunk in &mut *self.chunks {
            for (lane, y) in chunk.iter_mut().enumerate() {
                loops.step();
                [*y, rest[lane], ones[lane]] = take(*y, self.largest, rest[lane], ones[lane]);
            }
        }
        self.take_rest(loops);
    }
}

/// The same by vectors.
#[cfg(target_arch = "x86_64")]
struct Vectors<'a> {
    proof: Avx512,
    kernel: Chunks<'a>,
}

#[cfg(target_arch = "x86_64")]
impl simd::Kernel for Vectors<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, loops: Loops) {
        type All = Lanes<{ LANES / WIDTH }>;
        let Chunks {
            sums,
            chunks,
            largest,
            ..
        } = &mut self.kernel;
        let mut rest = All::load_doubles(self.proof, &sums.rest);
        let mut ones = All::load_doubles(self.proof, &sums.ones);
        for chunk in &mut **chunks {
            let x = All::load_doubles(self.proof, chunk);
            let e;
            [e, rest, ones] = take(x, *largest, rest, ones);
            e.store_doubles(chunk);
        }
        rest.store_doubles(&mut sums.rest);
        ones.store_doubles(&mut sums.ones);
        self.kernel.take_rest(loops);
    }
}

/// As [`exponentials`], for results in DOUBLE, and summed with what additions lose.
pub fn wide_exponentials(y: &mut [f64], largest: f64) -> Exponentials {
    let mut all = Exponentials::default();
    for y in y {
        *y = wide_exponential(*y, largest);
        all = all.and(Exponentials::of(*y));
    }
    all
}

/// As [`exponential_sum`], for results in DOUBLE, and summed with what additions lose.
pub fn wide_exponential_sum(x: &[f64], largest: f64) -> Exponentials {
    let exponentials = x.iter().map(|&x| wide_exponential(x, largest));
    exponentials.fold(Exponentials::default(), |all, e| {
        all.and(Exponentials::of(e))
    })
}

/// The exponential of the exact difference.
fn wide_exponential(x: f64, largest: f64) -> f64 {
    let (difference, lost) = two_sum(x, -largest);
    let e = wide::wide_of(difference);
    // Of an infinity nothing is lost.
    if lost.is_finite() { e + e * lost } else { e }
}

/// Divides each element, for results in FLOAT and shorter.
pub fn divide(y: &mut [f64], sum: f64) {
    let factor = 1.0 / sum;
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            y.iter_mut().for_each(|y| {
                loops.step();
                *y *= factor;
            });
        },
    );
}

/// Divides each element.
pub fn quotients(y: &mut [f64], sum: f64) {
    y.iter_mut().for_each(|y| *y /= sum);
}

/// Writes `(y - largest) - logarithm`.
pub fn log_softmax(y: &mut [f64], largest: f64, logarithm: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            y.iter_mut().for_each(|y| {
                loops.step();
                let (difference, lost) = two_sum(*y, -largest);
                let lost = if lost.is_finite() { lost } else { 0.0 };
                *y = (difference - logarithm) + lost;
            });
        },
    );
}

/// Writes `(g - sum) * y * factor` in place of `g`.
pub fn softmax_gradient(g: &mut [f64], y: &[f64], sum: f64, factor: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (g, &y) in g.iter_mut().zip(y) {
                loops.step();
                *g = (*g - sum) * y * factor;
            }
        },
    );
}

/// Writes `g - exp(y) * sum` in place of `g`.
pub fn log_softmax_gradient(g: &mut [f64], y: &[f64], sum: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (g, &y) in g.iter_mut().zip(y) {
                loops.step();
                *g -= exp(y) * sum;
            }
        },
    );
}
