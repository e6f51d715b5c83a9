//! Logic of two tensors; bits of two tensors, and of a tensor and a scalar.

use crate::reference::comparison;
use crate::table::{BROADCAST, ELEMENTWISE, Holds, IN_PLACE, Row, computes, samples};

const TRUTHS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
const TRUTHS_EVERYWHERE: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128";

const AND: &str = "i8 i16 i32 i64 u8 bool & u16";
const AND_REF: &str = "i8 i16 i32 i64 u8 & bool u16";
const OR: &str = "i8 i16 i32 i64 u8 bool & u16 u32 u64";
const OR_REF: &str = "i8 i16 i32 i64 u8 & bool u16 u32 u64";
const XOR: &str = "i8 i16 i32 i64 u8 bool & none | 950: u16 u32 u64";
const XOR_REF: &str = "i8 i16 i32 i64 u8 & bool | 950: + u16 u32 u64";

// Beside a scalar a tensor keeps its type on Ascend950.
const AND_SCALAR: &str = "i8 i16 i32 i64 u8 bool | 950: + u16 & u16 | 950: none";
const AND_SCALAR_REF: &str = "i8 i16 i32 i64 u8 | 950: + u16 & bool u16";
const OR_SCALAR: &str = "i8 i16 i32 i64 u8 bool | 950: + u16 u32 u64 & u16 | 950: none";
const OR_SCALAR_REF: &str = "i8 i16 i32 i64 u8 | 950: + u16 u32 u64 & bool u16";
const XOR_SCALAR: &str = "i8 i16 i32 i64 u8 bool | 950: + u16 u32 u64";
const XOR_SCALAR_REF: &str = "i8 i16 i32 i64 u8 | 950: + u16 u32 u64 & bool";

/// One row for each operator; `$accepts` are its types.
macro_rules! rows {
    ($samples:ident, $computes:ident, $holds:expr; $($name:literal = $function:ident: $accepts:expr;)*) => {
        [$(
            Row::new($name, samples::$samples)
                .accepts(&$accepts)
                .computes(computes::$computes)
                .elements(comparison::$function)
                .holds($holds),
        )*]
    };
}

const TENSORS: Holds = Holds(ELEMENTWISE.0 | BROADCAST.0);

pub fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    rows.extend(rows! {
        binary, boolean, TENSORS;
        "aclnnLogicalAnd" = logical_and: [("self", TRUTHS_EVERYWHERE), ("other", TRUTHS_EVERYWHERE), ("out", "any")];
        "aclnnLogicalOr" = logical_or: [("self", TRUTHS), ("other", TRUTHS), ("out", "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 | 950: + u16 u32 u64")];
        "aclnnLogicalXor" = logical_xor: [("self", TRUTHS), ("other", TRUTHS), ("out", TRUTHS)];
    });
    rows[0].except = &[(
        "dtypes out",
        "types of less than 16 bits to which BOOL has no conversion are refused",
    )];
    rows.extend(rows! {
        binary_in_place, boolean, IN_PLACE;
        "aclnnInplaceLogicalAnd" = logical_and: [("selfRef", TRUTHS_EVERYWHERE), ("other", TRUTHS_EVERYWHERE)];
        "aclnnInplaceLogicalOr" = logical_or: [("selfRef", TRUTHS), ("other", TRUTHS)];
    });
    rows.extend(rows! {
        integers, promoted, TENSORS;
        "aclnnBitwiseAndTensor" = bitwise_and: [("self", AND), ("other", AND), ("out", "castable")];
        "aclnnBitwiseAndTensorOut" = bitwise_and: [("self", AND), ("other", AND), ("out", "castable")];
        "aclnnBitwiseOrTensor" = bitwise_or: [("self", OR), ("other", OR), ("out", "castable")];
        "aclnnBitwiseXorTensor" = bitwise_xor: [("self", XOR), ("other", XOR), ("out", "castable")];
    });
    rows.extend(rows! {
        integers_in_place, promoted, IN_PLACE;
        "aclnnInplaceBitwiseAndTensor" = bitwise_and: [("selfRef", AND_REF), ("other", AND)];
        "aclnnInplaceBitwiseAndTensorOut" = bitwise_and: [("self", AND_REF), ("other", AND)];
        "aclnnInplaceBitwiseOrTensor" = bitwise_or: [("selfRef", OR_REF), ("other", OR)];
        "aclnnInplaceBitwiseXorTensor" = bitwise_xor: [("selfRef", XOR_REF), ("other", XOR)];
    });
    rows.extend(rows! {
        integers_with_scalar, with_scalar, ELEMENTWISE;
        "aclnnBitwiseAndScalar" = bitwise_and: [("self", AND_SCALAR), ("other", AND_SCALAR), ("out", "castable")];
        "aclnnBitwiseOrScalar" = bitwise_or: [("self", OR_SCALAR), ("other", OR_SCALAR), ("out", "castable")];
        "aclnnBitwiseXorScalar" = bitwise_xor: [("self", XOR_SCALAR), ("other", XOR_SCALAR), ("out", "castable")];
    });
    rows.extend(rows! {
        integers_in_place_with_scalar, with_scalar, IN_PLACE;
        "aclnnInplaceBitwiseAndScalar" = bitwise_and: [("selfRef", AND_SCALAR_REF), ("other", AND_SCALAR)];
        "aclnnInplaceBitwiseOrScalar" = bitwise_or: [("selfRef", OR_SCALAR_REF), ("other", OR_SCALAR)];
        "aclnnInplaceBitwiseXorScalar" = bitwise_xor: [("selfRef", XOR_SCALAR_REF), ("other", XOR_SCALAR)];
    });
    rows
}
