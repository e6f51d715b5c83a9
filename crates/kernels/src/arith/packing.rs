//! Signs as bits, eight in a byte. The two directions are those of the vendor's operators, which are not each other's inverse.

use crate::dense::same_length;

/// Writes a bit for each element, the first one in the highest bit: 1 where it is below 0. What the last byte has no element for is 1. Panics unless `y` has a byte for
/// every eight elements begun.
pub fn pack_signs(x: &[f32], y: &mut [u8]) {
    same_length(x.len().div_ceil(8), y.len());
    let (bytes, rest) = x.as_chunks::<8>();
    for (y, x) in y.iter_mut().zip(bytes) {
        *y = byte(x);
    }
    if !rest.is_empty() {
        let mut last = [-1.0; 8];
        last[..rest.len()].copy_from_slice(rest);
        y[bytes.len()] = byte(&last);
    }
}

#[inline(always)]
fn byte(x: &[f32; 8]) -> u8 {
    x.iter().fold(0, |bits, &x| bits << 1 | u8::from(x < 0.0))
}

/// Writes 1 for each bit that is set and -1 for each other, the lowest bit first. Panics unless `y` has eight elements a byte.
pub fn unpack_signs(x: &[u8], y: &mut [f32]) {
    same_length(x.len() * 8, y.len());
    for (y, &x) in y.as_chunks_mut::<8>().0.iter_mut().zip(x) {
        *y = std::array::from_fn(|i| if x >> i & 1 == 0 { -1.0 } else { 1.0 });
    }
}
