//! Kernels over whole tensors, each of them dense and of the type that the kernel takes.
//!
//! An operand that is dense and of that type is passed as it is. Another one is copied to the workspace first, an output copied back at the end;
//! an input that shares memory with an output is copied too, so that all is as if it were read before anything is written.

use super::pointwise;
use crate::{Addresses, Arg, Args, Call, Plan, ReadableBytes, Role, WritableBytes};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::{Index, IndexSlice};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, Layout, share_memory_at};
use smallvec::SmallVec;

/// A computation over whole dense tensors.
pub trait Kernel: Send + Sync + 'static {
    /// Roughly how much work it is, in bytes moved.
    fn cost(&self) -> usize;

    /// Bytes of scratch memory that it takes.
    fn scratch(&self) -> usize {
        0
    }

    /// Returns true if it gives an output its shape.
    fn sets_shapes(&self) -> bool {
        false
    }

    /// Computes. `places` are the addresses of the first elements, in the order of the operands.
    ///
    /// # Safety
    /// The memory at each place is a dense tensor of the shape and type that the kernel was planned with, and no other thread uses it.
    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()>;

    /// The same, for a kernel that takes operands as they lie: of those, which were copied all the same.
    ///
    /// # Safety
    /// As for [`Kernel::run`].
    unsafe fn run_where(
        &self,
        places: &[usize],
        _moved: &[bool],
        scratch: &mut Scratch,
    ) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.run(places, scratch) }
    }
}

/// An operand of a kernel, with what the kernel takes instead of it.
pub struct Operand {
    pub(super) arg: Arg,
    pub(super) dtype: Dtype,
    shape: Option<Vec<i64>>,
    is_kept: bool,
    /// True if the kernel takes a copy also of what it could take as it is.
    is_copied: bool,
    /// True if the kernel takes it as it lies.
    pub(super) is_strided: bool,
}

impl Operand {
    /// An input, converted to `dtype`.
    pub fn read(arg: Arg, dtype: Dtype) -> Self {
        let arg = arg.with_role(Role::Input);
        Self {
            arg,
            dtype,
            shape: None,
            is_kept: false,
            is_copied: false,
            is_strided: false,
        }
    }

    /// An input, converted to `dtype`, and copied in any case: what the program writes while the kernel runs is not seen.
    pub fn read_copy(arg: Arg, dtype: Dtype) -> Self {
        Self {
            is_copied: true,
            ..Self::read(arg, dtype)
        }
    }

    /// An input in its own type, as it lies.
    pub fn read_as_it_lies(arg: Arg) -> Self {
        let dtype = arg.view.dtype;
        Self {
            is_strided: true,
            ..Self::read(arg, dtype)
        }
    }

    /// The shape that the kernel sees.
    pub fn shape(&self) -> &[i64] {
        self.shape
            .as_deref()
            .unwrap_or(self.arg.view.layout.shape())
    }

    /// An input, converted to `dtype` and broadcast to `shape`.
    pub fn read_as(arg: Arg, dtype: Dtype, shape: &[i64]) -> Self {
        let shape = Some(shape.to_vec());
        Self {
            shape,
            ..Self::read(arg, dtype)
        }
    }

    /// An output that the kernel writes in full, converted from `dtype`.
    pub fn write(arg: Arg, dtype: Dtype) -> Self {
        let arg = arg.with_role(Role::Output);
        Self {
            arg,
            dtype,
            shape: None,
            is_kept: false,
            is_copied: false,
            is_strided: false,
        }
    }

    /// An output in its own type, as it lies; with role [`Role::InOut`] a tensor that is read and written.
    pub fn write_as_it_lies(arg: Arg) -> Self {
        let (dtype, role) = (arg.view.dtype, arg.role);
        let mut operand = Self::write(arg, dtype);
        (operand.arg.role, operand.is_strided) = (role, true);
        operand
    }

    /// A tensor that the kernel reads and writes, converted to `dtype` and from it.
    pub fn update(arg: Arg, dtype: Dtype) -> Self {
        let mut operand = Self::write_part(arg, dtype);
        operand.arg.role = Role::InOut;
        operand
    }

