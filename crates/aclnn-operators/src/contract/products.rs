//! Matrix products: what `cubeMathType` may be and means, the types of computation, and the shapes that fit together.

use super::sets::SHORT_FLOATING;
use super::{Dtypes, Place, on_910};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_NULLPTR;
use crate::abi::failure::Code;
use crate::argument::{Input, Output, Scalar, TensorArg};
use crate::config::CUBE_MATH;
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Result};
use crate::ops::pointwise::Operand;
use crate::ops::products::{Addend, Product, multiply, multiply_reshaped};
use crate::ops::{Arg, Call};
use crate::tensor::{Dtype, promote};

/// The types of matrices.
pub const MATRICES: Dtypes = SHORT_FLOATING;

/// The types of weights that are stored in blocks, on the chips that multiply by them.
pub const WEIGHTS: Dtypes = on_910(&[]).and_910b(&[Dtype::F16, Dtype::Bf16]);

/// Precision of a product.
#[derive(Clone, Copy, Debug)]
pub struct Cube {
    /// The type to which operands are rounded first.
    pub operands: Dtype,
    /// The type to which results are rounded before they are stored.
    pub result: Dtype,
    /// True if operands of FLOAT are rounded as on the device.
    pub is_rounded: bool,
}

/// Returns true if a `cubeMathType` rounds operands of FLOAT: on the device it may, here if that is asked for.
pub fn rounds(operands: Dtype, math: i8) -> bool {
    operands == Dtype::F32 && matches!(math, 1 | 3) && *CUBE_MATH.get()
}

impl Cube {
    /// As the types of the matrices and of the output and `cubeMathType` say. Refuses what they may not be, the types first.
    pub fn new(
        a: &TensorArg,
        b: &TensorArg,
        others: &[&TensorArg],
        out: &TensorArg,
        math: i8,
    ) -> Result<Self> {
        for tensor in [a, b].iter().chain(others).chain([&out]) {
            tensor.dtype_in(MATRICES)?;
        }
        Self::of_types(a.dtype()?, b.dtype()?, out.dtype()?, math)
    }

    /// The same for these types. Refuses other values of `cubeMathType` than those of the chip.
    pub fn of_types(a: Dtype, b: Dtype, out: Dtype, math: i8) -> Result<Self> {
        let with_f32 = a == Dtype::F32 || b == Dtype::F32;
        let has_bf16 = generation().has_bfloat16();
        let allowed = match generation() {
            Generation::Ascend910B => -1..=4,
            Generation::Ascend950 => 0..=4,
            _ if with_f32 => 1..=2,
            _ => -1..=3,
        };
        if !allowed.contains(&math) {
            let (low, high) = (allowed.start(), allowed.end());
            return Err(Error::value(
                "cubeMathType",
                math,
                format!("{low} to {high}"),
            ));
        }
        let operands = match (a, b) {
            (a, b) if a == b && a == Dtype::Bf16 => a,
            (a, b) if a == b && a == Dtype::F16 || math == 2 || !has_bf16 => Dtype::F16,
            _ => Dtype::F32,
        };
        let keeps_sums = match generation() {
            Generation::Ascend950 => false,
            Generation::Ascend910B => math != 2,
            _ => true,
        };
        let is_short = a == b && !with_f32;
        let widens = out == Dtype::F32 && (is_short || keeps_sums) || !has_bf16 && math == -1;
        let result = if widens { Dtype::F32 } else { operands };
        Ok(Self {
            operands,
            result,
            is_rounded: rounds(operands, math),
        })
    }

    /// The product, before it is scaled and added to.
    pub fn product(self) -> Product {
        Product::new(self.operands, self.result).rounding(self.is_rounded)
    }

    /// Plans the product.
    pub fn multiply(self, a: Arg, b: Arg, out: Arg) -> Planned {
        Ok(multiply(self.product(), a, b, out)?)
    }
}

/// Returns true if a scalar counts as `value`: within the epsilon of FLOAT, as a FLOAT.
pub fn is_about(scalar: &Scalar, value: f32) -> bool {
    (factor(scalar) as f32 - value).abs() <= f32::EPSILON
}

/// A scalar as a factor of products: a FLOAT.
pub fn factor(scalar: &Scalar) -> f64 {
    f64::from(scalar.to_f64().unwrap_or(f64::NAN) as f32)
}

/// Addend of a product, and the factors of both.
pub struct Sum<'a> {
    place: Place<'a>,
    beta: f64,
    alpha: f64,
    /// The type of the sum before it is stored.
    result: Dtype,
    /// True if matrices are left unread.
    is_of_self: bool,
}

impl<'a> Sum<'a> {
    /// `beta * self + alpha * product`, in the type in which `self` and the product meet. A `beta` of about 0 leaves `self` unread.
    pub fn new(place: Place<'a>, cube: Cube, beta: f64, alpha: f64) -> Result<Self> {
        let beta = if beta.abs() <= f64::from(f32::EPSILON) {
            0.0
        } else {
            beta
        };
        let own = place.input().dtype()?;
        let both = promote(own, cube.result).unwrap_or(Dtype::F32);
        Ok(Self {
            place,
            beta,
            alpha,
            result: if beta == 0.0 { cube.result } else { both },
            is_of_self: false,
        })
    }

