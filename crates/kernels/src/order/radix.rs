//! The two steps of one pass of a radix sort: count the digits, and move items to the places of their digits.

/// Bits of a digit at most.
pub const DIGIT: u32 = 11;

/// Values of a digit at most.
pub const BUCKETS: usize = 1 << DIGIT;

/// Item that is sorted by some bits of a word.
pub trait Item: Copy + Ord + Send + Sync + 'static {
    /// Returns the word.
    fn word(self) -> u64;
}

impl Item for u64 {
    #[inline(always)]
    fn word(self) -> u64 {
        self
    }
}

/// A key and a position.
impl Item for [u64; 2] {
    #[inline(always)]
    fn word(self) -> u64 {
        self[0]
    }
}

/// Adds to `counts` how often each digit occurs: the bits of `mask` above `shift`.
pub fn count_digits<I: Item>(items: &[I], shift: u32, mask: u64, counts: &mut [u64; BUCKETS]) {
    let mask = mask & (BUCKETS as u64 - 1);
    for item in items {
        counts[(item.word() >> shift & mask) as usize] += 1;
    }
}

/// Moves items in their order to `target`, each to the next place of its digit, and counts that place up.
///
/// # Safety
/// All places that the items get may be written, and nothing else uses them meanwhile.
pub unsafe fn scatter<I: Item>(
    items: &[I],
    shift: u32,
    mask: u64,
    next: &mut [u64; BUCKETS],
    target: *mut I,
) {
    let mask = mask & (BUCKETS as u64 - 1);
    for &item in items {
        let place = &mut next[(item.word() >> shift & mask) as usize];
        // SAFETY: the caller's promise.
        unsafe { target.add(*place as usize).write(item) };
        *place += 1;
    }
}
