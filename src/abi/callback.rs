//! Functions of the program.

use std::ffi::c_void;
use std::mem::transmute;
use std::ptr::with_exposed_provenance_mut;

use super::parameter::Parameter;
use crate::abi::pointer::{Null, not_null};
use crate::error::{Error, Result};

/// A function of the program, not null, that may be called as its header documents. `F` is the type of the C argument.
pub struct Callback<F>(F);

impl<F: Copy> Clone for Callback<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Copy> Copy for Callback<F> {}

impl<F: Null> Parameter for Callback<F> {
    type C = F;
    type Error = Error;

    #[inline(always)]
    unsafe fn read(name: &'static str, value: F) -> Result<Self> {
        not_null(name, value)?;
        Ok(Self(value))
    }
}

macro_rules! functions {
    ($(($($name:ident: $argument:ident),*)),*) => {$(
        impl<R, $($argument),*> Null for Option<unsafe extern "C" fn($($argument),*) -> R> {
            fn address(self) -> usize {
                self.map_or(0, |function| function as usize)
            }
        }

        impl<R, $($argument),*> Callback<Option<unsafe extern "C" fn($($argument),*) -> R>> {
            /// Returns true if the two are one function: a function of the program has one address.
            pub fn is(self, other: Self) -> bool {
                self.0.map(|function| function as usize) == other.0.map(|function| function as usize)
            }

            /// Calls it. It may end by an exception: to be called within `call_out` alone. Returns nothing for null, which is not made.
            pub fn call(self, $($name: $argument),*) -> Option<R> {
                type Plain<R, $($argument),*> = unsafe extern "C" fn($($argument),*) -> R;
                type Unwinding<R, $($argument),*> = unsafe extern "C-unwind" fn($($argument),*) -> R;
                let function = self.0?;
                // SAFETY: the two types are called in the same way. The program gave the function to be called so.
                Some(unsafe { transmute::<Plain<R, $($argument),*>, Unwinding<R, $($argument),*>>(function)($($name),*) })
            }
        }
    )*};
}

functions!((a: A), (a: A, b: B), (a: A, b: B, c: C));

/// A function of the program with the pointer that it is called with.
#[derive(Clone, Copy)]
pub struct HostFunction {
    function: Callback<Option<unsafe extern "C" fn(*mut c_void)>>,
    /// The program's own pointer, exposed.
    argument: usize,
}

impl HostFunction {
    /// Both of a call.
    pub fn new(
        function: Callback<Option<unsafe extern "C" fn(*mut c_void)>>,
        argument: *mut c_void,
    ) -> Self {
        let argument = argument.expose_provenance();
        Self { function, argument }
    }

    /// Returns true if it is this function, with any pointer.
    pub fn is(self, function: Callback<Option<unsafe extern "C" fn(*mut c_void)>>) -> bool {
        self.function.is(function)
    }

    /// Calls it. It may end by an exception.
    pub fn call(self) {
        self.function
            .call(with_exposed_provenance_mut(self.argument));
    }
}