    /// An output of which the kernel writes a part: the rest stays as it is.
    pub fn write_part(arg: Arg, dtype: Dtype) -> Self {
        Self {
            is_kept: true,
            ..Self::write(arg, dtype)
        }
    }
}

/// Plans a kernel. Operands come in the order in which it takes their places.
pub fn plan(kernel: impl Kernel, operands: impl IntoIterator<Item = Operand>) -> Result<Call> {
    plan_any(Box::new(kernel), operands.into_iter().collect())
}

fn plan_any(kernel: Box<dyn Kernel>, operands: Vec<Operand>) -> Result<Call> {
    let (mut args, mut placed) = (Args::new(), Vec::new());
    for operand in operands {
        if operand.arg.role.writes() {
            operand.arg.check_distinct_elements()?;
        }
        placed.push(Placed::new(&operand)?);
        args.push(operand.arg);
    }
    if !kernel.sets_shapes() && writes_nothing(&args) {
        return Ok(Call::nothing(args));
    }
    let mut plan = Dense {
        kernel,
        placed,
        workspace: 0,
    };
    let addresses: Addresses = args.iter().map(|arg| arg.view.address).collect();
    let copied = plan.placed.iter().enumerate();
    let copied = copied
        .filter(|&(k, placed)| placed.is_copied() || plan.is_in_the_way(k, &args, &addresses));
    let copied = copied.map(|(_, placed)| with_alignment(placed.bytes));
    let own = match plan.kernel.scratch() {
        0 => 0,
        bytes => with_alignment(bytes),
    };
    plan.workspace = copied.fold(own, usize::saturating_add);
    Ok(Call::with_args(plan, args))
}

/// Returns true if there are outputs and all of them are empty: such a call has nothing to do, whatever its kernel.
fn writes_nothing(args: &[Arg]) -> bool {
    let mut outputs = args.iter().filter(|arg| arg.role.writes()).peekable();
    outputs.peek().is_some() && outputs.all(|output| output.view.layout.is_empty())
}

/// Way of an operand to the kernel.
struct Placed {
    /// Loaded only where it is in the way of an output.
    is_strided: bool,
    /// Copied where it could be passed as it is.
    is_forced: bool,
    load: Option<Call>,
    store: Option<Call>,
    /// Bytes of the dense tensor.
    bytes: usize,
    /// Bytes from the operand's address to its first element.
    offset: isize,
}

impl Placed {
    fn new(operand: &Operand) -> Result<Self> {
        let (view, role) = (&operand.arg.view, operand.arg.role);
        let shape = operand.shape.as_deref().unwrap_or(view.layout.shape());
        let layout = Layout::contiguous(shape);
        let bytes = layout.numel().and_then(|count| operand.dtype.bytes(count));
        let same_count = layout.numel() == view.numel();
        let offset = view
            .layout
            .offset()
            .saturating_mul(view.dtype.bits() as i64);
        let is_direct = view.layout.is_contiguous()
            && same_count
            && operand.dtype == view.dtype
            && offset % 8 == 0;
        let mut placed = Self {
            is_strided: operand.is_strided && !is_direct,
            is_forced: operand.is_copied && is_direct,
            load: None,
            store: None,
            bytes: bytes.ok_or_else(|| Error::out_of_host_memory(usize::MAX))?,
            offset: offset.div_euclid(8) as isize,
        };
        if is_direct || (operand.is_strided && role.writes()) {
            return Ok(placed);
        }
        // Given an address when it runs.
        let copy = |role| Arg::new("workspace", role, operand.dtype, layout.clone(), 0);
        if role == Role::Input || operand.is_kept {
            let input = operand.arg.clone().with_role(Role::Input);
            placed.load = Some(pointwise::copy(input, copy(Role::Output)?)?);
        }
        if role.writes() {
            placed.store = Some(pointwise::copy(copy(Role::Input)?, operand.arg.clone())?);
        }
        Ok(placed)
    }

