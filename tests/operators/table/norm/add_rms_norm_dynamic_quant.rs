//! The rows of `aclnnAddRmsNormDynamicQuant` and `aclnnAddRmsNormDynamicQuantV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::fused_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::fused::ordinary_first;
use crate::table::shared::quant::given::{specials, stored};
use crate::table::{OVERLAP, Row, STRIDED};

fn add_dynamic(
    x: Dtype,
    to: Dtype,
    smooth: [bool; 2],
    later: Option<(bool, Option<[bool; 2]>)>,
) -> Vec<Argument> {
    let (shape, columns): (&[i64], &[i64]) = (&[4, 3, 48], &[48]);
    let optional = |given: bool, argument: Argument| if given { argument } else { Argument::Null };
    let wanted = match later {
        Some((_, Some(mask))) => mask,
        _ => [true, smooth == [true, true]],
    };
    let codes = |wanted: bool| write(to, &if wanted { stored(shape, to) } else { vec![8] });
    let scales = |wanted: bool| write(F32, if wanted { &shape[..2] } else { &[1] });
    let mut call = vec![
        specials(x, shape, 4),
        read(x, shape, &NUMBERS),
        read(x, columns, &POSITIVE),
        optional(smooth[0], read(x, columns, &POSITIVE)),
        optional(smooth[1], read(x, columns, &NUMBERS)),
    ];
    call.extend(later.map(|(has_bias, _)| optional(has_bias, read(x, columns, &NUMBERS))));
    call.push(Argument::Float(1e-5));
    call.extend(
        later.map(|(_, mask)| mask.map_or(Argument::Null, |mask| Argument::Bools(mask.to_vec()))),
    );
    call.extend([
        codes(wanted[0]),
        codes(wanted[1]),
        write(x, shape),
        scales(wanted[0]),
        scales(wanted[1]),
    ]);
    call
}

fn add_dynamic_samples(later: bool) -> Vec<Vec<Argument>> {
    let with = |bias: bool, mask: Option<[bool; 2]>| later.then_some((bias, mask));
    let mut samples = vec![add_dynamic(F16, I8, [true, true], with(true, None))];
    let types: &[Dtype] = match later {
        true => &[I8, I4, I32, Hifloat8, F8E5m2, F8E4m3fn],
        false => &[I8, Hifloat8, F8E5m2, F8E4m3fn],
    };
    for x in [F16, Bf16] {
        for &to in types {
            for smooth in [[true, true], [true, false], [false, false]] {
                samples.push(add_dynamic(x, to, smooth, with(false, None)));
            }
            if later {
                samples.push(add_dynamic(
                    x,
                    to,
                    [false, true],
                    with(true, Some([false, true])),
                ));
                samples.push(add_dynamic(
                    x,
                    to,
                    [false, false],
                    with(true, Some([true, true])),
                ));
                samples.push(add_dynamic(
                    x,
                    to,
                    [true, false],
                    with(false, Some([true, false])),
                ));
            }
        }
    }
    ordinary_first(samples)
}

const DYNAMIC: &[(&str, &str)] = &[
    ("x1", "| 910B 950: f16 bf16"),
    ("x2", "as x1"),
    ("gamma", "as x1"),
    ("smoothScale1Optional", "as x1"),
    ("smoothScale2Optional", "as x1"),
    ("y1Out", "| 910B: i8 | 950: i8 hif8 e5m2 e4m3"),
    ("y2Out", "as y1Out"),
    ("xOut", "as x1"),
    ("scale1Out", "| 910B 950: f32"),
    ("scale2Out", "| 910B 950: f32"),
];
const DYNAMIC_LATER: &[(&str, &str)] = &[
    ("x1", "| 910B 950: f16 bf16"),
    ("x2", "as x1"),
    ("gamma", "as x1"),
    ("smoothScale1Optional", "as x1"),
    ("smoothScale2Optional", "as x1"),
    ("betaOptional", "as x1"),
    ("y1Out", "| 910B: i8 i4 | 950: i8 i4 i32 hif8 e5m2 e4m3"),
    ("y2Out", "as y1Out"),
    ("xOut", "as x1"),
    ("scale1Out", "| 910B 950: f32"),
    ("scale2Out", "| 910B 950: f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddRmsNormDynamicQuant", || add_dynamic_samples(false))
            .accepts(DYNAMIC)
            .bits(reference::add_rms_norm_dynamic_quant)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnAddRmsNormDynamicQuantV2", || {
            add_dynamic_samples(true)
        })
        .accepts(DYNAMIC_LATER)
        .bits(reference::add_rms_norm_dynamic_quant)
        .holds(STRIDED | OVERLAP)
        .except(&[(
            "dtypes y1Out",
            "INT32 has another shape: each type is a sample",
        )]),
    ]
}
