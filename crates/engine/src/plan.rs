//! Checked calls, between the two phases.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use super::foreach::Pieces;
use super::overlaps::span;
use crate::Arg;
use hostnpu_base::config;
use hostnpu_base::error::{Reason, Result};
use hostnpu_device as device;
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::share_memory;

/// Base addresses of a call's operands, in the order of [`Call::args`].
pub type Addresses = SmallVec<[usize; 8]>;

/// A computation without the memory to run on: owned, immutable, fit to run any number of times.
pub trait Plan: Send + Sync {
    /// Bytes of scratch memory that `run` needs.
    fn workspace_size(&self) -> usize {
        0
    }

    /// Roughly how much work it is, in bytes moved: small plans run at once, where they are submitted.
    fn cost(&self) -> usize;

    /// Returns true if it gives an output its shape ([`crate::Resize`]) when it runs.
    fn sets_shapes(&self) -> bool {
        false
    }

    /// Returns the same call over `args`, of which number `operand` is a matrix that is stored in FRACTAL_NZ, in blocks of so many columns, if it can be read there.
    fn over_blocks(&self, _args: Args, _operand: usize, _block: usize) -> Option<Call> {
        None
    }

    /// Returns inputs of numbers that name something, with the first number that names nothing: elements of the others, and those below 0, have no effect.
    fn leaves_out(&self) -> &[(&'static str, i64)] {
        &[]
    }

    /// Returns what begins its next run, if it waits for other ranks when it runs: such a call is numbered when it is queued, and runs where waiting blocks no other task.
    fn of_ranks(&self) -> Option<&dyn OfRanks> {
        None
    }

    /// Returns what it does at these addresses as pieces that may run at the same time, if it has no need of scratch memory there.
    ///
    /// # Safety
    /// As for [`Plan::run`], until the last piece has run.
    unsafe fn in_pieces<'a>(
        &'a self,
        _args: &'a [Arg],
        _addresses: &'a [usize],
    ) -> Result<Option<Pieces<'a>>> {
        Ok(None)
    }

    /// Computes. `args` are the operands of the call, `addresses` their base addresses now.
    ///
    /// # Safety
    /// Each operand's view at its address is memory that may be read and written as the operand's role says, by no
    /// other thread meanwhile.
    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()>;
}

/// A plan of a call in which ranks meet.
pub trait OfRanks {
    /// Refuses a call whose ranks can no longer come together.
    fn check(&self) -> Result<()>;

    /// Returns the call for its next run, on this stream.
    fn begin(&self, args: &[Arg], stream: &Arc<device::Stream>) -> Call;
}

/// Operands of a call, in the order of the plan's addresses.
pub type Args = SmallVec<[Arg; 4]>;

/// A plan with its operands. Copies share both.
#[derive(Clone)]
pub struct Call(Arc<Planned<dyn Plan>>);

struct Planned<P: ?Sized> {
    args: Args,
    plan: P,
}

/// A call whose parts are made where they stay: a plan is too large to be moved several times on the way of a small call.
pub(crate) struct Draft<P>(Arc<Planned<P>>);

impl<P: Plan + 'static> Draft<P> {
    /// A call without operands, of the plan that `make` returns.
    #[inline(always)]
    pub fn new(make: impl FnOnce() -> P) -> Self {
        // Kernels follow.
        config::isa();
        let place = Arc::into_raw(Arc::<Planned<P>>::new_uninit()).cast_mut();
        // SAFETY: the object is new, so that it has one owner; both places are its own, and it has no other parts.
        unsafe {
            let parts = (*place).as_mut_ptr();
            (&raw mut (*parts).args).write(Args::new());
            (&raw mut (*parts).plan).write(make());
            Self(Arc::from_raw(place).assume_init())
        }
    }

    /// The operands, and the plan.
    #[inline(always)]
    pub fn parts(&mut self) -> (&mut Args, &mut P) {
        let place = Arc::as_ptr(&self.0).cast_mut();
        // SAFETY: a draft is the only owner of its object, and is borrowed for as long as the parts are.
        unsafe { (&mut (*place).args, &mut (*place).plan) }
    }

    /// The call.
    #[inline(always)]
    pub fn finish(self) -> Call {
        Call(self.0)
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("args", &self.args())
            .finish_non_exhaustive()
    }
}

impl Call {
    /// Pairs a plan with its operands.
    pub fn new(plan: impl Plan + 'static, args: impl IntoIterator<Item = Arg>) -> Self {
        Self::with_args(plan, args.into_iter().collect())
    }

