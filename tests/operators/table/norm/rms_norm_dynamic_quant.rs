//! The row of `aclnnRmsNormDynamicQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::fused_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::fused::ordinary_first;
use crate::table::shared::quant::given::specials;
use crate::table::{OVERLAP, Row, STRIDED};

fn rms_dynamic_samples() -> Vec<Vec<Argument>> {
    let call = |x: Dtype, smooth: Argument, bias: Argument| {
        let shape: &[i64] = &[6, 2, 33];
        vec![
            specials(x, shape, 3),
            read(x, &[33], &POSITIVE),
            smooth,
            bias,
            Argument::Float(1e-6),
            Argument::Int(2),
            write(I8, shape),
            write(F32, &shape[..2]),
        ]
    };
    let mut samples = vec![call(
        F16,
        read(F16, &[33], &POSITIVE),
        read(F16, &[33], &NUMBERS),
    )];
    for x in [F16, Bf16] {
        samples.push(call(x, Argument::Null, Argument::Null));
        samples.push(call(x, read(x, &[33], &NUMBERS), Argument::Null));
        samples.push(call(x, Argument::Null, read(x, &[33], &NUMBERS)));
    }
    ordinary_first(samples)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRmsNormDynamicQuant", rms_dynamic_samples)
            .accepts(&[
                ("x", "| 910B 950: f16 bf16"),
                ("gamma", "as x"),
                ("smoothScalesOptional", "as x"),
                ("betaOptional", "as x"),
                ("yOut", "| 910B 950: i8"),
                ("scaleOut", "| 910B 950: f32"),
            ])
            .bits(reference::rms_norm_dynamic_quant)
            .holds(STRIDED | OVERLAP),
    ]
}
