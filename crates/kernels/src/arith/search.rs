//! Search for a number in a slice.

/// True if one of the elements equals the number; a NaN equals none.
pub mod contains {
    use half::{bf16, f16};

    /// Elements that are compared before the search may end.
    const BLOCK: usize = 1024;

    macro_rules! searches {
        ($($t:ident),+) => {
            $(
                /// Returns whether one of the elements equals `number`.
                pub fn $t(x: &[$t], number: $t) -> bool {
                    x.chunks(BLOCK).any(|block| block.iter().fold(false, |found, &x| found | (x == number)))
                }
            )+
        };
    }
    searches!(f32, f64, f16, bf16, i8, u8, i16, u16, i32, u32, i64, u64);

    /// Returns whether one of the elements equals `number`.
    pub fn bool(
        x: &[hostnpu_numeric::Bool],
        number: hostnpu_numeric::Bool,
    ) -> std::primitive::bool {
        x.contains(&number)
    }
}
