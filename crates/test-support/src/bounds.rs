//! Largest errors of the kernels: the one table, with reasons. A tolerance stands nowhere else.

use std::fmt;

/// Accuracy that a kernel promises of every result that is not otherwise excepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accuracy {
    /// The number nearest to the exact result; of two, the even one.
    CorrectlyRounded,
    /// Every bit is the one that the definition says: nothing is approximated.
    EveryBit,
    /// An error of at most so many units in the last place of the exact result.
    Ulp(f64),
    /// Of a complex result, so many units in the last place of the part that is larger.
    UlpOfLargerPart(f64),
    /// At most `ulp` units in the last place, or, where the result is so near to zero that its terms cancel, half a unit and
    /// `absolute`.
    UlpOrAbsolute { ulp: f64, absolute: f64 },
    /// For a whole result: at most so much of both relative differences of `acceptance.rs` from a baseline in double.
    Difference(f64),
}

impl fmt::Display for Accuracy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Accuracy::CorrectlyRounded => f.write_str("correctly rounded"),
            Accuracy::EveryBit => f.write_str("every bit"),
            Accuracy::Ulp(ulp) => write!(f, "{ulp} ULP"),
            Accuracy::UlpOfLargerPart(ulp) => write!(f, "{ulp} ULP of the larger part"),
            Accuracy::UlpOrAbsolute { ulp, absolute } => {
                let power = absolute.log2();
                write!(f, "{ulp} ULP; beside a root 1/2 ULP and 2^{power}")
            }
            Accuracy::Difference(most) => write!(f, "relative difference of all elements {most:e}"),
        }
    }
}

/// One row.
pub struct Bound {
    /// Function, dtype and, where there are several, mode.
    pub kernel: &'static str,
    pub accuracy: Accuracy,
    pub reason: &'static str,
}

const fn bound(kernel: &'static str, accuracy: Accuracy, reason: &'static str) -> Bound {
    Bound {
        kernel,
        accuracy,
        reason,
    }
}

/// Bounds of what sums, in units of FLOAT and of DOUBLE: matrix products and convolutions.
pub const PRODUCTS: [f64; 2] = [0.501, 1.0];
/// Rows: softmax, normalisation, and their gradients.
pub const ROWS: [f64; 2] = [0.51, 2.0];
/// Losses and their gradients.
pub const LOSSES: [f64; 2] = [0.51, 2.0];
/// Sums, means, norms and variances.
pub const REDUCTIONS: [f64; 2] = [0.51, 1.0];
/// Steps of optimisers.
pub const OPTIMISERS: [f64; 2] = [0.51, 1.0];

