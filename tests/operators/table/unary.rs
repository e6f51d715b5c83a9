//! Rows of functions of one tensor that are computed in floating point, a line each, with the same in place.

use hostnpu::tensor::Dtype;

use super::{Accuracy, ELEMENTWISE, IN_PLACE, Reference, Row, entry, samples};
use crate::argument::Argument;
use crate::number::Number;

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
pub type Computes = fn(&[Argument]) -> Option<Dtype>;

/// The row of a function.
pub fn function(
    name: &str,
    accepts: Accepts,
    computes: Computes,
    exact: fn(&Number) -> Number,
    bounds: &'static str,
) -> Row {
    Row {
        entry: entry(name),
        samples: samples::unary,
        accepts,
        computes,
        reference: Reference::Unary(exact),
        accuracy: Accuracy::Bounds(bounds),
        holds: ELEMENTWISE,
        except: &[],
    }
}

/// The row of a function in place.
pub fn in_place(
    name: &str,
    accepts: Accepts,
    exact: fn(&Number) -> Number,
    bounds: &'static str,
) -> Row {
    Row {
        samples: samples::in_place,
        holds: IN_PLACE,
        ..function(name, accepts, super::computes::own, exact, bounds)
    }
}

/// Makes rows of lines `function: "parameter" types => types of out, in place "parameter" types, by reference, computation type, bounds;`.
macro_rules! functions {
    ($($name:literal: $input:literal $takes:expr => $gives:expr, in place $reference:literal $types:expr, by $exact:ident, $computes:ident, $bounds:literal;)+) => {
        vec![$(
            crate::table::unary::function(
                concat!("aclnn", $name),
                &[($input, $takes), ("out", $gives)],
                crate::table::computes::$computes,
                crate::reference::functions::$exact,
                $bounds,
            ),
            crate::table::unary::in_place(
                concat!("aclnnInplace", $name),
                &[($reference, $types)],
                crate::reference::functions::$exact,
                $bounds,
            ),
        )+]
    };
}
pub(super) use functions;
