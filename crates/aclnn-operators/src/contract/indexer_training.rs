//! Contracts of the training of indexers: one description of the statistics, losses and gradients of their scores. Types are refused with 161002, all else with 561002.

use super::combinations::combination;
use super::indexers::{Attribute, check_numbers, check_schedule, residual};
use super::moe::within;
use super::sparse::{Extents, NONE, Named, Places, Sides, not_empty, one_of, present};
use super::{Dtypes, on_950, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, Input, Ints, TensorArg};
use crate::error::{Error, Result};
use crate::ops::attention::{Source, Teacher, Train, TrainOutputs, Visible, train};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;

const FLOAT: Dtypes = on_all(&[Dtype::F32]);
const INDICES: Dtypes = on_all(&[Dtype::I32]);

/// Elements of a head of an indexer, and of the second parts of attention.
const DEPTH: i64 = 128;
const ROPE: i64 = 64;

/// Words of the schedule.
const WORDS: i64 = 64;

/// `query`, `key`, `weights` where these may be FLOAT.
pub const ANY_WEIGHTS: &[&str] = &["f16 | = | f16 f32", "bf16 | = | bf16 f32"];
/// The same where weights must be FLOAT.
pub const FLOAT_WEIGHTS: &[&str] = &["f16 bf16 | = | f32"];

