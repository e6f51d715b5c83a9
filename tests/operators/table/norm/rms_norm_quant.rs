//! The rows of `aclnnRmsNormQuant` and `aclnnRmsNormQuantV3`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::fused_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::fused::{SCALES, TYPES, X1, ZEROS, ordinary_first};
use crate::table::shared::quant::given::{specials, stored};
use crate::table::{OVERLAP, Row, STRIDED};

fn rms(
    [x, scale, zero, _]: [Dtype; 4],
    to: Dtype,
    later: Option<(bool, bool, i64)>,
) -> Vec<Argument> {
    let (shape, columns): (&[i64], i64) = (&[5, 3, 24], 24);
    let mut call = vec![specials(x, shape, 2), read(x, &[1, columns], &POSITIVE)];
    let y = write(to, &stored(shape, to));
    let Some((divides, rstd, count)) = later else {
        let zero = read(zero, &[1], &[3.0]);
        call.extend([
            read(x, &[columns], &NUMBERS),
            read(scale, &[1], &[0.02]),
            zero,
            Argument::Float(1e-6),
            y,
        ]);
        return call;
    };
    let optional = |given: bool, argument: Argument| if given { argument } else { Argument::Null };
    call.extend([
        read(scale, &[count], &SCALES),
        optional(rstd, read(zero, &[count], &ZEROS)),
        optional(rstd, read(x, &[1, columns], &NUMBERS)),
        Argument::Float(1e-6),
        Argument::Bool(divides),
        Argument::Bool(rstd),
        y,
        write(F32, &if rstd { vec![5, 3, 1] } else { vec![1] }),
    ]);
    call
}

fn rms_samples(later: bool) -> Vec<Vec<Argument>> {
    let with = |divides, rstd, count| later.then_some((divides, rstd, count));
    let mut samples = vec![rms([F16, F16, I8, F16], I8, with(true, true, 24))];
    let of_bytes = [[F16, F16, I8, F16], [Bf16, Bf16, I8, Bf16]];
    for types in TYPES.into_iter().chain(of_bytes) {
        for to in [I8, I4, I32, Hifloat8, F8E5m2, F8E4m3fn] {
            samples.push(rms(types, to, with(false, true, 1)));
            if later {
                samples.push(rms(types, to, with(true, false, 24)));
            }
        }
    }
    ordinary_first(samples)
}

const OTHER_SHAPE: (&str, &str) = ("dtypes y", "INT32 has another shape: each type is a sample");

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRmsNormQuant", || rms_samples(false))
            .accepts(&[
                ("x", X1),
                ("gamma", "as x"),
                ("beta", "as x"),
                ("scale", "as x"),
                ("offset", "i8 | 950: i8 i32 f32 f16 | 910:"),
                ("y", "i8 i4 | 950: + i32 hif8 e5m2 e4m3 | 910:"),
            ])
            .bits(reference::rms_norm_quant)
            .holds(STRIDED | OVERLAP)
            .except(&[
                (
                    "dtypes scale",
                    "FLOAT too on Ascend950: each type is a sample",
                ),
                OTHER_SHAPE,
            ]),
        Row::new("aclnnRmsNormQuantV3", || rms_samples(true))
            .accepts(&[
                ("x", "| 950: f16 bf16 f32"),
                ("gamma", "as x"),
                ("scale", "as x"),
                ("offset", "| 950: i8 i32 f32 f16"),
                ("beta", "as x"),
                ("y", "| 950: i8 i4 i32 hif8 e5m2 e4m3"),
                ("rstd", "| 950: f32"),
            ])
            .bits(reference::rms_norm_quant_v3)
            .holds(STRIDED | OVERLAP)
            .except(&[
                ("dtypes scale", "FLOAT too: each type is a sample"),
                OTHER_SHAPE,
            ]),
    ]
}
