//! The row of `aclnnFakeQuantPerTensorAffineCachemask`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::rotations as reference;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::quant::given::{every, specials};
use crate::table::shared::quant::microscaling::Accepts;
use crate::table::shared::quant::rotations::fake;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn per_tensor_samples() -> Vec<Vec<Argument>> {
    let call = |x: Argument, enabled: f64, range: [i64; 2]| {
        let dtype = x.tensors()[0].dtype;
        let factors = [read(dtype, &[1], &[0.03125]), read(I32, &[1], &[-3.0])];
        let [scale, zero] = factors;
        fake(x, scale, zero, Argument::Float(enabled), range)
    };
    let mut samples = vec![call(read(F32, &[3, 5], &NUMBERS), 1.0, [-128, 127])];
    for enabled in [1.0, 0.0, 0.5, 2.0] {
        samples.push(call(every(F16), enabled, [-128, 127]));
        samples.push(call(specials(F32, &[4, 333], 2), enabled, [0, 255]));
        samples.push(call(read(F32, &[], &[3.3]), enabled, [5, 5]));
    }
    samples
}

const FAKE: Accepts = &[
    ("self", "| 910B 950: f16 f32"),
    ("scale", "as self"),
    ("zeroPoint", "| 910B 950: i32"),
    ("out", "as self"),
    ("mask", "| 910B 950: bool"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFakeQuantPerTensorAffineCachemask", per_tensor_samples)
            .accepts(FAKE)
            .bits(reference::fake_per_tensor)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
