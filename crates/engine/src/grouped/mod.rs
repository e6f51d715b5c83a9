//! Grouped products: products of ranges of rows, or of ranges of steps, of two sides that are stored in any type, with what becomes of their sums.
//!
//! A side is decoded while it is packed ([`Side`]): codes of few bits become numbers, to which offsets are added, and which are multiplied by scales of their
//! lane and block of steps. Sums are those of `gemm`: in DOUBLE, or in FLOAT under `high_performance`. Those of integers are exact in either mode: sums of 1024
//! products of INT8 are exact in FLOAT, and those of all steps in DOUBLE. Each row of sums goes through the steps of the epilogue ([`Step`]) in DOUBLE, and is rounded
//! once, when it is stored. Where the processor multiplies bytes, sums of INT8 are in INT32.
//!
//! A plain product is one range, a batch of matrices a range for each. Ranges of rows or steps that a tensor lists are read when the product runs, each number
//! once; results of rows that are in no range stay as they are.

mod codes;
mod epilogue;
mod factor;
mod few;
mod finish;
mod groups;
mod run;

pub use codes::{Coded, Side};
pub use epilogue::Step;
pub use factor::{Factor, Part};
pub use finish::{Finish, Quantise, Routing, RowQuantiser};
pub use groups::{List, Range};
pub use hostnpu_kernels::activations::Activation;

use hostnpu_base::config;
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::gemm::Kind;
use hostnpu_tensor::Dtype;

use super::operands::{ReadAny, ReadIndices, Temporary, WriteBytes, kernel, operands};
use super::sequence::Sequence;
use crate::{Arg, Call, ImplMode, impl_mode};
use factor::FactorAt;
use finish::{FinishAt, FinishOperands};
use groups::Group;
use run::{GroupedOperands, Results, Sizes};

/// The products.
#[derive(Debug)]
pub enum Groups {
    /// These.
    Known(Vec<Range>),
    /// One for each group of rows that a tensor lists.
    Rows(Arg, List),
    /// One for each group of steps that a tensor lists.
    Steps(Arg, List),
}

/// Grouped products.
#[derive(Debug)]
pub struct Grouped {
    /// The left side: rows by steps, of one tensor or of one for each group.
    pub left: Side,
    /// The right side: columns by steps, of one tensor or of one for each group.
    pub right: Side,
    /// The products.
    pub groups: Groups,
    /// Epilogue of the sums.
    pub steps: Vec<Step>,
    /// Results, in one tensor or in one for each group, and their matrices, rows and columns. None if `finish` has outputs of its own.
    pub outputs: Vec<(Arg, [usize; 3])>,
    /// True if products are added to the outputs.
    pub is_updated: bool,
    /// Epilogue of whole rows, where it writes other tensors than the output.
    pub finish: Option<Finish>,
}

impl Grouped {
    /// A description whose products and results are not known yet.
    pub fn without_results(left: Side, right: Side, steps: Vec<Step>) -> Self {
        Self {
            left,
            right,
            groups: Groups::Known(Vec::new()),
            steps,
            outputs: Vec::new(),
            is_updated: false,
            finish: None,
        }
    }

    /// Puts other operands in the places of those that it reads, but for a list of groups.
    pub fn exchange(&mut self, with: &mut dyn FnMut(Arg) -> Arg) {
        self.left.exchange(with);
        self.right.exchange(with);
        for factor in self.steps.iter_mut().filter_map(Step::factor_mut) {
            factor.exchange(with);
        }
    }

    /// The same as a step of a sequence, whose operands it becomes part of: all but those that are not there yet.
    pub fn in_sequence(mut self, all: &mut Sequence) -> Self {
        let with = &mut |arg: Arg| all.add(arg);
        self.exchange(with);
        if let Groups::Rows(list, _) | Groups::Steps(list, _) = &mut self.groups {
            *list = with(list.clone());
        }
        for (arg, _) in &mut self.outputs {
            *arg = with(arg.clone());
        }
        self
    }
}

/// A planned product.
struct Plan {
    left: Side,
    right: Side,
    groups: Known,
    steps: Vec<Step>,
    kind: Kind,
    is_integral: bool,
    is_updated: bool,
    sizes: Sizes,
    /// Matrices, rows and columns of each output.
    outputs: Vec<(Dtype, [usize; 3])>,
    /// The number of the first factor of the right side, and of that of the epilogue.
    factors: [usize; 2],
    finish: Option<finish::Plan>,
}

