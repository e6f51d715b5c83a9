//! Operands of kernels over whole tensors, each of them dense and of the type that the kernel takes.
//!
//! An operand that is dense and of that type is passed as it is. Another one is copied to the workspace first, an output copied back at the end;
//! an input that shares memory with an output is copied too, so that all is as if it were read before anything is written.

use super::convert::Steps;
use super::{grain, pointwise};
use crate::{Arg, Call, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::{Dtype, Layout, numel};

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
    #[inline]
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
    #[inline]
    pub fn read_copy(arg: Arg, dtype: Dtype) -> Self {
        Self {
            is_copied: true,
            ..Self::read(arg, dtype)
        }
    }

    /// An input in its own type, as it lies.
    #[inline]
    pub fn read_as_it_lies(arg: Arg) -> Self {
        let dtype = arg.view.dtype;
        Self {
            is_strided: true,
            ..Self::read(arg, dtype)
        }
    }

    /// The shape that the kernel sees.
    #[inline]
    pub fn shape(&self) -> &[i64] {
        self.shape
            .as_deref()
            .unwrap_or(self.arg.view.layout.shape())
    }

    /// An input, converted to `dtype` and broadcast to `shape`.
    #[inline]
    pub fn read_as(arg: Arg, dtype: Dtype, shape: &[i64]) -> Self {
        let shape = (arg.view.layout.shape() != shape).then(|| shape.to_vec());
        Self {
            shape,
            ..Self::read(arg, dtype)
        }
    }

    /// An output that the kernel writes in full, converted from `dtype`.
    #[inline]
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
    #[inline]
    pub fn write_as_it_lies(arg: Arg) -> Self {
        let (dtype, role) = (arg.view.dtype, arg.role);
        let mut operand = Self::write(arg, dtype);
        (operand.arg.role, operand.is_strided) = (role, true);
        operand
    }

    /// A tensor that the kernel reads and writes, converted to `dtype` and from it.
    #[inline]
    pub fn update(arg: Arg, dtype: Dtype) -> Self {
        let mut operand = Self::write_part(arg, dtype);
        operand.arg.role = Role::InOut;
        operand
    }

    /// An output of which the kernel writes a part: the rest stays as it is.
    #[inline]
    pub fn write_part(arg: Arg, dtype: Dtype) -> Self {
        Self {
            is_kept: true,
            ..Self::write(arg, dtype)
        }
    }
}

/// Transfer of an operand to a dense tensor of the kernel's type, or back.
pub(super) enum Transfer {
    /// Of a few dense elements, in one pass: planning a call would take longer than converting them.
    Conversion(Steps),
    Call(Call),
}

impl Transfer {
    /// Runs it for `count` elements. `operands` are the two tensors, `first` their first elements, each the source and the target.
    pub fn run(&self, operands: [Region; 2], first: [Region; 2], count: usize) -> Result<()> {
        match self {
            Self::Conversion(steps) => {
                // Both are dense, and one step needs no tile between two.
                steps.run([first[0], Region::EMPTY], first[1], count);
                Ok(())
            }
            Self::Call(call) => call.on(&operands)?.run(&mut []),
        }
    }
}

/// Transfers of an operand that the kernel does not take as it is.
pub(super) struct Transfers {
    load: Option<Transfer>,
    store: Option<Transfer>,
}

impl Transfers {
    /// Plans the copies to a dense tensor and back.
    #[inline(never)]
    fn of(operand: &Operand) -> Result<Box<Self>> {
        let role = operand.arg.role;
        let loads = role == Role::Input || operand.is_kept;
        if is_few_dense_elements(operand) {
            let (own, kernel) = (operand.arg.view.dtype, operand.dtype);
            let conversions = (Steps::new(own, kernel), Steps::new(kernel, own));
            if let (Some(load), Some(store)) = conversions {
                return Ok(Box::new(Self {
                    load: loads.then_some(Transfer::Conversion(load)),
                    store: role.writes().then_some(Transfer::Conversion(store)),
                }));
            }
        }
        let layout = Layout::contiguous(operand.shape());
        // Given an address when it runs.
        let copy = |role| Arg::new("workspace", role, operand.dtype, layout.clone(), 0);
        let (mut load, mut store) = (None, None);
        if loads {
            let input = operand.arg.clone().with_role(Role::Input);
            load = Some(Transfer::Call(pointwise::copy(input, copy(Role::Output)?)?));
        }
        if role.writes() {
            let output = operand.arg.clone();
            store = Some(Transfer::Call(pointwise::copy(copy(Role::Input)?, output)?));
        }
        Ok(Box::new(Self { load, store }))
    }
}

