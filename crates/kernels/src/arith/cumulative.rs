//! Running results along one dimension of dense memory, in place.

/// Replaces each element by the product of all up to it. Memory is rows of `inner` elements, and products run from row to row; integers wrap.
pub mod cumprod {
    use crate::double_double::DoubleDouble;
    use crate::simd;

    /// Columns that are computed side by side.
    const LANES: usize = 16;

    /// Calls `step(state, element)` down every column, which gives the next state and the new element.
    #[inline(always)]
    fn columns<T: Copy, S: Copy>(
        rows: &mut [T],
        inner: usize,
        first: S,
        step: impl Fn(S, T) -> (S, T),
    ) {
        simd::widest(
            #[inline(always)]
            || {
                for start in (0..inner).step_by(LANES) {
                    let end = inner.min(start + LANES);
                    let mut states = [first; LANES];
                    for row in rows.chunks_exact_mut(inner) {
                        for (state, element) in states.iter_mut().zip(&mut row[start..end]) {
                            (*state, *element) = step(*state, *element);
                        }
                    }
                }
            },
        );
    }

    macro_rules! products {
        ($($t:ident: $one:literal, |$a:ident, $b:ident| $product:expr;)+) => {$(
            /// Computes the running products of `rows`, `inner` elements each.
            pub fn $t(rows: &mut [$t], inner: usize) {
                columns(rows, inner, $one, #[inline(always)] |$a: $t, $b: $t| {
                    let product = $product;
                    (product, product)
                });
            }
        )+};
    }
    products! {
        f64: 1.0, |a, b| a * b;
        i8: 1, |a, b| a.wrapping_mul(b);
        u8: 1, |a, b| a.wrapping_mul(b);
        i16: 1, |a, b| a.wrapping_mul(b);
        u16: 1, |a, b| a.wrapping_mul(b);
        i32: 1, |a, b| a.wrapping_mul(b);
        u32: 1, |a, b| a.wrapping_mul(b);
        i64: 1, |a, b| a.wrapping_mul(b);
        u64: 1, |a, b| a.wrapping_mul(b);
    }

    /// As [`f64`], of products that are kept in two doubles and rounded once each, unless they underflow.
    pub fn f64_wide(rows: &mut [f64], inner: usize) {
        columns(
            rows,
            inner,
            DoubleDouble::new(1.0),
            #[inline(always)]
            |product, element| {
                let plain = product.hi * element;
                let wide = product.times(DoubleDouble::new(element));
                // Splitting large numbers overflows.
                let in_range = (product.hi.abs() < 1e290) & (element.abs() < 1e290);
                let is_exact = in_range & (plain.abs() < 1e290);
                let lo = if is_exact { wide.lo } else { 0.0 };
                let hi = if is_exact { wide.hi } else { plain };
                (DoubleDouble { hi, lo }, hi)
            },
        );
    }
}
