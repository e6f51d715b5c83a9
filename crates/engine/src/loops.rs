//! Kernels as engines call them: loops over dense slices behind one type, tagged with the element types they were written for.

use std::mem::transmute;

use super::elements::{Any, AnyMut};
use super::parameters::Parameters;
use super::tile::bytes_of;
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::{Dtype, Element};

/// Most outputs and inputs of a kernel together.
pub const MAX_SLICES: usize = 6;

/// A kernel over dense slices of one length, with the types of its outputs, inputs and parameters.
///
/// It is created from an ordinary function by [`unary`], [`binary`], [`ternary`] and their relatives; only engines run it, after they have
/// compared the types with those of the operands.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// Outputs first.
    types: [Dtype; MAX_SLICES],
    outputs: usize,
    slices: usize,
    compute: Dtype,
    parameter: Dtype,
    parameters: usize,
    costly: bool,
    kernel: fn(),
    call: Call,
}

/// Calls a kernel whose type is forgotten with slices whose types are.
type Call =
    unsafe fn(kernel: fn(), slices: &[*mut u8; MAX_SLICES], length: usize, parameters: *const u8);

impl Loop {
    /// Types of outputs and inputs, outputs first.
    pub fn types(&self) -> &[Dtype] {
        &self.types[..self.slices]
    }

    /// Types of the outputs.
    pub fn output_types(&self) -> &[Dtype] {
        &self.types[..self.outputs]
    }

    /// Types of the inputs.
    pub fn input_types(&self) -> &[Dtype] {
        &self.types[self.outputs..self.slices]
    }

    /// The type by which the loop is chosen: that of its first input that is not BOOL, or BOOL.
    pub fn compute(&self) -> Dtype {
        self.compute
    }

    /// Returns what elements of a type of the loop stand for where it computes in `compute`: with a larger loop, elements are rounded to the smaller type on the way in and out. A loop of
    /// FLOAT or DOUBLE that is chosen by FLOAT16 or BFLOAT16 is one of that kind too.
    #[inline]
    pub(super) fn meant(&self, compute: Dtype, dtype: Dtype) -> Dtype {
        let half = matches!(self.compute, Dtype::F16 | Dtype::Bf16);
        if dtype == self.compute || half && matches!(dtype, Dtype::F32 | Dtype::F64) {
            compute
        } else if self.compute.is_complex() && dtype == self.compute.real() {
            compute.real()
        } else {
            dtype
        }
    }

    /// Type and number of the parameters.
    pub fn parameters(&self) -> (Dtype, usize) {
        (self.parameter, self.parameters)
    }

    /// Declares that input number `input`, read as `u8`, is BOOL: 0 is false, all else is true.
    pub const fn bool_input(mut self, input: usize) -> Self {
        let k = self.outputs + input;
        assert!(
            k < self.slices && matches!(self.types[k], Dtype::U8),
            "BOOL is read as `u8`"
        );
        self.types[k] = Dtype::Bool;
        self.chosen_by_first_number()
    }

    /// Declares that every `u8`, output or input, is BOOL.
    pub const fn bools(mut self) -> Self {
        let mut k = 0;
        while k < self.slices {
            if matches!(self.types[k], Dtype::U8) {
                self.types[k] = Dtype::Bool;
            }
            k += 1;
        }
        self.chosen_by_first_number()
    }

    /// Declares the type by which the loop is chosen, where it is not that of the first input.
    pub const fn chosen_by(mut self, compute: Dtype) -> Self {
        self.compute = compute;
        self
    }

    /// Declares that an element costs more than to read and write it, some tenths of a nanosecond: threads share fewer of them.
    pub const fn costly(mut self) -> Self {
        self.costly = true;
        self
    }

    /// True if it was declared [`Loop::costly`].
    pub(super) fn is_costly(&self) -> bool {
        self.costly
    }

    const fn chosen_by_first_number(mut self) -> Self {
        self.compute = Dtype::Bool;
        let mut k = self.slices;
        while k > self.outputs {
            k -= 1;
            if !matches!(self.types[k], Dtype::Bool) {
                self.compute = self.types[k];
            }
        }
        self
    }

    const fn of<const N: usize>(
        types: [Dtype; N],
        outputs: usize,
        (parameter, parameters): (Dtype, usize),
        kernel: fn(),
        call: Call,
    ) -> Self {
        let mut all = [Dtype::U8; MAX_SLICES];
        let mut k = 0;
        while k < N {
            all[k] = types[k];
            k += 1;
        }
        Self {
            types: all,
            outputs,
            slices: N,
            compute: Dtype::Bool,
            parameter,
            parameters,
            costly: false,
            kernel,
            call,
        }
        .chosen_by_first_number()
    }

