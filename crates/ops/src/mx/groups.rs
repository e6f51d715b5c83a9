//! Quantisation of groups of rows, whose ends are data.

use std::marker::PhantomData;

use half::{bf16, f16};

use super::dense::{Source, Target};
use super::quantise::no_address;
use super::strips::{Outputs, Strip, quantise_strips};
use super::{Recipe, dtype_error, expect_dtype, expect_format, expect_shape, scale_shape};
use crate::{Arg, Call, Plan};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::mx;
use hostnpu_numeric::e8m0;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, Element};

/// Plans `y` and `scales` of the matrix `x`, whose rows form groups: number `g` ends before row `ends[g]`, and the next begins
/// there. Blocks run along the columns and begin anew in each group; its scales begin at row `start / (2 * block) + g` of
/// `scales`, which has one row of pairs for every `2 * block` rows of `x`, rounded down, and one more for each group. Rows of
/// scales that belong to no group are filled with 1.
///
/// Ends that fall, or lie outside `x`, fail when the plan runs.
pub fn quantise_groups(recipe: Recipe, x: Arg, ends: Arg, y: Arg, scales: Arg) -> Result<Call> {
    plan(recipe, [x, ends, y, scales])
}

/// As [`quantise_groups`] for `y2` and `scales2`; `y1` and `scales1` are quantised along the rows, which groups do not change.
pub fn quantise_groups_on_both_axes(
    recipe: Recipe,
    x: Arg,
    ends: Arg,
    [y1, scales1]: [Arg; 2],
    [y2, scales2]: [Arg; 2],
) -> Result<Call> {
    plan(recipe, [x, ends, y2, scales2, y1, scales1])
}

fn plan<const N: usize>(recipe: Recipe, args: [Arg; N]) -> Result<Call> {
    match args[0].view.dtype {
        Dtype::F16 => Grouped::<f16>::plan(recipe, args),
        Dtype::Bf16 => Grouped::<bf16>::plan(recipe, args),
        _ => Err(dtype_error(&args[0], "FLOAT16 or BFLOAT16")),
    }
}

struct Grouped<T> {
    recipe: Recipe,
    rows: usize,
    columns: usize,
    x: Source,
    ends: Source,
    ends_dtype: Dtype,
    /// Rows of pairs of scales.
    pairs: usize,
    /// Elements and scales along columns; then along rows, if that is asked for.
    outputs: Vec<Target>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element + mx::Source> Grouped<T> {
    fn plan<const N: usize>(recipe: Recipe, args: [Arg; N]) -> Result<Call> {
        let [x, ends, y, scales] = [0, 1, 2, 3].map(|i| &args[i]);
        let &[rows, columns] = x.view.layout.shape() else {
            return Err(rank_error(x, "2"));
        };
        let &[groups] = ends.view.layout.shape() else {
            return Err(rank_error(ends, "1"));
        };
        let pairs = rows / (2 * recipe.block as i64) + groups;
        expect_format(y, recipe.format)?;
        expect_shape(y, &[rows, columns])?;
        expect_dtype(scales, Dtype::F8E8m0)?;
        expect_shape(scales, &[pairs, columns, 2])?;
        if let [y, scales] = &args[4..] {
            expect_format(y, recipe.format)?;
            expect_shape(y, &[rows, columns])?;
            expect_dtype(scales, Dtype::F8E8m0)?;
            expect_shape(scales, &scale_shape(&[rows, columns], 1, recipe.block))?;
        }
        let ends_source = match ends.view.dtype {
            Dtype::I32 => Source::new(ends)?,
            Dtype::I64 => Source::new(ends)?,
            _ => return Err(dtype_error(ends, "INT32 or INT64")),
        };
        let plan = Self {
            recipe,
            rows: rows as usize,
            columns: columns as usize,
            x: Source::new(x)?,
            ends: ends_source,
            ends_dtype: ends.view.dtype,
            pairs: pairs as usize,
            outputs: args[2..]
                .iter()
                .map(Target::new)
                .collect::<Result<Vec<_>>>()?,
            element: PhantomData,
        };
        if plan.x.numel == 0 {
            return Ok(Call::nothing(args));
        }
        Ok(Call::new(plan, args))
    }

    /// The strips of all groups. Fails if the ends do.
    fn strips(&self, ends: &[i64]) -> Result<Vec<Strip>> {
        let pair = 2 * self.recipe.block;
        let mut strips = Vec::new();
        let mut start = 0;
        for (group, &end) in ends.iter().enumerate() {
            let end = usize::try_from(end)
                .ok()
                .filter(|&end| start <= end && end <= self.rows);
            let end = end.ok_or_else(|| {
                Error::from(Reason::Value {
                    arg: "groupIndex",
                    got: format!("{ends:?}"),
                    allowed: format!(
                        "ends of groups of rows that do not fall, up to {}",
                        self.rows
                    ),
                })
            })?;
            strips.extend(
                (start..end)
                    .step_by(pair)
                    .enumerate()
                    .map(|(i, row)| Strip {
                        row,
                        height: (end - row).min(pair),
                        pair: start / pair + group + i,
                    }),
            );
            start = end;
        }
        Ok(strips)
    }
}

fn rank_error(arg: &Arg, allowed: &str) -> Error {
    Error::from(Reason::Rank {
        arg: arg.name,
        got: arg.view.layout.rank(),
        allowed: allowed.into(),
    })
}

impl<T: Element + mx::Source> Plan for Grouped<T> {
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
        let &[x, ends, ref outputs @ ..] = addresses else {
            return Err(no_address());
        };
        let ends: Vec<i64> = match self.ends_dtype {
            Dtype::I32 => {
                // SAFETY: the caller's promise for the ends.
                let ends = unsafe {
                    self.ends
                        .read::<i32>(ends, self.ends.numel, &[], &mut scratch)?
                };
                ends.iter().map(|&end| end.into()).collect()
            }
            // SAFETY: the caller's promise for the ends.
            _ => unsafe {
                self.ends
                    .read::<i64>(ends, self.ends.numel, &[], &mut scratch)?
                    .to_vec()
            },
        };
        let strips = self.strips(&ends)?;
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
            elements: places[i],
            scales: places[i + 1],
        };
        let rows = (self.outputs.len() > 2).then(|| at(2));
        let mut used = vec![false; self.pairs];
        for strip in &strips {
            used[strip.pair] = true;
        }
        let width = 2 * self.columns;
        for (pair, _) in used.iter().enumerate().filter(|&(_, used)| !used) {
            // SAFETY: a row of the scales, which the caller lets us write.
            unsafe {
                std::ptr::write_bytes(
                    (at(0).scales + pair * width) as *mut u8,
                    e8m0::encode(0),
                    width,
                );
            }
        }
        // SAFETY: the caller's promise for the outputs, whose sizes were checked; the strips of groups that do not fall share
        // neither rows nor pairs.
        unsafe {
            quantise_strips(
                &self.recipe,
                x,
                self.columns,
                strips.len(),
                |i| strips[i],
                (rows, at(0)),
            );
            for ((output, place), &address) in self.outputs.iter().zip(places).zip(outputs) {
                output.close(place, address)?;
            }
        }
        Ok(())
    }
}
