//! The index engine: elements, or runs of them, move between a tensor and the places of another one that indices name.
//!
//! A [`Geometry`] says which place each position of a box stands for: it steps evenly through both operands, and along some axes as index
//! tensors say. Movement is by bytes, whatever the type; only what is combined looks at numbers. All indices are held against their axes before
//! anything is written, so that a call that fails leaves everything as it was. Another stream or thread of the program may write them after that: where
//! they are used, an index outside its axis names the last element ([`Indices::offsets`]). Inputs that overlap an output are copied first. Results
//! do not depend on the number of threads: sources of one place are taken in their order.

mod combine;
mod masked;
mod moves;
mod validate;
mod walk;

use super::overlaps::{Operands, operands, span, staged};
use super::tile::read_only;
use hostnpu_kernels::memory::Region;
use smallvec::SmallVec;

use super::pointwise;
use crate::plan::Draft;
use crate::{Addresses, Arg, Args, Call, Plan, Role};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::index::{Combine, Folding, Indices};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dims, Dtype, Layout, Value, share_memory_at};

use combine::Buckets;
pub use masked::scatter_masked;
use validate::Own;
pub use walk::MAX_INDICES;
use walk::{Axis, Line, Walk};

/// Positions that are resolved at once.
const TILE: usize = 1024;

/// Places of one tensor that the positions of a box stand for. Strides are in elements.
#[derive(Clone, Debug, Default)]
pub struct Geometry {
    /// Extents of the box.
    pub shape: Dims,
    /// Strides of what is indexed, 0 along the axes that only indices move through.
    pub there: Dims,
    /// Strides of the other side.
    pub here: Dims,
    /// Offsets that indices add.
    pub along: Vec<Along>,
}

/// An axis of what is indexed, along which an index tensor says where.
#[derive(Clone, Debug)]
pub struct Along {
    /// INT32 or INT64.
    pub index: Arg,
    /// Its strides along the axes of the box.
    pub strides: Dims,
    /// Number of the column of the last axis of the tensor, if that has several.
    pub column: Option<i64>,
    /// Indices lie below this.
    pub extent: i64,
    /// Elements of what is indexed from one index to the next.
    pub stride: i64,
    /// True if an index below 0 counts from the end.
    pub negative: bool,
}

impl Geometry {
    /// Adds an axis.
    pub fn push(&mut self, extent: i64, there: i64, here: i64) {
        self.shape.push(extent);
        self.there.push(there);
        self.here.push(here);
    }
}

/// The tensor that a scatter writes.
#[derive(Clone, Debug)]
pub struct Target {
    /// The tensor.
    pub arg: Arg,
    /// Its contents before; it keeps its elements if this is `None`.
    pub before: Option<Before>,
}

/// Contents of a tensor before elements are scattered to it.
#[derive(Clone, Debug)]
pub enum Before {
    /// The elements of another one of the same shape.
    Copy(Arg),
    /// One value.
    Fill(Value),
}

/// Elements that are scattered.
#[derive(Clone, Debug)]
pub enum Source {
    /// The elements of a tensor.
    Tensor(Arg),
    /// One value, of the target's type.
    Value(Value),
}

/// Plans `output[p] = table[place of p]`: both have one type.
pub fn gather(geometry: &Geometry, table: Arg, output: Arg) -> Result<Call> {
    output.check_distinct_elements()?;
    let args = [
        table.with_role(Role::Input),
        output.clone().with_role(Role::Output),
    ];
    IndexPlan::plan(
        geometry,
        Action::Gather,
        args.into_iter().collect(),
        None,
        None,
    )
}

/// Plans `target[place of p] = source[p]`, in the order of positions: where several go to one place, the last one stays.
pub fn assign(geometry: &Geometry, source: Source, target: Target) -> Result<Call> {
    IndexPlan::scatter(geometry, Action::Assign, source, target)
}

/// Plans the combination of the sources of each place, in the order of positions, computed in a wider type and rounded once. A place without
/// sources keeps its bits. Sources whose index is `skip` are left out.
pub fn combine(
    geometry: &Geometry,
    folding: Folding,
    skip: Option<i64>,
    source: Source,
    target: Target,
) -> Result<Call> {
    let dtype = target.arg.view.dtype;
    let has_order = !dtype.is_complex();
    let needs_order = !matches!(folding.combine, Combine::Add | Combine::Multiply);
    if needs_order && !has_order {
        let arg = target.arg.name;
        return Err(Error::dtype(
            arg,
            dtype,
            "real numbers, which have an order",
        ));
    }
    let buckets = Buckets::new(dtype, folding, skip).ok_or_else(|| {
        Error::dtype(
            target.arg.name,
            dtype,
            "a type of numbers that can be combined",
        )
    })?;
    IndexPlan::scatter(geometry, Action::Combine(buckets), source, target)
}

/// Action at each position.
enum Action {
    Gather,
    Assign,
    Combine(Buckets),
}

