//! Plans that run one after another, with temporary tensors between them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::overlaps::{self, Operands};
use super::pointwise::{self, Operand};
use crate::arg::{Origin, Place};
use crate::{Arg, Call, Plan, Role};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, Layout, contiguous_strides};
use smallvec::SmallVec;

/// One call, and where its operands are.
struct Step {
    call: Call,
    places: SmallVec<[Place; 4]>,
}

/// Bytes of each temporary tensor.
type Temporaries = SmallVec<[usize; 4]>;

/// Steps that are put together to one call.
pub struct Sequence {
    number: u32,
    args: Vec<Arg>,
    temporaries: Temporaries,
    steps: Vec<Step>,
}

/// Returns the number of a new sequence, or of a run whose calls are planned while it runs.
pub(super) fn next_number() -> u32 {
    static NUMBERS: AtomicU32 = AtomicU32::new(0);
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

impl Default for Sequence {
    /// Without operands, which [`Sequence::add`] adds.
    fn default() -> Self {
        Self {
            number: next_number(),
            args: Vec::new(),
            temporaries: SmallVec::new_const(),
            steps: Vec::new(),
        }
    }
}

impl Sequence {
    /// Begins with the operands of the whole call, in their order.
    pub fn new(args: impl IntoIterator<Item = Arg>) -> Self {
        Self::of(args.into_iter().collect())
    }

    fn of(args: Vec<Arg>) -> Self {
        let mut all = Self::default();
        for mut arg in args {
            arg.view.layout = Arc::new((*arg.view.layout).clone());
            all.add(arg);
        }
        all
    }

    /// Adds an operand of the whole call; returns it for steps.
    pub fn add(&mut self, arg: Arg) -> Arg {
        let known = self.known(&arg, Place::Operand(self.args.len() as u32));
        self.args.push(arg);
        known
    }

    /// As [`Sequence::add`], for a list.
    pub fn add_all(&mut self, args: impl IntoIterator<Item = Arg>) -> Vec<Arg> {
        args.into_iter().map(|arg| self.add(arg)).collect()
    }

    /// As [`Sequence::add`], for an operand that may be a value.
    pub fn add_operand(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Tensor(arg) => Operand::Tensor(self.add(arg)),
            other => other,
        }
    }

    fn known(&self, arg: &Arg, place: Place) -> Arg {
        self.at(arg.clone(), place)
    }

    fn at(&self, mut arg: Arg, place: Place) -> Arg {
        let sequence = self.number;
        arg.origin = Some(Origin { sequence, place });
        arg
    }

    /// Returns an operand of the whole call, for a step.
    pub fn operand(&self, number: usize) -> Arg {
        self.known(&self.args[number], Place::Operand(number as u32))
    }

    /// Returns a dense tensor that the steps have for themselves.
    pub fn temporary(&mut self, dtype: Dtype, shape: &[i64]) -> Result<Arg> {
        let layout = Layout::contiguous(shape);
        let temporary = Arg::new("temporary", Role::Output, dtype, layout, 0)?;
        let bytes = temporary.view.numel().and_then(|n| dtype.bytes(n));
        let place = Place::Temporary(self.temporaries.len() as u32);
        self.temporaries.push(bytes.unwrap_or(usize::MAX));
        Ok(self.at(temporary, place))
    }

    /// Returns another view of the memory of an operand or a temporary tensor, for a step. The caller's layout stays inside what it shows.
    pub fn viewed(&mut self, of: &Arg, layout: Layout) -> Result<Arg> {
        of.with_layout(layout)
    }

    /// Returns a dense operand or temporary tensor in another shape, for a step.
    pub fn reshaped(&mut self, of: &Arg, shape: &[i64]) -> Result<Arg> {
        let strides = contiguous_strides(shape);
        self.viewed(
            of,
            Layout::new(shape.into(), strides, of.view.layout.offset()),
        )
    }

    /// Returns the elements of an operand or a temporary tensor in another shape, for a step: as a view, or as a copy where no strides say that.
    pub fn reshaped_or_copied(&mut self, of: &Arg, shape: &[i64]) -> Result<Arg> {
        if let Some(layout) = of.view.layout.reshaped(shape) {
            return self.viewed(of, layout);
        }
        let copied = self.temporary(of.view.dtype, of.view.layout.shape())?;
        self.then(pointwise::copy(of.clone(), copied.clone())?)?;
        self.reshaped(&copied, shape)
    }

    /// Adds the copy of what [`Sequence::reshaped_or_copied`] has returned to what it is of, unless it is a view of that.
    pub fn copied_back(&mut self, reshaped: &Arg, of: &Arg) -> Result<()> {
        if matches!(self.place(reshaped)?, Place::Operand(_)) {
            return Ok(());
        }
        let copied = self.reshaped(reshaped, of.view.layout.shape())?;
        self.then(pointwise::copy(copied, of.clone())?)
    }

    /// Finds where an operand of a step is.
    fn place(&self, arg: &Arg) -> Result<Place> {
        match arg.origin {
            Some(origin) if origin.sequence == self.number => Ok(origin.place),
            _ => Err(Reason::Internal(format!("`{}` is of no step", arg.name)).into()),
        }
    }

    /// Adds a step, whose operands are those of the whole call, temporary tensors and views of them.
    pub fn then(&mut self, call: Call) -> Result<()> {
        let places = call.args().iter().map(|arg| self.place(arg));
        let places = places.collect::<Result<_>>()?;
        self.steps.push(Step { call, places });
        Ok(())
    }

    /// Adds a step, whose operands are parts of these operands of the whole call and temporary tensors, in their order.
    pub fn then_on(&mut self, call: Call, whole: &[&Arg]) -> Result<()> {
        let places = whole.iter().map(|arg| self.place(arg));
        let places = places.collect::<Result<_>>()?;
        self.steps.push(Step { call, places });
        Ok(())
    }

    /// Returns the steps as one call, for which every input is as if it were read before the first step.
    pub fn finish_reading_first(self) -> Call {
        let staged = overlaps::bytes_read_first(&self.args);
        self.call(Some(staged))
    }

    /// Returns the steps as one call.
    pub fn finish(self) -> Call {
        self.call(None)
    }

    fn call(self, staged: Option<usize>) -> Call {
        let plan = Steps {
            temporaries: self.temporaries,
            steps: self.steps,
            staged,
        };
        Call::new(plan, self.args)
    }

    /// Returns an operand of the whole call as a dense row, copied to a temporary tensor if it is not one.
    pub fn flat(&mut self, operand: &Arg, length: i64) -> Result<Arg> {
        self.rows(operand, operand.view.dtype, &[length])
    }

    /// Returns an operand as a dense tensor of another shape and of a type, copied to a temporary one if it is not.
    pub fn rows(&mut self, operand: &Arg, dtype: Dtype, shape: &[i64]) -> Result<Arg> {
        let operand = operand.clone().with_role(Role::Input);
        if operand.view.layout.is_contiguous() && operand.view.dtype == dtype {
            return self.reshaped(&operand, shape);
        }
        if !crate::convertible(operand.view.dtype, dtype) {
            return Err(Error::dtype(operand.name, operand.view.dtype, dtype.name()));
        }
        let dense = self.temporary(dtype, operand.shape())?;
        let shaped = self.reshaped(&dense, shape)?;
        self.then(crate::pointwise::copy(operand, dense)?)?;
        Ok(shaped.with_role(Role::Input))
    }
}

