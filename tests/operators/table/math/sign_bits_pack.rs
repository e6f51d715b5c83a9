//! The row of `aclnnSignBitsPack`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::table::Row;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::math::signs::numbers;

/// The highest bit of each byte is the first element's; what no element is there for counts as negative.
fn packed(arguments: &Arguments) -> Vec<Vec<Number>> {
    let elements = numbers(&arguments["self"].tensors()[0]);
    let bit = |x: &Number| i128::from(x.real() < 0);
    let byte =
        |elements: &[Number]| (0..8).fold(0, |byte, k| 2 * byte + elements.get(k).map_or(1, bit));
    vec![elements.chunks(8).map(byte).map(Number::Int).collect()]
}

fn packing() -> Vec<Vec<Argument>> {
    let sample =
        |input, size, shape: &[i64]| vec![input, Argument::Int(size), write(Dtype::U8, shape)];
    vec![
        sample(read(Dtype::F32, &[12], &NUMBERS), 1, &[1, 2]),
        sample(patterns(Dtype::F32, &[9001], 1), 2, &[2, 563]),
        sample(patterns(Dtype::F16, &[9008], 2), 1126, &[1126, 1]),
    ]
}

const PACKED: &str = "none | 310 910B 950: f32 f16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSignBitsPack", packing)
            .accepts(&[("self", PACKED), ("out", "u8")])
            .computes(|_| Some(Dtype::U8))
            .whole(packed),
    ]
}
