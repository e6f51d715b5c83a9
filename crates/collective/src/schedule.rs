//! Shares of the ranks in an operation, and their disagreements.

use std::ops::Range;

use super::{Kind, Operation, Results, Signature, Work};

/// The elements, of `count` in all, that `rank` works on.
pub(super) fn share(count: usize, size: usize, rank: usize) -> Range<usize> {
    // Whole lines of the cache, so that two ranks do not write one.
    let each = count.div_ceil(size).next_multiple_of(64);
    (each * rank).min(count)..(each * (rank + 1)).min(count)
}

/// The sentence for two ranks that called different things.
pub(super) fn disagree(rank: u32, own: Signature, other: u32, theirs: Signature) -> String {
    match theirs.kind {
        Kind::Failure => {
            format!("rank {other} has failed in its part of the call, and its stream says why")
        }
        _ => format!("rank {other} called {theirs}, this rank ({rank}) {own}"),
    }
}

/// Says in what the ranks disagree, as `rank` sees it.
pub(super) fn disagreement(rank: u32, all: &[&Operation]) -> Option<String> {
    let own = all[rank as usize].signature?;
    let first = all
        .iter()
        .position(|other| other.signature.is_some_and(|signature| signature != own));
    if let Some(other) = first {
        let theirs = all[other].signature?;
        return Some(disagree(rank, own, other as u32, theirs));
    }
    // A rank that agrees with all others may be one of several whose counterparts do not: all look at all.
    if let Some(text) = all
        .windows(2)
        .find_map(|pair| differing_slices(pair[0], pair[1]))
    {
        return Some(text);
    }
    all.iter().enumerate().find_map(|(receiver, operation)| {
        let receiver = receiver as u32;
        all.iter().enumerate().find_map(|(peer, sender)| {
            let taken = operation.work.bytes_from(peer as u32)?;
            let sent = sender.work.bytes_to(receiver).unwrap_or(0);
            (sent != taken).then(|| unequal(peer as u32, receiver, sent, taken))
        })
    })
}

/// The sentence for a message whose ends differ.
pub(super) fn unequal(from: u32, to: u32, sent: usize, taken: usize) -> String {
    format!("rank {from} sends {sent} bytes to rank {to}, which takes {taken}")
}

fn differing_slices(a: &Operation, b: &Operation) -> Option<String> {
    let slices = |operation: &Operation| match &operation.work {
        Work::Reduce {
            results: Results::Slices(ranges, _),
            ..
        } => Some(ranges.clone()),
        _ => None,
    };
    let (a, b) = (slices(a)?, slices(b)?);
    (a != b).then(|| format!("the ranks' slices differ: {a:?} and {b:?} elements"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_all_elements_once() {
        for count in [0, 1, 63, 64, 65, 1000, 4096] {
            for size in 1..9 {
                let mut next = 0;
                for rank in 0..size {
                    let share = share(count, size, rank);
                    assert_eq!(share.start, next.min(count), "{count} {size} {rank}");
                    next = share.end;
                }
                assert_eq!(next, count);
            }
        }
    }
}
