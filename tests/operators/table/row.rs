//! One operator of the table: its name and samples, then what differs from the usual.

use std::panic::Location;

use hostnpu::tensor::Dtype;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Parameter};

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::bounds;
use crate::chips::short;
use crate::number::Number;

/// An operator, as the drivers hold it.
pub struct Row {
    pub entry: &'static EntryPoint,
    /// The file that it stands in.
    pub file: &'static str,
    /// Calls that succeed, the plainest first: drivers change it argument by argument.
    pub samples: fn() -> Vec<Vec<Argument>>,
    /// The types of each tensor and scalar, copied from the vendor's lists: see [`crate::chips::accepts`].
    pub accepts: &'static [(&'static str, &'static str)],
    /// The type of results before they are cast to the output's.
    pub computes: fn(&Arguments) -> Option<Dtype>,
    /// The exact outputs.
    pub reference: Reference,
    /// Their largest distance from that.
    pub accuracy: Accuracy,
    /// The promises of layout that it keeps.
    pub holds: Holds,
    /// Drivers that leave a part out, and why: `("dtypes alpha", "…")`. In `docs/operators.md`.
    pub except: &'static [(&'static str, &'static str)],
}

impl Row {
    /// An operator whose outputs are rounded once, each to its own type, and that takes strided tensors. It needs [`Row::accepts`] and a reference.
    #[track_caller]
    pub fn new(name: &str, samples: fn() -> Vec<Vec<Argument>>) -> Self {
        Self {
            entry: entry(name),
            file: Location::caller().file(),
            samples,
            accepts: &[],
            computes: |_| None,
            reference: Reference::Missing,
            accuracy: Accuracy::RoundedOnce,
            holds: STRIDED,
            except: &[],
        }
    }

    pub fn accepts(self, accepts: &'static [(&'static str, &'static str)]) -> Self {
        Self { accepts, ..self }
    }

    pub fn computes(self, computes: fn(&Arguments) -> Option<Dtype>) -> Self {
        Self { computes, ..self }
    }

    pub fn reference(self, reference: Reference) -> Self {
        Self { reference, ..self }
    }

    /// [`Reference::Unary`].
    pub fn unary(self, exact: fn(&Number) -> Number) -> Self {
        self.reference(Reference::Unary(exact))
    }

    /// [`Reference::Binary`].
    pub fn binary(self, exact: fn(&Number, &Number) -> Number) -> Self {
        self.reference(Reference::Binary(exact))
    }

    /// [`Reference::Elements`], with the promises of element-wise operators.
    pub fn elements(self, exact: fn(&[Number], &Arguments, Dtype) -> Number) -> Self {
        let is_in_place = |p: &Parameter| p.direction.reads() && p.direction.writes();
        let parameters = || self.entry.parameters.iter();
        let inputs = parameters().filter(|p| p.direction.reads() && p.word == "Input");
        let holds = match parameters().any(is_in_place) {
            true => IN_PLACE,
            false if inputs.count() > 1 => ELEMENTWISE | BROADCAST,
            false => ELEMENTWISE,
        };
        self.holds(holds).reference(Reference::Elements(exact))
    }

    /// [`Reference::Each`].
    pub fn each(self, exact: fn(&[Number], &Arguments, Dtype) -> Number) -> Self {
        self.reference(Reference::Each(exact))
    }

    /// [`Reference::Filled`].
    pub fn filled(self, exact: fn(&Arguments) -> Number) -> Self {
        self.reference(Reference::Filled(exact))
    }

    /// [`Reference::Whole`].
    pub fn whole(self, exact: fn(&Arguments) -> Vec<Vec<Number>>) -> Self {
        self.reference(Reference::Whole(exact))
    }

    /// [`Reference::Bits`].
    pub fn bits(self, exact: fn(&Arguments) -> Vec<Vec<u8>>) -> Self {
        self.reference(Reference::Bits(exact))
    }

    /// [`Reference::Elsewhere`].
    pub fn held_by(self, tests: &'static str) -> Self {
        self.reference(Reference::Elsewhere(tests))
    }

    pub fn accuracy(self, accuracy: Accuracy) -> Self {
        Self { accuracy, ..self }
    }

    /// [`Accuracy::Ulp`].
    pub fn ulp(self, f32: f64, f64: f64) -> Self {
        self.accuracy(Accuracy::Ulp { f32, f64 })
    }

    pub fn holds(self, holds: Holds) -> Self {
        Self { holds, ..self }
    }

    /// All promises that it has so far, but these.
    pub fn without(self, promise: Holds) -> Self {
        let holds = self.holds.without(promise);
        self.holds(holds)
    }

    pub fn except(self, except: &'static [(&'static str, &'static str)]) -> Self {
        Self { except, ..self }
    }

