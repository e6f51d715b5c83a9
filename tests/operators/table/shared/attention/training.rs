//! Samples and checks of several operators: indexers whose keys may stand for several tokens, and the training of indexers.

pub mod cases;

use crate::argument::{Argument, Contents, Tensor};
use crate::table::on_950;
use crate::table::samples::{read, write};
use crate::table::shared::attention::inference::codes;
use crate::table::shared::fused_caches::indices;
use crate::table::shared::rows::{near_1, varied};
use cases::{CASES, Case, USED};
use hostnpu::tensor::Dtype::{self, *};

pub fn optional(numbers: Option<&[i64]>) -> Argument {
    match numbers {
        Some(numbers) => indices(I32, &[numbers.len() as i64], numbers),
        None => Argument::Null,
    }
}

pub fn schedule(words: i64) -> Argument {
    indices(I32, &[words], &[7])
}

/// Small numbers around 0.
pub fn small(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| ((i * 7919 + number * 331) % 1009 - 500) as f64 / 1024.0;
    let count = shape.iter().product::<i64>().clamp(1, 997);
    let numbers: Vec<f64> = (0..count).map(of).collect();
    read(dtype, shape, &numbers)
}

pub fn offsets(case: &Case) -> Argument {
    indices(I32, &case.of_queries(&[1]), &[100, 3, 2_000_000, 5])
}

pub fn quantised() -> Vec<Vec<Argument>> {
    let scales = |dtype: Dtype, shape: &[i64], number: i64| match dtype {
        F8E8m0 => Argument::Tensor(Tensor::new(
            F8E8m0,
            shape,
            Contents::Bytes(vec![126, 125, 127, 124, 128]),
        )),
        _ => near_1(dtype, shape, number),
    };
    let of = |case: Case, mode: i64, heads: i64, count: i64, values: bool, blocks: &'static str| {
        let [dtype, weights, scale] = [
            [F8E4m3fn, F32, F32],
            [I8, F16, F16],
            [F8E4m3fn, F32, F8E8m0],
            [Hifloat8, F32, F32],
            [F4E2m1, F32, F8E8m0],
        ][mode as usize - 1];
        let [of_queries, of_keys] = match mode {
            4 => [vec![1], vec![1]],
            3 | 5 => [case.of_queries(&[heads, 2, 2]), case.of_keys(&[1, 2, 2])],
            _ => [case.of_queries(&[heads]), case.of_keys(&[1])],
        };
        let out = case.of_queries(&[1, count]);
        vec![
            codes(dtype, &case.of_queries(&[heads, 128]), 1),
            codes(dtype, &case.of_keys(&[1, 128]), 2),
            varied(weights, &case.of_queries(&[heads]), 3),
            scales(scale, &of_queries, 4),
            scales(scale, &of_keys, 5),
            optional(case.starts[0]),
            optional(case.starts[1]),
            optional(case.used[0]),
            optional(case.used[1]),
            optional(case.residual),
            case.table(),
            if values {
                offsets(&case)
            } else {
                Argument::Null
            },
            schedule(1024),
            Argument::Int(count),
            Argument::Int(mode),
            Argument::Int(-1),
            case.layout(0, blocks),
            case.layout(1, blocks),
            Argument::Int(case.mode),
            Argument::Int(case.ratio),
            Argument::Int(values.into()),
            write(I32, &out),
            match values {
                true => write(Bf16, &out),
                false => Argument::Null,
            },
        ]
    };
    let mut all = vec![
        of(CASES[2], 2, 64, 5, false, "PA_BBND"),
        of(CASES[3], 2, 64, 33, false, "PA_BSND"),
    ];
    if on_950() {
        all.extend([
            of(CASES[0], 1, 8, 4, true, "PA_BBND"),
            of(CASES[4], 3, 3, 9, true, "PA_BBND"),
            of(CASES[2], 4, 2, 7, false, "PA_BBND"),
            of(CASES[3], 5, 4, 6, true, "PA_BBND"),
            of(USED[0], 2, 4, 6, true, "PA_BBND"),
            of(USED[0], 3, 2, 2, false, "PA_BBND"),
        ]);
    }
    all
}

pub const WHOLE: Argument = Argument::Int(i64::MAX);

pub fn array(numbers: Vec<i64>) -> Argument {
    match numbers.is_empty() {
        true => Argument::Null,
        false => Argument::Ints(numbers),
    }
}

/// Arguments of tensors of lengths, then layouts, mode and ratio.
pub fn lengths(case: &Case) -> Vec<Argument> {
    vec![
        optional(case.starts[0]),
        optional(case.starts[1]),
        optional(case.used[0]),
        optional(case.used[1]),
        optional(case.residual),
        schedule(64),
        case.layout(0, ""),
        case.layout(1, ""),
        Argument::Int(case.mode),
        Argument::Int(case.ratio),
    ]
}

