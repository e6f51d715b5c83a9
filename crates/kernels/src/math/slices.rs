//! Loops over slices: f32 in, f64 arithmetic, rounded once.

#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::groups::by_vectors;
use super::groups::{GROUP, To, by_groups};
use super::rounding_test::Exact;
use crate::doubles::Doubles;
#[cfg(target_arch = "x86_64")]
use crate::doubles::{Fours, Lanes, Vectors, WIDTH};
use crate::simd::Loops;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Avx512};
use crate::{dense, simd};

/// `y[i] = f(x[i])`. Panics if the lengths differ.
#[inline(always)]
pub(super) fn of_one(x: &[f32], y: &mut [f32], to: To<1>, f: impl Fn(f64) -> f64) {
    dense::same_length(x.len(), y.len());
    simd::kernel_widest(ByGroups(x, y, to, f));
}

/// In groups, whose doubles are rounded together.
struct ByGroups<'a, F>(&'a [f32], &'a mut [f32], To<'a, 1>, F);

impl<F: Fn(f64) -> f64> simd::Kernel for ByGroups<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let Self(x, y, to, f) = self;
        by_groups(
            [x],
            y,
            to,
            loops,
            #[inline(always)]
            |[x]| f(f64::from(x)),
        );
    }
}

/// `y[i] = f(a[i], b[i])`. Panics if the lengths differ.
#[inline(always)]
pub(super) fn of_two(a: &[f32], b: &[f32], y: &mut [f32], to: To<2>, f: impl Fn(f64, f64) -> f64) {
    dense::same_length(a.len(), y.len());
    dense::same_length(b.len(), y.len());
    simd::kernel_widest(OfTwo(a, b, y, to, f));
}

/// As [`ByGroups`].
struct OfTwo<'a, F>(&'a [f32], &'a [f32], &'a mut [f32], To<'a, 2>, F);

impl<F: Fn(f64, f64) -> f64> simd::Kernel for OfTwo<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let Self(a, b, y, to, f) = self;
        by_groups(
            [a, b],
            y,
            to,
            loops,
            #[inline(always)]
            |[a, b]| f(f64::from(a), f64::from(b)),
        );
    }
}

/// Number of elements that share one decision between a loop for usual arguments and one for any.
const BLOCK: usize = 2048;

/// A function with a faster form for usual arguments, with the same results.
pub(super) trait Function {
    /// An argument is a usual one if its key is below this. At 2^32 all are.
    const USUAL: u64 = 1 << 32;

    /// See [`Function::USUAL`].
    #[inline(always)]
    fn key(x: f32) -> u32 {
        x.to_bits() & 0x7fff_ffff
    }

    /// The rounding test, and the computation of results that it leaves undecided. Of usual arguments none is subnormal in float, unless it is that of the argument.
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

/// Returns the number of arguments that are not usual ones.
#[inline(always)]
fn unusual<F: Function>(x: &[f32]) -> usize {
    if F::USUAL > u64::from(u32::MAX) {
        return 0;
    }
    let limit = F::USUAL as u32;
    // Mostly there are none, and the largest key is found in fewer steps than a count.
    let largest = x.iter().fold(0, |largest, &x| F::key(x).max(largest));
    if largest < limit {
        return 0;
    }
    x.iter()
        .fold(0u32, |count, &x| count + u32::from(F::key(x) >= limit)) as usize
}

/// Rounding of the floats that [`by_blocks`] writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Floats {
    /// The nearest ones to the function.
    Exact,
    /// See [`to_odd`]. They fill tables, once: no form of their own is compiled for usual arguments.
    Odd,
}

impl Floats {
    #[inline(always)]
    fn of<F: Function>(self) -> To<'static, 1> {
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
        return proof.run(ByVectors::<F, Lanes<{ GROUP / WIDTH }>>(
            x,
            y,
            floats,
            proof,
            PhantomData,
        ));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = Avx2::chosen() {
        // More have no place in the registers.
        return proof.run(ByVectors::<F, Fours<4>>(x, y, floats, proof, PhantomData));
    }
    // What is left is the baseline.
    by_elements::<F>(x, y, floats, Loops::OF_BASELINE);
}

/// Writes the function of each element of a block after the other: by `usual` the nearest floats of usual arguments, by `any` what else is asked for.
/// A few arguments that are not usual are computed by themselves.
#[inline(always)]
fn each_block<F: Function>(
    x: &[f32],
    y: &mut [f32],
    floats: Floats,
    usual: impl Fn(&[f32], &mut [f32]),
    any: impl Fn(&[f32], &mut [f32]),
) {
    let mut results = [0.0; GROUP];
    for (x, y) in x.chunks(BLOCK).zip(y.chunks_mut(BLOCK)) {
        let count = match floats {
            Floats::Exact => unusual::<F>(x),
            Floats::Odd => x.len(),
        };
        let with_few =
            (count > 0 && count <= GROUP && count < x.len()).then(|| WithFew::new::<F>(x));
        // Each of both functions is called in one place, with no elements where it is not needed.
        let (for_usual, for_any): (&[f32], &[f32]) = match &with_few {
            Some(block) => (&block.usual[..x.len()], &block.others[..count]),
            None if count == 0 => (x, &[]),
            None => (&[], x),
        };
        usual(for_usual, &mut y[..for_usual.len()]);
        let target = match &with_few {
            Some(_) => &mut results[..],
            None => &mut *y,
        };
        any(for_any, &mut target[..for_any.len()]);
        if let Some(block) = with_few {
            for (&place, &result) in block.places.iter().zip(&results[..count]) {
                y[usize::from(place)] = result;
            }
        }
    }
}

