//! The type in which operands of different types meet, and the shape that they broadcast to.

use super::{Dims, Dtype};

/// Kind of a type; a later kind contains the earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// True and false.
    Bool,
    /// Signed and unsigned integers.
    Integer,
    /// Floating point, 4-bit to 8-bit formats included.
    Floating,
    /// Complex numbers.
    Complex,
}

impl Dtype {
    /// Returns the kind of number that the type holds.
    pub const fn category(self) -> Category {
        match self {
            Dtype::Bool => Category::Bool,
            Dtype::U1
            | Dtype::I4
            | Dtype::U8
            | Dtype::I8
            | Dtype::U16
            | Dtype::I16
            | Dtype::U32
            | Dtype::I32
            | Dtype::U64
            | Dtype::I64 => Category::Integer,
            Dtype::Complex32 | Dtype::Complex64 | Dtype::Complex128 => Category::Complex,
            _ => Category::Floating,
        }
    }

    /// Returns true if the type is a floating-point one, 4-bit to 8-bit formats included.
    pub const fn is_floating(self) -> bool {
        matches!(self.category(), Category::Floating)
    }

    /// Returns true if the type is an integer one; BOOL is none.
    pub const fn is_integer(self) -> bool {
        matches!(self.category(), Category::Integer)
    }

    /// Returns true if the type is a complex one.
    pub const fn is_complex(self) -> bool {
        matches!(self.category(), Category::Complex)
    }

    /// Returns the type of the real part of a complex type, and any other type itself.
    pub const fn real(self) -> Dtype {
        match self {
            Dtype::Complex32 => Dtype::F16,
            Dtype::Complex64 => Dtype::F32,
            Dtype::Complex128 => Dtype::F64,
            other => other,
        }
    }

    /// Returns the complex type whose parts hold a floating-point type: COMPLEX64 for BFLOAT16 and all of 8 bits and less.
    const fn complex(self) -> Dtype {
        match self {
            Dtype::F16 => Dtype::Complex32,
            Dtype::F64 => Dtype::Complex128,
            _ => Dtype::Complex64,
        }
    }

    /// Returns true if the type is one of the formats of less than 16 bits, for which promotion gives FLOAT.
    const fn is_small_float(self) -> bool {
        self.is_floating() && self.bits() < 16
    }
}

/// Returns the type in which tensors of types `a` and `b` are computed, or `None` where there is none.
pub fn promote(a: Dtype, b: Dtype) -> Option<Dtype> {
    if a == b {
        return Some(a);
    }
    if a.is_small_float() || b.is_small_float() {
        return Some(Dtype::F32);
    }
    // Unsigned integers of more than 8 bits, and packed integers, meet no other type.
    let alone = |dtype| {
        matches!(
            dtype,
            Dtype::U16 | Dtype::U32 | Dtype::U64 | Dtype::I4 | Dtype::U1
        )
    };
    if alone(a) || alone(b) {
        return None;
    }
    let (low, high) = if a.category() <= b.category() {
        (a, b)
    } else {
        (b, a)
    };
    Some(match (low.category(), high.category()) {
        (Category::Bool, _) => high,
        (Category::Integer, Category::Integer) => integers(low, high),
        (Category::Integer, _) => high,
        (Category::Floating, Category::Floating) => floats(low, high),
        (Category::Floating, Category::Complex) => complexes(low.complex(), high),
        (Category::Complex, Category::Complex) => complexes(low, high),
        // The lower kind comes first.
        _ => high,
    })
}

fn integers(a: Dtype, b: Dtype) -> Dtype {
    match (a, b) {
        // Neither holds the other.
        (Dtype::U8, Dtype::I8) | (Dtype::I8, Dtype::U8) => Dtype::I16,
        _ => wider(a, b),
    }
}

fn floats(a: Dtype, b: Dtype) -> Dtype {
    match (a, b) {
        (Dtype::F16, Dtype::Bf16) | (Dtype::Bf16, Dtype::F16) => Dtype::F32,
        _ => wider(a, b),
    }
}

fn complexes(a: Dtype, b: Dtype) -> Dtype {
    wider(a, b)
}

fn wider(a: Dtype, b: Dtype) -> Dtype {
    if a.bits() >= b.bits() { a } else { b }
}

/// Returns the type of an operation between an operand that counts fully, `higher`, and one that counts by its category only,
/// `lower`: a scalar, or a tensor of rank 0 where the operator says so. `None` where there is none.
pub fn promote_by_category(higher: Dtype, lower: Dtype) -> Option<Dtype> {
    Some(match (higher.category(), lower.category()) {
        (Category::Complex, _) => higher,
        (Category::Floating, Category::Complex) => higher.complex(),
        (_, Category::Complex) => lower,
        (Category::Floating, _) => higher,
        (Category::Bool, _) | (_, Category::Floating) => return promote(higher, lower),
        _ => higher,
    })
}

