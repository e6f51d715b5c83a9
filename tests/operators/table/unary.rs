//! Rows of functions of one tensor that are computed in floating point, a line each, with the same in place.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;

/// The vendor's lists, as words of a row.
pub const FLOATING: &str = "f32 f16 f64 | 910B 950: + bf16";
pub const SHORT_FLOATING: &str = "f32 f16 | 910B 950: + bf16";
pub const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
pub const SHORT_REALS: &str = "f32 f16 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
pub const NUMBERS: &str = "f32 f16 f64 c64 c128 | 910B 950: + bf16";
pub const ALL: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
/// Lists that forget to ask for the chip.
pub const FLOATING_EVERYWHERE: &str = "f32 f16 f64 bf16";
pub const NUMBERS_EVERYWHERE: &str = "f32 f16 f64 bf16 c64 c128";

pub type Accepts = &'static [(&'static str, &'static str)];
pub type Computes = fn(&Arguments) -> Option<Dtype>;

/// Makes rows of lines `function: "parameter" types => types of out, in place "parameter" types, by reference, computation type, bounds;`.
macro_rules! functions {
    ($($name:literal: $input:literal $takes:expr => $gives:expr, in place $reference:literal $types:expr, by $exact:ident, $computes:ident, $bounds:literal;)+) => {
        vec![$(
            crate::table::Row::new(concat!("aclnn", $name), crate::table::samples::unary)
                .accepts(&[($input, $takes), ("out", $gives)])
                .computes(crate::table::computes::$computes)
                .unary(crate::reference::functions::$exact)
                .accuracy(crate::table::Accuracy::Bounds($bounds))
                .holds(crate::table::ELEMENTWISE),
            crate::table::Row::new(concat!("aclnnInplace", $name), crate::table::samples::in_place)
                .accepts(&[($reference, $types)])
                .computes(crate::table::computes::own)
                .unary(crate::reference::functions::$exact)
                .accuracy(crate::table::Accuracy::Bounds($bounds))
                .holds(crate::table::IN_PLACE),
        )+]
    };
}
pub(crate) use functions;