/// An index tensor of a plan.
struct IndexTensor {
    /// Its operand.
    number: usize,
    is_wide: bool,
    /// Bytes from its first element to the first one that is read.
    skip: isize,
    extent: i64,
    /// Offset that an index of 1 adds.
    stride: isize,
    negative: bool,
    own: Own,
}

/// A plan. Operands: what is indexed, the other side if it is a tensor, index tensors, and what is copied before.
struct IndexPlan {
    action: Action,
    walk: Walk,
    bounds: SmallVec<[IndexTensor; 1]>,
    /// The operand that is written.
    written: usize,
    value: Option<Value>,
    /// The call that comes before, and its operands.
    before: Option<(Call, SmallVec<[usize; 2]>)>,
    workspace: usize,
}

impl IndexPlan {
    fn scatter(
        geometry: &Geometry,
        action: Action,
        source: Source,
        Target { arg, before }: Target,
    ) -> Result<Call> {
        arg.check_distinct_elements()?;
        let role = match before {
            Some(_) => Role::Output,
            None => Role::InOut,
        };
        let mut args = Args::from_iter([arg.with_role(role)]);
        let value = match source {
            Source::Tensor(arg) => {
                args.push(arg.with_role(Role::Input));
                None
            }
            Source::Value(value) => Some(value),
        };
        Self::plan(geometry, action, args, value, before)
    }

    fn plan(
        geometry: &Geometry,
        action: Action,
        mut args: Args,
        value: Option<Value>,
        before: Option<Before>,
    ) -> Result<Call> {
        let table = &args[0];
        let size = (table.view.dtype.bits() / 8) as isize;
        let written = match action {
            Action::Gather => 1,
            _ => 0,
        };
        let before = match before {
            None => None,
            Some(Before::Fill(value)) => {
                let call = pointwise::fill(value, args[0].clone())?;
                Some((call, SmallVec::from_slice(&[0])))
            }
            Some(Before::Copy(input)) => {
                let input = input.with_role(Role::Input);
                let call = pointwise::copy(input.clone(), args[0].clone())?;
                args.push(input);
                Some((call, SmallVec::from_slice(&[args.len() - 1, 0])))
            }
        };
        if geometry.along.len() > MAX_INDICES {
            return Err(Reason::Internal("too many index tensors".into()).into());
        }
        let others = args.len();
        let mut bounds: SmallVec<[IndexTensor; 1]> = SmallVec::new();
        let mut index_strides: SmallVec<[Dims; 1]> = SmallVec::new();
        for along in &geometry.along {
            // Several columns of one tensor are one operand.
            let same = |arg: &Arg| along.column.is_some() && arg.is_same_view(&along.index);
            let known = args[others..].iter().position(same);
            let number = known.map_or(args.len(), |number| others + number);
            if number == args.len() {
                args.push(along.index.clone().with_role(Role::Input));
            }
            let bytes = (along.index.view.dtype.bits() / 8) as i64;
            index_strides.push(along.strides.iter().map(|stride| stride * bytes).collect());
            bounds.push(IndexTensor::new(along, number, size)?);
        }
        let axes = geometry.shape.iter().enumerate().map(|(k, &extent)| Axis {
            extent: extent as usize,
            there: geometry.there[k] as isize * size,
            here: geometry.here[k] as isize * size,
            indices: std::array::from_fn(|i| {
                let strides = index_strides.get(i);
                strides
                    .and_then(|strides| strides.get(k))
                    .map_or(0, |&s| s as isize)
            }),
        });
        let mut draft = Draft::new(|| Self {
            walk: Walk::new(axes, size as usize),
            action,
            bounds,
            written,
            value,
            before,
            workspace: 0,
        });
        let (own_args, plan) = draft.parts();
        if plan.walk.count == 0 {
            return Ok(match plan.before.take() {
                Some((before, _)) => before,
                None => Call::nothing(args),
            });
        }
        if let Action::Combine(buckets) = &mut plan.action {
            buckets.fit(&mut plan.walk, &mut plan.bounds)?;
        }
        plan.workspace = plan
            .staged(&args, &addresses_of(&args))
            .map(|k| with_alignment(span(&args[k]).1))
            .sum();
        if let Action::Combine(buckets) = &plan.action {
            plan.workspace = plan.workspace.saturating_add(buckets.workspace(&plan.walk));
        }
        if let Some((before, _)) = &plan.before {
            plan.workspace = plan
                .workspace
                .saturating_add(before.plan().workspace_size());
        }
        *own_args = args;
        Ok(draft.finish())
    }

