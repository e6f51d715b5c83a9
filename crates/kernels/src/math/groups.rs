//! Loops over groups of elements, whose doubles are computed and made floats together.

use super::rounding_test::{self, RoundingTest};
use crate::ahead;
use crate::doubles::ErrorBound;
#[cfg(target_arch = "x86_64")]
use crate::doubles::Vectors;
use crate::simd::{self, Loops};

/// Elements that share one rounding test.
pub(super) const GROUP: usize = 64;

/// Memory on the stack that begins where a line of the cache does: a vector in two lines is stored in twice the time, and where the stack stands depends on the caller.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub T);

/// Rounding of doubles to floats: chosen when a loop runs, not when it is compiled, for the loops are long.
#[derive(Clone, Copy)]
pub(super) enum To<'a, const INPUTS: usize> {
    /// The nearest one to the function. Where the double does not decide the rounding, it is computed again.
    Exact(&'a dyn RoundingTest<INPUTS>),
    /// The nearest one to the double.
    Nearest,
    /// See [`to_odd`].
    Odd,
}

/// `y[i] = f([x[0][i], ...])`, for slices of one length. To be inlined into what is compiled for an instruction set.
#[inline(always)]
pub(super) fn by_groups<const INPUTS: usize>(
    x: [&[f32]; INPUTS],
    y: &mut [f32],
    to: To<INPUTS>,
    loops: Loops,
    f: impl Fn([f32; INPUTS]) -> f64,
) {
    let error_bound = match to {
        To::Exact(exact) => exact.error_bound(),
        To::Nearest | To::Odd => ErrorBound::NONE,
    };
    let mut values = [0.0; GROUP];
    for start in (0..y.len()).step_by(GROUP) {
        let length = GROUP.min(y.len() - start);
        let rest = x.map(|x| &x[start..][..length]);
        let mut padding;
        // The loop over a group has one length and stands there once: a short group is filled up.
        let mut padded = [0.0; GROUP];
        let (inputs, output) = match y[start..].first_chunk_mut() {
            Some(output) => {
                ahead::ask_for_later(rest, output);
                (rest, output)
            }
            None => {
                padding = [[1.0; GROUP]; INPUTS];
                for (padding, rest) in padding.iter_mut().zip(rest) {
                    padding[..length].copy_from_slice(rest);
                }
                let filled: [&[f32]; INPUTS] = padding.each_ref().map(|x| x.as_slice());
                (filled, &mut padded)
            }
        };
        let open = group(inputs, output, &mut values, error_bound, loops, &f);
        match to {
            To::Exact(exact) if open => {
                rounding_test::round_undecided(inputs, &values, output, exact)
            }
            To::Exact(_) | To::Nearest => {}
            To::Odd => round_to_odd(&values, output),
        }
        if length < GROUP {
            y[start..].copy_from_slice(&padded[..length]);
        }
    }
}

/// Writes the doubles of a group and the floats nearest to them. Returns whether one of these is undecided.
#[inline(always)]
fn group<const INPUTS: usize>(
    x: [&[f32]; INPUTS],
    y: &mut [f32; GROUP],
    values: &mut [f64; GROUP],
    error_bound: ErrorBound,
    loops: Loops,
    f: &impl Fn([f32; INPUTS]) -> f64,
) -> bool {
    let x: [&[f32]; INPUTS] = x.map(|x| &x[..GROUP]);
    let mut differ = 0;
    for i in 0..GROUP {
        loops.step();
        let value = f(x.map(|x| x[i]));
        values[i] = value;
        let [low, high] = error_bound.ends(value);
        y[i] = high;
        differ |= low.to_bits() ^ high.to_bits();
    }
    differ != 0
}

/// [`by_groups`] by vectors, of arguments of which any may fill up the last vectors.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn by_vectors<const INPUTS: usize, V: Vectors>(
    proof: V::Proof,
    x: [&[f32]; INPUTS],
    y: &mut [f32],
    exact: &impl RoundingTest<INPUTS>,
    f: impl Fn([V; INPUTS]) -> V,
    any_undecided: impl Fn(V) -> bool,
) {
    let mut padded = [0.0; GROUP];
    for start in (0..y.len()).step_by(V::COUNT) {
        let length = V::COUNT.min(y.len() - start);
        let rest = x.map(|x| &x[start..][..length]);
        let mut padding;
        let whole = length == V::COUNT;
        let (inputs, output) = if whole {
            let output = &mut y[start..][..V::COUNT];
            ahead::ask_for_later(rest, output);
            (rest, output)
        } else {
            padding = rest.map(|rest| [rest[0]; GROUP]);
            for (padding, rest) in padding.iter_mut().zip(rest) {
                padding[..length].copy_from_slice(rest);
            }
            let filled: [&[f32]; INPUTS] = padding.each_ref().map(|x| &x[..V::COUNT]);
            (filled, &mut padded[..V::COUNT])
        };
        let values = f(inputs.map(|x| V::load(proof, x)));
        values.store(output);
        if any_undecided(values) {
            let mut doubles = [0.0; GROUP];
            values.store_doubles(&mut doubles);
            rounding_test::round_undecided(inputs, &doubles[..V::COUNT], output, exact);
        }
        if !whole {
            y[start..].copy_from_slice(&padded[..length]);
        }
    }
}

/// Rounds the doubles of each result of a group. Each of `values` goes to the slice of the same place.
#[inline(always)]
pub(super) fn round_group<const N: usize>(
    values: &[[f64; GROUP]; N],
    slices: [&mut [f32]; N],
    to: To<1>,
    loops: Loops,
) {
    for (values, y) in values.iter().zip(slices) {
        match to {
            To::Odd => round_to_odd(values, y),
            To::Exact(_) | To::Nearest => {
                for (y, &value) in y.iter_mut().zip(values) {
                    loops.step();
                    *y = value as f32;
                }
            }
        }
    }
}

/// Writes each value, rounded to odd. One loop for all functions.
#[inline(never)]
fn round_to_odd(values: &[f64; GROUP], y: &mut [f32]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (y, &value) in y.iter_mut().zip(values) {
                loops.step();
                *y = to_odd(value);
            }
        },
    );
}

/// `value` if it is a float, or else the one of its two neighbours whose last bit is set. Rounding that to fewer bits gives what
/// rounding `value` would have given: S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums" (2008).
#[inline(always)]
pub(crate) fn to_odd(value: f64) -> f32 {
    let nearest = value as f32;
    let back = f64::from(nearest);
    let inexact = u32::from(back != value);
    let away = u32::from(back.abs() > value.abs());
    let bits = nearest.to_bits();
    f32::from_bits(bits.wrapping_sub(inexact & away & !bits) | inexact)
}
