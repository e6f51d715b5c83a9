//! The functions that are compared: a row each.

use hostnpu::kernels::math;
use rug::Float;

use crate::reference;
use crate::support::values::{ABOVE_ONE, EIGHT, FIFTY, FOUR, Range, SHARE, TEN, UNIT};

/// A function of f32.
#[derive(Clone, Copy)]
pub struct Function {
    /// As the kernel's module; with an `f` behind it the C library's name, within others SLEEF's.
    pub name: &'static str,
    /// The operator without `aclnn`, and the numbers that it takes beside its tensors.
    pub operator: &'static str,
    pub numbers: &'static [f64],
    /// Intervals of the arguments whose time is taken, one for each argument.
    pub timed: &'static [Range],
}

/// A kernel.
#[derive(Clone, Copy)]
pub enum Kernel {
    One(fn(&[f32], &mut [f32])),
    Two(fn(&[f32], &[f32], &mut [f32])),
}

const fn function(
    name: &'static str,
    operator: &'static str,
    numbers: &'static [f64],
    timed: &'static [Range],
) -> Function {
    Function {
        name,
        operator,
        numbers,
        timed,
    }
}

/// All of them: those of one argument, then those of two.
pub const ALL: &[Function] = &[
    function("acos", "Acos", &[], &[UNIT]),
    function("acosh", "Acosh", &[], &[ABOVE_ONE]),
    function("asin", "Asin", &[], &[UNIT]),
    function("asinh", "Asinh", &[], &[TEN]),
    function("atan", "Atan", &[], &[TEN]),
    function("atanh", "Atanh", &[], &[UNIT]),
    function("cos", "Cos", &[], &[TEN]),
    function("cosh", "Cosh", &[], &[TEN]),
    function("digamma", "Digamma", &[], &[FIFTY]),
    function("erf", "Erf", &[], &[FOUR]),
    function("erfc", "Erfc", &[], &[EIGHT]),
    function("erfinv", "Erfinv", &[], &[UNIT]),
    function("exp", "Exp", &[], &[TEN]),
    function("exp2", "Exp2", &[], &[TEN]),
    function("expm1", "Expm1", &[], &[TEN]),
    function("gelu", "GeluV2", &[0.0], &[TEN]),
    function("gelu_by_tanh", "GeluV2", &[1.0], &[TEN]),
    function("log", "Log", &[], &[FIFTY]),
    function("log10", "Log10", &[], &[FIFTY]),
    function("log1p", "Log1p", &[], &[FIFTY]),
    function("log2", "Log2", &[], &[FIFTY]),
    function("logit", "Logit", &[-1.0], &[SHARE]),
    function("logsigmoid", "LogSigmoid", &[], &[TEN]),
    function("mish", "Mish", &[], &[TEN]),
    function("reciprocal", "Reciprocal", &[], &[FIFTY]),
    function("rsqrt", "Rsqrt", &[], &[FIFTY]),
    function("selu", "Selu", &[], &[TEN]),
    function("sigmoid", "Sigmoid", &[], &[TEN]),
    function("silu", "Silu", &[], &[TEN]),
    function("sin", "Sin", &[], &[TEN]),
    function("sinc", "Sinc", &[], &[TEN]),
    function("sinh", "Sinh", &[], &[TEN]),
    // Its derivative, and the argument from which on it is its argument.
    function("softplus", "Softplus", &[1.0, 20.0], &[TEN]),
    function("sqrt", "Sqrt", &[], &[FIFTY]),
    function("tan", "Tan", &[], &[TEN]),
    function("tanh", "Tanh", &[], &[TEN]),
    function("atan2", "Atan2", &[], &[TEN, TEN]),
    function("logaddexp", "LogAddExp", &[], &[TEN, TEN]),
    function("logaddexp2", "LogAddExp2", &[], &[TEN, TEN]),
    function("pow", "PowTensorTensor", &[], &[FIFTY, FOUR]),
    function("xlog1py", "Xlog1py", &[], &[TEN, FIFTY]),
    function("xlogy", "XLogYTensor", &[], &[TEN, FIFTY]),
];

/// The exact function, of numbers with any number of bits, and the interval that most of its arguments are from.
pub enum Exact {
    One(fn(Float) -> Float, [f32; 2]),
    Two(fn(Float, Float) -> Float, [[f32; 2]; 2]),
}

impl Function {
    /// The number of its arguments.
    pub fn arguments(&self) -> usize {
        self.timed.len()
    }

    /// Its kernel and the judge's function.
    pub fn kernel(&self) -> (Kernel, Exact) {
        match self.name {
            "sqrt" => {
                let exact = Exact::One(|x| x.sqrt(), [0.0, 9.0]);
                return (Kernel::One(math::sqrt::f32), exact);
            }
            "reciprocal" => {
                let exact = Exact::One(|x| x.recip(), [-9.0, 9.0]);
                return (Kernel::One(math::reciprocal::f32), exact);
            }
            _ => (),
        }
        if let Some(row) = reference::unary().find(|row| row.name == self.name) {
            let exact = Exact::One(row.exact, [row.from, row.to]);
            return (Kernel::One(row.f32), exact);
        }
        let row = reference::BINARY.iter().find(|row| row.name == self.name);
        let row = row.unwrap_or_else(|| panic!("{} has no judge", self.name));
        let intervals = [[row.from.0, row.to.0], [row.from.1, row.to.1]];
        (Kernel::Two(row.f32), Exact::Two(row.exact, intervals))
    }
}