/// A block with a few arguments that are not usual ones.
struct WithFew {
    /// The block, with a usual argument in the places of the others.
    usual: [f32; BLOCK],
    others: [f32; GROUP],
    places: [u16; GROUP],
}

impl WithFew {
    #[inline(always)]
    fn new<F: Function>(x: &[f32]) -> Self {
        let mut block = Self {
            usual: [0.0; BLOCK],
            others: [0.0; GROUP],
            places: [0; GROUP],
        };
        let is_usual = |x: f32| u64::from(F::key(x)) < F::USUAL;
        let stand_in = x.iter().copied().find(|&x| is_usual(x)).unwrap_or_default();
        block.usual[..x.len()].copy_from_slice(x);
        let mut count = 0;
        for (group, x) in x.chunks(GROUP).enumerate() {
            if unusual::<F>(x) == 0 {
                continue;
            }
            for (i, &x) in x.iter().enumerate().filter(|(_, x)| !is_usual(**x)) {
                let place = group * GROUP + i;
                block.usual[place] = stand_in;
                block.others[count] = x;
                block.places[count] = place as u16;
                count += 1;
            }
        }
        block
    }
}

/// [`by_groups`] of any arguments of a function. To be called from closures that are inlined always: passed as a function, it would be
/// compiled for the baseline.
#[inline(always)]
fn any_by_groups<F: Function>(x: &[f32], y: &mut [f32], floats: Floats, loops: Loops) {
    by_groups(
        [x],
        y,
        floats.of::<F>(),
        loops,
        #[inline(always)]
        |[x]| F::of_any(x),
    );
}

/// Element by element, in loops that the compiler vectorises where multiplying and adding is one instruction. On x86-64 it is none of the baseline: there
/// is no faster form.
#[inline(always)]
fn by_elements<F: Function>(x: &[f32], y: &mut [f32], floats: Floats, loops: Loops) {
    if cfg!(target_arch = "x86_64") {
        return any_by_groups::<F>(x, y, floats, loops);
    }
    each_block::<F>(
        x,
        y,
        floats,
        #[inline(always)]
        |x, y| {
            by_groups(
                [x],
                y,
                To::Exact(&F::EXACT),
                loops,
                #[inline(always)]
                |[x]| F::of_usual(f64::from(x)),
            )
        },
        #[inline(always)]
        |x, y| any_by_groups::<F>(x, y, floats, loops),
    );
}

/// Several vectors at once.
#[cfg(target_arch = "x86_64")]
struct ByVectors<'a, F, V: Vectors>(&'a [f32], &'a mut [f32], Floats, V::Proof, PhantomData<F>);

#[cfg(target_arch = "x86_64")]
impl<F: Function, V: Vectors> simd::Kernel for ByVectors<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let Self(x, y, floats, proof, _) = self;
        each_block::<F>(
            x,
            y,
            floats,
            #[inline(always)]
            |x, y| {
                by_vectors(
                    proof,
                    [x],
                    y,
                    &F::EXACT,
                    #[inline(always)]
                    |[x]| F::of_usual(x),
                    #[inline(always)]
                    |values: V| values.any_undecided(F::EXACT.error_bound),
                )
            },
            #[inline(always)]
            |x, y| any_by_groups::<F>(x, y, floats, loops),
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
            const EXACT: crate::math::rounding_test::Exact<'static> =
                crate::math::rounding_test::Exact::new(&f64, $hard);

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
            let exact = crate::math::rounding_test::Exact::new(&f64, $hard);
            rounded(x, y, crate::math::groups::To::Exact(&exact));
        }

        #[doc = concat!("Writes ", $what, " of each element, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(x: &[f32], y: &mut [f32]) {
            rounded(x, y, crate::math::groups::To::Odd);
        }

        #[inline(never)]
        fn rounded(x: &[f32], y: &mut [f32], to: crate::math::groups::To<1>) {
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
            let exact = crate::math::rounding_test::ExactOfTwo::new(f64, $full, 37);
            rounded(a, b, y, crate::math::groups::To::Exact(&exact));
        }

        #[doc = concat!("Writes ", $what, " of each pair of elements, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(a: &[f32], b: &[f32], y: &mut [f32]) {
            rounded(a, b, y, crate::math::groups::To::Odd);
        }

        #[inline(never)]
        fn rounded(a: &[f32], b: &[f32], y: &mut [f32], to: crate::math::groups::To<2>) {
            crate::math::slices::of_two(a, b, y, to, $function);
        }
    };
}
pub(super) use binary_f32;

/// Exports a function of one argument as a loop over f64; after `widest`, one that random numbers are made with.
macro_rules! unary_f64 {
    ($what:literal, $function:expr) => {
        $crate::math::slices::unary_f64!(by $crate::dense::unary, $what, $function);
    };
    (widest $what:literal, $function:expr) => {
        $crate::math::slices::unary_f64!(by $crate::dense::unary_widest, $what, $function);
    };
    (by $loop:path, $what:literal, $function:expr) => {
        #[doc = concat!("Writes ", $what, " of each element, with an error below 0.51 ULP. Panics if the lengths differ.")]
        pub fn f64(x: &[f64], y: &mut [f64]) {
            $loop(
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
