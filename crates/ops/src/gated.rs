//! Gated units: a tensor is split in halves along an axis, and one half is multiplied with a function of the other.

#![forbid(unsafe_code)]

use super::arange::arange;
use super::comparison::LT;
use super::reductions::{self, SUM};
use super::selection::select;
use super::sequence::Sequence;
use super::tables::tables;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_engine::Table;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_engine::reduce::Axes;
use hostnpu_tensor::{Dtype, Value};

tables! { binary_to_two, BinaryToTwo;
    /// The first half times the approximation of a Gaussian error linear unit of the second, and the approximation.
    GEGLU_TANH = math::geglu_tanh: f32 + odd math::geglu_tanh;
    /// The first half times the Gaussian error linear unit of the second, and the unit.
    GEGLU_ERF = math::geglu_erf: f32 + odd math::geglu_erf;
}

tables! { quaternary_to_two, QuaternaryToTwo;
    /// Gradients of the factor and of the gate, of gradient, factor, gate and unit.
    GEGLU_TANH_GRAD = math::geglu_tanh_grad: f32 + odd math::geglu_tanh_grad;
    /// The same of the unit that is no approximation.
    GEGLU_ERF_GRAD = math::geglu_erf_grad: f32 + odd math::geglu_erf_grad;
}

tables! { ternary_to_two, TernaryToTwo;
    /// Gradients of `a s(b)`.
    GLU_GRAD = math::glu_grad: f32 f64 + odd math::glu_grad;
    /// Gradients of `a s(a) b`.
    SWIGLU_GRAD = math::swiglu_grad: f32 + odd math::swiglu_grad;
}

tables! { ternary_to_two_with, TernaryToTwo;
    /// Gradients of a clipped unit, of the parameters alpha, limit and bias.
    CLIPPED_SWIGLU_GRAD = math::clipped_swiglu_grad: f32 + odd math::clipped_swiglu_grad;
    /// Gradients of [`SITU`].
    SITU_GRAD = math::situ_grad: f32 + odd math::situ_grad;
}

tables! { ternary_with, Ternary;
    /// `a' s(alpha a') (b' + bias) w`, a' and b' cut at the limit, of the parameters alpha, limit and bias.
    CLIPPED_SWIGLU = math::clipped_swiglu: f32 + odd math::clipped_swiglu;
}

tables! { binary_with, Binary;
    /// `min(a s(a), limit) b'`, b' cut at the limit.
    CLIPPED_SWISH = math::clipped_swish: f32 + odd math::clipped_swish;
    /// `beta tanh(gate / beta) s(gate) up`, `up` bounded likewise by the second parameter.
    SITU = math::situ: f32 + odd math::situ;
}

tables! { ternary, Ternary;
    /// `a` above the third number, else 0, times `b`.
    FATRELU_MUL = arith::fatrelu_mul: f32 f16 bf16;
}

/// The split of a tensor in halves.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// Along this axis.
    pub axis: usize,
    /// The first half is the first operand.
    pub in_order: bool,
    /// Of the elements from the axis on, in their order, every second one is a half.
    pub interleaved: bool,
}

/// A gated unit, or its gradient: loops, and how the tensor is split.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a, const INPUTS: usize, const OUTPUTS: usize> {
    /// The loops.
    pub table: &'static Table<INPUTS, OUTPUTS>,
    /// The computation type.
    pub compute: Dtype,
    /// Parameters of the loops.
    pub parameters: &'a [Value],
    /// The split of the tensor.
    pub split: Split,
}

impl Split {
    /// Returns the first and the second half along an axis.
    pub fn along(axis: usize) -> Self {
        Self {
            axis,
            in_order: true,
            interleaved: false,
        }
    }

    /// Returns the same with the halves in this order.
    pub fn in_order(self, in_order: bool) -> Self {
        Self { in_order, ..self }
    }

    /// Returns the same with a half of every second element.
    pub fn interleaved(self, interleaved: bool) -> Self {
        Self {
            interleaved,
            ..self
        }
    }

    /// The shape in which a tensor of `shape` is split.
    fn whole(self, shape: &[i64]) -> Vec<i64> {
        let mut whole = shape.to_vec();
        if self.interleaved {
            whole.truncate(self.axis);
            whole.push(shape[self.axis..].iter().product());
        }
        whole
    }

    /// Adds views of the halves of a tensor in that shape.
    fn halves(self, all: &mut Sequence, whole: &Arg) -> Result<[Arg; 2]> {
        let layout = whole.view.layout.clone();
        let count = layout.shape()[self.axis] / 2;
        let (second, step) = if self.interleaved { (1, 2) } else { (count, 1) };
        let mut half = |start| all.viewed(whole, layout.sliced(self.axis, start, count, step));
        let starts = match self.in_order {
            true => [0, second],
            false => [second, 0],
        };
        Ok([half(starts[0])?, half(starts[1])?])
    }
}

/// Rows of a tensor that are computed: as many of the first ones as numbers add up to.
struct Rows {
    /// True if a row is wanted.
    wanted: Option<Arg>,
    /// Other rows become 0, or else stay as they are.
    zero_behind: bool,
}

