//! One element in, one element out.

use smallvec::SmallVec;

use super::{Arg, Call, Plan, Role};
use crate::error::Result;
use crate::tensor::{Element, Run, Walk, parallel};

/// Elements that one thread takes at a time. Borders depend on this alone, so results do not depend on the threads.
const PIECE: usize = 1 << 14;

/// Elements that are gathered before the kernel runs where they are not neighbours, or where they are overwritten.
const TILE: usize = 1 << 10;

/// A kernel: computes an output run from an input run of the same length.
pub type Kernel<T, U> = fn(&[T], &mut [U]);

/// `output = kernel(input)`, element by element.
pub struct Elementwise<T, U> {
    kernel: Kernel<T, U>,
    walk: Walk,
    /// Elements from the base to the lowest and to the highest one, of input and output.
    reach: [(i64, i64); 2],
    /// Whether input and output have one layout, so that one may be the other.
    same_layout: bool,
    /// Whether pieces of the output may touch: then one thread does all.
    serial: bool,
}

impl<T: Element, U: Element> Elementwise<T, U> {
    /// Plans `kernel` over two views of one shape. The output may be the input, or overlap it.
    pub fn unary(kernel: Kernel<T, U>, input: Arg, output: Arg) -> Call {
        let (from, to) = (&input.view.layout, &output.view.layout);
        let (Some(read), Some(written)) = (from.reach(), to.reach()) else {
            return Call::nothing([input, output]);
        };
        let plan = Self {
            kernel,
            walk: Walk::new(from, to),
            reach: [
                (read.lowest, read.highest),
                (written.lowest, written.highest),
            ],
            same_layout: from == to && size_of::<T>() == size_of::<U>(),
            serial: to.may_overlap_itself(),
        };
        Call::new(plan, [input, output])
    }

    /// Plans `kernel` in place.
    pub fn in_place(kernel: Kernel<T, U>, mut operand: Arg) -> Call {
        operand.role = Role::InOut;
        let mut call = Self::unary(kernel, operand.clone(), operand);
        // One operand for its user, two for the plan.
        call.args.truncate(1);
        call
    }

    fn overlap(&self, input: usize, output: usize) -> Overlap {
        let span = |(lowest, highest): (i64, i64), base: usize, size: usize| {
            let at = |element: i64| base as i128 + i128::from(element) * size as i128;
            (at(lowest), at(highest + 1))
        };
        let (from, from_end) = span(self.reach[0], input, size_of::<T>());
        let (to, to_end) = span(self.reach[1], output, size_of::<U>());
        if from_end <= to || to_end <= from {
            Overlap::None
        } else if self.same_layout && input == output {
            Overlap::Same
        } else {
            Overlap::Partial
        }
    }
}

/// How the memory of input and output meets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlap {
    None,
    /// Each element is written where it was read.
    Same,
    Partial,
}

impl<T: Element, U: Element> Plan for Elementwise<T, U> {
    fn bytes(&self) -> usize {
        self.walk.numel() * (size_of::<T>() + size_of::<U>())
    }

    unsafe fn run(&self, addresses: &[usize], _: &mut [u8]) -> Result<()> {
        let input = addresses[0];
        let output = *addresses.last().unwrap_or(&input);
        let overlap = self.overlap(input, output);
        let numel = self.walk.numel();
        if overlap == Overlap::Partial {
            // All is read before anything is written.
            let mut copy = vec![T::default(); numel];
            // SAFETY: the caller's promise for the input.
            unsafe { gather(&self.walk, input as *const T, 0, &mut copy) };
            let staged = |first: usize, count: usize| {
                for start in (first..first + count).step_by(TILE) {
                    let end = (start + TILE).min(first + count);
                    let mut tile = [U::default(); TILE];
                    (self.kernel)(&copy[start..end], &mut tile[..end - start]);
                    // SAFETY: the caller's promise for the output.
                    unsafe { scatter(&self.walk, &tile[..end - start], output as *mut U, start) };
                }
            };
            if self.serial {
                staged(0, numel)
            } else {
                in_pieces(numel, staged)
            }
            return Ok(());
        }
        // SAFETY: the caller's promise; the pieces of a walk are disjoint parts of both views.
        let piece = |first, count| unsafe {
            self.piece(input as *const T, output as *mut U, first, count, overlap);
        };
        if self.serial {
            piece(0, numel)
        } else {
            in_pieces(numel, piece)
        }
        Ok(())
    }
}

/// Calls `work(first, count)` for all pieces of `numel` elements.
fn in_pieces(numel: usize, work: impl Fn(usize, usize) + Sync) {
    parallel::for_each_piece(numel.div_ceil(PIECE), |piece| {
        let first = piece * PIECE;
        work(first, PIECE.min(numel - first));
    });
}

