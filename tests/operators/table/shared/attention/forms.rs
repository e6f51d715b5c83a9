//! Samples of attention and its gradients of the first two forms and of the fourth.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::attention::samples::{
    BARE, CASES, Case, PLAIN, SAME, TOKENS, nulls, samples, with_whole_shift,
};
use crate::table::shared::attention::second_part_samples::{MODES, PREFIX, TRIANGLE, ropes, sink};

/// Keys that all queries see, beside a mask of each score and a mask of any size.
const PREFIXES: [Case; 2] = [MODES[3].0, MODES[4].0];

/// Slopes, with the numbers of the first query and the first key.
pub const SLOPES: [Case; 2] = [
    Case {
        dtype: Dtype::F16,
        layout: "BSND",
        has_slopes: true,
        kind: Some(2),
        starts: Some([2, -1]),
        ..BARE
    },
    Case {
        layout: "BSH",
        has_slopes: true,
        kind: Some(3),
        starts: Some([-3, 4]),
        ..BARE
    },
];

/// Two sequences, of 4 and 5 queries and 5 and 7 keys, with a number for each score of four heads.
const PREFIX_OF_TOKENS: Case = Case {
    mask: PREFIX,
    prefix: Some(&[3, 6]),
    mode: 6,
    shifts_behind: Some(4 * (4 * 5 + 5 * 7)),
    ends: Some([&[4, 9], &[5, 12]]),
    ..TOKENS[1]
};

pub const SLOPES_OF_TOKENS: Case = Case {
    dtype: Dtype::Bf16,
    has_slopes: true,
    kind: Some(3),
    starts: Some([-3, 4]),
    mask: TRIANGLE,
    mode: 3,
    ends: Some([&[4, 9], &[5, 12]]),
    ..TOKENS[1]
};

/// More than 1024 queries, whose shift is the same along diagonals and has the numbers of the last 1024.
const DIAGONALS: Case = Case {
    extents: [1, 1, 1, 1030, 1030, 2, 1],
    shift: Some([1, 1, 1024, 1030]),
    mask: TRIANGLE,
    mode: 2,
    keep: 1.0,
    ..PLAIN
};

const MORE_OF_TOKENS: [Case; 3] = [
    Case {
        layout: "TND",
        ends: Some([&[1030], &[1030]]),
        ..DIAGONALS
    },
    Case {
        kind: Some(0),
        ..PREFIX_OF_TOKENS
    },
    SLOPES_OF_TOKENS,
];

/// Second parts in each layout, sinks, and both layouts of statistics.
const PARTS: [Case; 6] = [
    Case {
        has_parts: true,
        has_sink: true,
        ..PREFIXES[1]
    },
    Case {
        dtype: Dtype::Bf16,
        layout: "BSH",
        shift: None,
        has_parts: true,
        ..PREFIXES[0]
    },
    Case {
        dtype: Dtype::F16,
        layout: "SBH",
        has_parts: true,
        ..BARE
    },
    Case {
        has_sink: true,
        ..SLOPES[0]
    },
    Case {
        has_parts: true,
        has_sink: true,
        shifts_behind: None,
        statistics: Some("same_as_input"),
        ..PREFIX_OF_TOKENS
    },
    Case {
        statistics: Some(""),
        ..SLOPES_OF_TOKENS
    },
];

fn ropes_of(case: &Case) -> Vec<Argument> {
    match case.has_parts {
        true => ropes(case).into(),
        false => nulls(2),
    }
}

fn sink_of(case: &Case) -> Vec<Argument> {
    match case.has_sink {
        true => sink(case),
        false => nulls(1),
    }
}

/// The gradient by an argument, where it is given.
fn written(argument: &Argument) -> Argument {
    match argument.tensors() {
        [of] => write(of.dtype, &of.shape),
        _ => Argument::Null,
    }
}

pub fn score() -> Vec<Vec<Argument>> {
    samples(CASES.into_iter().chain(PREFIXES), |case| {
        vec![
            case.operands(),
            case.optional(),
            case.prefix(),
            case.numbers(),
            case.modes(),
            case.outputs(),
        ]
    })
}

pub fn score_v2() -> Vec<Vec<Argument>> {
    let cases = CASES.into_iter().chain(PREFIXES).chain(SLOPES);
    samples(cases, |case| {
        vec![
            case.operands(),
            case.optional(),
            case.prefix(),
            case.starts(),
            case.numbers(),
            case.modes(),
            case.kind(0),
            case.outputs(),
        ]
    })
}

