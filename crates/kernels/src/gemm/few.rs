//! Products of a few rows with a matrix that is read once, where it lies: it is not packed, and its elements are widened to FLOAT in registers.
//!
//! A matrix whose columns lie side by side is read *across*: some steps of many columns at a time, which are added to sums in the first cache. One whose steps lie
//! side by side is read *along*: some columns at a time, whose sums are kept in registers, each lane for itself, until a block of steps ends. Sums are in FLOAT, and
//! depend on the instruction set by their order; they do not depend on where columns are cut.

use std::array::from_fn;

use super::DEPTH;
use super::tile::{Factors, Vector};
use crate::ahead;
use crate::simd::{Isa, Kernel, Loops};

/// Most rows that are multiplied so: with more of them, multiplying takes longer than reading the matrix.
pub const ROWS: usize = 16;

/// Returns true if an instruction set has vectors that such a matrix is read in: all have but the baseline of x86-64.
pub fn is_available(isa: Isa) -> bool {
    isa != Isa::Baseline || cfg!(target_arch = "aarch64")
}

/// Returns true if numbers of four bits are read where they lie. Elsewhere they are widened to bytes first: the loops of a format are some 10 kB of code.
pub fn reads_four_bits(isa: Isa) -> bool {
    isa == Isa::Avx512 || cfg!(target_arch = "aarch64")
}

/// Numbers to whose multiple rows of the left side are filled with zeros.
pub const LINE: usize = 16;

/// Columns to whose multiple sums have room, if the matrix is read across.
pub const COLUMNS: usize = 16;

/// Steps of a block that is read along: each lane of a vector has an eighth of them or fewer.
const BLOCK: usize = 8 * DEPTH;

/// Steps between those that are read across and those that are asked for: the machine does not foresee rows that lie apart.
const STEPS_AHEAD: isize = 16;

/// Elements between those that are read along and those that are asked for, in whole columns: as many as are multiplied while the memory answers.
const ELEMENTS_AHEAD: usize = 2048;

/// Elements of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// FLOAT.
    F32,
    /// FLOAT16.
    F16,
    /// BFLOAT16.
    Bf16,
    /// INT8.
    I8,
    /// INT4, two in a byte, of which the first one of a row is the lower half.
    I4,
}

impl Format {
    /// Bytes of so many elements side by side.
    #[inline(always)]
    pub fn bytes(self, count: usize) -> usize {
        match self {
            Self::F32 => 4 * count,
            Self::F16 | Self::Bf16 => 2 * count,
            Self::I8 => count,
            Self::I4 => count.div_ceil(2),
        }
    }
}

/// The product of some rows and some columns.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    /// Elements of the right side.
    pub format: Format,
    /// Rows, at most [`ROWS`].
    pub rows: usize,
    /// Steps; of a matrix that is read across at most [`DEPTH`].
    pub depth: usize,
    /// Columns.
    pub columns: usize,
    /// The left side: rows of steps, FLOAT, with zeros up to a multiple of [`LINE`].
    pub left: *const f32,
    /// Numbers from a row of the left side to the next.
    pub left_pitch: usize,
    /// The right side.
    pub right: *const u8,
    /// Bytes from a step (read across) or from a column (read along) to the next.
    pub right_pitch: isize,
    /// Sums by rows.
    pub sums: *mut f32,
    /// Numbers from a row of sums to the next.
    pub pitch: usize,
}

impl Strip {
    /// Multiplies by a matrix whose columns lie side by side.
    ///
    /// # Safety
    /// The instruction set is available ([`is_available`]). Both sides may be read and the sums, up to a multiple of [`COLUMNS`], be written, by nothing else meanwhile, all aligned to their numbers.
    pub unsafe fn across(self, isa: Isa) {
        self.run(true, isa);
    }

    /// Multiplies by a matrix whose steps lie side by side.
    ///
    /// # Safety
    /// As above. Both sides may be read and the sums be written, by nothing else meanwhile, all aligned to their numbers.
    pub unsafe fn along(self, isa: Isa) {
        self.run(false, isa);
    }