enum Known {
    Ranges(Vec<Range>),
    Rows(&'static str, List),
    Steps(&'static str, List),
}

operands! {
    struct Products => ProductsAt {
        left: Vec<ReadAny>,
        right: Vec<ReadAny>,
        factors: Vec<Vec<ReadAny>>,
        list: Option<ReadIndices<i64>>,
        outputs: Vec<WriteBytes>,
        finish: Option<FinishOperands>,
        rows: Temporary<f64>,
        memory: Temporary<f64>,
    }
}

/// Steps up to which products of INT8 numbers have a sum in INT32.
const STEPS_OF_BYTES: usize = i32::MAX as usize >> 14;

/// Returns the type of the panels, and true if all numbers are integers whose sums are exact.
fn kind(left: &Side, right: &Side, steps: usize) -> (Kind, bool) {
    if left.is_integral() && right.is_integral() {
        let kind = match steps {
            ..=STEPS_OF_BYTES => Kind::Bytes.or_single(config::isa()),
            _ => Kind::Single,
        };
        return (kind, true);
    }
    let is_short = left.is_short() && right.is_short();
    let are_brains = left.is_of_brains() && right.is_of_brains();
    let kind = match (impl_mode(), is_short) {
        (ImplMode::HighPerformance, _) if are_brains => Kind::Brain.or_single(config::isa()),
        (ImplMode::HighPerformance, _) => Kind::Single,
        (ImplMode::HighPrecision, true) => Kind::Exact,
        (ImplMode::HighPrecision, false) => Kind::Double,
    };
    (kind, false)
}

/// The most of some numbers.
fn most(of: impl Iterator<Item = usize>) -> usize {
    of.max().unwrap_or(0)
}

/// Plans grouped products. Refuses products that do not fit their sides and outputs.
pub fn grouped(of: Grouped) -> Result<Call> {
    let rows = most(of.left.tensors.iter().map(|of| of.extents()[1]));
    let columns = most(of.right.tensors.iter().map(|of| of.extents()[1]));
    let steps = most(of.right.tensors.iter().map(|of| of.extents()[2]));
    let (kind, is_integral) = kind(&of.left, &of.right, steps);
    let behind = of.steps.iter().filter_map(Step::factor);
    let sizes = Sizes::new(
        kind,
        is_integral,
        [rows, columns, steps],
        behind.clone().count(),
    );
    let first = of.left.factors().count();
    let second = first + of.right.factors().count();
    let all = of.left.factors().chain(of.right.factors()).chain(behind);
    let factors = all.map(Factor::operands).collect();
    let extents = |(arg, extents): &(Arg, [usize; 3])| {
        arg.require_numel(extents.iter().product())?;
        Ok((arg.view.dtype, *extents))
    };
    let mut outputs: Vec<_> = of.outputs.iter().map(extents).collect::<Result<_>>()?;
    let (mut finish, mut kept) = (None, 0);
    let mut finish_operands = None;
    if let Some(of_rows) = of.finish {
        let matrices = match &of.groups {
            Groups::Known(ranges) => most(ranges.iter().map(|range| range.output[1] + 1)),
            _ => 1,
        };
        outputs = vec![(Dtype::F64, [matrices, rows, columns])];
        kept = matrices * rows * columns;
        let (plan, operands) = of_rows.planned([matrices * rows, columns])?;
        (finish, finish_operands) = (Some(plan), Some(operands));
    }
    let (groups, list) = match of.groups {
        Groups::Known(ranges) => (Known::Ranges(ranges), None),
        Groups::Rows(list, kind) => (Known::Rows(list.name, kind), Some(list)),
        Groups::Steps(list, kind) => (Known::Steps(list.name, kind), Some(list)),
    };
    let operands = Products {
        left: of.left.operands(),
        right: of.right.operands(),
        factors,
        list: list.map(ReadIndices::from),
        outputs: of
            .outputs
            .into_iter()
            .map(|(arg, _)| match of.is_updated {
                true => WriteBytes::update(arg),
                false => WriteBytes::part_of(arg),
            })
            .collect(),
        finish: finish_operands,
        rows: Temporary::of(kept),
        memory: Temporary::of(sizes.doubles()),
    };
    let plan = Plan {
        left: of.left,
        right: of.right,
        groups,
        steps: of.steps,
        kind,
        is_integral,
        is_updated: of.is_updated,
        sizes,
        outputs,
        factors: [first, second],
        finish,
    };
    let weights = plan
        .right
        .tensors
        .iter()
        .map(|of| of.extents().iter().product::<usize>());
    let weights = weights.fold(0, usize::saturating_add);
    let cost = rows.saturating_mul(columns).saturating_mul(steps) / 4;
    kernel(
        operands,
        cost.saturating_add(8 * weights.min(rows * columns * steps)),
        move |at: ProductsAt| plan.compute(at),
    )
}

impl Plan {
    fn compute(&self, at: ProductsAt) -> Result<()> {
        let ranges = match (&self.groups, at.list) {
            (Known::Ranges(ranges), _) => ranges.clone(),
            (&Known::Rows(name, kind), Some(list)) => {
                let rows = self.left.tensors[0].extents()[1];
                let groups = kind.groups(name, list, rows)?;
                groups
                    .into_iter()
                    .map(|group| self.rows(name, group))
                    .collect::<Result<_>>()?
            }
            (&Known::Steps(name, kind), Some(list)) => {
                let steps = self.left.tensors[0].extents()[2];
                let groups = kind.groups(name, list, steps)?;
                groups::check_each_once(name, &groups)?;
                groups
                    .into_iter()
                    .map(|group| self.some_steps(group))
                    .collect()
            }
            _ => return Err(Reason::Internal("groups without a list".into()).into()),
        };
        self.check(&ranges)?;
        let named = self.left.factors().chain(self.right.factors());
        let named = named.chain(self.steps.iter().filter_map(Step::factor));
        let bound = named
            .zip(&at.factors)
            .map(|(factor, tensors)| factor.bound(tensors));
        let factors: Vec<FactorAt> = bound.collect::<Result<_>>()?;
        let [first, second] = self.factors;
        let bound = GroupedOperands {
            left: &at.left,
            right: &at.right,
            left_factors: &factors[..first],
            right_factors: &factors[first..second],
            factors: &factors[second..],
        };
        let Some(finish) = &self.finish else {
            let outputs = at.outputs.into_iter().zip(&self.outputs);
            let outputs = outputs.map(|(memory, &(dtype, extents))| Results {
                memory,
                dtype,
                extents,
            });
            return self.run(&bound, &ranges, outputs.collect(), at.memory);
        };
        let (dtype, extents) = self.outputs[0];
        let rows = at.rows;
        let results = Results {
            memory: bytes_of(rows),
            dtype,
            extents,
        };
        self.run(&bound, &ranges, vec![results], at.memory)?;
        let at: FinishAt = at
            .finish
            .ok_or_else(|| Reason::Internal("rows without outputs".into()))?;
        // Matrices of a batch are rows one after the other.
        let rows_of = |range: Range| Range {
            output_row: range.output[1] * extents[1] + range.output_row,
            ..range
        };
        let ranges: Vec<Range> = ranges.into_iter().map(rows_of).collect();
        finish.run(at, &ranges, rows)
    }

    /// The product of a group of rows.
    fn rows(&self, name: &'static str, (group, start, count): Group) -> Result<Range> {
        let of = |tensors: usize| match tensors {
            1 => ([0, 0], start),
            _ => ([group, 0], 0),
        };
        let ((left, row), (output, output_row)) =
            (of(self.left.tensors.len()), of(self.outputs.len()));
        let right = self.right_of(group);
        let [_, columns, steps] = self.right.tensors[right[0]].extents();
        if self.outputs.len() > 1 && self.outputs[group].1[1] != count {
            let allowed = format!(
                "{} rows in group {group}, as its output has",
                self.outputs[group].1[1]
            );
            return Err(hostnpu_base::error::Error::value(
                name,
                format!("{count} rows"),
                allowed,
            ));
        }
        Ok(Range {
            group,
            left,
            right,
            output,
            row,
            output_row,
            rows: count,
            step: 0,
            right_step: 0,
            steps,
            columns,
        })
    }

    fn right_of(&self, group: usize) -> [usize; 2] {
        match self.right.tensors.len() {
            1 => [0, group],
            _ => [group, 0],
        }
    }

    /// The product of a group of steps.
    fn some_steps(&self, (group, step, steps): Group) -> Range {
        let of = |tensors: usize| if tensors == 1 { [0, 0] } else { [group, 0] };
        let (left, right) = (of(self.left.tensors.len()), of(self.right.tensors.len()));
        let output = match self.outputs.len() {
            1 => [0, group],
            _ => [group, 0],
        };
        Range {
            group,
            left,
            right,
            output,
            row: 0,
            output_row: 0,
            rows: self.left.tensors[left[0]].extents()[1],
            step,
            right_step: if self.right.tensors.len() == 1 {
                step
            } else {
                0
            },
            steps,
            columns: self.right.tensors[right[0]].extents()[1],
        }
    }

    /// Refuses ranges outside their sides.
    fn check(&self, ranges: &[Range]) -> Result<()> {
        for range in ranges {
            let inside = |side: &Side, [tensor, matrix]: [usize; 2], lanes: usize, step: usize| {
                side.tensors.get(tensor).is_some_and(|of| {
                    let [matrices, all, steps] = of.extents();
                    matrix < matrices && lanes <= all && step + range.steps <= steps
                })
            };
            let fits = inside(&self.left, range.left, range.row + range.rows, range.step)
                && inside(&self.right, range.right, range.columns, range.right_step);
            if !fits {
                return Err(
                    Reason::Internal(format!("a product outside its sides: {range:?}")).into(),
                );
            }
        }
        Ok(())
    }
}

/// The bytes of numbers.
fn bytes_of(numbers: &mut [f64]) -> &mut [u8] {
    let count = size_of_val(numbers);
    // SAFETY: the same memory; any bytes are numbers.
    unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), count) }
}
