//! Attribute arrays.

use std::ops::Deref;
use std::sync::Arc;

use super::Word as _;
use super::value::tell;
use crate::abi::aclnn::meta::array::{bools, floats, ints};
use crate::abi::aclnn::types::{aclBoolArray, aclFloatArray, aclIntArray};
use crate::abi::shown;
use crate::error::Result;

macro_rules! arrays {
    ($($(#[$doc:meta])* $name:ident: [$element:ty] from $raw:ident by $get:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            name: &'static str,
            values: Arc<[$element]>,
        }

        impl $name {
            /// Its documented name.
            pub fn name(&self) -> &'static str {
                self.name
            }
        }

        impl Deref for $name {
            type Target = [$element];

            fn deref(&self) -> &[$element] {
                &self.values
            }
        }

        impl $name {
            /// Looks up a required array.
            pub fn look_up(name: &'static str, raw: *const $raw) -> Result<Self> {
                tell(name, shown::Kind::Pointer, raw.word());
                let values = $get(name, raw)?;
                Ok(Self { name, values })
            }
        }
    )*};
}

arrays! {
    /// Integers.
    Ints: [i64] from aclIntArray by ints;
    /// Floating-point numbers.
    Floats: [f32] from aclFloatArray by floats;
    /// Truth values.
    Bools: [bool] from aclBoolArray by bools;
}

/// The same, where C passes `aclIntArray *`.
pub type MutInts = Ints;

/// The same, where C passes `aclFloatArray *`.
pub type MutFloats = Floats;
