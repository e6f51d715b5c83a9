//! Loops over slices: f32 in, f64 arithmetic, rounded once.

use std::marker::PhantomData;

use super::doubt::{self, Exact, ExactOfTwo};
use crate::doubles::Doubles;
#[cfg(target_arch = "x86_64")]
use crate::doubles::{Lanes, WIDTH};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::{ahead, dense, simd};

/// Which float is made of a double: said when a loop runs, not when it is compiled, for the loops are long.
#[derive(Clone, Copy)]
pub(super) enum To<'a> {
    /// The nearest one to the function. Where the double leaves a doubt, it is computed again.
    Exact(&'a Exact<'a>),
    /// The nearest one to the double.
    Nearest,
    /// See [`to_odd`].
    Odd,
}

impl To<'_> {
    /// Writes the floats of `values`, which are the doubles of the function of each `x`.
    #[inline(always)]
    fn round(self, x: &[f32], values: &[f64; GROUP], y: &mut [f32]) {
        match self {
            To::Exact(exact) => doubt::round(x, values, y, exact),
            To::Nearest => round_to_nearest(values, y),
            To::Odd => round_to_odd(values, y),
        }
    }
}

/// Writes the nearest float to each value.
#[inline(always)]
fn round_to_nearest(values: &[f64; GROUP], y: &mut [f32]) {
    for (y, &value) in y.iter_mut().zip(values) {
        *y = value as f32;
    }
}

/// Writes each value, rounded to odd. One loop for all functions.
#[inline(never)]
fn round_to_odd(values: &[f64; GROUP], y: &mut [f32]) {
    simd::widest(
        #[inline(always)]
        || {
            for (y, &value) in y.iter_mut().zip(values) {
                *y = to_odd(value);
            }
        },
    );
}

/// `y[i] = f(x[i])`. Panics if the lengths differ.
#[inline(always)]
pub(super) fn of_one(x: &[f32], y: &mut [f32], to: To, f: impl Fn(f64) -> f64) {
    dense::same_length(x.len(), y.len());
    simd::kernel_widest(ByGroups(x, y, to, f));
}

/// In groups, whose doubles are rounded together.
struct ByGroups<'a, F>(&'a [f32], &'a mut [f32], To<'a>, F);

impl<F: Fn(f64) -> f64> simd::Kernel for ByGroups<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(x, y, to, f) = self;
        by_groups(
            x,
            y,
            to,
            #[inline(always)]
            |x| f(f64::from(x)),
        );
    }
}

/// `y[i] = f(a[i], b[i])`. Panics if the lengths differ.
#[inline(always)]
pub(super) fn of_two(
    a: &[f32],
    b: &[f32],
    y: &mut [f32],
    to: OfTwoTo,
    f: impl Fn(f64, f64) -> f64,
) {
    dense::same_length(a.len(), y.len());
    dense::same_length(b.len(), y.len());
    simd::kernel_widest(OfTwo(a, b, y, to, f));
}

/// As [`To`], for functions of two arguments.
#[derive(Clone, Copy)]
pub(super) enum OfTwoTo {
    /// The nearest one to the function. Where the double leaves a doubt, it is computed again.
    Exact(ExactOfTwo),
    /// See [`to_odd`].
    Odd,
}

/// As [`ByGroups`].
struct OfTwo<'a, F>(&'a [f32], &'a [f32], &'a mut [f32], OfTwoTo, F);

impl<F: Fn(f64, f64) -> f64> simd::Kernel for OfTwo<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(a, b, y, to, f) = self;
        for ((a, b), y) in a
            .chunks(GROUP)
            .zip(b.chunks(GROUP))
            .zip(y.chunks_mut(GROUP))
        {
            ahead::ask_for_later([a, b], y);
            let mut values = [0.0; GROUP];
            for ((value, &a), &b) in values.iter_mut().zip(a).zip(b) {
                *value = f(f64::from(a), f64::from(b));
            }
            match &to {
                OfTwoTo::Exact(exact) => exact.round((a, b), &values, y),
                OfTwoTo::Odd => round_to_odd(&values, y),
            }
        }
    }
}

