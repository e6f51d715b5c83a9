//! Arguments taken out of what was read, each as its own type.

use std::ffi::c_char;
use std::mem;

use super::Argument;
use super::array::{Bools, Floats, Ints};
use super::given::{Given, Kind};
use super::list::TensorArgs;
use super::scalar::{Scalar, Scalars};
use super::tensor::{InOut, Input, Output};
use super::value::{DataType, Text};
use crate::abi::acl::types::aclDataType;
use crate::abi::aclnn::types::{
    aclBoolArray, aclFloatArray, aclIntArray, aclScalar, aclScalarList, aclTensor, aclTensorList,
};

macro_rules! arguments {
    ($($type:ty, $raw:ty, $kind:ident, $given:ident: |$value:ident| $from:expr;)*) => {$(
        impl Argument for $type {
            type Raw = $raw;
            const KIND: Kind = Kind::$kind;

            fn of(given: &mut Given) -> Option<Self> {
                match mem::take(given) {
                    Given::$given($value) => Some($from),
                    _ => None,
                }
            }
        }
    )*};
}

arguments! {
    Ints, *const aclIntArray, Ints, Ints: |array| array;
    Floats, *const aclFloatArray, Floats, Floats: |array| array;
    Bools, *const aclBoolArray, Bools, Bools: |array| array;
    Scalar, *const aclScalar, Scalar, Scalar: |scalar| scalar;
    Scalars, *const aclScalarList, Scalars, Scalars: |scalars| scalars;
    DataType, aclDataType, DataType, DataType: |data_type| data_type;
    Text, *const c_char, Text, Text: |text| text;
    bool, bool, Bool, Number: |word| word != 0;
    f32, f32, F32, Number: |word| f32::from_bits(word as u32);
    f64, f64, F64, Number: |word| f64::from_bits(word);
    i8, i8, I8, Number: |word| word as i8;
    i32, i32, I32, Number: |word| word as i32;
    i64, i64, I64, Number: |word| word as i64;
    u32, u32, U32, Number: |word| word as u32;
    u64, u64, U64, Number: |word| word;
}

macro_rules! tensors {
    ($($name:ident),*) => {$(
        impl Argument for $name {
            type Raw = *const aclTensor;
            const KIND: Kind = Kind::Tensor;

            fn of(given: &mut Given) -> Option<Self> {
                match given {
                    Given::Tensor(tensor) => tensor.take().map(Self::new),
                    _ => None,
                }
            }
        }

        impl Argument for TensorArgs<$name> {
            type Raw = *const aclTensorList;
            const KIND: Kind = Kind::Tensors;

            fn of(given: &mut Given) -> Option<Self> {
                let Given::Tensors(name, members) = mem::take(given) else {
                    return None;
                };
                let members = members.into_iter().map($name::new).collect();
                Some(Self::new(name, members))
            }
        }
    )*};
}

tensors!(Input, Output, InOut);
