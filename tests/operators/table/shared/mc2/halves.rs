//! Samples and checks of several operators: dispatches and combinations that are two operators each.

use crate::argument::{Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::ranks::expected_on_ranks;
use crate::ranks::{OfGroup, call_on_ranks, hold_on_ranks};
use crate::reference::moe;
use crate::table::shared::mc2::*;
use hostnpu::tensor::Dtype::{self, *};
use std::sync::OnceLock;

/// The parameters of a rank's calls.
#[derive(Clone, Copy)]
pub struct Of {
    pub ranks: i64,
    pub rank: usize,
    pub tokens: i64,
    pub width: i64,
    pub top_k: i64,
    pub experts: i64,
    /// Shared experts, and ranks that have one.
    pub shared: [i64; 2],
    pub x: Dtype,
    pub to: Dtype,
    pub mode: i64,
    pub masked: bool,
    /// The shape of scales, if there are any.
    pub scales: Option<[i64; 2]>,
    pub full: bool,
}

pub const PLAIN: Of = Of {
    ranks: 1,
    rank: 0,
    tokens: 5,
    width: 6,
    top_k: 2,
    experts: 4,
    shared: [0, 0],
    x: F16,
    to: F16,
    mode: 0,
    masked: false,
    scales: None,
    full: false,
};

pub fn numbers(dtype: Dtype, shape: &[i64], seed: usize) -> Argument {
    let count = shape.iter().product::<i64>() as usize;
    let number = |at: usize| (((at * 37 + seed * 101) % 29) as f64 - 14.0) / 4.0;
    let numbers: Vec<f64> = (0..count.max(1)).map(number).collect();
    read(dtype, shape, &numbers)
}

pub fn bytes(dtype: Dtype, shape: &[i64], bytes: Vec<u8>) -> Argument {
    Argument::Tensor(Tensor::new(dtype, shape, Contents::Bytes(bytes)))
}

impl Of {
    pub fn local(&self) -> i64 {
        match (self.rank as i64) < self.shared[1] {
            true => 1,
            false => self.experts / (self.ranks - self.shared[1]),
        }
    }

    pub fn capacity(&self) -> i64 {
        let all = self.tokens * self.ranks;
        match (self.rank as i64) < self.shared[1] {
            true => all * self.shared[0] / self.shared[1],
            false => all * self.local().min(self.top_k),
        }
    }

    pub fn messages(&self) -> i64 {
        self.tokens * (self.top_k + self.shared[0])
    }

    pub fn commands(&self) -> i64 {
        (self.messages() + self.ranks * self.local()) * 16
    }

    pub fn x(&self) -> Argument {
        numbers(self.x, &[self.tokens, self.width], self.rank)
    }

    pub fn ids(&self) -> Argument {
        let id = |at: i64| {
            let (token, choice) = (at / self.top_k, at % self.top_k);
            let first = (token * 7 + self.rank as i64 * 3 + token * token) % self.experts;
            ((first + choice * (1 + token % 2)) % self.experts) as f64
        };
        let ids: Vec<f64> = (0..self.tokens * self.top_k).map(id).collect();
        read(I32, &[self.tokens, self.top_k], &ids)
    }

    pub fn mask(&self) -> Argument {
        let mask: Vec<f64> = (0..self.tokens)
            .map(|token| f64::from(token % 3 != 1))
            .collect();
        match self.masked {
            true => read(Bool, &[self.tokens], &mask),
            false => Argument::Null,
        }
    }

    /// The communicator and the placement of experts.
    pub fn placement(&self) -> Vec<Argument> {
        let numbers = [
            self.ranks,
            self.rank as i64,
            self.experts,
            0,
            self.shared[0],
            self.shared[1],
        ];
        let mut all = vec![Argument::Text(ONE_RANK)];
        all.extend(numbers.map(Argument::Int));
        all
    }

    pub fn global(&self) -> Argument {
        Argument::Int(if self.full {
            self.tokens * self.ranks
        } else {
            0
        })
    }

    pub fn algorithm(&self) -> Argument {
        match self.full {
            true => Argument::Text(""),
            false => Argument::Null,
        }
    }

    pub fn dispatch_setup(&self) -> Vec<Argument> {
        let mut all = vec![
            self.x(),
            self.ids(),
            match self.scales {
                None => Argument::Null,
                Some([0, columns]) => numbers(F32, &[columns], 4),
                Some(shape) => numbers(F32, &shape, 4),
            },
            self.mask(),
        ];
        all.extend(self.placement());
        let message = moe::message(self.mode as usize, self.width as usize) as i64;
        all.extend([
            Argument::Int(self.mode),
            self.global(),
            Argument::Int(2),
            self.algorithm(),
            write(self.to, &[self.messages(), message]),
            write(I32, &[self.tokens * self.top_k]),
            write(I32, &[self.commands()]),
        ]);
        all
    }

    /// `setup` has the outputs of the first half.
    pub fn dispatch_teardown(&self, setup: &[Vec<u8>]) -> Vec<Argument> {
        let message = moe::message(self.mode as usize, self.width as usize) as i64;
        let mut all = vec![
            self.x(),
            bytes(self.to, &[self.messages(), message], setup[0].clone()),
            self.ids(),
            bytes(I32, &[self.commands()], setup[2].clone()),
        ];
        all.extend(self.placement());
        let rows = self.capacity();
        all.extend([
            Argument::Int(self.mode),
            self.global(),
            Argument::Int(i64::from(!self.full)),
            Argument::Int(2),
            self.algorithm(),
            write(self.to, &[rows, self.width]),
            match self.mode {
                2 => write(F32, &[rows]),
                3 => write(F32, &[rows, (self.width + 127) / 128]),
                4 => write(F8E8m0, &[rows, (self.width + 63) / 64 * 2]),
                _ if self.full => write(F32, &[rows]),
                _ => Argument::Null,
            },
            write(I32, &[rows * 128]),
            write(I64, &[self.local()]),
        ]);
        all
    }

    pub fn rows(&self) -> Argument {
        numbers(self.x, &[self.capacity(), self.width], self.rank + 2)
    }

    pub fn quantised(&self) -> [i64; 2] {
        let aligned = |number: i64, to: i64| (number + to - 1) / to * to;
        let message = aligned(
            aligned(self.width, 32) + aligned(self.width, 8) / 8 * 4,
            512,
        );
        [self.capacity(), message]
    }

    /// `about` has the rank, token and choice of each row.
    pub fn combine_setup(&self, about: Vec<u8>) -> Vec<Argument> {
        let rows = self.capacity();
        let mut all = vec![self.rows(), self.ids(), bytes(I32, &[rows * 128], about)];
        all.extend(self.placement());
        all.extend([
            self.global(),
            Argument::Int(0),
            Argument::Int(2),
            self.algorithm(),
            write(I8, &self.quantised()),
            write(I32, &[(rows + self.ranks) * 16]),
        ]);
        all
    }

    /// `commands` is what the first half gave.
    pub fn combine_teardown(&self, commands: Vec<u8>) -> Vec<Argument> {
        let rows = self.capacity();
        let wide = [self.tokens, self.width];
        let mut all = vec![
            self.rows(),
            numbers(I8, &self.quantised(), 1),
            self.ids(),
            numbers(I32, &[self.tokens * self.top_k], 1),
            numbers(F32, &[self.tokens, self.top_k], self.rank + 11),
            bytes(I32, &[(rows + self.ranks) * 16], commands),
            self.mask(),
            match self.full && self.shared[0] == 0 {
                true => numbers(self.x, &wide, self.rank + 5),
                false => Argument::Null,
            },
        ];
        all.extend(self.placement());
        all.extend([
            self.global(),
            Argument::Int(0),
            Argument::Int(2),
            self.algorithm(),
            write(self.x, &wide),
        ]);
        all
    }
}

pub const NAMES: [&str; 4] = [
    "aclnnMoeDistributeDispatchSetup",
    "aclnnMoeDistributeDispatchTeardown",
    "aclnnMoeDistributeCombineSetup",
    "aclnnMoeDistributeCombineTeardown",
];

pub const REFERENCES: [OfGroup; 4] = [
    moe::dispatch_setup,
    moe::dispatch_teardown,
    moe::combine_setup,
    moe::combine_teardown,
];

/// The arguments of all four operators for all ranks. What one operator leaves for the next is what its reference gives.
pub fn arguments(all: &[Of]) -> [Vec<Vec<Argument>>; 4] {
    let outputs = |number: usize, arguments: &[Vec<Argument>]| {
        expected_on_ranks(entry(NAMES[number]), arguments, REFERENCES[number])
    };
    let setups: Vec<_> = all.iter().map(Of::dispatch_setup).collect();
    let of_setups = outputs(0, &setups);
    let ranks = || all.iter().enumerate();
    let teardowns: Vec<_> = ranks()
        .map(|(rank, of)| of.dispatch_teardown(&of_setups[rank]))
        .collect();
    let of_teardowns = outputs(1, &teardowns);
    let combines: Vec<_> = ranks()
        .map(|(rank, of)| {
            let outputs = &of_teardowns[rank];
            of.combine_setup(outputs[outputs.len() - 2].clone())
        })
        .collect();
    let of_combines = outputs(2, &combines);
    let sums = ranks().map(|(rank, of)| of.combine_teardown(of_combines[rank][1].clone()));
    let sums = sums.collect();
    [setups, teardowns, combines, sums]
}

/// Calls of one rank: all modes and types.
pub fn samples() -> Vec<Of> {
    let wide = Of {
        width: 260,
        ..PLAIN
    };
    let mut all = vec![
        Of {
            masked: true,
            full: true,
            ..PLAIN
        },
        PLAIN,
        Of {
            x: Bf16,
            to: Bf16,
            masked: true,
            full: true,
            ..PLAIN
        },
        Of {
            tokens: 40,
            width: 300,
            top_k: 3,
            experts: 24,
            full: true,
            ..PLAIN
        },
    ];
    for x in [F16, Bf16] {
        let wide = Of { x, ..wide };
        for (to, scales) in [
            (I8, [0, 1]),
            (Hifloat8, [0, 1]),
            (I8, [0, 260]),
            (I8, [4, 260]),
        ] {
            all.push(Of {
                mode: 1,
                to,
                scales: Some(scales),
                ..wide
            });
        }
        all.push(Of {
            mode: 2,
            to: I8,
            scales: Some([4, 260]),
            ..wide
        });
        for to in [F8E5m2, F8E4m3fn] {
            for mode in [2, 3, 4] {
                all.push(Of { mode, to, ..wide });
            }
        }
    }
    all
}

/// Calls of one rank of an operator. The second halves take what the references of the first ones give: computed once.
pub fn of_one(number: usize) -> Vec<Vec<Argument>> {
    static ALL: [OnceLock<Vec<Vec<Argument>>>; 4] = [const { OnceLock::new() }; 4];
    let calls = || {
        let all = samples()
            .into_iter()
            .filter(|of| number < 2 || of.mode == 0);
        all.map(|of| arguments(&[of])[number].remove(0)).collect()
    };
    ALL[number].get_or_init(calls).clone()
}

macro_rules! operators {
    ($($module:ident: $number:expr;)*) => {$(
        pub mod $module {
            use super::*;

            pub fn samples() -> Vec<Vec<Argument>> {
                of_one($number)
            }

            pub fn bits(arguments: &Arguments) -> Vec<Vec<u8>> {
                REFERENCES[$number](entry(NAMES[$number]), &[arguments]).remove(0)
            }
        }
    )*};
}

operators! {
    dispatch_setup: 0;
    dispatch_teardown: 1;
    combine_setup: 2;
    combine_teardown: 3;
}

pub const TYPES: &[(&str, &str)] = &[
    ("dtypes x", "goes with `y`: each type is a sample"),
    ("dtypes y", "goes with `quantMode`: each type is a sample"),
    (
        "dtypes yOut",
        "goes with `quantMode`: each type is a sample",
    ),
    (
        "dtypes expandXOut",
        "goes with `quantMode`: each type is a sample",
    ),
    (
        "dtypes dynamicScalesOut",
        "goes with `quantMode`: each type is a sample",
    ),
    ("dtypes scalesOptional", "null without `quantMode`"),
];
pub const HALVES: &str = "none | 950: f16 bf16";
pub const MESSAGES: &str = "none | 950: f16 bf16 i8 hif8 e5m2 e4m3";
pub const INT32: &str = "none | 950: i32";

/// All four operators on 2, 3 and 4 ranks: several experts on a rank, shared experts, hidden tokens, experts that no token chooses.
#[test]
fn halves_on_several_ranks() {
    for ranks in [2, 3, 4] {
        let plain = Of {
            ranks,
            experts: 2 * ranks,
            tokens: 9,
            ..PLAIN
        };
        for of in [
            plain,
            Of {
                x: Bf16,
                to: Bf16,
                masked: true,
                full: true,
                ..plain
            },
            Of {
                shared: [1, 1],
                experts: 3 * (ranks - 1),
                masked: true,
                ..plain
            },
            Of {
                mode: 4,
                to: F8E4m3fn,
                width: 100,
                ..plain
            },
        ] {
            let all: Vec<Of> = (0..ranks as usize).map(|rank| Of { rank, ..of }).collect();
            for (number, arguments) in arguments(&all).into_iter().enumerate() {
                if of.mode > 0 && number > 1 {
                    continue;
                }
                let arguments: Vec<_> = arguments
                    .into_iter()
                    .map(|arguments| of_group(arguments, "halves"))
                    .collect();
                hold_on_ranks(
                    entry(NAMES[number]),
                    "halves",
                    &arguments,
                    REFERENCES[number],
                );
            }
        }
    }
}

/// The same result as of the operators that are whole.
#[test]
fn halves_give_what_whole_operators_give() {
    let all: Vec<Of> = (0..2)
        .map(|rank| Of {
            ranks: 2,
            rank,
            tokens: 7,
            ..PLAIN
        })
        .collect();
    let [_, teardowns, ..] = arguments(&all);
    let rows = expected_on_ranks(entry(NAMES[1]), &teardowns, moe::dispatch_teardown);
    let whole: Vec<Vec<Argument>> = all
        .iter()
        .map(|of| {
            let (rows, int) = (of.capacity(), Argument::Int);
            let mut whole = vec![of.x(), of.ids()];
            whole.extend([Argument::Null, Argument::Null, Argument::Null]);
            whole.extend(of.placement().into_iter().take(4));
            whole.extend([Argument::Null, int(0), int(0), int(0), int(0), int(0)]);
            whole.extend([int(0), int(0), int(1), Argument::Null]);
            whole.extend([
                write(of.to, &[rows, of.width]),
                Argument::Null,
                write(I32, &[rows * 128]),
                write(I64, &[of.local()]),
                write(I32, &[of.local() * of.ranks]),
                Argument::Null,
                Argument::Null,
            ]);
            of_group(whole, "whole")
        })
        .collect();
    let whole = call_on_ranks(entry("aclnnMoeDistributeDispatchV2"), "whole", &whole);
    for (rows, whole) in rows.iter().zip(whole) {
        let whole = whole.unwrap();
        assert_eq!(rows[0], whole[0]);
        assert_eq!(rows[2], whole[2]);
    }
}

/// Commands that no first half writes, and ranks that do not exist, are sentences.
#[test]
fn hostile_commands_are_refused() {
    let words = |numbers: &[i32]| -> Vec<u8> {
        numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    };
    let mut commands = vec![0; PLAIN.commands() as usize];
    for (place, key) in [3, 2, 99, -5].into_iter().enumerate() {
        commands[place * 16] = key;
    }
    let [setups, ..] = arguments(&[PLAIN]);
    let mut outputs = expected_on_ranks(entry(NAMES[0]), &setups, moe::dispatch_setup).remove(0);
    for first in [3, 99, -5, i32::MIN] {
        commands[0] = first;
        outputs[2] = words(&commands);
        let refusal = call(entry(NAMES[1]), &PLAIN.dispatch_teardown(&outputs));
        let message = refusal.unwrap_err().message;
        assert!(message.contains("commCmdInfo"), "{message}");
    }
    for rank in [1, -2, i32::MAX, i32::MIN] {
        let about = words(&[rank, 0, 0]);
        let refusal = call(entry(NAMES[2]), &PLAIN.combine_setup(about.clone()));
        let message = refusal.unwrap_err().message;
        assert!(message.contains("assistInfoForCombine"), "{message}");
        let refusal = call(entry(NAMES[3]), &PLAIN.combine_teardown(about));
        let message = refusal.unwrap_err().message;
        assert!(message.contains("commCmdInfo"), "{message}");
    }
}
