//! Samples and checks of several operators: tokens that workers of attention send into the memory of workers of experts, and rows that come back.

pub mod together;

use crate::call::call;
use crate::ranks::{TWO_RANKS, form_two_ranks, on_ranks};
use crate::reference::moe::stored;
use crate::table::shared::mc2::*;
use crate::table::shared::workers::Words;
use hostnpu::collective::{self, Span};
use hostnpu::tensor::Dtype::{self, *};
use std::time::Duration;

pub const SEND: &str = "aclnnAttentionToFFN";
pub const BACK: &str = "aclnnFFNToAttention";

/// The parameters of a worker's calls: `ranks`, of which the first `ffn` are workers of experts.
#[derive(Clone, Copy)]
pub struct Of {
    pub group: &'static str,
    pub ranks: i64,
    pub ffn: i64,
    pub session: i64,
    pub tokens: i64,
    pub width: i64,
    pub top_k: i64,
    pub experts: i64,
    pub shared: i64,
    pub dtype: Dtype,
    pub is_quantised: bool,
    pub scales: bool,
    /// Tokens that are sent, if others are hidden.
    pub sent: Option<i64>,
    pub only_some: bool,
}

pub const SMALL: Of = Of {
    group: TWO_RANKS,
    ranks: 2,
    ffn: 1,
    session: 0,
    tokens: 3,
    width: 8,
    top_k: 2,
    experts: 4,
    shared: 1,
    dtype: F16,
    is_quantised: false,
    scales: false,
    sent: None,
    only_some: false,
};

impl Of {
    pub fn sessions(&self) -> i64 {
        self.ranks - self.ffn
    }

    pub fn choices(&self) -> i64 {
        self.top_k + self.shared
    }

    pub fn rows(&self) -> i64 {
        self.tokens * self.choices()
    }

    /// Bytes from row to row.
    pub fn stride(&self) -> i64 {
        match self.is_quantised {
            true => (self.width + 31) / 32 * 32 + 32,
            false => 2 * self.width,
        }
    }

    pub fn x(&self) -> Vec<f64> {
        let number = |at: i64| (((at * 7 + self.session * 5) % 13) - 6) as f64 / 2.0;
        (0..self.tokens * self.width).map(number).collect()
    }

    pub fn ids(&self) -> Vec<i64> {
        let id = |at: i64| {
            let (token, choice) = (at / self.top_k, at % self.top_k);
            (token + self.session + choice * (1 + token % 2)) % self.experts
        };
        (0..self.tokens * self.top_k).map(id).collect()
    }

    /// The instances of an expert: rank and number there. Odd experts have two, where there are two ranks.
    pub fn instances(&self, expert: i64) -> Vec<[i64; 2]> {
        let first = [expert / 2 % self.ffn, expert];
        match self.ffn > 1 && expert % 2 == 1 {
            true => vec![first, [(expert / 2 + 1) % self.ffn, 8 + expert]],
            false => vec![first],
        }
    }

    pub fn table(&self) -> Argument {
        let mut numbers = Vec::new();
        for expert in 0..self.experts + self.shared {
            let instances = self.instances(expert);
            let mut entry = vec![instances.len() as f64];
            entry.extend(instances.iter().flatten().map(|&number| number as f64));
            entry.resize(5, -1.0);
            numbers.extend(entry);
        }
        read(I32, &[1, self.experts + self.shared, 5], &numbers)
    }

    pub fn scales(&self) -> Vec<f64> {
        let number = |at: i64| ((at * 3) % 4 + 1) as f64 / 2.0;
        (0..(self.experts + self.shared) * self.width)
            .map(number)
            .collect()
    }

    pub fn send(&self) -> Vec<Argument> {
        let number = |number: i64| read(I32, &[1], &[number as f64]);
        let ids: Vec<f64> = self.ids().iter().map(|&id| id as f64).collect();
        let size = if self.is_quantised { 1 } else { 2 };
        vec![
            read(self.dtype, &[1, self.tokens, self.width], &self.x()),
            number(self.session),
            number(0),
            number(0),
            read(I32, &[1, self.tokens, self.top_k], &ids),
            self.table(),
            match self.scales {
                true => {
                    let shape = [1, self.experts + self.shared, self.width];
                    read(F32, &shape, &self.scales())
                }
                false => Argument::Null,
            },
            match self.sent {
                None => Argument::Null,
                Some(sent) => {
                    let mask = (0..self.tokens).map(|token| f64::from(token < sent));
                    read(Bool, &[1, self.tokens], &mask.collect::<Vec<_>>())
                }
            },
            Argument::Text(self.group),
            Argument::Int(self.ranks),
            Argument::Ints(vec![self.sessions(), 1, 2 + self.rows()]),
            Argument::Ints(vec![
                self.sessions(),
                1,
                self.tokens,
                self.choices(),
                self.stride() / size,
            ]),
            Argument::Ints(vec![1, self.tokens, self.choices()]),
            Argument::Int(self.experts),
            Argument::Int(if self.is_quantised { 2 } else { 0 }),
            Argument::Int(self.only_some.into()),
            Argument::Int(0),
        ]
    }

