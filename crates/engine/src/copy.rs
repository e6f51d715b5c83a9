//! The copy engine: a list of copies between parts of operands, run in parallel.
//!
//! Moves of elements are written as view expressions ([`Layout::sliced`] and its relatives): each copy reads a part of one operand, or one
//! value, and writes a part of another one, with conversion where their types differ. All is as if every operand were read before anything is
//! written. Copies of one stage write different elements, and run in any order; stages follow each other.

use super::overlaps::operands;
use hostnpu_kernels::memory::Region;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::convert::Steps;
use super::overlaps::{span, staged};
use super::packed;
use super::pointwise::{Operand, cannot_store};
use super::run::Pointwise;
use super::slot::shared;
use super::triangle::Triangle;
use crate::grain;
use crate::{Addresses, Arg, Args, Call, Plan, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, Layout, Value, parallel, share_memory_at};

pub use super::triangle::Keep;

/// Part of an operand: its number, and where the elements lie, counted from the operand's address.
pub type Part = (usize, Layout);

/// Copies that are put together to one call.
pub struct Copies {
    args: Args,
    stages: Vec<Vec<Request>>,
}

/// Source of a copy.
enum From {
    Part(Part),
    Value(Value),
    /// Of the part, what a triangle keeps, and zeros.
    Triangle(Part, Keep),
}

/// One copy, before it is planned.
struct Request {
    from: From,
    through: Option<Dtype>,
    to: Part,
}

impl Copies {
    /// Begins with the operands of the call, in their order.
    pub fn new(args: impl IntoIterator<Item = Arg>) -> Self {
        Self {
            args: args.into_iter().collect(),
            stages: vec![Vec::new()],
        }
    }

    /// Returns where the elements of an operand lie.
    pub fn layout(&self, operand: usize) -> Arc<Layout> {
        self.args[operand].view.layout.clone()
    }

    /// Adds a copy, broadcast and converted to the type of what it writes.
    pub fn copy(&mut self, from: Part, to: Part) {
        self.push(From::Part(from), None, to);
    }

    /// Adds a copy whose elements are converted to `through`, and from there.
    pub fn copy_through(&mut self, from: Part, through: Dtype, to: Part) {
        self.push(From::Part(from), Some(through), to);
    }

    /// Adds the writing of one value, converted.
    pub fn fill(&mut self, value: Value, to: Part) {
        self.push(From::Value(value), None, to);
    }

    /// Adds the writing of zeros, in any type.
    pub fn zero(&mut self, to: Part) {
        let dtype = self.args[to.0].view.dtype;
        // All bits of a zero are 0, in every type.
        self.fill(Value::from_bytes(dtype, &[0; 16]), to);
    }

    /// Adds a copy of the triangle of the last two dimensions that is kept, and of zeros elsewhere. Shapes and types are equal.
    pub fn triangle(&mut self, from: Part, keep: Keep, to: Part) {
        self.push(From::Triangle(from, keep), None, to);
    }

    /// Ends a stage: what follows is written after all before it.
    pub fn then(&mut self) {
        self.stages.push(Vec::new());
    }

    fn push(&mut self, from: From, through: Option<Dtype>, to: Part) {
        if to.1.is_empty() {
            return;
        }
        if let Some(stage) = self.stages.last_mut() {
            stage.push(Request { from, through, to });
        }
    }

    /// Returns the copies as one call. Refuses operands whose types have no conversion, and parts that are none.
    pub fn finish(self) -> Result<Call> {
        let Self { args, stages } = self;
        let written = args.iter().filter(|arg| arg.role.writes());
        written
            .into_iter()
            .try_for_each(Arg::check_distinct_elements)?;
        let stages = stages.into_iter().filter(|stage| !stage.is_empty());
        let stages = stages.map(|requests| Stage::plan(requests, &args));
        let stages: Vec<Stage> = stages.collect::<Result<_>>()?;
        if stages.is_empty() {
            return Ok(Call::nothing(args));
        }
        let addresses: Addresses = args.iter().map(|arg| arg.view.address).collect();
        let mut plan = Moves {
            stages,
            staged: Vec::new(),
            workspace: 0,
        };
        plan.staged = plan.overlapping(&args, &addresses);
        let bytes = plan
            .staged
            .iter()
            .map(|&k| with_alignment(span(&args[k]).1));
        plan.workspace = bytes.fold(0, usize::saturating_add);
        Ok(Call::with_args(plan, args))
    }
}

