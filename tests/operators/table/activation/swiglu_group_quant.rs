//! The row of `aclnnSwigluGroupQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::gated_blocks as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::gated_blocks::{CODES, bool, null};
use crate::table::shared::quant::given::{code, specials};
use crate::table::shared::quant::microscaling::{BY_CODE, ordinary, scales};
use crate::table::{Row, SHAPE, STRIDED};

struct Group {
    x: Dtype,
    to: Dtype,
    mode: i64,
    rounds: bool,
    weight: bool,
    groups: bool,
    limit: f64,
    origin: bool,
}

fn group(of: &Group, numbers: Argument) -> Vec<Argument> {
    let columns = 128;
    let results = [2, 3, columns];
    let optional = |given: bool, argument: Argument| if given { argument } else { null() };
    let groups = if of.groups { 3 } else { 1 };
    let scale = match of.mode {
        0 => write(F32, &[2, 3, 1]),
        1 => scales(&results, 2),
        3 => write(F32, &[groups]),
        _ => write(F32, &[1]),
    };
    vec![
        numbers,
        optional(of.weight, read(F32, &[2, 3], &POSITIVE)),
        optional(of.groups, read(I64, &[3], &[2.0, 0.0, 3.0])),
        optional(of.mode == 2, read(F32, &[groups], &[3.5, 0.25, 40.0])),
        Argument::Int(if of.mode < 2 { code(of.to) } else { 0 }),
        Argument::Int(of.mode),
        Argument::Int(0),
        bool(of.rounds),
        Argument::Float(of.limit),
        Argument::Float(15.0),
        bool(of.origin),
        write(of.to, &results),
        scale,
        write(of.x, &results),
    ]
}

fn group_samples() -> Vec<Vec<Argument>> {
    let plain = |x: Dtype, to: Dtype, mode: i64| Group {
        x,
        to,
        mode,
        rounds: mode == 1,
        weight: true,
        groups: true,
        limit: -1.0,
        origin: mode > 1,
    };
    let shape: &[i64] = &[2, 3, 256];
    let mut samples = vec![group(&plain(F16, F8E4m3fn, 0), read(F16, shape, &NUMBERS))];
    let kinds = [
        (F8E4m3fn, 0),
        (F8E5m2, 0),
        (F8E4m3fn, 1),
        (F8E5m2, 1),
        (F4E2m1, 1),
        (F4E1m2, 1),
        (Hifloat8, 2),
        (Hifloat8, 3),
    ];
    for (to, mode) in kinds {
        let types: &[Dtype] = if mode < 2 {
            &[F16, Bf16]
        } else {
            &[F32, F16, Bf16]
        };
        for &x in types {
            let of = plain(x, to, mode);
            samples.push(group(&of, ordinary(x, shape, 3)));
            samples.push(group(&of, specials(x, shape, 4)));
            samples.push(group(&of, read(x, shape, &[0.0])));
            let of = Group {
                weight: false,
                groups: false,
                limit: 1.25,
                origin: false,
                ..plain(x, to, mode)
            };
            samples.push(group(&of, ordinary(x, shape, 5)));
            if mode == 0 {
                let of = Group { rounds: true, ..of };
                samples.push(group(&of, specials(x, shape, 6)));
            }
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwigluGroupQuant", group_samples)
            .accepts(&[
                ("x", "| 950: f16 bf16"),
                ("weightOptional", "| 950: f32"),
                ("groupIndexOptional", "| 950: i64"),
                ("scaleOptional", "| 950: f32"),
                ("yOut", CODES),
                ("yScaleOut", "| 950: f32"),
                ("yOriginOut", "as x"),
            ])
            .bits(reference::swiglu_group_quant)
            .holds(STRIDED | SHAPE)
            .except(&[
                ("dtypes yOut", BY_CODE),
                (
                    "dtypes scaleOptional",
                    "null but for quantMode 2, of which there are samples",
                ),
                ("shapes yOriginOut", "not looked at without outputOrigin"),
            ]),
    ]
}
