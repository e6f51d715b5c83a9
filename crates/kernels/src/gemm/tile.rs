//! Tiles of results in registers.

use super::Block;
use crate::ahead;

/// Numbers of a panel for several lanes. There are some only on a machine that has the instructions: what makes them is for such a machine, and what takes some is proved
/// to be on one.
pub(super) trait Factors: Copy {
    type Number: Copy;

    /// The number at `from`, in all lanes.
    unsafe fn all(from: *const Self::Number) -> Self;
    unsafe fn load(from: *const Self::Number) -> Self;
}

/// Several numbers that take each step together.
pub(super) trait Vector: Factors {
    const LANES: usize;

    /// No number but 0.
    unsafe fn zero() -> Self;
    unsafe fn store(self, to: *mut Self::Number);
    fn add(self, other: Self) -> Self;
    /// `self + a * b`
    fn add_product(self, a: Self, b: Self) -> Self;
}

/// Sums of several lanes, to which products of numbers of the panels are added.
pub(super) trait Sums: Copy {
    /// A number of a panel for each lane.
    type Factors: Factors;
    /// A sum, as it is stored.
    type Sum: Copy;
    const LANES: usize;

    /// Sums before the first product, for lanes of the right side that begin at `right` and are `pitch` numbers apart from one of `depth` numbers to the next.
    unsafe fn start(right: *const Number<Self>, depth: usize, pitch: usize) -> Self;
    fn add_product(self, left: Self::Factors, right: Self::Factors) -> Self;
    /// Stores the sums, or adds them to those that are there.
    unsafe fn store(self, to: *mut Self::Sum, adds: bool);
}

/// A number of a panel.
pub(super) type Number<V> = <<V as Sums>::Factors as Factors>::Number;

impl<V: Vector> Sums for V {
    type Factors = V;
    type Sum = V::Number;
    const LANES: usize = V::LANES;

    #[inline(always)]
    unsafe fn start(_: *const V::Number, _: usize, _: usize) -> Self {
        // SAFETY: the caller's promise.
        unsafe { V::zero() }
    }

    #[inline(always)]
    fn add_product(self, left: V, right: V) -> V {
        V::add_product(self, left, right)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut V::Number, adds: bool) {
        // SAFETY: as above.
        unsafe {
            let sum = match adds {
                true => V::load(to).add(self),
                false => self,
            };
            V::store(sum, to);
        }
    }
}

/// The tiles of a block: panels of `ROWS` lanes on the left side.
pub(super) struct Tiles<V: Sums, const ROWS: usize> {
    block: Block,
    vector: std::marker::PhantomData<V>,
}

impl<V: Sums, const ROWS: usize> Tiles<V, ROWS> {
    /// # Safety
    /// As for [`Block::multiply`], until the tiles are computed.
    #[inline(always)]
    pub unsafe fn new(block: Block) -> Self {
        Self {
            block,
            vector: std::marker::PhantomData,
        }
    }

    /// Computes all tiles, whose panels of the right side have one vector.
    #[inline(always)]
    pub fn single(self) {
        match self.block.offsets.is_null() {
            true => self.all::<1, false>(),
            false => self.all::<1, true>(),
        }
    }

