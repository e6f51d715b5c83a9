//! Ranks of a communicator as threads of this process, for operators that take its name.

use std::sync::{Arc, OnceLock};
use std::thread;

use hostnpu::abi::acl::rt::device::aclrtSetDevice;
use hostnpu::collective::{self, Group, Settings};
use hostnpu_aclnn_operators::entry::EntryPoint;

use crate::argument::Argument;
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

/// Forms the communicator of one rank, once.
pub fn form_one_rank() {
    static GROUP: OnceLock<Arc<Group>> = OnceLock::new();
    GROUP.get_or_init(|| {
        let mut groups = collective::create_all(1, &settings(ONE_RANK)).unwrap();
        let group = groups.remove(0);
        collective::enter(&group, 0);
        group
    });
}

/// Calls `work` for each rank of a communicator of this name, on a thread of its own; returns what it does.
pub fn on_ranks<R: Send>(
    ranks: usize,
    name: &'static str,
    work: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let groups = collective::create_all(ranks as u32, &settings(name)).unwrap();
    let results = thread::scope(|scope| {
        let of_rank = |(rank, group): (usize, &Arc<Group>)| {
            let (group, work) = (group.clone(), &work);
            scope.spawn(move || {
                // SAFETY: sets the device of this thread.
                unsafe { assert_eq!(aclrtSetDevice(0), 0) };
                collective::enter(&group, 0);
                work(rank)
            })
        };
        let threads: Vec<_> = groups.iter().enumerate().map(of_rank).collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap());
        results.collect()
    });
    for group in groups {
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
pub type OfGroup = fn(&EntryPoint, &[&[Argument]]) -> Vec<Vec<Vec<u8>>>;

/// Holds a call on all ranks to its reference.
pub fn hold_on_ranks(
    entry: &'static EntryPoint,
    name: &'static str,
    arguments: &[Vec<Argument>],
    reference: OfGroup,
) {
    let all: Vec<&[Argument]> = arguments.iter().map(Vec::as_slice).collect();
    let expected = reference(entry, &all);
    let got = call_on_ranks(entry, name, arguments);
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
