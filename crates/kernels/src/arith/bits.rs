//! Logic, bit by bit or of truth values.

macro_rules! bytewise {
    ($(#[$doc:meta] $module:ident = |$a:ident, $b:ident| $value:expr;)+) => {
        $(
            #[$doc]
            pub mod $module {
                use crate::arith::{binary, same_bits};

                binary! {
                    u8 -> u8 = |$a, $b| $value;
                    bool -> bool = |a, b| {
                        let ($a, $b) = (a.get(), b.get());
                        ($value).into()
                    };
                }
                // Of any width: bits do not meet their neighbours.
                same_bits! { binary i8 = u8; i16 = u8; u16 = u8; i32 = u8; u32 = u8; i64 = u8; u64 = u8; }
            }
        )+
    };
}

bytewise! {
    /// `a & b`.
    bitwise_and = |a, b| a & b;
    /// `a | b`.
    bitwise_or = |a, b| a | b;
    /// `a ^ b`.
    bitwise_xor = |a, b| a ^ b;
}

/// `!x`: all bits of an integer, the truth of a boolean.
pub mod bitwise_not {
    use crate::arith::{same_bits, unary};

    unary! {
        u8 -> u8 = |x| !x;
        bool -> bool = |x| (!x.get()).into();
    }
    same_bits! { unary i8 = u8; i16 = u8; u16 = u8; i32 = u8; u32 = u8; i64 = u8; u64 = u8; }
}

/// True if both are true. Other types are converted to booleans first, as in all logical operations.
pub mod logical_and {
    pub use super::bitwise_and::bool;
}

/// True if one is true.
pub mod logical_or {
    pub use super::bitwise_or::bool;
}

/// True if exactly one is true.
pub mod logical_xor {
    pub use super::bitwise_xor::bool;
}

/// True if it is false.
pub mod logical_not {
    pub use super::bitwise_not::bool;
}

/// `a` shifted to the left by `b` bits: 0 where `b` is negative, or not below the number of bits, as PyTorch has it.
pub mod left_shift {
    use crate::arith::{binary, same_bits};

    macro_rules! left {
        ($($t:ident),+) => {
            binary! {
                // A count beyond 32 bits has its own comparison: only then the shift takes its lowest bits.
                $($t -> $t = |a, b| if b < $t::BITS as $t { a.wrapping_shl(b as u32) } else { 0 };)+
            }
        };
    }
    left!(u8, u16, u32, u64);
    same_bits! { binary i8 = u8; i16 = u16; i32 = u32; i64 = u64; }
}

/// `a` shifted to the right by `b` bits, filled with the sign. A count below 0 is 0, one not below the number of bits is that number less 1, as on
/// the device.
pub mod right_shift {
    use crate::arith::binary;

    macro_rules! right {
        ($($t:ident),+) => {
            binary! {
                $($t -> $t = |a, b| a.wrapping_shr(b.clamp(0, $t::BITS as $t - 1) as u32);)+
            }
        };
    }
    right!(u8, u16, u32, u64, i8, i16, i32, i64);
}