/// A planned copy, with the numbers of its operands.
struct Move {
    work: Work,
    from: Option<usize>,
    to: usize,
}

#[expect(
    clippy::large_enum_variant,
    reason = "nearly all are of the larger kind"
)]
enum Work {
    Copy(Pointwise),
    Triangle(Triangle),
}

impl Move {
    fn plan(request: Request, args: &[Arg], all: usize) -> Result<Option<Self>> {
        let Request { from, through, to } = request;
        let number = match &from {
            From::Part((number, _)) | From::Triangle((number, _), _) => Some(*number),
            From::Value(_) => None,
        };
        let planned = |work| Move {
            work,
            from: number,
            to: to.0,
        };
        let operand = |(number, layout): &Part, role| {
            let part = args[*number].viewed(layout.clone())?;
            Ok::<_, Error>(part.with_role(role))
        };
        let mut output = operand(&to, Role::Output)?;
        let mut input: Operand = match from {
            From::Value(value) => value.into(),
            From::Part(from) => operand(&from, Role::Input)?.into(),
            From::Triangle(from, keep) => {
                let input = operand(&from, Role::Input)?;
                return Ok(Some(planned(Work::Triangle(Triangle::new(
                    &input, keep, &output, all,
                )?))));
            }
        };
        let mut through = through;
        if output.view.dtype.bits() < 8 && through.is_none_or(|dtype| dtype == output.view.dtype) {
            (input, output) = packed::in_bytes(input, output)?;
            through = None;
        }
        let dtype = match &input {
            Operand::Tensor(arg) => arg.view.dtype,
            Operand::Value(value) => value.dtype(),
            Operand::Output => output.view.dtype,
        };
        let through = through.unwrap_or(dtype);
        let steps = Steps::through(dtype, through, output.view.dtype)
            .ok_or_else(|| cannot_store(&output, dtype))?;
        let copy = Pointwise::part(input, output, steps, all)?;
        Ok(copy.map(|copy| planned(Work::Copy(copy))))
    }

    fn pieces(&self) -> usize {
        match &self.work {
            Work::Copy(copy) => copy.pieces(),
            Work::Triangle(triangle) => triangle.pieces(),
        }
    }

    fn cost(&self) -> usize {
        match &self.work {
            Work::Copy(copy) => copy.cost(),
            Work::Triangle(triangle) => triangle.cost(),
        }
    }

    /// Moves a piece's elements, which are read in the memory of `read`.
    fn piece(&self, piece: usize, read: &[Region], write: &[Region]) -> Result<()> {
        let to = write[self.to];
        let from = self.from.map(|from| read[from]);
        match (&self.work, from) {
            (Work::Copy(copy), Some(from)) => copy.piece(piece, &[from, to]),
            (Work::Copy(copy), None) => copy.piece(piece, &[to]),
            (Work::Triangle(triangle), from) => {
                triangle.piece(piece, from.unwrap_or(to), to);
                Ok(())
            }
        }
    }
}

/// Copies that may run at the same time.
struct Stage {
    moves: Vec<Move>,
    /// Work of one thread each: the first copy, its number of the piece that comes first, and the number of this piece in the stage; small copies
    /// are taken together.
    groups: Vec<Group>,
    pieces: usize,
}

/// Pieces of one copy, or several small copies as one piece.
struct Group {
    /// The first of its pieces, in the stage.
    first: usize,
    moves: std::ops::Range<usize>,
}