    /// The operands that are read from memory that is written.
    fn staged<'a>(
        &'a self,
        args: &'a [Arg],
        addresses: &'a [usize],
    ) -> impl Iterator<Item = usize> + 'a {
        let target = (&args[self.written].view, addresses[self.written]);
        let copied = self
            .before
            .as_ref()
            .and_then(|(_, places)| places.first().copied());
        (0..args.len()).filter(move |&k| {
            k != self.written
                && Some(k) != copied
                && addresses[k] != 0
                && target.1 != 0
                && share_memory_at((&args[k].view, addresses[k]), target)
        })
    }

    /// Writes the offsets of the positions of a line: each within what positions can have ([`IndexPlan::reach`]), whatever the indices are.
    fn resolve(&self, line: &Line, places: &Places, offsets: &mut [isize]) {
        let even = (line.there, self.walk.last.there);
        if self.bounds.is_empty() {
            for (k, offset) in offsets.iter_mut().enumerate() {
                *offset = even.0 + k as isize * even.1;
            }
        }
        for (k, bound) in self.bounds.iter().enumerate() {
            let indices = Indices {
                first: places.indices[k].moved(line.indices[k]),
                step: self.walk.last.indices[k],
                count: line.length,
            };
            let (extent, stride) = (bound.extent, bound.stride);
            match (k, bound.is_wide) {
                (0, true) => indices.offsets::<i64>(even, extent, stride, offsets),
                (0, false) => indices.offsets::<i32>(even, extent, stride, offsets),
                (_, true) => indices.add_to::<i64>(extent, stride, offsets),
                (_, false) => indices.add_to::<i32>(extent, stride, offsets),
            }
        }
    }
}

/// The first elements.
struct Places<'a> {
    there: Region<'a>,
    here: Region<'a>,
    indices: [Region<'a>; MAX_INDICES],
}

/// The first element of an operand.
fn first_element<'a>(arg: &Arg, operand: Region<'a>) -> Region<'a> {
    operand.moved(arg.view.layout.offset() as isize * (arg.view.dtype.bits() / 8) as isize)
}

fn addresses_of(args: &[Arg]) -> Addresses {
    args.iter().map(|arg| arg.view.address).collect()
}

impl Plan for IndexPlan {
    fn workspace_size(&self) -> usize {
        self.workspace
    }

    fn cost(&self) -> usize {
        let moved = self.walk.count.saturating_mul(2 * self.walk.run + 16);
        let before = self
            .before
            .as_ref()
            .map_or(0, |(call, _)| call.plan().cost());
        moved.saturating_add(before)
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let before = self.before.as_ref();
        let own = workspace.len()
            - before
                .map_or(0, |(call, _)| call.plan().workspace_size())
                .min(workspace.len());
        let (own, others) = workspace.split_at_mut(own);
        let scratch = Scratch::new(own);
        // SAFETY: the caller's promise; what indices add is within their axes, whatever they are by now, nothing that is read is written, and pieces write different places.
        let mut bases = unsafe { operands(args, addresses) };
        self.check_indices(args, &bases)?;
        for k in self.staged(args, addresses) {
            bases[k] = staged(&args[k], bases[k], &scratch)?;
        }
        if let Some((call, operands)) = before {
            let operands: Operands = operands.iter().map(|&k| bases[k]).collect();
            call.on(&operands)?.run(others)?;
        }
        let here = match &self.value {
            Some(value) => read_only(value.bytes()),
            None => first_element(&args[1], bases[1]),
        };
        let places = Places {
            there: first_element(&args[0], bases[0]),
            here,
            indices: std::array::from_fn(|k| {
                self.bounds.get(k).map_or(Region::EMPTY, |bound| {
                    let first = first_element(&args[bound.number], bases[bound.number]);
                    first.moved(bound.skip)
                })
            }),
        };
        match &self.action {
            Action::Gather => self.gather(&places),
            Action::Assign => self.assign(&places),
            Action::Combine(buckets) => {
                let index = self.bounds.first().map(|bound| args[bound.number].name);
                let index = index.unwrap_or("index");
                return self.combine(buckets, &places, index, &scratch);
            }
        }
        Ok(())
    }
}

/// Returns true if a type can hold indices.
pub fn is_index(dtype: Dtype) -> bool {
    matches!(dtype, Dtype::I32 | Dtype::I64)
}

impl IndexTensor {
    /// Binds an index tensor, operand `number`, to an axis of elements of `size` bytes.
    fn new(along: &Along, number: usize, size: isize) -> Result<Self> {
        let Along { index, column, .. } = along;
        let dtype = index.view.dtype;
        if !is_index(dtype) {
            return Err(Error::dtype(index.name, dtype, "INT32 or INT64"));
        }
        let bytes = (dtype.bits() / 8) as i64;
        let layout: &Layout = &index.view.layout;
        let last = layout.strides().last().copied().unwrap_or(0);
        Ok(Self {
            number,
            is_wide: dtype == Dtype::I64,
            skip: column.map_or(0, |column| (column * last * bytes) as isize),
            extent: along.extent,
            stride: along.stride as isize * size,
            negative: along.negative,
            own: Own::new(layout, *column, bytes as isize),
        })
    }
}
