//! C enums as the entry points take them: any integer is legal, so that no value a C program passes is undefined behaviour.

use std::fmt;
use std::marker::PhantomData;

/// An `int` that C declares as the enum `E`. Compare it with, or match it against, the associated constants of the
/// same names: `aclDataType::ACL_FLOAT`.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CEnum<E>(i32, PhantomData<E>);

impl<E> CEnum<E> {
    /// The enum's value for an integer, named or not.
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw, PhantomData)
    }

    /// The integer that C passed.
    pub const fn raw(self) -> i32 {
        self.0
    }
}

/// The names that an enum's header gives to its values.
pub trait Enumerators: Copy {
    /// Name of the enum in C.
    const ENUM: &'static str;
    /// Each value with its name, in the header's order.
    const NAMES: &'static [(i32, &'static str)];
}

impl<E: Enumerators> CEnum<E> {
    /// Name of the enumerator, if the header has one for this value.
    pub fn name(self) -> Option<&'static str> {
        let named = E::NAMES.iter().find(|(value, _)| *value == self.0);
        named.map(|(_, name)| *name)
    }

    /// Returns true if the header names this value.
    pub fn is_named(self) -> bool {
        self.name().is_some()
    }
}

impl<E: Enumerators> fmt::Display for CEnum<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "{}({})", E::ENUM, self.0),
        }
    }
}

impl<E: Enumerators> fmt::Debug for CEnum<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The entry-point side of a C enum: the alias of its name, its enumerators as constants of the alias, its names.
macro_rules! open_enum {
    ($(#[$doc:meta])* $name:ident: $($enumerator:ident),+ $(,)?) => {
        $(#[$doc])*
        pub type $name = crate::abi::c_enum::CEnum<enums::$name>;

        impl crate::abi::c_enum::CEnum<enums::$name> {
            $(pub const $enumerator: Self = Self::from_raw(enums::$name::$enumerator as i32);)+
        }

        impl From<enums::$name> for crate::abi::c_enum::CEnum<enums::$name> {
            fn from(value: enums::$name) -> Self {
                Self::from_raw(value as i32)
            }
        }

        impl PartialEq<enums::$name> for crate::abi::c_enum::CEnum<enums::$name> {
            fn eq(&self, other: &enums::$name) -> bool {
                self.raw() == *other as i32
            }
        }

        impl crate::abi::c_enum::Enumerators for enums::$name {
            const ENUM: &'static str = stringify!($name);
            const NAMES: &'static [(i32, &'static str)] =
                &[$((enums::$name::$enumerator as i32, stringify!($enumerator))),+];
        }
    };
}
pub(crate) use open_enum;