impl Stage {
    fn plan(requests: Vec<Request>, args: &[Arg]) -> Result<Self> {
        let bytes = |request: &Request| {
            let (number, layout) = &request.to;
            let dtype = args[*number].view.dtype;
            layout.numel().and_then(|numel| dtype.bytes(numel))
        };
        let all = requests.iter().filter_map(bytes);
        let all = all.fold(0, usize::saturating_add);
        let moves = requests
            .into_iter()
            .filter_map(|request| Move::plan(request, args, all).transpose());
        let moves: Vec<Move> = moves.collect::<Result<_>>()?;
        let (mut groups, mut pieces, mut k) = (Vec::new(), 0, 0);
        while k < moves.len() {
            let start = k;
            let count = moves[k].pieces();
            k += 1;
            let mut cost = moves[start].cost();
            while count == 1
                && k < moves.len()
                && moves[k].pieces() == 1
                && cost < grain::MOVED_BYTES
            {
                cost = cost.saturating_add(moves[k].cost());
                k += 1;
            }
            groups.push(Group {
                first: pieces,
                moves: start..k,
            });
            pieces += count;
        }
        Ok(Self {
            moves,
            groups,
            pieces,
        })
    }

    /// Copies of a stage write different elements; what they read is in the memory of `read`.
    fn run(&self, read: &[Region], write: &[Region]) -> Result<()> {
        let failed = AtomicBool::new(false);
        let piece = |piece: usize| {
            let group = self.groups.partition_point(|group| group.first <= piece) - 1;
            let Group { first, moves } = &self.groups[group];
            for one in &self.moves[moves.clone()] {
                let done = one.piece(piece - first, read, write);
                if done.is_err() {
                    failed.store(true, Ordering::Relaxed);
                }
            }
        };
        match self.pieces {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
        match failed.into_inner() {
            false => Ok(()),
            true => Err(Error::out_of_host_memory(grain::MOVED_BYTES)),
        }
    }
}

/// The plan of a list of copies.
struct Moves {
    stages: Vec<Stage>,
    /// The operands that are read and overlap one that is written, at the addresses that they were planned with.
    staged: Vec<usize>,
    workspace: usize,
}

impl Moves {
    /// The operands that are read and overlap one that is written.
    fn overlapping(&self, args: &[Arg], addresses: &[usize]) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for one in self.stages.iter().flat_map(|stage| &stage.moves) {
            let Some(from) = one.from.filter(|from| !found.contains(from)) else {
                continue;
            };
            // In place, a triangle reads what it does not write.
            if let Work::Triangle(triangle) = &one.work
                && (from == one.to || addresses[from] == addresses[one.to])
                && triangle.is_in_place()
            {
                continue;
            }
            let reads = (&args[from].view, addresses[from]);
            let meets = |(to, arg): (usize, &Arg)| {
                let writes = (&arg.view, addresses[to]);
                arg.role.writes() && addresses[to] != 0 && share_memory_at(reads, writes)
            };
            if addresses[from] != 0 && args.iter().enumerate().any(meets) {
                found.push(from);
            }
        }
        found
    }
}

impl Plan for Moves {
    fn workspace_size(&self) -> usize {
        self.workspace
    }

    fn cost(&self) -> usize {
        let moves = self.stages.iter().flat_map(|stage| &stage.moves);
        moves.map(Move::cost).fold(0, usize::saturating_add)
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let planned = args.iter().map(|arg| arg.view.address);
        let found;
        let overlapping = match planned.eq(addresses.iter().copied()) {
            true => &self.staged,
            false => {
                check_outputs(args, addresses)?;
                found = self.overlapping(args, addresses);
                &found
            }
        };
        let scratch = Scratch::new(workspace);
        // SAFETY: the caller's promise.
        let write = unsafe { operands(args, addresses) };
        let mut read = write.clone();
        for &k in overlapping {
            read[k] = staged(&args[k], write[k], &scratch)?;
        }
        self.stages
            .iter()
            .try_for_each(|stage| stage.run(&read, &write))
    }
}

/// Refuses two outputs that share memory.
fn check_outputs(args: &[Arg], addresses: &[usize]) -> Result<()> {
    let written = |k: &usize| args[*k].role.writes();
    for k in (0..args.len()).filter(written) {
        for other in (0..k).filter(written) {
            let views = [k, other].map(|k| (&args[k].view, addresses[k]));
            if share_memory_at(views[0], views[1]) {
                return Err(shared(args[other].name, args[k].name));
            }
        }
    }
    Ok(())
}
