//! ln|Γ(x)| of halves, correctly rounded: there are so few of them that a table is built on first use.

use super::{accurate, single};
use crate::simd::Isa;
use half::f16;
use hostnpu_numeric::environment;
use std::cmp::Ordering;
use std::sync::OnceLock;

/// The results of all halves, by the bits of the argument: 128 KiB.
type Table = [f16; 1 << 16];

/// The table, the same whichever instruction set builds it: floats are correctly rounded on each.
pub(super) fn table(isa: Isa) -> &'static Table {
    static TABLE: OnceLock<Box<Table>> = OnceLock::new();
    // It stays for the life of the process, whichever thread asks first.
    TABLE.get_or_init(|| environment::known(|| build(isa)))
}

fn build(isa: Isa) -> Box<Table> {
    let halves = || (0..=u16::MAX).map(f16::from_bits);
    let arguments: Vec<f32> = halves().map(f16::to_f32).collect();
    let mut floats = vec![0.0f32; arguments.len()];
    single::ln_gamma_slice(isa, &arguments, &mut floats);
    let mut table = Box::new([f16::ZERO; 1 << 16]);
    for ((result, x), float) in table.iter_mut().zip(halves()).zip(floats) {
        *result = if x.is_nan() {
            f16::from_bits(x.to_bits() | 0x0200)
        } else {
            narrow(x, float)
        };
    }
    table
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
