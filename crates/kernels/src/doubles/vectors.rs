//! Methods that vectors of doubles of any width share: for each one the instruction, not the loop over the vectors.
//!
//! The macros stand in an `impl` of a type that is a tuple of one array of vectors, of which there are some only on a machine that has the
//! instructions: that `Self` exists proves it.

/// Applies instructions to each vector of some operands.
macro_rules! each {
    ($first:ident $(, $x:ident)* => $instructions:expr) => {{
        let mut results = $first.0;
        #[allow(unused_variables, reason = "the number of a vector has no use where there is one operand")]
        for (i, result) in results.iter_mut().enumerate() {
            let $first = *result;
            $(let $x = $x.0[i];)*
            // SAFETY: the operands prove that the machine has the instructions.
            *result = unsafe { $instructions };
        }
        Self(results)
    }};
}

/// Methods that load `$count` numbers of a type, `$width` for each vector: `$address` is where those of a vector are.
macro_rules! loads {
    ($($(#[$attribute:meta])* $visibility:vis fn $method:ident($proof:ty, $t:ty) = |$address:ident| $instructions:expr, else $zero:ident;)+) => {$(
        $(#[$attribute])*
        #[inline(always)]
        $visibility fn $method(_: $proof, x: &[$t]) -> Self {
            let x = &x[..Self::COUNT];
            // SAFETY: the argument proves that the machine has the instruction.
            let mut vectors = [unsafe { $zero() }; VECTORS];
            for (i, vector) in vectors.iter_mut().enumerate() {
                // SAFETY: as above; the slice has as many numbers.
                *vector = unsafe {
                    let $address = x.as_ptr().add(i * WIDTH);
                    $instructions
                };
            }
            Self(vectors)
        }
    )+};
}

/// Methods that store the numbers of all vectors.
macro_rules! stores {
    ($(fn $method:ident($t:ty) = |$address:ident, $vector:ident| $instructions:expr;)+) => {$(
        #[inline(always)]
        fn $method(self, y: &mut [$t]) {
            let y = &mut y[..Self::COUNT];
            for (i, $vector) in self.0.into_iter().enumerate() {
                // SAFETY: `self` proves that the machine has the instructions; the slice has as many numbers.
                unsafe {
                    let $address = y.as_mut_ptr().add(i * WIDTH);
                    $instructions
                }
            }
        }
    )+};
}

/// Operators of two operands.
macro_rules! operators {
    ($vectors:ident: $($operator:ident $method:ident $instruction:ident;)+) => {$(
        impl<const VECTORS: usize> $operator for $vectors<VECTORS> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let a = self;
                each!(a, other => $instruction(a, other))
            }
        }
    )+};
}

/// Methods that are one instruction each, of one to three operands; [`super::Doubles`] says what they give.
macro_rules! instructions {
    ($set:ident; $($method:ident($($operand:ident),*) $instruction:ident;)+) => {
        #[inline(always)]
        fn all(self, value: f64) -> Self {
            // SAFETY: `self` proves that the machine has the instruction.
            Self([unsafe { $set(value) }; VECTORS])
        }
        $(
            #[inline(always)]
            fn $method(self $(, $operand: Self)*) -> Self {
                let x = self;
                each!(x $(, $operand)* => $instruction(x $(, $operand)*))
            }
        )+
    };
}

/// Limits; an instruction gives the second one of a NaN and a number.
macro_rules! limits {
    ($set:ident; $($method:ident $instruction:ident;)+) => {$(
        #[inline(always)]
        fn $method(self, limit: f64) -> Self {
            let x = self;
            each!(x => $instruction($set(limit), x))
        }
    )+};
}
