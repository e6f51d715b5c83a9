//! One of two numbers, as a condition says: moved as they are.

use crate::dense;
use hostnpu_numeric::Complex;

macro_rules! select {
    ($($name:ident: $t:ty;)+) => {$(
        /// `y[i] = c[i] != 0 ? a[i] : b[i]`.
        pub fn $name(c: &[u8], a: &[$t], b: &[$t], y: &mut [$t]) {
            dense::ternary(c, a, b, y, |c, a, b| if c != 0 { a } else { b });
        }
    )+};
}

select! {
    u8: u8;
    u16: u16;
    u32: u32;
    u64: u64;
    c64: Complex<f32>;
    c128: Complex<f64>;
}
