//! What is packed of a head of keys and of the heads of queries that use it.

use super::super::Sequence;
use super::Gradient;
use crate::engine::convert::Steps;
use crate::engine::gemm::panels::{From, Panels};
use hostnpu_tensor::Dtype;

/// How a pair is packed.
#[derive(Clone, Copy)]
pub enum Part {
    /// Of a head of keys: keys and values for scores and their gradients, and keys for the gradient by queries.
    Keys,
    Values,
    KeysByColumns,
    /// Of each head of queries: queries and gradients by results for the same.
    Queries,
    ByResults,
    QueriesByColumns,
    ByResultsByColumns,
}

pub const OF_KEYS: [Part; 3] = [Part::Keys, Part::Values, Part::KeysByColumns];
pub const OF_QUERIES: [Part; 4] = [
    Part::Queries,
    Part::ByResults,
    Part::QueriesByColumns,
    Part::ByResultsByColumns,
];

impl Gradient {
    pub(super) fn panels(&self, part: Part, sequence: &Sequence) -> Panels {
        let Sequence { queries, keys, .. } = *sequence;
        match part {
            Part::Keys => self.plan.panels(1, keys, true, false),
            Part::Values => self.plan.panels(2, keys, true, false),
            Part::KeysByColumns => self.plan.panels(1, keys, false, false),
            Part::Queries => self.plan.panels(0, queries, true, true),
            Part::ByResults => self.plan.panels(3, queries, true, true),
            Part::QueriesByColumns => self.plan.panels(0, queries, false, false),
            Part::ByResultsByColumns => self.plan.panels(3, queries, false, false),
        }
    }

    /// The address of the panels of a part, of those packed together.
    pub(super) fn place(&self, part: Part, sequence: &Sequence, packed: [usize; 2]) -> From {
        let is_of_keys = OF_KEYS.len() > part as usize;
        let (before, at) = match is_of_keys {
            true => (&OF_KEYS[..part as usize], packed[0]),
            false => (&OF_QUERIES[..part as usize - OF_KEYS.len()], packed[1]),
        };
        let before = before
            .iter()
            .map(|&part| self.panels(part, sequence).bytes());
        From::start(self.panels(part, sequence), at + before.sum::<usize>())
    }

    /// Bytes of the panels of a head of keys and of a head of queries.
    pub(super) fn packed(&self) -> [usize; 2] {
        let sum = |parts: &[Part], sequence: &Sequence| {
            let bytes = parts
                .iter()
                .map(|&part| self.panels(part, sequence).bytes());
            bytes.sum::<usize>().next_multiple_of(64)
        };
        let most = |parts: &[Part]| self.plan.of.sequences.iter().map(|s| sum(parts, s)).max();
        [most(&OF_KEYS).unwrap_or(0), most(&OF_QUERIES).unwrap_or(0)]
    }

    /// Bytes of the panels of a pair.
    pub(super) fn bytes(&self) -> usize {
        let [of_keys, of_queries] = self.packed();
        of_keys + of_queries * self.plan.group()
    }

    /// How weights, or their gradients, of a tile are packed: by queries, or by keys.
    pub(super) fn weights(&self, rows: usize, steps: usize) -> Panels {
        let kind = self.plan.kinds[1];
        let to = if kind.size() == 4 {
            Dtype::F32
        } else {
            Dtype::F64
        };
        Panels {
            kind,
            steps_to: Steps::new(Dtype::F64, to).unwrap_or_default(),
            size: size_of::<f64>(),
            width: kind.panels(hostnpu_base::config::isa()).rows,
            lanes: rows,
            steps,
        }
    }

    pub(super) unsafe fn pack(
        &self,
        places: &[usize],
        sequence: &Sequence,
        heads: [usize; 2],
        piece: usize,
        packed: [usize; 2],
    ) {
        let (part, head) = match piece {
            0..3 => (OF_KEYS[piece], heads[0]),
            _ => (OF_QUERIES[piece - 3], heads[1]),
        };
        let (operand, at, by_rows) = match part {
            Part::Keys => (1, 1, true),
            Part::Values => (2, 2, true),
            Part::KeysByColumns => (1, 1, false),
            Part::Queries => (0, 0, true),
            Part::ByResults => (3, self.first, true),
            Part::QueriesByColumns => (0, 0, false),
            Part::ByResultsByColumns => (3, self.first, false),
        };
        let side = self.place(part, sequence, packed);
        let rows = self.plan.rows(&[places[at]; 4], operand, sequence, head);
        // SAFETY: the caller's promise: the elements of a head, and memory for its panels.
        unsafe {
            side.panels
                .pack_all(self.plan.lanes(rows, by_rows), side.at)
        };
    }
}
