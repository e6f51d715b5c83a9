//! Samples and checks of several operators: comparisons of two tensors, and of a tensor and a scalar.

/// Two rows for each comparison: an output of its own, and in place.
macro_rules! comparisons {
    ($samples:ident, $in_place_samples:ident, $holds:expr; $(
        $name:literal $in_place:literal = $function:ident: $self:expr, $other:expr => $out:expr;
    )*) => {
        vec![$(
            crate::table::Row::new($name, crate::table::samples::$samples)
                .accepts(&[("self", $self), ("other", $other), ("out", $out)])
                .computes(crate::table::computes::boolean)
                .elements(crate::reference::comparison::$function)
                .holds($holds),
            crate::table::Row::new($in_place, crate::table::samples::$in_place_samples)
                .accepts(&[("selfRef", $self), ("other", $other)])
                .computes(crate::table::computes::boolean)
                .elements(crate::reference::comparison::$function)
                .holds(crate::table::IN_PLACE),
        )*]
    };
}
pub(crate) use comparisons;

pub const UNEQUAL: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & none | 950: u64";
pub const ORDERED: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64";
pub const AT_MOST: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 | 950: + u64";
pub const NE_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: + bf16 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";
pub const GT_OUT: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128 | 910B 950: + bf16";
pub const GE_OUT: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";

pub const LT_OUT: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16 | 950: + c64 c128";
pub const LE_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 bool | 910B: + bf16 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";
