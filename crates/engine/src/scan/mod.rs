//! The scan engine: each element of the outputs is computed from the elements of the input up to its place along one axis.
//!
//! The other axes are columns, which tiles take side by side, row after row; where the elements of a column lie side by side, a few columns are taken in
//! turn, without a tile. Each column is computed in order, so that its bits depend on nothing else. The input may have any strides and types; it may be an output, or overlap one.

mod run;

use hostnpu_kernels::memory::Region;
use std::cmp::Reverse;

use hostnpu_base::few::sort_few_by_key;
use smallvec::SmallVec;

use self::run::Running;
use super::convert::{Steps, larger};
use super::reduce::{Axis, PerOperand};
use crate::{Arg, Args, Call, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::scan::{Lines, Scan, Tile};
use hostnpu_tensor::{Dtype, Element};

/// A running result of elements of one type.
#[derive(Clone, Copy, Debug)]
pub struct Scanner {
    element: Dtype,
    results: [Dtype; 2],
    outputs: usize,
    /// Bytes of the state of a column.
    state: usize,
    start: fn(Region<'_>, usize),
    rows: fn(Tile<'_>),
    /// Type in which `lines` stores values.
    stored: Dtype,
    lines: fn(Lines<'_>),
}

/// Returns the scanner of running values.
pub const fn scanner<S: Scan<Element: Element, Value: Element, Place = (), Stored: Element>>()
-> Scanner {
    Scanner::of::<S>([<S::Value as Element>::DTYPE, Dtype::U8], 1)
}

/// Returns the scanner of running values and their places.
pub const fn scanner_to_two<
    S: Scan<Element: Element, Value: Element, Place: Element, Stored: Element>,
>() -> Scanner {
    Scanner::of::<S>(
        [<S::Value as Element>::DTYPE, <S::Place as Element>::DTYPE],
        2,
    )
}

impl Scanner {
    const fn of<S: Scan<Element: Element, Stored: Element>>(
        results: [Dtype; 2],
        outputs: usize,
    ) -> Self {
        Self {
            element: <S::Element as Element>::DTYPE,
            results,
            outputs,
            state: size_of::<S::State>(),
            start: start::<S>,
            rows: S::rows,
            stored: <S::Stored as Element>::DTYPE,
            lines: S::lines,
        }
    }
}

/// Writes the first states of so many columns.
fn start<S: Scan>(states: Region, columns: usize) {
    let first = states.elements::<S::State>(columns);
    for column in 0..columns {
        // SAFETY: memory of so many states.
        unsafe { first.add(column).write(S::START) };
    }
}

/// The scanners of one function by computation type.
#[derive(Debug)]
pub struct Scans {
    name: &'static str,
    scanners: &'static [Scanner],
}

impl Scans {
    /// Returns the table of the function `name`.
    pub const fn new(name: &'static str, scanners: &'static [Scanner]) -> Self {
        Self { name, scanners }
    }

    /// The scanner for `compute`, or for the next larger type. Unsigned integers wrap as signed ones do.
    fn choose(&self, compute: Dtype) -> Option<&'static Scanner> {
        let of = |dtype| {
            self.scanners
                .iter()
                .find(|scanner| scanner.element == dtype)
        };
        of(compute).or_else(|| match compute {
            Dtype::U64 => of(Dtype::I64),
            compute => of(larger(compute)?),
        })
    }
}

/// Plans the running results of `input` along `axis`, in the computation type `compute`, from the end if `reverse` is true.
///
/// Elements are converted to `compute` first; values are rounded to it, and stored in the type of their output. Outputs have the shape of the
/// input.
pub fn scan<const N: usize>(
    table: &'static Scans,
    compute: Dtype,
    input: Arg,
    axis: usize,
    reverse: bool,
    outputs: [Arg; N],
) -> Result<Call> {
    let (name, from) = (input.name, input.view.dtype);
    let scanner = table
        .choose(compute)
        .filter(|scanner| N <= scanner.outputs)
        .ok_or_else(|| Error::dtype(name, compute, format!("a type that has a {}", table.name)))?;
    let load = Steps::through(from, compute, scanner.element)
        .ok_or_else(|| Error::dtype(name, from, format!("a type that converts to {compute}")))?;
    let mut args = Args::new();
    args.push(input.with_role(Role::Input));
    let mut stores = [None, None];
    for (k, output) in outputs.into_iter().enumerate() {
        output.check_distinct_elements()?;
        let (result, to) = (scanner.results[k], output.view.dtype);
        let meant = if k == 0 { compute } else { result };
        let steps = Steps::through(result, meant, to)
            .ok_or_else(|| Error::dtype(output.name, to, format!("what {meant} converts to")))?;
        stores[k] = Some(steps);
        args.push(output.with_role(Role::Output));
    }
    for output in &args[1..] {
        let (got, wanted) = (output.view.layout.shape(), args[0].view.layout.shape());
        if got != wanted {
            return Err(Error::shape(output.name, got, format!("{wanted:?}")));
        }
    }
    if args[0].view.layout.is_empty() {
        return Ok(Call::nothing(args));
    }
    let (along, columns, offsets) = axes(&args, axis, reverse);
    let results = [scanner.stored, scanner.results[1]];
    let types = args[1..].iter().map(|output| output.view.dtype);
    let as_they_are = from == scanner.element
        && compute == scanner.stored
        && types.eq(results.into_iter().take(scanner.outputs));
    let mut plan = Running::new(scanner, load, stores, along, columns, offsets, &args);
    plan.lines &= as_they_are;
    Ok(Call::with_args(plan, args))
}

/// The axis of the scan, the others with the one of the nearest neighbours last, and where the first elements lie.
fn axes(args: &[Arg], axis: usize, reverse: bool) -> (Axis, SmallVec<[Axis; 8]>, PerOperand) {
    let axis_of = |extent: usize| Axis {
        extent,
        strides: PerOperand::default(),
    };
    let (mut along, mut offsets) = (axis_of(1), PerOperand::default());
    let shape = args[0].view.layout.shape();
    let mut columns: SmallVec<[Axis; 8]> = shape
        .iter()
        .map(|&extent| axis_of(extent as usize))
        .collect();
    for (k, arg) in args.iter().enumerate() {
        let (layout, size) = (&arg.view.layout, (arg.view.dtype.bits() / 8) as isize);
        offsets[k] = layout.offset() as isize * size;
        for (column, &stride) in columns.iter_mut().zip(layout.strides()) {
            // Wrapping: along an axis of one element it may be any number.
            column.strides[k] = (stride as isize).wrapping_mul(size);
        }
    }
    if axis < columns.len() {
        along = columns.remove(axis);
    }
    if reverse {
        for (offset, stride) in offsets.iter_mut().zip(&mut along.strides) {
            *offset += *stride * (along.extent as isize - 1);
            *stride = -*stride;
        }
    }
    columns.retain(|column| column.extent != 1);
    sort_few_by_key(&mut columns, |column| {
        Reverse(column.strides[0].unsigned_abs())
    });
    let mut merged: SmallVec<[Axis; 8]> = SmallVec::new();
    for column in columns {
        match merged.last_mut() {
            Some(outer) if outer.holds(&column) => {
                let extent = outer.extent * column.extent;
                *outer = Axis { extent, ..column };
            }
            _ => merged.push(column),
        }
    }
    (along, merged, offsets)
}