/// Tensors of indexers that are trained.
pub struct Training<'a> {
    /// The queries and keys of the indexer, and where their sequences are.
    pub sides: Sides<'a>,
    /// Weights of the heads of queries.
    pub weights: &'a Input,
    /// Types of queries on the chips that have the operator.
    pub types: Dtypes,
    /// Types that queries, keys and weights have together.
    pub together: &'static [&'static str],
    /// Heads of queries.
    pub heads: Heads,
    /// The mode of masks, and those that are allowed.
    pub mask_mode: (Attribute, &'static [i64]),
    /// Tokens that a key stands for.
    pub ratio: Attribute,
    /// `cmpResidualKOptional`
    pub residual: Named<'a>,
    /// `metadataOptional`, if the operator has it.
    pub metadata: Option<Named<'a>>,
    /// Lists of keys.
    pub lists: Option<&'a Input>,
    /// Rows of lists: a row for each query and head of keys, or for each query alone.
    pub has_heads_of_lists: bool,
    /// Source of the gradients.
    pub goal: Goal<'a>,
    /// Statistics of scores that are given: of each row.
    pub known: Vec<&'a Input>,
    /// The largest score and the sum of exponentials, or the logarithm of the sum: FLOAT.
    pub statistics: Vec<&'a ConstOutput>,
    /// The distribution: FLOAT.
    pub softmax: Option<&'a ConstOutput>,
    /// The divergence: FLOAT.
    pub loss: Option<&'a ConstOutput>,
    /// Gradients of queries, keys and weights, of their types and shapes.
    pub gradients: Option<[&'a ConstOutput; 3]>,
}

/// Numbers of heads of queries.
pub enum Heads {
    /// 1 to this many.
    UpTo(i64),
    /// These.
    Among(&'static [i64]),
}

/// Source of the gradients.
pub enum Goal<'a> {
    /// There are none.
    Nothing,
    /// The gradients of scores, of the type of queries.
    Gradient(&'a Input),
    /// The distribution that scores shall have, of FLOAT.
    Distribution(&'a Input),
    /// Attention.
    Attention {
        /// `query`, `key`
        sides: [&'a Input; 2],
        /// `queryRope`, `keyRope`, by their names.
        ropes: [Named<'a>; 2],
        /// `softmaxMax`, `softmaxSum`
        statistics: [&'a Input; 2],
        /// `scaleValue`
        scale: f64,
        /// Elements of a head.
        depth: i64,
        /// True if each head of queries has one of keys.
        has_all_heads: bool,
        /// The score of one more key of each head.
        sinks: &'a Option<Input>,
    },
}

/// Sequences that are known.
pub fn known<'a>(
    [queries, keys]: [(&'static str, &'a Option<Ints>); 2],
    (name, layout): (&'static str, Option<&'a str>),
    [query, key]: [&'a Input; 2],
) -> Sides<'a> {
    let of = |(name, ends): (&'static str, &'a Option<Ints>)| (name, ends.as_ref());
    Sides {
        query,
        key,
        layouts: [(name, layout); 2],
        places: Places::Known([of(queries), of(keys)]),
        block_table: (name, &NONE),
        blocks: (&[], 1),
    }
}

/// Sequences that begin where tensors say.
pub fn starting<'a>(
    starts: [Named<'a>; 2],
    used: [Named<'a>; 2],
    layouts: [(&'static str, Option<&'a str>); 2],
    [query, key]: [&'a Input; 2],
) -> Sides<'a> {
    Sides {
        query,
        key,
        layouts,
        places: Places::Starts(starts, used),
        block_table: (layouts[1].0, &NONE),
        blocks: (&[], 1),
    }
}

impl Training<'_> {
    /// Checks and plans the training.
    pub fn plan(&self) -> Planned {
        self.check_types()?;
        self.planned().code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    /// Refuses types.
    pub fn check_types(&self) -> Result<()> {
        let (query, key) = (self.sides.query, self.sides.key);
        query.dtype_in(self.types)?;
        let arguments: [(_, Option<&TensorArg>); 3] = [
            (query.name(), Some(&**query)),
            (key.name(), Some(&**key)),
            (self.weights.name(), Some(&**self.weights)),
        ];
        combination(&arguments, self.together)?;
        self.sides.check_types()?;
        check_numbers(&[self.residual])?;
        check_numbers(self.metadata.as_slice())?;
        if let Some(lists) = self.lists {
            lists.dtype_in(INDICES)?;
        }
        match &self.goal {
            Goal::Nothing => {}
            Goal::Gradient(given) => given.same_dtype(query)?,
            Goal::Distribution(given) => given.dtype_in(FLOAT)?,
            Goal::Attention {
                sides,
                ropes,
                statistics,
                sinks,
                ..
            } => {
                let ropes = ropes.iter().filter_map(|rope| present(rope.1));
                for tensor in sides.iter().copied().chain(ropes) {
                    tensor.same_dtype(query)?;
                }
                for tensor in statistics.iter().copied().chain(present(sinks)) {
                    tensor.dtype_in(FLOAT)?;
                }
            }
        }
        for tensor in &self.known {
            tensor.dtype_in(FLOAT)?;
        }
        let floats = self.statistics.iter().copied();
        for tensor in floats.chain(self.softmax).chain(self.loss) {
            tensor.dtype_in(FLOAT)?;
        }
        if let Some([of_query, of_key, of_weights]) = self.gradients {
            of_query.same_dtype(query)?;
            of_key.same_dtype(key)?;
            of_weights.same_dtype(self.weights)?;
        }
        Ok(())
    }

    fn planned(&self) -> Result<Call> {
        let ((name, mode), modes) = self.mask_mode;
        one_of(name, mode, modes)?;
        within(self.ratio.0, self.ratio.1, 1..=128)?;
        let query = self.sides.query;
        if query.is_empty() && matches!(self.goal, Goal::Nothing) {
            let outputs = self.statistics.iter().map(|output| output.write());
            let args: Result<Vec<Arg>> = std::iter::once(query.read()).chain(outputs).collect();
            return Ok(Call::nothing(args?));
        }
        let extents = self.sides.extents()?;
        extents.check_heads(&self.sides, DEPTH)?;
        let heads = extents.heads[0];
        match self.heads {
            Heads::UpTo(most) if !(1..=most).contains(&heads) => {
                return Err(query.shape_refused(format!("1 to {most} heads")));
            }
            Heads::Among(all) if !all.contains(&heads) => {
                let words: Vec<String> = all.iter().map(i64::to_string).collect();
                return Err(query.shape_refused(format!("{} heads", words.join(", "))));
            }
            _ => {}
        }
        let count = extents.spans[0].count;
        if let Some(metadata) = self.metadata {
            check_schedule(metadata, WORDS)?;
        }
        let residual = residual(self.residual, mode, self.ratio.1, count)?;
        self.weights
            .shape_is(&extents.of_heads(), "a number for each head of queries")?;
        let columns = |tensor: &TensorArg| -> Result<i64> {
            not_empty(tensor)?;
            Ok(tensor.shape().last().copied().unwrap_or(1))
        };
        let of_columns = match (self.lists, &self.goal) {
            (Some(lists), _) => Some(columns(lists)?),
            (None, Goal::Gradient(of) | Goal::Distribution(of)) => Some(columns(of)?),
            _ => None,
        };
        let wide = |tensor: &TensorArg| -> Result<()> {
            let own = [1, of_columns.unwrap_or(0)];
            let own = &own[usize::from(!self.has_heads_of_lists)..];
            tensor.shape_is(&extents.of_queries(own), "a row for each row of queries")
        };
        if let Some(lists) = self.lists {
            wide(lists)?;
        }
        let of_rows = extents.of_numbers();
        for tensor in &self.known {
            tensor.shape_is(&of_rows, "a number for each row of queries")?;
        }
        for output in &self.statistics {
            output.shape_is(&of_rows, "a number for each row of queries")?;
        }
        if let Some(output) = self.softmax {
            wide(output)?;
        }
        if let Some(loss) = self.loss {
            loss.shape_is(&[1], "one number")?;
        }
        if let Some([of_query, of_key, of_weights]) = self.gradients {
            of_query.same_shape(query)?;
            of_key.same_shape(self.sides.key)?;
            of_weights.same_shape(self.weights)?;
        }
        let teacher = match &self.goal {
            Goal::Nothing => Teacher::Nothing,
            Goal::Gradient(given) => {
                wide(given)?;
                Teacher::Gradient(given.read()?)
            }
            Goal::Distribution(given) => {
                wide(given)?;
                Teacher::Distribution(given.read()?)
            }
            Goal::Attention { .. } => self.attention(&extents)?,
        };
        let write = |output: &ConstOutput| output.write();
        let mut statistics = self.statistics.iter().map(|output| write(output));
        let (first, second) = (statistics.next().transpose()?, statistics.next());
        let second = second.transpose()?;
        let (statistics, lse) = match (first, second) {
            (Some(largest), Some(sum)) => (Some([largest, sum]), None),
            (lse, _) => (None, lse),
        };
        let gradients: Option<Result<Vec<Arg>>> = self
            .gradients
            .map(|all| all.into_iter().map(write).collect());
        let gradients = gradients.transpose()?.and_then(|all| all.try_into().ok());
        let known: Result<Vec<Arg>> = self.known.iter().map(|tensor| tensor.read()).collect();
        train(Train {
            query: self.sides.queries(&extents)?,
            key: self.sides.keys(&extents, None)?,
            weights: extents.per_head(self.weights.read()?)?,
            lengths: self.sides.known_lengths(&extents)?,
            spans: extents.spans,
            visible: Visible {
                is_causal: mode == 3,
                ratio: self.ratio.1 as usize,
                residual: residual.map(Input::read).transpose()?,
            },
            lists: self.lists.map(Input::read).transpose()?,
            known: known?,
            teacher,
            outputs: TrainOutputs {
                statistics,
                lse,
                softmax: self.softmax.map(write).transpose()?,
                loss: self.loss.map(write).transpose()?,
                gradients,
            },
        })
    }

    fn attention(&self, own: &Extents) -> Result<Teacher> {
        let Goal::Attention {
            sides: [query, key],
            ropes,
            statistics,
            scale,
            depth,
            has_all_heads,
            sinks,
        } = self.goal
        else {
            return Ok(Teacher::Nothing);
        };
        let sides = Sides {
            query,
            key,
            layouts: self.sides.layouts,
            places: Places::Known(match self.sides.places {
                Places::Known(ends) => ends,
                _ => [(query.name(), None); 2],
            }),
            block_table: self.sides.block_table,
            blocks: self.sides.blocks,
        };
        let extents = sides.extents()?;
        let [heads, key_heads] = extents.heads;
        if extents.outer != own.outer {
            let tensor = if extents.outer[0] != own.outer[0] {
                query
            } else {
                key
            };
            let name = if extents.outer[0] != own.outer[0] {
                "queryIndex"
            } else {
                "keyIndex"
            };
            return Err(tensor.shape_refused(format!("rows as those of `{name}`")));
        }
        let is_known = [32, 64, 128].contains(&heads) || heads == 48 && !has_all_heads && on_950();
        if !is_known || (heads == 48) != (own.heads[0] == 24 && !has_all_heads && on_950()) {
            return Err(query.shape_refused(
                "32, 64 or 128 heads (on Ascend950 for 24 heads of a sparse indexer 48)",
            ));
        }
        let wanted = if has_all_heads { heads } else { 1 };
        if key_heads != wanted || extents.depths != [depth; 2] {
            let allowed = format!("{wanted} heads of {depth} elements, as queries have");
            return Err(key.shape_refused(allowed));
        }
        let [query_rope, key_rope] = ropes.map(|(_, rope)| present(rope));
        let (with, without) = match (query_rope, key_rope) {
            (Some(_), None) => (ropes[0].0, Some(ropes[1].0)),
            (None, Some(_)) => (ropes[1].0, Some(ropes[0].0)),
            _ => ("", None),
        };
        if let Some(without) = without {
            let allowed = format!("a tensor with `{with}`");
            return Err(Error::value(without, "null or empty", allowed));
        }
        if let Some(rope) = query_rope {
            rope.shape_is(
                &extents.of_queries(&[heads, ROPE]),
                "that of `query`, with 64 elements",
            )?;
        }
        if let Some(rope) = key_rope {
            rope.shape_is(
                &extents.of_keys(&[key_heads, ROPE]),
                "that of `key`, with 64 elements",
            )?;
        }
        for tensor in statistics {
            tensor.shape_is(
                &extents.of_statistics(),
                "a number for each head of each row of `query`",
            )?;
        }
        let sinks = present(sinks);
        if let Some(sinks) = sinks {
            sinks.shape_is(&[heads], "a number for each head of `query`")?;
        }
        let statistics = statistics.map(|tensor| extents.statistics_with_batch(tensor.read()?));
        let [largest, sum] = statistics;
        let query_rope = query_rope.map(|rope| extents.stored(0, rope)).transpose()?;
        Ok(Teacher::Attention {
            query: Box::new(Source {
                rope: query_rope,
                ..sides.queries(&extents)?
            }),
            key: Box::new(sides.keys(&extents, key_rope)?),
            statistics: [largest?, sum?],
            scale,
            sinks: sinks.map(Input::read).transpose()?,
        })
    }
}
