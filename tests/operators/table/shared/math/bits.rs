//! Samples and checks of several operators: logic of two tensors; bits of two tensors, and of a tensor and a scalar.

use crate::table::{BROADCAST, ELEMENTWISE, Holds};

pub const TRUTHS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
pub const AND: &str = "i8 i16 i32 i64 u8 bool & u16";
pub const AND_REF: &str = "i8 i16 i32 i64 u8 & bool u16";

/// One row for each operator; `$accepts` are its types.
macro_rules! bits {
    ($samples:ident, $computes:ident, $holds:expr; $($name:literal = $function:ident: $accepts:expr $(, except $except:expr)?;)*) => {
        vec![$(
            crate::table::Row::new($name, crate::table::samples::$samples)
                .accepts(&$accepts)
                .computes(crate::table::computes::$computes)
                .elements(crate::reference::comparison::$function)
                .holds($holds)
                $(.except(&$except))?,
        )*]
    };
}
pub(crate) use bits;

pub const TENSORS: Holds = Holds(ELEMENTWISE.0 | BROADCAST.0);
