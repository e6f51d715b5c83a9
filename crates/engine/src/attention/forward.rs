//! Results of attention, with the statistics that gradients need, or the logarithms of the sums that parts of keys are joined by.

#![forbid(unsafe_code)]

use std::sync::Arc;

use super::lengths::{KnownLengths, LengthsRead};
use super::memory::ThreadMemory;
use super::outputs::Written;
use super::pages::{PagesAt, PagesIn, Table};
use super::plan::Plan;
use super::selected::{Further, Lists, Rule, Selection};
use super::source::{SourceForms, SourceIn, SourceMemory, SourceTensors};
use super::{Attention, Modifiers, ModifiersAt, ModifiersIn, Pages, Source};
use crate::operands::{
    Any, ReadAny, ReadIndices, Temporary, Write, WriteFloatsView, kernel, operands,
};
use crate::{Arg, Call};
use hostnpu_base::config;
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::Kind;
use hostnpu_tensor::Dtype;

/// Operands of attention.
#[derive(Clone, Debug)]
pub struct Forward {
    /// Queries.
    pub query: Source,
    /// Keys.
    pub key: Source,
    /// Values.
    pub value: Source,
    /// Table of the blocks of keys and values, if they are in blocks.
    pub pages: Option<Pages>,
    /// Masks, shifts and dropout.
    pub modifiers: Modifiers,
    /// Of operands of INT8 that are multiplied as they are.
    pub quantised: Option<Quantised>,
    /// By how many rows less than all the rows of queries, and of keys, are at the end of their tensor: numbers that are read when the kernel runs, below 0 as 0. Sequences
    /// then begin at row 0, and have the length that they have.
    pub padding: [Option<Arg>; 2],
    /// The keys of sequences, if these list them; then there is one head of keys, and the keys of a sequence are as many as it may list.
    pub selection: Option<Selection>,
    /// Places and lengths of sequences that are read when the kernel runs; those of the computation are as long as they can be.
    pub lengths: Option<LengthsRead>,
}

impl Forward {
    /// Calls a function with each tensor.
    pub(super) fn for_each(&mut self, each: &mut dyn FnMut(&mut Arg)) {
        for source in [&mut self.query, &mut self.key, &mut self.value] {
            source.for_each(each);
        }
        self.pages.iter_mut().for_each(|of| each(&mut of.table));
        let Modifiers {
            pse_shift,
            atten_mask,
            drop_mask,
            slopes,
            sink,
            weights: _,
        } = &mut self.modifiers;
        let modifiers = [pse_shift, atten_mask, drop_mask, slopes, sink];
        modifiers.into_iter().flatten().for_each(&mut *each);
        if let Some(of) = &mut self.quantised {
            [&mut of.scores, &mut of.weights, &mut of.results]
                .into_iter()
                .for_each(&mut *each);
        }
        self.padding.iter_mut().flatten().for_each(&mut *each);
        if let Some(of) = &mut self.selection {
            of.for_each(each);
        }
        let lengths = self.lengths.iter_mut().flat_map(|of| &mut of.lengths);
        lengths.flatten().flatten().for_each(each);
    }
}

/// Factors of attention over INT8: single numbers of FLOAT, or of UINT64, whose lowest 32 bits are a FLOAT of which 19 count.
#[derive(Clone, Debug)]
pub struct Quantised {
    /// Of products of queries and keys.
    pub scores: Arg,
    /// Of weights, before they are rounded to INT8.
    pub weights: Arg,
    /// Of results.
    pub results: Arg,
}

/// Outputs of attention.
pub struct Outputs {
    /// The largest score of each query, and the sum of the exponentials of its scores less that, each eight times in FLOAT; of a query that sees no key the lowest and the
    /// largest number of the type, or 0 both if its sequence has none.
    pub statistics: Option<[Arg; 2]>,
    /// The logarithm of the sum of the exponentials of scores: batch, heads, rows, 1; infinity where a query sees no key.
    pub lse: Option<Arg>,
    /// Results: batch, heads, rows, elements; 0 where a query sees no key.
    pub attention_out: Arg,
}

operands! {
    struct FactorsIn => FactorsAt {
        scores: ReadAny,
        weights: ReadAny,
        results: ReadAny,
    }
}

operands! {
    struct FurtherIn => FurtherAt {
        key: SourceIn,
        value: SourceIn,
        pages: Vec<PagesIn>,
    }
}

operands! {
    struct ForwardIn => ForwardAt {
        query: SourceIn,
        key: SourceIn,
        value: SourceIn,
        pages: Option<PagesIn>,
        further: Vec<FurtherIn>,
        modifiers: ModifiersIn,
        quantised: Option<FactorsIn>,
        query_padding: Option<ReadIndices<i64>>,
        key_padding: Option<ReadIndices<i64>>,
        listed: Vec<ReadIndices<i32>>,
        softmax_max: Option<Write<f32>>,
        softmax_sum: Option<Write<f32>>,
        lse: Option<WriteFloatsView<4>>,
        attention_out: WriteFloatsView<4>,
        packed: Temporary<f64>,
        memory: Temporary<f64>,
        chosen: Temporary<u32>,
    }
}

