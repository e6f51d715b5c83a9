//! Matrix products, over batches that broadcast.
//!
//! Both sides are packed into panels of the type of the sums, which the kernels multiply; any strides are read as they are. FLOAT, FLOAT16 and
//! BFLOAT16 are summed in DOUBLE, in which their products are exact, or in FLOAT under `high_performance`; DOUBLE in DOUBLE; integers in INT64,
//! wrapping. Sums of 256 products each are added in their order, so that neither threads nor instruction sets nor layouts change a bit. Sums are
//! multiplied by a factor, an addend is added, and the result is rounded.

mod block;
pub(super) mod elements;
mod few;
mod finish;
mod geometry;
mod grid;
mod pack;
pub(super) mod panels;
mod parts;
mod run;
mod slide;
pub(super) mod strips;
mod strips_packed;

use super::convert::Steps;
use super::pointwise::cannot_load;
use crate::{Arg, Args, Call, ImplMode, Role, impl_mode};
use few::Few;
use finish::Finish;
use geometry::{Geometry, Matrix};
use hostnpu_base::config;
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::gemm::Kind;
use hostnpu_tensor::{Dtype, broadcast};
use pack::Side;
use run::Gemm;

pub use grid::{AXES, Dim, Dims, merged};
pub use parts::{PatchProduct, Patches, patches};
pub use slide::{Slide, SlideAxis};

/// A product of two matrices: `factor * a @ b + weight * addend`.
#[derive(Clone, Debug)]
pub struct Product {
    operands: Dtype,
    result: Dtype,
    factor: f64,
    addend: Option<(Addend, f64)>,
    is_addend_last: bool,
    is_summed: bool,
    is_rounded: bool,
}

/// An addend of a product.
#[derive(Clone, Debug)]
pub enum Addend {
    /// A tensor that broadcasts to the output.
    Tensor(Arg),
    /// The output as it is before the call.
    Output,
}

impl Product {
    /// The product of matrices whose elements are rounded to `operands` first; results are rounded to `result` before they are stored in the
    /// output's type.
    pub fn new(operands: Dtype, result: Dtype) -> Self {
        Self {
            operands,
            result,
            factor: 1.0,
            addend: None,
            is_addend_last: false,
            is_summed: false,
            is_rounded: false,
        }
    }

    /// The same of operands that are rounded to HFLOAT32 first where they are FLOAT, if `is_rounded`.
    pub fn rounding(self, is_rounded: bool) -> Self {
        Self { is_rounded, ..self }
    }

    /// The product times a factor.
    pub fn times(self, factor: f64) -> Self {
        Self { factor, ..self }
    }

    /// The product plus something times `weight`; with a weight of 0 it is not read.
    pub fn plus(self, addend: Addend, weight: f64) -> Self {
        Self {
            addend: Some((addend, weight)),
            ..self
        }
    }

    /// The same for a call whose addend is the last input, and not the first.
    pub fn with_addend_last(self) -> Self {
        Self {
            is_addend_last: true,
            ..self
        }
    }

    /// The sum of the products of all matrices of a batch, which has one dimension.
    pub fn summed(self) -> Self {
        Self {
            is_summed: true,
            ..self
        }
    }

    /// The kind of kernel that multiplies.
    fn kind(&self) -> Kind {
        match (self.operands, impl_mode()) {
            (Dtype::F64, _) => Kind::Double,
            (Dtype::F32 | Dtype::F16 | Dtype::Bf16, ImplMode::HighPerformance) => Kind::Single,
            (Dtype::F32 | Dtype::F16 | Dtype::Bf16, ImplMode::HighPrecision) => Kind::Exact,
            _ => Kind::Integer,
        }
    }
}

/// The type of sums.
fn sums(kind: Kind) -> Dtype {
    match kind {
        Kind::Exact | Kind::Double => Dtype::F64,
        Kind::Single | Kind::Brain | Kind::Bytes => Dtype::F32,
        Kind::Integer => Dtype::I64,
    }
}

/// The type of elements in panels.
fn packed_type(kind: Kind) -> Dtype {
    match kind {
        Kind::Brain => Dtype::Bf16,
        Kind::Bytes => Dtype::I8,
        _ => sums(kind),
    }
}

/// Plans the product of `a`, of shape `[.., m, k]`, and `b`, `[.., k, n]`, into `output`, `[.., m, n]`, over whose batches both broadcast. `output` may
/// share memory with any of the others. The operands of the call are the addend, `a`, `b` and `output`, which comes first where it is updated.
pub fn gemm(product: Product, a: Arg, b: Arg, output: Arg) -> Result<Call> {
    let kind = product.kind();
    gemm_of(kind, product, a, b, output)
}

