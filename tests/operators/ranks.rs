//! Ranks of a communicator as threads of this process, for operators that take its name.

use std::sync::{Arc, OnceLock};
use std::thread;

use hostnpu::abi::acl::rt::device::aclrtSetDevice;
use hostnpu::collective::{self, Group, Settings};
use hostnpu_aclnn_operators::entry::EntryPoint;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::{Outputs, Refusal, call};

/// The name of a communicator of one rank, which every call may name.
pub const ONE_RANK: &str = "one rank";

fn settings(name: &str) -> Settings {
    Settings {
        name: Some(name.into()),
        limit: Some(std::time::Duration::from_secs(60)),
        connect: std::time::Duration::from_secs(60),
    }
}

/// The name of a second one, for calls that take two.
pub const SAME_RANK: &str = "the same rank";

/// Forms the communicators of one rank, once.
pub fn form_one_rank() {
    static GROUPS: OnceLock<[Arc<Group>; 2]> = OnceLock::new();
    GROUPS.get_or_init(|| {
        [ONE_RANK, SAME_RANK].map(|name| {
            let mut groups = collective::create_all(1, &settings(name)).unwrap();
            let group = groups.remove(0);
            collective::enter(&group, 0);
            group
        })
    });
}

/// The name of a communicator of two ranks, of which this process calls rank 1. The other one takes what comes.
pub const TWO_RANKS: &str = "two ranks";

/// Forms it, once.
pub fn form_two_ranks() {
    /// Words of the memory of each rank.
    const WORDS: usize = 1 << 17;
    static GROUPS: OnceLock<Vec<Arc<Group>>> = OnceLock::new();
    GROUPS.get_or_init(|| {
        let groups = collective::create_all(2, &settings(TWO_RANKS)).unwrap();
        let memory = [0, 1].map(|_| crate::table::Words::of(&vec![0; WORDS]));
        let shown = |rank: usize| {
            let span = collective::Span {
                address: memory[rank].address(),
                bytes: 4 * WORDS,
            };
            let number = groups[rank].register(span).unwrap();
            let limit = std::time::Duration::from_secs(60);
            let peer = 1 - rank as u32;
            groups[rank]
                .exchange_window(number, &[peer], limit)
                .unwrap();
        };
        thread::scope(|scope| {
            scope.spawn(|| shown(0));
            shown(1);
        });
        let [taken, _] = memory;
        thread::spawn(move || {
            loop {
                // The mark of the first session's first micro batch, which all calls here are of.
                taken.set(0, 0);
                thread::sleep(std::time::Duration::from_micros(200));
            }
        });
        collective::enter(&groups[1], 0);
        groups
    });
}

/// Calls `work` for each rank of a communicator of this name, on a thread of its own; returns what it does.
pub fn on_ranks<R: Send>(
    ranks: usize,
    name: &'static str,
    work: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let groups = collective::create_all(ranks as u32, &settings(name)).unwrap();
    let of_ranks = groups.into_iter().map(|group| vec![group]).collect();
    on_threads(of_ranks, work)
}

/// The same for the ranks of a grid: those of a column have one communicator, whose name is in `columns`, those of a row another one, whose name is in `rows`. Rank `row * columns.len() + column` is in
/// that row and column.
pub fn on_grid<R: Send>(
    [rows, columns]: [&[&'static str]; 2],
    work: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let formed = |names: &[&'static str], ranks: usize| -> Vec<Vec<Arc<Group>>> {
        let all = names.iter();
        all.map(|name| collective::create_all(ranks as u32, &settings(name)).unwrap())
            .collect()
    };
    let of_rows = formed(rows, columns.len());
    let of_columns = formed(columns, rows.len());
    let places =
        (0..rows.len()).flat_map(|row| (0..columns.len()).map(move |column| (row, column)));
    let of_ranks = places
        .map(|(row, column)| {
            vec![
                of_columns[column][row].clone(),
                of_rows[row][column].clone(),
            ]
        })
        .collect();
    on_threads(of_ranks, work)
}

fn on_threads<R: Send>(of_ranks: Vec<Vec<Arc<Group>>>, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let results = thread::scope(|scope| {
        let of_rank = |(rank, groups): (usize, &Vec<Arc<Group>>)| {
            let (groups, work) = (groups.clone(), &work);
            scope.spawn(move || {
                // SAFETY: sets the device of this thread.
                unsafe { assert_eq!(aclrtSetDevice(0), 0) };
                groups.iter().for_each(|group| collective::enter(group, 0));
                work(rank)
            })
        };
        let threads: Vec<_> = of_ranks.iter().enumerate().map(of_rank).collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap());
        results.collect()
    });
    for group in of_ranks.into_iter().flatten() {
        collective::forget(&group);
        group.destroy().unwrap();
    }
    results
}

/// The outputs of a call on all ranks, each with arguments of its own.
pub fn call_on_ranks(
    entry: &'static EntryPoint,
    name: &'static str,
    arguments: &[Vec<Argument>],
) -> Vec<Result<Outputs, Refusal>> {
    on_ranks(arguments.len(), name, |rank| call(entry, &arguments[rank]))
}

/// The group of calls whose reference is of all ranks: what each rank's outputs are.
pub type OfGroup = fn(&EntryPoint, &[&Arguments]) -> Vec<Vec<Vec<u8>>>;

/// The outputs of all ranks by a reference.
pub fn expected_on_ranks(
    entry: &'static EntryPoint,
    arguments: &[Vec<Argument>],
    reference: OfGroup,
) -> Vec<Vec<Vec<u8>>> {
    let all = arguments
        .iter()
        .map(|arguments| Arguments::new(entry, &arguments[..]));
    let all: Vec<Arguments> = all.collect();
    reference(entry, &all.iter().collect::<Vec<_>>())
}

/// Holds a call on all ranks to its reference.
pub fn hold_on_ranks(
    entry: &'static EntryPoint,
    name: &'static str,
    arguments: &[Vec<Argument>],
    reference: OfGroup,
) {
    let expected = expected_on_ranks(entry, arguments, reference);
    compare(entry, call_on_ranks(entry, name, arguments), expected);
}

/// Holds what all ranks got to what they should.
pub fn compare(
    entry: &EntryPoint,
    got: Vec<Result<Outputs, Refusal>>,
    expected: Vec<Vec<Vec<u8>>>,
) {
    for (rank, (got, expected)) in got.into_iter().zip(expected).enumerate() {
        let got = got.unwrap_or_else(|refusal| panic!("{} rank {rank}: {refusal:?}", entry.name));
        assert_eq!(got.len(), expected.len(), "{} rank {rank}", entry.name);
        for (output, (got, expected)) in got.iter().zip(&expected).enumerate() {
            let at = got.iter().zip(expected).position(|(a, b)| a != b);
            assert!(
                got == expected,
                "{} rank {rank} output {output}: byte {at:?}",
                entry.name
            );
        }
    }
}