/// Lists of keys, some of them not seen or none.
pub fn lists(case: &Case, shape: &[i64]) -> Argument {
    let count = shape.iter().product::<i64>();
    let keys = case.keys[1];
    let number = |k: i64| match k % 7 {
        3 => -1,
        5 => keys + k,
        _ => (k * 3 + 1) % keys,
    };
    indices(I32, shape, &(0..count).map(number).collect::<Vec<_>>())
}

pub fn gradients(is_sparse: bool) -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, heads: i64, columns: i64| {
        let (of_query, of_key) = (case.of_queries(&[heads, 128]), case.of_keys(&[1, 128]));
        let of_weights = case.of_queries(&[heads]);
        let wide = case.of_queries(&[1, columns]);
        let mut all = vec![
            small(dtype, &of_query, 1),
            varied(dtype, &of_key, 2),
            small(F32, &of_weights, 3),
        ];
        match is_sparse {
            true => all.extend([lists(&case, &wide), near_1(F32, &wide, 4)]),
            false => all.extend([near_1(F32, &wide, 4), near_1(F32, &case.of_numbers(1), 5)]),
        }
        all.extend(lengths(&case));
        all.extend([
            write(dtype, &of_query),
            write(dtype, &of_key),
            write(F32, &of_weights),
            write(F32, &wide),
        ]);
        all
    };
    let mut all = vec![
        of(CASES[0], F16, 8, 7),
        of(CASES[1], Bf16, 8, 6),
        of(CASES[4], F16, 16, 9),
    ];
    if on_950() {
        all.extend([of(USED[0], Bf16, 3, 8), of(USED[1], F16, 1, 11)]);
    }
    all
}

pub fn losses(is_sparse: bool, has_sinks: bool) -> Vec<Vec<Argument>> {
    let of = |case: Case, [dtype, weights]: [Dtype; 2], [all, heads]: [i64; 2], rope: bool| {
        let (depth, key_heads) = if is_sparse { (512, 1) } else { (128, all) };
        let (of_query, of_key) = (case.of_queries(&[heads, 128]), case.of_keys(&[1, 128]));
        let of_weights = case.of_queries(&[heads]);
        let of_attention = [case.of_numbers(key_heads), vec![all / key_heads]].concat();
        let mut arguments = vec![
            small(dtype, &case.of_queries(&[all, depth]), 6),
            small(dtype, &case.of_keys(&[key_heads, depth]), 7),
            small(dtype, &of_query, 1),
            small(dtype, &of_key, 2),
            small(weights, &of_weights, 3),
        ];
        if is_sparse {
            arguments.push(lists(&case, &case.of_queries(&[1, 5])));
        }
        arguments.extend([near_1(F32, &of_attention, 8), near_1(F32, &of_attention, 9)]);
        if !is_sparse {
            let own = case.of_numbers(1);
            arguments.extend([near_1(F32, &own, 4), near_1(F32, &own, 5)]);
        }
        let optional = |argument: Argument| if rope { argument } else { Argument::Null };
        arguments.extend([
            optional(small(dtype, &case.of_queries(&[all, 64]), 10)),
            optional(small(dtype, &case.of_keys(&[key_heads, 64]), 11)),
            array(case.ends(0)),
            array(case.ends(1)),
        ]);
        if has_sinks {
            arguments.push(match on_950() && weights != F16 {
                true => small(F32, &[all], 12),
                false => Argument::Null,
            });
        }
        arguments.extend([
            Argument::Float(0.125),
            case.layout(0, ""),
            Argument::Int(3),
            WHOLE,
            WHOLE,
        ]);
        if is_sparse {
            arguments.push(Argument::Bool(false));
        }
        arguments.extend([
            write(dtype, &of_query),
            write(dtype, &of_key),
            write(weights, &of_weights),
            write(F32, &[1]),
        ]);
        arguments
    };
    let mut all = vec![
        of(CASES[0], [F16, F16], [32, 8], true),
        of(CASES[1], [Bf16, F32], [32, 8], true),
        of(CASES[1], [Bf16, Bf16], [64, 16], false),
        of(CASES[0], [F16, F32], [32, 8], false),
    ];
    if is_sparse && on_950() {
        all.push(of(CASES[0], [F16, F32], [48, 24], true));
    }
    all
}

pub type Types = &'static [(&'static str, &'static str)];

pub const SHORT: &str = "none | 910B 950: f16 bf16";
pub const OF_950: &str = "none | 950: f16 bf16";

/// Tensors of lengths, behind others.
macro_rules! with_lengths {
    ($lens:literal, $used:literal, $($more:expr),* $(,)?) => {
        &[
            $($more,)*
            (concat!("cu", $lens, "QOptional"), "any"),
            (concat!("cu", $lens, "KOptional"), "any"),
            (concat!($used, "QOptional"), "any"),
            (concat!($used, "KOptional"), "any"),
            ("cmpResidualKOptional", "any"),
            ("metadataOptional", "i32"),
        ]
    };
}
pub(crate) use with_lengths;

pub const CODES: &str = "codes need the types of scales: each combination is a sample";
pub const WEIGHTS: &str = "FLOAT too: a sample";
