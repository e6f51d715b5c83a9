//! Positions that a mask names: elements of a tensor for those that are true, in order.

use super::walk::{Axis, Walk};
use super::{first_element, moves};
use crate::overlaps::{operands, staged};
use crate::{Arg, Call, Plan, Role};
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::index::{self, Units};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Layout, share_memory_at};

/// Byte strides of a layout that broadcasts to a shape.
fn broadcast_strides(layout: &Layout, shape: &[i64], size: isize) -> Vec<isize> {
    let missing = shape.len() - layout.rank();
    let own = layout.shape().iter().zip(layout.strides());
    let own = own.map(|(&extent, &stride)| {
        if extent == 1 {
            0
        } else {
            stride as isize * size
        }
    });
    std::iter::repeat_n(0, missing).chain(own).collect()
}

fn walk(shape: &[i64], there: &[isize], here: &[isize]) -> Walk<0> {
    let axes = shape.iter().enumerate().map(|(k, &extent)| Axis {
        extent: extent as usize,
        there: there[k],
        here: here[k],
        indices: [],
    });
    // Elements do not move together: each has its own truth.
    Walk::new(axes, isize::MAX as usize)
}

/// Plans `target[k-th position at which the mask is true] = source[k]`, in row-major order. The mask, of BOOL or UINT8, broadcasts to the target;
/// more source elements than true positions are left over, fewer are an error of the running call.
pub fn scatter_masked(target: Arg, mask: Arg, source: Arg) -> Result<Call> {
    target.check_distinct_elements()?;
    let size = (target.view.dtype.bits() / 8) as isize;
    let shape = target.view.layout.shape();
    let there = broadcast_strides(&target.view.layout, shape, size);
    let plan = Masked {
        walk: walk(
            shape,
            &there,
            &broadcast_strides(&mask.view.layout, shape, 1),
        ),
        source: walk(
            source.view.layout.shape(),
            &broadcast_strides(&source.view.layout, source.view.layout.shape(), size),
            &vec![0; source.view.layout.rank()],
        ),
        size: size as usize,
    };
    let args = [
        target.with_role(Role::InOut),
        mask.with_role(Role::Input),
        source.with_role(Role::Input),
    ];
    Ok(Call::new(plan, args))
}

/// Operands: target, mask, source.
struct Masked {
    /// The target there, the mask here.
    walk: Walk<0>,
    source: Walk<0>,
    size: usize,
}

impl Masked {
    /// The inputs that the target overlaps.
    fn staged<'a>(
        &self,
        args: &'a [Arg],
        addresses: &'a [usize],
    ) -> impl Iterator<Item = usize> + 'a {
        let target = (&args[0].view, addresses[0]);
        [1, 2].into_iter().filter(move |&k| {
            addresses[k] != 0
                && target.1 != 0
                && share_memory_at((&args[k].view, addresses[k]), target)
        })
    }
}

impl Plan for Masked {
    fn workspace_size(&self) -> usize {
        0
    }

    fn cost(&self) -> usize {
        self.walk.count.saturating_mul(2 * self.size + 1)
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let scratch = Scratch::new(workspace);
        // SAFETY: the caller's promise.
        let mut bases = unsafe { operands(args, addresses) };
        for k in self.staged(args, addresses) {
            bases[k] = staged(&args[k], bases[k], &scratch)?;
        }
        let place = |k: usize| first_element(&args[k], bases[k]);
        let (target, mask, source) = (place(0), place(1), place(2));
        let is_true = |at: Region| {
            // SAFETY: an element of the mask.
            unsafe { at.first(1).read_volatile() != 0 }
        };
        let (walk, size) = (&self.walk, self.size);
        let mut wanted = 0;
        walk.for_each_line(0, walk.count, usize::MAX, |line| {
            let first = mask.moved(line.here);
            let step = walk.last.here;
            let truths = (0..line.length).filter(|&k| is_true(first.moved(k as isize * step)));
            wanted += truths.count();
        });
        if wanted > self.source.count {
            return Err(Reason::Shape {
                arg: args[2].name,
                got: args[2].view.layout.shape().to_vec(),
                allowed: format!(
                    "{wanted} elements or more: so many are true in `{}`",
                    args[1].name
                ),
            }
            .into());
        }
        let scatter = match size {
            1 => scatter_units::<u8>,
            2 => scatter_units::<u16>,
            4 => scatter_units::<u32>,
            8 => scatter_units::<u64>,
            _ => scatter_units::<[u64; 2]>,
        };
        let mut taken = 0;
        walk.for_each_line(0, walk.count, usize::MAX, |line| {
            let mut passed = 0;
            // More are true than were counted if the mask is written meanwhile.
            while passed < line.length && taken < self.source.count {
                let left = self.source.last.extent - taken % self.source.last.extent;
                let mut from = 0;
                self.source
                    .for_each_line(taken, left, usize::MAX, |run| from = run.there);
                let at = passed as isize;
                let rest = line.length - passed;
                let (seen, written) = scatter(
                    (
                        target.moved(line.there + at * walk.last.there),
                        walk.last.there,
                        rest,
                    ),
                    (
                        mask.moved(line.here + at * walk.last.here),
                        walk.last.here,
                        rest,
                    ),
                    (source.moved(from), self.source.last.there, left),
                );
                passed += seen;
                taken += written;
            }
        });
        Ok(())
    }
}

/// Units of memory: the place of the first one, bytes from one to the next, and their number.
type Run<'a> = (Region<'a>, isize, usize);

/// [`index::scatter_masked`] of units in regions. Panics if some of them are outside.
fn scatter_units<T: Copy>(to: Run, mask: Run, from: Run) -> (usize, usize) {
    let units = |(first, step, count): Run, size: usize| Units {
        first: moves::units(first, size, count, step),
        step,
        count,
    };
    let size = size_of::<T>();
    let (to, mask, from) = (units(to, size), units(mask, 1), units(from, size));
    // SAFETY: units of all three are inside, and what is read was copied if the target lies over it.
    unsafe { index::scatter_masked::<T>(to, mask, from) }
}
