//! Places of the sequences of a tensor, by numbers that are read when a kernel runs.

#![forbid(unsafe_code)]

use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::table;

/// The meaning of the numbers of sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanForm {
    /// Each sequence has an entry of the batch, or a row of a table of blocks: how many rows there are of it.
    Lengths,
    /// Sequences lie one behind the other: where each ends.
    Ends,
    /// The same: where each begins, and where the last one ends.
    Starts,
}

/// The sequences of a tensor.
#[derive(Clone, Copy, Debug)]
pub struct Spans {
    /// The meaning of the numbers.
    pub form: SpanForm,
    /// Sequences.
    pub count: usize,
    /// Rows of each entry of the batch, or of all sequences together.
    pub rows: usize,
    /// The argument whose numbers say where sequences lie, and the one that says how many of their rows count.
    pub names: [&'static str; 2],
}

/// A sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The entry of the batch.
    pub batch: usize,
    /// The first row in it.
    pub first: usize,
    /// Rows that count.
    pub rows: usize,
}

/// Gives a number of sequences.
type Get<'a> = &'a dyn Fn(usize) -> i64;

impl Spans {
    /// Rows of all entries of the batch.
    pub fn all_rows(&self) -> usize {
        match self.form {
            SpanForm::Lengths => self.count.saturating_mul(self.rows),
            SpanForm::Ends | SpanForm::Starts => self.rows,
        }
    }

    /// Number of numbers that say where sequences lie.
    pub fn numbers(&self) -> usize {
        self.count + usize::from(self.form == SpanForm::Starts)
    }

    /// Reads the numbers; refuses those that are outside the tensor, or fall. `used` says how many of the rows of each sequence count, from the first on.
    pub fn read(&self, at: [Option<IndexSlice<'_, i32>>; 2]) -> Result<Vec<Span>> {
        let [places, used] = at.map(|of| of.map(|of| move |number: usize| of.get(number)));
        self.find(
            places.as_ref().map(|of| of as Get),
            used.as_ref().map(|of| of as Get),
        )
    }

    /// The same of numbers that are known when the call is planned.
    pub fn known(&self, places: Option<&[i64]>) -> Result<Vec<Span>> {
        let get = places.map(|of| move |number: usize| of[number]);
        self.find(get.as_ref().map(|of| of as Get), None)
    }

    fn find(&self, places: Option<Get>, used: Option<Get>) -> Result<Vec<Span>> {
        let mut spans = table::filled(self.count, Span::default())?;
        let within = |name, got: i64, low: usize, high: usize, number: usize| {
            let fits = (low as i64..=high as i64).contains(&got);
            let refused = || {
                let got = format!("{got} of sequence {number}");
                Error::value(name, got, format!("{low} to {high}"))
            };
            if fits {
                Ok(got as usize)
            } else {
                Err(refused())
            }
        };
        let mut last = 0;
        if let (SpanForm::Starts, Some(places)) = (self.form, places) {
            last = within(self.names[0], places(0), 0, self.rows, 0)?;
        }
        for (number, span) in spans.iter_mut().enumerate() {
            *span = match (self.form, places) {
                (SpanForm::Lengths, None) => Span {
                    batch: number,
                    first: 0,
                    rows: self.rows,
                },
                (SpanForm::Lengths, Some(lengths)) => Span {
                    batch: number,
                    first: 0,
                    rows: within(self.names[0], lengths(number), 0, self.rows, number)?,
                },
                (SpanForm::Ends | SpanForm::Starts, places) => {
                    let at = number + usize::from(self.form == SpanForm::Starts);
                    let end = places.map_or(self.rows as i64, |places| places(at));
                    let end = within(self.names[0], end, last, self.rows, number)?;
                    let first = std::mem::replace(&mut last, end);
                    Span {
                        batch: 0,
                        first,
                        rows: end - first,
                    }
                }
            };
            if let Some(used) = used {
                span.rows = within(self.names[1], used(number), 0, span.rows, number)?;
            }
        }
        Ok(spans)
    }

    /// The sequence of each row of all entries of the batch, and which of its rows it is; nothing for rows that do not count.
    pub fn owners(&self, spans: &[Span]) -> Result<Vec<Option<[usize; 2]>>> {
        let mut owners = table::filled(self.all_rows(), None)?;
        for (number, span) in spans.iter().enumerate() {
            let first = span.batch * self.rows + span.first;
            for (row, owner) in owners[first..first + span.rows].iter_mut().enumerate() {
                *owner = Some([number, row]);
            }
        }
        Ok(owners)
    }
}