/// The same by a kind of kernel.
fn gemm_of(kind: Kind, product: Product, a: Arg, b: Arg, output: Arg) -> Result<Call> {
    let shapes = Shapes::new(&a, &b, &output, product.is_summed)?;
    output.check_distinct_elements()?;
    let side = |kind, arg: &Arg| side(&product, packed_type(kind), arg, &output);
    let sides = [side(kind, &a)?, side(kind, &b)?];
    let brains = (kind, product.operands) == (Kind::Single, Dtype::Bf16);
    let sides_of_brains = match brains.then(|| Kind::Brain.or_single(config::isa())) {
        Some(Kind::Brain) => Some([side(Kind::Brain, &a)?, side(Kind::Brain, &b)?]),
        _ => None,
    };

    let (mut args, mut addend, mut added) = (Args::new(), None, None);
    let weight = product.addend.as_ref().map_or(0.0, |&(_, weight)| weight);
    let is_updated = output.role == Role::InOut;
    let output = output.read_if(weight != 0.0);
    if is_updated {
        args.push(output.clone());
    }
    let mut tensor = None;
    match product.addend {
        Some((Addend::Tensor(arg), _)) => {
            tensor = Some(arg.with_role(Role::Input).read_if(weight != 0.0));
        }
        Some((Addend::Output, _)) if weight != 0.0 => {
            addend = Some(Matrix::new(&output, 0, &shapes.output)?);
            added = Some((output.view.dtype, weight));
        }
        _ => {}
    }
    let first = args.len();
    let matrices = match product.is_addend_last {
        true => first,
        false => first + usize::from(tensor.is_some()),
    };
    if let Some(arg) = tensor.as_ref().filter(|_| weight != 0.0) {
        let number = if product.is_addend_last {
            matrices + 2
        } else {
            first
        };
        addend = Some(Matrix::new(arg, number, &shapes.output)?);
        added = Some((arg.view.dtype, weight));
    }
    let left = Matrix::new(&a, matrices, &shapes.left)?;
    let right = Matrix::new(&b, matrices + 1, &shapes.right)?.transposed();
    match product.is_addend_last {
        true => args.extend([a, b].into_iter().chain(tensor)),
        false => args.extend(tensor.into_iter().chain([a, b])),
    }
    if !is_updated {
        args.push(output.clone());
    }
    let number = if is_updated { 0 } else { args.len() - 1 };
    let result = Matrix::new(&output, number, &shapes.output)?;
    let finish = Finish::new(kind, product.factor, added, product.result, &output)?;
    let geometry = Geometry::new(&shapes, [left, right, result], addend, product.is_summed);
    let is_turned = geometry.left.operand > geometry.right.operand;
    let turned = |[a, b]: [Side; 2]| if is_turned { [b, a] } else { [a, b] };
    let [left, right] = turned(sides);
    let few = Few::new(kind, &right, &geometry);
    let (kind, [left, right]) = match sides_of_brains.filter(|_| few.is_none()) {
        Some(sides) => (Kind::Brain, turned(sides)),
        None => (kind, [left, right]),
    };
    let panels = kind.panels(config::isa());
    let mut plan = Gemm {
        kind,
        rows: panels.rows,
        columns: panels.columns(geometry.n),
        left,
        right,
        finish,
        geometry,
        sliding: None,
        few,
        staged: 0,
    };
    plan.staged = plan.staging(&args);
    Ok(Call::with_args(plan, args))
}

/// Returns the conversion of elements of an operand to numbers of `sums`.
fn side(product: &Product, sums: Dtype, arg: &Arg, output: &Arg) -> Result<Side> {
    let (dtype, through) = (arg.view.dtype, product.operands);
    let steps = match product.is_rounded && (dtype, through) == (Dtype::F32, Dtype::F32) {
        true => Some(Steps::rounded(sums)),
        false => Steps::through(dtype, through, sums).filter(|_| !dtype.is_complex()),
    };
    let size = dtype.bits() / 8;
    let steps = steps.ok_or_else(|| cannot_load(&arg.clone().into(), output, through));
    steps.map(|steps| Side { steps, size })
}

/// The shapes of all operands, broadcast.
struct Shapes {
    left: Vec<i64>,
    right: Vec<i64>,
    output: Vec<i64>,
}

impl Shapes {
    /// Refuses shapes that do not fit together.
    fn new(a: &Arg, b: &Arg, output: &Arg, is_summed: bool) -> Result<Self> {
        let shapes = [a, b, output].map(|arg| arg.view.layout.shape());
        if let [[ab @ .., m, k], [bb @ .., l, n], [ob @ .., om, on]] = shapes
            && (k, m, n) == (l, om, on)
            && let Some(both) = broadcast(ab, bb)
        {
            let batch = if is_summed { &both[..] } else { ob };
            let fits = match is_summed {
                true => both.len() == 1 && ob.is_empty(),
                false => broadcast(&both, ob).as_deref() == Some(ob),
            };
            if fits {
                return Ok(Self {
                    left: [batch, &[*m, *k]].concat(),
                    right: [batch, &[*k, *n]].concat(),
                    output: shapes[2].to_vec(),
                });
            }
        }
        Err(Reason::Internal(format!(
            "a product of matrices of shapes {:?} and {:?} into {:?}",
            shapes[0], shapes[1], shapes[2]
        ))
        .into())
    }
}

#[cfg(test)]
mod tests;