    /// As [`Call::new`], for operands that are collected already.
    #[inline(always)]
    pub fn with_args<P: Plan + 'static>(plan: P, args: Args) -> Self {
        let mut draft = Draft::new(|| plan);
        *draft.parts().0 = args;
        draft.finish()
    }

    /// Returns the same call over `stored`, which stands for the input of its name: a matrix in FRACTAL_NZ, in blocks of so many columns. `None` if the matrix has to be
    /// unpacked first.
    pub fn over_blocks(&self, stored: Arg, block: usize) -> Option<Self> {
        let operand = self.args().iter().position(|arg| arg.name == stored.name)?;
        let mut args: Args = self.args().into();
        args[operand] = stored;
        self.plan().over_blocks(args, operand, block)
    }

    /// The plan.
    #[inline]
    pub fn plan(&self) -> &dyn Plan {
        &self.0.plan
    }

    /// The operands, in the order of the plan's addresses.
    #[inline]
    pub fn args(&self) -> &[Arg] {
        &self.0.args
    }

    /// Returns the same call, which says of inputs what [`Plan::leaves_out`] does.
    pub fn leaving_out(self, inputs: &[(&'static str, i64)]) -> Self {
        let args = self.args().into();
        let inputs = inputs.to_vec();
        Self::with_args(LeavesOut { call: self, inputs }, args)
    }

    /// A call that has nothing to do: its outputs are empty.
    pub fn nothing(args: impl IntoIterator<Item = Arg>) -> Self {
        Self::new(Nothing, args)
    }

    /// Computes. `addresses` are the operands' base addresses.
    ///
    /// # Safety
    /// As for [`Plan::run`].
    #[inline]
    pub unsafe fn run(&self, addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        if device::has_aliases() {
            // SAFETY: the caller's promise.
            return unsafe { self.run_at_aliases(addresses, workspace) };
        }
        // SAFETY: the caller's promise.
        unsafe { self.plan().run(self.args(), addresses, workspace) }
    }

    /// Pairs the call with the memory of its operands. Refuses operands that are not all within it.
    pub(crate) fn on(&self, memory: &[Region]) -> Result<Placed<'_>> {
        for (arg, region) in self.args().iter().zip(memory) {
            let (low, bytes) = span(arg);
            if bytes > 0 && !region.has(low, low + bytes as isize) {
                let text = format!("`{}` is outside the memory of a call", arg.name);
                return Err(Reason::Internal(text).into());
            }
        }
        let addresses = memory.iter().map(|region| region.exposed()).collect();
        Ok(Placed {
            call: self,
            addresses,
        })
    }

    /// As [`Call::run`], where the library works at other addresses than those that the program knows.
    #[cold]
    #[inline(never)]
    unsafe fn run_at_aliases(&self, addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let addresses: Addresses = addresses
            .iter()
            .map(|&address| device::alias(address))
            .collect();
        let start = device::alias(workspace.as_mut_ptr().expose_provenance());
        // SAFETY: the caller's promise: both addresses are of the same memory, which is the call's.
        unsafe {
            let start = std::ptr::with_exposed_provenance_mut(start);
            let workspace = std::slice::from_raw_parts_mut(start, workspace.len());
            self.plan().run(self.args(), &addresses, workspace)
        }
    }

    /// Returns true if it may run at once where it is submitted, on an idle stream: it is less work than waking a thread and bringing the
    /// operands to that thread's cache.
    #[inline]
    pub fn is_small(&self) -> bool {
        const LIMIT: usize = 1 << 20;
        self.plan().cost() <= LIMIT
    }

    /// The operands' base addresses.
    pub fn addresses(&self) -> Addresses {
        let args = self.args();
        let mut few = [0; 8];
        if args.len() > few.len() {
            return args.iter().map(|arg| arg.view.address).collect();
        }
        for (address, arg) in few.iter_mut().zip(args) {
            *address = arg.view.address;
        }
        Addresses::from_buf_and_len(few, args.len())
    }

    /// Refuses what no memory is right for: an operand that reaches past the device allocation in which it starts, an output whose elements
    /// share memory, two outputs that share memory with each other.
    #[inline]
    pub fn check_memory(&self) -> Result<()> {
        self.args().iter().try_for_each(Arg::check_memory)?;
        self.check_outputs()
    }

    /// Refuses two outputs that share memory.
    pub fn check_outputs(&self) -> Result<()> {
        let written = |arg: &&Arg| arg.role.writes() && arg.view.address != 0;
        // Most calls have one.
        if self.args().iter().filter(written).nth(1).is_none() {
            return Ok(());
        }
        for (k, arg) in self
            .args()
            .iter()
            .enumerate()
            .filter(|(_, arg)| written(arg))
        {
            for other in self.args()[..k].iter().filter(written) {
                if share_memory(&arg.view, &other.view) {
                    return Err(Reason::Value {
                        arg: arg.name,
                        got: format!("in memory that `{}` is written to as well", other.name),
                        allowed: "memory of its own for each output".into(),
                    }
                    .into());
                }
            }
        }
        Ok(())
    }

    /// Refuses operands that were described without memory where memory is needed.
    pub fn check_own_addresses(&self) -> Result<()> {
        let without = |arg: &&Arg| arg.view.address == 0 && arg.is_touched();
        match self.args().iter().find(without) {
            None => Ok(()),
            Some(arg) => Err(Reason::NoData { arg: arg.name }.into()),
        }
    }

    /// The same at other addresses.
    #[inline]
    pub fn check_addresses(&self, addresses: &[usize]) -> Result<()> {
        for (arg, &address) in self.args().iter().zip(addresses) {
            if address == 0 && arg.is_touched() {
                return Err(Reason::NoData { arg: arg.name }.into());
            }
        }
        Ok(())
    }

    /// Refuses operands in memory that was freed since [`device::frees`] returned `since`, and operands that leave what is allocated
    /// there now.
    pub fn check_live(&self, addresses: &[usize], since: u64) -> Result<()> {
        for (arg, &address) in self.args().iter().zip(addresses) {
            if address != 0 && arg.is_touched() {
                device::check_live(arg.name, address, since)?;
                arg.check_memory_at(address)?;
            }
        }
        Ok(())
    }

    /// Returns true if operands at these addresses lie in this memory, wholly or in part.
    pub fn uses(&self, addresses: &[usize], memory: &Range<usize>) -> bool {
        let mut operands = self.args().iter().zip(addresses);
        operands.any(|(arg, &address)| {
            let bytes = arg.view.bytes_at(address);
            arg.is_touched() && bytes.is_some_and(|bytes| device::share(&bytes, memory))
        })
    }

    /// Returns true if memory that it reads is memory that it writes: then it can run only once on the same input.
    pub fn overwrites_input(&self) -> bool {
        let overlap = |a: &Arg, b: &Arg| share_memory(&a.view, &b.view);
        self.args().iter().any(|arg| arg.role == crate::Role::InOut)
            || self
                .args()
                .iter()
                .filter(|arg| arg.role.writes())
                .any(|output| {
                    self.args()
                        .iter()
                        .any(|input| input.role.reads() && overlap(input, output))
                })
    }
}

