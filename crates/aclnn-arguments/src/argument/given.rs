//! Arguments read by a table: one loop for all operators, whose own code only takes them out, typed.

use std::ffi::c_char;
use std::{array, mem, slice};

use super::array::{Bools, Floats, Ints};
use super::list::list;
use super::scalar::{Scalar, Scalars};
use super::tensor::{TensorArg, tensor};
use super::value::{DataType, Text, tell};
use super::{Argument, null_as};
use crate::abi::acl::types::aclDataType;
use crate::abi::failure::Outcome;
use crate::abi::shown;
use crate::diagnostics::hooks;
use crate::error::Result;

/// Declares the kinds of parameters: how each is read of what C passed, and what is kept of it.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: |$name:ident, $word:ident| $read:expr;)+) => {
        /// A kind of parameter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$doc])* $kind,)+
        }

        impl Kind {
            /// Reads an argument of this kind into its place, where none was before; refuses null, and handles that are none.
            ///
            /// # Safety
            /// The contract of [`crate::abi`]; `word` is an argument of this kind.
            unsafe fn read(self, name: &'static str, word: u64, to: &mut Given) -> Result<()> {
                match self {
                    $(Self::$kind => {
                        let ($name, $word) = (name, word);
                        to.put($read);
                    })+
                }
                Ok(())
            }
        }
    };
}

kinds! {
    /// `aclTensor *`
    Tensor: |name, word| Given::Tensor(Some(TensorArg::new(name, word as usize, tensor(name, word as usize)?)));
    /// `aclTensorList *`
    Tensors: |name, word| Given::Tensors(name, list(name, pointer(word))?);
    /// `aclScalar *`
    Scalar: |name, word| Given::Scalar(Scalar::look_up(name, pointer(word))?);
    /// `aclScalarList *`
    Scalars: |name, word| Given::Scalars(Scalars::look_up(name, pointer(word))?);
    /// `aclIntArray *`
    Ints: |name, word| Given::Ints(Ints::look_up(name, pointer(word))?);
    /// `aclFloatArray *`
    Floats: |name, word| Given::Floats(Floats::look_up(name, pointer(word))?);
    /// `aclBoolArray *`
    Bools: |name, word| Given::Bools(Bools::look_up(name, pointer(word))?);
    /// `char *`
    Text: |name, word| {
        // SAFETY: text, by the caller's promise.
        Given::Text(unsafe { Text::copy(name, pointer::<c_char>(word)) }?)
    };
    /// `aclDataType`
    DataType: |name, word| Given::DataType(DataType::new(name, aclDataType::from_raw(word as i32)));
    // Numbers from here on.
    /// `bool`
    Bool: |name, word| number(name, shown::Kind::Bool, word);
    /// `float`
    F32: |name, word| number(name, shown::Kind::F32, word);
    /// `double`
    F64: |name, word| number(name, shown::Kind::F64, word);
    /// `int8_t`
    I8: |name, word| number(name, shown::Kind::Signed, word);
    /// `int32_t`
    I32: |name, word| number(name, shown::Kind::Signed, word);
    /// `int64_t`
    I64: |name, word| number(name, shown::Kind::Signed, word);
    /// `uint32_t`
    U32: |name, word| number(name, shown::Kind::Unsigned, word);
    /// `uint64_t`
    U64: |name, word| number(name, shown::Kind::Unsigned, word);
}

impl Kind {
    /// Returns true if the word is the value: there is nothing to read, and nothing to refuse.
    fn is_number(self) -> bool {
        self as u8 >= Self::Bool as u8
    }
}

fn pointer<T>(word: u64) -> *const T {
    std::ptr::with_exposed_provenance(word as usize)
}

fn number(name: &'static str, kind: shown::Kind, word: u64) -> Given {
    tell(name, kind, word);
    Given::Number(word)
}

/// A parameter of a first phase.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its kind.
    pub kind: Kind,
    /// True if it may be null.
    pub optional: bool,
    /// Bytes of its name.
    pub name: u8,
}

/// The parameters of a first phase.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    /// Their documented names, one behind the other: a pointer to each would be a relocation each.
    pub names: &'static str,
    /// In order.
    pub parameters: &'static [Parameter],
    /// The code of a required argument that is null, if it is not 161001.
    pub null: Option<i32>,
}