    /// Computes all tiles, whose panels of the right side have up to three vectors.
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(dead_code, reason = "other machines have no vectors")
    )]
    #[inline(always)]
    pub fn several(self) {
        match self.block.offsets.is_null() {
            true => self.packed(),
            false => self.of_vectors::<true>(),
        }
    }

    /// The same of panels that are packed on both sides.
    #[inline(always)]
    pub fn packed(self) {
        self.of_vectors::<false>();
    }

    #[inline(always)]
    fn of_vectors<const APART: bool>(self) {
        match self.block.columns / V::LANES {
            3 => self.all::<3, APART>(),
            2 => self.all::<2, APART>(),
            _ => self.all::<1, APART>(),
        }
    }

    #[inline(always)]
    fn all<const VECTORS: usize, const APART: bool>(self) {
        let Block { depth, rows, .. } = self.block;
        let left = self.block.left.cast::<Number<V>>();
        let right = self.block.right.cast::<Number<V>>();
        let sums = self.block.sums.cast::<V::Sum>();
        for panel in 0..self.block.panels {
            let steps = if APART { 1 } else { depth };
            let right = right.wrapping_add(panel * steps * VECTORS * V::LANES);
            // SAFETY: the promise of `new` for the panel.
            let start = std::array::from_fn(|v| unsafe {
                V::start(right.wrapping_add(v * V::LANES), depth, VECTORS * V::LANES)
            });
            let mut row = 0;
            while row < rows {
                let lane = row % ROWS;
                let left = left.wrapping_add((row - lane) * depth + lane);
                let sums = sums.wrapping_add(row * self.block.pitch + panel * VECTORS * V::LANES);
                let left_over = (rows - row).min(ROWS - lane);
                if !APART && panel + 1 < self.block.panels {
                    // A share of the next panel, which another cache has: what is left of it arrives while this one is used.
                    let bytes = steps * VECTORS * V::LANES * size_of::<Number<V>>();
                    let share = [row, row + ROWS].map(|row| bytes * row.min(rows) / rows);
                    let next = right.cast::<u8>().wrapping_add(bytes);
                    ahead::ask_to_second_cache(next.wrapping_add(share[0]), share[1] - share[0]);
                }
                // Panels have any numbers in their missing lanes.
                row += {
                    match left_over {
                        5.. => {
                            self.tile::<ROWS, VECTORS, APART>(left_over, start, left, right, sums)
                        }
                        2.. => self.tile::<4, VECTORS, APART>(left_over, start, left, right, sums),
                        _ => self.tile::<1, VECTORS, APART>(1, start, left, right, sums),
                    }
                };
            }
        }
    }

    /// Adds the products of a step.
    #[inline(always)]
    fn step<const COUNT: usize, const VECTORS: usize, const APART: bool>(
        &self,
        step: usize,
        left: &mut *const Number<V>,
        right: &mut *const Number<V>,
        tile: &mut [[V; VECTORS]; COUNT],
    ) {
        // SAFETY: the promise of `new` for the panels.
        unsafe {
            let from = match APART {
                true => right.offset(self.block.offsets.add(step).read()),
                false => *right,
            };
            let columns: [V::Factors; VECTORS] =
                std::array::from_fn(|v| V::Factors::load(from.add(v * V::LANES)));
            for (i, row) in tile.iter_mut().enumerate() {
                let factor = V::Factors::all(left.add(i));
                for (sum, &column) in row.iter_mut().zip(&columns) {
                    *sum = sum.add_product(factor, column);
                }
            }
            *left = left.add(ROWS);
            if !APART {
                *right = right.add(VECTORS * V::LANES);
            }
        }
    }

    /// Computes a tile of `COUNT` rows, of which the first `rows` are stored; returns their number.
    #[inline(always)]
    fn tile<const COUNT: usize, const VECTORS: usize, const APART: bool>(
        &self,
        rows: usize,
        start: [V; VECTORS],
        mut left: *const Number<V>,
        mut right: *const Number<V>,
        sums: *mut V::Sum,
    ) -> usize {
        /// Steps between two questions whether there are more: asking takes places of multiplications.
        const AT_ONCE: usize = 4;
        {
            let mut tile = [start; COUNT];
            let depth = self.block.depth;
            let several = if COUNT == ROWS && VECTORS == 3 {
                depth - depth % AT_ONCE
            } else {
                0
            };
            for first in (0..several).step_by(AT_ONCE) {
                for step in 0..AT_ONCE {
                    self.step::<COUNT, VECTORS, APART>(
                        first + step,
                        &mut left,
                        &mut right,
                        &mut tile,
                    );
                }
            }
            for step in several..depth {
                self.step::<COUNT, VECTORS, APART>(step, &mut left, &mut right, &mut tile);
            }
            for (i, row) in tile.into_iter().enumerate().take(rows) {
                for (v, sum) in row.into_iter().enumerate() {
                    let place = sums.wrapping_add(i * self.block.pitch + v * V::LANES);
                    // SAFETY: the promise of `new` for the results.
                    unsafe { sum.store(place, self.block.adds) };
                }
            }
        }
        rows
    }
}