    /// Runs a kernel with one output. Refuses elements of other types than the kernel's, or of another number.
    pub(super) fn run_over(
        &self,
        inputs: &[Any],
        output: AnyMut,
        parameters: &Parameters,
    ) -> Result<()> {
        let (dtype, count) = self.parameters();
        let (types, length) = (inputs.iter().map(Any::dtype), output.count());
        let fits = self.output_types() == [output.dtype()]
            && types.eq(self.input_types().iter().copied())
            && inputs.iter().all(|input| input.count() == length)
            && parameters.bytes() >= count * dtype.bits() / 8;
        if !fits {
            return Err(Reason::Internal("a kernel over other slices than its own".into()).into());
        }
        let mut slices = [bytes_of(output.bytes()); MAX_SLICES];
        for (slice, input) in slices[1..].iter_mut().zip(inputs) {
            *slice = input.memory();
        }
        self.run(&slices, length, parameters);
        Ok(())
    }

    /// Runs the kernel over the first slices of `length` elements, outputs first, each of the type in [`Loop::types`]. Panics where some elements are outside, or an
    /// output shares memory with another slice.
    #[inline]
    pub(super) fn run(
        &self,
        slices: &[Region; MAX_SLICES],
        length: usize,
        parameters: &Parameters,
    ) {
        let (dtype, count) = self.parameters();
        assert!(parameters.bytes() >= count * dtype.bits() / 8);
        let mut all = [std::ptr::null_mut(); MAX_SLICES];
        let bytes = |k: usize| length * self.types[k].bits() / 8;
        for (k, slice) in slices[..self.slices].iter().enumerate() {
            all[k] = slice.first(bytes(k));
            let others = &slices[..k.min(self.outputs)];
            let is_apart =
                |(o, other): (usize, &Region)| slice.is_apart(bytes(k), *other, bytes(o));
            assert!(
                others.iter().enumerate().all(is_apart),
                "a result that is written where another slice lies"
            );
        }
        // SAFETY: elements of each type inside their regions, aligned as operands and tiles are; outputs share no memory with other slices, as compared above.
        unsafe { (self.call)(self.kernel, &all, length, parameters.as_ptr()) }
    }
}

/// No parameters.
const NONE: (Dtype, usize) = (Dtype::U8, 0);

