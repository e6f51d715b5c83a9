//! Grouped products: one description of all versions of `aclnnGroupedMatmul`, with the documented names of its parameters.
//!
//! The types of `x` and `weight` decide what is computed (`Mode`); numbers and shapes of the tensors and `groupType` decide what is multiplied with what.

mod added;
mod factors;
pub mod finished;
pub use added::{Quantised, added};
pub use factors::to_int8;
mod modes;
pub mod routing;
mod scenario;
mod spread;

use super::needs_chip;
use super::sides::{self, Matrices};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Inputs, Ints, Outputs};
use crate::device::soc::Generation;
use crate::error::{Error, Result};
use crate::ops::grouped::{Coded, Groups, List, Side, grouped};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;
use modes::Mode;

/// The list of groups.
#[derive(Clone, Copy)]
pub enum GroupList<'a> {
    /// None.
    Absent,
    /// The end of each group, known now.
    Host(&'a Ints),
    /// In a tensor, read when the product runs.
    Device(&'a Input),
}

/// Version of the interface.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Without `groupType`.
    First,
    /// With it.
    Second,
    /// With the groups in a tensor.
    Third,
    /// With scales of tokens and activations.
    Fourth,
    /// With `tuningConfigOptional`.
    Fifth,
    /// With weights in FRACTAL_NZ.
    WeightNz,
}

