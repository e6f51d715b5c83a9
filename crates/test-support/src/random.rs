//! Numbers for tests: the same ones in every run.

/// A sequence of numbers that follows from a seed (SplitMix64).
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    #[expect(
        clippy::should_implement_trait,
        reason = "a sequence without an end is no iterator to loop over"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn bits(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    /// A number from 0 to `count`, that not among them.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A number from 0 to 1, 1 not among them.
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.share()
    }

    /// 1 or -1.
    pub fn sign(&mut self) -> f64 {
        self.one_of(&[1.0, -1.0])
    }

    /// Any finite float.
    pub fn any(&mut self) -> f32 {
        loop {
            let x = f32::from_bits(self.bits());
            if x.is_finite() {
                return x;
            }
        }
    }
}
