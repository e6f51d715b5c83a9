//! The rows of `aclnnAddRmsNormQuant` and `aclnnAddRmsNormQuantV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::fused_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::fused::{SCALES, TYPES, X1, ZEROS, ordinary_first};
use crate::table::shared::quant::given::specials;
use crate::table::{OVERLAP, Row, STRIDED};

/// A call of `aclnnAddRmsNormQuant`, or of V2 with a bias and the normalised numbers if `later`.
fn add_quant(
    [x, scale, zero, bias]: [Dtype; 4],
    to: Dtype,
    both: bool,
    divides: bool,
    later: Option<bool>,
) -> Vec<Argument> {
    let (shape, columns): (&[i64], &[i64]) = (&[3, 5, 40], &[40]);
    let optional = |given: bool, argument: Argument| if given { argument } else { Argument::Null };
    let mut call = vec![
        specials(x, shape, 1),
        read(x, shape, &NUMBERS),
        read(x, columns, &POSITIVE),
        read(scale, columns, &SCALES),
        optional(both, read(scale, columns, &POSITIVE)),
        read(zero, columns, &ZEROS),
        optional(both, read(zero, columns, &ZEROS[1..])),
    ];
    call.extend(later.map(|has_bias| optional(has_bias, read(bias, columns, &NUMBERS))));
    call.extend([
        Argument::Int(-1),
        Argument::Float(1e-6),
        Argument::Bool(divides),
        write(to, shape),
        write(to, shape),
        write(x, shape),
    ]);
    call.extend(later.map(|has_output| optional(has_output, write(x, shape))));
    call
}

fn add_quant_samples(later: bool) -> Vec<Vec<Argument>> {
    let with = |given: bool| later.then_some(given);
    let mut samples = vec![add_quant(TYPES[0], I8, true, true, with(true))];
    for types in TYPES {
        for to in [I8, Hifloat8, F8E5m2, F8E4m3fn] {
            samples.push(add_quant(types, to, true, false, with(true)));
            samples.push(add_quant(types, to, false, true, with(false)));
        }
    }
    ordinary_first(samples)
}

const CODES: &str = "i8 | 950: + hif8 e5m2 e4m3 | 910:";
const ADDED: &[(&str, &str)] = &[
    ("x1", X1),
    ("x2", "as x1"),
    ("gamma", "as x1"),
    ("scales1", "f32 f16 | 910:"),
    ("scales2Optional", "f32 f16 | 910:"),
    ("zeroPoints1Optional", "i32 f32 f16 | 910:"),
    ("zeroPoints2Optional", "i32 f32 f16 | 910:"),
    ("y1Out", CODES),
    ("y2Out", "as y1Out"),
    ("xOut", "as x1"),
];
const ADDED_LATER: &[(&str, &str)] = &[
    ("x1", X1),
    ("x2", "as x1"),
    ("gamma", "as x1"),
    ("scales1", "f32 f16 | 910:"),
    ("scales2Optional", "f32 f16 | 910:"),
    ("zeroPoints1Optional", "i32 f32 f16 | 910:"),
    ("zeroPoints2Optional", "i32 f32 f16 | 910:"),
    ("betaOptional", "as x1"),
    ("y1Out", CODES),
    ("y2Out", "as y1Out"),
    ("xOut", "as x1"),
    ("rmsNormOut", "as x1"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddRmsNormQuant", || add_quant_samples(false))
            .accepts(ADDED)
            .bits(reference::add_rms_norm_quant)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnAddRmsNormQuantV2", || add_quant_samples(true))
            .accepts(ADDED_LATER)
            .bits(reference::add_rms_norm_quant)
            .holds(STRIDED | OVERLAP)
            .except(&[(
                "dtypes betaOptional",
                "FLOAT too on Ascend950: each type is a sample",
            )]),
    ]
}
