//! The rows of `aclnnGroupedMatmulSwigluQuant` and its other forms.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::reference::finished as reference;
use crate::table::matmul::grouped_matmul::{contents, in_blocks, numbers, of, scales};
use crate::table::shared::matmul::finished::types::{EXCEPT, FIRST, OLDER, SECOND, SECOND_BLOCKED};
use crate::table::shared::matmul::finished::{
    ENDS, M, ON_910B, Storage, arg, first, list, output, small, weight,
};
use crate::table::{Holds, Row, SHAPE, entry};

/// `(x, weight, weightScale, weightAssistMatrix, bias, xScale, smoothScale, groupList, dequantMode, dequantDtype, quantMode, groupListType, tuningConfig, output,
/// outputScale)`, on Ascend950.
fn second(is_blocked: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let mut add = |x: Tensor,
                   weight: Tensor,
                   scale: Tensor,
                   x_scale: Tensor,
                   [mode, dtype, kind]: [i64; 3],
                   out: Dtype,
                   n: i64| {
        let groups = if kind == 0 {
            list(&ENDS)
        } else {
            list(&[3, 0, 9, 7])
        };
        let scales = match mode {
            2 => output(F8E8m0, &[M, (n / 2 + 63) / 64, 2]),
            _ => output(F32, &[M]),
        };
        let one = |tensor: Tensor| Argument::Tensors(vec![tensor]);
        samples.push(vec![
            arg(x),
            one(weight),
            one(scale),
            Argument::Null,
            Argument::Null,
            arg(x_scale),
            Argument::Null,
            arg(groups),
            Argument::Int(mode),
            Argument::Int(dtype),
            Argument::Int(mode),
            Argument::Int(kind),
            Argument::Null,
            arg(output(out, &[M, n / 2])),
            arg(scales),
        ]);
    };
    let how = if is_blocked {
        Storage::Blocks
    } else {
        Storage::Plain
    };
    for (x, scale, dtype) in [
        (I8, F32, 0),
        (I8, Bf16, 27),
        (Hifloat8, F32, 1),
        (F8E4m3fn, F16, 0),
        (F8E5m2, F32, 27),
    ] {
        let x_scale = of(F32, &[M], scales(2));
        let kind = dtype & 1;
        let codes = if x == I8 { small() } else { scales(3) };
        add(
            numbers(x, &[M, 64], 1),
            weight(x, [64, 64], how),
            of(scale, &[4, 64], codes),
            x_scale,
            [0, dtype, kind],
            x,
            64,
        );
    }
    for (x, out) in [
        (F8E4m3fn, F8E4m3fn),
        (F8E5m2, F8E4m3fn),
        (F8E4m3fn, F8E5m2),
        (F4E2m1, F4E2m1),
        (F4E2m1, F8E5m2),
    ] {
        let (k, n) = (96, 192);
        let x_scale = numbers(F8E8m0, &[M, 2, 2], 5);
        let weight = match (is_blocked, x) {
            (true, F4E2m1) => in_blocks(x, &[4, k, n], false, 64, contents(x, 2)),
            _ => weight(x, [k, n], how),
        };
        add(
            numbers(x, &[M, k], 1),
            weight,
            numbers(F8E8m0, &[4, 2, n, 2], 4),
            x_scale,
            [2, 0, 1],
            out,
            n,
        );
    }
    let fp8 = [F8E4m3fn, F8E5m2];
    let mixed = fp8
        .into_iter()
        .flat_map(|x| fp8.map(|weight| (x, weight)))
        .flat_map(|(x, of)| [F32, Bf16].map(|scale| (x, of, scale)));
    for (x, of_weight, scale) in mixed.chain([(I8, I8, F16), (Hifloat8, Hifloat8, Bf16)]) {
        let codes = if x == I8 { small() } else { scales(3) };
        add(
            numbers(x, &[M, 64], 1),
            weight(of_weight, [64, 64], how),
            of(scale, &[4, 64], codes),
            of(F32, &[M], scales(2)),
            [0, 0, 1],
            x,
            64,
        );
    }
    let powers: &[(Dtype, Dtype, Dtype)] = match is_blocked {
        true => &[
            (F8E4m3fn, F8E5m2, F8E4m3fn),
            (F8E5m2, F8E4m3fn, F8E4m3fn),
            (F4E2m1, F4E1m2, F4E1m2),
            (F4E1m2, F4E2m1, F4E2m1),
            (F4E1m2, F4E1m2, F8E4m3fn),
        ],
        false => &[(F8E4m3fn, F8E5m2, F8E4m3fn), (F8E5m2, F8E4m3fn, F8E4m3fn)],
    };
    for &(x, of_weight, out) in powers {
        let (k, n) = (96, 64);
        let weight = match of_weight.bits() {
            4 => in_blocks(of_weight, &[4, k, n], false, 64, contents(of_weight, 2)),
            _ => weight(of_weight, [k, n], how),
        };
        add(
            numbers(x, &[M, k], 1),
            weight,
            numbers(F8E8m0, &[4, 2, n, 2], 4),
            numbers(F8E8m0, &[M, 2, 2], 5),
            [2, 0, 0],
            out,
            n,
        );
    }
    if is_blocked {
        // FLOAT4_E2M1 of columns by steps, as turned views of weights and scales show it.
        let (k, n) = (128, 128);
        add(
            numbers(F8E4m3fn, &[M, k], 1),
            in_blocks(F4E2m1, &[4, k, n], true, 32, contents(F4E2m1, 2)),
            Tensor {
                shown: Some((vec![4, 2, n, 2], vec![4 * n, 2, 4, 1])),
                ..numbers(F8E8m0, &[4, n, 2, 2], 4)
            },
            numbers(F8E8m0, &[M, 2, 2], 5),
            [2, 0, 1],
            F8E4m3fn,
            n,
        );
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedMatmulSwigluQuant", || first(Storage::Plain))
            .accepts(FIRST)
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
        Row::new("aclnnGroupedMatmulSwigluQuantWeightNZ", || {
            first(Storage::Blocks)
        })
        .accepts(FIRST)
        .held_by(ON_910B)
        .holds(Holds(0))
        .except(OLDER),
        Row::new("aclnnGroupedMatmulSwigluQuantV2", || second(false))
            .accepts(SECOND)
            .bits(reference::second)
            .holds(SHAPE)
            .except(EXCEPT),
        Row::new("aclnnGroupedMatmulSwigluQuantWeightNzV2", || second(true))
            .accepts(SECOND_BLOCKED)
            .bits(reference::second)
            .holds(SHAPE)
            .except(EXCEPT),
    ]
}

#[test]
fn a_weight_for_each_group_may_have_powers_of_two() {
    let own = entry("aclnnGroupedMatmulSwigluQuantV2");
    let mut count = 0;
    for plain in second(false) {
        if plain[2].tensors()[0].dtype != F8E8m0 {
            continue;
        }
        let mut listed = plain.clone();
        for at in [1, 2] {
            let whole = &plain[at].tensors()[0];
            let bytes = whole.elements();
            let groups = bytes.chunks(bytes.len() / 4).map(|group| {
                let contents = Contents::Bytes(group.to_vec());
                Tensor::new(whole.dtype, &whole.shape[1..], contents)
            });
            listed[at] = Argument::Tensors(groups.collect());
        }
        assert!(call(own, &plain).unwrap() == call(own, &listed).unwrap());
        count += 1;
    }
    assert!(count > 0);
}
