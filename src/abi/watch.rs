//! Observers of calls and tasks, as the environment asks for them, and what they are told of operators.

use std::ops::Range;
use std::ptr;
use std::sync::Arc;

use crate::device::{Kind, Stream, Work, allocation_at, share};
use crate::diagnostics::check::{Edge, Side};
use crate::diagnostics::hooks::{self, Description, Operand};
use crate::diagnostics::{check, dump, fault, profile, trace};
use crate::error::Result;
use crate::ops::Call;

/// Registers what is asked for. Called by the first call of an entry point, once.
pub(super) fn start() {
    trace::start();
    profile::start();
    dump::start();
    check::start();
    fault::start();
}

/// Rows of bytes that a call or a task uses.
#[derive(Clone, Copy)]
pub(super) struct Bytes {
    name: &'static str,
    start: usize,
    pitch: usize,
    width: usize,
    height: usize,
    writes: bool,
}

impl Bytes {
    /// Bytes that are read.
    pub fn read(name: &'static str, start: usize, count: usize) -> Self {
        Self {
            name,
            start,
            pitch: count,
            width: count,
            height: 1,
            writes: false,
        }
    }

    /// Bytes that are written.
    pub fn written(name: &'static str, start: usize, count: usize) -> Self {
        Self {
            writes: true,
            ..Self::read(name, start, count)
        }
    }

    /// The same in rows.
    pub fn in_rows(self, pitch: usize, height: usize) -> Self {
        Self {
            pitch,
            height,
            ..self
        }
    }

    /// The first one.
    pub fn start(&self) -> usize {
        self.start
    }

    /// All of them, with what lies between rows.
    fn range(&self) -> Range<usize> {
        let rows = self.pitch.saturating_mul(self.height.saturating_sub(1));
        self.start..self.start.saturating_add(rows).saturating_add(self.width)
    }

    fn operand(&self) -> Operand {
        Operand {
            name: self.name,
            reads: !self.writes,
            writes: self.writes,
            dtype: "",
            bits: 8,
            shape: vec![self.height as i64, self.width as i64],
            strides: vec![self.pitch as i64, 1],
            offset: 0,
            address: self.start,
            names_below: None,
        }
    }
}

/// Work on these bytes.
pub(super) struct OnBytes<U, F> {
    pub uses: U,
    pub work: F,
}

impl<U, F> Work for OnBytes<U, F>
where
    U: AsRef<[Bytes]> + Send + Sync,
    F: Fn() -> Result<()> + Send + Sync,
{
    fn run(&self) -> Result<()> {
        (self.work)()
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        let mut uses = self.uses.as_ref().iter();
        uses.any(|bytes| share(&bytes.range(), memory))
    }

    fn describe(&self, to: &mut dyn FnMut(Description)) {
        to(used(self.uses.as_ref()));
    }
}

/// Those of the bytes that are known memory: what else a program has is its own affair.
fn known(uses: &[Bytes]) -> Vec<Operand> {
    let is_known = |bytes: &&Bytes| allocation_at(bytes.start).is_some();
    uses.iter().filter(is_known).map(Bytes::operand).collect()
}

/// Tells what watches that a call uses memory before it returns. To be called before it does.
#[inline]
pub(super) fn used_now(uses: &[Bytes]) {
    #[cold]
    #[inline(never)]
    fn tell(uses: &[Bytes]) {
        check::used_by_host(&known(uses));
    }
    if hooks::on() {
        tell(uses);
    }
}

/// Says what the next task of this thread uses.
#[inline]
pub(super) fn used_in_stream(uses: &[Bytes]) {
    #[cold]
    #[inline(never)]
    fn tell(uses: &[Bytes]) {
        hooks::describe(&|| used(uses));
    }
    if hooks::on() {
        tell(uses);
    }
}

/// The description of a task that uses bytes.
#[cold]
#[inline(never)]
fn used(uses: &[Bytes]) -> Description {
    Description {
        operands: known(uses),
        ..Description::default()
    }
}