/// Rounds the doubles of each result of a group. Each of `values` goes to the slice of the same place.
#[inline(always)]
pub(super) fn round_group<const N: usize>(
    values: &[[f64; GROUP]; N],
    slices: [&mut [f32]; N],
    to: To,
) {
    for (values, y) in values.iter().zip(slices) {
        to.round(&[], values, y);
    }
}

/// `value` if it is a float, or else the one of its two neighbours whose last bit is set. Rounding that to fewer bits gives what
/// rounding `value` would have given: S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums" (2008).
#[inline(always)]
pub(super) fn to_odd(value: f64) -> f32 {
    let nearest = value as f32;
    let back = f64::from(nearest);
    let inexact = u32::from(back != value);
    let away = u32::from(back.abs() > value.abs());
    let bits = nearest.to_bits();
    f32::from_bits(bits.wrapping_sub(inexact & away & !bits) | inexact)
}

/// How many elements share one decision between a loop for usual arguments and one for any.
const BLOCK: usize = 512;

/// A function with a faster form for usual arguments, with the same results.
pub(super) trait Function {
    /// An argument is a usual one if its key is below this. At 2^32 all are.
    const USUAL: u64 = 1 << 32;

    /// See [`Function::USUAL`].
    #[inline(always)]
    fn key(x: f32) -> u32 {
        x.to_bits() & 0x7fff_ffff
    }

    /// How results that are in doubt are computed. Of usual arguments none is subnormal in float, unless it is that of the argument.
    const EXACT: Exact<'static>;

    /// The function of usual arguments.
    fn of_usual<D: Doubles>(x: D) -> D;

    /// The function of any argument.
    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        Self::of_usual(f64::from(x))
    }
}

/// The key of an argument by its size. That of one so small that half of it may be subnormal is the largest.
#[inline(always)]
pub(super) fn key_unless_tiny(x: f32) -> u32 {
    const LARGEST: i32 = (f32::MIN_POSITIVE.to_bits() * 2 - 1) as i32;
    let size = (x.to_bits() & 0x7fff_ffff) as i32;
    // All bits where `0 < size <= LARGEST`: of differences, not by a choice, which the compiler joins with the maximum over a block and makes a branch of.
    let tiny = !(size - 1) & (size - 1 - LARGEST);
    (size | tiny >> 31) as u32
}

/// Whether the function has its faster form for all of these.
#[inline(always)]
fn all_usual<F: Function>(x: &[f32]) -> bool {
    F::USUAL > u64::from(u32::MAX)
        || u64::from(x.iter().fold(0, |largest, &x| largest.max(F::key(x)))) < F::USUAL
}

/// Which floats [`by_blocks`] writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Floats {
    /// The nearest ones to the function.
    Exact,
    /// See [`to_odd`]. They fill tables, once: no form of their own is compiled for usual arguments.
    Odd,
}

impl Floats {
    #[inline(always)]
    fn of<F: Function>(self) -> To<'static> {
        match self {
            Floats::Exact => To::Exact(&F::EXACT),
            Floats::Odd => To::Odd,
        }
    }
}

/// Writes the function of each element. Most blocks have only usual arguments, and need not be asked one by one. Panics if the lengths
/// differ.
#[inline(never)]
pub(super) fn by_blocks<F: Function>(x: &[f32], y: &mut [f32], floats: Floats) {
    dense::same_length(x.len(), y.len());
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = Avx512::chosen() {
        return proof.run(ByLanes::<F>(x, y, floats, proof, PhantomData));
    }
    simd::kernel_widest(ByElements::<F>(x, y, floats, PhantomData));
}

/// Writes the function of each element of a block after the other: by `usual` the nearest floats where all arguments are usual ones, else by
/// `any`.
#[inline(always)]
fn each_block<F: Function>(
    x: &[f32],
    y: &mut [f32],
    floats: Floats,
    usual: impl Fn(&[f32], &mut [f32]),
    any: impl Fn(&[f32], &mut [f32]),
) {
    for (x, y) in x.chunks(BLOCK).zip(y.chunks_mut(BLOCK)) {
        if floats == Floats::Exact && all_usual::<F>(x) {
            usual(x, y);
        } else {
            any(x, y);
        }
    }
}

