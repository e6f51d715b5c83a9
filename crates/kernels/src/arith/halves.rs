//! Loops over f16 and bf16 that compute in `f32` or wider and round once at the end.

use half::{bf16, f16};
use hostnpu_numeric::narrow::{bf16_to_f32, f32_to_bf16};

use crate::dense::{self, same_length};
use crate::half_runs::{self, Conversion, RUN, Work};
use crate::simd::{self, Loops};

/// A 16-bit format.
pub(super) trait Half: Copy + 'static {
    /// `y[i] = f(x[i])`, where the result of `f` is rounded to the format.
    fn unary(x: &[Self], y: &mut [Self], f: impl Fn(f32) -> f32);

    /// `y[i] = f(a[i], b[i])`, where the result of `f` is rounded to the format.
    fn binary(a: &[Self], b: &[Self], y: &mut [Self], f: impl Fn(f32, f32) -> f32);

    /// `y[i] = f(a[i], b[i], c[i])`, where the result of `f` is rounded to the format.
    fn ternary(
        a: &[Self],
        b: &[Self],
        c: &[Self],
        y: &mut [Self],
        f: impl Fn(f32, f32, f32) -> f32,
    );
}

impl Half for bf16 {
    #[inline(always)]
    fn unary(x: &[Self], y: &mut [Self], f: impl Fn(f32) -> f32) {
        dense::unary(
            x,
            y,
            #[inline(always)]
            |x| f32_to_bf16(f(bf16_to_f32(x))),
        );
    }

    #[inline(always)]
    fn binary(a: &[Self], b: &[Self], y: &mut [Self], f: impl Fn(f32, f32) -> f32) {
        dense::binary(
            a,
            b,
            y,
            #[inline(always)]
            |a, b| f32_to_bf16(f(bf16_to_f32(a), bf16_to_f32(b))),
        );
    }

    #[inline(always)]
    fn ternary(
        a: &[Self],
        b: &[Self],
        c: &[Self],
        y: &mut [Self],
        f: impl Fn(f32, f32, f32) -> f32,
    ) {
        dense::ternary(
            a,
            b,
            c,
            y,
            #[inline(always)]
            |a, b, c| f32_to_bf16(f(bf16_to_f32(a), bf16_to_f32(b), bf16_to_f32(c))),
        );
    }
}

impl Half for f16 {
    #[inline(always)]
    fn unary(x: &[Self], y: &mut [Self], f: impl Fn(f32) -> f32) {
        with_inputs(
            [x],
            y,
            #[inline(always)]
            |[x]| f(x),
        );
    }

    #[inline(always)]
    fn binary(a: &[Self], b: &[Self], y: &mut [Self], f: impl Fn(f32, f32) -> f32) {
        with_inputs(
            [a, b],
            y,
            #[inline(always)]
            |[a, b]| f(a, b),
        );
    }

    #[inline(always)]
    fn ternary(
        a: &[Self],
        b: &[Self],
        c: &[Self],
        y: &mut [Self],
        f: impl Fn(f32, f32, f32) -> f32,
    ) {
        with_inputs(
            [a, b, c],
            y,
            #[inline(always)]
            |[a, b, c]| f(a, b, c),
        );
    }
}

fn with_inputs<const N: usize>(x: [&[f16]; N], y: &mut [f16], f: impl Fn([f32; N]) -> f32) {
    for x in x {
        same_length(x.len(), y.len());
    }
    half_runs::with(simd::chosen(), Runs { x, y, f });
}

/// Runs of f16, widened and rounded by the machine's conversion.
struct Runs<'a, F, const N: usize> {
    x: [&'a [f16]; N],
    y: &'a mut [f16],
    f: F,
}

impl<F: Fn([f32; N]) -> f32, const N: usize> Work for Runs<'_, F, N> {
    #[inline(always)]
    fn run(self, conversion: impl Conversion, loops: Loops) {
        let runs = self.x.map(|x| x.as_chunks::<RUN>());
        let (y, y_rest) = self.y.as_chunks_mut::<RUN>();
        for (i, y) in y.iter_mut().enumerate() {
            let run = std::array::from_fn(|k| &runs[k].0[i]);
            *y = one_run(run, conversion, loops, &self.f);
        }
        if !y_rest.is_empty() {
            let mut rest = [[f16::ZERO; RUN]; N];
            for (rest, run) in rest.iter_mut().zip(runs) {
                rest[..run.1.len()].copy_from_slice(run.1);
            }
            let rest = std::array::from_fn(|k| &rest[k]);
            let results = one_run(rest, conversion, loops, &self.f);
            y_rest.copy_from_slice(&results[..y_rest.len()]);
        }
    }
}

