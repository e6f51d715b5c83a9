//! Values that meet in one place: combined in the order of their sources, in a wider type, and rounded once.

use std::marker::PhantomData;

use hostnpu_numeric::{Bool, Complex};

use super::{Cell, Combine};

/// Bits of an entry that number its source.
pub const POSITION_BITS: u32 = 40;

/// Bits of an entry that number its target within a bucket.
pub const KEY_BITS: u32 = 64 - POSITION_BITS;

/// One source and its target, in the order of the sources.
#[inline(always)]
pub fn entry(key: usize, position: usize) -> u64 {
    (key as u64) << POSITION_BITS | position as u64
}

#[inline(always)]
fn key_of(entry: u64) -> usize {
    (entry >> POSITION_BITS) as usize
}

#[inline(always)]
fn position_of(entry: u64) -> usize {
    (entry & ((1 << POSITION_BITS) - 1)) as usize
}

/// Entries by buckets of targets: those of bucket `b` stand from `bounds[b]` to `bounds[b + 1]`.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'a> {
    /// All entries.
    pub entries: &'a [u64],
    /// Start of each bucket, and the end of the last one.
    pub bounds: &'a [usize],
    /// Targets of a bucket.
    pub keys: usize,
}

/// Addresses of targets and sources.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The first target of the first bucket.
    pub target: *mut u8,
    /// Bytes from one target to the next.
    pub unit: isize,
    /// The first source.
    pub source: *const u8,
    /// Bytes from one source to the next.
    pub step: isize,
    /// Elements of a target, and of a source, side by side.
    pub run: usize,
}

/// Rule by which sources and a target are combined.
#[derive(Clone, Copy, Debug)]
pub struct Folding {
    /// Their combination.
    pub combine: Combine,
    /// True if the target's own value is one of them.
    pub include_self: bool,
    /// Factor of each source: as a floating-point number, and as an integer.
    pub factor: Option<(f64, i64)>,
}

/// Combines the entries of some buckets: see `fold` for what it promises and asks. Returns `false` where there is no memory.
pub type Fold = unsafe fn(Entries<'_>, Rows, Folding) -> bool;

/// Statics, not constants, which would have the functions compiled wherever they are used.
macro_rules! of_types {
    ($($name:ident: $t:ty;)+) => {$(
        #[doc = concat!("Combines elements of type `", stringify!($t), "`.")]
        pub static $name: Fold = fold::<$t>;
    )+};
}

of_types! {
    F32: f32; F16: half::f16; BF16: half::bf16; F64: f64;
    I8: i8; U8: u8; I16: i16; I32: i32; I64: i64; BOOL: Bool;
    COMPLEX64: Complex<f32>; COMPLEX128: Complex<f64>;
}

/// Combines the sources of each target, and writes the targets that have some. Returns `false` where there is no memory to do it.
///
/// # Safety
/// Elements of type `T` may be read at every source, and read and written at every target that an entry names; no other thread uses these
/// targets, and the two share no memory.
unsafe fn fold<T: Cell>(entries: Entries<'_>, rows: Rows, folding: Folding) -> bool {
    // The caller's promise.
    let memory = Memory::<T> {
        rows,
        of: PhantomData,
    };
    match folding.combine {
        Combine::Add | Combine::Mean if T::HAS_SUMS => {
            fold_by::<T>(entries, memory, folding, T::add)
        }
        other => fold_by::<T>(entries, memory, folding, move |a, b| match other {
            Combine::Add | Combine::Mean => T::add(a, b),
            Combine::Multiply => T::multiply(a, b),
            Combine::Max => T::max(a, b),
            Combine::Min => T::min(a, b),
            _ => T::divide(a, b),
        }),
    }
}

/// Sources and targets that may be used, as [`fold`] is promised, for what entries name.
struct Memory<T> {
    rows: Rows,
    of: PhantomData<*mut T>,
}

impl<T> Memory<T> {
    /// The targets of one bucket.
    fn of_bucket(&self, bucket: usize, keys: usize) -> Self {
        let first = (bucket * keys) as isize * self.rows.unit;
        let rows = Rows {
            target: self.rows.target.wrapping_offset(first),
            ..self.rows
        };
        Self {
            rows,
            of: PhantomData,
        }
    }

    /// Elements of the source of an entry, from one on.
    #[inline(always)]
    fn source(&self, entry: u64, first: usize, count: usize) -> &[T] {
        let Rows { source, step, .. } = self.rows;
        let source = source.wrapping_offset(position_of(entry) as isize * step);
        // SAFETY: elements of a source that an entry names.
        unsafe { std::slice::from_raw_parts(source.cast::<T>().wrapping_add(first), count) }
    }

    /// Elements of the target of an entry, from one on.
    #[inline(always)]
    fn target(&mut self, key: usize, first: usize, count: usize) -> &mut [T] {
        let Rows { target, unit, .. } = self.rows;
        let target = target.wrapping_offset(key as isize * unit);
        // SAFETY: elements of a target that an entry names, which no other thread uses.
        unsafe { std::slice::from_raw_parts_mut(target.cast::<T>().wrapping_add(first), count) }
    }
}

fn fold_by<T: Cell>(
    Entries {
        entries,
        bounds,
        keys,
    }: Entries<'_>,
    memory: Memory<T>,
    folding: Folding,
    combine: impl Fn(T::Wide, T::Wide) -> T::Wide + Copy,
) -> bool {
    let Some(mut table) = Table::<T>::new(keys, memory.rows.run) else {
        return false;
    };
    for (bucket, ends) in bounds.windows(2).enumerate() {
        let own = &entries[ends[0]..ends[1]];
        let memory = memory.of_bucket(bucket, keys);
        let done = match memory.rows.run {
            1 => {
                table.cells(own, memory, folding, combine);
                true
            }
            _ => table.lists(own, memory, folding, combine),
        };
        if !done {
            return false;
        }
    }
    true
}

/// Elements of a row that are combined together.
const TILE: usize = 64;

/// No entry.
const NONE: u32 = u32::MAX;

/// State of the targets of one bucket.
struct Table<T: Cell> {
    wide: Vec<T::Wide>,
    /// Number of sources that each target has had.
    counts: Vec<u32>,
    /// Targets that have had one.
    touched: Vec<u32>,
    /// The first and the last entry of each target, and the one after each entry.
    ends: Vec<(u32, u32)>,
    next: Vec<u32>,
}

/// A vector of so many values, or nothing where there is no memory.
fn filled<V: Clone>(value: V, count: usize) -> Option<Vec<V>> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).ok()?;
    values.resize(count, value);
    Some(values)
}

