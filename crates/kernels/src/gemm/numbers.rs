//! Steps of panels whose numbers have several of them.

use crate::simd::{self, Kernel, Loops};

/// Rows of elements, one for each step, `pitch` bytes apart.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The first lane of the first step.
    pub first: *const u8,
    /// Bytes from a step to the next.
    pub pitch: isize,
    /// Lanes of a step.
    pub lanes: usize,
}

impl Rows {
    /// Writes `numbers` numbers of each lane, all lanes of a number side by side. A number is `4 / size` steps of elements of `size` bytes, which is 1 or 2.
    ///
    /// # Safety
    /// The elements may be read and the numbers be written, all aligned.
    pub unsafe fn join(self, size: usize, numbers: usize, to: *mut u32) {
        let rows = self;
        match size {
            1 => simd::kernel_widest(Fours { rows, numbers, to }),
            _ => simd::kernel_widest(Pairs { rows, numbers, to }),
        }
    }

    /// The elements of a step.
    #[inline(always)]
    unsafe fn step<'a, T>(self, step: usize) -> &'a [T] {
        let first = self.first.wrapping_offset(step as isize * self.pitch);
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts(first.cast(), self.lanes) }
    }
}

/// All lanes of a number.
#[inline(always)]
unsafe fn number<'a>(to: *mut u32, lanes: usize, number: usize) -> &'a mut [u32] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(to.add(number * lanes), lanes) }
}

struct Pairs {
    rows: Rows,
    numbers: usize,
    to: *mut u32,
}

impl Kernel for Pairs {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Loops) {
        for at in 0..self.numbers {
            // SAFETY: the promise of the caller of `join`.
            let (first, second, to) = unsafe {
                let [first, second] = [0, 1].map(|step| self.rows.step::<u16>(2 * at + step));
                (first, second, number(self.to, self.rows.lanes, at))
            };
            for ((to, &first), &second) in to.iter_mut().zip(first).zip(second) {
                *to = u32::from(first) | u32::from(second) << 16;
            }
        }
    }
}

struct Fours {
    rows: Rows,
    numbers: usize,
    to: *mut u32,
}

impl Kernel for Fours {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Loops) {
        for at in 0..self.numbers {
            // SAFETY: as above.
            let ([a, b, c, d], to) = unsafe {
                let four = [0, 1, 2, 3].map(|step| self.rows.step::<u8>(4 * at + step));
                (four, number(self.to, self.rows.lanes, at))
            };
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
