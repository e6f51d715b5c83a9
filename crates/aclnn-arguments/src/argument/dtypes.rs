//! Sets of element types, one for each generation of chips.

use std::fmt;

use crate::device::soc::{self, Generation};
use crate::tensor::Dtype;

/// The types that an argument takes, by the chip that the devices stand for (`HOSTNPU_SOC`).
///
/// ```ignore
/// const INPUT: Dtypes = on_910(&[F32, F16]).and_910b(&[Bf16]).and_950(&[F8E5m2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtypes {
    on: [u32; GENERATIONS],
}

const GENERATIONS: usize = 4;
const A910: usize = 0;
const A910B: usize = 1;
const A950: usize = 2;
const OTHER: usize = 3;

/// Types that every chip takes.
pub const fn on_all(types: &[Dtype]) -> Dtypes {
    let mut mask = 0;
    let mut at = 0;
    while at < types.len() {
        mask |= 1 << types[at] as u32;
        at += 1;
    }
    Dtypes {
        on: [mask; GENERATIONS],
    }
}

/// Lists of their own for Ascend910 and all other chips, for Ascend910B and Ascend910_93, and for Ascend950.
pub const fn for_chips(on_910: &[Dtype], on_910b: &[Dtype], on_950: &[Dtype]) -> Dtypes {
    let mut all = on_all(on_910);
    all.on[A910B] = on_all(on_910b).on[0];
    all.on[A950] = on_all(on_950).on[0];
    all
}

/// Types that only Ascend950 takes.
pub const fn only_950(types: &[Dtype]) -> Dtypes {
    on_all(&[]).and_950(types)
}

/// The vendor's list for Ascend910, which all other chips without a list of their own have too (310P, 310B). Continue with
/// [`Dtypes::and_910b`].
pub const fn on_910(types: &[Dtype]) -> Dtypes {
    on_all(types)
}

impl Dtypes {
    const fn and(mut self, types: &[Dtype], generations: &[usize]) -> Self {
        let mut at = 0;
        while at < generations.len() {
            self.on[generations[at]] |= on_all(types).on[0];
            at += 1;
        }
        self
    }

    /// Also these on Ascend910B, Ascend910_93 and Ascend950: the usual choice between two lists.
    pub const fn and_910b(self, types: &[Dtype]) -> Self {
        self.and(types, &[A910B, A950])
    }

    /// Also these on Ascend910B and Ascend910_93, but not on Ascend950: where the vendor compares with one architecture
    /// (`aclnnLogAddExp`).
    pub const fn and_910b_only(self, types: &[Dtype]) -> Self {
        self.and(types, &[A910B])
    }

    /// Also these on every chip but Ascend910: where unknown chips have the new list (`aclnnSqrt`).
    pub const fn and_after_910(self, types: &[Dtype]) -> Self {
        self.and(types, &[A910B, A950, OTHER])
    }

    /// Also these on Ascend910.
    pub const fn and_910_only(self, types: &[Dtype]) -> Self {
        self.and(types, &[A910])
    }

    /// Also these on Ascend950.
    pub const fn and_950(self, types: &[Dtype]) -> Self {
        self.and(types, &[A950])
    }

    /// These types and those of `other`.
    pub const fn or(mut self, other: Dtypes) -> Self {
        let mut at = 0;
        while at < GENERATIONS {
            self.on[at] |= other.on[at];
            at += 1;
        }
        self
    }

    /// Returns true if the present chip takes a type.
    pub fn contains(self, dtype: Dtype) -> bool {
        self.on[generation()] & (1 << dtype as u32) != 0
    }

    /// The types that the present chip takes, in the order of `ORDER`.
    pub fn present(self) -> impl Iterator<Item = Dtype> {
        ORDER.into_iter().filter(move |&dtype| self.contains(dtype))
    }
}

fn generation() -> usize {
    match soc::generation() {
        Generation::Ascend910 => A910,
        Generation::Ascend910B => A910B,
        Generation::Ascend950 => A950,
        Generation::Other => OTHER,
    }
}

/// Types that results are stored in where the vendor asks for none: all of 16 bits and more, integers and BOOL.
pub const STORED: Dtypes = on_all(ORDER.split_at(FIRST_SHORT).0);

/// Number of the first type of at most 8 bits that is no integer in [`ORDER`].
const FIRST_SHORT: usize = 16;

/// All types, as sentences name them.
const ORDER: [Dtype; 26] = [
    Dtype::F32,
    Dtype::F16,
    Dtype::Bf16,
    Dtype::F64,
    Dtype::I8,
    Dtype::U8,
    Dtype::I16,
    Dtype::U16,
    Dtype::I32,
    Dtype::U32,
    Dtype::I64,
    Dtype::U64,
    Dtype::Bool,
    Dtype::Complex32,
    Dtype::Complex64,
    Dtype::Complex128,
    Dtype::Hifloat8,
    Dtype::F8E5m2,
    Dtype::F8E4m3fn,
    Dtype::F8E8m0,
    Dtype::F6E3m2,
    Dtype::F6E2m3,
    Dtype::F4E2m1,
    Dtype::F4E1m2,
    Dtype::I4,
    Dtype::U1,
];

impl fmt::Display for Dtypes {
    /// Writes `A, B or C`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.present().map(Dtype::name).collect();
        match names.as_slice() {
            [] => f.write_str("none"),
            [only] => f.write_str(only),
            [init @ .., last] => write!(f, "{} or {last}", init.join(", ")),
        }
    }
}

/// Each way of choosing a list adds to its chips, and each type has a place.
const _: () = {
    const fn is_on(set: Dtypes, chips: [bool; GENERATIONS]) -> bool {
        let mut at = 0;
        while at < GENERATIONS {
            if (set.on[at] != 0) != chips[at] {
                return false;
            }
            at += 1;
        }
        true
    }
    let none = on_910(&[]);
    let one = &[Dtype::Bf16];
    assert!(is_on(none, [false; 4]));
    assert!(is_on(on_all(one), [true; 4]));
    assert!(is_on(none.and_910b(one), [false, true, true, false]));
    assert!(is_on(none.and_910b_only(one), [false, true, false, false]));
    assert!(is_on(none.and_after_910(one), [false, true, true, true]));
    assert!(is_on(none.and_950(one), [false, false, true, false]));
    assert!(on_all(&ORDER).on[0].count_ones() as usize == ORDER.len());
};
