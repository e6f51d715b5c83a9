//! Steps of optimisers: one pass over each tensor, all tensors of a list together.

#![forbid(unsafe_code)]

use std::sync::Arc;

use smallvec::SmallVec;

use super::sequence::Sequence;
use super::{Arg, Call, ImplMode, impl_mode};
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Update, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_kernels::optimizers as kernels;
pub use hostnpu_kernels::optimizers::{Adam, Sgd};
use hostnpu_tensor::{Dtype, Element, cuts};

/// One step of an optimiser.
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
    /// True if the gradient is divided by the divisor of the step in place.
    pub divides: bool,
    /// Tensors that are read and written, the parameter first.
    pub states: Vec<Arg>,
    /// Numbers that are known when the step is made.
    pub numbers: Vec<Arg>,
}

/// The step for the numbers of a group and those of all groups: none, or a step with the divisor of gradients.
pub type Plan = Arc<dyn Fn(&[f64]) -> Option<(Step, f64)> + Send + Sync>;

operands! {
    /// The tensors of one parameter.
    struct Member<T: Element> => MemberAt {
        /// The gradient where it is only read.
        gradient: Option<Read<T>>,
        /// The gradient where it is divided in place.
        divided: Option<Update<T>>,
        states: Vec<Update<T>>,
        numbers: Vec<Read<f64>>,
    }
}

operands! {
    struct Members<T: Element> => MembersAt {
        members: Vec<Member<T>>,
        /// Numbers for all of them.
        shared: Vec<Read<f64>>,
    }
}

/// Loops over elements of a type.
trait Loops: Element {
    fn divide(gradient: &mut [Self], divisor: f64);
    fn step(step: &Step, gradient: &[Self], states: &mut [&mut [Self]]);

    /// The same under `high_performance`.
    fn fast_step(step: &Step, gradient: &[Self], states: &mut [&mut [Self]]);
}

macro_rules! loops {
    ($($t:ident $fast:path),+) => {$(
        impl Loops for $t {
            fn divide(gradient: &mut [Self], divisor: f64) {
                kernels::$t::divide(gradient, divisor);
            }

            fn step(step: &Step, gradient: &[Self], states: &mut [&mut [Self]]) {
                match step {
                    Step::Adam(of) => kernels::$t::adam(of, gradient, states),
                    Step::AdamLargest(of) => kernels::$t::adam_largest(of, gradient, states),
                    Step::AdamAverage(of) => kernels::$t::adam_average(of, gradient, states),
                    Step::Sgd(of) => kernels::$t::sgd(of, gradient, states),
                }
            }

            fn fast_step(step: &Step, gradient: &[Self], states: &mut [&mut [Self]]) {
                match step {
                    Step::Adam(of) => $fast(of, gradient, states),
                    _ => Self::step(step, gradient, states),
                }
            }
        }
    )+};
}

loops!(f32 kernels::adam_in_float, f64 kernels::f64::adam);

/// Plans a step for each group. FLOAT16, BFLOAT16 or FLOAT, each tensor of its own; `shared` are numbers of one element for all groups.
pub fn step(groups: Vec<Group>, shared: Vec<Arg>, plan: Plan) -> Result<Call> {
    let is_float = |arg: &Arg| arg.view.dtype == Dtype::F32;
    let is_single = groups.iter().all(|group| {
        group.states.iter().all(is_float) && (!group.divides || is_float(&group.gradient))
    });
    match is_single {
        true => step_in::<f32>(groups, shared, plan),
        false => step_in::<f64>(groups, shared, plan),
    }
}

fn step_in<T: Loops>(groups: Vec<Group>, shared: Vec<Arg>, plan: Plan) -> Result<Call> {
    let mut cost = 0_usize;
    let mut members = Vec::with_capacity(groups.len());
    for group in groups {
        let count = group.gradient.view.numel().unwrap_or(0);
        group
            .states
            .iter()
            .try_for_each(|state| state.require_numel(count))?;
        group
            .numbers
            .iter()
            .try_for_each(|number| number.require_numel(1))?;
        cost = cost.saturating_add(count.saturating_mul(8 * (1 + group.states.len())));
        let (gradient, divided) = match group.divides {
            true => (None, Some(group.gradient.into())),
            false => (Some(group.gradient.into()), None),
        };
        members.push(Member {
            gradient,
            divided,
            states: group.states.into_iter().map(Update::from).collect(),
            numbers: group.numbers.into_iter().map(Read::from).collect(),
        });
    }
    shared
        .iter()
        .try_for_each(|number| number.require_numel(1))?;
    let operands = Members {
        members,
        shared: shared.into_iter().map(Read::from).collect(),
    };
    let make = match impl_mode() {
        ImplMode::HighPrecision => T::step,
        ImplMode::HighPerformance => T::fast_step,
    };
    kernel(operands, cost, move |at: MembersAt<T>| {
        let (mut parts, mut steps) = (Vec::new(), Vec::new());
        for member in at.members {
            let numbers = member.numbers.iter().chain(&at.shared);
            let numbers: SmallVec<[f64; 8]> = numbers.map(|number| number[0]).collect();
            if let Some((step, divisor)) = plan(&numbers) {
                let states = member.states.into_iter();
                let states: Vec<_> = states
                    .map(|state| cuts::chunks(state, grain::COMPUTED))
                    .collect();
                let divided = member
                    .divided
                    .map(|gradient| cuts::chunks(gradient, grain::COMPUTED));
                parts.push((states, divided));
                steps.push((step, divisor, member.gradient));
            }
        }
        cuts::for_each_part(cuts::chained(parts), |_, ([member, piece], part)| {
            let (step, divisor, gradient) = &steps[member];
            let (mut states, divided) = part;
            match (divided, gradient) {
                (Some(gradient), _) => {
                    T::divide(gradient, *divisor);
                    make(step, gradient, &mut states);
                }
                (None, Some(gradient)) => {
                    let count = states[0].len();
                    make(
                        step,
                        &gradient[piece * grain::COMPUTED..][..count],
                        &mut states,
                    );
                }
                (None, None) => {}
            }
        });
        Ok(())
    })
}

/// Returns `base` to the power `exponent`, the same bits on every machine.
pub fn power(base: f64, exponent: f64) -> f64 {
    let mut result = [0.0];
    hostnpu_kernels::math::pow::f64(&[base], &[exponent], &mut result);
    result[0]
}

/// As [`step`] for one group whose largest averages of squares, `largest`, are only read: a copy of them takes part, and goes to the last state.
pub fn step_with_largest(group: Group, largest: Arg, shared: Vec<Arg>, plan: Plan) -> Result<Call> {
    let (dtype, shape) = (largest.view.dtype, largest.view.layout.shape().to_vec());
    let mut all = Sequence::default();
    let gradient = all.add(group.gradient);
    let mut states = all.add_all(group.states);
    let squares = states.last().cloned();
    let largest = all.add(largest);
    let shared = all.add_all(shared);
    let copied = all.temporary(dtype, &shape)?;
    all.then(pointwise::copy(largest, copied.clone())?)?;
    states.push(copied.clone());
    let group = Group {
        gradient,
        states,
        divides: group.divides,
        numbers: all.add_all(group.numbers),
    };
    all.then(step(vec![group], shared, plan)?)?;
    if let Some(squares) = squares {
        all.then(pointwise::copy(copied, squares)?)?;
    }
    Ok(all.finish())
}
