//! The pointwise engine: each element of the outputs is computed from the elements of the inputs at its index.
//!
//! Inputs broadcast to the output's shape and may have any strides and types, or be one value. Tiles of them are loaded with conversion to the
//! computation type, computed by a kernel over dense slices, and stored with conversion; an operand that is dense and already of the type is
//! passed to the kernel directly. An output may be an input or overlap it: then all is as if every input were read before anything is written.
//! Work is cut by size only.

use super::convert::{Steps, larger};
use super::loops::{Loop, MAX_SLICES, Table};
use super::parameters::Parameters;
use super::run::Pointwise;
use crate::{Arg, Call, ImplMode, impl_mode};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::{Dtype, Value};

/// An operand that an operator reads.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A tensor that broadcasts to the output.
    Tensor(Arg),
    /// One value for all elements.
    Value(Value),
    /// The first output as it is before the call: the operator works in place.
    Output,
}

impl From<Arg> for Operand {
    fn from(arg: Arg) -> Self {
        Self::Tensor(arg)
    }
}

impl From<Value> for Operand {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

/// Plans `output = table(input)` in the computation type `compute`.
pub fn unary(
    table: &'static Table<1>,
    compute: Dtype,
    parameters: &[Value],
    input: impl Into<Operand>,
    output: Arg,
) -> Result<Call> {
    apply(table, compute, parameters, [input.into()], [output])
}

/// Plans `output = table(a, b)` in the computation type `compute`.
pub fn binary(
    table: &'static Table<2>,
    compute: Dtype,
    parameters: &[Value],
    a: impl Into<Operand>,
    b: impl Into<Operand>,
    output: Arg,
) -> Result<Call> {
    apply(table, compute, parameters, [a.into(), b.into()], [output])
}

/// Plans `output = table(a, b, c)` in the computation type `compute`.
pub fn ternary(
    table: &'static Table<3>,
    compute: Dtype,
    parameters: &[Value],
    a: impl Into<Operand>,
    b: impl Into<Operand>,
    c: impl Into<Operand>,
    output: Arg,
) -> Result<Call> {
    apply(
        table,
        compute,
        parameters,
        [a.into(), b.into(), c.into()],
        [output],
    )
}

/// Plans `outputs = table(inputs)` in the computation type `compute`, for any table.
///
/// The loop is the table's for `compute` or, where it has none, for the next larger type: FLOAT for FLOAT16 and BFLOAT16, INT32 for BOOL and
/// smaller integers, INT64 for UINT32, COMPLEX64 for COMPLEX32. Inputs are converted to `compute` on their way to the loop's type, and results
/// on their way to the output's, so that the larger type does not show. `parameters` are converted to the type that the loop takes.
///
/// Every input must broadcast to the shape of the outputs, which have one shape. No element of an output may share memory with another
/// one. Whether operands lie within their memory is the caller's to check ([`Call::check_memory`]).
pub fn apply<const INPUTS: usize, const OUTPUTS: usize>(
    table: &'static Table<INPUTS, OUTPUTS>,
    compute: Dtype,
    parameters: &[Value],
    inputs: [Operand; INPUTS],
    outputs: [Arg; OUTPUTS],
) -> Result<Call> {
    let loops = Loops::of(table);
    let (mut inputs, mut outputs) = (inputs, outputs.map(Some));
    plan(loops, compute, parameters, &mut inputs, &mut outputs)
}

/// Plans a copy of `input`, broadcast to the shape of `output` and converted to its type.
pub fn copy(input: impl Into<Operand>, output: Arg) -> Result<Call> {
    let input = input.into();
    let (from, to) = (input.dtype(&output), output.view.dtype);
    if to.bits() < 8 {
        return Err(cannot_store(&output, from));
    }
    match Steps::new(from, to) {
        Some(store) => Pointwise::plan(
            None,
            Parameters::default(),
            (&mut [input], &[Steps::NONE]),
            (&mut [Some(output)], &[store]),
        ),
        None => Err(cannot_load(&input, &output, to)),
    }
}

/// Plans `output = value` for every element, converted to the output's type.
pub fn fill(value: Value, output: Arg) -> Result<Call> {
    copy(value, output)
}

impl Operand {
    /// The type of the elements, with the output that [`Operand::Output`] stands for.
    pub(super) fn dtype(&self, output: &Arg) -> Dtype {
        match self {
            Self::Tensor(arg) => arg.view.dtype,
            Self::Value(value) => value.dtype(),
            Self::Output => output.view.dtype,
        }
    }
}

/// A table of any numbers of inputs and outputs.
struct Loops {
    name: &'static str,
    exact: &'static [Loop],
    fast: &'static [Loop],
}

impl Loops {
    fn of<const INPUTS: usize, const OUTPUTS: usize>(
        table: &'static Table<INPUTS, OUTPUTS>,
    ) -> Self {
        Self {
            name: table.name(),
            exact: table.loops(),
            fast: table.fast(),
        }
    }

