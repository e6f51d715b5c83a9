//! Loops over dense slices of equal length, compiled for each instruction set.
//!
//! The operation of a loop on an element is a closure without branches: the compiler vectorises the loop. Each loop costs a few
//! hundred bytes for each instruction set, so only this crate makes them.

use crate::simd::{self, Loops};

/// Calls a loop compiled for the instruction set that it gains by: between elements of 64 bits or more, AVX-512 gives nothing.
#[inline(always)]
fn compiled<X, Y, R>(f: impl FnOnce(Loops) -> R) -> R {
    if const { size_of::<X>() <= 4 || size_of::<Y>() <= 4 } {
        simd::widest_loops(f)
    } else {
        simd::loops_up_to_avx2(f)
    }
}

/// `y[i] = f(x[i])`. The loop owns `f`: behind a reference, what it captures might be written through `y`, and the loop would not be vectorised.
/// Panics if the lengths differ.
#[inline(always)]
pub(crate) fn unary<X: Copy, Y>(x: &[X], y: &mut [Y], f: impl Fn(X) -> Y) {
    same_length(x.len(), y.len());
    compiled::<X, Y, _>(unary_loop(x, y, f));
}

/// As [`unary`], compiled for AVX-512 whatever the types: for functions of doubles that random numbers are made with.
#[inline(always)]
pub(crate) fn unary_widest<X: Copy, Y>(x: &[X], y: &mut [Y], f: impl Fn(X) -> Y) {
    same_length(x.len(), y.len());
    simd::widest_loops(unary_loop(x, y, f));
}

#[inline(always)]
fn unary_loop<X: Copy, Y>(x: &[X], y: &mut [Y], f: impl Fn(X) -> Y) -> impl FnOnce(Loops) {
    #[inline(always)]
    move |loops| {
        for (y, &x) in y.iter_mut().zip(x) {
            loops.step();
            *y = f(x);
        }
    }
}

/// `y[i] = f(a[i], b[i])`. Panics if the lengths differ.
#[inline(always)]
pub(crate) fn binary<A: Copy, B: Copy, Y>(a: &[A], b: &[B], y: &mut [Y], f: impl Fn(A, B) -> Y) {
    same_length(a.len(), y.len());
    same_length(b.len(), y.len());
    compiled::<A, Y, _>(
        #[inline(always)]
        move |loops| {
            for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                loops.step();
                *y = f(a, b);
            }
        },
    );
}

/// `y[i] = f(a[i], b[i], c[i])`. Panics if the lengths differ.
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
    compiled::<A, Y, _>(
        #[inline(always)]
        move |loops| {
            for (((y, &a), &b), &c) in y.iter_mut().zip(a).zip(b).zip(c) {
                loops.step();
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
    compiled::<T, T, _>(
        #[inline(always)]
        move |loops| {
            let inputs = a.iter().zip(b).zip(c).zip(d);
            for (y, (((&a, &b), &c), &d)) in y.iter_mut().zip(inputs) {
                loops.step();
                *y = f(a, b, c, d);
            }
        },
    );
}

/// `y[i] = f(i)`.
#[inline(always)]
pub(crate) fn indexed<Y>(y: &mut [Y], f: impl Fn(usize) -> Y) {
    simd::widest_loops(
        // What `f` captured by value is not in memory that `y` could be, as far as the compiler knows.
        #[inline(always)]
        move |loops| {
            for (i, y) in y.iter_mut().enumerate() {
                loops.step();
                *y = f(i);
            }
        },
    );
}

/// Elements that share the decision of [`binary_by_blocks`] and its relatives.
const BLOCK: usize = 64;

/// The type of each argument.
macro_rules! element {
    ($x:ident) => {
        T
    };
}

macro_rules! by_blocks {
    ($($(#[$doc:meta])* $name:ident($($x:ident),+);)+) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name<T: Copy>(
            $($x: &[T],)+
            y: &mut [T],
            near: impl Fn($(element!($x)),+) -> (T, bool),
            any: impl Fn($(element!($x)),+) -> T,
        ) {
            $(same_length($x.len(), y.len());)+
            // They compute in wider types.
            simd::widest_loops(
                #[inline(always)]
                move |loops| {
                    let (blocks, rest) = y.as_chunks_mut::<BLOCK>();
                    // Loops of a constant length have no remainder.
                    for (number, y) in blocks.iter_mut().enumerate() {
                        $(let $x = &$x.as_chunks::<BLOCK>().0[number];)+
                        let mut all_right = true;
                        for (i, y) in y.iter_mut().enumerate() {
                            loops.step();
                            let (value, right) = near($($x[i]),+);
                            all_right &= right;
                            *y = value;
                        }
                        if !all_right {
                            for (i, y) in y.iter_mut().enumerate() {
                                loops.step();
                                *y = any($($x[i]),+);
                            }
                        }
                    }
                    $(let $x = $x.as_chunks::<BLOCK>().1;)+
                    for (i, y) in rest.iter_mut().enumerate() {
                        loops.step();
                        let (value, right) = near($($x[i]),+);
                        *y = if right { value } else { any($($x[i]),+) };
                    }
                },
            );
        }
    )+};
}

by_blocks! {
    /// `y[i] = near(a[i])`, or `any(a[i])` in blocks in which `near` has said of a result that it is not right. Panics if the lengths differ.
    unary_by_blocks(a);
    /// As [`unary_by_blocks`], of two slices.
    binary_by_blocks(a, b);
    /// As [`unary_by_blocks`], of three slices.
    ternary_by_blocks(a, b, c);
    /// As [`unary_by_blocks`], of four slices.
    quaternary_by_blocks(a, b, c, d);
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