/// The table, sorted by kernel.
pub const BOUNDS: &[Bound] = &[
    bound(
        "lgamma f16",
        Accuracy::CorrectlyRounded,
        "one lookup for each of the 65,536 inputs, each compared with MPFR",
    ),
    bound(
        "lgamma f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and in two doubles where that does not decide the rounding; the long run looks at each of the 2^32 inputs",
    ),
    bound(
        "lgamma f64",
        Accuracy::UlpOrAbsolute {
            ulp: 0.5001,
            absolute: 1.0 / (1u128 << 78) as f64,
        },
        "two doubles throughout, rounded once: half a unit and what a double-double loses; beside a zero on the negative axis the \
        logarithms cancel, and only their absolute error before rounding is left",
    ),
    bound(
        "logspace 16 bits and i32, whole result",
        Accuracy::Difference(3e-3),
        "the acceptance threshold of operator libraries for these types; exponents and powers are rounded to the type in between",
    ),
    bound(
        "logspace f32",
        Accuracy::Ulp(0.505),
        "exponent and power in two doubles, rounded once; the long run over all cases counts those that are not the nearest float",
    ),
    bound(
        "logspace f32, whole result",
        Accuracy::Difference(1e-5),
        "the acceptance threshold of operator libraries for f32",
    ),
    bound(
        "losses f32",
        Accuracy::Ulp(LOSSES[0]),
        "terms and their sum in double, rounded once; where terms cancel, the error of the sum is left",
    ),
    bound(
        "losses f64",
        Accuracy::Ulp(LOSSES[1]),
        "terms with an error below one unit each, and their sum",
    ),
    bound(
        "math abs c64",
        Accuracy::CorrectlyRounded,
        "the squares and their sum are exact in two doubles, and a root that is not exact is rounded to odd first",
    ),
    bound(
        "math activation f32",
        Accuracy::Ulp(0.5001),
        "gates and gradients of activation functions: evaluated in double with a relative error below 2^-37.3, which is a ten-thousandth of a unit of a float, and rounded once",
    ),
    bound(
        "math activation f64",
        Accuracy::Ulp(1.0),
        "gates and gradients of activation functions: a product of terms in two doubles, which are rounded where several factors meet",
    ),
    bound(
        "math angle c64",
        Accuracy::CorrectlyRounded,
        "atan2 of the parts, which is correctly rounded",
    ),
    bound(
        "math atan2 f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with all bits of two doubles where that does not decide the rounding; the long run looks at 2^32 pairs",
    ),
    bound(
        "math c128",
        Accuracy::UlpOfLargerPart(8.0),
        "several operations in double; a part that is small beside the other one keeps its absolute error",
    ),
    bound(
        "math c64",
        Accuracy::Ulp(0.5001),
        "each part computed in double and rounded once; where terms cancel, they are exact or have the bits of two doubles",
    ),
    bound(
        "math digamma f64",
        Accuracy::UlpOrAbsolute {
            ulp: 0.51,
            absolute: 1.0 / (1u128 << 92) as f64,
        },
        "two doubles throughout, and all their bits where the result is below 2^-9; beside a root the terms cancel, and their absolute error is left",
    ),
    bound(
        "math erf f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with more bits where that does not decide the rounding; the long run looks at each of the 2^32 inputs",
    ),
    bound(
        "math exp f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with more bits where that does not decide the rounding; the long run looks at each of the 2^32 inputs",
    ),
    bound(
        "math expm1 f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with more bits where that does not decide the rounding; the long run looks at each of the 2^32 inputs",
    ),
    bound(
        "math f16 and bf16",
        Accuracy::CorrectlyRounded,
        "through a float that is rounded to odd; each of the 65,536 inputs of each function is looked at",
    ),
    bound(
        "math f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with more bits where that does not decide the rounding; the long run looks at each of the 2^32 inputs",
    ),
    bound(
        "math f64",
        Accuracy::Ulp(0.51),
        "terms in two doubles, down to those below 2^-10 of the whole: a relative error below 2^-59.7 before the result is rounded",
    ),
    bound(
        "math log_sum f64",
        Accuracy::Ulp(1.0),
        "a sum in one order, and its logarithm: where the sum is near 1, its own error shows",
    ),
    bound(
        "math logaddexp f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with all bits of two doubles where that does not decide the rounding; the long run looks at 2^32 pairs",
    ),
    bound(
        "math logaddexp f64",
        Accuracy::UlpOrAbsolute {
            ulp: 0.51,
            absolute: 1.0 / (1u128 << 92) as f64,
        },
        "a maximum and a logarithm; where they cancel, the logarithm of a sum near 1, in the end with all bits of two doubles, whose absolute error is left",
    ),
    bound(
        "math logaddexp2 f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with all bits of two doubles where that does not decide the rounding; the long run looks at 2^32 pairs",
    ),
    bound(
        "math logaddexp2 f64",
        Accuracy::UlpOrAbsolute {
            ulp: 0.51,
            absolute: 1.0 / (1u128 << 92) as f64,
        },
        "a maximum and a logarithm; where they cancel, the logarithm of a sum near 1, in the end with all bits of two doubles, whose absolute error is left",
    ),
    bound(
        "math pow c64",
        Accuracy::Ulp(0.5001),
        "each part computed in double and rounded once, with logarithm and angle in two doubles where a part is near 0 or the exponent large; \
        while no term of the exponent `w log z` is above 2^40: beyond, terms cancel that have no more bits in two doubles",
    ),
    bound(
        "math pow f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with all bits of two doubles where that does not decide the rounding; the long run looks at 2^32 pairs",
    ),
    bound(
        "math product f64",
        Accuracy::Ulp(1.0),
        "factors are multiplied in one order, each product rounded: of few factors",
    ),
    bound(
        "math reciprocal c128",
        Accuracy::Ulp(3.0),
        "a division by a sum of squares without overflow in between",
    ),
    bound(
        "math reciprocal f32",
        Accuracy::CorrectlyRounded,
        "one operation of the processor",
    ),
    bound(
        "math reciprocal f64",
        Accuracy::CorrectlyRounded,
        "one operation of the processor",
    ),
    bound(
        "math sigmoid_backward f64",
        Accuracy::Ulp(1.0),
        "a product of three factors, of which one is a difference from 1",
    ),
    bound(
        "math sqrt f32",
        Accuracy::CorrectlyRounded,
        "one operation of the processor",
    ),
    bound(
        "math sqrt f64",
        Accuracy::CorrectlyRounded,
        "one operation of the processor",
    ),
    bound(
        "math tanh f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with more bits where that does not decide the rounding; the long run looks at each of the 2^32 inputs",
    ),
    bound(
        "math xlog1py f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with all bits of two doubles where that does not decide the rounding; the long run looks at 2^32 pairs",
    ),
    bound(
        "math xlogy f32",
        Accuracy::CorrectlyRounded,
        "evaluated in double, and with all bits of two doubles where that does not decide the rounding; the long run looks at 2^32 pairs",
    ),
    bound(
        "mx elements E2M1, E1M2, E4M3FN, E5M2",
        Accuracy::EveryBit,
        "a number rounded once, in each rounding mode, against tables built from the formats' definitions; all f16 and bf16 inputs",
    ),
    bound(
        "mx scales E8M0",
        Accuracy::EveryBit,
        "powers of two have no error: all 256 codes",
    ),
    bound(
        "optimisers f32",
        Accuracy::Ulp(OPTIMISERS[0]),
        "a step in double, each state rounded once",
    ),
    bound(
        "pow f32",
        Accuracy::CorrectlyRounded,
        "two doubles, rounded once; with 2^-29 of a chance each that a sample is wrongly rounded, any that is found is a defect; the \
        special values are C99's, to the bit",
    ),
    bound(
        "products f32",
        Accuracy::Ulp(PRODUCTS[0]),
        "products of floats are exact in double, in which they are summed, and the sum is rounded once: up to sums of 4096 products that do not cancel",
    ),
    bound(
        "products f64",
        Accuracy::Ulp(PRODUCTS[1]),
        "multiplied and added with one rounding each; for sums of few products",
    ),
    bound(
        "reductions f32",
        Accuracy::Ulp(REDUCTIONS[0]),
        "summed in double, rounded once",
    ),
    bound(
        "reductions f64",
        Accuracy::Ulp(REDUCTIONS[1]),
        "summed in one order; for sums that do not cancel",
    ),
    bound(
        "rows f32",
        Accuracy::Ulp(ROWS[0]),
        "exponentials, sums and quotients in double, rounded once",
    ),
    bound(
        "rows f64",
        Accuracy::Ulp(ROWS[1]),
        "exponentials with an error below one unit, their sum, and a quotient",
    ),
    bound(
        "sin bf16",
        Accuracy::CorrectlyRounded,
        "a sine in float, 16 bits more than bf16 has, and in double where it is large; each of the 65,536 inputs is looked at",
    ),
    bound(
        "sin f16",
        Accuracy::CorrectlyRounded,
        "a sine in float, 13 bits more than f16 has; each of the 65,536 inputs is looked at",
    ),
    bound(
        "sin f32 high performance",
        Accuracy::Ulp(2.0),
        "reduction, polynomial and their sum each round in float; above 131072 the double is rounded once",
    ),
    bound(
        "sin f32 high precision",
        Accuracy::CorrectlyRounded,
        "a sine in double, 29 bits more than a float has; the long run looks at each of the 2^32 inputs",
    ),
    bound(
        "single erfc f32",
        Accuracy::Ulp(5.0),
        "high performance: the same factor as that of single gelu",
    ),
    bound(
        "single f32",
        Accuracy::Ulp(2.0),
        "high performance: every step rounds in float; the long run looks at each of the 2^32 inputs",
    ),
    bound(
        "single gelu f32",
        Accuracy::Ulp(5.0),
        "high performance: a power times a factor, a polynomial of 1 / (x + 3.5), of which small changes of x change as much as some units",
    ),
    bound(
        "single logsigmoid f32",
        Accuracy::Ulp(2.5),
        "high performance: as single softplus",
    ),
    bound(
        "single mish f32",
        Accuracy::Ulp(4.0),
        "high performance: a power, two products, a sum and a quotient each round in float",
    ),
    bound(
        "single silu f32",
        Accuracy::Ulp(2.5),
        "high performance: a power, two products and a quotient each round in float",
    ),
    bound(
        "single softmax f32",
        Accuracy::Ulp(5.0),
        "high performance: a power, sums of eight in float and their sum in double, and a product with its reciprocal; rows of up to 4096 neighbours",
    ),
    bound(
        "single softplus f32",
        Accuracy::Ulp(2.5),
        "high performance: a power, a logarithm of three terms and a sum each round in float",
    ),
    bound(
        "single tan f32",
        Accuracy::Ulp(2.5),
        "high performance: of odd quarter turns a quotient is rounded, too",
    ),
];

/// Returns the accuracy that `kernel` promises.
pub fn accuracy(kernel: &str) -> Accuracy {
    BOUNDS
        .iter()
        .find(|bound| bound.kernel == kernel)
        .unwrap_or_else(|| panic!("no bound for {kernel:?}"))
        .accuracy
}

/// The bound of `kernel` in units in the last place, where it is one.
pub fn ulp(kernel: &str) -> f64 {
    match accuracy(kernel) {
        Accuracy::Ulp(ulp) => ulp,
        other => panic!("the bound for {kernel:?} is {other:?}"),
    }
}

/// Fails unless `kernel` is held to the nearest number, or to every bit: for tests that compare for equality.
pub fn assert_exact(kernel: &str) {
    let accuracy = accuracy(kernel);
    let exact = matches!(accuracy, Accuracy::CorrectlyRounded | Accuracy::EveryBit);
    assert!(exact, "the bound for {kernel:?} is {accuracy:?}");
}
