//! Samples of `aclnnDequantSwigluQuant` and its second version.

use crate::table::shared::quant::fused::*;

/// `aclnnDequantSwigluQuant`, or V2 with a type, a rounding mode, a dimension and a mode of the unit.
pub fn dequant(
    x: Dtype,
    optional: [Argument; 6],
    left: bool,
    mode: Argument,
    later: Option<(Dtype, Argument, i64, i64)>,
) -> Vec<Argument> {
    let shape: &[i64] = &[4, 6, 32];
    let x = match x {
        I32 => read(I32, shape, &[120.0, -3.0, 55.0, -200.0, 17.0, 0.0, 1000.0]),
        float => specials(float, shape, 6),
    };
    let mut results = shape.to_vec();
    let axis = later
        .as_ref()
        .map_or(2, |later| later.2.rem_euclid(3) as usize);
    results[axis] /= 2;
    let to = later.as_ref().map_or(I8, |later| later.0);
    let mut call = vec![x];
    call.extend(optional);
    call.extend([Argument::Bool(left), mode]);
    if let Some((to, rounding, dimension, unit)) = later {
        call.extend([
            Argument::Int(code(to)),
            rounding,
            Argument::Int(dimension),
            Argument::Int(unit),
        ]);
        call.extend([7.0, 1.702, 1.0].map(Argument::Float));
    }
    call.extend([write(to, &results), write(F32, &results[..2])]);
    call
}

pub fn dequant_samples(later: bool) -> Vec<Vec<Argument>> {
    let null = || Argument::Null;
    let weight = || read(F32, &[32], &[0.01, 0.03, 0.002]);
    let rows = || read(F32, &[4, 6], &POSITIVE);
    let dynamic = || Argument::Text("dynamic");
    let with = |to, rounding: &'static str, dimension, unit| {
        let rounding = if rounding.is_empty() {
            Argument::Null
        } else {
            Argument::Text(rounding)
        };
        later.then_some((to, rounding, dimension, unit))
    };
    let grouped = |index: Argument| {
        let groups = index.tensors()[0].shape[0];
        let factors = read(F32, &[groups, 32], &[0.01, 0.03, 0.002]);
        let bias = read(F32, &[groups, 32], &NUMBERS);
        [
            factors,
            rows(),
            bias,
            read(F32, &[groups, 16], &POSITIVE),
            null(),
            index,
        ]
    };
    let index = || read(I64, &[3], &[5.0, 0.0, 12.0]);
    let mut first = grouped(index());
    first[4] = read(F32, &[3, 16], &ZEROS);
    let mut samples = vec![dequant(I32, first, true, dynamic(), with(I8, "", -1, 0))];
    samples.push(dequant(
        I32,
        grouped(read(I64, &[2, 2], &[1.0, 7.0, 0.0, 9.0])),
        false,
        dynamic(),
        with(I8, "", -1, 0),
    ));
    for bias in [F32, F16, Bf16, I32] {
        let bias = read(bias, &[32], &NUMBERS);
        let all = [
            weight(),
            rows(),
            bias,
            read(F32, &[16], &POSITIVE),
            null(),
            null(),
        ];
        samples.push(dequant(I32, all, true, dynamic(), with(I8, "rint", 2, 0)));
    }
    for x in [F16, Bf16] {
        let none = [null(), null(), null(), null(), null(), null()];
        samples.push(dequant(x, none, false, dynamic(), with(I8, "", -1, 0)));
        let given = [
            null(),
            null(),
            null(),
            read(F32, &[1], &[0.125]),
            read(F32, &[1], &[3.0]),
            null(),
        ];
        samples.push(dequant(x, given, true, null(), with(I8, "", -1, 0)));
    }
    if later {
        let types = [
            (Hifloat8, "round"),
            (F8E5m2, "rint"),
            (F8E4m3fn, ""),
            (F4E2m1, "rint"),
            (F4E2m1, "round"),
            (F4E1m2, "floor"),
        ];
        for (to, rounding) in types {
            let none = [null(), null(), null(), null(), null(), null()];
            samples.push(dequant(
                Bf16,
                none,
                true,
                dynamic(),
                with(to, rounding, -1, 0),
            ));
            let given = || {
                [
                    null(),
                    null(),
                    null(),
                    read(F32, &[1], &[0.125]),
                    read(F32, &[1], &[0.5]),
                    null(),
                ]
            };
            samples.push(dequant(
                F16,
                given(),
                true,
                Argument::Text("static"),
                with(to, rounding, 1, 0),
            ));
        }
        for unit in 0..4 {
            for dimension in [-1, 0, 1] {
                let given = [
                    null(),
                    null(),
                    null(),
                    read(F32, &[1], &[0.25]),
                    null(),
                    null(),
                ];
                samples.push(dequant(
                    F16,
                    given,
                    true,
                    null(),
                    with(I8, "rint", dimension, unit),
                ));
            }
            samples.push(dequant(
                I32,
                grouped(index()),
                true,
                dynamic(),
                with(I8, "rint", -1, unit),
            ));
        }
    }
    ordinary_first(samples)
}
