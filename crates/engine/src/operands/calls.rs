//! Calls that a kernel plans when it runs, because what they move depends on numbers in memory.
//!
//! An operand of calls is bound to an [`Arg`] at its address of this run, with its own strides. [`Calls`] runs what is planned over such operands and
//! parts of them, as the steps of a sequence: where each operand lies comes from its origin, and whether it may be written from its declaration.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use super::super::dense::Operand;
use super::{Declared, DeclaredOperand, Operands, Places, Special, not_declared, temporary};
use crate::arg::{Origin, Place};
use crate::{Addresses, Arg, Call, Role};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::Plain;
use hostnpu_tensor::{Element, Layout};
use smallvec::SmallVec;

/// An input for calls, as it lies.
pub struct ReadForCalls(Operand);

/// An output for calls, as it lies.
pub struct WriteForCalls(Operand);

impl From<Arg> for ReadForCalls {
    fn from(arg: Arg) -> Self {
        Self(Operand::read_as_it_lies(arg))
    }
}

impl From<Arg> for WriteForCalls {
    fn from(arg: Arg) -> Self {
        Self(Operand::write_as_it_lies(arg.with_role(Role::Output)))
    }
}

impl WriteForCalls {
    /// A tensor that calls read and write.
    pub fn update(arg: Arg) -> Self {
        Self(Operand::write_as_it_lies(arg.with_role(Role::InOut)))
    }
}

macro_rules! for_calls {
    ($($name:ident: $writes:expr, $role:expr;)*) => {$(
        impl Operands for $name {
            type Bound<'a> = Arg;

            fn declare(self, to: &mut Declared) {
                let layout = self.0.arg.view.layout.clone();
                to.special_operand(self.0, Some(Box::new(Special::Calls(layout))));
            }

            fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Arg> {
                let number = places.all.len() - places.places.len();
                let of = places.take(None, $writes)?;
                let layout = layout(of.known, of.is_moved)?;
                let address = base(of.known, &layout, of.address);
                let layout = layout.into_owned();
                let mut arg = Arg::new(of.known.name, $role, of.known.dtype, layout, address)?;
                let place = Place::Operand(number as u32);
                arg.origin = Some(Origin { sequence: places.run, place });
                Ok(arg)
            }
        }
    )*};
}

for_calls! {
    ReadForCalls: false, Role::Input;
    WriteForCalls: true, Role::InOut;
}

/// The layout of an operand: its own, or that of the dense copy that was made of it.
fn layout(of: &DeclaredOperand, is_moved: bool) -> Result<Cow<'_, Arc<Layout>>> {
    let own = of
        .of_calls()
        .ok_or_else(|| not_declared("an operand of calls"))?;
    Ok(match is_moved {
        true => Cow::Owned(Arc::new(Layout::contiguous(own.shape()))),
        false => Cow::Borrowed(own),
    })
}

/// The address from which the layout of an operand counts.
fn base(of: &DeclaredOperand, layout: &Layout, first: usize) -> usize {
    let bits = layout.offset().saturating_mul(of.dtype.bits() as i64);
    first.wrapping_add_signed(-(bits.div_euclid(8) as isize))
}

/// Declared in a structure of operands: what runs calls over its operands.
pub struct RunsCalls;

impl Operands for RunsCalls {
    type Bound<'a> = Calls<'a>;

    fn declare(self, _: &mut Declared) {}

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Calls<'a>> {
        Ok(Calls {
            run: places.run,
            known: places.known,
            places: places.all,
            take: places.take,
            numbers: RefCell::default(),
        })
    }
}

/// Runs calls over the operands of one run.
pub struct Calls<'a> {
    run: u32,
    known: &'a [DeclaredOperand],
    places: &'a [super::Place],
    take: &'a dyn Fn(usize) -> Result<Region<'a>>,
    numbers: RefCell<SmallVec<[Numbers; 2]>>,
}

/// Numbers of the kernel that calls read.
struct Numbers {
    address: usize,
    layout: Arc<Layout>,
}

/// Address and layout of an operand, and whether it may be written.
type Found<'f> = (usize, Cow<'f, Arc<Layout>>, bool);

impl<'a> Calls<'a> {
    /// Returns scratch memory for this run, which holds any numbers, as many elements as numbers in memory ask for.
    pub fn temporary<T: Plain>(&self, count: usize) -> Result<&'a mut [T]> {
        let memory = (self.take)(count.saturating_mul(size_of::<T>()))?;
        Ok(temporary(memory, count))
    }

    /// Returns numbers of the kernel as an input of calls.
    pub fn input<T: Element>(&self, name: &'static str, of: &'a [T]) -> Result<Arg> {
        let layout = Arc::new(Layout::contiguous(&[of.len() as i64]));
        let address = of.as_ptr().expose_provenance();
        let mut arg = Arg::new(name, Role::Input, T::DTYPE, layout.clone(), address)?;
        let mut numbers = self.numbers.borrow_mut();
        let place = Place::Temporary(numbers.len() as u32);
        let sequence = self.run;
        arg.origin = Some(Origin { sequence, place });
        numbers.push(Numbers { address, layout });
        Ok(arg)
    }

    /// Runs a call over operands that were declared for calls, parts of them and inputs.
    pub fn run(&self, call: &Call) -> Result<()> {
        let mut addresses = Addresses::new();
        for arg in call.args() {
            addresses.push(self.address(arg)?);
        }
        // SAFETY: each operand lies in an operand of this run, which is there as the role says, or in numbers that nothing writes.
        unsafe { call.run(&addresses, &mut []) }
    }

    /// Returns the address of an operand of a call. Refuses what is no part of an operand of this run, or may not be written.
    fn address(&self, arg: &Arg) -> Result<usize> {
        let place = arg.origin.filter(|origin| origin.sequence == self.run);
        let numbers = self.numbers.borrow();
        let found = match place.map(|origin| origin.place) {
            Some(Place::Operand(number)) => self.operand(number as usize)?,
            Some(Place::Temporary(number)) => {
                let of = numbers.get(number as usize);
                of.map(|of| (of.address, Cow::Borrowed(&of.layout), false))
            }
            None => None,
        };
        let part = |layout: &Layout| match (arg.view.layout.reach(), layout.reach()) {
            (None, _) => true,
            (Some(part), Some(whole)) => {
                part.lowest >= whole.lowest && part.highest <= whole.highest
            }
            (Some(_), None) => false,
        };
        match found {
            Some((address, layout, writes)) if part(&layout) && (writes || !arg.role.writes()) => {
                Ok(address)
            }
            _ => Err(is_of_no_call(arg)),
        }
    }

    /// Address and layout of an operand, and whether it may be written.
    fn operand(&self, number: usize) -> Result<Option<Found<'_>>> {
        let mut operands = self.known.iter().zip(self.places);
        let Some((of, place)) = operands.nth(number) else {
            return Ok(None);
        };
        let layout = layout(of, place.is_moved)?;
        Ok(Some((base(of, &layout, place.address), layout, of.writes)))
    }
}

#[cold]
fn is_of_no_call(arg: &Arg) -> Error {
    Reason::Internal(format!("`{}` is no operand of this run", arg.name)).into()
}
