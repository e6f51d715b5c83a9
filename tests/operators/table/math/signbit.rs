//! The row of `aclnnSignbit`.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, decode};
use crate::table::samples::{patterns, write};
use crate::table::{ELEMENTWISE, Row, computes, samples};

/// True if the bit of the sign is set, of a NaN too.
fn sign_bits(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["self"].tensors()[0];
    let bytes = tensor.elements();
    let bit = |element: &[u8]| match decode(element, tensor.dtype) {
        Number::Int(value) => value < 0,
        _ => element.last().is_some_and(|byte| byte & 0x80 != 0),
    };
    let bits = bytes.chunks(tensor.size()).map(bit);
    vec![bits.map(Number::from).collect()]
}

fn every_type_to_bool() -> Vec<Vec<Argument>> {
    let mut samples = samples::to_bool();
    for dtype in [Dtype::F16, Dtype::Bf16] {
        let every = Tensor::new(dtype, &[65_536], Contents::EveryPattern);
        samples.push(vec![Argument::Tensor(every), write(Dtype::Bool, &[65_536])]);
    }
    use Dtype::*;
    for dtype in [F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool] {
        samples.push(vec![patterns(dtype, &[901], 1), write(dtype, &[901])]);
    }
    samples
}

const SIGNED: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSignbit", every_type_to_bool)
            .accepts(&[("self", SIGNED), ("out", SIGNED)])
            .computes(computes::boolean)
            .whole(sign_bits)
            .holds(ELEMENTWISE),
    ]
}
