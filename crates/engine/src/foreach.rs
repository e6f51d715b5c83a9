//! The foreach engine: calls that have nothing to do with each other, such as one for each member of a list, as one plan.
//!
//! A call that runs in pieces gives its pieces to all threads together with those of the others; a call that is small is one piece, or shares one with
//! its neighbours. All is as if every operand of every call were read before anything is written: an input in memory that another call writes is
//! copied first.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::overlaps::{operands, span, staged};
use super::plan::Placed;
use crate::grain;
use crate::{Addresses, Arg, Args, Call, Plan};
use hostnpu_base::error::{Error, Result};
use hostnpu_base::sync::lock;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{parallel, share_memory_at};

/// The work of a plan at certain addresses, as pieces that may run at the same time.
pub struct Pieces<'a> {
    count: usize,
    run: Box<dyn Fn(usize) -> Result<()> + Sync + 'a>,
}

impl<'a> Pieces<'a> {
    /// Says what to run for each number below `count`.
    pub fn new(count: usize, run: impl Fn(usize) -> Result<()> + Sync + 'a) -> Self {
        let run = Box::new(run);
        Self { count, run }
    }
}

/// Plans calls that write different memory as one.
pub fn together(calls: Vec<Call>) -> Call {
    let (mut args, mut members) = (Args::new(), Vec::with_capacity(calls.len()));
    for call in calls {
        let first = args.len();
        args.extend(call.args().iter().cloned());
        let operands = first..args.len();
        members.push(Member { call, operands });
    }
    let addresses: Addresses = args.iter().map(|arg| arg.view.address).collect();
    let mut plan = Together {
        members,
        staged: Vec::new(),
        workspace: 0,
    };
    plan.staged = plan.crossing(&args, &addresses);
    let copies = plan.staged.iter();
    let copies = copies.map(|&operand| with_alignment(span(&args[operand]).1));
    let most = plan.members.iter();
    let most = most.map(|member| member.call.plan().workspace_size()).max();
    plan.workspace = copies.fold(most.unwrap_or(0), usize::saturating_add);
    Call::with_args(plan, args)
}

/// A call with the numbers of its operands among those of the whole.
struct Member {
    call: Call,
    operands: Range<usize>,
}

struct Together {
    members: Vec<Member>,
    /// The operands that a call reads where another one writes, at the addresses that they were planned with.
    staged: Vec<usize>,
    workspace: usize,
}

impl Together {
    /// The operands that a call reads where another one writes.
    fn crossing(&self, args: &[Arg], addresses: &[usize]) -> Vec<usize> {
        let bytes = |operand: usize| {
            let address = addresses[operand];
            args[operand]
                .view
                .bytes_at(address)
                .filter(|_| address != 0)
        };
        let all = self.members.iter().enumerate();
        let all = all.flat_map(|(member, of)| of.operands.clone().map(move |k| (member, k)));
        let (mut written, mut read) = (Vec::new(), Vec::new());
        for (member, operand) in all {
            let Some(bytes) = bytes(operand) else {
                continue;
            };
            if args[operand].role.writes() {
                written.push((bytes, member, operand));
            } else {
                read.push((bytes, member, operand));
            }
        }
        written.sort_unstable_by_key(|(bytes, ..)| bytes.start);
        // Behind this many bytes nothing is written by what comes before in order.
        let mut ends = Vec::with_capacity(written.len());
        for (bytes, ..) in &written {
            ends.push(bytes.end.max(ends.last().copied().unwrap_or(0)));
        }
        let mut found = Vec::new();
        for (bytes, member, operand) in read {
            let behind = written.partition_point(|(other, ..)| other.start < bytes.end);
            let near = (0..behind).rev().take_while(|&k| ends[k] > bytes.start);
            let meets = |k: usize| {
                let (_, writer, output) = &written[k];
                let at = |k: usize| (&args[k].view, addresses[k]);
                *writer != member && share_memory_at(at(operand), at(*output))
            };
            if near.into_iter().any(meets) {
                found.push(operand);
            }
        }
        found
    }

    /// Runs what can run at the same time, and returns the calls that have to run by themselves.
    fn run_pieces<'p>(&self, placed: &'p [Placed<'_>]) -> Result<Vec<&'p Placed<'p>>> {
        let mut alone = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        let (mut pieces, mut grouped) = (0, grain::MOVED_BYTES);
        for (member, placed) in self.members.iter().zip(placed) {
            let Some(own) = placed.in_pieces()? else {
                alone.push(placed);
                continue;
            };
            let (count, cost) = (own.count, member.call.plan().cost());
            match groups
                .last_mut()
                .filter(|_| count == 1 && grouped < grain::MOVED_BYTES)
            {
                Some(group) => group.members.push(own),
                None => {
                    groups.push(Group {
                        first: pieces,
                        members: vec![own],
                    });
                    pieces += count;
                    grouped = if count == 1 { 0 } else { grain::MOVED_BYTES };
                }
            }
            grouped = grouped.saturating_add(cost);
        }
        let failed: Mutex<Option<Error>> = Mutex::new(None);
        parallel::for_each_piece(pieces, |piece| {
            let group = groups.partition_point(|group| group.first <= piece) - 1;
            let Group { first, members } = &groups[group];
            for member in members {
                if let Err(error) = (member.run)(piece - first) {
                    lock(&failed).get_or_insert(error);
                }
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(alone),
            Some(error) => Err(error),
        }
    }
}

/// The pieces of one call, or several calls of one piece each, which one thread takes together.
struct Group<'a> {
    /// The first of its pieces among all.
    first: usize,
    members: Vec<Pieces<'a>>,
}

impl Plan for Together {
    fn workspace_size(&self) -> usize {
        self.workspace
    }

    fn cost(&self) -> usize {
        let costs = self.members.iter().map(|member| member.call.plan().cost());
        costs.fold(0, usize::saturating_add)
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let planned = args.iter().map(|arg| arg.view.address);
        let found;
        let crossing = match planned.eq(addresses.iter().copied()) {
            true => &self.staged,
            false => {
                found = self.crossing(args, addresses);
                &found
            }
        };
        let copies = crossing.iter();
        let copies = copies.map(|&operand| with_alignment(span(&args[operand]).1));
        let bytes = copies.fold(0, usize::saturating_add).min(workspace.len());
        let (copied, rest) = workspace.split_at_mut(bytes);
        let scratch = Scratch::new(copied);
        // SAFETY: the caller's promise; what another call writes is copied first.
        let mut memory = unsafe { operands(args, addresses) };
        for &operand in crossing {
            memory[operand] = staged(&args[operand], memory[operand], &scratch)?;
        }
        let members = self.members.iter();
        let placed = members.map(|member| member.call.on(&memory[member.operands.clone()]));
        let placed: Vec<Placed> = placed.collect::<Result<_>>()?;
        let mut alone = self.run_pieces(&placed)?.into_iter();
        alone.try_for_each(|placed| placed.run(rest))
    }
}
