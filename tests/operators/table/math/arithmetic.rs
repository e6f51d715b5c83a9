//! Arithmetic of two tensors, of a tensor and a scalar, and conversion.

use crate::reference::arithmetic;
use crate::table::{
    Accuracy, BROADCAST, ELEMENTWISE, IN_PLACE, OVERLAP, RANK_8, Reference, Row, SHAPE, computes,
    entry, samples,
};

pub fn rows() -> Vec<Row> {
    vec![
        Row {
            entry: entry("aclnnAdd"),
            samples: samples::binary_with_alpha,
            accepts: &[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
                ("out", "castable"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(arithmetic::add),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnAdds"),
            samples: samples::scalar_with_alpha,
            accepts: &[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128",
                ),
                ("alpha", "casts"),
                ("out", "castable"),
            ],
            computes: computes::with_scalar,
            reference: Reference::Elements(arithmetic::add),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceAdd"),
            samples: samples::in_place_with_alpha,
            accepts: &[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(arithmetic::add),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceAdds"),
            samples: samples::in_place_scalar_with_alpha,
            accepts: &[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
                ("alpha", "casts"),
            ],
            computes: computes::with_scalar,
            reference: Reference::Elements(arithmetic::add),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnMaximum"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                (
                    "out",
                    "castable: f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(arithmetic::maximum),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnMinimum"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                (
                    "out",
                    "castable: f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(arithmetic::minimum),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceZero"),
            samples: samples::written,
            accepts: &[(
                "selfRef",
                "i8 i32 i64 u8 f16 f32 bool f64 i16 u16 c64 c128 bf16 | 950: + e5m2 e4m3 hif8",
            )],
            computes: computes::own,
            reference: Reference::Filled(|_| 0_i128.into()),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE.without(SHAPE).without(OVERLAP).without(RANK_8),
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceOne"),
            samples: samples::written,
            accepts: &[(
                "selfRef",
                "f32 f16 i8 i16 i32 i64 u8 bool f64 | 910B 950: + bf16",
            )],
            computes: computes::own,
            reference: Reference::Filled(|_| 1_i128.into()),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE.without(SHAPE).without(OVERLAP),
            except: &[],
        },
        Row {
            entry: entry("aclnnCast"),
            samples: samples::cast,
            accepts: &[
                (
                    "self",
                    "f16 f32 f64 i8 u8 i16 i32 i64 u16 u32 u64 bool c64 c128 | 910B: + bf16 | 950: + bf16 hif8 e5m2 e4m3 c32",
                ),
                ("out", "as dtype"),
            ],
            computes: |arguments| arguments[2].dtype(),
            reference: Reference::Elements(arithmetic::cast),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE,
            except: &[
                ("dtypes out", "another type than `dtype` gives 561103"),
                (
                    "dtypes self",
                    "types of few bits: every code and every rounding is a test of its own (casts)",
                ),
            ],
        },
        Row {
            entry: entry("aclnnSub"),
            samples: samples::binary_with_alpha,
            accepts: &[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
                ("out", "castable"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(arithmetic::sub),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[],
        },
        Row {
            entry: entry("aclnnSubs"),
            samples: samples::scalar_with_alpha,
            accepts: &[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128",
                ),
                ("alpha", "casts"),
                ("out", "castable"),
            ],
            computes: computes::with_scalar,
            reference: Reference::Elements(arithmetic::sub),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceSub"),
            samples: samples::in_place_with_alpha,
            accepts: &[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(arithmetic::sub),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnInplaceSubs"),
            samples: samples::in_place_scalar_with_alpha,
            accepts: &[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
                ("alpha", "casts"),
            ],
            computes: computes::with_scalar,
            reference: Reference::Elements(arithmetic::sub),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE,
            except: &[],
        },
        Row {
            entry: entry("aclnnMul"),
            samples: samples::binary,
            accepts: &[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "out",
                    "castable, on 950 any: f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(arithmetic::mul),
            accuracy: Accuracy::RoundedOnce,
            holds: ELEMENTWISE | BROADCAST,
            except: &[(
                "values complex",
                "infinite products are C99's: crates/kernels/tests",
            )],
        },
        Row {
            entry: entry("aclnnInplaceMul"),
            samples: samples::binary_in_place,
            accepts: &[
                (
                    "selfRef",
                    "f32 f16 f64 c64 c128 | 910B: + bf16 | 950: f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 bf16",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 | 950: + bf16 c64 c128",
                ),
            ],
            computes: computes::promoted,
            reference: Reference::Elements(arithmetic::mul),
            accuracy: Accuracy::RoundedOnce,
            holds: IN_PLACE.without(RANK_8),
            except: &[(
                "values complex",
                "infinite products are C99's: crates/kernels/tests",
            )],
        },
    ]
}