/// Plans attention. Rows of keys that the sequences have are those of the value `rows`, at most.
pub fn forward(of: Attention, operands: Forward, outputs: Outputs) -> Result<Call> {
    let first = |source: &Source| source.tensors.first().map_or([0; 5], |of| of.shape());
    let [batch, heads, _, queries, _] = first(&operands.query);
    let [_, key_heads, ..] = first(&operands.key);
    let prefix = operands.key.prefix.as_ref().map_or(0, |(_, rows)| *rows);
    let rows = operands.key.tensors.iter().map(|of| of.shape()[3]).max();
    let keys = match (&operands.selection, &operands.pages) {
        (Some(selection), _) => selection.most,
        (None, None) => rows.unwrap_or(0),
        (None, Some(pages)) => pages.places.saturating_mul(pages.size),
    };
    let key_heads = match operands.selection {
        Some(_) => 1,
        None => key_heads,
    };
    let extents = [batch, heads, queries, operands.query.columns()];
    let mut plan = Plan::new(
        of,
        extents,
        [key_heads, keys + prefix],
        operands.value.columns(),
    )?;
    let sides = [&operands.query, &operands.key, &operands.value];
    if plan.kinds == [Kind::Single; 2] && sides.iter().all(|of| of.is_of_brains()) {
        let brain = Kind::Brain.or_single(config::isa());
        // Weights are rounded for results of the same type only.
        let of_weights = match outputs.attention_out.view.dtype {
            Dtype::Bf16 => brain,
            _ => Kind::Single,
        };
        plan.kinds = [brain, of_weights];
    }
    plan.microscaled = operands.modifiers.weights;
    plan.require(&outputs.attention_out, plan.results())?;
    for statistics in outputs.statistics.iter().flatten() {
        plan.require_statistics(statistics)?;
    }
    let mut tables = [known_table(operands.pages.as_ref()), None];
    let (query, of_queries) = operands.query.split()?;
    let (key, of_keys) = operands.key.split()?;
    let (value, of_values) = operands.value.split()?;
    let (packed, doubles) = plan.doubles();
    let [softmax_max, softmax_sum] = match outputs.statistics {
        Some(both) => both.map(Some),
        None => [None, None],
    };
    let [query_padding, key_padding] = operands.padding;
    let factors = operands.quantised.map(|of| FactorsIn {
        scores: of.scores.into(),
        weights: of.weights.into(),
        results: of.results.into(),
    });
    let (mut further, mut of_further) = (Vec::new(), None);
    let (mut numbers, listed, rule) = match operands.selection {
        Some(of) => {
            if let Some(Further { key, value, pages }) = of.further {
                tables[1] = known_table(pages.as_ref());
                let ((key, of_keys), (value, of_values)) = (key.split()?, value.split()?);
                let pages = pages.into_iter().map(PagesIn::from).collect();
                further.push(FurtherIn { key, value, pages });
                of_further = Some([of_keys, of_values]);
            }
            (of.numbers, of.listed, Some(of.rule))
        }
        None => (Vec::new(), 0, None),
    };
    let mut lengths = None;
    if let Some(of) = operands.lengths {
        let (given, known) = of.split()?;
        numbers.extend(given);
        lengths = Some(known);
    }
    let dtype = outputs.attention_out.view.dtype;
    let one = |lse: Arg| WriteFloatsView::of(lse, Dtype::F32);
    let operands = ForwardIn {
        query,
        key,
        value,
        pages: operands.pages.map(PagesIn::from),
        further,
        modifiers: plan.modifiers(operands.modifiers)?,
        quantised: factors,
        query_padding: query_padding.map(ReadIndices::from),
        key_padding: key_padding.map(ReadIndices::from),
        listed: numbers.into_iter().map(ReadIndices::from).collect(),
        softmax_max: softmax_max.map(Write::from),
        softmax_sum: softmax_sum.map(Write::from),
        lse: outputs.lse.map(one).transpose()?,
        attention_out: WriteFloatsView::of(outputs.attention_out, dtype)?,
        packed: Temporary::of(packed.saturating_mul(plan.at_once(packed))),
        memory: Temporary::of(ThreadMemory::doubles(doubles)),
        chosen: Temporary::of(listed.saturating_mul(plan.of.sequences.len())),
    };
    let cost = plan.cost(2);
    let of = ForwardPlan {
        plan,
        selection: rule.map(|rule| (rule, listed)),
        lengths,
        known: [of_queries, of_keys, of_values],
        further: of_further,
        tables,
        doubles,
    };
    kernel(operands, cost, move |at: ForwardAt| of.run(at))
}

