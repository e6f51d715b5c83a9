//! Cross products of vectors of three elements.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_numeric::Complex;
use hostnpu_tensor::{Element, cuts};

operands! {
    struct Vectors<T: Element> => VectorsAt {
        a: Read<T>,
        b: Read<T>,
        output: Write<T>,
    }
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

fn difference_of_complex(
    a: Complex<f64>,
    b: Complex<f64>,
    c: Complex<f64>,
    d: Complex<f64>,
) -> Complex<f64> {
    let part = |[p, q, r, s]: [f64; 4], [t, u, v, w]: [f64; 4]| {
        difference(p, q, r, s) - difference(t, u, v, w)
    };
    Complex::new(
        part([a.re, b.re, a.im, b.im], [c.re, d.re, c.im, d.im]),
        part([a.re, b.im, -a.im, b.re], [c.re, d.im, -c.im, d.re]),
    )
}

fn difference_of_integers(a: i64, b: i64, c: i64, d: i64) -> i64 {
    a.wrapping_mul(b).wrapping_sub(c.wrapping_mul(d))
}

/// Plans the cross products of the vectors along an axis. Operands broadcast to `output`; integers wrap.
pub fn cross(axis: usize, a: Arg, b: Arg, output: Arg) -> Result<Call> {
    let dtype = output.view.dtype;
    match () {
        () if dtype.is_complex() => plan(axis, a, b, output, difference_of_complex),
        () if dtype.is_floating() => plan(axis, a, b, output, difference),
        () => plan(axis, a, b, output, difference_of_integers),
    }
}

/// Plans them by the function of a vector's minors, `a * b - c * d`.
fn plan<T: Element>(
    axis: usize,
    a: Arg,
    b: Arg,
    output: Arg,
    minor: fn(T, T, T, T) -> T,
) -> Result<Call> {
    let shape = output.view.layout.shape().to_vec();
    let Some([3, inner @ ..]) = shape.get(axis..) else {
        return Err(Reason::Internal("vectors of other lengths".into()).into());
    };
    // An element of a vector is `inner` elements behind the one before.
    let inner = inner.iter().product::<i64>() as usize;
    let cost = output.view.numel().unwrap_or(0).saturating_mul(43);
    let operands = Vectors {
        a: Read::<T>::broadcast(a, &shape),
        b: Read::broadcast(b, &shape),
        output: output.into(),
    };
    kernel(operands, cost, move |at: VectorsAt<T>| {
        let size = 3 * inner;
        let piece_size = size * (grain::COMPUTED / size.max(1)).max(1);
        cuts::for_each_part(cuts::chunks(at.output, piece_size), |piece, to| {
            let own = piece * piece_size..piece * piece_size + to.len();
            let (a, b) = (&at.a[own.clone()], &at.b[own]);
            let vectors = a.chunks_exact(size).zip(b.chunks_exact(size));
            for (to, (a, b)) in to.chunks_exact_mut(size).zip(vectors) {
                for k in 0..inner {
                    let [x, y, z] = [0, 1, 2].map(|axis| axis * inner + k);
                    to[x] = minor(a[y], b[z], a[z], b[y]);
                    to[y] = minor(a[z], b[x], a[x], b[z]);
                    to[z] = minor(a[x], b[y], a[y], b[x]);
                }
            }
        });
        Ok(())
    })
}
