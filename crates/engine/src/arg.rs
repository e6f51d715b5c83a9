//! Operands of an operator, under the names by which its user knows them.

#![forbid(unsafe_code)]

use std::iter;
use std::sync::Arc;

use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::{Dims, Dtype, Layout, View, overlaps_itself};

/// Use of an operand by an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Reads it.
    Input,
    /// Writes it.
    Output,
    /// Reads it, then writes it.
    InOut,
    /// Nothing: it is an input, but of this call it is multiplied by 0.
    Ignored,
    /// Writes it: it is an input too, but of this call it is multiplied by 0.
    Overwritten,
}

impl Role {
    /// Returns true if the operand is read.
    pub fn reads(self) -> bool {
        matches!(self, Role::Input | Role::InOut)
    }

    /// Returns true if the operand is written.
    pub fn writes(self) -> bool {
        matches!(self, Role::Output | Role::InOut | Role::Overwritten)
    }

    /// Returns true if the operator has the operand as an input, read by this call or not.
    pub fn is_input(self) -> bool {
        self != Role::Output
    }
}

/// A tensor that an operator is called with.
#[derive(Clone, Debug)]
pub struct Arg {
    /// Its documented name.
    pub name: &'static str,
    /// Use of the operand by the operator.
    pub role: Role,
    /// Its elements.
    pub view: View,
    /// In a step of a sequence: whose memory it is. Every view of an operand keeps it.
    pub(super) origin: Option<Origin>,
}

/// Origin of the memory of an operand of a step: one of the operands of the whole, or a temporary tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    pub(super) sequence: u32,
    pub(super) place: Place,
}

/// Place of an operand of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the memory of this operand of the whole.
    Operand(u32),
    /// In this temporary tensor.
    Temporary(u32),
}

impl Arg {
    /// Describes an operand. Refuses shapes and strides that no memory can have, as [`View::new`] does.
    pub fn new(
        name: &'static str,
        role: Role,
        dtype: Dtype,
        layout: impl Into<Arc<Layout>>,
        address: usize,
    ) -> Result<Self> {
        let view = View::new(name, dtype, layout, address)?;
        Ok(Self::of_view(name, role, view))
    }

    /// Describes an operand whose view was checked when it was made.
    pub fn of_view(name: &'static str, role: Role, view: View) -> Self {
        Self {
            name,
            role,
            view,
            origin: None,
        }
    }

    /// Returns the lengths of its axes.
    #[inline]
    pub fn shape(&self) -> &[i64] {
        self.view.layout.shape()
    }

    /// Returns the distances between elements along its axes.
    #[inline]
    pub fn strides(&self) -> &[i64] {
        self.view.layout.strides()
    }

    /// Returns it with other axes of the same elements.
    pub fn with_axes(self, shape: &[i64], strides: &[i64]) -> Result<Self> {
        let layout = Layout::new(shape.into(), strides.into(), self.view.layout.offset());
        self.with_layout(layout)
    }

    /// Returns it as a tensor of one element on one axis, if it has no axis.
    pub fn at_least_one_axis(self) -> Result<Self> {
        match self.view.layout.rank() {
            0 => self.with_axes(&[1], &[1]),
            _ => Ok(self),
        }
    }

    /// Returns it with elements of another type of the same size.
    pub fn with_type(mut self, dtype: Dtype) -> Self {
        debug_assert_eq!(self.view.dtype.bits(), dtype.bits());
        self.view.dtype = dtype;
        self
    }

    /// Returns true if both are the same elements of the same tensor: of one origin, if they are of steps.
    pub(super) fn is_same_view(&self, other: &Self) -> bool {
        let of = |arg: &Self| (arg.origin, arg.view.dtype, arg.view.address);
        of(self) == of(other) && self.view.layout == other.view.layout
    }

    /// Returns true if both are the same elements of one operand of a sequence.
    pub fn is_same_operand(&self, other: &Self) -> bool {
        self.origin.is_some() && self.is_same_view(other)
    }

    /// Refuses another number of elements than a kernel relies on.
    pub fn require_numel(&self, count: usize) -> Result<()> {
        match self.view.numel() {
            Some(numel) if numel == count => Ok(()),
            _ => {
                let shape = self.view.layout.shape();
                let allowed = format!("{count} elements");
                Err(Error::value(
                    self.name,
                    format!("a tensor of shape {shape:?}"),
                    allowed,
                ))
            }
        }
    }

    /// Returns the extents of a tensor of `N` axes; refuses another number of axes.
    pub fn extents<const N: usize>(&self) -> Result<[usize; N]> {
        let shape = self.view.layout.shape();
        let extents: Result<[i64; N], _> = shape.try_into();
        extents
            .map(|extents| extents.map(|extent| extent as usize))
            .map_err(|_| {
                let got = format!("a tensor of shape {shape:?}");
                Error::value(self.name, got, format!("{N} dimensions"))
            })
    }

    /// Returns it with another layout over the same memory.
    pub fn with_layout(&self, layout: impl Into<Arc<Layout>>) -> Result<Self> {
        let view = View::new(self.name, self.view.dtype, layout, self.view.address)?;
        Ok(Self { view, ..*self })
    }

    /// Returns its memory as elements of another type, in a layout that stays inside it.
    pub fn recoded(&self, dtype: Dtype, layout: impl Into<Arc<Layout>>) -> Result<Self> {
        let view = View::new(self.name, dtype, layout, self.view.address)?;
        Ok(Self { view, ..*self })
    }

