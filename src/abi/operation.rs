//! The task of an operator's call.

use std::ops::Range;

use super::watch::operands;
use crate::device::{Work, share};
use crate::diagnostics::hooks::Description;
use crate::error::Result;
use crate::ops::BoundCall;

/// A planned call with the memory to run it on. Who submits it promises what the contract of [`crate::abi`] does: operands and workspace are the
/// plan's until the stream is synchronised.
pub(super) struct Operation<K = ()> {
    /// The entry point that submits it, for its errors.
    pub name: Option<&'static str>,
    pub bound: BoundCall,
    /// Address and bytes.
    pub workspace: (usize, usize),
    #[expect(dead_code, reason = "it lives as long as the task")]
    pub kept: K,
}

impl<K: Send + Sync> Work for Operation<K> {
    fn run(&self) -> Result<()> {
        let (start, size) = self.workspace;
        let workspace: &mut [u8] = match size {
            0 => &mut [],
            // SAFETY: the submitter's promise; the size was held against what the plan needs.
            _ => unsafe { std::slice::from_raw_parts_mut(start as *mut u8, size) },
        };
        // SAFETY: the submitter's promise.
        let ran = unsafe { self.bound.run(workspace) };
        match self.name {
            // What a task finds is told by a synchronisation, whose message has to say what ran.
            Some(name) => ran.map_err(|error| error.of_run(name)),
            None => ran,
        }
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        let (start, size) = self.workspace;
        share(&(start..start.saturating_add(size)), memory) || self.bound.uses(memory)
    }

    fn describe(&self, to: &mut dyn FnMut(Description)) {
        to(Description {
            name: self.name.unwrap_or_default(),
            operands: operands(self.bound.call(), &self.bound.addresses()),
            workspace: self.workspace,
            ..Description::default()
        });
    }
}
