//! ln|Γ(x)| of halves, correctly rounded, by a table.

use super::{accurate, single};
use crate::math::halves::Table;
use crate::simd;
use half::f16;
use std::cmp::Ordering;

/// Writes ln|Γ(x)| of each element. Panics if the lengths differ.
pub(super) fn ln_gamma_slice(x: &[f16], y: &mut [f16]) {
    static TABLE: Table<f16> = Table::new();
    TABLE.look_up(x, y, build);
}

fn build(table: &mut [f16; 1 << 16]) {
    let halves = || (0..=u16::MAX).map(f16::from_bits);
    let arguments: Vec<f32> = halves().map(f16::to_f32).collect();
    let mut floats = vec![0.0f32; arguments.len()];
    // Floats are correctly rounded on each instruction set.
    single::ln_gamma_slice(simd::chosen(), &arguments, &mut floats);
    for ((result, x), float) in table.iter_mut().zip(halves()).zip(floats) {
        *result = if x.is_nan() {
            f16::from_bits(x.to_bits() | 0x0200)
        } else {
            narrow(x, float)
        };
    }
}

/// The half nearest to ln|Γ(x)|, of which `float` is the nearest float. Rounding twice goes wrong only where the first
/// rounding ends on the midpoint of two halves: there the float beside it, on the side of the exact value, is rounded.
fn narrow(x: f16, float: f32) -> f16 {
    let midpoint = float.is_finite() && float.to_bits() & 0x1fff == 0x1000;
    let float = if midpoint {
        match accurate::rounded_to_odd(x.to_f64()).total_cmp(&f64::from(float)) {
            Ordering::Less => float.next_down(),
            Ordering::Equal => float,
            Ordering::Greater => float.next_up(),
        }
    } else {
        float
    };
    f16::from_f32(float)
}
