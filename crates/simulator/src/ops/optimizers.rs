//! Steps of optimisers: one pass over each tensor, all tensors of a list together.

use std::sync::Arc;

use smallvec::SmallVec;

use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::{Arg, Call};
use crate::error::Result;
use crate::kernels::optimizers as kernels;
pub use crate::kernels::optimizers::{Adam, Sgd};
use crate::tensor::scratch::Scratch;
use crate::tensor::{Dtype, parallel};

/// Elements that one thread takes at a time.
const PIECE: usize = 1 << 14;

/// What a step is.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Of Adam: states are the parameter and the two averages.
    Adam(Adam),
    /// The same, with the largest average of squares behind them.
    AdamLargest(Adam),
    /// The same, with the average of parameters behind them.
    AdamAverage(Adam),
    /// Along the gradient: states are the parameter and, if there is one, the momentum.
    Sgd(Sgd),
}

/// The tensors of one parameter.
pub struct Group {
    /// The gradient.
    pub gradient: Arg,
    /// Whether the gradient is divided by the divisor of the step in place.
    pub divides: bool,
    /// What is read and written, the parameter first.
    pub states: Vec<Arg>,
    /// Numbers that are known when the step is made.
    pub numbers: Vec<Arg>,
}

/// What a step does, from the numbers of a group and those of all groups: nothing, or a step with the divisor of gradients.
pub type Plan = Arc<dyn Fn(&[f64]) -> Option<(Step, f64)> + Send + Sync>;

struct Planned {
    groups: Vec<Places>,
    shared: usize,
    /// Whether elements are FLOAT, or DOUBLE.
    is_single: bool,
    plan: Plan,
}

/// A group by the numbers of its operands.
struct Places {
    first: usize,
    states: usize,
    numbers: usize,
    count: usize,
    divides: bool,
}

/// Plans a step for each group. FLOAT16, BFLOAT16 or FLOAT, each tensor of its own; `shared` are numbers of one element for all groups.
pub fn step(groups: Vec<Group>, shared: Vec<Arg>, plan: Plan) -> Result<Call> {
    let is_float = |arg: &Arg| arg.view.dtype == Dtype::F32;
    let is_single = groups.iter().all(|group| {
        group.states.iter().all(is_float) && (!group.divides || is_float(&group.gradient))
    });
    let dtype = if is_single { Dtype::F32 } else { Dtype::F64 };
    let (mut operands, mut places) = (Vec::new(), Vec::new());
    for group in groups {
        places.push(Places {
            first: operands.len(),
            states: group.states.len(),
            numbers: group.numbers.len(),
            count: group.gradient.view.numel().unwrap_or(0),
            divides: group.divides,
        });
        operands.push(match group.divides {
            true => Operand::update(group.gradient, dtype),
            false => Operand::read(group.gradient, dtype),
        });
        let states = group.states.into_iter();
        operands.extend(states.map(|state| Operand::update(state, dtype)));
        let numbers = group.numbers.into_iter();
        operands.extend(numbers.map(|number| Operand::read(number, Dtype::F64)));
    }
    let first_shared = operands.len();
    let shared = shared.into_iter();
    operands.extend(shared.map(|number| Operand::read(number, Dtype::F64)));
    let planned = Planned {
        groups: places,
        shared: first_shared,
        is_single,
        plan,
    };
    dense::plan(planned, operands)
}

/// A part of a group that one thread takes.
struct Piece<'a> {
    places: &'a [usize],
    step: Step,
    divisor: Option<f64>,
    start: usize,
    count: usize,
}

macro_rules! pieces {
    ($($name:ident = $t:ident;)+) => {$(
        /// # Safety
        /// The places are dense tensors of this type that have the elements of the piece, which nothing else uses meanwhile; the first is only read
        /// if there is no divisor.
        unsafe fn $name(piece: &Piece) {
            let at = |place: usize| place + piece.start * size_of::<$t>();
            let (gradient, states) = (at(piece.places[0]), &piece.places[1..]);
            let own = |&place: &usize| {
                // SAFETY: the caller's promise.
                unsafe { slice_mut(at(place), piece.count) }
            };
            let mut states: SmallVec<[&mut [$t]; 4]> = states.iter().map(own).collect();
            if let Some(divisor) = piece.divisor {
                // SAFETY: the caller's promise.
                kernels::$t::divide(unsafe { slice_mut(gradient, piece.count) }, divisor);
            }
            // SAFETY: the caller's promise.
            let gradient = unsafe { slice(gradient, piece.count) };
            match &piece.step {
                Step::Adam(of) => kernels::$t::adam(of, gradient, &mut states),
                Step::AdamLargest(of) => kernels::$t::adam_largest(of, gradient, &mut states),
                Step::AdamAverage(of) => kernels::$t::adam_average(of, gradient, &mut states),
                Step::Sgd(of) => kernels::$t::sgd(of, gradient, &mut states),
            }
        }
    )+};
}

pieces! {
    single = f32;
    double = f64;
}

impl Kernel for Planned {
    fn cost(&self) -> usize {
        let bytes = |group: &Places| group.count.saturating_mul(8 * (1 + group.states));
        self.groups.iter().map(bytes).fold(0, usize::saturating_add)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        // SAFETY: the operand is one DOUBLE.
        let number = |&place: &usize| unsafe { slice::<f64>(place, 1) }[0];
        let shared: Vec<f64> = places[self.shared..].iter().map(number).collect();
        let mut pieces = Vec::new();
        for group in &self.groups {
            let behind = group.first + 1 + group.states;
            let own = places[behind..behind + group.numbers].iter().map(number);
            let numbers: SmallVec<[f64; 8]> = own.chain(shared.iter().copied()).collect();
            let Some((step, divisor)) = (self.plan)(&numbers) else {
                continue;
            };
            pieces.extend((0..group.count).step_by(PIECE).map(|start| Piece {
                places: &places[group.first..behind],
                step,
                divisor: group.divides.then_some(divisor),
                start,
                count: PIECE.min(group.count - start),
            }));
        }
        parallel::for_each_piece(pieces.len(), |piece| {
            // SAFETY: pieces are disjoint parts of dense tensors of the type that was planned.
            unsafe {
                match self.is_single {
                    true => single(&pieces[piece]),
                    false => double(&pieces[piece]),
                }
            }
        });
        Ok(())
    }
}

/// Returns `base` to the power `exponent`, the same bits on every machine.
pub fn power(base: f64, exponent: f64) -> f64 {
    let mut result = [0.0];
    crate::kernels::math::pow::f64(&[base], &[exponent], &mut result);
    result[0]
}