pub fn score_v4() -> Vec<Vec<Argument>> {
    samples(
        [CASES[0], CASES[1], CASES[5], CASES[6]]
            .into_iter()
            .chain(TOKENS)
            .chain(PARTS),
        |case| {
            let parts = [ropes_of(&case), nulls(3), sink_of(&case), case.prefix()];
            let before = [
                vec![Argument::Int(1)],
                case.kind(1),
                case.statistics_layout(),
                vec![Argument::Int(3); 2],
            ];
            let [operands, optional, numbers] = [case.operands(), case.optional(), case.numbers()];
            let rest = [
                case.ends(),
                case.starts(),
                numbers,
                case.modes(),
                before.concat(),
                case.outputs(),
            ];
            vec![operands, optional, parts.concat(), rest.concat()]
        },
    )
}

pub fn of_tokens() -> Vec<Vec<Argument>> {
    samples(TOKENS.into_iter().chain([PREFIX_OF_TOKENS]), |case| {
        let [operands, optional] = [case.operands(), case.optional()];
        vec![
            operands,
            optional,
            case.prefix(),
            case.ends(),
            case.numbers(),
            case.modes(),
            case.outputs(),
        ]
    })
}

pub fn of_tokens_v2() -> Vec<Vec<Argument>> {
    samples(TOKENS.into_iter().chain(MORE_OF_TOKENS), |case| {
        let rest = [
            case.starts(),
            case.numbers(),
            case.modes(),
            case.kind(1),
            case.outputs(),
        ];
        vec![
            case.operands(),
            case.optional(),
            case.prefix(),
            case.ends(),
            rest.concat(),
        ]
    })
}

pub fn of_tokens_v4() -> Vec<Vec<Argument>> {
    samples(TOKENS.into_iter().chain([PREFIX_OF_TOKENS]), |case| {
        let rest = [case.numbers(), case.modes(), vec![SAME], case.outputs()];
        vec![
            case.operands(),
            case.optional(),
            case.prefix(),
            case.ends(),
            rest.concat(),
        ]
    })
}

pub fn grad() -> Vec<Vec<Argument>> {
    samples(with_whole_shift().chain(PREFIXES), |case| {
        vec![
            case.given(),
            case.prefix(),
            case.numbers(),
            case.modes(),
            case.gradients(),
        ]
    })
}

pub fn grad_v2() -> Vec<Vec<Argument>> {
    let cases = with_whole_shift()
        .chain([DIAGONALS])
        .chain(PREFIXES)
        .chain(SLOPES);
    samples(cases, |case| {
        vec![
            case.given(),
            case.prefix(),
            case.starts(),
            case.numbers(),
            case.modes(),
            case.kind(0),
            case.gradients(),
        ]
    })
}

pub fn grad_v4() -> Vec<Vec<Argument>> {
    samples(
        [CASES[0], CASES[1], CASES[5], CASES[6]]
            .into_iter()
            .chain(TOKENS)
            .chain(PARTS),
        |case| {
            let mut gradients = case.gradients();
            let by_shift = gradients.split_off(3);
            let by_parts = ropes_of(&case).iter().map(written).collect();
            let by_sink = sink_of(&case).iter().map(written).collect();
            let rest = [
                case.modes(),
                case.kind(1),
                vec![Argument::Int(1); 3],
                gradients,
                by_parts,
                by_shift,
                by_sink,
            ];
            let parts = [sink_of(&case), ropes_of(&case), nulls(5), case.prefix()];
            vec![
                case.given(),
                parts.concat(),
                case.ends(),
                case.starts(),
                case.numbers(),
                case.statistics_layout(),
                rest.concat(),
            ]
        },
    )
}

pub fn grad_of_tokens() -> Vec<Vec<Argument>> {
    samples(TOKENS.into_iter().chain([PREFIX_OF_TOKENS]), |case| {
        vec![
            case.given(),
            case.prefix(),
            case.ends(),
            case.numbers(),
            case.modes(),
            case.gradients(),
        ]
    })
}

pub fn grad_of_tokens_v2() -> Vec<Vec<Argument>> {
    samples(TOKENS.into_iter().chain(MORE_OF_TOKENS), |case| {
        let rest = [
            case.starts(),
            case.numbers(),
            case.modes(),
            case.kind(1),
            case.gradients(),
        ];
        vec![case.given(), case.prefix(), case.ends(), rest.concat()]
    })
}

pub fn grad_of_tokens_v4() -> Vec<Vec<Argument>> {
    samples(TOKENS.into_iter().chain([PREFIX_OF_TOKENS]), |case| {
        let rest = [case.numbers(), case.modes(), case.gradients(), vec![SAME]];
        vec![case.given(), case.prefix(), case.ends(), rest.concat()]
    })
}
