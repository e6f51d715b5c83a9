//! Products of the rows of experts on a grid of ranks of two communicators: what both operators have.

use super::moe::extents;
use super::needs_chip;
use super::products_of_ranks::ON_910B;
use super::ranks::{group, is_of_group, number_in};
use crate::argument::{Input, TensorArg, Text};
use crate::device::soc::Generation;
use crate::distributed::batches::{Cut, Grid};
use crate::error::{Error, Result};
use crate::tensor::Dtype::*;

/// Most experts of all ranks.
const MOST_EXPERTS: i64 = 512;
/// Most experts of a rank.
const MOST_OF_RANK: i64 = 32;
/// Most elements of a row.
const MOST_COLUMNS: i64 = 65_535;

/// The documented parameters of both operators.
pub struct OnGrid<'a> {
    /// The entry point.
    pub operator: &'static str,
    /// The left matrices.
    pub x: &'a Input,
    /// The right matrices.
    pub weight: &'a Input,
    /// A row for each expert.
    pub bias: Option<&'a Input>,
    /// Communicator over which experts are spread.
    pub group_ep: &'a Text,
    /// Communicator over which rows or columns are.
    pub group_tp: &'a Text,
    /// Number of ranks of the first.
    pub ep_world_size: i64,
    /// Number of ranks of the second.
    pub tp_world_size: i64,
    /// Name and number of the axis along which matrices are in parts.
    pub shard_type: (&'static str, i64),
    /// The results.
    pub outputs: Vec<&'a TensorArg>,
}

/// A call that has been checked.
pub struct CheckedGrid {
    /// The ranks.
    pub grid: Grid,
    /// The parts of matrices.
    pub cut: Cut,
    /// Facts of the call that are the same on all ranks.
    pub called: String,
}

impl OnGrid<'_> {
    /// Refuses types, attributes and communicators that do not go together.
    pub fn checked(&self) -> Result<CheckedGrid> {
        needs_chip(&[Generation::Ascend910B])?;
        self.x.dtype_in(ON_910B)?;
        let dtype = self.x.dtype()?;
        self.weight.dtype_is(dtype)?;
        for output in &self.outputs {
            output.dtype_is(dtype)?;
        }
        if let Some(bias) = self.bias {
            bias.dtype_is(if dtype == F16 { F16 } else { F32 })?;
            bias.not_private()?;
        }
        self.x.not_private()?;
        self.weight.not_private()?;
        for output in &self.outputs {
            output.not_private()?;
        }
        let (name, shard_type) = self.shard_type;
        number_in(name, shard_type, &[0, 1])?;
        if **self.group_ep == **self.group_tp {
            let got = format!("{:?}", &**self.group_tp);
            let allowed = "another communicator than `groupEp`";
            return Err(Error::value(self.group_tp.name(), got, allowed));
        }
        let (ep, tp) = (group(self.group_ep)?, group(self.group_tp)?);
        let sizes = [
            (
                "epWorldSize",
                self.ep_world_size,
                &ep,
                "the ranks of `groupEp`",
            ),
            (
                "tpWorldSize",
                self.tp_world_size,
                &tp,
                "the ranks of `groupTp`",
            ),
        ];
        for (name, got, group, what) in sizes {
            is_of_group(name, got, group.size(), what)?;
        }
        let [experts, rows, columns] = extents::<3>(self.x)?;
        let called = format!(
            "{} of {} experts, {} rows of {} elements each and a weight of {:?}, all of {dtype}{}, in parts of {}",
            self.operator,
            experts,
            rows,
            columns,
            self.weight.shape(),
            if self.bias.is_some() {
                " with a bias"
            } else {
                ""
            },
            ["columns", "rows"][shard_type as usize],
        );
        Ok(CheckedGrid {
            grid: Grid { ep, tp },
            cut: [Cut::Columns, Cut::Rows][shard_type as usize],
            called,
        })
    }

    /// Refuses numbers of experts and elements that the vendor's operators do not have, a weight and a bias of other shapes.
    pub fn shapes(&self, experts: i64, [rows, columns]: [i64; 2], of_bias: i64) -> Result<()> {
        let ep = self.ep_world_size;
        let allowed = format!(
            "experts whose number {ep} ranks divide, 2 to {MOST_EXPERTS}, at most {MOST_OF_RANK} for each rank"
        );
        if experts % ep != 0
            || !(2..=MOST_EXPERTS).contains(&experts)
            || experts / ep > MOST_OF_RANK
        {
            return Err(self.x.shape_refused(allowed));
        }
        let local = experts / ep;
        if [rows, columns]
            .iter()
            .any(|extent| !(1..=MOST_COLUMNS).contains(extent))
        {
            let allowed = format!("1 to {MOST_COLUMNS} rows and columns");
            return Err(self.weight.shape_refused(allowed));
        }
        let what = "a matrix for each expert of this rank";
        self.weight.shape_is(&[local, rows, columns], what)?;
        if let Some(bias) = self.bias {
            let what = "a row for each expert of this rank";
            match bias.rank() {
                2 => bias.shape_is(&[local, of_bias], what)?,
                _ => bias.shape_is(&[local, 1, of_bias], what)?,
            }
        }
        Ok(())
    }
}
