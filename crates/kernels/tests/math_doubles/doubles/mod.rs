//! Kernels over doubles against a reference with more bits, and MPFR where that does not decide the rounding.

pub mod arguments;
pub mod judge;
mod search;

use rug::Float;

use crate::functions::{BINARY, Binary, Unary, unary};

/// A kernel over doubles with what it is compared with. Functions of one argument are given a second one, which they do not look at.
#[derive(Clone, Copy)]
pub struct Function {
    pub name: &'static str,
    kernel: Kernel,
    /// Interval of most arguments.
    pub from: [f64; 2],
    pub to: [f64; 2],
}

#[derive(Clone, Copy)]
enum Kernel {
    One(&'static Unary),
    Two(&'static Binary),
}

impl Function {
    fn of_one(function: &'static Unary) -> Option<Self> {
        function.f64?;
        Some(Function {
            name: function.name,
            kernel: Kernel::One(function),
            from: [function.from.into(), 0.0],
            to: [function.to.into(), 0.0],
        })
    }

    fn of_two(function: &'static Binary) -> Self {
        Function {
            name: function.name,
            kernel: Kernel::Two(function),
            from: [function.from.0.into(), function.from.1.into()],
            to: [function.to.0.into(), function.to.1.into()],
        }
    }

    /// Returns true if it has two arguments.
    pub fn is_of_two(&self) -> bool {
        matches!(self.kernel, Kernel::Two(_))
    }

    /// Writes what the kernel gives.
    pub fn run(&self, a: &[f64], b: &[f64], y: &mut [f64]) {
        match self.kernel {
            Kernel::One(function) => (function.f64.expect("looked at before"))(a, y),
            Kernel::Two(function) => (function.f64)(a, b, y),
        }
    }

    /// The function by MPFR.
    pub fn exact(&self, a: f64, b: f64) -> Float {
        /// Bits of a reference: enough that its own error is not seen.
        const PRECISION: u32 = 200;
        let wide = |x: f64| Float::with_val(PRECISION, x);
        match self.kernel {
            Kernel::One(function) => (function.exact)(wide(a)),
            Kernel::Two(function) => (function.exact)(wide(a), wide(b)),
        }
    }
}

/// Returns all functions that have a kernel over doubles.
pub fn all() -> impl Iterator<Item = Function> {
    unary()
        .filter_map(Function::of_one)
        .chain(BINARY.iter().map(Function::of_two))
}
