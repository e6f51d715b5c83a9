//! Samples of attention whose queries and keys have two parts, or that has one more key of each head.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::attention::forms::{SLOPES, SLOPES_OF_TOKENS};
use crate::table::shared::attention::samples::{
    BARE, CASES, Case, PLAIN, SAME, TOKENS, nulls, samples, with_whole_shift,
};
use crate::table::shared::rows::varied;

pub const TRIANGLE: Option<&[i64]> = Some(&[2048, 2048]);
pub const PREFIX: Option<&[i64]> = Some(&[3072, 2048]);

/// Modes of masks, each with the way in which shifts or slopes count.
pub const MODES: [(Case, i64); 5] = [
    (
        Case {
            dtype: Dtype::Bf16,
            layout: "SBH",
            mask: TRIANGLE,
            mask_type: Dtype::U8,
            mode: 2,
            ..PLAIN
        },
        0,
    ),
    // More queries than keys: some see nothing.
    (
        Case {
            dtype: Dtype::Bf16,
            layout: "BSND",
            extents: [2, 4, 2, 7, 5, 6, 4],
            has_slopes: true,
            mask: TRIANGLE,
            mask_type: Dtype::U8,
            mode: 3,
            ..BARE
        },
        2,
    ),
    (
        Case {
            dtype: Dtype::Bf16,
            layout: "BSH",
            has_slopes: true,
            mask: Some(&[1, 1, 2048, 2048]),
            tokens: [2, -1],
            mode: 4,
            ..BARE
        },
        3,
    ),
    (
        Case {
            mask: Some(&[2, 4, 5, 7]),
            mask_type: Dtype::U8,
            prefix: Some(&[3, 6]),
            mode: 5,
            ..PLAIN
        },
        1,
    ),
    (
        Case {
            dtype: Dtype::F16,
            mask: PREFIX,
            mask_type: Dtype::U8,
            prefix: Some(&[3, 7]),
            mode: 6,
            ..BARE
        },
        1,
    ),
];

/// The same of sequences one behind the other; true where queries and keys have two parts, which no shift goes with.
const MODES_OF_TOKENS: [(Case, i64, bool); 6] = [
    (
        Case {
            dtype: Dtype::Bf16,
            mask: TRIANGLE,
            mask_type: Dtype::U8,
            mode: 2,
            ..TOKENS[1]
        },
        1,
        true,
    ),
    (
        Case {
            dtype: Dtype::Bf16,
            mask: TRIANGLE,
            mode: 3,
            ends: Some([&[4, 9], &[5, 12]]),
            ..TOKENS[1]
        },
        0,
        false,
    ),
    (
        Case {
            dtype: Dtype::Bf16,
            has_slopes: true,
            mask: TRIANGLE,
            mask_type: Dtype::U8,
            tokens: [2, -1],
            mode: 4,
            ..TOKENS[1]
        },
        2,
        false,
    ),
    (
        Case {
            dtype: Dtype::Bf16,
            has_slopes: true,
            mask: PREFIX,
            prefix: Some(&[3, 0]),
            mode: 6,
            ..TOKENS[1]
        },
        3,
        false,
    ),
    (
        Case {
            dtype: Dtype::F32,
            mask: TRIANGLE,
            mask_type: Dtype::U8,
            mode: 7,
            ends: Some([&[3, 5, 8], &[5, 7, 11]]),
            ..TOKENS[1]
        },
        1,
        true,
    ),
    (
        Case {
            mask: TRIANGLE,
            mode: 8,
            ends: Some([&[3, 5, 8], &[5, 7, 11]]),
            ..TOKENS[1]
        },
        1,
        true,
    ),
];

/// Layouts of statistics, of which those without a name are one behind the other.
fn layout(number: usize) -> Argument {
    [SAME, Argument::Text(""), Argument::Null][number % 3].clone()
}

/// A score of one more key for each head.
pub fn sink(case: &Case) -> Vec<Argument> {
    vec![varied(Dtype::F32, &[case.extents[1]], 9)]
}

/// Second parts of queries and of keys, of three elements each, in TND.
pub fn ropes(case: &Case) -> [Argument; 2] {
    [
        varied(case.dtype, &case.shape(false, 3), 10),
        varied(case.dtype, &case.shape(true, 3), 11),
    ]
}

/// As version 2, with a sink; then slopes, and shifts that are the same along diagonals.
pub fn score_v3() -> Vec<Vec<Argument>> {
    let parts = |case: Case, kind: i64, sink: Vec<Argument>| {
        vec![
            case.operands(),
            case.optional(),
            sink,
            case.prefix(),
            vec![Argument::Ints(vec![2]), Argument::Ints(vec![-1])],
            case.numbers(),
            case.modes(),
            vec![Argument::Int(kind)],
            case.outputs(),
        ]
    };
    let mut all = samples(CASES.into_iter(), |case| parts(case, 0, sink(&case)));
    for (kind, case) in [
        (2, BARE),
        (
            3,
            Case {
                layout: "BSH",
                ..BARE
            },
        ),
    ] {
        let mut more = samples([case].into_iter(), |case| parts(case, kind, nulls(1)));
        more[0][3] = varied(Dtype::F32, &[case.extents[1]], 4);
        all.extend(more);
    }
    let long = Case {
        extents: [1, 1, 1, 1030, 1030, 2, 1],
        shift: Some([1, 1, 1024, 1030]),
        mode: 2,
        mask: Some(&[2048, 2048]),
        keep: 1.0,
        ..PLAIN
    };
    all.extend(samples([long].into_iter(), |case| {
        parts(case, 1, sink(&case))
    }));
    for (case, kind) in MODES {
        all.extend(samples([case].into_iter(), |case| {
            parts(case, kind, nulls(1))
        }));
    }
    all
}

