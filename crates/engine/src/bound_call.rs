//! Calls with the memory to run them on.

use std::ops::Range;

use super::{Addresses, Call};
use hostnpu_base::error::Result;
use hostnpu_device as device;

/// A call, and where its operands are: in the memory that they were described with, or in what a program has exchanged it for.
#[derive(Clone, Debug)]
pub struct BoundCall {
    call: Call,
    /// The base addresses of all operands once one was exchanged. On the heap: a call is moved several times between its phases.
    exchanged: Option<Box<Addresses>>,
}

impl BoundCall {
    /// Binds a call to the memory that its operands were described with.
    pub fn new(call: Call) -> Self {
        Self {
            call,
            exchanged: None,
        }
    }

    /// Returns another call over the same operands, in the same memory.
    pub fn of(&self, call: Call) -> Self {
        Self {
            call,
            exchanged: self.exchanged.clone(),
        }
    }

    /// The call.
    #[inline]
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// Returns the operands' base addresses, in the order of [`Call::args`].
    pub fn addresses(&self) -> Addresses {
        match &self.exchanged {
            None => self.call.addresses(),
            Some(addresses) => (**addresses).clone(),
        }
    }

    /// Exchanges the base address of an operand.
    pub fn exchange(&mut self, operand: usize, address: usize) {
        let addresses = self.addresses();
        self.exchanged.get_or_insert_with(|| Box::new(addresses))[operand] = address;
    }

    /// Refuses operands without memory where memory is needed; if memory was freed since [`device::frees`] returned `since`, operands in it too, and operands that leave what
    /// is allocated there now.
    pub fn check(&self, since: u64) -> Result<()> {
        if self.exchanged.is_none() && device::frees() == since {
            return self.call.check_own_addresses();
        }
        let addresses = self.addresses();
        self.call.check_addresses(&addresses)?;
        if device::frees() != since {
            self.call.check_live(&addresses, since)?;
        }
        Ok(())
    }

    /// Returns true if operands lie in this memory, wholly or in part.
    pub fn uses(&self, memory: &Range<usize>) -> bool {
        self.call.uses(&self.addresses(), memory)
    }

    /// Computes.
    ///
    /// # Safety
    /// As for [`Plan::run`](super::Plan::run), at these addresses.
    pub unsafe fn run(&self, workspace: &mut [u8]) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.call.run(&self.addresses(), workspace) }
    }
}