struct Steps {
    temporaries: Temporaries,
    steps: Vec<Step>,
    /// Bytes of inputs that are read before the first step, if that is asked for.
    staged: Option<usize>,
}

impl Steps {
    /// Bytes of workspace for all temporary tensors, and inputs that are read first.
    fn own(&self) -> usize {
        let sizes = self.temporaries.iter().map(|&bytes| with_alignment(bytes));
        sizes.fold(self.staged.unwrap_or(0), usize::saturating_add)
    }
}

impl Plan for Steps {
    fn workspace_size(&self) -> usize {
        let most = self
            .steps
            .iter()
            .map(|step| step.call.plan().workspace_size());
        self.own().saturating_add(most.max().unwrap_or(0))
    }

    fn cost(&self) -> usize {
        let costs = self.steps.iter().map(|step| step.call.plan().cost());
        costs.fold(0, usize::saturating_add)
    }

    fn sets_shapes(&self) -> bool {
        self.steps.iter().any(|step| step.call.plan().sets_shapes())
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let own = self.own().min(workspace.len());
        let (own, shared) = workspace.split_at_mut(own);
        let scratch = Scratch::new(own);
        // SAFETY: the caller's promise.
        let mut operands = unsafe { overlaps::operands(args, addresses) };
        if self.staged.is_some() {
            operands = overlaps::read_first(args, operands, &scratch)?;
        }
        let temporaries = self.temporaries.iter().map(|&bytes| scratch.take(bytes));
        let temporaries: SmallVec<[Region; 4]> = temporaries.collect::<Result<_>>()?;
        for step in &self.steps {
            let memory = |place: &Place| match *place {
                Place::Operand(number) => operands.get(number as usize).copied(),
                Place::Temporary(number) => temporaries.get(number as usize).copied(),
            };
            let places: Option<Operands> = step.places.iter().map(memory).collect();
            let places = places.ok_or_else(|| {
                Error::from(Reason::Internal("a plan was run without addresses".into()))
            })?;
            step.call.on(&places)?.run(shared)?;
        }
        Ok(())
    }
}
