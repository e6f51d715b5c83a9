//! Contracts of indexers whose keys may stand for several tokens: one description of plain and quantised ones.

use super::moe::within;
use super::on_950;
use super::sparse::{Extents, Named, Sides, absent, not_empty, one_of, present};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, Input};
use crate::contract::{Dtypes, on_all};
use crate::error::{Reason, Result};
use crate::ops::Call;
use crate::ops::attention::{Factors, Select, Source, Visible, select};
use crate::tensor::Dtype;

const INDICES: Dtypes = on_all(&[Dtype::I32]);

/// Elements of a head, and of those that share a scale of 8 bits.
const DEPTH: i64 = 128;
const SHARED: i64 = 32;

/// Words of the schedule.
const WORDS: i64 = 1024;

/// An attribute and its name.
pub type Attribute = (&'static str, i64);

/// The arguments of an indexer.
pub struct Indexer<'a> {
    /// Queries, keys, and where their sequences are.
    pub sides: Sides<'a>,
    /// `w`
    pub weights: &'a Input,
    /// Scales of queries and keys.
    pub scales: Option<[&'a Input; 2]>,
    /// `cmpResidualKOptional`
    pub residual: Named<'a>,
    /// `outputIdxOffsetOptional`
    pub offset: Named<'a>,
    /// `metadataOptional`
    pub metadata: Named<'a>,
    /// `topk`
    pub topk: i64,
    /// `maxSeqlenQ`
    pub longest: Attribute,
    /// `maskMode`
    pub mask_mode: Attribute,
    /// `cmpRatio`
    pub ratio: Attribute,
    /// `returnValue`
    pub return_value: Attribute,
    /// `sparseIndices`
    pub indices: &'a ConstOutput,
    /// `sparseValues`
    pub values: Option<&'a ConstOutput>,
    /// The type of values.
    pub values_types: Dtypes,
}

/// The residual of compressed keys: needed by a causal mask over keys that stand for several tokens, and by nothing else.
pub fn residual<'a>(
    named: Named<'a>,
    mask_mode: i64,
    ratio: i64,
    count: usize,
) -> Result<Option<&'a Input>> {
    if mask_mode == 0 || ratio == 1 {
        absent(named, "null without a causal mask over compressed keys")?;
        return Ok(None);
    }
    let tensor = present(named.1).ok_or(Reason::Null { arg: named.0 })?;
    tensor.shape_is(&[count as i64], "a number for each sequence")?;
    Ok(Some(tensor))
}

/// Refuses other types than INT32 of tensors of numbers.
pub fn check_numbers(all: &[Named]) -> Result<()> {
    let mut given = all.iter().filter_map(|(_, tensor)| present(tensor));
    given.try_for_each(|tensor| tensor.dtype_in(INDICES))
}

/// Refuses a schedule of another number of words; on Ascend950 there must be one.
pub fn check_schedule((name, tensor): Named, words: i64) -> Result<()> {
    match present(tensor) {
        Some(tensor) => tensor.shape_is(&[words], "a table of cores"),
        None if on_950() => Err(Reason::Null { arg: name }.into()),
        None => Ok(()),
    }
}

impl Indexer<'_> {
    /// Checks and plans the selection, after types.
    pub fn plan(&self) -> Planned {
        self.sides.check_types()?;
        check_numbers(&[self.residual, self.offset, self.metadata])?;
        if let Some(values) = self.values {
            values.dtype_in(self.values_types)?;
        }
        self.planned().code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn planned(&self) -> Result<Call> {
        within(self.longest.0, self.longest.1, -1..=i64::MAX)?;
        one_of(self.mask_mode.0, self.mask_mode.1, &[0, 3])?;
        within(self.ratio.0, self.ratio.1, 1..=128)?;
        one_of(self.return_value.0, self.return_value.1, &[0, 1])?;
        let values = match (self.return_value.1, self.values) {
            (1, None) => {
                return Err(Reason::Null {
                    arg: self.return_value.0,
                }
                .into());
            }
            (1, values) => values,
            _ => None,
        };
        let extents = self.sides.extents()?;
        extents.check_heads(&self.sides, DEPTH)?;
        let count = extents.spans[0].count;
        check_schedule(self.metadata, WORDS)?;
        let residual = residual(self.residual, self.mask_mode.1, self.ratio.1, count)?;
        self.weights
            .shape_is(&extents.of_heads(), "a number for each head of queries")?;
        let offset = present(self.offset.1);
        if let Some(offset) = offset {
            offset.shape_is(
                &extents.of_queries(&[1]),
                "a number for each row of queries",
            )?;
        }
        for output in [Some(self.indices), values].into_iter().flatten() {
            not_empty(output)?;
            output.shape_is(
                &extents.of_indices(self.topk),
                "`topk` numbers for each row of queries",
            )?;
        }
        let [of_queries, of_keys] = match self.scales {
            None => [None, None],
            Some(scales) => [
                Some(factors(&extents, 0, scales[0])?),
                Some(factors(&extents, 1, scales[1])?),
            ],
        };
        select(Select {
            query: Source {
                scales: of_queries,
                ..self.sides.queries(&extents)?
            },
            key: Source {
                scales: of_keys,
                ..self.sides.keys(&extents, None)?
            },
            weights: extents.per_head(self.weights.read()?)?,
            pages: self.sides.pages(&extents)?,
            spans: extents.spans,
            lengths: self.sides.lengths()?,
            visible: Visible {
                is_causal: self.mask_mode.1 == 3,
                ratio: self.ratio.1 as usize,
                residual: residual.map(Input::read).transpose()?,
            },
            offsets: offset.map(Input::read).transpose()?,
            count: self.topk as usize,
            indices: self.indices.write()?,
            values: values.map(|values| values.write()).transpose()?,
        })
    }
}

/// Scales: one number, one for each head of each row, or, of 8 bits, one for each 32 elements of these.
fn factors(extents: &Extents, side: usize, scales: &Input) -> Result<Factors> {
    let rows = |more: &[i64]| match side {
        0 => extents.of_queries(&[&[extents.heads[0]], more].concat()),
        _ => extents.of_keys(&[&[extents.heads[1]], more].concat()),
    };
    if scales.dtype()? == Dtype::F8E8m0 {
        let pairs = [DEPTH / SHARED / 2, 2];
        scales.shape_is(&rows(&pairs), "a number for each 32 elements, in pairs")?;
        let of = extents.factors(side, scales.read()?);
        let [batch, head, row, _] = of.strides.map(|stride| stride * (DEPTH / SHARED) as usize);
        return Ok(Factors {
            strides: [batch, head, row, 1],
            shared: [1, SHARED as usize],
            ..of
        });
    }
    if scales.shape() == [1] {
        return Ok(Factors::of_all(scales.read()?));
    }
    scales.shape_is(&rows(&[]), "a number for each head of each row")?;
    Ok(extents.factors(side, scales.read()?))
}
