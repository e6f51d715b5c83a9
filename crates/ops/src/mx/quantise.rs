//! Quantisation along one axis, or along the last two.

use std::marker::PhantomData;

use half::{bf16, f16};

use super::dense::{Source, Target};
use super::strips::{Outputs, Strip, quantise_rows, quantise_strips};
use super::{Recipe, dtype_error, expect_dtype, expect_format, expect_shape, scale_shape};
use crate::{Arg, Call, Plan};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::mx;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, Element};

/// Plans `y`, the elements of `x` quantised in blocks along `axis`, and `scales`, of the shape that [`scale_shape`] gives.
pub fn quantise(recipe: Recipe, x: Arg, axis: usize, y: Arg, scales: Arg) -> Result<Call> {
    let rank = x.view.layout.rank();
    if axis >= rank {
        return Err(Reason::Value {
            arg: "axis",
            got: axis.to_string(),
            allowed: format!("a dimension of `{}`", x.name),
        }
        .into());
    }
    let axes = if axis + 1 == rank {
        Axes::Last
    } else {
        Axes::Inner(axis)
    };
    plan(recipe, axes, [x, y, scales])
}

/// Plans the elements of `x` quantised along the last axis, `y1` and `scales1`, and along the one before, `y2` and `scales2`.
/// `x` is read once.
pub fn quantise_on_both_axes(
    recipe: Recipe,
    x: Arg,
    [y1, scales1]: [Arg; 2],
    [y2, scales2]: [Arg; 2],
) -> Result<Call> {
    if x.view.layout.rank() < 2 {
        return Err(Reason::Rank {
            arg: x.name,
            got: x.view.layout.rank(),
            allowed: "2 or more".into(),
        }
        .into());
    }
    plan(recipe, Axes::Both, [x, y1, scales1, y2, scales2])
}

/// Which axes are quantised.
#[derive(Clone, Copy)]
enum Axes {
    Last,
    Inner(usize),
    /// The last one, and the one before.
    Both,
}

fn plan<const N: usize>(recipe: Recipe, axes: Axes, args: [Arg; N]) -> Result<Call> {
    match args[0].view.dtype {
        Dtype::F16 => Quantise::<f16>::plan(recipe, axes, args),
        Dtype::Bf16 => Quantise::<bf16>::plan(recipe, axes, args),
        Dtype::F32 => Quantise::<f32>::plan(recipe, axes, args),
        _ => Err(dtype_error(&args[0], "FLOAT16, BFLOAT16 or FLOAT")),
    }
}

/// Quantisation of `x[outer, rows, columns]`.
struct Quantise<T> {
    recipe: Recipe,
    axes: Axes,
    rows: usize,
    columns: usize,
    x: Source,
    /// Elements and scales of each axis, in turn.
    outputs: Vec<Target>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element + mx::Source> Quantise<T> {
    fn plan<const N: usize>(recipe: Recipe, axes: Axes, args: [Arg; N]) -> Result<Call> {
        let shape = args[0].view.layout.shape().to_vec();
        let last = shape.len() - 1;
        let quantised = match axes {
            Axes::Last => vec![last],
            Axes::Inner(axis) => vec![axis],
            Axes::Both => vec![last, last - 1],
        };
        for (pair, &axis) in args[1..].chunks(2).zip(&quantised) {
            expect_format(&pair[0], recipe.format)?;
            expect_shape(&pair[0], &shape)?;
            expect_dtype(&pair[1], Dtype::F8E8m0)?;
            expect_shape(&pair[1], &scale_shape(&shape, axis, recipe.block))?;
        }
        let x = Source::new(&args[0])?;
        let outputs = args[1..]
            .iter()
            .map(Target::new)
            .collect::<Result<Vec<_>>>()?;
        if x.numel == 0 {
            return Ok(Call::nothing(args));
        }
        let extent = |dims: &[i64]| dims.iter().product::<i64>() as usize;
        let (rows, columns) = match axes {
            Axes::Inner(axis) => (extent(&shape[axis..=axis]), extent(&shape[axis + 1..])),
            Axes::Last => (1, extent(&shape[last..])),
            Axes::Both => (extent(&shape[last - 1..last]), extent(&shape[last..])),
        };
        let plan = Self {
            recipe,
            axes,
            rows,
            columns,
            x,
            outputs,
            element: PhantomData,
        };
        Ok(Call::new(plan, args))
    }
}

impl<T: Element + mx::Source> Plan for Quantise<T> {
    fn cost(&self) -> usize {
        self.x.numel * size_of::<T>()
            + self
                .outputs
                .iter()
                .map(|output| output.bytes)
                .sum::<usize>()
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let mut scratch = Scratch::new(workspace);
        let (&x, outputs) = addresses.split_first().ok_or_else(no_address)?;
        let places: Vec<_> = self
            .outputs
            .iter()
            .zip(outputs)
            .map(|(output, &address)| output.open(address, &mut scratch))
            .collect::<Result<_>>()?;
        let written: Vec<_> = self
            .outputs
            .iter()
            .zip(&places)
            .map(|(output, &place)| (place, output.bytes))
            .collect();
        // SAFETY: the caller's promise for `x`.
        let x = unsafe { self.x.read::<T>(x, self.x.numel, &written, &mut scratch)? };
        let at = |i: usize| Outputs {
            elements: places[2 * i],
            scales: places[2 * i + 1],
        };
        let strips = self.rows.div_ceil(2 * self.recipe.block);
        let count = x.len() / (self.rows * self.columns) * strips;
        let strip = |number: usize| {
            let row = number % strips * 2 * self.recipe.block;
            Strip {
                row: number / strips * self.rows + row,
                height: (self.rows - row).min(2 * self.recipe.block),
                pair: number,
            }
        };
        // SAFETY: the caller's promise for the outputs, whose sizes were checked; strips are disjoint.
        unsafe {
            match self.axes {
                Axes::Last => quantise_rows(&self.recipe, x, self.columns, at(0)),
                Axes::Inner(_) => {
                    quantise_strips(&self.recipe, x, self.columns, count, strip, (None, at(0)));
                }
                Axes::Both => {
                    quantise_strips(
                        &self.recipe,
                        x,
                        self.columns,
                        count,
                        strip,
                        (Some(at(0)), at(1)),
                    );
                }
            }
            for ((output, place), &address) in self.outputs.iter().zip(places).zip(outputs) {
                output.close(place, address)?;
            }
        }
        Ok(())
    }
}

/// A plan was run without the addresses of its operands.
pub(super) fn no_address() -> Error {
    Error::from(Reason::Internal("a plan was run without addresses".into()))
}
