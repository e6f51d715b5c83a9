//! Steps of optimisers. Everything is computed in double, and each state rounded once.

use crate::reduce::results::OneNan;
use crate::simd;

/// The numbers of a step of Adam or one of its relatives, for the gradient `g`, the parameter `p`, and the averages `m` of gradients and `v` of their
/// squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// Factor of the gradient.
    pub gradient: f64,
    /// Share of the parameter that is added to the gradient.
    pub decay: f64,
    /// `m = beta1 m + (1 - beta1) g`.
    pub beta1: f64,
    /// `v = beta2 v + (1 - beta2) g g`.
    pub beta2: f64,
    /// Factor of the parameter.
    pub keep: f64,
    /// The rate, divided by the correction of `m`.
    pub rate: f64,
    /// The reciprocal of the root of the correction of `v`.
    pub root: f64,
    /// Addend of the root of `v`.
    pub epsilon: f64,
    /// Shares of `m` and of the gradient in the direction.
    pub direction: [f64; 2],
    /// `s = average s + (1 - average) p`, of the average `s` of parameters.
    pub average: f64,
}

/// The numbers of a step along the gradient `g` with the momentum `v`, for the parameter `p`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgd {
    /// Factor of the gradient.
    pub gradient: f64,
    /// Share of the parameter that is added to it.
    pub decay: f64,
    /// `v = momentum v + fresh g`.
    pub momentum: f64,
    /// See `momentum`.
    pub fresh: f64,
    /// Shares of the gradient and of `v` in the direction.
    pub direction: [f64; 2],
    /// Length of the step against the direction.
    pub rate: f64,
}

/// `share * x`, 0 if there is no share.
#[inline(always)]
fn part(share: f64, x: f64) -> f64 {
    if share == 0.0 { 0.0 } else { share * x }
}

/// The gradient of a step.
#[inline(always)]
fn gradient_of(of: Sgd, g: f64, p: f64) -> f64 {
    of.gradient * g + part(of.decay, p)
}

macro_rules! steps {
    ($($t:ident),+) => {$(
        /// Loops over the elements of this type.
        pub mod $t {
            use super::{Adam, OneNan as _, Sgd, gradient_of, part, simd};

            /// Makes a step of Adam. `p`, `m` and `v` follow each other in `states`, then the largest `v` so far if `LARGEST`, then the average of parameters if
            /// `AVERAGE`. Panics if the lengths differ.
            #[inline(always)]
            fn adam_of<const LARGEST: bool, const AVERAGE: bool>(of: &Adam, g: &[$t], states: &mut [&mut [$t]]) {
                let of = *of;
                let [p, m, v, others @ ..] = states else { panic!("three states and more") };
                let count = g.len();
                let (p, m, v) = (&mut p[..count], &mut m[..count], &mut v[..count]);
                let mut others = others.iter_mut();
                let mut next = |is_there: bool| match others.next().filter(|_| is_there) {
                    Some(state) => &mut state[..count],
                    None => &mut [],
                };
                let largest = next(LARGEST);
                let average = next(AVERAGE);
                simd::widest_loops(#[inline(always)] |loops| {
                    for i in 0..count {
                        loops.step();
                        let before = f64::from(p[i]);
                        let gradient = of.gradient * f64::from(g[i]) + part(of.decay, before);
                        let first = of.beta1 * f64::from(m[i]) + (1.0 - of.beta1) * gradient;
                        let mut second = of.beta2 * f64::from(v[i]) + (1.0 - of.beta2) * (gradient * gradient);
                        m[i] = (first as $t).with_one_nan();
                        v[i] = (second as $t).with_one_nan();
                        if LARGEST {
                            let so_far = f64::from(largest[i]);
                            second = if second > so_far || second.is_nan() { second } else { so_far };
                            largest[i] = (second as $t).with_one_nan();
                        }
                        let direction = part(of.direction[0], first) + part(of.direction[1], gradient);
                        let step = of.rate * direction / (second.sqrt() * of.root + of.epsilon);
                        let after = of.keep * before - step;
                        p[i] = (after as $t).with_one_nan();
                        if AVERAGE {
                            let mixed = of.average * f64::from(average[i]) + (1.0 - of.average) * after;
                            average[i] = (mixed as $t).with_one_nan();
                        }
                    }
                });
            }

            /// Makes a step of Adam: `p`, `m`, `v`. Panics if the lengths differ.
            pub fn adam(of: &Adam, g: &[$t], states: &mut [&mut [$t]]) {
                adam_of::<false, false>(of, g, states);
            }

            /// Makes a step of Adam with the largest `v` so far: `p`, `m`, `v`, `largest`. Panics if the lengths differ.
            pub fn adam_largest(of: &Adam, g: &[$t], states: &mut [&mut [$t]]) {
                adam_of::<true, false>(of, g, states);
            }

            /// Makes a step of Adam with the average of parameters: `p`, `m`, `v`, `average`. Panics if the lengths differ.
            pub fn adam_average(of: &Adam, g: &[$t], states: &mut [&mut [$t]]) {
                let [p, m, v, average] = states else { panic!("four states") };
                adam_of::<false, true>(of, g, &mut [p, m, v, &mut [], average]);
            }

            /// Makes a step along the gradient: `p`, and `v` if it is there. Panics if the lengths differ.
            pub fn sgd(of: &Sgd, g: &[$t], states: &mut [&mut [$t]]) {
                let of = *of;
                let count = g.len();
                match states {
                    [p, v] => {
                        let (p, v) = (&mut p[..count], &mut v[..count]);
                        simd::widest_loops(#[inline(always)] |loops| {
                            for i in 0..count {
                                loops.step();
                        let before = f64::from(p[i]);
                                let gradient = gradient_of(of, g[i].into(), before);
                                let momentum = part(of.momentum, f64::from(v[i])) + of.fresh * gradient;
                                v[i] = (momentum as $t).with_one_nan();
                                let direction = part(of.direction[0], gradient) + part(of.direction[1], momentum);
                                p[i] = ((before - of.rate * direction) as $t).with_one_nan();
                            }
                        });
                    }
                    [p] => {
                        let p = &mut p[..count];
                        simd::widest_loops(#[inline(always)] |loops| {
                            for i in 0..count {
                                loops.step();
                        let before = f64::from(p[i]);
                                p[i] = ((before - of.rate * gradient_of(of, g[i].into(), before)) as $t).with_one_nan();
                            }
                        });
                    }
                    _ => panic!("one state or two"),
                }
            }

            /// Divides each element.
            pub fn divide(x: &mut [$t], divisor: f64) {
                simd::widest_loops(#[inline(always)] |loops| {
                    for x in x {
                        loops.step();
                        *x = (f64::from(*x) / divisor) as $t;
                    }
                });
            }
        }
    )+};
}
steps!(f32, f64);

