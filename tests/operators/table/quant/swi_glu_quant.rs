//! The rows of `aclnnSwiGluQuant` and `aclnnSwiGluQuantV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::fused_quantisers as reference;
use crate::table::samples::{POSITIVE, read, write};
use crate::table::shared::quant::fused::{BY_CODE, ZEROS, ordinary_first};
use crate::table::shared::quant::given::{code, specials};
use crate::table::{Row, SHAPE, STRIDED};

fn swi_glu(
    x: Dtype,
    [smooth, offsets, index]: [Argument; 3],
    left: bool,
    mode: Argument,
    later: Option<(i64, Dtype)>,
) -> Vec<Argument> {
    let (shape, results): (&[i64], &[i64]) = (&[3, 4, 32], &[3, 4, 16]);
    let mut call = vec![
        specials(x, shape, 5),
        smooth,
        offsets,
        index,
        Argument::Bool(left),
        mode,
    ];
    call.extend(
        later
            .into_iter()
            .flat_map(|(kind, to)| [Argument::Int(kind), Argument::Int(code(to))]),
    );
    call.extend([
        write(later.map_or(I8, |later| later.1), results),
        write(F32, &results[..2]),
    ]);
    call
}

fn swi_glu_samples(later: bool) -> Vec<Vec<Argument>> {
    let factors = |shape: &[i64]| read(F32, shape, &POSITIVE);
    let ends = || read(I32, &[3], &[2.0, 2.0, 10.0]);
    let dynamic = || Argument::Text("dynamic");
    let with = |kind, to| later.then_some((kind, to));
    let mut samples = vec![swi_glu(
        F16,
        [factors(&[3, 16]), factors(&[3, 16]), ends()],
        true,
        dynamic(),
        with(0, I8),
    )];
    for to in if later { vec![I8, I4] } else { vec![I8] } {
        for x in [F16, Bf16, F32] {
            for shape in [&[3, 16][..], &[3]] {
                let fixed = Argument::Text("static");
                samples.push(swi_glu(
                    x,
                    [factors(shape), read(F32, shape, &ZEROS), ends()],
                    false,
                    fixed,
                    with(0, to),
                ));
                samples.push(swi_glu(
                    x,
                    [factors(shape), Argument::Null, ends()],
                    true,
                    Argument::Null,
                    with(0, to),
                ));
            }
            let none = [Argument::Null, Argument::Null, Argument::Null];
            samples.push(swi_glu(x, none, true, dynamic(), with(0, to)));
            let one = [factors(&[1, 16]), Argument::Null, Argument::Null];
            samples.push(swi_glu(x, one, false, dynamic(), with(0, to)));
            if later {
                let counts = read(I32, &[3], &[2.0, 0.0, 9.0]);
                samples.push(swi_glu(
                    x,
                    [factors(&[3, 16]), Argument::Null, counts],
                    true,
                    dynamic(),
                    with(1, to),
                ));
            }
        }
    }
    ordinary_first(samples)
}

const GATED: &[(&str, &str)] = &[
    ("x", "| 910B 950: f32 f16 bf16"),
    ("smoothScalesOptional", "f32"),
    ("offsetsOptional", "f32"),
    ("groupIndexOptional", "i32"),
    ("yOut", "| 910B 950: i8"),
    ("scaleOut", "f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwiGluQuant", || swi_glu_samples(false))
            .accepts(GATED)
            .bits(reference::swi_glu_quant)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnSwiGluQuantV2", || swi_glu_samples(true))
            .accepts(GATED)
            .bits(reference::swi_glu_quant)
            .holds(STRIDED | SHAPE)
            .except(&[BY_CODE]),
    ]
}
