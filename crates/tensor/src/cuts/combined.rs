//! Cuts of several cuts: together, one behind the other, one of two, or none.

use smallvec::SmallVec;

use super::Cut;

macro_rules! cut_together {
    ($first:ident $(, $cut:ident)*) => {
        // SAFETY: each of them keeps its promise.
        unsafe impl<$first: Cut, $($cut: Cut),*> Cut for ($first, $($cut,)*) {
            type Part = ($first::Part, $($cut::Part,)*);

            fn pieces(&self) -> usize {
                self.0.pieces()
            }

            unsafe fn part(&self, piece: usize) -> Self::Part {
                #[allow(non_snake_case)]
                let ($first, $($cut,)*) = self;
                // SAFETY: the caller's promise.
                unsafe { ($first.part(piece), $($cut.part(piece),)*) }
            }
        }
    };
}

cut_together!(A);
cut_together!(A, B);
cut_together!(A, B, C);
cut_together!(A, B, C, D);
cut_together!(A, B, C, D, E);
cut_together!(A, B, C, D, E, F);

// SAFETY: it keeps its promise.
unsafe impl<C: Cut> Cut for Option<C> {
    type Part = Option<C::Part>;

    fn pieces(&self) -> usize {
        self.as_ref().map_or(0, Cut::pieces)
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        // SAFETY: the caller's promise.
        self.as_ref().map(|cut| unsafe { cut.part(piece) })
    }
}

// SAFETY: each keeps its promise.
unsafe impl<C: Cut> Cut for Vec<C> {
    type Part = SmallVec<[C::Part; 8]>;

    fn pieces(&self) -> usize {
        self.first().map_or(0, Cut::pieces)
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        // SAFETY: the caller's promise.
        self.iter().map(|cut| unsafe { cut.part(piece) }).collect()
    }
}

/// A cut of one of two types, where a list has both.
pub enum Either<A, B> {
    /// Of the first type.
    First(A),
    /// Of the second one.
    Second(B),
}

// SAFETY: each keeps its promise.
unsafe impl<A: Cut, B: Cut> Cut for Either<A, B> {
    type Part = Either<A::Part, B::Part>;

    fn pieces(&self) -> usize {
        match self {
            Self::First(cut) => cut.pieces(),
            Self::Second(cut) => cut.pieces(),
        }
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::First(cut) => Either::First(cut.part(piece)),
                Self::Second(cut) => Either::Second(cut.part(piece)),
            }
        }
    }
}

/// Cuts one after the other: the parts of the first, then those of the second, and so on. Each part comes with the number of its cut and its
/// own number there.
pub struct Chained<C> {
    cuts: Vec<C>,
    /// Number of parts up to the end of each cut.
    ends: Vec<usize>,
}

/// Chains cuts, so that the parts of all are shared among threads.
pub fn chained<C: Cut>(cuts: Vec<C>) -> Chained<C> {
    let ends = cuts.iter().scan(0, |sum, cut| {
        *sum += cut.pieces();
        Some(*sum)
    });
    Chained {
        ends: ends.collect(),
        cuts,
    }
}

// SAFETY: each cut keeps its promise, and is a borrow of its own.
unsafe impl<C: Cut> Cut for Chained<C> {
    type Part = ([usize; 2], C::Part);

    fn pieces(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        let number = self.ends.partition_point(|&end| end <= piece);
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        // SAFETY: the caller's promise: each piece of each cut is asked for once.
        let part = unsafe { self.cuts[number].part(piece - first) };
        ([number, piece - first], part)
    }
}