    /// The loop for `compute`, or for the next larger type; in high performance that of the mode, if there is one for the type that is chosen.
    fn choose(&self, compute: Dtype, output: &Arg) -> Result<&'static Loop> {
        fn of(loops: &'static [Loop], dtype: Dtype) -> Option<&'static Loop> {
            loops.iter().find(|kernel| kernel.compute() == dtype)
        }
        let exact = of(self.exact, compute).or_else(|| of(self.exact, larger(compute)?));
        let exact = exact.ok_or_else(|| no_loop(self, compute, output))?;
        Ok(match impl_mode() {
            ImplMode::HighPrecision => exact,
            ImplMode::HighPerformance => of(self.fast, exact.compute()).unwrap_or(exact),
        })
    }
}

/// Returns the loop of a table that [`apply`] runs for a computation type. Messages name the output.
pub(super) fn loop_for<const INPUTS: usize, const OUTPUTS: usize>(
    table: &'static Table<INPUTS, OUTPUTS>,
    compute: Dtype,
    output: &Arg,
) -> Result<&'static Loop> {
    Loops::of(table).choose(compute, output)
}

/// Plans a kernel whose types are held against those of the operands, with conversions between them. Takes the operands. One copy for all numbers of them.
fn plan(
    loops: Loops,
    compute: Dtype,
    parameters: &[Value],
    inputs: &mut [Operand],
    outputs: &mut [Option<Arg>],
) -> Result<Call> {
    let Some(Some(first)) = outputs.first() else {
        return Err(no_output());
    };
    let kernel = loops.choose(compute, first)?;
    let meant = |dtype: Dtype| kernel.meant(compute, dtype);
    let mut loads = [Steps::NONE; MAX_SLICES];
    for ((load, input), &dtype) in loads.iter_mut().zip(&*inputs).zip(kernel.input_types()) {
        *load = Steps::through(input.dtype(first), meant(dtype), dtype)
            .ok_or_else(|| cannot_load(input, first, meant(dtype)))?;
    }
    let mut stores = [Steps::NONE; MAX_SLICES];
    let written = outputs.iter().flatten();
    for ((store, output), &dtype) in stores.iter_mut().zip(written).zip(kernel.output_types()) {
        *store = Steps::through(dtype, meant(dtype), output.view.dtype)
            .ok_or_else(|| cannot_store(output, meant(dtype)))?;
    }
    let parameters = Parameters::new(kernel, parameters)?;
    let (inputs, outputs) = ((inputs, &loads[..]), (outputs, &stores[..]));
    Pointwise::plan(Some(kernel), parameters, inputs, outputs)
}

#[cold]
fn no_output() -> Error {
    Error::from(Reason::Internal("a call without an output".into()))
}

#[cold]
pub(super) fn cannot_load(input: &Operand, output: &Arg, to: Dtype) -> Error {
    let arg = match input {
        Operand::Tensor(arg) => arg.name,
        Operand::Value(_) => "value",
        Operand::Output => output.name,
    };
    Error::from(Reason::Dtype {
        arg,
        got: input.dtype(output).to_string(),
        allowed: format!("a type that converts to {to}"),
    })
}

#[cold]
pub(super) fn cannot_store(output: &Arg, from: Dtype) -> Error {
    Error::from(Reason::Dtype {
        arg: output.name,
        got: output.view.dtype.to_string(),
        allowed: format!("a type that {from} converts to"),
    })
}

#[cold]
fn no_loop(loops: &Loops, compute: Dtype, output: &Arg) -> Error {
    let types: Vec<_> = loops
        .exact
        .iter()
        .map(|kernel| kernel.compute().name())
        .collect();
    Error::from(Reason::Dtype {
        arg: output.name,
        got: format!("{} of a computation in {compute}", output.view.dtype),
        allowed: format!(
            "the result of a computation of {} in {}",
            loops.name,
            types.join(", ")
        ),
    })
}
