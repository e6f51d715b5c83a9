//! Products of matrices that lie along several dimensions, each of which computes a part of one output.

use smallvec::smallvec;

use super::geometry::{Geometry, Matrix};
use super::grid::{AXES, Dims, Grid};
use super::run::Gemm;
use super::slide::{Slide, Sliding};
use super::{Finish, Product, side, sums};
use crate::overlaps;
use crate::{Arg, Args, Call, Plan};
use hostnpu_base::config;
use hostnpu_base::error::{Reason, Result};
use hostnpu_tensor::scratch::Scratch;

/// A matrix of an operand. Distances are in elements.
#[derive(Clone, Debug)]
pub struct Patches {
    /// To the first element.
    pub offset: i64,
    /// From a group to the next, each of which is a product of its own.
    pub group: i64,
    /// Rows or columns.
    pub lanes: Dims,
    /// The inner dimension.
    pub steps: Dims,
    /// Place of the first element along the axes of an image.
    pub origin: [i64; AXES],
    /// Extents of the axes, outside which elements are 0; 1 without such an axis.
    pub extents: [i64; AXES],
}

impl Patches {
    fn planned(self, arg: &Arg, operand: usize) -> Matrix {
        let size = arg.view.dtype.bits() as isize / 8;
        let in_bytes = |mut dims: Dims| {
            for dim in &mut dims {
                dim.stride = dim.stride.wrapping_mul(size);
            }
            dims
        };
        let grid = Grid {
            lanes: in_bytes(self.lanes),
            steps: in_bytes(self.steps),
            origin: self.origin,
            extents: self.extents,
        };
        let (offset, group) = (self.offset as isize, self.group as isize);
        Matrix::of_grid(
            operand,
            offset.wrapping_mul(size),
            group.wrapping_mul(size),
            grid,
        )
    }

    fn lanes_count(&self) -> usize {
        self.lanes.iter().map(|dim| dim.extent).product()
    }

    fn steps_count(&self) -> usize {
        self.steps.iter().map(|dim| dim.extent).product()
    }
}

/// A part of an output: the product of two matrices for each group.
#[derive(Clone, Debug)]
pub struct PatchProduct {
    /// Its lanes are the rows.
    pub left: Patches,
    /// Its lanes are the columns.
    pub right: Patches,
    /// Its lanes are the columns.
    pub output: Patches,
    /// Elements of the output from a row to the next.
    pub row: i64,
    /// The right side, if it is windows one element apart.
    pub slide: Option<Slide>,
}

/// Plans products that are parts of `output`, each over `groups` groups, with a number of `bias` for each row of each group added. They run in their order. `output`
/// may share memory with any of the others. The operands of the call are `a`, `b`, the bias and the output; `is_turned` says that `b` is on the left.
pub fn patches(
    product: &Product,
    groups: i64,
    parts: Vec<PatchProduct>,
    [a, b]: [Arg; 2],
    bias: Option<Arg>,
    output: Arg,
    is_turned: bool,
) -> Result<Call> {
    let kind = product.kind();
    output.check_distinct_elements()?;
    let sides = [
        side(product, sums(kind), &a, &output)?,
        side(product, sums(kind), &b, &output)?,
    ];
    let numbers = if is_turned { [1, 0] } else { [0, 1] };
    let added = bias.as_ref().map(|bias| (bias.view.dtype, 1.0));
    let finish = Finish::new(kind, 1.0, added, product.result, &output)?;
    let last = 2 + usize::from(bias.is_some());
    let args: Args = [a, b].into_iter().chain(bias).chain([output]).collect();
    let panels = kind.panels(config::isa());
    let size = |arg: &Arg| arg.view.dtype.bits() as isize / 8;
    let parts = parts.into_iter().map(|part| {
        let [m, k] = [part.left.lanes_count(), part.left.steps_count()];
        let n = part.right.lanes_count();
        if k != part.right.steps_count() || n != part.output.lanes_count() {
            return Err(Reason::Internal(format!("a product of {part:?}")).into());
        }
        let mut result = part.output.planned(&args[last], last).transposed();
        result.rows = part.row as isize * size(&args[last]);
        let bias = (last == 3).then(|| {
            let (layout, size) = (&args[2].view.layout, size(&args[2]));
            let [offset, stride] =
                [layout.offset(), layout.strides()[0]].map(|x| x as isize * size);
            let mut bias = Matrix::of_grid(2, offset, stride * m as isize, Grid::default());
            bias.rows = stride;
            bias
        });
        let [left, right] = numbers;
        let sizes = [right, last].map(|at| size(&args[at]) as usize);
        let sliding = part.slide;
        let sliding = sliding.and_then(|slide| Sliding::new(slide, sizes, kind.size()));
        Ok(Gemm {
            kind,
            rows: panels.rows,
            columns: panels.columns(n),
            left: sides[left],
            right: sides[right],
            finish,
            geometry: Geometry {
                batch: smallvec![groups as usize],
                m,
                n,
                k,
                summed: 1,
                left: part.left.planned(&args[left], left),
                right: part.right.planned(&args[right], right),
                output: result,
                addend: bias,
            },
            sliding: sliding.map(Box::new),
            few: None,
            staged: 0,
        })
    });
    let parts = parts.collect::<Result<_>>()?;
    let staged = overlaps::bytes_read_first(&args);
    Ok(Call::with_args(Parts { parts, staged }, args))
}

struct Parts {
    parts: Vec<Gemm>,
    /// Bytes of inputs that are read before anything is written.
    staged: usize,
}

impl Plan for Parts {
    fn workspace_size(&self) -> usize {
        let sizes = self.parts.iter().map(Plan::workspace_size);
        sizes.max().unwrap_or(0).saturating_add(self.staged)
    }

    fn cost(&self) -> usize {
        self.parts
            .iter()
            .map(Plan::cost)
            .fold(0, usize::saturating_add)
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let (own, shared) = workspace.split_at_mut(self.staged.min(workspace.len()));
        let staged = Scratch::new(own);
        // SAFETY: the caller's promise; pieces of work write different results.
        let operands = unsafe { overlaps::operands(args, addresses) };
        let operands = overlaps::read_first(args, operands, &staged)?;
        for part in self.parts.iter().filter(|part| !part.geometry.is_empty()) {
            part.matrices(&part.geometry, &operands, &Scratch::new(shared))?;
        }
        Ok(())
    }
}
