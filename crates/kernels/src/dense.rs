//! Loops over dense slices of equal length, compiled for each instruction set.
//!
//! What a loop does with an element is a closure without branches: the compiler vectorises the loop. Each loop costs a few
//! hundred bytes for each instruction set, so only this crate makes them.

use crate::simd;

/// `y[i] = f(x[i])`. Panics if the lengths differ.
#[inline(always)]
pub(crate) fn unary<X: Copy, Y>(x: &[X], y: &mut [Y], f: impl Fn(X) -> Y) {
    same_length(x.len(), y.len());
    simd::widest(
        #[inline(always)]
        || {
            for (y, &x) in y.iter_mut().zip(x) {
                *y = f(x);
            }
        },
    );
}

/// `y[i] = f(a[i], b[i])`. Panics if the lengths differ.
#[inline(always)]
pub(crate) fn binary<A: Copy, B: Copy, Y>(a: &[A], b: &[B], y: &mut [Y], f: impl Fn(A, B) -> Y) {
    same_length(a.len(), y.len());
    same_length(b.len(), y.len());
    simd::widest(
        #[inline(always)]
        || {
            for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                *y = f(a, b);
            }
        },
    );
}

/// `y[i] = f(a[i], b[i], c[i])`. The loop owns `f`: behind a reference, what it captures might be written through `y`, and the loop would not be
/// vectorised. Panics if the lengths differ.
#[inline(always)]
pub(crate) fn ternary<A: Copy, B: Copy, C: Copy, Y>(
    a: &[A],
    b: &[B],
    c: &[C],
    y: &mut [Y],
    f: impl Fn(A, B, C) -> Y,
) {
    same_length(a.len(), y.len());
    same_length(b.len(), y.len());
    same_length(c.len(), y.len());
    simd::widest(
        #[inline(always)]
        move || {
            for (((y, &a), &b), &c) in y.iter_mut().zip(a).zip(b).zip(c) {
                *y = f(a, b, c);
            }
        },
    );
}

/// `y[i] = f(a[i], b[i], c[i], d[i])`. Panics if the lengths differ.
#[inline(always)]
pub(crate) fn quaternary<T: Copy>(
    [a, b, c, d]: [&[T]; 4],
    y: &mut [T],
    f: impl Fn(T, T, T, T) -> T,
) {
    for input in [a, b, c, d] {
        same_length(input.len(), y.len());
    }
    simd::widest(
        #[inline(always)]
        move || {
            let inputs = a.iter().zip(b).zip(c).zip(d);
            for (y, (((&a, &b), &c), &d)) in y.iter_mut().zip(inputs) {
                *y = f(a, b, c, d);
            }
        },
    );
}

/// `y[i] = f(i)`.
#[inline(always)]
pub(crate) fn indexed<Y>(y: &mut [Y], f: impl Fn(usize) -> Y) {
    simd::widest(
        #[inline(always)]
        || {
            for (i, y) in y.iter_mut().enumerate() {
                *y = f(i);
            }
        },
    );
}

/// Elements that share the decision of [`binary_by_blocks`].
const BLOCK: usize = 64;

/// `y[i] = near(a[i], b[i])`, or `any(a[i], b[i])` in blocks in which `near` has said of a result that it is not right. Panics if the lengths
/// differ.
#[inline(always)]
pub(crate) fn binary_by_blocks<T: Copy>(
    a: &[T],
    b: &[T],
    y: &mut [T],
    near: impl Fn(T, T) -> (T, bool),
    any: impl Fn(T, T) -> T,
) {
    same_length(a.len(), y.len());
    same_length(b.len(), y.len());
    simd::widest(
        #[inline(always)]
        || {
            let blocks = y
                .chunks_mut(BLOCK)
                .zip(a.chunks(BLOCK))
                .zip(b.chunks(BLOCK));
            for ((y, a), b) in blocks {
                let mut all_right = true;
                for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                    let (value, right) = near(a, b);
                    all_right &= right;
                    *y = value;
                }
                if !all_right {
                    for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                        *y = any(a, b);
                    }
                }
            }
        },
    );
}

/// Panics if the lengths differ: an engine that passes such slices has a defect.
#[inline(always)]
pub(crate) fn same_length(input: usize, output: usize) {
    if input != output {
        differ(input, output);
    }
}

#[cold]
#[inline(never)]
fn differ(input: usize, output: usize) -> ! {
    panic!("a kernel got {input} elements of an input for {output} of its output");
}
