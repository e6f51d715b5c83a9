//! Samples and checks of several operators: heads of images and texts, normalised, joined and rotated.

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype::{self, *};

/// Type, sequences, tokens of queries and of keys (images), of both (texts), heads, elements, norm types, rope type, order, rotated tokens.
pub type Case = (Dtype, [i64; 7], [i64; 2], i64, i64, i64);

pub const CASES: [Case; 9] = [
    (F32, [2, 5, 5, 3, 3, 2, 8], [1, 1], 1, 0, 6),
    (F16, [2, 5, 4, 3, 2, 2, 8], [2, 1], 2, 1, 5),
    (Bf16, [1, 5, 4, 3, 2, 3, 12], [2, 2], 1, 1, 6),
    (F32, [2, 5, 5, 0, 0, 2, 8], [2, 0], 2, 0, 5),
    (F16, [1, 4, 4, 3, 3, 1, 6], [0, 2], 0, 0, 0),
    (Bf16, [2, 3, 3, 2, 2, 2, 16], [1, 0], 2, 1, 1),
    (F32, [1, 3, 3, 2, 2, 2, 16], [0, 0], 1, 0, 5),
    // Several boxes for threads.
    (F16, [2, 50, 60, 20, 10, 4, 128], [2, 2], 2, 1, 70),
    (Bf16, [1, 3, 3, 2, 2, 3, 1024], [2, 1], 1, 0, 4),
];

/// The tensors of a case: rows of images and texts, weights and biases, sines and cosines.
pub struct Parts {
    pub rows: [Argument; 6],
    pub columns: [Argument; 8],
    pub angles: [Argument; 2],
}

pub fn parts(of: &Case) -> Parts {
    let &(dtype, [batch, of_q, of_k, text_q, text_k, heads, width], norms, rope, _, turned) = of;
    let rows = |tokens: i64, number: i64| match tokens {
        0 => Argument::Null,
        _ => varied(dtype, &[batch, tokens, heads, width], number),
    };
    let column = |at: usize| match norms[at / 4] {
        2 => near_1(dtype, &[width], at as i64),
        4 if at.is_multiple_of(2) => near_1(dtype, &[width], at as i64),
        _ => Argument::Null,
    };
    let angle = |number| match rope {
        0 => Argument::Null,
        _ => varied(dtype, &[turned, width], number),
    };
    Parts {
        rows: [
            rows(of_q, 1),
            rows(of_k, 2),
            rows(of_k, 3),
            rows(text_q, 4),
            rows(text_k, 5),
            rows(text_k, 6),
        ],
        columns: [0, 1, 2, 3, 4, 5, 6, 7].map(column),
        angles: [angle(7), angle(8)],
    }
}

pub fn joined(of: &Case, number: usize) -> [i64; 4] {
    let &(_, [batch, of_q, of_k, text_q, text_k, heads, width], ..) = of;
    let tokens = if number == 0 {
        of_q + text_q
    } else {
        of_k + text_k
    };
    [batch, heads, tokens, width]
}

pub fn forward_of(of: &Case, is_training: bool) -> Vec<Argument> {
    let &(dtype, [batch, of_q, of_k, text_q, text_k, heads, _], norms, rope, order, _) = of;
    let Parts {
        rows,
        columns,
        angles,
    } = parts(of);
    let mut sample: Vec<Argument> = rows.into_iter().chain(columns).chain(angles).collect();
    sample.extend([norms[0], norms[1], rope, order].map(Argument::Int));
    sample.extend([Argument::Float(1e-5), Argument::Bool(is_training)]);
    sample.extend([0, 1, 2].map(|number| write(dtype, &joined(of, number))));
    for (norm, tokens) in [
        (norms[0], of_q),
        (norms[0], of_k),
        (norms[1], text_q),
        (norms[1], text_k),
    ] {
        let is_written = is_training && tokens > 0 && matches!(norm, 1 | 2);
        let out = || match is_written {
            true => write(F32, &[batch, tokens, heads, 1]),
            false => Argument::Null,
        };
        sample.extend([out(), out()]);
    }
    sample
}

pub fn forward() -> Vec<Vec<Argument>> {
    let mut samples: Vec<_> = CASES.iter().map(|of| forward_of(of, true)).collect();
    samples.extend(CASES[..4].iter().map(|of| forward_of(of, false)));
    for norms in [[3, 4], [4, 3]] {
        let (dtype, extents, _, rope, order, turned) = CASES[2];
        samples.push(forward_of(
            &(dtype, extents, norms, rope, order, turned),
            true,
        ));
    }
    samples
}

pub fn backward_of(of: &Case, has_all: bool) -> Vec<Argument> {
    let &(dtype, [batch, of_q, of_k, text_q, text_k, heads, width], norms, rope, order, _) = of;
    let Parts {
        rows: [query, key, _, text_query, text_key, _],
        columns,
        angles,
    } = parts(of);
    let mut sample: Vec<Argument> = (0..3)
        .map(|number| varied(dtype, &joined(of, number), 20 + number as i64))
        .collect();
    sample.extend([query, key, text_query, text_key]);
    let counts = [of_q, of_k, text_q, text_k];
    for (number, tokens) in counts.into_iter().enumerate() {
        let statistics = |make: fn(Dtype, &[i64], i64) -> Argument, at: i64| match norms[number / 2]
            > 0
            && tokens > 0
        {
            true => make(F32, &[batch, tokens, heads, 1], at),
            false => Argument::Null,
        };
        sample.push(columns[2 * number].clone());
        sample.push(statistics(varied, 30));
        sample.push(statistics(near_1, 31));
    }
    sample.extend(angles);
    sample.extend([norms[0], norms[1], rope, order].map(Argument::Int));
    for tokens in [of_q, of_k, of_k, text_q, text_k, text_k] {
        sample.push(match tokens {
            0 => Argument::Null,
            _ => write(dtype, &[batch, tokens, heads, width]),
        });
    }
    for (number, tokens) in counts.into_iter().enumerate() {
        let out = || match norms[number / 2] == 2 && tokens > 0 && has_all {
            true => write(dtype, &[width]),
            false => Argument::Null,
        };
        sample.extend([out(), out()]);
    }
    sample
}

pub fn backward() -> Vec<Vec<Argument>> {
    let mut samples: Vec<_> = CASES.iter().map(|of| backward_of(of, true)).collect();
    samples.push(backward_of(&CASES[1], false));
    samples
}

pub type Types = &'static [(&'static str, &'static str)];

pub const SINCE_910B: &str = "none | 910B 950: f32 f16 bf16";
