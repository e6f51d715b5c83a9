//! The rows of `aclnnAddLayerNormQuant` and `aclnnAddLayerNormQuantV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::normed_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::specials;
use crate::table::shared::quant::normed::{Accepts, SCALES, WITH_FLOAT, optional};
use crate::table::{Row, STRIDED};

const ZEROS: [f64; 4] = [1.0, -3.0, 0.0, 20.0];

struct Added {
    x: Dtype,
    scale: Dtype,
    shape: &'static [i64],
    parameters: &'static [i64],
    scales: &'static [i64],
    /// Rank of the bias: 0 for none, 1 for that of the parameters, 2 for that of `x`.
    bias: usize,
    given: [bool; 4],
    dynamic: bool,
    sum: bool,
    divides: bool,
}

fn added(of: Added, later: bool, first: bool) -> Vec<Argument> {
    let Added {
        x, scale, shape, ..
    } = of;
    let [s1, s2, z1, z2] = of.given;
    let rows = &shape[..shape.len() - 1];
    let mut call = vec![
        match first {
            true => read(x, shape, &NUMBERS),
            false => specials(x, shape, 2),
        },
        read(x, shape, &NUMBERS[3..]),
        read(x, of.parameters, &POSITIVE),
        read(x, of.parameters, &NUMBERS),
        match of.bias {
            0 => Argument::Null,
            1 => read(x, of.parameters, &NUMBERS[1..]),
            _ => read(x, shape, &NUMBERS[5..]),
        },
        optional(s1, read(scale, of.scales, &SCALES)),
        optional(s2, read(scale, of.scales, &POSITIVE)),
        optional(z1, read(scale, of.scales, &ZEROS)),
        optional(z2, read(scale, of.scales, &ZEROS[1..])),
        Argument::Text(if of.dynamic { "dynamic" } else { "static" }),
        Argument::Float(1e-5),
        Argument::Bool(of.sum),
        Argument::Bool(of.divides),
        write(I8, shape),
        write(I8, if s2 { shape } else { &[4] }),
        write(x, shape),
    ];
    call.extend(later.then(|| write(x, shape)));
    call.push(write(F32, if of.dynamic { rows } else { &[1] }));
    call.push(write(F32, if of.dynamic && s2 { rows } else { &[1] }));
    call
}

fn added_samples(later: bool) -> Vec<Vec<Argument>> {
    let plain = |x, scale| Added {
        x,
        scale,
        shape: &[4, 3, 36],
        parameters: &[36],
        scales: &[36],
        bias: 0,
        given: [true, false, false, false],
        dynamic: false,
        sum: false,
        divides: false,
    };
    let one = |x| Added {
        parameters: &[1, 36],
        scales: &[1],
        given: [true, false, true, false],
        bias: 2,
        ..plain(x, x)
    };
    let all = [true; 4];
    let mut samples = match later {
        true => vec![added(one(F16), true, true)],
        false => vec![added(
            Added {
                bias: 1,
                given: all,
                sum: true,
                ..plain(F16, F32)
            },
            false,
            true,
        )],
    };
    if later {
        samples.extend([F16, Bf16].map(|x| added(one(x), true, false)));
    }
    let types = [
        [F16, F16],
        [Bf16, Bf16],
        [F32, F32],
        [F16, F32],
        [Bf16, F32],
    ];
    for [x, scale] in types {
        for (given, divides, bias) in [
            (all, true, 0),
            (all, false, 1),
            ([true, true, false, false], true, 2),
            ([true, false, true, false], false, 0),
            ([true, false, false, false], true, 1),
        ] {
            let of = Added {
                given,
                divides,
                bias,
                sum: divides,
                ..plain(x, scale)
            };
            samples.push(added(of, later, false));
        }
        let several = Added {
            parameters: &[3, 36],
            scales: &[3, 36],
            given: all,
            bias: 1,
            ..plain(x, scale)
        };
        samples.push(added(several, later, false));
    }
    for x in [F16, Bf16] {
        for (given, bias) in [
            ([true, true, false, false], 1),
            ([true, false, false, false], 2),
            ([false; 4], 0),
        ] {
            let of = Added {
                given,
                bias,
                dynamic: true,
                sum: bias == 1,
                ..plain(x, x)
            };
            samples.push(added(of, later, false));
        }
        if later {
            let row = Added {
                parameters: &[1, 36],
                scales: &[1, 36],
                dynamic: true,
                ..plain(x, x)
            };
            samples.push(added(row, true, false));
        }
    }
    samples
}

const WITH_OWN: &str = "that of x1 too: each type is a sample";
const ADDED: Accepts = &[
    ("x1", "| 950: f16 bf16 f32"),
    ("x2", "as x1"),
    ("gamma", "as x1"),
    ("beta", "as x1"),
    ("biasOptional", "as x1"),
    ("scales1Optional", "| 950: f32"),
    ("scales2Optional", "as scales1Optional"),
    ("zeroPoints1Optional", "as scales1Optional"),
    ("zeroPoints2Optional", "as scales1Optional"),
    ("y1Out", "| 950: i8"),
    ("y2Out", "| 950: i8"),
    ("xOut", "as x1"),
    ("outScales1Out", "| 950: f32"),
    ("outScales2Out", "| 950: f32"),
];
const ADDED_LATER: Accepts = &[
    ("x1", "f16 f32 | 910B: + bf16 | 950: + bf16 | 910:"),
    ("x2", "as x1"),
    ("gamma", "as x1"),
    ("beta", "as x1"),
    ("biasOptional", "as x1"),
    ("scales1Optional", "as x1"),
    ("scales2Optional", "as x1"),
    ("zeroPoints1Optional", "as x1"),
    ("zeroPoints2Optional", "as x1"),
    ("y1Out", "i8 | 910:"),
    ("y2Out", "i8 | 910:"),
    ("xOut", "as x1"),
    ("layernormRes", "as x1"),
    ("outScales1Out", "f32 | 910:"),
    ("outScales2Out", "f32 | 910:"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddLayerNormQuant", || added_samples(false))
            .accepts(ADDED)
            .bits(reference::add_layer_norm_quant)
            // Outputs that are not written have any shape, and are not that of an input.
            .holds(STRIDED)
            .except(&[
                ("dtypes scales1Optional", WITH_OWN),
                ("dtypes scales2Optional", WITH_OWN),
                ("dtypes zeroPoints1Optional", WITH_OWN),
                ("dtypes zeroPoints2Optional", WITH_OWN),
            ]),
        Row::new("aclnnAddLayerNormQuantV2", || added_samples(true))
            .accepts(ADDED_LATER)
            .bits(reference::add_layer_norm_quant)
            // Outputs that are not written have any shape, and are not that of an input.
            .holds(STRIDED)
            .except(&[
                ("dtypes scales1Optional", WITH_FLOAT),
                ("dtypes scales2Optional", WITH_FLOAT),
                ("dtypes zeroPoints1Optional", WITH_FLOAT),
                ("dtypes zeroPoints2Optional", WITH_FLOAT),
            ]),
    ]
}
