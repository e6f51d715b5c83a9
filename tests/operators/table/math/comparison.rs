//! Comparisons, logic and bits of two tensors.

use crate::reference::comparison;
use crate::table::{
    Accuracy, BROADCAST, ELEMENTWISE, IN_PLACE, Reference, Row, computes, entry, samples,
};

pub fn rows() -> Vec<Row> {
    vec![
        Row {
            entry: entry("aclnnEqTensor"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & u32 u64 | 910B: none | 950: u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & u32 u64 | 910B: none | 950: u64",
                ),
                (
                    "out",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 u32 u64 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::eq),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceEqTensor"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & u32 u64 | 910B: none | 950: u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & u32 u64 | 910B: none | 950: u64",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::eq),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnNeTensor"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & none | 950: u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & none | 950: u64",
                ),
                (
                    "out",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: + bf16 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::ne),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceNeTensor"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & none | 950: u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & none | 950: u64",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::ne),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnGtTensor"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "out",
                    "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128 | 910B 950: + bf16",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::gt),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceGtTensor"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::gt),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnGeTensor"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "out",
                    "f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::ge),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceGeTensor"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::ge),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnLtTensor"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "out",
                    "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16 | 950: + c64 c128",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::lt),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceLtTensor"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 u32 u64",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::lt),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnLeTensor"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 | 950: + u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 | 950: + u64",
                ),
                (
                    "out",
                    "f32 f16 f64 i8 i16 i32 i64 u8 u16 bool | 910B: + bf16 | 950: f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::le),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceLeTensor"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 | 950: + u64",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16 & u16 | 950: + u64",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::le),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnLogicalAnd"),
            samples: samples::binary,
            accepts: &[
                ("self", "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128"),
                ("other", "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128"),
                ("out", "any"),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::logical_and),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[(
                "dtypes out",
                "types of less than 16 bits to which BOOL has no conversion are refused",
            )],
        },
        Row {
            entry: entry("aclnnInplaceLogicalAnd"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128",
                ),
                ("other", "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128"),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::logical_and),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnLogicalOr"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "out",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 | 950: + u16 u32 u64",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::logical_or),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceLogicalOr"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::logical_or),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnLogicalXor"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "out",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
            ],
            computes: computes::boolean,
            reference: Reference::Elements(comparison::logical_xor),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnBitwiseAndTensor"),
            samples: samples::integers,
            accepts: &[
                ("self", "i8 i16 i32 i64 u8 bool & u16"),
                ("other", "i8 i16 i32 i64 u8 bool & u16"),
                ("out", "castable"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(comparison::bitwise_and),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceBitwiseAndTensor"),
            samples: samples::integers_in_place,
            accepts: &[
                ("selfRef", "i8 i16 i32 i64 u8 & u16"),
                ("other", "i8 i16 i32 i64 u8 bool & u16"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(comparison::bitwise_and),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnBitwiseOrTensor"),
            samples: samples::integers,
            accepts: &[
                ("self", "i8 i16 i32 i64 u8 bool & u16 u32 u64"),
                ("other", "i8 i16 i32 i64 u8 bool & u16 u32 u64"),
                ("out", "castable"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(comparison::bitwise_or),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceBitwiseOrTensor"),
            samples: samples::integers_in_place,
            accepts: &[
                ("selfRef", "i8 i16 i32 i64 u8 & u16 u32 u64"),
                ("other", "i8 i16 i32 i64 u8 bool & u16 u32 u64"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(comparison::bitwise_or),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnBitwiseXorTensor"),
            samples: samples::integers,
            accepts: &[
                ("self", "i8 i16 i32 i64 u8 bool & none | 950: u16 u32 u64"),
                ("other", "i8 i16 i32 i64 u8 bool & none | 950: u16 u32 u64"),
                ("out", "castable"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(comparison::bitwise_xor),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceBitwiseXorTensor"),
            samples: samples::integers_in_place,
            accepts: &[
                ("selfRef", "i8 i16 i32 i64 u8 & none | 950: u16 u32 u64"),
                ("other", "i8 i16 i32 i64 u8 bool & none | 950: u16 u32 u64"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(comparison::bitwise_xor),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
    ]
}
