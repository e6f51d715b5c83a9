//! Communicators of some ranks of another one. Its ranks know each other: they need no root info.

use std::collections::HashMap;
use std::sync::Arc;

use super::joining::{call_part, local};
use super::origin::Origin;
use super::ranks::Part;
use super::{Group, Settings};
use hostnpu_base::error::{Error, Reason, Result};

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
            Origin::Shared(parts) => {
                let shared = parts.take(&part, rank, &name)?;
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

    #[test]
    fn names_are_not_too_long() {
        assert_eq!(name("world", 7), "world_sub_7");
        let long = name(&"é".repeat(100), u64::MAX);
        assert!(long.len() <= LONGEST && long.ends_with("_sub_18446744073709551615"));
    }
}
