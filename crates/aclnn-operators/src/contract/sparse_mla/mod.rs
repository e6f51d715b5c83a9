//! Attention whose values are its keys, of one head: the keys of a window and compressed ones that each stand for several tokens, all that a query sees or those that it lists. One
//! description of all operators. Types are refused with 161002, all else with 561002.

pub mod forward;
pub mod training;

use super::moe::within;
use super::sparse::{Extents, Named, Places, Sides, absent, not_empty, one_of, present};
use super::{Dtypes, on_all};
use crate::argument::{ConstOutput, Input, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::attention::{Listing, Seen};
use crate::tensor::Dtype;

/// Elements of a head.
pub const DEPTH: i64 = 512;

/// The most heads of queries.
pub const HEADS: i64 = 128;

const INDICES: Dtypes = on_all(&[Dtype::I32]);
const FLOAT: Dtypes = on_all(&[Dtype::F32]);

/// Queries, and the layouts of all.
#[derive(Clone, Copy)]
pub struct Queries<'a> {
    /// `q`
    pub query: &'a Input,
    /// Starts of sequences, and the number of their rows that count.
    pub starts: Named<'a>,
    /// The same.
    pub used: Named<'a>,
    /// Layouts of queries and keys.
    pub layouts: [(&'static str, Option<&'a str>); 2],
    /// The names of the layout of keys in blocks, and what the rows of a block are a multiple of.
    pub blocks: (&'static [&'static str], i64),
}

/// Keys of one tensor.
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    /// The tensor.
    pub key: &'a Input,
    /// Keys that queries list.
    pub lists: Named<'a>,
    /// The number of keys of each list that count.
    pub counts: Named<'a>,
    /// The table of blocks.
    pub table: Named<'a>,
    /// Starts of sequences.
    pub starts: Named<'a>,
    /// The number of their rows that count.
    pub used: Named<'a>,
    /// The mode of masks.
    pub mask: (&'static str, i64),
    /// The meaning of the mode.
    pub form: Form<'a>,
}

/// The keys that a query sees by its mask.
#[derive(Clone, Copy)]
pub enum Form<'a> {
    /// Mode 4 is a window: tokens before the query and after it, -1 for all.
    Window([(&'static str, i64); 2]),
    /// Keys stand for so many tokens; those of each sequence behind the last key are given.
    Compressed((&'static str, i64), Named<'a>),
}

impl<'a> Keys<'a> {
    /// These keys with queries.
    pub fn sides(&self, queries: &Queries<'a>) -> Sides<'a> {
        Sides {
            query: queries.query,
            key: self.key,
            layouts: queries.layouts,
            places: Places::Starts([queries.starts, self.starts], [queries.used, self.used]),
            block_table: self.table,
            blocks: queries.blocks,
        }
    }

    /// Refuses other types than INT32 of numbers.
    pub fn check_types(&self, queries: &Queries<'a>) -> Result<()> {
        self.sides(queries).check_types()?;
        let residual = match self.form {
            Form::Window(_) => None,
            Form::Compressed(_, residual) => present(residual.1),
        };
        let numbers = [present(self.lists.1), present(self.counts.1), residual];
        let mut given = numbers.into_iter().flatten();
        given.try_for_each(|tensor| tensor.dtype_in(INDICES))
    }

    /// True if queries list keys.
    pub fn is_listed(&self) -> bool {
        present(self.lists.1).is_some()
    }

    /// Checks the mode of masks, lists and numbers; the keys of each query.
    pub fn listing(&self, sides: &Sides, extents: &Extents) -> Result<Listing> {
        let (name, mode) = self.mask;
        let seen = match self.form {
            Form::Window(window) => {
                one_of(name, mode, &[0, 3, 4])?;
                for (name, tokens) in window {
                    within(name, tokens, -1..=i64::MAX)?;
                }
                match mode {
                    0 => Seen::All,
                    3 => Seen::Causal {
                        ratio: 1,
                        residual: None,
                    },
                    _ => Seen::Band(window.map(|(_, tokens)| u64::try_from(tokens).ok())),
                }
            }
            Form::Compressed((ratio_name, ratio), residual) => {
                one_of(name, mode, &[0, 3])?;
                within(ratio_name, ratio, 1..=128)?;
                let given = present(residual.1);
                if let Some(tensor) = given {
                    let count = extents.spans[1].count as i64;
                    tensor.shape_is(&[count], "a number for each sequence")?;
                }
                match mode {
                    0 => Seen::All,
                    _ if ratio != 1 && given.is_none() => {
                        return Err(Reason::Null { arg: residual.0 }.into());
                    }
                    _ => Seen::Causal {
                        ratio: ratio as usize,
                        residual: given.map(Input::read).transpose()?,
                    },
                }
            }
        };
        let lists = present(self.lists.1);
        if let Some(lists) = lists {
            if matches!(self.form, Form::Window(_)) {
                one_of(name, mode, &[0])?;
            }
            not_empty(lists)?;
            let count = lists.shape().last().copied().unwrap_or(0);
            lists.shape_is(&extents.of_indices(count), "a list for each row of queries")?;
        }
        let counts = match lists.is_some() && mode == 0 {
            true => {
                let counts = present(self.counts.1);
                let counts = counts.ok_or(Reason::Null { arg: self.counts.0 })?;
                let shape = extents.of_queries(&[1]);
                counts.shape_is(&shape, "a number for each row of queries")?;
                Some(counts)
            }
            false => {
                absent(self.counts, "null without lists in mode 0 of masks")?;
                None
            }
        };
        let [_, lengths] = sides.lengths()?;
        Ok(Listing {
            spans: extents.spans[1],
            lengths,
            known: None,
            seen,
            lists: lists.map(Input::read).transpose()?,
            counts: counts.map(Input::read).transpose()?,
            size: 1,
            reads_all: false,
        })
    }
}

/// Refuses a table of cores of another number of words, or none where one is needed.
fn schedule((name, tensor): Named, words: i64, is_needed: bool) -> Result<()> {
    match present(tensor) {
        Some(tensor) => tensor.shape_is(&[words], "a table of cores"),
        None if is_needed => Err(Reason::Null { arg: name }.into()),
        None => Ok(()),
    }
}

/// Refuses queries of more heads than 128, and heads of other numbers of elements.
fn check_heads(query: &TensorArg, extents: &Extents) -> Result<()> {
    let heads = extents.heads[0];
    if !(1..=HEADS).contains(&heads) || extents.depths[0] != DEPTH {
        let allowed = format!("1 to {HEADS} heads of {DEPTH} elements");
        return Err(query.shape_refused(allowed));
    }
    Ok(())
}

/// The sinks of the heads of queries.
fn sinks((name, tensor): Named<'_>, heads: i64) -> Result<&Input> {
    let sinks = present(tensor).ok_or(Reason::Null { arg: name })?;
    sinks.shape_is(&[heads], "a number for each head of queries")?;
    Ok(sinks)
}

/// An output that a mode asks for.
fn asked<'a>(name: &'static str, of: &'a Option<ConstOutput>) -> Result<&'a ConstOutput> {
    let given = of.as_ref().filter(|output| !output.is_empty());
    given.ok_or_else(|| Error::from(Reason::Null { arg: name }))
}
