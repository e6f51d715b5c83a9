//! Ranks of a communicator by their numbers: how many there may be, lists of some of them, and their names in a sentence.

/// Most ranks of a communicator.
pub(super) const MOST: u32 = 1 << 15;

/// Names ranks.
pub(super) fn ranks(numbers: &[u32]) -> String {
    let names: Vec<String> = numbers.iter().map(u32::to_string).collect();
    match names.as_slice() {
        [one] => format!("rank {one}"),
        [first @ .., last] => format!("ranks {} and {last}", first.join(", ")),
        [] => "no rank".into(),
    }
}

/// Some ranks of a communicator, in their order in the new one, and the number that the program gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) number: u64,
    pub(super) ranks: Vec<u32>,
}

impl Part {
    /// Says why two parts cannot be formed at one time, if that is so.
    pub(super) fn conflict(&self, other: &Self) -> Option<String> {
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
}
