//! How far a kernel may be from the exact result: the one table, with reasons. A tolerance stands nowhere else.

/// What a kernel promises of every result that is not otherwise excepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accuracy {
    /// The number nearest to the exact result; of two, the even one.
    CorrectlyRounded,
    /// An error of at most so many units in the last place of the exact result.
    Ulp(f64),
}

/// One row.
pub struct Bound {
    /// Function, dtype and, where there are several, mode.
    pub kernel: &'static str,
    pub accuracy: Accuracy,
    pub reason: &'static str,
}

/// The table, sorted by kernel.
pub const BOUNDS: &[Bound] = &[
    Bound {
        kernel: "sin bf16",
        accuracy: Accuracy::CorrectlyRounded,
        reason: "a sine in float, 16 bits more than bf16 has, and in double where it is large; each of the 65,536 inputs is looked at",
    },
    Bound {
        kernel: "sin f16",
        accuracy: Accuracy::CorrectlyRounded,
        reason: "a sine in float, 13 bits more than f16 has; each of the 65,536 inputs is looked at",
    },
    Bound {
        kernel: "sin f32 high performance",
        accuracy: Accuracy::Ulp(2.0),
        reason: "reduction, polynomial and their sum each round in float; above 131072 the double is rounded once",
    },
    Bound {
        kernel: "sin f32 high precision",
        accuracy: Accuracy::CorrectlyRounded,
        reason: "a sine in double, 29 bits more than a float has; the long run looks at each of the 2^32 inputs",
    },
];

/// What `kernel` promises.
pub fn accuracy(kernel: &str) -> Accuracy {
    BOUNDS
        .iter()
        .find(|bound| bound.kernel == kernel)
        .unwrap_or_else(|| panic!("no bound for {kernel:?}"))
        .accuracy
}