/// Name, places of a sequence, rows of a block, and blocks.
type KnownTable = (&'static str, usize, usize, usize);

fn known_table(of: Option<&Pages>) -> Option<KnownTable> {
    of.map(|of| (of.table.name, of.places, of.size, of.blocks))
}

fn bound_table<'a>(
    of: Option<&PagesAt<'a>>,
    known: Option<KnownTable>,
) -> Option<(&'static str, Table<'a>)> {
    let (of, (name, places, size, blocks)) = of.zip(known)?;
    let table = Table {
        table: of.table,
        places,
        size,
        blocks,
    };
    Some((name, table))
}

struct ForwardPlan {
    plan: Plan,
    /// The rule that lists keys, and the most keys of a list.
    selection: Option<(Arc<dyn Rule>, usize)>,
    lengths: Option<KnownLengths>,
    /// Of queries, keys and values.
    known: [SourceForms; 3],
    /// Of further keys and values.
    further: Option<[SourceForms; 2]>,
    /// Tables of keys, and of further ones.
    tables: [Option<KnownTable>; 2],
    /// DOUBLE numbers of the memory of a thread.
    doubles: usize,
}

/// Queries, keys and values while the kernel runs, and what changes scores.
pub(super) struct Given<'s, 'a> {
    pub sources: [SourceMemory<'s, 'a>; 3],
    pub modifiers: &'s ModifiersAt<'a>,
}

/// A number of FLOAT, or of a word whose lowest 32 bits are one of which 19 count.
fn word(of: Any) -> f64 {
    match (of.dtype(), of.of::<u64>(), of.of::<i64>()) {
        (Dtype::U64, Ok(words), _) => cut(words[0]),
        (_, _, Ok(words)) => cut(words[0] as u64),
        _ => of.floats().map_or(f64::NAN, |of| of.get(0)),
    }
}

fn cut(word: u64) -> f64 {
    f32::from_bits(word as u32 & 0xffff_e000).into()
}

impl ForwardPlan {
    fn run(&self, at: ForwardAt) -> Result<()> {
        let further = at.further.first();
        let tables = [
            bound_table(at.pages.as_ref(), self.tables[0]),
            bound_table(further.and_then(|of| of.pages.first()), self.tables[1]),
        ];
        let chosen = match &self.selection {
            None => None,
            Some((rule, listed)) => {
                let mut lists = Lists::new(at.chosen, &mut [], *listed);
                rule.list(&at.listed, &mut lists)?;
                Some(lists.finish())
            }
        };
        let lengths = self.lengths.as_ref();
        let sequences = lengths.map(|of| of.sequences(&at.listed)).transpose()?;
        for (part, of) in tables.iter().enumerate() {
            let Some((name, table)) = of else {
                continue;
            };
            if let Some(chosen) = &chosen {
                chosen.check(part, name, table)?;
                continue;
            }
            let planned = &self.plan.of.sequences;
            for (number, sequence) in sequences.as_ref().unwrap_or(planned).iter().enumerate() {
                table.check(name, number, sequence.keys.len())?;
            }
        }
        let tables = tables.map(|of| of.map(|(_, table)| table));
        let [of_queries, of_keys, of_values] = &self.known;
        let further = further.zip(self.further.as_ref());
        let second = |number: usize| {
            let (at, of) = further?;
            Some(SourceTensors {
                at: if number == 0 { &at.key } else { &at.value },
                of: &of[number],
                table: tables[1],
            })
        };
        let bound = |at, of, number| SourceMemory {
            chosen: chosen.as_ref(),
            second: second(number),
            ..SourceMemory::of(at, of, tables[0])
        };
        let given = Given {
            sources: [
                SourceMemory::of(&at.query, of_queries, None),
                bound(&at.key, of_keys, 0),
                bound(&at.value, of_values, 1),
            ],
            modifiers: &at.modifiers,
        };
        let outputs = Written {
            statistics: [at.softmax_max, at.softmax_sum],
            lse: at.lse,
            results: at.attention_out,
        };
        let memory = [at.packed, at.memory];
        let padding = [at.query_padding, at.key_padding];
        let is_as_planned = at.quantised.is_none() && chosen.is_none() && sequences.is_none();
        if is_as_planned && padding.iter().all(Option::is_none) {
            self.plan.run(&given, outputs, memory, self.doubles);
            return Ok(());
        }
        let mut plan = self.plan.clone();
        if let Some(sequences) = sequences {
            plan.of.sequences = sequences;
        }
        if let Some(of) = at.quantised {
            plan.of.scale *= word(of.scores);
            plan.probabilities = Some([word(of.weights), word(of.results)]);
        }
        plan.place(padding);
        if let Some(chosen) = &chosen {
            plan.list(chosen)?;
        }
        plan.run(&given, outputs, memory, self.doubles);
        Ok(())
    }
}
