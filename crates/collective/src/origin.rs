//! The place where the ranks of a communicator find each other again, when some of them form another one.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use super::RootInfo;
use super::local::Shared;
use super::ranks::Part;
use hostnpu_base::error::{Error, Result};
use hostnpu_base::sync::lock;

/// Meeting place of the ranks of a communicator.
pub(super) enum Origin {
    /// In this process.
    Shared(Arc<OpenParts>),
    /// In the process in which they met.
    Met(RootInfo),
    /// It is itself a part of another one.
    Part,
}

/// A part of a communicator in one process.
struct Open {
    part: Part,
    shared: Arc<Shared>,
    /// Its ranks that have asked for it.
    taken: BTreeSet<u32>,
}

/// Parts for which not all of their ranks have asked.
#[derive(Default)]
pub(super) struct OpenParts(Mutex<Vec<Open>>);

impl OpenParts {
    /// Returns the shared data of the ranks of a part, to its rank `rank`.
    pub(super) fn take(&self, part: &Part, rank: u32, name: &str) -> Result<Arc<Shared>> {
        let mut begun = lock(&self.0);
        if let Some(text) = begun.iter().find_map(|other| part.conflict(&other.part)) {
            return Err(Error::value("rankIds", text, "one list on all its ranks"));
        }
        let known = begun.iter().position(|other| other.part == *part);
        let at = known.unwrap_or_else(|| {
            begun.push(Open {
                part: part.clone(),
                shared: Shared::new(name.into(), part.ranks.len() as u32),
                taken: BTreeSet::new(),
            });
            begun.len() - 1
        });
        if !begun[at].taken.insert(rank) {
            let got = format!("part {} for the second time", part.number);
            return Err(Error::value("subCommId", got, "another number"));
        }
        let shared = begun[at].shared.clone();
        if begun[at].taken.len() == part.ranks.len() {
            begun.remove(at);
        }
        Ok(shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(number: u64, ranks: &[u32]) -> Part {
        Part {
            number,
            ranks: ranks.to_vec(),
        }
    }

    #[test]
    fn a_part_is_taken_once_by_each_rank() {
        let begun = OpenParts::default();
        let both = part(1, &[0, 2]);
        let first = begun.take(&both, 0, "p").unwrap();
        assert!(begun.take(&both, 0, "p").is_err());
        assert!(begun.take(&part(1, &[0, 1]), 0, "p").is_err());
        assert!(Arc::ptr_eq(&first, &begun.take(&both, 1, "p").unwrap()));
        // All have it: the number is free again.
        assert!(!Arc::ptr_eq(&first, &begun.take(&both, 1, "p").unwrap()));
    }
}
