//! Types whose elements are codes of numbers.

#![forbid(unsafe_code)]

use hostnpu_kernels::quantised::Quantised;
use hostnpu_tensor::Dtype;

/// The codes that the elements of a type are; `None` for types of other numbers.
pub fn codes(dtype: Dtype) -> Option<Quantised> {
    Some(match dtype {
        Dtype::I8 => Quantised::Int8,
        Dtype::U8 => Quantised::Uint8,
        Dtype::I4 => Quantised::Int4,
        Dtype::F8E5m2 => Quantised::E5m2,
        Dtype::F8E4m3fn => Quantised::E4m3,
        Dtype::Hifloat8 => Quantised::Hifloat8,
        Dtype::F4E2m1 => Quantised::E2m1,
        Dtype::F4E1m2 => Quantised::E1m2,
        _ => return None,
    })
}

/// The codes in which a tensor of this type stores quantised numbers: INT32 has eight numbers of four bits.
pub fn quantised(dtype: Dtype) -> Option<Quantised> {
    match dtype {
        Dtype::I32 => Some(Quantised::Int4),
        Dtype::U8 | Dtype::F4E2m1 | Dtype::F4E1m2 => None,
        _ => codes(dtype),
    }
}