impl Rows {
    /// Adds a tensor of BOOL for rows of which `shape` has the extents before `axis`.
    fn new(
        all: &mut Sequence,
        groups: Option<Arg>,
        (shape, axis): (&[i64], usize),
        zero_behind: bool,
    ) -> Result<Self> {
        let Some(groups) = groups else {
            return Ok(Self {
                wanted: None,
                zero_behind,
            });
        };
        let count = all.temporary(Dtype::I64, &[])?;
        let axes = Axes::all(groups.view.layout.rank());
        let sum = reductions::one(&SUM, Dtype::I64, groups, axes, count.clone())?;
        all.then(sum)?;
        let mut rows = shape[..axis].to_vec();
        let number: i64 = rows.iter().product();
        let numbers = all.temporary(Dtype::I64, &[number])?;
        let [start, step] = [0_i64, 1].map(Value::new);
        all.then(arange(start, step, number as usize, numbers.clone())?)?;
        rows.resize(shape.len(), 1);
        let numbers = all.reshaped(&numbers, &rows)?;
        let wanted = all.temporary(Dtype::Bool, &rows)?;
        let below = pointwise::binary(&LT, Dtype::I64, &[], numbers, count, wanted.clone())?;
        all.then(below)?;
        Ok(Self {
            wanted: Some(wanted),
            zero_behind,
        })
    }
}

impl<const INPUTS: usize, const OUTPUTS: usize> Unit<'_, INPUTS, OUTPUTS> {
    /// Adds the computation of `rows` of the targets.
    fn computed(
        &self,
        all: &mut Sequence,
        inputs: Vec<Operand>,
        rows: &Rows,
        targets: [Arg; OUTPUTS],
    ) -> Result<()> {
        let wrong = |_| {
            Error::from(Reason::Internal(format!(
                "not the {INPUTS} operands of a unit"
            )))
        };
        let inputs: [Operand; INPUTS] = inputs.try_into().map_err(wrong)?;
        let apply =
            |outputs| pointwise::apply(self.table, self.compute, self.parameters, inputs, outputs);
        let Some(wanted) = &rows.wanted else {
            return all.then(apply(targets)?);
        };
        let mut results = targets.clone();
        for result in &mut results {
            *result = all.temporary(result.view.dtype, result.view.layout.shape())?;
        }
        all.then(apply(results.clone())?)?;
        for (result, target) in results.into_iter().zip(targets) {
            let behind = match rows.zero_behind {
                true => Value::new(0.0).into(),
                false => Operand::Output,
            };
            all.then(select(wanted.clone(), result, behind, target)?)?;
        }
        Ok(())
    }

    /// Plans the unit of the halves of `input`, and of a further operand of one element, or of one for each row before the axis. With `groups` only as many of the
    /// first rows as its numbers add up to are written.
    pub fn forward(
        &self,
        input: Arg,
        further: Option<Operand>,
        groups: Option<Arg>,
        outputs: [Arg; OUTPUTS],
    ) -> Result<Call> {
        let tensor = match &further {
            Some(Operand::Tensor(arg)) => Some(arg.clone()),
            _ => None,
        };
        let mut all = Sequence::default();
        let input = all.add(input);
        let tensor = tensor.map(|tensor| all.add(tensor));
        let groups = groups.map(|groups| all.add(groups));
        let outputs = outputs.map(|output| all.add(output));
        let shape = self.split.whole(input.view.layout.shape());
        let whole = all.reshaped_or_copied(&input, &shape)?;
        let halves = self.split.halves(&mut all, &whole)?;
        let half = halves[0].view.layout.shape().to_vec();
        let mut inputs: Vec<Operand> = halves.map(Operand::from).into();
        match (tensor, further) {
            (Some(tensor), _) => {
                let mut rows = half[..self.split.axis].to_vec();
                if tensor.view.layout.numel() == Some(1) {
                    rows.fill(1);
                }
                rows.resize(half.len(), 1);
                inputs.push(all.reshaped_or_copied(&tensor, &rows)?.into());
            }
            (None, further) => inputs.extend(further),
        }
        let rows = Rows::new(&mut all, groups, (&half, self.split.axis), false)?;
        let mut targets = outputs.clone();
        for target in &mut targets {
            *target = all.reshaped_or_copied(target, &half)?;
        }
        self.computed(&mut all, inputs, &rows, targets.clone())?;
        for (target, output) in targets.into_iter().zip(outputs) {
            all.copied_back(&target, &output)?;
        }
        Ok(all.finish())
    }
}

impl<const INPUTS: usize> Unit<'_, INPUTS, 2> {
    /// Plans the gradient of the halves of `input`, both written to `output`, of the gradient of the result, and of a further tensor of its shape. With `groups`, rows behind
    /// those that its numbers add up to become 0.
    pub fn gradient(
        &self,
        gradient: Arg,
        input: Arg,
        further: Option<Arg>,
        groups: Option<Arg>,
        output: Arg,
    ) -> Result<Call> {
        let mut all = Sequence::default();
        let (gradient, input) = (all.add(gradient), all.add(input));
        let further = further.map(|further| all.add(further));
        let groups = groups.map(|groups| all.add(groups));
        let output = all.add(output);
        let shape = self.split.whole(input.view.layout.shape());
        let whole = all.reshaped_or_copied(&input, &shape)?;
        let halves = self.split.halves(&mut all, &whole)?;
        let half = halves[0].view.layout.shape().to_vec();
        let mut inputs = vec![all.reshaped_or_copied(&gradient, &half)?.into()];
        inputs.extend(halves.map(Operand::from));
        if let Some(further) = further {
            inputs.push(all.reshaped_or_copied(&further, &half)?.into());
        }
        let rows = Rows::new(&mut all, groups, (&half, self.split.axis), true)?;
        let target = all.reshaped_or_copied(&output, &shape)?;
        let targets = self.split.halves(&mut all, &target)?;
        self.computed(&mut all, inputs, &rows, targets)?;
        all.copied_back(&target, &output)?;
        Ok(all.finish())
    }
}