    /// Words before the rows, of the memory of workers of experts and of attention.
    pub fn words(&self) -> [usize; 2] {
        [self.sessions() * (2 + self.rows()), self.rows()]
            .map(|words| (words as usize).next_multiple_of(128))
    }

    /// Words of all the memory.
    pub fn all_words(&self) -> [usize; 2] {
        let rows = (self.rows() * self.stride() / 4) as usize;
        let [ffn, attention] = self.words();
        [ffn + self.sessions() as usize * rows, attention + rows]
    }

    /// Rows that go back, with their sessions, tokens and numbers of experts.
    pub fn back(
        &self,
        rows: &[f64],
        places: &[[i64; 3]],
        count: i64,
        table: Option<&[f64]>,
    ) -> Vec<Argument> {
        let most = places.len() as i64;
        let list = |which: Option<usize>| {
            let numbers = places
                .iter()
                .map(|place| which.map_or(0.0, |at| place[at] as f64));
            read(I32, &[most], &numbers.collect::<Vec<_>>())
        };
        vec![
            read(self.dtype, &[most, self.width], rows),
            list(Some(0)),
            list(None),
            list(Some(1)),
            list(Some(2)),
            read(I64, &[1], &[count as f64]),
            match table {
                Some(table) => read(I32, &[table.len() as i64], table),
                None => Argument::Null,
            },
            Argument::Text(self.group),
            Argument::Int(self.ranks),
            Argument::Ints(vec![1, self.tokens, self.choices()]),
            Argument::Ints(vec![1, self.tokens, self.choices(), self.width]),
        ]
    }
}

pub fn all_sent() -> Vec<Vec<Argument>> {
    form_two_ranks();
    let quantised = Of {
        is_quantised: true,
        width: 40,
        ..SMALL
    };
    let all = [
        Of {
            scales: true,
            sent: Some(3),
            ..quantised
        },
        Of {
            sent: Some(2),
            ..SMALL
        },
        SMALL,
        Of {
            dtype: Bf16,
            only_some: true,
            ..SMALL
        },
        Of {
            dtype: Bf16,
            shared: 0,
            ..quantised
        },
        Of {
            tokens: 70,
            width: 300,
            ..SMALL
        },
    ];
    all.iter().map(Of::send).collect()
}

pub fn all_back() -> Vec<Vec<Argument>> {
    form_two_ranks();
    let places = [[0, 2, 1], [0, 0, 0], [0, 1, 2], [0, 1, 0]];
    let rows: Vec<f64> = (0..32).map(f64::from).collect();
    let bf16 = Of {
        dtype: Bf16,
        ..SMALL
    };
    vec![
        SMALL.back(&rows, &places, 3, Some(&[1.0])),
        bf16.back(&rows, &places, 4, None),
        SMALL.back(&rows, &places, 0, None),
    ]
}

/// A row of an operator that writes to the memory of another rank, and no tensor.
#[track_caller]
pub fn one_sided(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
) -> Row {
    const TESTS: &str = "table::mc2::attention_to_ffn::tokens_lie_where_the_layout_says";
    Row::new(name, samples)
        .accepts(accepts)
        .held_by(TESTS)
        .accuracy(Accuracy::Elsewhere(TESTS))
}

pub const I: &str = "none | 910B: i32";
pub const X: &str = "none | 910B: f16 bf16";

/// Shows memory of this rank to the others.
pub fn show(of: &Of, rank: usize, words: &[i32]) -> Words {
    let group = collective::find("group", of.group, 0).unwrap();
    let memory = Words::of(words);
    let number = group
        .register(Span {
            address: memory.address(),
            bytes: 4 * words.len(),
        })
        .unwrap();
    let peers: Vec<u32> = (0..of.ranks as u32)
        .filter(|&peer| peer != rank as u32)
        .collect();
    group
        .exchange_window(number, &peers, Duration::from_secs(60))
        .unwrap();
    memory
}
