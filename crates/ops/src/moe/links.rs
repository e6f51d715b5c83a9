//! Links between rows and tokens. A slot is a choice of a token, or a row that names its token: it links a token with a row and, where there are weights,
//! with one of these.

#![forbid(unsafe_code)]

use std::ops::Range;

use crate::Arg;
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{ReadIndices, Temporary, operands};
use hostnpu_kernels::index::IndexSlice;

/// Order of the slots.
pub enum Places {
    /// The place of each choice: of each token side by side or, `by_choice`, of each choice for all tokens.
    Rows {
        /// The places.
        places: Arg,
        /// See [`Places::Rows`].
        by_choice: bool,
        /// Other places end the task with an error.
        allowed: Range<i64>,
        /// The first of these places is that of row 0; of the others there is no row.
        window: Range<i64>,
    },
    /// The place of each expert that a map gives to a token, side by side; places that are no row are passed over.
    Map {
        /// The places.
        places: Arg,
        /// An element for each token and expert, which are chosen where it is not 0. Without it there are no weights.
        map: Option<Arg>,
    },
    /// The token of each row; the rows of each expert are side by side.
    Tokens(Arg),
    /// The same in the order of tokens.
    Sorted(Order),
}

/// Rows in the order of their tokens.
pub struct Order {
    /// The rows.
    pub slots: Arg,
    /// The tokens.
    pub tokens: Arg,
}

/// Slots, and what they link.
pub struct Links {
    /// Their order.
    pub places: Places,
    /// The number of tokens.
    pub tokens: usize,
    /// The number of rows.
    pub rows: usize,
    /// The number of experts, where it counts.
    pub experts: usize,
}

operands! {
    pub struct Operands => LinksAt {
        places: ReadIndices<i64>,
        map: Option<ReadIndices<i64>>,
        tokens: Option<ReadIndices<i64>>,
        row: Temporary<i64>,
        weight: Temporary<i64>,
        token: Temporary<i64>,
        starts: Temporary<i64>,
        slots: Temporary<i64>,
    }
}

/// The numbers of [`Links`].
pub struct Plan {
    kind: Kind,
    tokens: usize,
    rows: usize,
    experts: usize,
    /// The number of slots.
    pub slots: usize,
    /// Slots of a token, where each has as many.
    top_k: usize,
    names: [&'static str; 2],
}

enum Kind {
    Rows {
        by_choice: bool,
        allowed: Range<i64>,
        window: Range<i64>,
    },
    Map,
    Tokens,
    Sorted,
}

/// Slots in memory: -1 is none.
pub struct Table<'a> {
    /// The row of each slot.
    pub row: &'a mut [i64],
    /// The weight of each slot.
    pub weight: &'a [i64],
    /// The token of each slot.
    pub token: &'a [i64],
    /// First of the slots of each token in `slots`, and the end of all.
    pub starts: &'a [i64],
    /// The slots in the order of their tokens.
    pub slots: &'a [i64],
}

impl Table<'_> {
    /// The slots of a token.
    pub fn of_token(&self, token: usize) -> impl Iterator<Item = usize> {
        let range = self.starts[token] as usize..self.starts[token + 1] as usize;
        self.slots[range].iter().map(|&slot| slot as usize)
    }
}

impl Links {
    /// Declares the operands.
    pub fn plan(self) -> (Plan, Operands) {
        let Links {
            places,
            tokens,
            rows,
            experts,
        } = self;
        let (kind, places, map, of) = match places {
            Places::Rows {
                places,
                by_choice,
                allowed,
                window,
            } => {
                let kind = Kind::Rows {
                    by_choice,
                    allowed,
                    window,
                };
                (kind, places, None, None)
            }
            Places::Map { places, map } => (Kind::Map, places, map, None),
            Places::Tokens(places) => (Kind::Tokens, places, None, None),
            Places::Sorted(Order { slots, tokens }) => (Kind::Sorted, slots, None, Some(tokens)),
        };
        let slots = places.view.numel().unwrap_or(0);
        let plan = Plan {
            kind,
            tokens,
            rows,
            experts,
            slots,
            top_k: slots.checked_div(tokens).unwrap_or(0),
            names: [
                places.name,
                map.as_ref()
                    .or(of.as_ref())
                    .map_or(places.name, |arg| arg.name),
            ],
        };
        let operands = Operands {
            places: places.into(),
            map: map.map(ReadIndices::from),
            tokens: of.map(ReadIndices::from),
            row: Temporary::of(slots),
            weight: Temporary::of(slots),
            token: Temporary::of(slots),
            starts: Temporary::of(tokens + 1),
            slots: Temporary::of(slots),
        };
        (plan, operands)
    }
}