    /// True if a driver leaves out `what`.
    pub fn skips(&self, what: &str) -> bool {
        self.except.iter().any(|(left_out, _)| *left_out == what)
    }

    /// The number of a parameter.
    pub fn position(&self, name: &str) -> usize {
        let found = self
            .entry
            .parameters
            .iter()
            .position(|parameter| parameter.name == name);
        found.unwrap_or_else(|| panic!("{}: no parameter {name}", self.entry.name))
    }

    /// The arguments of a call, with the names of the operator's parameters.
    pub fn of(&self, arguments: &[Argument]) -> Arguments {
        Arguments::new(self.entry, arguments)
    }

    /// The plainest call.
    pub fn sample(&self) -> Vec<Argument> {
        (self.samples)()
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("{}: no sample", self.entry.name))
    }
}

/// An exact result.
#[derive(Clone, Copy)]
pub enum Reference {
    /// Of an element; an integer is converted first where the computation type is a floating-point or complex one.
    Unary(fn(&Number) -> Number),
    /// Of an element of each of two tensors, broadcast.
    Binary(fn(&Number, &Number) -> Number),
    /// Of an element of each tensor that is read, broadcast, with all arguments of the call and the computation type.
    Elements(fn(&[Number], &Arguments, Dtype) -> Number),
    /// Of an element at one place of each list that is read and of each scalar, for lists of tensors that are computed one by one. A scalar for each tensor, in
    /// a list or a tensor, is the one of this tensor.
    Each(fn(&[Number], &Arguments, Dtype) -> Number),
    /// Of every element of an operator that reads no tensor.
    Filled(fn(&Arguments) -> Number),
    /// Elements of the outputs in row-major order, tensors and all arguments given.
    Whole(fn(&Arguments) -> Vec<Vec<Number>>),
    /// The bytes of the outputs, all arguments given.
    Bits(fn(&Arguments) -> Vec<Vec<u8>>),
    /// Held by tests of its own, which are named.
    Elsewhere(&'static str),
    /// None was given: [`Row::new`] makes such a row, and coverage refuses it.
    Missing,
}

/// The largest distance of a result from the exact one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accuracy {
    /// The nearest number of the computation type, then cast to the output's.
    RoundedOnce,
    /// In FLOAT16 and BFLOAT16 and all integers as [`Accuracy::RoundedOnce`]; so many units in the last place of FLOAT, and of DOUBLE.
    Ulp { f32: f64, f64: f64 },
    /// The bounds of `crates/test-support/src/bounds.rs` for this function, or else for all functions of `math`; of a type without a bound as
    /// [`Accuracy::RoundedOnce`].
    Bounds(&'static str),
    /// Bits are moved, and nothing is computed but conversions.
    Copied,
    /// Tests of its own.
    Elsewhere(&'static str),
}

impl Accuracy {
    /// The row of the table of bounds for a type.
    pub fn bound(self, dtype: Dtype) -> Option<bounds::Accuracy> {
        let Self::Bounds(function) = self else {
            return None;
        };
        let dtype = short(dtype);
        let names = [format!("math {function} {dtype}"), format!("math {dtype}")];
        let row = |name: &String| bounds::BOUNDS.iter().find(|row| row.kernel == name);
        Some(names.iter().find_map(row)?.accuracy)
    }
}

/// A set of promises.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Holds(pub u32);

/// Strided tensors give the bits of contiguous ones.
pub const STRIDED: Holds = Holds(1);
/// Inputs broadcast.
pub const BROADCAST: Holds = Holds(2);
/// A tensor without elements succeeds, with a workspace of 0.
pub const EMPTY: Holds = Holds(4);
/// Tensors of rank 0.
pub const RANK_0: Holds = Holds(8);
/// Tensors of rank 8, and no more.
pub const RANK_8: Holds = Holds(16);
/// An output that is an input, or overlaps it.
pub const OVERLAP: Holds = Holds(32);
/// An output of another shape than the inputs give is refused.
pub const SHAPE: Holds = Holds(64);
/// Promises of element-wise operators.
pub const ELEMENTWISE: Holds = Holds(1 | 4 | 8 | 16 | 32 | 64);

/// Promises of operators that write the tensor that they read.
pub const IN_PLACE: Holds = Holds(1 | 4 | 8 | 16);

impl std::ops::BitOr for Holds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Holds {
    pub fn has(self, promise: Holds) -> bool {
        self.0 & promise.0 != 0
    }

    pub const fn without(self, promise: Holds) -> Self {
        Self(self.0 & !promise.0)
    }
}

/// The description of an operator.
pub fn entry(name: &str) -> &'static EntryPoint {
    let found = ENTRY_POINTS.binary_search_by(|entry| entry.name.cmp(name));
    ENTRY_POINTS[found.unwrap_or_else(|_| panic!("no operator {name}"))]
}