/// Makes a step of Adam as [`f32::adam`] does, computed in float, each operation rounded. Panics if the lengths differ.
pub fn adam_in_float(of: &Adam, g: &[f32], states: &mut [&mut [f32]]) {
    let [p, m, v] = states else {
        panic!("three states")
    };
    let count = g.len();
    let (p, m, v) = (&mut p[..count], &mut m[..count], &mut v[..count]);
    let numbers = [
        of.gradient,
        of.decay,
        of.beta1,
        1.0 - of.beta1,
        of.beta2,
        1.0 - of.beta2,
        of.keep,
        of.root,
        of.epsilon,
        of.rate * of.direction[0],
        of.rate * of.direction[1],
    ];
    let [
        share,
        decay,
        beta1,
        rest1,
        beta2,
        rest2,
        keep,
        root,
        epsilon,
        first,
        second,
    ] = numbers.map(|x| x as f32);
    let part = |share: f32, x: f32| if share == 0.0 { 0.0 } else { share * x };
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for i in 0..count {
                loops.step();
                let gradient = share * g[i] + part(decay, p[i]);
                let average = beta1 * m[i] + rest1 * gradient;
                let square = beta2 * v[i] + rest2 * (gradient * gradient);
                let direction = part(first, average) + part(second, gradient);
                let step = direction / (square.sqrt() * root + epsilon);
                m[i] = average.with_one_nan();
                v[i] = square.with_one_nan();
                p[i] = (keep * p[i] - step).with_one_nan();
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_in_float_are_near_those_in_double() {
        let of = Adam {
            gradient: 0.5,
            decay: 0.01,
            beta1: 0.9,
            beta2: 0.999,
            keep: 0.99,
            rate: 0.02,
            root: 3.0,
            epsilon: 1e-8,
            direction: [1.0, 0.25],
            average: 0.0,
        };
        let numbers = |seed: usize, from: f32, to: f32| -> Vec<f32> {
            let number = |i: usize| from + (to - from) * ((i * seed) % 1009) as f32 / 1009.0;
            (0..1000).map(number).collect()
        };
        let g = numbers(7, -1.0, 1.0);
        let start = [
            numbers(11, -2.0, 2.0),
            numbers(13, -0.1, 0.1),
            numbers(17, 1e-4, 0.1),
        ];
        let mut exact = start.clone();
        let mut fast = start;
        let [p, m, v] = &mut exact;
        f32::adam(&of, &g, &mut [p, m, v]);
        let [p, m, v] = &mut fast;
        adam_in_float(&of, &g, &mut [p, m, v]);
        for (exact, fast) in exact.iter().flatten().zip(fast.iter().flatten()) {
            let bound = 4.0 * f64::from(f32::EPSILON) * f64::from(exact.abs()).max(0.1);
            assert!(
                f64::from((exact - fast).abs()) <= bound,
                "{fast}, not {exact}"
            );
        }
    }
}
