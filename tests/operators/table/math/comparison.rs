//! Comparisons of two tensors, and of a tensor and a scalar.

use crate::reference::comparison;
use crate::table::{BROADCAST, ELEMENTWISE, IN_PLACE, Row, computes, samples};

/// Two rows for each comparison: an output of its own, and in place.
macro_rules! comparisons {
    ($samples:ident, $in_place_samples:ident, $holds:expr; $(
        $name:literal $in_place:literal = $function:ident: $self:expr, $other:expr => $out:expr;
    )*) => {
        vec![$(
            Row::new($name, samples::$samples)
                .accepts(&[("self", $self), ("other", $other), ("out", $out)])
                .computes(computes::boolean)
                .elements(comparison::$function)
                .holds($holds),
            Row::new($in_place, samples::$in_place_samples)
                .accepts(&[("selfRef", $self), ("other", $other)])
                .computes(computes::boolean)
                .elements(comparison::$function)
                .holds(IN_PLACE),
        )*]
    };
}

const EQUATED: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & u32 u64 | 910B: none | 950: u64";
const UNEQUAL: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & none | 950: u64";
const ORDERED: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64";
const AT_MOST: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 | 950: + u64";

const EQ_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 u32 u64 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";
const NE_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: + bf16 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";
const GT_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128 | 910B 950: + bf16";
const GE_OUT: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";
const LT_OUT: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16 | 950: + c64 c128";
const LE_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 bool | 910B: + bf16 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";

// Differences beside a scalar, which counts by its category only on Ascend950.
const EQ_SELF: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950 310: + bf16 & u32 u64 | 910B 310: none | 950: u64";
const EQ_SCALAR: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 310: + bf16 | 950: + bf16 u64 & u32 u64 | 910B 950 310: none";
const EQ_SCALAR_OUT: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 u32 u64 | 910B 310: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128";
const NE_SCALAR: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: + bf16 | 950: + bf16 u64";
const GT_SCALAR: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 | 950: + bf16 u16 u32 u64 & u16 u32 u64 | 950: none";
const GE_SELF: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool & u16 u32 u64";
const GE_SCALAR: &str =
    "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool | 950: + u16 u32 u64 & u16 u32 u64 | 950: none";
const LT_SCALAR: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16";
const LE_SCALAR: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 bool | 910B: + bf16 | 950: + bf16 u64";

pub fn rows() -> Vec<Row> {
    let mut rows = comparisons! {
        binary, binary_in_place, ELEMENTWISE | BROADCAST;
        "aclnnEqTensor" "aclnnInplaceEqTensor" = eq: EQUATED, EQUATED => EQ_OUT;
        "aclnnNeTensor" "aclnnInplaceNeTensor" = ne: UNEQUAL, UNEQUAL => NE_OUT;
        "aclnnGtTensor" "aclnnInplaceGtTensor" = gt: ORDERED, ORDERED => GT_OUT;
        "aclnnGeTensor" "aclnnInplaceGeTensor" = ge: ORDERED, ORDERED => GE_OUT;
        "aclnnLtTensor" "aclnnInplaceLtTensor" = lt: ORDERED, ORDERED => LT_OUT;
        "aclnnLeTensor" "aclnnInplaceLeTensor" = le: AT_MOST, AT_MOST => LE_OUT;
    };
    rows.extend(comparisons! {
        with_scalar, in_place_with_scalar, ELEMENTWISE;
        "aclnnEqScalar" "aclnnInplaceEqScalar" = eq: EQ_SELF, EQ_SCALAR => EQ_SCALAR_OUT;
        "aclnnNeScalar" "aclnnInplaceNeScalar" = ne: UNEQUAL, NE_SCALAR => NE_OUT;
        "aclnnGtScalar" "aclnnInplaceGtScalar" = gt: ORDERED, GT_SCALAR => GT_OUT;
        "aclnnGeScalar" "aclnnInplaceGeScalar" = ge: GE_SELF, GE_SCALAR => GE_OUT;
        "aclnnLtScalar" "aclnnInplaceLtScalar" = lt: ORDERED, LT_SCALAR => LT_OUT;
        "aclnnLeScalar" "aclnnInplaceLeScalar" = le: AT_MOST, LE_SCALAR => LE_OUT;
    });
    rows
}