    /// The same without the product, which is not read.
    pub fn of_self(place: Place<'a>, beta: f64) -> Result<Self> {
        Ok(Self {
            place,
            beta,
            alpha: 0.0,
            result: place.input().dtype()?,
            is_of_self: true,
        })
    }

    /// Plans the sum. `more` says what else is special about the product.
    pub fn plan(
        self,
        cube: Cube,
        [a, b]: [&Input; 2],
        more: impl FnOnce(Product) -> Product,
    ) -> Planned {
        self.plan_args(cube, [a.read()?, b.read()?], more)
    }

    /// The same for matrices that were read.
    pub fn plan_args(
        self,
        cube: Cube,
        [mut a, mut b]: [Arg; 2],
        more: impl FnOnce(Product) -> Product,
    ) -> Planned {
        if self.is_of_self {
            let (columns, rows) = (a.view.layout.rank() - 1, b.view.layout.rank() - 2);
            a = a.viewed(a.view.layout.sliced(columns, 0, 0, 1))?;
            b = b.viewed(b.view.layout.sliced(rows, 0, 0, 1))?;
        }
        let (own, out) = self.place.operands()?;
        let addend = match own {
            Operand::Tensor(arg) => Addend::Tensor(arg),
            Operand::Output | Operand::Value(_) => Addend::Output,
        };
        let product = Product::new(cube.operands, self.result).rounding(cube.is_rounded);
        let product = product.times(self.alpha).plus(addend, self.beta);
        Ok(multiply(more(product), a, b, out)?)
    }
}

/// Refuses the private format of matrices for each tensor.
pub fn none_nz(tensors: &[&TensorArg]) -> Result<()> {
    tensors.iter().try_for_each(|tensor| tensor.not_nz())
}

/// Refuses anything but batches of matrices that can be multiplied, one of them perhaps the same for all; returns the shape of the products.
pub fn batches(a: &TensorArg, b: &TensorArg) -> Result<[i64; 3]> {
    a.rank_in(3..=3)?;
    b.rank_in(3..=3)?;
    b.continues(a)?;
    let (left, right) = (a.shape()[0], b.shape()[0]);
    if left != right && left != 1 && right != 1 {
        let allowed = format!("a batch of {left} (that of `{}`) or 1", a.name());
        return Err(b.shape_refused(allowed));
    }
    // An empty batch beside one matrix is empty.
    let batch = if left == 1 { right } else { left };
    Ok([batch, a.shape()[1], b.shape()[2]])
}

/// Refuses a tensor that does not broadcast to `shape`, the one of a product.
pub fn broadcasts_to_product(tensor: &TensorArg, shape: &[i64]) -> Result<()> {
    if tensor.layout().expanded(shape).is_some() {
        return Ok(());
    }
    Err(tensor.shape_refused(format!(
        "one that broadcasts to {shape:?} (that of the product)"
    )))
}

/// Refuses `self` unless it is empty exactly when the product is.
pub fn empty_together(self_: &TensorArg, product: &[i64]) -> Result<()> {
    if self_.is_empty() == product.contains(&0) {
        return Ok(());
    }
    Err(self_.shape_refused(format!(
        "one that is empty exactly if {product:?} (that of the product) is"
    )))
}

/// Plans a product as torch.matmul has it: of ranks of 1 or more, over batches that broadcast. The output has the elements of the result in any shape.
pub fn matmul_args(cube: Cube, self_: Arg, mat2: Arg, out: &Output) -> Planned {
    let of_rank_2 = |arg: Arg, axis: usize| {
        let mut shape = arg.view.layout.shape().to_vec();
        if shape.len() == 1 {
            shape.insert(axis, 1);
        }
        arg.shaped(&shape)
    };
    let (a, b) = (of_rank_2(self_, 0)?, of_rank_2(mat2, 1)?);
    let (left, right) = (a.view.layout.shape(), b.view.layout.shape());
    let batch = |shape: &[i64]| shape[..shape.len() - 2].to_vec();
    let batch = crate::tensor::broadcast(&batch(left), &batch(right));
    let mut shape = batch.ok_or_else(|| {
        let allowed = format!(
            "batches that broadcast with {left:?} (that of `{}`)",
            a.name
        );
        Error::shape(b.name, right, allowed)
    })?;
    shape.extend([left[left.len() - 2], right[right.len() - 1]]);
    let wanted: i64 = shape.iter().product();
    if out.numel() as i64 != wanted {
        let refusal = out.shape_refused(format!("{wanted} elements, those of {:?}", &shape[..]));
        return Err(refusal).code(ACLNN_ERR_INNER_NULLPTR);
    }
    let out = out.write()?;
    Ok(multiply_reshaped(cube.product(), [a, b], &shape, out)?)
}

/// Plans nothing, for a product without elements.
pub fn no_product(inputs: &[&Input], out: &Output) -> Planned {
    let inputs = inputs.iter().map(|input| input.read());
    let args: Vec<Arg> = inputs.chain([out.write()]).collect::<Result<_>>()?;
    Ok(Call::nothing(args))
}
