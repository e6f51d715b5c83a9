//! Communicators of some ranks of another one. Its ranks know each other: they need no root info.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use super::joining::{call_part, local};
use super::local::{Shared, ranks};
use super::meeting::Meeting;
use super::{Group, RootInfo, Settings};
use hostnpu_base::error::{Error, Reason, Result, Trouble};
use hostnpu_base::sync::lock;

/// Some ranks of a communicator, in their order in the new one, and the number that the program gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) number: u64,
    pub(super) ranks: Vec<u32>,
}

impl Part {
    /// Says why two parts cannot be formed at one time, if that is so.
    fn conflict(&self, other: &Self) -> Option<String> {
        let shares = self.ranks.iter().any(|rank| other.ranks.contains(rank));
        (self != other && self.number == other.number && shares).then(|| {
            let (own, theirs) = (ranks(&self.ranks), ranks(&other.ranks));
            format!(
                "the ranks of part {} differ: {theirs}, and {own}",
                self.number
            )
        })
    }
}

/// Meeting place of the ranks of a communicator.
pub(super) enum Origin {
    /// In this process.
    Shared(Arc<Shared>),
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
    fn take(&self, part: &Part, rank: u32, name: &str) -> Result<Arc<Shared>> {
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

/// A communicator whose ranks are in several processes and met in this one, and its parts that are not complete.
type Parent = (u128, Vec<(Part, Arc<Meeting>)>);

static PARENTS: Mutex<Vec<Parent>> = Mutex::new(Vec::new());

/// Takes part requests for the communicator of a meeting from now on.
pub(super) fn allow(parent: u128) {
    lock(&PARENTS).push((parent, Vec::new()));
}

/// Returns whether a meeting's communicator takes part requests.
pub(super) fn is_allowed(parent: u128) -> bool {
    lock(&PARENTS).iter().any(|(known, _)| *known == parent)
}

/// Returns whether any communicator takes part requests.
pub(super) fn are_allowed() -> bool {
    !lock(&PARENTS).is_empty()
}

/// Takes no more requests for the communicator of a meeting.
pub(super) fn close(parent: u128) {
    lock(&PARENTS).retain(|(known, _)| *known != parent);
}

/// Forgets a meeting that is over.
pub(super) fn end(meeting: u128) {
    for (_, parts) in lock(&PARENTS).iter_mut() {
        parts.retain(|(_, known)| known.number() != meeting);
    }
}

/// Returns the meeting of the ranks of a part of the communicator `parent`, or why there is none.
pub(super) fn find(parent: u128, part: &Part) -> Result<Arc<Meeting>, String> {
    let mut parents = lock(&PARENTS);
    let Some((_, parts)) = parents.iter_mut().find(|(known, _)| *known == parent) else {
        return Err("the ranks of the whole communicator have left".into());
    };
    let conflict = parts
        .iter()
        .find_map(|(other, meeting)| Some((part.conflict(other)?, meeting.clone())));
    if let Some((text, meeting)) = conflict {
        drop(parents);
        // The ranks that wait there are told, too.
        meeting.give_up(Trouble::Disagreement, text.clone());
        return Err(text);
    }
    if let Some((_, meeting)) = parts.iter().find(|(other, _)| other == part) {
        return Ok(meeting.clone());
    }
    let meeting = Arc::new(Meeting::new().map_err(|error| error.to_string())?);
    parts.push((part.clone(), meeting.clone()));
    Ok(meeting)
}

/// Most bytes of a name.
const LONGEST: usize = 127;

/// The name of a part for which the program chose none.
fn name(parent: &str, number: u64) -> String {
    let own = format!("_sub_{number}");
    let end = parent.floor_char_boundary(LONGEST.saturating_sub(own.len()));
    format!("{}{own}", &parent[..end])
}

impl Group {
    /// Forms a communicator of some of its ranks, in the order in which `ranks` names them; this one is number `rank` of it. All of them
    /// call this with the same list and number.
    pub fn part(
        &self,
        ranks: &[u32],
        number: u64,
        rank: u32,
        settings: &Settings,
    ) -> Result<Arc<Self>> {
        let mut seen = HashMap::new();
        for (at, &member) in (0_u32..).zip(ranks) {
            if member >= self.size() {
                let allowed = format!("0 to {} (the communicator's ranks)", self.size() - 1);
                return Err(Error::value("rankIds", member, allowed));
            }
            if seen.insert(member, at).is_some() {
                let got = format!("{member} twice");
                return Err(Error::value("rankIds", got, "each rank once"));
            }
        }
        match seen.get(&self.rank()) {
            Some(&own) if own == rank => {}
            Some(own) => {
                let allowed = format!("{own}, where `rankIds` has this rank ({})", self.rank());
                return Err(Error::value("subCommRankId", rank, allowed));
            }
            None => {
                let got = format!("a list without this rank ({})", self.rank());
                return Err(Error::value("rankIds", got, "the ranks that call this"));
            }
        }
        let part = Part {
            number,
            ranks: ranks.to_vec(),
        };
        let mut settings = settings.clone();
        let name = settings
            .name
            .get_or_insert_with(|| name(self.name(), number))
            .clone();
        match self.origin() {
            Origin::Shared(shared) => {
                let shared = shared.parts.take(&part, rank, &name)?;
                Ok(local(&shared, rank, &settings, Origin::Part))
            }
            Origin::Met(info) => call_part(info, part, rank, &settings),
            Origin::Part => Err(Error::from(Reason::NotSupported(
                "a communicator of some ranks cannot be divided again".into(),
            ))),
        }
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
    fn lists_that_share_a_rank_must_be_one() {
        assert_eq!(part(1, &[0, 1]).conflict(&part(1, &[0, 1])), None);
        assert_eq!(part(1, &[0, 1]).conflict(&part(1, &[2, 3])), None);
        assert_eq!(part(1, &[0, 1]).conflict(&part(2, &[1, 0])), None);
        let text = part(1, &[0, 1]).conflict(&part(1, &[1, 0])).unwrap();
        assert_eq!(
            text,
            "the ranks of part 1 differ: ranks 1 and 0, and ranks 0 and 1"
        );
    }

    #[test]
    fn names_are_not_too_long() {
        assert_eq!(name("world", 7), "world_sub_7");
        let long = name(&"é".repeat(100), u64::MAX);
        assert!(long.len() <= LONGEST && long.ends_with("_sub_18446744073709551615"));
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