/// Elements that are rounded together, and share one question whether a result is in doubt.
pub(super) const GROUP: usize = 64;

/// `y[i] = f(x[i])`.
#[inline(always)]
pub(super) fn by_groups(x: &[f32], y: &mut [f32], to: To, f: impl Fn(f32) -> f64) {
    for (x, y) in x.chunks(GROUP).zip(y.chunks_mut(GROUP)) {
        ahead::ask_for_later([x], y);
        let mut values = [0.0; GROUP];
        for (value, &x) in values.iter_mut().zip(x) {
            *value = f(x);
        }
        to.round(x, &values, y);
    }
}

/// [`by_groups`] of any arguments of a function. To be called from closures that are inlined always: passed as a function, it would be
/// compiled for the baseline.
#[inline(always)]
fn any_by_groups<F: Function>(x: &[f32], y: &mut [f32], floats: Floats) {
    by_groups(
        x,
        y,
        floats.of::<F>(),
        #[inline(always)]
        |x| F::of_any(x),
    );
}

/// Element by element, for loops that the compiler vectorises.
struct ByElements<'a, F>(&'a [f32], &'a mut [f32], Floats, PhantomData<F>);

impl<F: Function> simd::Kernel for ByElements<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(x, y, floats, _) = self;
        each_block::<F>(
            x,
            y,
            floats,
            #[inline(always)]
            |x, y| {
                by_groups(
                    x,
                    y,
                    To::Exact(&F::EXACT),
                    #[inline(always)]
                    |x| F::of_usual(f64::from(x)),
                )
            },
            #[inline(always)]
            |x, y| any_by_groups::<F>(x, y, floats),
        );
    }
}

/// Several vectors at once.
#[cfg(target_arch = "x86_64")]
struct ByLanes<'a, F>(&'a [f32], &'a mut [f32], Floats, Avx512, PhantomData<F>);

#[cfg(target_arch = "x86_64")]
impl<F: Function> simd::Kernel for ByLanes<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        /// Vectors that take a step together.
        const VECTORS: usize = GROUP / WIDTH;
        let Self(x, y, floats, proof, _) = self;
        each_block::<F>(
            x,
            y,
            floats,
            #[inline(always)]
            |x, y| {
                let (x, x_rest) = x.as_chunks::<GROUP>();
                let (y, y_rest) = y.as_chunks_mut::<GROUP>();
                for (x, y) in x.iter().zip(y) {
                    ahead::ask_for_later([x], y);
                    let values = F::of_usual(Lanes::<VECTORS>::load(proof, x));
                    values.store(y);
                    if values.any_in_doubt(F::EXACT.reach) {
                        let mut doubles = [0.0; GROUP];
                        values.store_doubles(&mut doubles);
                        doubt::settle(x, &doubles, y, &F::EXACT);
                    }
                }
                for (x, y) in x_rest.chunks(WIDTH).zip(y_rest.chunks_mut(WIDTH)) {
                    let (mut full, mut results) = ([x[0]; WIDTH], [0.0; WIDTH]);
                    full[..x.len()].copy_from_slice(x);
                    let values = F::of_usual(Lanes::<1>::load(proof, &full));
                    values.store(&mut results);
                    if values.any_in_doubt(F::EXACT.reach) {
                        let mut doubles = [0.0; WIDTH];
                        values.store_doubles(&mut doubles);
                        doubt::settle(&full, &doubles, &mut results, &F::EXACT);
                    }
                    y.copy_from_slice(&results[..y.len()]);
                }
            },
            #[inline(always)]
            |x, y| any_by_groups::<F>(x, y, floats),
        );
    }
}

/// Exports a [`Function`] as loops over f32, f16 and bf16.
macro_rules! blocks_f32 {
    ($what:literal, $function:ty) => {
        #[doc = concat!("Writes ", $what, " of each element, correctly rounded. Panics if the lengths differ.")]
        pub fn f32(x: &[f32], y: &mut [f32]) {
            use crate::math::slices::{Floats, by_blocks};
            by_blocks::<$function>(x, y, Floats::Exact);
        }

        #[doc = concat!("Writes ", $what, " of each element, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(x: &[f32], y: &mut [f32]) {
            use crate::math::slices::{Floats, by_blocks};
            by_blocks::<$function>(x, y, Floats::Odd);
        }

        crate::math::halves::unary_halves!($what);
    };
}
pub(super) use blocks_f32;