    fn is_copied(&self) -> bool {
        !self.is_strided && (self.load.is_some() || self.store.is_some() || self.is_forced)
    }
}

struct Dense {
    kernel: Box<dyn Kernel>,
    placed: Vec<Placed>,
    workspace: usize,
}

impl Dense {
    /// Returns true if an input that is passed as it is shares memory with an output that is.
    fn is_in_the_way(&self, number: usize, args: &[Arg], addresses: &[usize]) -> bool {
        let view = |k: usize| (&args[k].view, addresses[k]);
        let is_direct = |k: usize| addresses[k] != 0 && !self.placed[k].is_copied();
        let meets = |k: usize| {
            args[k].role.writes() && is_direct(k) && share_memory_at(view(k), view(number))
        };
        !args[number].role.writes() && is_direct(number) && (0..args.len()).any(meets)
    }
}

impl Plan for Dense {
    fn workspace_size(&self) -> usize {
        self.workspace
    }

    fn cost(&self) -> usize {
        let copied = self.placed.iter().filter(|placed| placed.is_copied());
        copied.fold(self.kernel.cost(), |cost, placed| {
            cost.saturating_add(2 * placed.bytes)
        })
    }

    fn sets_shapes(&self) -> bool {
        self.kernel.sets_shapes()
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let mut scratch = Scratch::new(workspace);
        let mut places = Addresses::new();
        let mut moved: SmallVec<[bool; 8]> = SmallVec::new();
        for (k, (placed, &address)) in self.placed.iter().zip(addresses).enumerate() {
            let direct = address.wrapping_add_signed(placed.offset);
            let is_in_the_way = self.is_in_the_way(k, args, addresses);
            moved.push(placed.is_copied() || is_in_the_way);
            if !placed.is_copied() && !is_in_the_way {
                places.push(direct);
                continue;
            }
            let copy = scratch.take(placed.bytes)?.expose_provenance();
            if let Some(load) = &placed.load {
                // SAFETY: the caller's promise for the operand; the copy is as large as the dense layout says.
                unsafe { load.run(&[address, copy], &mut [])? };
            }
            if placed.is_forced || (is_in_the_way && !placed.is_strided) {
                // SAFETY: the operand is dense, of as many bytes.
                let (to, from) = unsafe {
                    let from = ReadableBytes::at(direct, placed.bytes);
                    (WritableBytes::at(copy, placed.bytes), from)
                };
                crate::copy(to, from);
            }
            places.push(copy);
        }
        // SAFETY: dense tensors, each in the operand's memory or in a copy.
        unsafe { self.kernel.run_where(&places, &moved, &mut scratch)? };
        for (k, placed) in self.placed.iter().enumerate() {
            if let Some(store) = &placed.store {
                // SAFETY: as for loads.
                unsafe { store.run(&[places[k], addresses[k]], &mut [])? };
            }
        }
        Ok(())
    }
}

/// Returns the elements of a dense tensor.
///
/// # Safety
/// There are `count` elements at `place`, aligned, which nothing writes while the slice is used.
pub unsafe fn slice<'a, T>(place: usize, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    let first = std::ptr::with_exposed_provenance(place);
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(first, count) }
}

/// Returns the indices of a dense tensor: numbers that decide an address, a length or a count.
///
/// # Safety
/// There are `count` of them at `place`, aligned. They may be written while the slice is used.
pub unsafe fn index_slice<'a, I: Index>(place: usize, count: usize) -> IndexSlice<'a, I> {
    // SAFETY: the caller's promise.
    unsafe { IndexSlice::new(std::ptr::with_exposed_provenance(place), count) }
}

/// Returns the memory of elements of a dense tensor.
///
/// # Safety
/// There is memory of `count` elements at `place`, aligned, which nothing else uses meanwhile.
pub unsafe fn slice_mut<'a, T>(place: usize, count: usize) -> &'a mut [T] {
    if count == 0 {
        return &mut [];
    }
    let first = std::ptr::with_exposed_provenance_mut(place);
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(first, count) }
}