impl Plan {
    /// Reads the places, each once; those of weights that `skips` says are passed over.
    pub fn link<'a>(&self, at: LinksAt<'a>, skips: impl Fn(usize) -> bool) -> Result<Table<'a>> {
        let LinksAt {
            places,
            map,
            tokens,
            row,
            weight,
            token,
            starts,
            slots,
        } = at;
        match &self.kind {
            Kind::Rows {
                by_choice,
                allowed,
                window,
            } => {
                let window = window.start..window.end.min(window.start + self.rows as i64);
                for (slot, place) in places.iter().enumerate() {
                    let (of, choice) = match by_choice {
                        true => (slot % self.tokens, slot / self.tokens),
                        false => (slot / self.top_k, slot % self.top_k),
                    };
                    let number = of * self.top_k + choice;
                    let is_read = !skips(number);
                    if is_read && !allowed.contains(&place) {
                        return Err(outside(self.names[0], slot, place, allowed));
                    }
                    let is_row = is_read && window.contains(&place);
                    row[slot] = if is_row { place - window.start } else { -1 };
                    (token[slot], weight[slot]) = (of as i64, number as i64);
                }
            }
            Kind::Map => {
                weight.fill(-1);
                if let Some(map) = map {
                    self.weights_of_map(map, weight)?;
                }
                for (slot, place) in places.iter().enumerate() {
                    let is_row = (0..self.rows as i64).contains(&place);
                    row[slot] = if is_row { place } else { -1 };
                    token[slot] = (slot / self.top_k) as i64;
                }
            }
            Kind::Tokens | Kind::Sorted => {
                let capacity = self.slots.checked_div(self.experts).unwrap_or(0).max(1);
                let [of_tokens, of_rows] = [self.tokens, self.rows].map(|count| 0..count as i64);
                for slot in 0..self.slots {
                    let (place, of, name) = match tokens {
                        Some(tokens) => (places.get(slot), tokens.get(slot), self.names[1]),
                        None => (slot as i64, places.get(slot), self.names[0]),
                    };
                    if !of_rows.contains(&place) {
                        return Err(outside(self.names[0], slot, place, &of_rows));
                    }
                    if !of_tokens.contains(&of) {
                        return Err(outside(name, slot, of, &of_tokens));
                    }
                    let expert = place / capacity as i64;
                    (row[slot], token[slot]) = (place, of);
                    weight[slot] = of * self.experts as i64 + expert;
                }
            }
        }
        starts.fill(0);
        for &of in &*token {
            starts[of as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut *starts {
            sum += *start;
            *start = sum;
        }
        // Each start moves to the next one, and back.
        for (slot, &of) in token.iter().enumerate() {
            let next = &mut starts[of as usize];
            slots[*next as usize] = slot as i64;
            *next += 1;
        }
        starts.rotate_right(1);
        starts[0] = 0;
        Ok(Table {
            row,
            weight,
            token,
            starts,
            slots,
        })
    }

    /// Writes the number of the weight of each slot: that of the next expert which the map gives to the token.
    fn weights_of_map(&self, map: IndexSlice<i64>, weight: &mut [i64]) -> Result<()> {
        for token in 0..self.tokens {
            let first = token * self.experts;
            let mut slots = weight[token * self.top_k..(token + 1) * self.top_k].iter_mut();
            for number in (first..first + self.experts).filter(|&number| map.get(number) != 0) {
                let Some(slot) = slots.next() else {
                    return Err(too_many(self.names[1], token, self.top_k));
                };
                *slot = number as i64;
            }
        }
        Ok(())
    }
}

/// The error of a number that names nothing.
#[cold]
fn outside(name: &'static str, slot: usize, got: i64, allowed: &Range<i64>) -> Error {
    let allowed = format!("{} to {}", allowed.start, allowed.end - 1);
    Error::value(name, format!("{got} at [{slot}]"), allowed)
}

/// The error of a map that gives a token more experts than it has places for.
#[cold]
pub fn too_many(map: &'static str, token: usize, top_k: usize) -> Error {
    let got = format!("a map with more than {top_k} experts for token {token}");
    Error::value(map, got, format!("at most {top_k} experts for each token"))
}