/// The parameters of all versions. Lists that are empty count as null.
pub struct GroupedMatmul<'a> {
    /// The version.
    pub version: Version,
    /// The left sides.
    pub x: &'a Inputs,
    /// The right sides.
    pub weight: &'a Inputs,
    /// Bias of each column.
    pub bias: Option<&'a Inputs>,
    /// Scales of columns, groups, blocks or powers of two.
    pub scale: Option<&'a Inputs>,
    /// Offset of INT4 weights, times their scale.
    pub offset: Option<&'a Inputs>,
    /// Scales of weights beside floating-point numbers.
    pub antiquant_scale: Option<&'a Inputs>,
    /// Offsets of these.
    pub antiquant_offset: Option<&'a Inputs>,
    /// Scales of rows of `x`.
    pub per_token_scale: Option<&'a Inputs>,
    /// Lists that must be null, with their names.
    pub reserved: [(&'static str, bool); 5],
    /// The groups.
    pub group_list: GroupList<'a>,
    /// Outputs (`splitItem`): one for each weight, 0 or 1, or one for all, 2 or 3.
    pub split_item: i64,
    /// Axis that groups cut (`groupType`): none (-1), rows (0), inner elements (2).
    pub group_type: i64,
    /// The meaning of the list of groups.
    pub group_list_type: i64,
    /// The function of the results.
    pub act_type: i64,
    /// Numbers for tuning; of which the second says that weights of INT4 are stored transposed.
    pub tuning_config: Option<&'a Ints>,
    /// Inner elements of a group of a scale; 0 as the shapes say.
    pub quant_group_size: i64,
    /// The results.
    pub out: &'a Outputs,
}

/// A list without tensors counts as null; so does one of tensors without elements and dimensions of their own.
pub fn given(list: &Option<Inputs>) -> Option<&Inputs> {
    let has_some = |list: &&Inputs| list.iter().any(|tensor| tensor.shape() != [0]);
    list.as_ref().filter(has_some)
}

impl<'a> GroupedMatmul<'a> {
    /// The same without what later versions added.
    pub fn new(version: Version, x: &'a Inputs, weight: &'a Inputs, out: &'a Outputs) -> Self {
        Self {
            version,
            x,
            weight,
            bias: None,
            scale: None,
            offset: None,
            antiquant_scale: None,
            antiquant_offset: None,
            per_token_scale: None,
            reserved: [("", false); 5],
            group_list: GroupList::Absent,
            split_item: 0,
            group_type: -1,
            group_list_type: 0,
            act_type: 0,
            tuning_config: None,
            quant_group_size: 0,
            out,
        }
    }

    /// Checks all arguments, and plans the products.
    pub fn planned(self) -> Planned {
        let chips = [
            Generation::Ascend910B,
            Generation::Ascend950,
            Generation::Other,
        ];
        needs_chip(match self.version {
            Version::Second => &chips[..2],
            _ => &chips,
        })?;
        super::first_of(self.x)?;
        super::first_of(self.weight)?;
        if self.out.is_empty() {
            return Err(Error::value(
                self.out.name(),
                "an empty list",
                "a list of one tensor or more",
            )
            .into());
        }
        sides::absent(&self.reserved, "in this version")?;
        sides::one_of("splitItem", self.split_item, &[0, 1, 2, 3])?;
        let types: &[i64] = match self.version {
            Version::WeightNz => &[-1, 0],
            _ => &[-1, 0, 2],
        };
        sides::one_of("groupType", self.group_type, types)?;
        sides::one_of("groupListType", self.group_list_type, &[0, 1, 2])?;
        self.tuning()?;
        let mode = self.mode()?;
        let mut weights = self.weights(mode)?;
        if mode == Mode::EightByFour && self.is_stored_transposed() {
            weights.iter_mut().try_for_each(Matrices::turn)?;
        }
        let x = self.matrices(self.x, mode.words())?;
        let scenario = self.scenario(&x, &weights)?;
        let computed = self.factors(mode, &x, &weights, &scenario)?;
        let is_nothing = |shape: &[i64]| shape.contains(&0);
        if self.out.iter().all(|out| is_nothing(out.shape())) {
            let outputs: Result<Vec<Arg>> = self.out.iter().map(|out| out.write()).collect();
            return Ok(Call::nothing(outputs?));
        }
        let coded = |all: &[Matrices], is_left: bool| -> Result<Vec<Coded>> {
            let each = all
                .iter()
                .map(|of| if is_left { of.rows() } else { of.right(false) });
            each.collect()
        };
        let left = Side {
            tensors: coded(&x, true)?,
            ..computed.left
        };
        let right = Side {
            tensors: coded(&weights, false)?,
            ..computed.right
        };
        let is_of_steps = scenario.of_steps();
        let groups = scenario.groups(&self)?;
        let outputs = self
            .out
            .iter()
            .map(|out| scenario::as_matrices(out.write()?, is_of_steps));
        let outputs: Result<Vec<_>> = outputs.collect();
        Ok(grouped(crate::ops::grouped::Grouped {
            left,
            right,
            groups,
            steps: computed.steps,
            outputs: outputs?,
            is_updated: false,
            finish: None,
        })?)
    }

    /// Refuses negative numbers, and more tokens of an expert than there are.
    fn tuning(&self) -> Result<()> {
        let Some(config) = self.tuning_config else {
            return Ok(());
        };
        let rows = self.x[0].shape().first().copied().unwrap_or(0);
        match config.first() {
            Some(&expected) if !(0..=rows).contains(&expected) => Err(Error::value(
                config.name(),
                expected,
                format!("0 to {rows}, the rows of `x`, as first number"),
            )),
            _ => Ok(()),
        }
    }

    /// Returns true if the weight of INT8 by INT4 is stored transposed.
    fn is_stored_transposed(&self) -> bool {
        self.tuning_config
            .is_some_and(|config| config.get(1) == Some(&1))
    }

    fn matrices<'t>(&self, list: &'t Inputs, words: Option<Dtype>) -> Result<Vec<Matrices<'t>>> {
        list.iter()
            .map(|tensor| Matrices::new(tensor, words, false))
            .collect()
    }

    fn weights(&self, mode: Mode) -> Result<Vec<Matrices<'a>>> {
        let is_blocked = self.version == Version::WeightNz;
        let all: Result<Vec<_>> = self
            .weight
            .iter()
            .map(|tensor| Matrices::new(tensor, mode.words_of_weight(), is_blocked))
            .collect();
        all
    }

    /// Returns the meaning of the list of groups.
    fn list(&self) -> List {
        match self.group_list_type {
            0 => List::Ends,
            1 => List::Sizes,
            _ => List::Pairs,
        }
    }

    /// The number of groups that a list names, if there is one.
    fn listed(&self) -> Result<Option<usize>> {
        match self.group_list {
            GroupList::Absent => Ok(None),
            GroupList::Host(ends) => Ok(Some(ends.len())),
            GroupList::Device(list) => {
                sides::type_of(list, &[Dtype::I64])?;
                let count = list.shape().first().copied().unwrap_or(0);
                match self.group_list_type {
                    2 => list.shape_is(&[count, 2], "number and size of each group")?,
                    _ => list.rank_in(1..=1)?,
                }
                Ok(Some(count as usize))
            }
        }
    }

    /// The groups of rows or steps that the list names: known, or read when the product runs.
    fn groups(&self, of_rows: bool) -> Result<Groups> {
        let GroupList::Device(list) = self.group_list else {
            return Err(Error::value("groupListOptional", "null", "a list"));
        };
        let (list, kind) = (list.read()?, self.list());
        Ok(if of_rows {
            Groups::Rows(list, kind)
        } else {
            Groups::Steps(list, kind)
        })
    }
}
