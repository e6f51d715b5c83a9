//! Products of the rows of experts with an exchange of rows between ranks: one description of both directions and all versions.

use super::moe::extents;
use super::products_of_ranks::HALVES;
use super::ranks::{group, is_of_group, text_in};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Ints, Output, Text};
use crate::distributed::grouped::{Grouped, all_to_all_grouped, grouped_all_to_all};
use crate::error::{Error, Reason, Result};

/// A call, with the documented parameters of all versions.
pub struct OfExperts<'a> {
    /// The entry point.
    pub operator: &'static str,
    /// The rows of experts.
    pub gmm_x: &'a Input,
    /// The matrices of experts.
    pub gmm_weight: &'a Input,
    /// Counts in memory, which the vendor's operators do not take.
    pub counts_in_memory: [Option<&'a Input>; 2],
    /// Rows of a shared expert.
    pub mm_x: Option<&'a Input>,
    /// Its matrix.
    pub mm_weight: Option<&'a Input>,
    /// The communicator.
    pub group: &'a Text,
    /// Its means, which change nothing here.
    pub comm_mode: Option<&'a Text>,
    /// Its ranks.
    pub ep_world_size: i64,
    /// Rows for each rank and expert.
    pub send_counts: &'a Ints,
    /// Rows from each rank, for each expert.
    pub recv_counts: &'a Ints,
    /// True if matrices are given transposed.
    pub trans_gmm_weight: bool,
    /// True if that of the shared expert is.
    pub trans_mm_weight: bool,
    /// Gets the products.
    pub gmm_y: &'a Output,
    /// Gets those of the shared expert.
    pub mm_y: Option<&'a Output>,
    /// Gets the rows in the order of experts, before they are multiplied, if that is asked for.
    pub permute_out: Option<&'a Output>,
}

/// The counts of an array. Refuses another number of them, and counts below 0.
fn counts(of: &Ints, count: usize) -> Result<Vec<usize>> {
    let numbers = of.iter().map(|&number| usize::try_from(number).ok());
    let numbers: Option<Vec<usize>> = numbers.collect();
    let is_small = |numbers: &Vec<usize>| {
        let sum = numbers
            .iter()
            .try_fold(0_usize, |sum, &one| sum.checked_add(one));
        numbers.len() == count && sum.is_some_and(|sum| sum <= i32::MAX as usize)
    };
    numbers.filter(is_small).ok_or_else(|| {
        let allowed = format!("{count} numbers of rows, one for each rank and expert");
        Error::value(of.name(), format!("{:?}", &**of), allowed)
    })
}

/// A matrix, or several, whose last two axes are K and N.
fn plain(of: &Input, is_transposed: bool) -> Result<crate::ops::Arg> {
    let arg = of.read()?;
    let rank = of.rank();
    let mut axes: Vec<usize> = (0..rank).collect();
    if is_transposed {
        axes.swap(rank - 2, rank - 1);
    }
    arg.viewed(arg.view.layout.permuted(&axes))
}

impl OfExperts<'_> {
    /// Plans the exchange before or behind the products.
    pub fn planned(self, is_before: bool) -> Planned {
        self.gmm_x.dtype_in(HALVES)?;
        let dtype = self.gmm_x.dtype()?;
        self.gmm_weight.dtype_is(dtype)?;
        let inputs = [self.mm_x, self.mm_weight].into_iter().flatten();
        inputs
            .into_iter()
            .try_for_each(|tensor| tensor.dtype_is(dtype))?;
        let outputs = [Some(self.gmm_y), self.mm_y, self.permute_out];
        let mut outputs = outputs.into_iter().flatten();
        outputs.try_for_each(|tensor| tensor.dtype_is(dtype))?;
        if let Some(given) = self.counts_in_memory.into_iter().flatten().next() {
            let allowed = "null: the vendor's operator takes counts as arrays";
            return Err(Error::value(given.name(), "a tensor", allowed).into());
        }
        text_in(self.comm_mode, &["", "ai_cpu", "ccu", "aicpu"])?;
        let group = group(self.group)?;
        let ranks = group.size() as usize;
        is_of_group(
            "epWorldSize",
            self.ep_world_size,
            group.size(),
            "the ranks of `group`",
        )?;
        let [experts, first, second] = extents::<3>(self.gmm_weight)?;
        let [k, n] = if self.trans_gmm_weight {
            [second, first]
        } else {
            [first, second]
        };
        let send_counts = counts(self.send_counts, ranks * experts as usize)?;
        let recv_counts = counts(self.recv_counts, ranks * experts as usize)?;
        let [sent, received] =
            [&send_counts, &recv_counts].map(|counts| counts.iter().sum::<usize>() as i64);
        self.gmm_x.shape_is(
            &[sent, k],
            "a row for each of `sendCounts`, as wide as the matrices",
        )?;
        self.gmm_y
            .shape_is(&[received, n], "a row for each of `recvCounts`")?;
        if let Some(permute_out) = self.permute_out {
            permute_out.shape_is(&[received, k], "a row for each of `recvCounts`")?;
        }
        let shared = match (self.mm_x, self.mm_weight, self.mm_y) {
            (None, None, _) => None,
            (Some(x), Some(weight), Some(y)) => {
                let [rows, of_x] = extents::<2>(x)?;
                let [first, second] = extents::<2>(weight)?;
                let [k, n] = if self.trans_mm_weight {
                    [second, first]
                } else {
                    [first, second]
                };
                if of_x != k {
                    return Err(weight.shape_refused(format!("{of_x} rows")).into());
                }
                y.shape_is(&[rows, n], "that of the product")?;
                Some([x.read()?, plain(weight, self.trans_mm_weight)?, y.write()?])
            }
            (x, weight, _) => {
                let arg = match (x, weight) {
                    (None, _) => "mmXOptional",
                    (_, None) => "mmWeightOptional",
                    _ => "mmYOptional",
                };
                return Err(Error::from(Reason::Null { arg }).into());
            }
        };
        let grouped = Grouped {
            gmm_x: self.gmm_x.read()?,
            gmm_weight: plain(self.gmm_weight, self.trans_gmm_weight)?,
            send_counts,
            recv_counts,
            gmm_y: self.gmm_y.write()?,
            shared,
            permute_out: self.permute_out.map(|tensor| tensor.write()).transpose()?,
            called: format!(
                "{} of {experts} experts, {k} to {n} elements of {dtype}",
                self.operator
            ),
        };
        Ok(match is_before {
            true => all_to_all_grouped(group, grouped)?,
            false => grouped_all_to_all(group, grouped)?,
        })
    }
}