    fn run(self, across: bool, isa: Isa) {
        debug_assert!(is_available(isa) && (self.format != Format::I4 || reads_four_bits(isa)));
        debug_assert!(self.rows <= ROWS && (!across || self.depth <= DEPTH));
        match isa {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has the instructions.
            Isa::Avx512 if isa.is_available() => unsafe {
                crate::simd::avx512(Run::<std::arch::x86_64::__m512, 2, 4, 4>::new(self, across));
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has the instructions.
            Isa::Avx2 if isa.is_available() => unsafe {
                crate::simd::avx2(Run::<std::arch::x86_64::__m256, 1, 2, 4>::new(self, across));
            },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: NEON is part of the architecture.
            _ => unsafe {
                type Vector = super::neon::Pair<std::arch::aarch64::float32x4_t>;
                Run::<Vector, 2, 2, 4>::new(self, across).run(Loops::OF_BASELINE);
            },
            #[cfg(not(target_arch = "aarch64"))]
            _ => unreachable!("a strip without vectors"),
        }
    }
}

/// Vectors that elements of a format are widened to.
pub(super) trait Widen: Vector + Factors<Number = f32> {
    /// See [`reads_four_bits`].
    const FOUR_BITS: bool;

    /// # Safety
    /// As many elements as a vector has lanes may be read.
    unsafe fn f16(from: *const u16) -> Self;
    /// # Safety
    /// As above.
    unsafe fn bf16(from: *const u16) -> Self;
    /// # Safety
    /// As above.
    unsafe fn i8(from: *const i8) -> Self;
    /// # Safety
    /// As above.
    unsafe fn i4(from: *const u32) -> Self;
}

/// A format that is known when a loop is compiled.
trait Stored {
    const FORMAT: Format;

    /// See [`Format::bytes`].
    #[inline(always)]
    fn bytes(count: usize) -> usize {
        Self::FORMAT.bytes(count)
    }