/// Returns true if a result of type `from` may be stored as `to`: complex as real, floating point as integer, and anything but BOOL as
/// BOOL are refused. Ranges are not compared.
pub fn castable(from: Dtype, to: Dtype) -> bool {
    !(from.is_complex() && !to.is_complex()
        || from.is_floating() && to.is_integer()
        || from != Dtype::Bool && to == Dtype::Bool)
}

/// Returns the shape that `a` and `b` broadcast to, or `None` if they do not: extents are compared from the last dimension on;
/// one of 1 is stretched to the other's.
pub fn broadcast(a: &[i64], b: &[i64]) -> Option<Dims> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut shape = Dims::from_slice(long);
    let missing = long.len() - short.len();
    for (extent, &other) in shape[missing..].iter_mut().zip(short) {
        *extent = match (*extent, other) {
            (same, other) if same == other => same,
            (1, other) => other,
            (same, 1) => same,
            _ => return None,
        };
    }
    Some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Dtype::*;

    /// The table of the aclnn documents, row by row in the order of `TYPES`.
    const TYPES: [Dtype; 13] = [
        F32, F16, Bf16, F64, I8, U8, I16, I32, I64, Bool, Complex32, Complex64, Complex128,
    ];
    const TABLE: [[Dtype; 13]; 13] = {
        const A: Dtype = F32;
        const H: Dtype = F16;
        const B: Dtype = Bf16;
        const D: Dtype = F64;
        const X: Dtype = Complex32;
        const Y: Dtype = Complex64;
        const Z: Dtype = Complex128;
        [
            [A, A, A, D, A, A, A, A, A, A, Y, Y, Z],
            [A, H, A, D, H, H, H, H, H, H, X, Y, Z],
            [A, A, B, D, B, B, B, B, B, B, Y, Y, Z],
            [D, D, D, D, D, D, D, D, D, D, Z, Z, Z],
            [A, H, B, D, I8, I16, I16, I32, I64, I8, X, Y, Z],
            [A, H, B, D, I16, U8, I16, I32, I64, U8, X, Y, Z],
            [A, H, B, D, I16, I16, I16, I32, I64, I16, X, Y, Z],
            [A, H, B, D, I32, I32, I32, I32, I64, I32, X, Y, Z],
            [A, H, B, D, I64, I64, I64, I64, I64, I64, X, Y, Z],
            [A, H, B, D, I8, U8, I16, I32, I64, Bool, X, Y, Z],
            [Y, X, Y, Z, X, X, X, X, X, X, X, Y, Z],
            [Y, Y, Y, Z, Y, Y, Y, Y, Y, Y, Y, Y, Z],
            [Z; 13],
        ]
    };

    #[test]
    fn promotion_is_the_documented_table() {
        for (i, &a) in TYPES.iter().enumerate() {
            for (j, &b) in TYPES.iter().enumerate() {
                assert_eq!(promote(a, b), Some(TABLE[i][j]), "{a} with {b}");
            }
        }
        for alone in [U16, U32, U64] {
            assert_eq!(promote(alone, alone), Some(alone));
            assert!(TYPES.iter().all(|&other| promote(alone, other).is_none()));
        }
        assert_eq!(promote(F8E5m2, I8), Some(F32));
        assert_eq!(promote(F8E5m2, F8E5m2), Some(F8E5m2));
    }

    #[test]
    fn a_scalar_counts_by_its_category() {
        assert_eq!(promote_by_category(F16, F64), Some(F16));
        assert_eq!(promote_by_category(I8, I64), Some(I8));
        assert_eq!(promote_by_category(I8, F32), Some(F32));
        assert_eq!(promote_by_category(Bool, I64), Some(I64));
        assert_eq!(promote_by_category(F64, Complex64), Some(Complex128));
        assert_eq!(promote_by_category(F16, Complex64), Some(Complex32));
        assert_eq!(promote_by_category(Bf16, Complex128), Some(Complex64));
        assert_eq!(promote_by_category(I32, Complex64), Some(Complex64));
        assert_eq!(promote_by_category(Complex64, F64), Some(Complex64));
        assert_eq!(promote_by_category(I8, Bool), Some(I8));
        assert_eq!(promote_by_category(U16, F32), None);
    }

    #[test]
    fn results_are_cast_within_and_to_later_categories() {
        assert!(
            castable(F64, F16)
                && castable(I64, I8)
                && castable(Bool, I8)
                && castable(I8, Complex64)
        );
        assert!(!castable(Complex64, F64) && !castable(F32, I64) && !castable(U8, Bool));
        assert!(castable(Bool, Bool));
    }

    #[test]
    fn extents_of_one_are_stretched() {
        assert_eq!(broadcast(&[3, 1], &[4]).unwrap().as_slice(), [3, 4]);
        assert_eq!(broadcast(&[], &[2, 3]).unwrap().as_slice(), [2, 3]);
        assert_eq!(broadcast(&[0], &[1]).unwrap().as_slice(), [0]);
        assert!(broadcast(&[0], &[2]).is_none());
        assert!(broadcast(&[3, 2], &[2, 3]).is_none());
    }
}