/// An argument that was read.
#[derive(Debug, Default)]
pub enum Given {
    /// Null, where that is allowed; or taken already.
    #[default]
    Absent,
    /// A tensor, until it is taken.
    Tensor(Option<TensorArg>),
    /// The members of a list of tensors of this name.
    Tensors(&'static str, Vec<TensorArg>),
    /// A scalar.
    Scalar(Scalar),
    /// A list of scalars.
    Scalars(Scalars),
    /// Integers.
    Ints(Ints),
    /// Floating-point numbers.
    Floats(Floats),
    /// Truth values.
    Bools(Bools),
    /// Text.
    Text(Text),
    /// The code of a data type.
    DataType(DataType),
    /// The bits of a number.
    Number(u64),
}

impl Given {
    /// Puts an argument in its place, where none was before. What was read just now is written once: a move right behind waits until it has reached the cache.
    #[inline(always)]
    fn put(&mut self, given: Self) {
        // There is nothing to drop.
        mem::forget(mem::replace(self, given));
    }

    /// Reads an argument into its place, where none was before.
    ///
    /// # Safety
    /// The contract of [`crate::abi`]; `word` is an argument of this kind.
    pub(super) unsafe fn read(
        &mut self,
        name: &'static str,
        kind: Kind,
        optional: bool,
        word: u64,
    ) -> Result<()> {
        if optional && word == 0 {
            return Ok(());
        }
        // SAFETY: the caller's promise.
        unsafe { kind.read(name, word, self) }
    }

    /// Refuses what no operator takes.
    fn check(&self) -> Result<()> {
        match self {
            Self::Tensor(Some(tensor)) => tensor.countable(),
            Self::Tensors(_, tensors) => tensors.iter().try_for_each(TensorArg::countable),
            _ => Ok(()),
        }
    }
}

/// The most arguments that are kept without memory of their own.
const FEW: usize = 12;

/// The arguments of a call, to be taken out in order. Each is read into its place: a vector would move it there.
#[derive(Debug)]
pub struct Arguments {
    few: [Given; FEW],
    /// All of them, where they are more.
    many: Vec<Given>,
    count: usize,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            few: array::from_fn(|_| Given::Absent),
            many: Vec::new(),
            count: 0,
        }
    }
}

impl Arguments {
    /// Reads all arguments in order. They are half a kilobyte, which is not moved.
    ///
    /// # Safety
    /// The contract of [`crate::abi`]; there is a word for each parameter, which is what C passed.
    pub unsafe fn read(&mut self, of: &Parameters, words: &[u64]) -> Outcome {
        let mut names = of.names;
        self.count = words.len();
        if self.count > FEW {
            self.many.resize_with(self.count, Given::default);
        }
        let given = self.all().iter_mut().zip(words);
        for (parameter, (given, &word)) in of.parameters.iter().zip(given) {
            let (name, rest) = names.split_at(parameter.name.into());
            names = rest;
            if parameter.kind.is_number() && !parameter.optional && !hooks::on() {
                given.put(Given::Number(word));
                continue;
            }
            // SAFETY: the caller's promise.
            let read = unsafe { given.read(name, parameter.kind, parameter.optional, word) };
            read.map_err(|error| null_as(of.null, error))?;
        }
        Ok(())
    }

    /// Refuses what no operator takes, in order.
    pub fn check(&mut self) -> Result<()> {
        self.all().iter().try_for_each(Given::check)
    }

    /// Returns an iterator that takes the arguments out.
    pub fn take(&mut self) -> Taking<'_> {
        Taking(self.all().iter_mut())
    }

    fn all(&mut self) -> &mut [Given] {
        match self.many.is_empty() {
            true => &mut self.few[..self.count],
            false => &mut self.many,
        }
    }
}

/// Takes arguments out, from the first on.
#[derive(Debug)]
pub struct Taking<'a>(slice::IterMut<'a, Given>);

impl Taking<'_> {
    /// The next argument. Panics if it is of another type: then the table does not belong to the operator.
    // One copy for each type, not one for each argument.
    #[inline(never)]
    pub fn take_next<T: Argument>(&mut self) -> T {
        let given = self.0.next();
        given.and_then(T::of).unwrap_or_else(|| wrong())
    }
}

#[cold]
fn wrong() -> ! {
    panic!("an argument has another type than its parameter")
}
