//! Operators of the vendor's category `quant`: numbers are stored in few bits, beside the scales by which they were divided.

mod dynamic_quant;

pub use dynamic_quant::{DynamicQuant, dynamic_quant};

use hostnpu_kernels::quantised::Quantised;
use hostnpu_tensor::Dtype;

/// The type in which a tensor of this type stores quantised numbers: INT32 has eight numbers of four bits.
pub fn quantised(dtype: Dtype) -> Option<Quantised> {
    Some(match dtype {
        Dtype::I8 => Quantised::Int8,
        Dtype::I4 | Dtype::I32 => Quantised::Int4,
        Dtype::F8E5m2 => Quantised::E5m2,
        Dtype::F8E4m3fn => Quantised::E4m3,
        Dtype::Hifloat8 => Quantised::Hifloat8,
        _ => return None,
    })
}
