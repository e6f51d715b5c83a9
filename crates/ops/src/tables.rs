//! Tables of loops by computation type, and the way that they are written down.

#![forbid(unsafe_code)]

pub use super::engine::{Binary, Quaternary, Table, Ternary, Unary};

/// Declares tables: `NAME = module::function: types, module::function: types;`, one loop for each type, of the functions of
/// [`hostnpu_kernels`]. The first line says how loops are made and of which kind the tables are. `+ odd module::function` adds loops of
/// FLOAT16 and BFLOAT16 from the function's results in FLOAT, which are rounded to odd.
macro_rules! tables {
    ($loop:ident, $kind:ident; $(
        $(#[$doc:meta])* $table:ident = $module:ident::$function:ident: $($t:ident)+
        $(, $more:ident::$other:ident: $($u:ident)+)*
        $(+ odd $odd:ident::$in_f32:ident)?;
    )*) => {$(
        $(#[$doc])*
        pub static $table: $crate::engine::$kind = $crate::engine::$kind::new(
            stringify!($function),
            &[
                $($crate::engine::$loop(hostnpu_kernels::$module::$function::$t),)+
                $($($crate::engine::$loop(hostnpu_kernels::$more::$other::$u),)+)*
                $(
                    $crate::engine::$loop(hostnpu_kernels::$odd::$in_f32::f32_odd)
                        .chosen_by(hostnpu_tensor::Dtype::F16),
                    $crate::engine::$loop(hostnpu_kernels::$odd::$in_f32::f32_odd)
                        .chosen_by(hostnpu_tensor::Dtype::Bf16),
                )?
            ],
        );
    )*};
}

pub(super) use tables;