    /// Returns it with another role.
    #[inline]
    pub fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// Returns an input as one that the call reads nothing of, unless `is_read`. It keeps its place among the inputs.
    pub fn read_if(self, is_read: bool) -> Self {
        let role = match self.role {
            Role::Input if !is_read => Role::Ignored,
            Role::InOut if !is_read => Role::Overwritten,
            role => role,
        };
        self.with_role(role)
    }

    /// Returns true if the call reads or writes elements of it.
    #[inline]
    pub fn is_touched(&self) -> bool {
        self.role != Role::Ignored && !self.view.layout.is_empty()
    }

    /// Returns it with one axis behind the others. One that is the last already, or is none, stays as it is.
    pub fn with_axis_last(&self, axis: usize) -> Result<Self> {
        let layout = &self.view.layout;
        if axis + 1 >= layout.rank() {
            return Ok(self.clone());
        }
        let moved = |axes: &[i64]| {
            let mut axes = Dims::from_slice(axes);
            axes[axis..].rotate_left(1);
            axes
        };
        let (shape, strides) = (moved(layout.shape()), moved(layout.strides()));
        self.with_layout(Layout::new(shape, strides, layout.offset()))
    }

    /// Returns it with other elements of its own, or with its elements in another order. Refuses elements that are not its own.
    pub fn viewed(&self, layout: Layout) -> Result<Self> {
        let inside = match (layout.reach(), self.view.layout.reach()) {
            (None, _) => layout.is_empty(),
            (Some(part), Some(whole)) => {
                part.lowest >= whole.lowest && part.highest <= whole.highest
            }
            (Some(_), None) => false,
        };
        if !inside {
            let text = format!("a part of `{}` that is not in it", self.name);
            return Err(Reason::Internal(text).into());
        }
        self.with_layout(layout)
    }

    /// Returns it with its elements in their order in another shape, for which no element has to move.
    pub fn shaped(&self, shape: &[i64]) -> Result<Self> {
        if self.view.layout.shape() == shape {
            return Ok(self.clone());
        }
        let layout = self.view.layout.reshaped(shape);
        self.viewed(layout.ok_or_else(|| {
            let own = self.view.layout.shape();
            Error::from(Reason::Internal(format!(
                "`{}` of shape {own:?} as {shape:?}",
                self.name
            )))
        })?)
    }

    /// Returns it with more axes of extent 1 behind the others, so that it broadcasts along the axes of another operand before the last ones.
    pub fn with_trailing_axes(self, count: usize) -> Result<Self> {
        let layout = &self.view.layout;
        let longer = |axes: &[i64]| {
            axes.iter()
                .copied()
                .chain(iter::repeat_n(1, count))
                .collect()
        };
        let (shape, strides) = (longer(layout.shape()), longer(layout.strides()));
        let layout = Layout::new(shape, strides, layout.offset());
        self.with_layout(layout)
    }

    /// Refuses an operand that no memory holds: it reaches past the device allocation in which it starts, or outside
    /// the address space; or that would be written twice in one place.
    #[inline]
    pub fn check_memory(&self) -> Result<()> {
        self.check_memory_at(self.view.address)?;
        if self.role.writes() {
            self.check_distinct_elements()?;
        }
        Ok(())
    }

    /// Refuses a view whose elements share memory, which cannot be written.
    pub fn check_distinct_elements(&self) -> Result<()> {
        if !overlaps_itself(&self.view.layout) {
            return Ok(());
        }
        let strides = self.view.layout.strides();
        Err(Reason::Value {
            arg: self.name,
            got: format!("a view with strides {strides:?}, in which elements share memory"),
            allowed: "for an output, one place in memory per element".into(),
        }
        .into())
    }

    /// As [`Arg::check_memory`] for the memory, if the base address were `address`. No address is no memory to check.
    pub fn check_memory_at(&self, address: usize) -> Result<()> {
        let alignment = self.alignment();
        if !address.is_multiple_of(alignment) {
            return Err(Reason::Value {
                arg: self.name,
                got: format!("at address {address:#x}"),
                allowed: format!("a multiple of {alignment} bytes for {}", self.view.dtype),
            }
            .into());
        }
        let bytes = self
            .view
            .bytes_at(address)
            .filter(|_| self.view.numel().is_some());
        match bytes {
            _ if address == 0 && self.view.layout.reach().is_some() => Ok(()),
            Some(bytes) => hostnpu_device::bounds(self.name, address, &bytes),
            None => Err(Reason::Shape {
                arg: self.name,
                got: self.view.layout.shape().to_vec(),
                allowed: "what fits the address space".into(),
            }
            .into()),
        }
    }

    /// The number that the address of an element must be a multiple of: its size, of complex numbers that of one part.
    fn alignment(&self) -> usize {
        match self.view.dtype {
            Dtype::Complex32 => 2,
            Dtype::Complex64 => 4,
            Dtype::Complex128 => 8,
            dtype => (dtype.bits() / 8).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_read_keeps_its_place_among_the_inputs() {
        let arg = |role| Arg::new("self", role, Dtype::F32, Layout::contiguous(&[4]), 64).unwrap();
        for (role, writes) in [
            (Role::Input, false),
            (Role::InOut, true),
            (Role::Output, true),
        ] {
            let unread = arg(role).read_if(false);
            assert!(!unread.role.reads());
            assert_eq!(unread.role.writes(), writes);
            assert_eq!(unread.role.is_input(), role.is_input());
            assert_eq!(unread.is_touched(), writes);
            assert_eq!(arg(role).read_if(true).role, role);
        }
    }
}
