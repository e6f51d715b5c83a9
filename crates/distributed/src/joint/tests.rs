//! Calls of two communicators: four ranks in a grid, or two ranks that are in both.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::{Exchange, Joint};
use hostnpu_base::error::{Reason, Result};
use hostnpu_collective::{Group, Settings, create_all};
use hostnpu_device::{Stream, devices};
use hostnpu_engine::operands::{Write, kernel, operands};
use hostnpu_ops::Call;
use hostnpu_tensor::Dtype;

operands! {
    struct Operands => OperandsAt {
        sums: Write<f64>,
    }
}

fn groups(name: &str, ranks: u32) -> Vec<Arc<Group>> {
    let limit = Duration::from_secs(30);
    let settings = Settings {
        name: Some(name.into()),
        limit: Some(limit),
        connect: limit,
    };
    create_all(ranks, &settings).unwrap()
}

/// Plans sums over the first communicator, then over the second one, then over the first again. `fails` says before which of them this rank fails, 0 before they agree.
fn planned(groups: Vec<(&'static str, Arc<Group>)>, fails: Option<usize>) -> Result<Call> {
    let mut all = Joint::between(groups, "sums".into());
    let sums = all.temporary(Dtype::F64, &[3])?;
    for (step, group) in [0, 0, 1, 0].into_iter().enumerate() {
        let operands = Operands {
            sums: sums.clone().into(),
        };
        let is_here = fails == Some(step);
        all.then(kernel(operands, 1, move |at: OperandsAt| {
            at.sums.fill(1.0);
            match is_here {
                true => Err(Reason::State(format!("no step {step}")).into()),
                false => Ok(()),
            }
        })?)?;
        match step {
            0 => all.agree()?,
            _ => all.exchange_in(group, Exchange::AllReduce, &[&sums])?,
        }
    }
    Ok(all.finish())
}

/// Runs a call as a task of a stream.
fn run(call: &Call) -> Result<()> {
    let stream = Stream::new(&devices()[0])?;
    let begun = call.plan().of_ranks().unwrap().begin(&[], &stream);
    let size = begun.plan().workspace_size();
    let mut workspace = vec![0_u8; size + 512];
    let first = workspace.as_ptr().align_offset(512);
    // SAFETY: no operands, and memory of this function.
    unsafe { begun.run(&[], &mut workspace[first..first + size]) }
}

/// Returns the result of each rank of a grid of two times two. The names of communicators rise along one axis of the grid, and fall along the other.
fn on_grid(fails: impl Fn(usize) -> Option<usize> + Sync) -> Vec<Result<()>> {
    let [ep, tp] = [["1 of ep", "4 of ep"], ["2 of tp", "3 of tp"]]
        .map(|names| names.map(|name| groups(name, 2)));
    thread::scope(|scope| {
        let ranks: Vec<_> = (0..4)
            .map(|rank| {
                let (row, column) = (rank / 2, rank % 2);
                let own = vec![
                    ("groupEp", ep[column][row].clone()),
                    ("groupTp", tp[row][column].clone()),
                ];
                let fails = fails(rank);
                scope.spawn(move || run(&planned(own, fails).unwrap()))
            })
            .collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}

#[test]
fn ranks_of_a_grid_meet() {
    for result in on_grid(|_| None) {
        result.unwrap();
    }
}

/// A rank that fails before they agree: all hear why.
#[test]
fn a_failure_before_they_agree_is_told_to_all() {
    for failing in 0..4 {
        let results = on_grid(|rank| (rank == failing).then_some(0));
        for (rank, result) in results.into_iter().enumerate() {
            let error = result.unwrap_err().to_string();
            assert!(error.contains("no step 0"), "{rank}: {error}");
        }
    }
}

/// A rank that fails later: no rank waits for another.
#[test]
fn a_later_failure_ends_the_call_on_all_ranks() {
    for failing in 0..4 {
        for step in 1..4 {
            let results = on_grid(|rank| (rank == failing).then_some(step));
            for (rank, result) in results.into_iter().enumerate() {
                // Nothing of what comes later reaches a rank that has no exchange with one that knows.
                let knows = step < 3 || rank % 2 == failing % 2;
                assert_eq!(result.is_err(), knows, "{rank} of {failing} at {step}");
            }
        }
    }
}

/// Two ranks that take the communicators in another order hear of it.
#[test]
fn ranks_that_confuse_communicators_do_not_wait() {
    let [first, second] = ["first", "second"].map(|name| groups(name, 2));
    let results: Vec<Result<()>> = thread::scope(|scope| {
        let ranks: Vec<_> = (0..2)
            .map(|rank| {
                let mut own = [first[rank].clone(), second[rank].clone()];
                if rank == 1 {
                    own.reverse();
                }
                let [ep, tp] = own;
                let own = vec![("groupEp", ep), ("groupTp", tp)];
                scope.spawn(move || run(&planned(own, None).unwrap()))
            })
            .collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    });
    for result in results {
        let error = result.unwrap_err().to_string();
        assert!(error.contains("in `groupTp`"), "{error}");
    }
}
