//! The arguments of one call, by their numbers and by the names of their parameters.

use std::ops::{Deref, DerefMut, Index, IndexMut, Range, RangeFrom, RangeFull, RangeTo};

use hostnpu_aclnn_operators::entry::{EntryPoint, Parameter};

use crate::argument::Argument;

/// The arguments of a call, in the order of the prototype. `arguments["weight"]` is the one whose parameter has that name in C.
#[derive(Clone)]
pub struct Arguments {
    entry: Option<&'static EntryPoint>,
    values: Vec<Argument>,
}

impl Arguments {
    pub fn new(entry: &'static EntryPoint, values: &[Argument]) -> Self {
        let (entry, values) = (Some(entry), values.to_vec());
        Self { entry, values }
    }

    /// The first arguments of an operator that a reference takes a step of.
    pub fn of(operator: &str, values: &[Argument]) -> Self {
        Self::new(crate::table::entry(operator), values)
    }

    /// The same operator with other arguments.
    pub fn with(&self, values: Vec<Argument>) -> Self {
        Self { values, ..*self }
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.entry.map_or(&[], |entry| entry.parameters)
    }

    /// The argument of a parameter that not all operators of the caller have.
    pub fn find(&self, name: &str) -> Option<&Argument> {
        let mut named = self.parameters().iter().zip(&self.values);
        Some(named.find(|(parameter, _)| parameter.name == name)?.1)
    }

    /// The argument of the first of these parameters that the operator has.
    pub fn find_any(&self, names: &[&str]) -> Option<&Argument> {
        names.iter().find_map(|name| self.find(name))
    }

    /// The names of the parameters.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.parameters().iter().map(|parameter| parameter.name)
    }

    fn name_among<'a>(&self, names: &[&'a str]) -> &'a str {
        let is_known = |name: &&str| self.parameters().iter().any(|known| known.name == *name);
        names
            .iter()
            .copied()
            .find(is_known)
            .unwrap_or_else(|| names[0])
    }

    fn position(&self, name: &str) -> usize {
        let mut parameters = self.parameters().iter();
        let found = parameters.position(|parameter| parameter.name == name);
        let operator = self
            .entry
            .map_or("a step of a reference", |entry| entry.name);
        found.unwrap_or_else(|| panic!("{operator} has no parameter {name}"))
    }
}

impl Deref for Arguments {
    type Target = [Argument];

    fn deref(&self) -> &[Argument] {
        &self.values
    }
}

impl DerefMut for Arguments {
    fn deref_mut(&mut self) -> &mut [Argument] {
        &mut self.values
    }
}

/// The name of a parameter, or places.
pub trait Key {
    type Of: ?Sized;
    fn of(self, arguments: &Arguments) -> &Self::Of;
    fn of_mut(self, arguments: &mut Arguments) -> &mut Self::Of;
}

impl<K: Key> Index<K> for Arguments {
    type Output = K::Of;

    fn index(&self, key: K) -> &K::Of {
        key.of(self)
    }
}

impl<K: Key> IndexMut<K> for Arguments {
    fn index_mut(&mut self, key: K) -> &mut K::Of {
        key.of_mut(self)
    }
}

impl Key for &str {
    type Of = Argument;

    fn of(self, arguments: &Arguments) -> &Argument {
        &arguments.values[arguments.position(self)]
    }

    fn of_mut(self, arguments: &mut Arguments) -> &mut Argument {
        let position = arguments.position(self);
        &mut arguments.values[position]
    }
}

/// The first of these names that the operator has: forms in place call `self` `selfRef`.
impl<const N: usize> Key for [&str; N] {
    type Of = Argument;

    fn of(self, arguments: &Arguments) -> &Argument {
        &arguments[arguments.name_among(&self)]
    }

    fn of_mut(self, arguments: &mut Arguments) -> &mut Argument {
        let name = arguments.name_among(&self);
        &mut arguments[name]
    }
}

impl Key for &[&str] {
    type Of = Argument;

    fn of(self, arguments: &Arguments) -> &Argument {
        &arguments[arguments.name_among(self)]
    }

    fn of_mut(self, arguments: &mut Arguments) -> &mut Argument {
        let name = arguments.name_among(self);
        &mut arguments[name]
    }
}

macro_rules! places {
    ($($key:ty => $of:ty),*) => {$(
        impl Key for $key {
            type Of = $of;

            fn of(self, arguments: &Arguments) -> &$of {
                &arguments.values[self]
            }

            fn of_mut(self, arguments: &mut Arguments) -> &mut $of {
                &mut arguments.values[self]
            }
        }
    )*};
}

places!(usize => Argument, Range<usize> => [Argument], RangeFrom<usize> => [Argument], RangeTo<usize> => [Argument], RangeFull => [Argument]);
