//! Tables of loops by computation type, and the way that they are written down.

#![forbid(unsafe_code)]

use hostnpu_engine::Loop;
pub use hostnpu_engine::{Binary, Quaternary, Table, Ternary, Unary};

/// The loop, costly unless it is arithmetic.
pub(super) const fn with_cost(of: Loop, module: &str) -> Loop {
    match module.as_bytes() {
        b"arith" => of,
        _ => of.costly(),
    }
}

/// Declares tables: `NAME = module::function: types, module::function: types;`, one loop for each type, of the functions of
/// [`hostnpu_kernels`]. The first line says how loops are made and of which kind the tables are. `+ odd module::function` adds loops of
/// FLOAT16 and BFLOAT16 from the function's results in FLOAT, which are rounded to odd. `+ fast function` adds that of `single` for high performance.
macro_rules! tables {
    ($loop:ident, $kind:ident; $(
        $(#[$doc:meta])* $table:ident = $module:ident::$function:ident: $($t:ident)+
        $(, $more:ident::$other:ident: $($u:ident)+)*
        $(+ odd $odd:ident::$in_f32:ident)?
        $(+ fast $fast:ident)?;
    )*) => {$(
        $(#[$doc])*
        pub static $table: hostnpu_engine::$kind = hostnpu_engine::$kind::new(
            stringify!($function),
            &[
                $($crate::tables::with_cost(
                    hostnpu_engine::$loop(hostnpu_kernels::$module::$function::$t), stringify!($module),
                ),)+
                $($($crate::tables::with_cost(
                    hostnpu_engine::$loop(hostnpu_kernels::$more::$other::$u), stringify!($more),
                ),)+)*
                $(
                    hostnpu_engine::$loop(hostnpu_kernels::$odd::$in_f32::f32_odd)
                        .chosen_by(hostnpu_tensor::Dtype::F16).costly(),
                    hostnpu_engine::$loop(hostnpu_kernels::$odd::$in_f32::f32_odd)
                        .chosen_by(hostnpu_tensor::Dtype::Bf16).costly(),
                )?
            ],
        )$(.with_fast(&[hostnpu_engine::$loop(hostnpu_kernels::single::$fast::f32).costly()]))?;
    )*};
}

pub(super) use tables;
