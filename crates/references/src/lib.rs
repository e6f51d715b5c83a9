//! Distances of doubles from elementary functions, by the C library's `long double`: 64 bits of mantissa on x86-64, 113 on AArch64.
//!
//! The library's own error is a few units of the last of those bits: some thousandths of a unit of a double. What it cannot say is undecided,
//! for MPFR to settle: everything, where `long double` is `double`.

use std::ffi::c_int;

unsafe extern "C" {
    fn hostnpu_errors(
        function: c_int,
        a: *const f64,
        b: *const f64,
        results: *const f64,
        errors: *mut f64,
        count: usize,
    );
}

/// The functions, in the order of the C file.
const NAMES: &[&str] = &[
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "asin",
    "acos",
    "atan",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "erfinv",
    "digamma",
    "sigmoid",
    "softplus",
    "logsigmoid",
    "logit",
    "mish",
    "selu",
    "elu",
    "celu",
    "sinc",
    "rsqrt",
    "pow",
    "atan2",
    "logaddexp",
    "logaddexp2",
    "xlogy",
    "xlog1py",
];

/// A function that has a reference.
#[derive(Clone, Copy)]
pub struct Reference(c_int);

/// Returns the reference of the function `name`, if there is one.
pub fn reference(name: &str) -> Option<Reference> {
    let at = NAMES.iter().position(|&known| known == name)?;
    c_int::try_from(at).ok().map(Reference)
}

impl Reference {
    /// Writes how much each of `results` is above the function of `a` and `b`, in units of the last place of the exact result as a double, or
    /// NaN where that is undecided. Functions of one argument do not look at `b`. Panics if the lengths differ.
    pub fn errors(self, a: &[f64], b: &[f64], results: &[f64], errors: &mut [f64]) {
        let count = a.len();
        assert!(b.len() == count && results.len() == count && errors.len() == count);
        // SAFETY: all four slices have `count` elements, and the number is that of a function.
        unsafe {
            hostnpu_errors(
                self.0,
                a.as_ptr(),
                b.as_ptr(),
                results.as_ptr(),
                errors.as_mut_ptr(),
                count,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_c_file() {
        let text = include_str!("errors.c");
        let table = text.split("HOSTNPU_FUNCTIONS").nth(1).expect("the table");
        let names: Vec<&str> = table
            .lines()
            .take_while(|line| !line.contains('}'))
            .filter_map(|line| line.trim().strip_prefix("of_")?.strip_suffix(','))
            .collect();
        assert_eq!(names, NAMES);
    }

    #[test]
    fn errors_are_in_units_of_the_last_place() {
        let exp = reference("exp").expect("a function");
        let (x, y) = (
            [0.0, 0.0, f64::NEG_INFINITY],
            [1.0, 1.0 + 2.0 * f64::EPSILON, 0.0],
        );
        let mut errors = [9.0; 3];
        exp.errors(&x, &x, &y, &mut errors);
        // NaN where `long double` has no more bits than `double`.
        assert!(errors[0] == 0.0 || errors[0].is_nan());
        assert!(errors[1] == 2.0 || errors[1].is_nan());
        assert!(errors[2] == 0.0 || errors[2].is_nan());
    }
}