impl<T: Element, U: Element> Elementwise<T, U> {
    /// Computes elements `first` to `first + count` of the walk.
    ///
    /// # Safety
    /// They may be read and written, and overlap only as `overlap` says.
    unsafe fn piece(
        &self,
        input: *const T,
        output: *mut U,
        first: usize,
        count: usize,
        overlap: Overlap,
    ) {
        let direct = self.walk.run_strides() == (1, 1)
            && overlap == Overlap::None
            && (self.walk.is_flat() || self.walk.run_length() >= TILE / 4);
        if direct {
            self.walk.for_each_run(
                first,
                count,
                |Run {
                     input: from,
                     output: to,
                     length,
                 }| {
                    // SAFETY: a run of neighbours in each view, and the views do not overlap.
                    let (from, to) = unsafe {
                        (
                            std::slice::from_raw_parts(input.offset(from as isize), length),
                            std::slice::from_raw_parts_mut(output.offset(to as isize), length),
                        )
                    };
                    // Stored as usual: storing past the caches, tile by tile, makes computing and writing wait for each other.
                    (self.kernel)(from, to);
                },
            );
            return;
        }
        let mut from = [T::default(); TILE];
        let mut to = [U::default(); TILE];
        for start in (first..first + count).step_by(TILE) {
            let length = TILE.min(first + count - start);
            // SAFETY: the caller's promise; a tile is read whole before it is written.
            unsafe { gather(&self.walk, input, start, &mut from[..length]) };
            (self.kernel)(&from[..length], &mut to[..length]);
            // SAFETY: as above.
            unsafe { scatter(&self.walk, &to[..length], output, start) };
        }
    }
}

/// Reads elements of a walk's input, from number `first` on.
///
/// # Safety
/// They may be read.
unsafe fn gather<T: Element>(walk: &Walk, base: *const T, first: usize, target: &mut [T]) {
    let (stride, _) = walk.run_strides();
    let mut done = 0;
    walk.for_each_run(first, target.len(), |run| {
        let part = &mut target[done..done + run.length];
        // SAFETY: the run's elements are the walk's, which the caller promises.
        unsafe {
            let start = base.offset(run.input as isize);
            if stride == 1 {
                start.copy_to_nonoverlapping(part.as_mut_ptr(), run.length);
            } else {
                for (k, element) in part.iter_mut().enumerate() {
                    *element = start.offset(k as isize * stride as isize).read();
                }
            }
        }
        done += run.length;
    });
}

/// Writes elements of a walk's output, from number `first` on.
///
/// # Safety
/// They may be written.
unsafe fn scatter<U: Element>(walk: &Walk, source: &[U], base: *mut U, first: usize) {
    let (_, stride) = walk.run_strides();
    let mut done = 0;
    walk.for_each_run(first, source.len(), |run| {
        let part = &source[done..done + run.length];
        // SAFETY: the run's elements are the walk's, which the caller promises.
        unsafe {
            let start = base.offset(run.output as isize);
            if stride == 1 {
                start.copy_from_nonoverlapping(part.as_ptr(), run.length);
            } else {
                for (k, &element) in part.iter().enumerate() {
                    start.offset(k as isize * stride as isize).write(element);
                }
            }
        }
        done += run.length;
    });
}

