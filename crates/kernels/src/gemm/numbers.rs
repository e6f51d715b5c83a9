//! Steps of panels whose numbers have several of them.

use crate::simd;

/// Puts pairs of steps of each lane side by side: `steps` are those of all lanes, one step after the other.
pub fn pairs(steps: &[u16], lanes: usize, to: &mut [u32]) {
    simd::widest(|| {
        for (steps, to) in steps
            .chunks_exact(2 * lanes)
            .zip(to.chunks_exact_mut(lanes))
        {
            let (first, second) = steps.split_at(lanes);
            for ((to, &first), &second) in to.iter_mut().zip(first).zip(second) {
                *to = u32::from(first) | u32::from(second) << 16;
            }
        }
    });
}

/// The same of four steps of bytes, to each of which 128 is added if `is_shifted`.
pub fn fours(steps: &[u8], lanes: usize, to: &mut [u32], is_shifted: bool) {
    let shift = if is_shifted { 0x8080_8080 } else { 0 };
    simd::widest(|| {
        for (steps, to) in steps
            .chunks_exact(4 * lanes)
            .zip(to.chunks_exact_mut(lanes))
        {
            let (low, high) = steps.split_at(2 * lanes);
            let [(a, b), (c, d)] = [low, high].map(|steps| steps.split_at(lanes));
            for ((((to, &a), &b), &c), &d) in to.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *to = u32::from_le_bytes([a, b, c, d]) ^ shift;
            }
        }
    });
}
