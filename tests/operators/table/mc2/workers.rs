//! Tokens that workers of attention send into the memory of workers of experts, and rows that come back.

mod together;

use std::time::Duration;

use super::*;
use crate::call::call;
use crate::ranks::{TWO_RANKS, form_two_ranks, on_ranks};
use crate::reference::moe::stored;
use crate::table::workers::Words;
use hostnpu::collective::{self, Span};
use hostnpu::tensor::Dtype::{self, *};

const SEND: &str = "aclnnAttentionToFFN";
const BACK: &str = "aclnnFFNToAttention";

/// The parameters of a worker's calls: `ranks`, of which the first `ffn` are workers of experts.
#[derive(Clone, Copy)]
struct Of {
    group: &'static str,
    ranks: i64,
    ffn: i64,
    session: i64,
    tokens: i64,
    width: i64,
    top_k: i64,
    experts: i64,
    shared: i64,
    dtype: Dtype,
    is_quantised: bool,
    scales: bool,
    /// Tokens that are sent, if others are hidden.
    sent: Option<i64>,
    only_some: bool,
}

const SMALL: Of = Of {
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
    fn sessions(&self) -> i64 {
        self.ranks - self.ffn
    }

    fn choices(&self) -> i64 {
        self.top_k + self.shared
    }

    fn rows(&self) -> i64 {
        self.tokens * self.choices()
    }

    /// Bytes from row to row.
    fn stride(&self) -> i64 {
        match self.is_quantised {
            true => (self.width + 31) / 32 * 32 + 32,
            false => 2 * self.width,
        }
    }

    fn x(&self) -> Vec<f64> {
        let number = |at: i64| (((at * 7 + self.session * 5) % 13) - 6) as f64 / 2.0;
        (0..self.tokens * self.width).map(number).collect()
    }

    fn ids(&self) -> Vec<i64> {
        let id = |at: i64| {
            let (token, choice) = (at / self.top_k, at % self.top_k);
            (token + self.session + choice * (1 + token % 2)) % self.experts
        };
        (0..self.tokens * self.top_k).map(id).collect()
    }

    /// The instances of an expert: rank and number there. Odd experts have two, where there are two ranks.
    fn instances(&self, expert: i64) -> Vec<[i64; 2]> {
        let first = [expert / 2 % self.ffn, expert];
        match self.ffn > 1 && expert % 2 == 1 {
            true => vec![first, [(expert / 2 + 1) % self.ffn, 8 + expert]],
            false => vec![first],
        }
    }

    fn table(&self) -> Argument {
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

    fn scales(&self) -> Vec<f64> {
        let number = |at: i64| ((at * 3) % 4 + 1) as f64 / 2.0;
        (0..(self.experts + self.shared) * self.width)
            .map(number)
            .collect()
    }

    fn send(&self) -> Vec<Argument> {
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
    fn words(&self) -> [usize; 2] {
        [self.sessions() * (2 + self.rows()), self.rows()]
            .map(|words| (words as usize).next_multiple_of(128))
    }

    /// Words of all the memory.
    fn all_words(&self) -> [usize; 2] {
        let rows = (self.rows() * self.stride() / 4) as usize;
        let [ffn, attention] = self.words();
        [ffn + self.sessions() as usize * rows, attention + rows]
    }

    /// Rows that go back, with their sessions, tokens and numbers of experts.
    fn back(
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

fn all_sent() -> Vec<Vec<Argument>> {
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

fn all_back() -> Vec<Vec<Argument>> {
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
fn one_sided(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
) -> Row {
    const TESTS: &str = "table::mc2::workers::tokens_lie_where_the_layout_says";
    Row::new(name, samples)
        .accepts(accepts)
        .held_by(TESTS)
        .accuracy(Accuracy::Elsewhere(TESTS))
}

pub fn rows() -> Vec<Row> {
    const I: &str = "none | 910B: i32";
    const X: &str = "none | 910B: f16 bf16";
    vec![
        one_sided(
            SEND,
            all_sent,
            &[
                ("x", X),
                ("sessionId", I),
                ("microBatchId", I),
                ("layerId", I),
                ("expertIds", I),
                ("expertRankTable", I),
                ("scales", "none | 910B: f32"),
                ("activeMask", "none | 910B: bool"),
            ],
        ),
        one_sided(
            BACK,
            all_back,
            &[
                ("x", X),
                ("sessionIds", I),
                ("microBatchIds", I),
                ("tokenIds", I),
                ("expertOffsets", I),
                ("actualTokenNum", "none | 910B: i64"),
                ("attnRankTable", I),
            ],
        ),
    ]
}

/// Shows memory of this rank to the others.
fn show(of: &Of, rank: usize, words: &[i32]) -> Words {
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

fn bytes_of(words: &[i32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A worker of experts' part of a session: expert, and bytes of the row, of each row.
fn expected(of: &Of, rank: i64, row: i64) -> Option<(i32, Vec<u8>)> {
    let (token, choice) = (row / of.choices(), row % of.choices());
    if token >= of.sent.unwrap_or(of.tokens) {
        return None;
    }
    let expert = match choice < of.top_k {
        true => of.ids()[(token * of.top_k + choice) as usize],
        false => of.experts + choice - of.top_k,
    };
    let instances = of.instances(expert);
    let [to, local] = instances[of.session as usize % instances.len()];
    let row = &of.x()[(token * of.width) as usize..][..of.width as usize];
    let bytes = match of.is_quantised {
        false => stored(row, of.dtype),
        true => {
            let scales = of.scales();
            let factor = |at: usize| match of.scales {
                true => scales[expert as usize * of.width as usize + at],
                false => 1.0,
            };
            let row: Vec<f64> = row
                .iter()
                .enumerate()
                .map(|(at, x)| x * factor(at))
                .collect();
            let most = row.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            let scale = (most as f32) / 127.0;
            let code = |x: &f64| (x / f64::from(scale)).round_ties_even() as i8 as u8;
            let mut bytes: Vec<u8> = row.iter().map(code).collect();
            bytes.resize((of.width as usize).next_multiple_of(32), 0x55);
            bytes.extend(scale.to_le_bytes());
            bytes
        }
    };
    (to == rank).then_some((local as i32, bytes))
}

#[test]
fn tokens_lie_where_the_layout_says() {
    const NAME: &str = "table::mc2::workers::tokens_lie_where_the_layout_says";
    if !crate::chips::is("Ascend910B1", NAME) {
        return;
    }
    let plain = Of {
        group: "tokens of workers",
        ranks: 4,
        ffn: 2,
        ..SMALL
    };
    let quantised = Of {
        is_quantised: true,
        width: 40,
        scales: true,
        only_some: true,
        ..plain
    };
    for of in [plain, quantised] {
        let of_session = |session: i64| Of {
            session,
            sent: (session == 1).then_some(2),
            ..of
        };
        let memory = on_ranks(4, of.group, |rank| {
            let words = of.all_words()[usize::from(rank >= 2)];
            let memory = show(&of, rank, &vec![0x5555_5555; words]);
            if rank >= 2 {
                let of = of_session(rank as i64 - 2);
                call(entry(SEND), &of.send()).unwrap();
            }
            memory
        });
        for (rank, own) in memory.iter().enumerate().take(2) {
            let all = own.get();
            for session in 0..2 {
                let of = of_session(session);
                let info = &all[(session * (2 + of.rows())) as usize..][..(2 + of.rows()) as usize];
                assert_eq!(info[..2], [1, 0]);
                let rows = bytes_of(&all[of.words()[0]..]);
                for row in 0..of.rows() {
                    let place = (session * of.rows() + row) * of.stride();
                    let got = &rows[place as usize..][..of.stride() as usize];
                    let (local, bytes) = expected(&of, rank as i64, row)
                        .unwrap_or((0x5555_5555, vec![0x55; of.stride() as usize]));
                    assert_eq!(info[2 + row as usize], local, "rank {rank} row {row}");
                    assert_eq!(got[..bytes.len()], bytes, "rank {rank} row {row}");
                }
            }
        }
        let own: Vec<Vec<i32>> = memory[2..].iter().map(Words::get).collect();
        assert!(own[0].iter().all(|&word| word == 0x5555_5555));
        let hidden = 2 * of.choices() as usize..of.rows() as usize;
        for (at, &word) in own[1].iter().enumerate() {
            let mark = if hidden.contains(&at) { 1 } else { 0x5555_5555 };
            assert_eq!(word, mark, "{at}");
        }
    }
}
