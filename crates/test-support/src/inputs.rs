//! Inputs that are the same in every run, and a hash over results.

/// A linear congruential generator (Knuth's MMIX): the upper half of each state.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }
}

/// FNV-1a over the results' bits, all NaN taken as one.
pub fn hash_f32(results: &[f32]) -> u64 {
    hash(
        results
            .iter()
            .map(|x| if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() }),
    )
}

/// FNV-1a over 32-bit words.
pub fn hash(words: impl IntoIterator<Item = u32>) -> u64 {
    words
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        })
}