/// Exports a logarithm as loops over f32, f16 and bf16.
macro_rules! logarithm_f32 {
    ($what:literal, $function:expr, $hard:expr) => {
        crate::math::slices::blocks_f32!($what, Blocks);

        struct Blocks;

        impl crate::math::slices::Function for Blocks {
            const USUAL: u64 = crate::math::logarithm::USUAL;
            const EXACT: crate::math::doubt::Exact<'static> =
                crate::math::doubt::Exact::new(&f64, $hard);

            #[inline(always)]
            fn key(x: f32) -> u32 {
                crate::math::logarithm::key(x)
            }

            #[inline(always)]
            fn of_usual<D: crate::doubles::Doubles>(x: D) -> D {
                $function(x)
            }

            #[inline(always)]
            fn of_any(x: f32) -> f64 {
                let x = f64::from(x);
                crate::math::logarithm::settle(x, Self::of_usual(x))
            }
        }
    };
}
pub(super) use logarithm_f32;

/// Exports a function of one argument as loops over f32.
macro_rules! unary_f32 {
    ($what:literal, $function:expr, $hard:expr) => {
        #[doc = concat!("Writes ", $what, " of each element, correctly rounded. Panics if the lengths differ.")]
        pub fn f32(x: &[f32], y: &mut [f32]) {
            let exact = crate::math::doubt::Exact::new(&f64, $hard);
            rounded(x, y, crate::math::slices::To::Exact(&exact));
        }

        #[doc = concat!("Writes ", $what, " of each element, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(x: &[f32], y: &mut [f32]) {
            rounded(x, y, crate::math::slices::To::Odd);
        }

        #[inline(never)]
        fn rounded(x: &[f32], y: &mut [f32], to: crate::math::slices::To) {
            crate::math::slices::of_one(x, y, to, $function);
        }

        crate::math::halves::unary_halves!($what);
    };
}
pub(super) use unary_f32;

/// Exports a function of two arguments as loops over f32.
macro_rules! binary_f32 {
    ($what:literal, $function:expr, $full:expr) => {
        #[doc = concat!("Writes ", $what, " of each pair of elements, rounded to nearest. Panics if the lengths differ.")]
        pub fn f32(a: &[f32], b: &[f32], y: &mut [f32]) {
            let exact = crate::math::doubt::ExactOfTwo::new($full, 37);
            rounded(a, b, y, crate::math::slices::OfTwoTo::Exact(exact));
        }

        #[doc = concat!("Writes ", $what, " of each pair of elements, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(a: &[f32], b: &[f32], y: &mut [f32]) {
            rounded(a, b, y, crate::math::slices::OfTwoTo::Odd);
        }

        #[inline(never)]
        fn rounded(a: &[f32], b: &[f32], y: &mut [f32], to: crate::math::slices::OfTwoTo) {
            crate::math::slices::of_two(a, b, y, to, $function);
        }
    };
}
pub(super) use binary_f32;

/// Exports a function of one argument as a loop over f64.
macro_rules! unary_f64 {
    ($what:literal, $function:expr) => {
        #[doc = concat!("Writes ", $what, " of each element, with an error below 0.51 ULP. Panics if the lengths differ.")]
        pub fn f64(x: &[f64], y: &mut [f64]) {
            crate::dense::unary(
                x,
                y,
                #[inline(always)]
                |x| $function(x),
            );
        }
    };
}
pub(super) use unary_f64;

/// Exports a function of two arguments as a loop over f64.
macro_rules! binary_f64 {
    ($what:literal, $function:expr) => {
        #[doc = concat!("Writes ", $what, " of each pair of elements, with an error below 0.51 ULP. Panics if the lengths differ.")]
        pub fn f64(a: &[f64], b: &[f64], y: &mut [f64]) {
            crate::dense::binary(
                a,
                b,
                y,
                #[inline(always)]
                |a, b| $function(a, b),
            );
        }
    };
}
pub(super) use binary_f64;
