//! Cross products of vectors of three elements.

use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::{Arg, Call};
use crate::error::{Reason, Result};
use crate::numeric::Complex;
use crate::tensor::scratch::Scratch;
use crate::tensor::{Dtype, parallel};

/// Vectors, of which an element is `inner` elements behind the one before.
struct Cross {
    wide: Dtype,
    outer: usize,
    inner: usize,
}

/// Returns `a * b - c * d` with one rounding or two: what the subtraction loses comes from the product that is subtracted.
fn difference(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let product = c * d;
    let lost = (-c).mul_add(d, product);
    let difference = a.mul_add(b, -product) + lost;
    // Infinite products have no such parts.
    match difference.is_nan() {
        true => a * b - product,
        false => difference,
    }
}

impl Cross {
    /// Computes all vectors.
    ///
    /// # Safety
    /// As for [`Kernel::run`], for elements of this type.
    unsafe fn all<T: Copy + Sync>(&self, places: [usize; 3], minor: fn(T, T, T, T) -> T) {
        let (step, size) = (3 * self.inner, size_of::<T>());
        parallel::for_each_piece(self.outer, |number| {
            let [a, b, to] = places.map(|place| place + number * step * size);
            // SAFETY: the caller's promise; each piece has vectors of its own.
            let (a, b, to) = unsafe {
                (
                    slice::<T>(a, step),
                    slice::<T>(b, step),
                    slice_mut::<T>(to, step),
                )
            };
            for k in 0..self.inner {
                let [x, y, z] = [0, 1, 2].map(|axis| axis * self.inner + k);
                to[x] = minor(a[y], b[z], a[z], b[y]);
                to[y] = minor(a[z], b[x], a[x], b[z]);
                to[z] = minor(a[x], b[y], a[y], b[x]);
            }
        });
    }
}

impl Kernel for Cross {
    fn cost(&self) -> usize {
        self.outer.saturating_mul(128 * self.inner)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let &[a, b, to] = places else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let places = [a, b, to];
        // SAFETY: the caller's promise for tensors of the type that was planned.
        unsafe {
            match self.wide {
                Dtype::Complex128 => self.all::<Complex<f64>>(places, |a, b, c, d| {
                    let part = |[p, q, r, s]: [f64; 4], [t, u, v, w]: [f64; 4]| {
                        difference(p, q, r, s) - difference(t, u, v, w)
                    };
                    Complex::new(
                        part([a.re, b.re, a.im, b.im], [c.re, d.re, c.im, d.im]),
                        part([a.re, b.im, -a.im, b.re], [c.re, d.im, -c.im, d.re]),
                    )
                }),
                Dtype::I64 => self.all::<i64>(places, |a, b, c, d| {
                    a.wrapping_mul(b).wrapping_sub(c.wrapping_mul(d))
                }),
                _ => self.all::<f64>(places, difference),
            }
        }
        Ok(())
    }
}

/// Plans the cross products of the vectors along an axis. Operands broadcast to `output`; integers wrap.
pub fn cross(axis: usize, operands: [Arg; 2], output: Arg) -> Result<Call> {
    let shape = output.view.layout.shape().to_vec();
    let (Some(outer), Some([3, inner @ ..])) = (shape.get(..axis), shape.get(axis..)) else {
        return Err(Reason::Internal("vectors of other lengths".into()).into());
    };
    let dtype = output.view.dtype;
    let wide = match dtype {
        _ if dtype.is_complex() => Dtype::Complex128,
        _ if dtype.is_floating() => Dtype::F64,
        _ => Dtype::I64,
    };
    let count = |extents: &[i64]| extents.iter().product::<i64>() as usize;
    let kernel = Cross {
        wide,
        outer: count(outer),
        inner: count(inner),
    };
    let [a, b] = operands.map(|operand| Operand::read_as(operand, wide, &shape));
    dense::plan(kernel, [a, b, Operand::write(output, wide)])
}