/// As version 2, of two parts; without these with shifts of sequences one behind the other.
pub fn of_tokens_v3() -> Vec<Vec<Argument>> {
    of_two_parts(&[], &[])
}

/// As version 3, with a sink and a layout of statistics.
pub fn of_tokens_v5() -> Vec<Vec<Argument>> {
    of_two_parts(&[Argument::Null], &[SAME])
}

fn of_two_parts(sinks: &[Argument], layouts: &[Argument]) -> Vec<Vec<Argument>> {
    let of = |case: Case, kind: i64, parts: [Argument; 2], layout: Vec<Argument>| {
        let [query_rope, key_rope] = parts;
        let mut all = case.operands();
        all.insert(1, query_rope);
        all.insert(3, key_rope);
        all.extend(case.optional());
        if !sinks.is_empty() {
            all.extend(sink(&case));
        }
        all.extend(case.prefix());
        all.extend(case.ends());
        all.extend(case.starts());
        all.extend(case.numbers());
        all.extend(case.modes());
        all.push(Argument::Int(kind));
        all.extend(layout);
        all.extend(case.outputs());
        all
    };
    let with_parts = |case: Case| of(case, 1, ropes(&case), layouts.to_vec());
    let mut all: Vec<_> = TOKENS.into_iter().map(with_parts).collect();
    let mut plain = all[2].clone();
    (plain[1], plain[3]) = (Argument::Null, Argument::Null);
    // Four times four queries by five keys, and five by seven.
    plain[5] = varied(Dtype::F32, &[4 * (4 * 5 + 5 * 7)], 4);
    all.push(plain);
    if !sinks.is_empty() {
        let last = all.len() - 1;
        all[last][9] = Argument::Null;
    }
    for (number, (case, kind, has_parts)) in MODES_OF_TOKENS.into_iter().enumerate() {
        let parts = if has_parts {
            ropes(&case)
        } else {
            [Argument::Null, Argument::Null]
        };
        let layout = layouts.iter().map(|_| layout(number)).collect();
        let mut sample = of(case, kind, parts, layout);
        if kind == 0 {
            sample[5] = varied(case.dtype, &[4 * (4 * 5 + 5 * 7)], 4);
        }
        all.push(sample);
    }
    let parts = [Argument::Null, Argument::Null];
    all.push(of(SLOPES_OF_TOKENS, 3, parts, layouts.to_vec()));
    all
}

pub fn grad_v3() -> Vec<Vec<Argument>> {
    let parts = |case: Case, kind: i64, [sink, by_sink]: [Vec<Argument>; 2]| {
        let mut given = case.given();
        given.extend(sink);
        vec![
            given,
            case.prefix(),
            case.starts(),
            case.numbers(),
            case.modes(),
            vec![Argument::Int(kind)],
            case.gradients(),
            by_sink,
        ]
    };
    let mut all = samples(with_whole_shift(), |case| {
        let by_sink = vec![write(Dtype::F32, &[case.extents[1]])];
        parts(case, 0, [sink(&case), by_sink])
    });
    let mut slopes = all[0].clone();
    let case = PLAIN;
    slopes[4] = varied(Dtype::F32, &[case.extents[1]], 4);
    let kind = slopes.len() - 6;
    slopes[kind] = Argument::Int(3);
    let by_shift = slopes.len() - 2;
    slopes[by_shift] = Argument::Null;
    all.push(slopes);
    for (case, kind) in MODES {
        all.extend(samples([case].into_iter(), |case| {
            parts(case, kind, [nulls(1), nulls(1)])
        }));
    }
    all.extend(samples(SLOPES.into_iter(), |case| {
        parts(case, case.kind.unwrap_or(0), [nulls(1), nulls(1)])
    }));
    all
}

pub fn grad_of_tokens_v3() -> Vec<Vec<Argument>> {
    gradients_of_two_parts(false)
}

pub fn grad_of_tokens_v5() -> Vec<Vec<Argument>> {
    gradients_of_two_parts(true)
}

fn gradients_of_two_parts(has_sink: bool) -> Vec<Vec<Argument>> {
    let of = |case: Case, kind: i64, has_parts: bool, layout: Argument| {
        let mut given = case.given();
        let mut by = case.gradients();
        let parts = ropes(&case);
        let by_parts = [false, true].map(|is_key| write(case.dtype, &case.shape(is_key, 3)));
        for (at, (part, by_part)) in [1, 3].into_iter().zip(parts.into_iter().zip(by_parts)) {
            let [part, by_part] = match has_parts {
                true => [part, by_part],
                false => [Argument::Null, Argument::Null],
            };
            given.insert(at, part);
            by.insert(at, by_part);
        }
        if has_sink {
            given.extend(sink(&case));
            by.push(write(Dtype::F32, &[case.extents[1]]));
        }
        if kind == 0 {
            given[6] = varied(case.dtype, &[4 * (4 * 5 + 5 * 7)], 4);
        }
        let layout = if has_sink { vec![layout] } else { Vec::new() };
        vec![
            given,
            case.prefix(),
            case.ends(),
            case.starts(),
            case.numbers(),
            case.modes(),
            vec![Argument::Int(kind)],
            layout,
            by,
        ]
    };
    let mut all = samples(TOKENS.into_iter(), |case| of(case, 1, true, SAME));
    for (number, (case, kind, has_parts)) in MODES_OF_TOKENS.into_iter().enumerate() {
        all.extend(samples([case].into_iter(), |case| {
            of(case, kind, has_parts, layout(number))
        }));
    }
    all.extend(samples([SLOPES_OF_TOKENS].into_iter(), |case| {
        of(case, 3, false, SAME)
    }));
    all
}
