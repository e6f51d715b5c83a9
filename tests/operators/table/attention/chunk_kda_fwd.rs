//! The row of `aclnnChunkKdaFwd`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::recurrences as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::recurrences::{decays, small};
use crate::table::shared::rows::{ROWS, near_1, varied};

/// Type of tokens, of gates and of beta, layout, batches, tokens, heads of keys and values, elements of keys and values, where sequences end, tokens of a chunk, whether gates are bounded and
/// computed, whether values come first, whether there are initial states and indices of chunks, whether all outputs are there.
type KdaCase = (
    [Dtype; 3],
    &'static str,
    [i64; 6],
    &'static [i64],
    i64,
    [bool; 3],
    [bool; 3],
);

const KDA: [KdaCase; 5] = [
    (
        [F16, F32, F32],
        "BSND",
        [2, 5, 1, 2, 16, 32],
        &[],
        64,
        [true, true, false],
        [true, false, true],
    ),
    (
        [Bf16, F32, Bf16],
        "TND",
        [1, 70, 1, 1, 16, 16],
        &[0, 66, 70],
        64,
        [false, true, true],
        [true, true, true],
    ),
    (
        [F16, Bf16, F32],
        "NTD",
        [1, 7, 2, 2, 32, 16],
        &[0, 3, 3, 7],
        128,
        [true, false, false],
        [false, false, true],
    ),
    (
        [Bf16, Bf16, Bf16],
        "BNSD",
        [1, 6, 1, 3, 16, 48],
        &[0, 6],
        128,
        [false, false, true],
        [false, false, false],
    ),
    (
        [F16, F32, Bf16],
        "BNSD",
        [2, 4, 2, 4, 16, 16],
        &[],
        64,
        [false, true, false],
        [true, false, false],
    ),
];

fn kda() -> Vec<Vec<Argument>> {
    let sample = |&([own, gate, beta], layout, extents, ends, chunk, flags, there): &KdaCase| {
        let [batches, tokens, of_k, of_v, keys, values] = extents;
        let ([safe, in_kernel, v_first], [initial, has_indices, all]) = (flags, there);
        let batched = layout.len() == 4;
        let by = |heads_first: bool, heads: i64, rest: &[i64]| {
            let mut shape = if batched { vec![batches] } else { vec![] };
            shape.extend(if heads_first {
                [heads, tokens]
            } else {
                [tokens, heads]
            });
            shape.extend(rest);
            shape
        };
        let turned = matches!(layout, "BNSD" | "NTD");
        let input = |heads: i64, rest: &[i64]| by(turned, heads, rest);
        let ranges: Vec<i64> = match ends {
            [] => vec![tokens; batches as usize],
            _ => ends.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        };
        let sequences = ranges.len() as i64;
        let chunks = |count: &i64| (count + chunk - 1) / chunk;
        let number = match ends {
            [] => chunks(&tokens),
            _ => ranges.iter().map(chunks).sum(),
        };
        let of_chunks = ranges.iter().zip(0..);
        let of_chunks = of_chunks.flat_map(|(count, sequence)| {
            (0..chunks(count)).flat_map(move |chunk| [sequence, chunk])
        });
        let state = |first: Vec<i64>| {
            let mut shape = first;
            shape.extend(match v_first {
                true => [of_v, values, keys],
                false => [of_v, keys, values],
            });
            shape
        };
        let some =
            |argument: Argument, is_there: bool| if is_there { argument } else { Argument::Null };
        let made = |width: i64| write(own, &by(true, of_v, &[width]));
        let mut before = if batched { vec![batches] } else { vec![] };
        before.push(number);
        vec![
            small(own, &input(of_k, &[keys]), 1),
            small(own, &input(of_k, &[keys]), 2),
            varied(own, &input(of_v, &[values]), 3),
            decays(gate, &input(of_v, &[keys]), 4),
            near_1(beta, &input(of_v, &[]), 5),
            some(small(F32, &[of_v], 6), in_kernel),
            some(small(F32, &[of_v * keys], 7), in_kernel && initial),
            some(small(F32, &state(vec![sequences]), 8), initial),
            if ends.is_empty() {
                Argument::Null
            } else {
                Argument::Ints(ends.to_vec())
            },
            some(Argument::Ints(of_chunks.collect()), has_indices),
            Argument::Text(layout),
            Argument::Float(0.25),
            Argument::Int(chunk),
            Argument::Bool(safe),
            Argument::Float(-5.0),
            Argument::Bool(in_kernel),
            Argument::Bool(v_first),
            write(own, &by(false, of_v, &[values])),
            some(write(F32, &state(vec![sequences])), all),
            some(write(F32, &by(true, of_v, &[keys])), all),
            made(chunk),
            made(chunk),
            some(made(keys), all),
            some(made(values), all),
            some(made(keys), all),
            some(made(keys), all),
            some(made(values), all),
            some(write(own, &state(before)), all),
        ]
    };
    KDA.iter().map(sample).collect()
}

const CONTIGUOUS: &str = "the page takes contiguous ones only";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnChunkKdaFwd", kda)
            .accepts(&[
                ("q", "none | 910B 950: f16 bf16"),
                ("k", "as q"),
                ("v", "as q"),
                ("g", "none | 910B 950: f32 bf16"),
                ("beta", "none | 910B 950: f32 bf16"),
                ("aLogOptional", "f32"),
                ("dtBiasOptional", "f32"),
                ("initialStateOptional", "f32"),
                ("attnOut", "as q"),
                ("finalStateOut", "f32"),
                ("gkOut", "f32"),
                ("aqkOut", "as q"),
                ("akkOut", "as q"),
                ("wOut", "as q"),
                ("uOut", "as q"),
                ("qgOut", "as q"),
                ("kgOut", "as q"),
                ("vNewOut", "as q"),
                ("hOut", "as q"),
            ])
            .whole(reference::kda)
            .accuracy(ROWS)
            .except(&[("strided hOut", CONTIGUOUS)]),
    ]
}
