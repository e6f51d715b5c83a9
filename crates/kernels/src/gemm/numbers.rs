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
        let joined = Joined {
            rows: self,
            numbers,
            to,
        };
        match size {
            1 => simd::kernel_widest(Fours(joined)),
            _ => simd::kernel_widest(Pairs(joined)),
        }
    }
}

/// Rows and room for their numbers, by the promise of the caller of [`Rows::join`].
struct Joined {
    rows: Rows,
    numbers: usize,
    to: *mut u32,
}

impl Joined {
    /// Elements of `COUNT` steps from one on, and all lanes of a number.
    #[inline(always)]
    fn number<T, const COUNT: usize>(&mut self, number: usize) -> ([&[T]; COUNT], &mut [u32]) {
        let Rows {
            first,
            pitch,
            lanes,
        } = self.rows;
        debug_assert!(number < self.numbers);
        let step = |k| {
            first
                .wrapping_offset((number * COUNT + k) as isize * pitch)
                .cast()
        };
        // SAFETY: the promise of the caller of `join` for all numbers.
        unsafe {
            let steps = std::array::from_fn(|k| std::slice::from_raw_parts(step(k), lanes));
            let to = std::slice::from_raw_parts_mut(self.to.add(number * lanes), lanes);
            (steps, to)
        }
    }
}

struct Pairs(Joined);

impl Kernel for Pairs {
    type Output = ();

    #[inline(always)]
    fn run(mut self, _: Loops) {
        for at in 0..self.0.numbers {
            let ([first, second], to) = self.0.number::<u16, 2>(at);
            for ((to, &first), &second) in to.iter_mut().zip(first).zip(second) {
                *to = u32::from(first) | u32::from(second) << 16;
            }
        }
    }
}

struct Fours(Joined);

impl Kernel for Fours {
    type Output = ();

    #[inline(always)]
    fn run(mut self, _: Loops) {
        for at in 0..self.0.numbers {
            let ([a, b, c, d], to) = self.0.number::<u8, 4>(at);
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