#[inline(always)]
fn one_run<const N: usize>(
    x: [&[f16; RUN]; N],
    conversion: impl Conversion,
    loops: Loops,
    f: &impl Fn([f32; N]) -> f32,
) -> [f16; RUN] {
    let x = x.map(
        #[inline(always)]
        |x| conversion.widen(x),
    );
    let mut results = [0.0; RUN];
    for (i, result) in results.iter_mut().enumerate() {
        loops.step();
        *result = f(std::array::from_fn(
            #[inline(always)]
            |k| x[k][i],
        ));
    }
    conversion.narrow(&results)
}

/// `y[i] = near(a[i], b[i])`, or `exact(a[i], b[i])` in blocks where `near` is subnormal: floats have no more range than bf16, so
/// that a subnormal result would be rounded to the float's last place before it is rounded to that of bf16.
#[inline(always)]
pub(super) fn binary_bf16(
    a: &[bf16],
    b: &[bf16],
    y: &mut [bf16],
    near: impl Fn(f32, f32) -> f32,
    exact: impl Fn(f32, f32) -> f32,
) {
    dense::binary_by_blocks(
        a,
        b,
        y,
        #[inline(always)]
        |a, b| {
            let value = near(bf16_to_f32(a), bf16_to_f32(b));
            let subnormal = (value.abs() < f32::MIN_POSITIVE) & (value != 0.0);
            (f32_to_bf16(value), !subnormal)
        },
        #[inline(always)]
        |a, b| f32_to_bf16(exact(bf16_to_f32(a), bf16_to_f32(b))),
    );
}

/// Functions of f16 and bf16, computed in double and rounded once: `|inputs| result`, or `|inputs; parameters: type| result`. After `single`
/// and the types, computed in float.
macro_rules! halves {
    (single f16 bf16: |$($x:ident),+| $value:expr) => {
        $crate::arith::halves::halves!(single f16: |$($x),+| $value);
        $crate::arith::halves::halves!(single bf16: |$($x),+| $value);
    };
    (single $t:ident: |$($x:ident),+| $value:expr) => {
        /// Computes the operation of this module, rounded once.
        pub fn $t($($x: &[half::$t],)+ y: &mut [half::$t]) {
            $crate::arith::halves::halves!(@call $t, y, |$($x),+| $value);
        }
    };
    (|$($x:ident),+ $(; $p:ident: $params:ty)?| $value:expr) => {
        $crate::arith::halves::halves!(@f16 |$($x),+ $(; $p: $params)?| $value);
        $crate::arith::halves::halves!(@bf16 |$($x),+ $(; $p: $params)?| $value);
    };
    (@$t:ident |$($x:ident),+ $(; $p:ident: $params:ty)?| $value:expr) => {
        /// Computes the operation of this module in double, rounded once.
        pub fn $t($($x: &[half::$t],)+ y: &mut [half::$t] $(, $p: &$params)?) {
            $(let $p = *$p;)?
            $crate::arith::halves::halves!(@call $t, y, |$($x),+| {
                $(let $x = f64::from($x);)+
                $crate::convert::odd($value)
            });
        }
    };
    (@call $t:ident, $y:ident, |$x:ident| $value:expr) => {
        <half::$t as $crate::arith::halves::Half>::unary($x, $y, #[inline(always)] |$x| $value);
    };
    (@call $t:ident, $y:ident, |$a:ident, $b:ident| $value:expr) => {
        <half::$t as $crate::arith::halves::Half>::binary($a, $b, $y, #[inline(always)] |$a, $b| $value);
    };
    (@call $t:ident, $y:ident, |$a:ident, $b:ident, $c:ident| $value:expr) => {
        <half::$t as $crate::arith::halves::Half>::ternary($a, $b, $c, $y, #[inline(always)] |$a, $b, $c| $value);
    };
}
pub(super) use halves;
