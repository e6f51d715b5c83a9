//! Search for a byte in a slice.

use crate::simd;

/// Elements that are compared before the search may end.
const BLOCK: usize = 1024;

/// Returns whether one of the bytes equals `byte`.
pub fn contains(x: &[u8], byte: u8) -> bool {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let is_in = |block: &[u8]| {
                block.iter().fold(false, |found, &x| {
                    loops.step();
                    found | (x == byte)
                })
            };
            x.chunks(BLOCK).any(is_in)
        },
    )
}