macro_rules! constructors {
    ($(
        $(#[$doc:meta])*
        $name:ident, $with:ident: outputs [$($output:ident $o:literal),+], inputs [$($input:ident $i:literal),+];
    )+) => {$(
        $(#[$doc])*
        pub const fn $name<$($input: Element,)+ $($output: Element),+>(
            kernel: fn($(&[$input],)+ $(&mut [$output]),+),
        ) -> Loop {
            // SAFETY, for all within: the function pointer is turned back into its own type; the slices are the caller's promise.
            unsafe fn call<$($input: Element,)+ $($output: Element),+>(
                kernel: fn(), slices: &[*mut u8; MAX_SLICES], length: usize, _: *const u8,
            ) {
                // SAFETY: see above.
                unsafe {
                    let kernel = transmute::<fn(), fn($(&[$input],)+ $(&mut [$output]),+)>(kernel);
                    kernel(
                        $(std::slice::from_raw_parts(slices[$i].cast::<$input>(), length),)+
                        $(std::slice::from_raw_parts_mut(slices[$o].cast::<$output>(), length)),+
                    );
                }
            }
            const OUTPUTS: usize = [$($o),+].len();
            let types = [$($output::DTYPE,)+ $($input::DTYPE),+];
            // SAFETY: a function pointer is kept as another one, and called as itself only.
            let erased = unsafe { transmute::<fn($(&[$input],)+ $(&mut [$output]),+), fn()>(kernel) };
            Loop::of(types, OUTPUTS, NONE, erased, call::<$($input,)+ $($output),+>)
        }

        /// As its namesake without parameters; the kernel's last argument is a block of `N` numbers, the same for all elements.
        pub const fn $with<$($input: Element,)+ $($output: Element,)+ P: Element, const N: usize>(
            kernel: fn($(&[$input],)+ $(&mut [$output],)+ &[P; N]),
        ) -> Loop {
            unsafe fn call<$($input: Element,)+ $($output: Element,)+ P: Element, const N: usize>(
                kernel: fn(), slices: &[*mut u8; MAX_SLICES], length: usize, parameters: *const u8,
            ) {
                // SAFETY: as above; the parameters are the caller's promise.
                unsafe {
                    let kernel = transmute::<fn(), fn($(&[$input],)+ $(&mut [$output],)+ &[P; N])>(kernel);
                    kernel(
                        $(std::slice::from_raw_parts(slices[$i].cast::<$input>(), length),)+
                        $(std::slice::from_raw_parts_mut(slices[$o].cast::<$output>(), length),)+
                        &*parameters.cast::<[P; N]>(),
                    );
                }
            }
            const OUTPUTS: usize = [$($o),+].len();
            let types = [$($output::DTYPE,)+ $($input::DTYPE),+];
            // SAFETY: a function pointer is kept as another one, and called as itself only.
            let erased = unsafe {
                transmute::<fn($(&[$input],)+ $(&mut [$output],)+ &[P; N]), fn()>(kernel)
            };
            Loop::of(types, OUTPUTS, (P::DTYPE, N), erased, call::<$($input,)+ $($output,)+ P, N>)
        }
    )+};
}

constructors! {
    /// Returns the loop of a kernel that computes one slice from one: `fn(x, y)`.
    unary, unary_with: outputs [Y 0], inputs [A 1];
    /// Returns the loop of a kernel that computes one slice from two: `fn(a, b, y)`.
    binary, binary_with: outputs [Y 0], inputs [A 1, B 2];
    /// Returns the loop of a kernel that computes one slice from three: `fn(a, b, c, y)`.
    ternary, ternary_with: outputs [Y 0], inputs [A 1, B 2, C 3];
    /// Returns the loop of a kernel that computes one slice from four: `fn(a, b, c, d, y)`.
    quaternary, quaternary_with: outputs [Y 0], inputs [A 1, B 2, C 3, D 4];
    /// Returns the loop of a kernel that computes one slice from five: `fn(a, b, c, d, e, y)`.
    quinary, quinary_with: outputs [Y 0], inputs [A 1, B 2, C 3, D 4, E 5];
    /// Returns the loop of a kernel that computes two slices from two: `fn(a, b, y, z)`.
    binary_to_two, binary_to_two_with: outputs [Y 0, Z 1], inputs [A 2, B 3];
    /// Returns the loop of a kernel that computes two slices from three: `fn(a, b, c, y, z)`.
    ternary_to_two, ternary_to_two_with: outputs [Y 0, Z 1], inputs [A 2, B 3, C 4];
    /// Returns the loop of a kernel that computes two slices from four: `fn(a, b, c, d, y, z)`.
    quaternary_to_two, quaternary_to_two_with: outputs [Y 0, Z 1], inputs [A 2, B 3, C 4, D 5];
}

/// The loops of one function by computation type, for kernels of `INPUTS` inputs and `OUTPUTS` outputs.
///
/// ```ignore
/// pub static ADD: Binary = Binary::new("add", &[
///     binary(add::f32), binary(add::f64), binary(add::i8), binary(add::i32), binary(add::i64), binary(add::c64),
/// ]);
/// ```
#[derive(Debug)]
pub struct Table<const INPUTS: usize, const OUTPUTS: usize = 1> {
    name: &'static str,
    loops: &'static [Loop],
    fast: &'static [Loop],
}

/// Loops from one slice to one.
pub type Unary = Table<1>;
/// Loops from two slices to one.
pub type Binary = Table<2>;
/// Loops from three slices to one.
pub type Ternary = Table<3>;
/// Loops from four slices to one.
pub type Quaternary = Table<4>;
/// Loops from five slices to one.
pub type Quinary = Table<5>;
/// Loops from two slices to two.
pub type BinaryToTwo = Table<2, 2>;
/// Loops from three slices to two.
pub type TernaryToTwo = Table<3, 2>;
/// Loops from four slices to two.
pub type QuaternaryToTwo = Table<4, 2>;

impl<const INPUTS: usize, const OUTPUTS: usize> Table<INPUTS, OUTPUTS> {
    /// Returns the table of the function `name`. A loop with other numbers of inputs or outputs does not compile.
    pub const fn new(name: &'static str, loops: &'static [Loop]) -> Self {
        Self::check(loops);
        Self {
            name,
            loops,
            fast: &[],
        }
    }

    /// Returns the same table with loops that take the place of those of their types in high performance.
    pub const fn with_fast(mut self, fast: &'static [Loop]) -> Self {
        Self::check(fast);
        self.fast = fast;
        self
    }

    const fn check(loops: &[Loop]) {
        let mut k = 0;
        while k < loops.len() {
            assert!(
                loops[k].outputs == OUTPUTS && loops[k].slices == INPUTS + OUTPUTS,
                "every loop of a table has its numbers of inputs and outputs"
            );
            k += 1;
        }
    }

    /// The function's name, for messages.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The loops.
    pub fn loops(&self) -> &'static [Loop] {
        self.loops
    }

    /// Those of high performance.
    pub fn fast(&self) -> &'static [Loop] {
        self.fast
    }
}
