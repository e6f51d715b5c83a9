//! Operands of a type that is known when a call is planned.

use super::super::dense::Operand;
use super::super::elements::{Any, AnyMut};
use super::{Declared, Operands, Places};
use crate::Arg;
use hostnpu_base::error::Result;
use hostnpu_tensor::Dtype;

/// An input in the type that the kernel computes in, which is known when it is planned.
pub struct ReadAny(Operand);

impl ReadAny {
    /// An input, converted to `dtype`.
    pub fn of(arg: Arg, dtype: Dtype) -> Self {
        Self(Operand::read(arg, dtype))
    }

    /// An input, converted and broadcast to a shape.
    pub fn broadcast(arg: Arg, dtype: Dtype, shape: &[i64]) -> Self {
        Self(Operand::read_as(arg, dtype, shape))
    }

    /// An input, converted, and copied in any case: what the program writes while the kernel runs is not seen.
    pub fn copied(arg: Arg, dtype: Dtype) -> Self {
        Self(Operand::read_copy(arg, dtype))
    }
}

impl From<Arg> for ReadAny {
    /// An input in its own type.
    #[inline]
    fn from(arg: Arg) -> Self {
        let dtype = arg.view.dtype;
        Self::of(arg, dtype)
    }
}

/// An output in the type that the kernel computes in, which is known when it is planned.
pub struct WriteAny(Operand);

impl WriteAny {
    /// An output, converted from `dtype`.
    pub fn of(arg: Arg, dtype: Dtype) -> Self {
        Self(Operand::write(arg, dtype))
    }
}

/// An operand whose type and role are known when it is planned: an engine's, whose callers say which operands are written.
pub(crate) struct AnyOperand(Operand);

impl AnyOperand {
    /// An input, converted to `dtype`.
    pub fn read(arg: Arg, dtype: Dtype) -> Self {
        Self(Operand::read(arg, dtype))
    }

    /// An input, converted and broadcast to a shape.
    pub fn broadcast(arg: Arg, dtype: Dtype, shape: &[i64]) -> Self {
        Self(Operand::read_as(arg, dtype, shape))
    }

    /// An output that is written in full, converted from `dtype`.
    pub fn write(arg: Arg, dtype: Dtype) -> Self {
        Self(Operand::write(arg, dtype))
    }

    /// A tensor that is read and written, converted to `dtype` and back.
    pub fn update(arg: Arg, dtype: Dtype) -> Self {
        Self(Operand::update(arg, dtype))
    }

    /// Returns true if the operand is written.
    pub fn writes(&self) -> bool {
        self.0.arg.role.writes()
    }
}

/// The elements of an [`AnyOperand`].
pub(crate) enum AnyElements<'a> {
    /// Of one that is only read.
    Read(Any<'a>),
    /// Of one that is written.
    Write(AnyMut<'a>),
}

impl Operands for ReadAny {
    type Bound<'a> = Any<'a>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Any<'a>> {
        let of = places.take(None, false)?;
        // SAFETY: elements that nothing writes for 'a, as in `Places::read`.
        Ok(unsafe {
            Any::at(
                of.known.name,
                of.known.dtype,
                of.address,
                of.known.placed.count,
            )
        })
    }
}

impl Operands for WriteAny {
    type Bound<'a> = AnyMut<'a>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<AnyMut<'a>> {
        let of = places.take(None, true)?;
        // SAFETY: elements that nothing else uses for 'a, as in `Places::write`.
        Ok(unsafe {
            AnyMut::at(
                of.known.name,
                of.known.dtype,
                of.address,
                of.known.placed.count,
            )
        })
    }
}

impl Operands for AnyOperand {
    type Bound<'a> = AnyElements<'a>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<AnyElements<'a>> {
        Ok(match places.next_writes() {
            false => AnyElements::Read(ReadAny::bind(places)?),
            true => AnyElements::Write(WriteAny::bind(places)?),
        })
    }
}