impl<T: Cell> Table<T> {
    fn new(keys: usize, run: usize) -> Option<Self> {
        let mut touched = Vec::new();
        touched.try_reserve_exact(keys).ok()?;
        let (cells, lists) = if run == 1 { (keys, 0) } else { (0, keys) };
        Some(Self {
            wide: filled(T::ZERO, cells)?,
            counts: filled(0, keys)?,
            touched,
            ends: filled((NONE, NONE), lists)?,
            next: Vec::new(),
        })
    }

    /// Combines sources of one element each.
    #[inline(always)]
    fn cells(
        &mut self,
        entries: &[u64],
        mut memory: Memory<T>,
        folding: Folding,
        combine: impl Fn(T::Wide, T::Wide) -> T::Wide,
    ) {
        let factor = folding
            .factor
            .map(|(real, integer)| T::factor(real, integer));
        for &entry in entries {
            let key = key_of(entry);
            let mut value = memory.source(entry, 0, 1)[0].load();
            if let Some(factor) = factor {
                value = T::multiply(value, factor);
            }
            let (count, wide) = (&mut self.counts[key], &mut self.wide[key]);
            if *count > 0 {
                *wide = combine(*wide, value);
            } else {
                self.touched.push(key as u32);
                *wide = match folding.include_self {
                    true => combine(memory.target(key, 0, 1)[0].load(), value),
                    false => value,
                };
            }
            *count = count.saturating_add(1);
        }
        for key in self.touched.drain(..) {
            let key = key as usize;
            let count = std::mem::take(&mut self.counts[key]);
            let wide = finished::<T>(self.wide[key], count, folding);
            memory.target(key, 0, 1)[0] = T::store(wide);
        }
    }

    /// Combines rows of elements. Returns `false` where there is no memory to do it.
    #[inline(always)]
    fn lists(
        &mut self,
        entries: &[u64],
        mut memory: Memory<T>,
        folding: Folding,
        combine: impl Fn(T::Wide, T::Wide) -> T::Wide + Copy,
    ) -> bool {
        let missing = entries.len().saturating_sub(self.next.len());
        if entries.len() >= NONE as usize || self.next.try_reserve(missing).is_err() {
            return false;
        }
        self.next.clear();
        self.next.resize(entries.len(), NONE);
        for (number, &entry) in entries.iter().enumerate() {
            let key = key_of(entry);
            let ends = &mut self.ends[key];
            match ends.1 {
                NONE => {
                    ends.0 = number as u32;
                    self.touched.push(key as u32);
                }
                last => self.next[last as usize] = number as u32,
            }
            ends.1 = number as u32;
            self.counts[key] += 1;
        }
        for key in self.touched.drain(..) {
            let key = key as usize;
            let first = std::mem::replace(&mut self.ends[key], (NONE, NONE)).0;
            let count = std::mem::take(&mut self.counts[key]);
            for column in (0..memory.rows.run).step_by(TILE) {
                let length = TILE.min(memory.rows.run - column);
                let mut sums = [T::ZERO; TILE];
                let sums = &mut sums[..length];
                let own = memory.target(key, column, length);
                if folding.include_self {
                    for (sum, own) in sums.iter_mut().zip(&*own) {
                        *sum = own.load();
                    }
                }
                let mut at = first;
                let mut is_first = !folding.include_self;
                while at != NONE {
                    let values = memory.source(entries[at as usize], column, length);
                    take_in(sums, values, is_first, folding.factor, combine);
                    is_first = false;
                    at = self.next[at as usize];
                }
                let own = memory.target(key, column, length);
                for (own, &sum) in own.iter_mut().zip(&*sums) {
                    *own = T::store(finished::<T>(sum, count, folding));
                }
            }
        }
        true
    }
}

/// Combines each value with the sum at its place; the first ones are the sums.
#[inline(always)]
fn take_in<T: Cell>(
    sums: &mut [T::Wide],
    values: &[T],
    is_first: bool,
    factor: Option<(f64, i64)>,
    combine: impl Fn(T::Wide, T::Wide) -> T::Wide,
) {
    let both = sums.iter_mut().zip(values);
    match (factor, is_first) {
        (None, false) => both.for_each(|(sum, value)| *sum = combine(*sum, value.load())),
        (None, true) => both.for_each(|(sum, value)| *sum = value.load()),
        (Some((real, integer)), _) => {
            let factor = T::factor(real, integer);
            both.for_each(|(sum, value)| {
                let value = T::multiply(value.load(), factor);
                *sum = if is_first {
                    value
                } else {
                    combine(*sum, value)
                };
            });
        }
    }
}

/// The result of a combination of so many sources.
#[inline(always)]
fn finished<T: Cell>(wide: T::Wide, count: u32, folding: Folding) -> T::Wide {
    match folding.combine {
        Combine::Mean => T::mean(wide, i64::from(count) + i64::from(folding.include_self)),
        _ => wide,
    }
}