    unsafe fn widen<V: Widen>(from: *const u8) -> V;
}

macro_rules! stored {
    ($($name:ident $format:ident $widen:expr;)+) => {$(
        struct $name;

        impl Stored for $name {
            const FORMAT: Format = Format::$format;

            #[inline(always)]
            unsafe fn widen<V: Widen>(from: *const u8) -> V {
                // SAFETY: the caller's promise.
                unsafe { $widen(from.cast()) }
            }
        }
    )+};
}

stored! {
    Single F32 V::load;
    Half F16 V::f16;
    Brain Bf16 V::bf16;
    Byte I8 V::i8;
    Nibble I4 V::i4;
}

/// A strip in vectors: across as many of them side by side as `ACROSS`, along as many columns as `ALONG` and rows as `ROWS_ALONG`.
struct Run<V, const ACROSS: usize, const ALONG: usize, const ROWS_ALONG: usize> {
    strip: Strip,
    across: bool,
    vector: std::marker::PhantomData<V>,
}

impl<V: Widen, const ACROSS: usize, const ALONG: usize, const ROWS_ALONG: usize> Kernel
    for Run<V, ACROSS, ALONG, ROWS_ALONG>
{
    type Output = ();

    #[inline(always)]
    fn run(self, _: Loops) {
        match (self.strip.format, self.across) {
            (Format::F32, true) => self.steps::<Single>(),
            (Format::F16, true) => self.steps::<Half>(),
            (Format::Bf16, true) => self.steps::<Brain>(),
            (Format::I8, true) => self.steps::<Byte>(),
            (Format::I4, true) if V::FOUR_BITS => self.steps::<Nibble>(),
            (Format::F32, false) => self.columns::<Single>(),
            (Format::F16, false) => self.columns::<Half>(),
            (Format::Bf16, false) => self.columns::<Brain>(),
            (Format::I8, false) => self.columns::<Byte>(),
            (Format::I4, false) if V::FOUR_BITS => self.columns::<Nibble>(),
            (Format::I4, _) => {
                unreachable!("numbers of four bits that are not read where they lie")
            }
        }
    }
}

/// Bytes of elements that do not fill vectors, with zeros behind them.
#[repr(align(64))]
struct Rest([u8; 8 * LINE * 4]);

impl<V: Widen, const ACROSS: usize, const ALONG: usize, const ROWS_ALONG: usize>
    Run<V, ACROSS, ALONG, ROWS_ALONG>
{
    /// # Safety
    /// As for [`Strip::across`] or [`Strip::along`], until the strip is computed.
    #[inline(always)]
    unsafe fn new(strip: Strip, across: bool) -> Self {
        Self {
            strip,
            across,
            vector: std::marker::PhantomData,
        }
    }

    /// Reads across: some steps of all columns after the other.
    #[inline(always)]
    fn steps<F: Stored>(&self) {
        const AT_ONCE: usize = 8;
        let depth = self.strip.depth;
        let several = depth - depth % AT_ONCE;
        for step in (0..several).step_by(AT_ONCE) {
            self.some_steps::<F, AT_ONCE>(step);
        }
        for step in several..depth {
            self.some_steps::<F, 1>(step);
        }
    }

    /// Adds the products of some steps of all columns.
    #[inline(always)]
    fn some_steps<F: Stored, const STEPS: usize>(&self, step: usize) {
        let of = &self.strip;
        let (left, adds) = (of.left.wrapping_add(step), step > 0);
        let right = of.right.wrapping_offset(step as isize * of.right_pitch);
        let whole = of.columns / V::LANES * V::LANES;
        let place = |column: usize| {
            let right = right.wrapping_add(F::bytes(column));
            (right, of.right_pitch, of.sums.wrapping_add(column))
        };
        let mut column = 0;
        while column < whole {
            if whole - column >= ACROSS * V::LANES {
                self.square::<F, STEPS, ACROSS>(left, place(column), adds);
                column += ACROSS * V::LANES;
            } else {
                self.square::<F, STEPS, 1>(left, place(column), adds);
                column += V::LANES;
            }
        }
        if whole < of.columns {
            let mut rest = Rest([0; _]);
            let rest = rest.0.as_mut_ptr();
            let pitch = F::bytes(V::LANES);
            let (from, _, sums) = place(whole);
            for k in 0..STEPS {
                let from = from.wrapping_offset(k as isize * of.right_pitch);
                let bytes = F::bytes(of.columns - whole);
                // SAFETY: the promise of `new`; what is left of a step has room in its part.
                unsafe { rest.add(k * pitch).copy_from_nonoverlapping(from, bytes) };
            }
            let place = (rest.cast_const(), pitch as isize, sums);
            self.square::<F, STEPS, 1>(left, place, adds);
        }
    }

    /// Adds the products of some steps of some columns to the sums of all rows.
    #[inline(always)]
    fn square<F: Stored, const STEPS: usize, const VECTORS: usize>(
        &self,
        left: *const f32,
        (right, right_pitch, sums): (*const u8, isize, *mut f32),
        adds: bool,
    ) {
        let of = &self.strip;
        // SAFETY: the promise of `new`.
        unsafe {
            let mut columns = [[V::zero(); VECTORS]; STEPS];
            for (k, columns) in columns.iter_mut().enumerate() {
                let from = right.wrapping_offset(k as isize * right_pitch);
                let later = from.wrapping_offset(STEPS_AHEAD * right_pitch);
                ahead::ask_to_second_cache(later, F::bytes(VECTORS * V::LANES));
                for (v, column) in columns.iter_mut().enumerate() {
                    *column = F::widen(from.wrapping_add(F::bytes(v * V::LANES)));
                }
            }
            for row in 0..of.rows {
                let left = left.wrapping_add(row * of.left_pitch);
                let sums = sums.wrapping_add(row * of.pitch);
                // Sums of even steps and of odd ones: half as many additions that wait for each other.
                let mut even = [V::zero(); VECTORS];
                if adds {
                    for (v, sum) in even.iter_mut().enumerate() {
                        *sum = V::load(sums.add(v * V::LANES));
                    }
                }
                let mut odd = [V::zero(); VECTORS];
                for (k, columns) in columns.iter().enumerate() {
                    let factor = V::all(left.add(k));
                    let to = if k % 2 == 0 { &mut even } else { &mut odd };
                    for (sum, &column) in to.iter_mut().zip(columns) {
                        *sum = sum.add_product(factor, column);
                    }
                }
                for (v, sum) in even.into_iter().enumerate() {
                    let sum = if STEPS > 1 { sum.add(odd[v]) } else { sum };
                    sum.store(sums.add(v * V::LANES));
                }
            }
        }
    }

    /// Reads along: all steps of some columns after the other.
    #[inline(always)]
    fn columns<F: Stored>(&self) {
        let of = &self.strip;
        let mut column = 0;
        while column < of.columns {
            let columns = if of.columns - column >= ALONG {
                ALONG
            } else {
                1
            };
            for step in (0..of.depth.max(1)).step_by(BLOCK) {
                let mut row = 0;
                while row < of.rows {
                    let at = [row, column, step];
                    row += {
                        match (of.rows - row, columns == ALONG) {
                            (left, true) if left >= ROWS_ALONG => {
                                self.lines::<F, ROWS_ALONG, ALONG>(at)
                            }
                            // Numbers of four bits are read again from the first cache in as little time.
                            (2.., true) if !matches!(F::FORMAT, Format::I4) => {
                                self.lines::<F, 2, ALONG>(at)
                            }
                            (_, true) => self.lines::<F, 1, ALONG>(at),
                            (_, false) => self.lines::<F, 1, 1>(at),
                        }
                    };
                }
            }
            column += columns;
        }
    }

    /// Adds the products of a block of steps of some rows and columns; returns the number of rows.
    #[inline(always)]
    fn lines<F: Stored, const LINES: usize, const COUNT: usize>(
        &self,
        [row, column, step]: [usize; 3],
    ) -> usize {
        let of = &self.strip;
        let depth = BLOCK.min(of.depth - step);
        let whole = depth / V::LANES * V::LANES;
        let left = of.left.wrapping_add(row * of.left_pitch + step);
        let right = of.right.wrapping_offset(column as isize * of.right_pitch);
        let right = right.wrapping_add(F::bytes(step));
        let columns_ahead =
            (COUNT * (ELEMENTS_AHEAD / (COUNT * depth).max(1)).clamp(1, 8)) as isize;
        // SAFETY: the promise of `new`.
        unsafe {
            let mut sums = [[V::zero(); COUNT]; LINES];
            for first in (0..whole).step_by(2 * V::LANES) {
                // Two vectors, and what later columns have there, which the memory sends meanwhile.
                let from = right.wrapping_add(F::bytes(first));
                let next = from.wrapping_offset(columns_ahead * of.right_pitch);
                for c in 0..COUNT {
                    let next = next.wrapping_offset(c as isize * of.right_pitch);
                    ahead::ask_to_second_cache(next, F::bytes(2 * V::LANES));
                }
                for at in (first..whole.min(first + 2 * V::LANES)).step_by(V::LANES) {
                    let from = right.wrapping_add(F::bytes(at));
                    let mut columns = [V::zero(); COUNT];
                    for (c, column) in columns.iter_mut().enumerate() {
                        *column = F::widen(from.wrapping_offset(c as isize * of.right_pitch));
                    }
                    self.add(left.wrapping_add(at), &columns, &mut sums);
                }
            }
            if whole < depth {
                let from = right.wrapping_add(F::bytes(whole));
                let mut columns = [V::zero(); COUNT];
                for (c, column) in columns.iter_mut().enumerate() {
                    let mut rest = Rest([0; _]);
                    let from = from.wrapping_offset(c as isize * of.right_pitch);
                    let bytes = F::bytes(depth - whole);
                    rest.0.as_mut_ptr().copy_from_nonoverlapping(from, bytes);
                    *column = F::widen(rest.0.as_ptr());
                }
                self.add(left.wrapping_add(whole), &columns, &mut sums);
            }
            // A vector has no more lanes than these.
            let mut lanes = [[[0.0; LINE]; COUNT]; LINES];
            // By numbers that are known once the loops are unrolled: sums in memory would be stored after each step.
            for i in 0..LINES {
                for c in 0..COUNT {
                    sums[i][c].store(lanes[i][c].as_mut_ptr());
                }
            }
            for (number, lanes) in lanes.as_flattened().iter().enumerate() {
                let (i, c) = (number / COUNT, number % COUNT);
                let place = of.sums.add((row + i) * of.pitch + column + c);
                let before = if step > 0 { place.read() } else { 0.0 };
                place.write(before + total(lanes));
            }
        }
        LINES
    }

    /// Adds the products of a vector of steps.
    #[inline(always)]
    fn add<const LINES: usize, const COUNT: usize>(
        &self,
        left: *const f32,
        columns: &[V; COUNT],
        sums: &mut [[V; COUNT]; LINES],
    ) {
        for (i, sums) in sums.iter_mut().enumerate() {
            // SAFETY: the promise of `new`.
            let left = unsafe { V::load(left.wrapping_add(i * self.strip.left_pitch)) };
            for (sum, &column) in sums.iter_mut().zip(columns) {
                *sum = sum.add_product(left, column);
            }
        }
    }
}

/// The sum of all lanes: halves are added to each other. It is not part of the loops: they have as many sums as tiles have results, once for some thousand steps.
#[inline(never)]
fn total(lanes: &[f32; LINE]) -> f32 {
    let eight: [f32; 8] = from_fn(|i| lanes[i] + lanes[i + 8]);
    let four: [f32; 4] = from_fn(|i| eight[i] + eight[i + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}

#[cfg(test)]
mod tests;