/// Says that the next task of this thread writes a word of memory for streams to wait for.
#[inline]
pub(super) fn word_in_stream(address: usize, value: u64) {
    if hooks::on() {
        hooks::describe(&|| Description {
            operands: known(&[Bytes::written("devAddr", address, 8)]),
            edge: Some(Edge::Write(address, value)),
            ..Description::default()
        });
    }
}

/// Says what the next task of this thread is: `call`, at these addresses, with this workspace. `own` is host memory of the library's, in which operands may lie.
pub(super) fn describe(
    name: &'static str,
    call: &Call,
    (addresses, own): (&[usize], &[Arc<[u8]>]),
    workspace: (usize, usize),
    stream: &Stream,
) {
    if check::is_on(check::MEMORY) {
        check_sides(call, (addresses, own), workspace, stream.device().id());
    }
    hooks::describe(&|| Description {
        name,
        operands: operands(call, addresses),
        workspace,
        ..Description::default()
    });
}

/// Has it looked at in whose memory operands and workspace lie.
fn check_sides(
    call: &Call,
    (addresses, own): (&[usize], &[Arc<[u8]>]),
    workspace: (usize, usize),
    device: i32,
) {
    let is_own = |address: usize| {
        own.iter().any(|bytes| {
            bytes
                .as_ptr_range()
                .contains(&ptr::without_provenance(address))
        })
    };
    let operands = call.args().iter().zip(addresses);
    let used =
        operands.filter(|(arg, address)| **address != 0 && arg.is_touched() && !is_own(**address));
    let named = used.map(|(arg, address)| (arg.name, *address));
    let workspace = (workspace.1 > 0).then_some(("workspace", workspace.0));
    for (name, address) in named.chain(workspace) {
        check::operand(name, address, side(address), device);
    }
}

fn side(address: usize) -> Side {
    match allocation_at(address).map(|found| found.kind) {
        None => Side::Pageable,
        Some(Kind::Host) => Side::Locked,
        Some(Kind::Device(id)) => Side::Device(id),
        Some(Kind::Registered | Kind::Reserved) => Side::Shared,
    }
}

/// Compares what the kind of a copy says with its addresses. 0 to 3 are the kinds of all vendors.
#[inline]
pub(super) fn copied(kind: u32, to: usize, from: usize) {
    #[cold]
    #[inline(never)]
    fn tell(kind: u32, to: usize, from: usize) {
        const WAYS: [&str; 4] = [
            "host to host",
            "host to device",
            "device to host",
            "device to device",
        ];
        let is_device = |address| match side(address) {
            Side::Device(_) => Some(true),
            Side::Pageable | Side::Locked => Some(false),
            Side::Shared => None,
        };
        if let (Some(said), Some(to), Some(from)) =
            (WAYS.get(kind as usize), is_device(to), is_device(from))
        {
            let is = WAYS[usize::from(to) + 2 * usize::from(from)];
            if *said != is {
                check::copied(said, is);
            }
        }
    }
    if hooks::on() {
        tell(kind, to, from);
    }
}

/// The operands of a call at these addresses.
pub(super) fn operands(call: &Call, addresses: &[usize]) -> Vec<Operand> {
    let pairs = call.args().iter().zip(addresses);
    let names_below = |name: &str| {
        let mut left_out = call.plan().leaves_out().iter();
        left_out
            .find(|(of, _)| *of == name)
            .map(|(_, below)| *below)
    };
    pairs
        .map(|(arg, &address)| {
            let (dtype, layout) = (arg.view.dtype, &arg.view.layout);
            Operand {
                name: arg.name,
                reads: arg.role.reads(),
                writes: arg.role.writes(),
                dtype: dtype.name(),
                bits: dtype.bits() as u32,
                shape: layout.shape().to_vec(),
                strides: layout.strides().to_vec(),
                offset: layout.offset(),
                address,
                names_below: names_below(arg.name),
            }
        })
        .collect()
}