/// Copies an input that a kernel takes as it lies to a dense tensor: `memory` are the two, `first` their first elements.
#[cold]
pub(super) fn load_view(arg: &Arg, memory: [Region; 2], first: [Region; 2]) -> Result<()> {
    let operand = Operand::read(arg.clone(), arg.view.dtype);
    let count = arg.view.numel().unwrap_or(0);
    match &Transfers::of(&operand)?.load {
        Some(load) => load.run(memory, first, count),
        None => Ok(()),
    }
}

/// Way of an operand to the kernel.
pub(super) struct OperandPath {
    /// Loaded only where it is in the way of an output.
    pub is_strided: bool,
    /// Copied where it could be passed as it is.
    pub is_forced: bool,
    /// To a dense tensor and back; none for most operands.
    pub transfers: Option<Box<Transfers>>,
    /// Elements of the dense tensor: broadcasting changes the shape, so they are those that the kernel sees.
    pub count: usize,
    /// Bytes of it.
    pub bytes: usize,
    /// Bytes from the operand's address to its first element.
    pub offset: isize,
}

impl OperandPath {
    /// That of no elements.
    pub const NONE: Self = Self {
        is_strided: false,
        is_forced: false,
        transfers: None,
        count: 0,
        bytes: 0,
        offset: 0,
    };

    #[inline(always)]
    pub fn new(operand: &Operand) -> Result<Self> {
        let view = &operand.arg.view;
        let (layout, dtype) = (&view.layout, operand.dtype);
        let numel = match &operand.shape {
            None => layout.numel(),
            Some(shape) => numel(shape),
        };
        let bytes = numel.and_then(|count| Some((count, dtype.bytes(count)?)));
        let (count, bytes) = bytes.ok_or_else(|| Error::out_of_host_memory(usize::MAX))?;
        let offset = layout.offset().saturating_mul(view.dtype.bits() as i64);
        let is_direct = layout.is_contiguous()
            && Some(count) == layout.numel()
            && dtype == view.dtype
            && offset % 8 == 0;
        // What lies as it may is copied only where it is in the way of an output, which is seldom: that transfer is planned then.
        let is_taken = is_direct || operand.is_strided;
        Ok(Self {
            is_strided: operand.is_strided && !is_direct,
            is_forced: operand.is_copied && is_direct,
            transfers: match is_taken {
                true => None,
                false => Some(Transfers::of(operand)?),
            },
            count,
            bytes,
            offset: offset.div_euclid(8) as isize,
        })
    }

    /// The transfer that fills the dense tensor.
    pub fn load(&self) -> Option<&Transfer> {
        self.transfers.as_ref()?.load.as_ref()
    }

    /// The transfer that writes it back.
    pub fn store(&self) -> Option<&Transfer> {
        self.transfers.as_ref()?.store.as_ref()
    }

    #[inline]
    pub fn is_copied(&self) -> bool {
        !self.is_strided && (self.transfers.is_some() || self.is_forced)
    }
}

/// Returns true if an operand is dense as the kernel takes it but for its type, and has few elements.
fn is_few_dense_elements(operand: &Operand) -> bool {
    let view = &operand.arg.view;
    let is_few = view
        .numel()
        .is_some_and(|count| count <= grain::CONVERTED_AT_ONCE);
    let is_dense = operand.shape.is_none() && view.layout.is_contiguous() && !operand.is_strided;
    let has_bytes = view.dtype.bits() >= 8 && operand.dtype.bits() >= 8;
    is_dense && is_few && has_bytes && view.dtype != operand.dtype
}