/// A call with operands in memory that its maker has, by whose promise for the regions it may be run.
pub(crate) struct Placed<'a> {
    call: &'a Call,
    addresses: Addresses,
}

impl Placed<'_> {
    /// Computes.
    pub fn run(&self, workspace: &mut [u8]) -> Result<()> {
        // SAFETY: all operands are in the regions that `Call::on` was given.
        unsafe { self.call.run(&self.addresses, workspace) }
    }

    /// Returns what it does as pieces, if it has no need of scratch memory.
    pub fn in_pieces(&self) -> Result<Option<Pieces<'_>>> {
        let (plan, args) = (self.call.plan(), self.call.args());
        // SAFETY: as above.
        let pieces = unsafe { plan.in_pieces(args, &self.addresses)? };
        Ok(match pieces {
            None if plan.workspace_size() == 0 => Some(Pieces::new(1, |_| self.run(&mut []))),
            pieces => pieces,
        })
    }
}

/// A call of which is said what it leaves out.
struct LeavesOut {
    call: Call,
    inputs: Vec<(&'static str, i64)>,
}

impl Plan for LeavesOut {
    fn workspace_size(&self) -> usize {
        self.call.plan().workspace_size()
    }

    fn cost(&self) -> usize {
        self.call.plan().cost()
    }

    fn leaves_out(&self) -> &[(&'static str, i64)] {
        &self.inputs
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.call.plan().run(args, addresses, workspace) }
    }
}

/// The plan of empty outputs.
struct Nothing;

impl Plan for Nothing {
    fn cost(&self) -> usize {
        0
    }

    unsafe fn run(&self, _: &[Arg], _: &[usize], _: &mut [u8]) -> Result<()> {
        Ok(())
    }
}
