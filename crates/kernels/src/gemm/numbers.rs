//! Steps of panels whose numbers have several of them.

use crate::simd::{self, Kernel, Loops};

/// Puts pairs of steps of each lane side by side: `steps` are those of all lanes, one step after the other.
pub fn pairs(steps: &[u16], lanes: usize, to: &mut [u32]) {
    simd::kernel_widest(Pairs { steps, lanes, to });
}

struct Pairs<'a> {
    steps: &'a [u16],
    lanes: usize,
    to: &'a mut [u32],
}

impl Kernel for Pairs<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Loops) {
        let Self { steps, lanes, to } = self;
        for (steps, to) in steps
            .chunks_exact(2 * lanes)
            .zip(to.chunks_exact_mut(lanes))
        {
            let (first, second) = steps.split_at(lanes);
            for ((to, &first), &second) in to.iter_mut().zip(first).zip(second) {
                *to = u32::from(first) | u32::from(second) << 16;
            }
        }
    }
}

/// The same of four steps of bytes.
pub fn fours(steps: &[u8], lanes: usize, to: &mut [u32]) {
    simd::kernel_widest(Fours { steps, lanes, to });
}

struct Fours<'a> {
    steps: &'a [u8],
    lanes: usize,
    to: &'a mut [u32],
}

impl Kernel for Fours<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Loops) {
        let Self { steps, lanes, to } = self;
        for (steps, to) in steps
            .chunks_exact(4 * lanes)
            .zip(to.chunks_exact_mut(lanes))
        {
            let (low, high) = steps.split_at(2 * lanes);
            let [(a, b), (c, d)] = [low, high].map(|steps| steps.split_at(lanes));
            for ((((to, &a), &b), &c), &d) in to.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *to = u32::from(a) | u32::from(b) << 8 | u32::from(c) << 16 | u32::from(d) << 24;
            }
        }
    }
}

/// Adds 128 to each byte of some numbers.
pub fn shift(numbers: &mut [u32]) {
    simd::widest(|| numbers.iter_mut().for_each(|number| *number ^= 0x8080_8080));
}