/// Unused capacity of operand lists is not worth a heap.
const _: () = assert!(size_of::<SmallVec<[usize; 8]>>() <= 80);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tensor::{Dtype, Layout, View};

    /// A kernel whose result tells where it came from.
    fn plus_half(src: &[f32], dst: &mut [f32]) {
        for (d, &s) in dst.iter_mut().zip(src) {
            *d = s + 0.5;
        }
    }

    fn arg(name: &'static str, role: Role, layout: Layout, address: usize) -> Arg {
        Arg {
            name,
            role,
            view: View {
                dtype: Dtype::F32,
                layout,
                address,
            },
        }
    }

    fn run(call: &Call) {
        // SAFETY: the tests' views lie inside their vectors.
        unsafe { call.plan.run(&call.addresses(), &mut []) }.unwrap();
    }

    /// All indices of a shape, row-major.
    fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
        shape.iter().fold(vec![vec![]], |all, &extent| {
            all.into_iter()
                .flat_map(|index: Vec<i64>| {
                    (0..extent).map(move |i| [index.clone(), vec![i]].concat())
                })
                .collect()
        })
    }

    fn place(layout: &Layout, index: &[i64]) -> usize {
        let sum: i64 = index.iter().zip(layout.strides()).map(|(i, s)| i * s).sum();
        (layout.offset() + sum) as usize
    }

    /// A layout of `shape` whose dimensions lie in memory in the order `order`, each with `gap` unused elements.
    fn spread(shape: &[i64], order: &[usize], gap: i64, offset: i64) -> (Layout, usize) {
        let mut strides = vec![0; shape.len()];
        let mut next = 1 + gap;
        for &axis in order {
            strides[axis] = next;
            next = next * shape[axis] + gap;
        }
        let layout = Layout::new(shape.into(), strides.as_slice().into(), offset);
        let storage = layout.reach().map_or(0, |reach| reach.highest + 1) as usize;
        (layout, storage)
    }

    fn shape_and_orders() -> impl Strategy<Value = (Vec<i64>, Vec<usize>, Vec<usize>, i64, i64, i64)>
    {
        proptest::collection::vec(1_i64..7, 0..5).prop_flat_map(|shape| {
            let axes: Vec<usize> = (0..shape.len()).collect();
            (
                Just(shape),
                Just(axes.clone()).prop_shuffle(),
                Just(axes).prop_shuffle(),
                0_i64..3,
                0_i64..3,
                0_i64..9,
            )
        })
    }

    proptest! {
        #[test]
        fn strided_equals_contiguous(
            (shape, from_order, to_order, from_gap, to_gap, offset) in shape_and_orders()
        ) {
            let (from, from_size) = spread(&shape, &from_order, from_gap, offset);
            let (to, to_size) = spread(&shape, &to_order, to_gap, offset);
            let source: Vec<f32> = (0..from_size).map(|i| i as f32).collect();
            let mut target = vec![-1.0_f32; to_size];
            run(&Elementwise::unary(
                plus_half,
                arg("self", Role::Input, from.clone(), source.as_ptr() as usize),
                arg("out", Role::Output, to.clone(), target.as_mut_ptr() as usize),
            ));
            let mut want = vec![-1.0_f32; to_size];
            for index in indices(&shape) {
                want[place(&to, &index)] = source[place(&from, &index)] + 0.5;
            }
            prop_assert_eq!(target, want);
        }

        #[test]
        fn in_place_touches_the_view_only((shape, order, _, gap, _, offset) in shape_and_orders()) {
            let (layout, size) = spread(&shape, &order, gap, offset);
            let mut data: Vec<f32> = (0..size).map(|i| i as f32).collect();
            let mut want = data.clone();
            run(&Elementwise::in_place(
                plus_half,
                arg("selfRef", Role::InOut, layout.clone(), data.as_mut_ptr() as usize),
            ));
            for index in indices(&shape) {
                want[place(&layout, &index)] += 0.5;
            }
            prop_assert_eq!(data, want);
        }

        #[test]
        fn overlapping_views_behave_as_if_all_were_read_first(
            length in 1_usize..5000, from in 0_usize..40, to in 0_usize..40
        ) {
            let mut data: Vec<f32> = (0..length + 40).map(|i| i as f32).collect();
            let mut want = data.clone();
            for i in 0..length {
                want[to + i] = data[from + i] + 0.5;
            }
            let base = data.as_mut_ptr() as usize;
            let flat = Layout::contiguous(&[length as i64]);
            run(&Elementwise::unary(
                plus_half,
                arg("self", Role::Input, flat.clone(), base + 4 * from),
                arg("out", Role::Output, flat, base + 4 * to),
            ));
            prop_assert_eq!(data, want);
        }
    }

    #[test]
    fn an_input_that_repeats_elements_is_read_as_expanded() {
        let source = [3.0_f32, 4.0];
        let mut target = vec![0.0_f32; 6];
        let from = Layout::new([3, 2].as_slice().into(), [0, 1].as_slice().into(), 0);
        run(&Elementwise::unary(
            plus_half,
            arg("self", Role::Input, from, source.as_ptr() as usize),
            arg(
                "out",
                Role::Output,
                Layout::contiguous(&[3, 2]),
                target.as_mut_ptr() as usize,
            ),
        ));
        assert_eq!(target, [3.5, 4.5, 3.5, 4.5, 3.5, 4.5]);
    }

    #[test]
    fn long_runs_cross_the_borders_of_pieces() {
        let numel = 3 * PIECE + 17;
        let source: Vec<f32> = (0..numel).map(|i| i as f32).collect();
        let mut target = vec![0.0_f32; numel];
        let flat = Layout::contiguous(&[numel as i64]);
        run(&Elementwise::unary(
            plus_half,
            arg("self", Role::Input, flat.clone(), source.as_ptr() as usize),
            arg("out", Role::Output, flat, target.as_mut_ptr() as usize),
        ));
        for (i, (&got, &from)) in target.iter().zip(&source).enumerate() {
            assert_eq!(got, from + 0.5, "element {i}");
        }
    }

    #[test]
    fn empty_views_are_not_touched() {
        let empty = Layout::contiguous(&[3, 0]);
        let call = Elementwise::unary(
            plus_half,
            arg("self", Role::Input, empty.clone(), 0),
            arg("out", Role::Output, empty, 0),
        );
        assert_eq!(call.plan.bytes(), 0);
        run(&call);
    }
}
