//! Results of attention over two parts of the keys, merged, as both versions of RingAttentionUpdate take them.

use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{Input, Output, Text};
use crate::contract::{Dtypes, on_910};
use crate::error::{Error, Reason, Result};
use crate::ops::merged_attention::{ByStatistics, Order, Part, by_statistics};
use crate::tensor::Dtype::{Bf16, F16, F32, I64};

const RESULTS: Dtypes = on_910(&[]).and_910b(&[F32, F16, Bf16]);
const FLOAT: Dtypes = on_910(&[]).and_910b(&[F32]);
const ENDS: Dtypes = on_910(&[]).and_910b(&[I64]);

/// The arguments under their documented names.
pub struct Ring<'a> {
    /// `prevAttnOut`, `prevSoftmaxMax` and `prevSoftmaxSum`
    pub previous: [&'a Input; 3],
    /// `curAttnOut`, `curSoftmaxMax` and `curSoftmaxSum`
    pub current: [&'a Input; 3],
    /// `actualSeqQlenOptional`
    pub actual_seq_qlen: &'a Option<Input>,
    /// `inputLayoutOptional`
    pub input_layout: &'a Option<Text>,
    /// `inputSoftmaxLayoutOptional`
    pub input_softmax_layout: &'a Option<Text>,
    /// `attnOutOut`, `softmaxMaxOut` and `softmaxSumOut`
    pub merged: [&'a Output; 3],
}

impl Ring<'_> {
    /// Plans the merge.
    pub fn plan(&self) -> Planned {
        let [attn, largest, sum] = self.previous;
        attn.dtype_in(RESULTS)?;
        self.current[0].same_dtype(attn)?;
        self.merged[0].same_dtype(attn)?;
        for of in [largest, sum, self.current[1], self.current[2]] {
            of.dtype_in(FLOAT)?;
            of.same_shape(largest)?;
        }
        for of in &self.merged[1..] {
            of.dtype_in(FLOAT)?;
            of.same_shape(largest)?;
        }
        self.current[0].same_shape(attn)?;
        self.merged[0].same_shape(attn)?;
        let order = self.order().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let extents = self.extents(order)?;
        let ends = match (order, self.actual_seq_qlen) {
            (Order::Sequences, None) => {
                return Err(Reason::Null {
                    arg: "actualSeqQlenOptional",
                }
                .into());
            }
            (_, ends) => ends.as_ref(),
        };
        if let Some(ends) = ends {
            ends.dtype_in(ENDS)?;
        }
        // Without sequences there is nothing that ends say.
        let ends = ends.filter(|_| order != Order::Batches);
        if let Some(ends) = ends {
            ends.rank_in(1..=1)?;
        }
        let read = |[attn, largest, sum]: [&Input; 3]| -> Result<Part> {
            Ok(Part {
                attn: attn.read()?,
                softmax_max: largest.read()?,
                softmax_sum: sum.read()?,
            })
        };
        let of = ByStatistics {
            previous: read(self.previous)?,
            current: read(self.current)?,
            merged: Part {
                attn: self.merged[0].write()?,
                softmax_max: self.merged[1].write()?,
                softmax_sum: self.merged[2].write()?,
            },
            ends: ends.map(Input::read).transpose()?,
            order,
            extents,
        };
        Ok(by_statistics(of)?)
    }

    /// Layout of the statistics.
    fn order(&self) -> Result<Order> {
        match self.input_layout.as_deref() {
            None | Some("" | "SBH") => Ok(Order::Batches),
            Some("TND") => match self.input_softmax_layout.as_deref() {
                None | Some("" | "SBH") => Ok(Order::Sequences),
                Some("TND") => Ok(Order::Rows),
                Some(other) => Err(Error::value(
                    "inputSoftmaxLayoutOptional",
                    format!("{other:?}"),
                    "\"\", \"SBH\" or \"TND\"",
                )),
            },
            Some(other) => Err(Error::value(
                "inputLayoutOptional",
                format!("{other:?}"),
                "\"SBH\" or \"TND\"",
            )),
        }
    }

    /// Batch, rows, heads and elements of a head.
    fn extents(&self, order: Order) -> Result<[usize; 4]> {
        let [attn, largest, _] = self.previous;
        attn.rank_in(3..=3)?;
        let [first, second, third] = [0, 1, 2].map(|axis| attn.shape()[axis]);
        let extents = match (order, largest.shape()) {
            (Order::Batches, &[batch, heads, rows, 8])
                if batch == second && rows == first && heads > 0 && third % heads == 0 =>
            {
                [second, first, heads, third / heads]
            }
            (Order::Sequences | Order::Rows, &[rows, heads, 8])
                if [rows, heads] == [first, second] =>
            {
                [1, first, second, third]
            }
            (Order::Batches, _) => {
                return Err(largest.shape_refused(format!(
                    "[{second}, heads, {first}, 8], of heads that share {third} elements"
                )));
            }
            _ => return Err(largest.shape_refused(format!("[{first}, {second}, 8]"))),
        };
        Ok(extents.map(|extent| extent as usize))
    }
}
