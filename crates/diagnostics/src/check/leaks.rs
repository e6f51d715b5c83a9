//! Objects and memory that a program has not given back when the library ends.

use std::collections::HashMap;

use super::report::Report;
use crate::stack::Stack;

/// Objects of one kind that were made at one place.
#[derive(Default)]
struct Group {
    count: u64,
    bytes: u64,
    first: u32,
    /// The name that reports number: `mem` of `mem#1`.
    name: &'static str,
}

/// Leaks by kind and place.
#[derive(Default)]
pub(super) struct Leaks(HashMap<(&'static str, Stack), Group>);

impl Leaks {
    /// Adds an object of a kind with the name and the number that reports show; `bytes` is 0 for objects that are no memory.
    pub fn add(
        &mut self,
        kind: &'static str,
        made: Stack,
        (name, number): (&'static str, u32),
        bytes: usize,
    ) {
        let group = self.0.entry((kind, made)).or_default();
        group.first = match group.count {
            0 => number,
            _ => group.first.min(number),
        };
        group.name = name;
        group.count += 1;
        group.bytes += bytes as u64;
    }

    /// The same in groups of what reports show to be made at one place.
    fn by_place(self) -> Self {
        let mut shown = Self::default();
        for ((kind, made), group) in self.0 {
            let all = shown.0.entry((kind, made.alike())).or_default();
            all.first = match all.count {
                0 => group.first,
                _ => all.first.min(group.first),
            };
            all.name = group.name;
            all.count += group.count;
            all.bytes += group.bytes;
        }
        shown
    }

    /// Reports every group, the largest first.
    pub fn report(self) {
        let mut groups: Vec<_> = self.by_place().0.into_iter().collect();
        groups.sort_by_key(|((kind, _), group)| {
            (
                std::cmp::Reverse((group.bytes, group.count)),
                *kind,
                group.first,
            )
        });
        for ((kind, made), group) in groups {
            let Group {
                count,
                bytes,
                first,
                name,
            } = group;
            let (what, are) = match count {
                1 => (format!("1 {kind}"), "is"),
                _ => (format!("{count} {}", plural(kind)), "are"),
            };
            let (size, end) = match bytes {
                0 => (String::new(), "destroyed"),
                bytes => (format!(" of {bytes} bytes"), "freed"),
            };
            Report::error("HN-LEAK", format!("{what}{size} {are} never {end}"))
                .subject(kind)
                .fact_at("made", "", made)
                .fact("first", format!("{name}#{first}"))
                .send();
        }
    }
}

fn plural(kind: &str) -> String {
    let (head, rest) = kind.split_at(kind.find(" of ").unwrap_or(kind.len()));
    match head.strip_suffix('y') {
        Some(stem) => format!("{stem}ies{rest}"),
        None => format!("{head}s{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_are_named_as_one_writes() {
        let pairs = [
            ("tensor", "tensors"),
            ("block of device memory", "blocks of device memory"),
            ("list of queue routes", "lists of queue routes"),
            ("counting notify", "counting notifies"),
        ];
        for (one, several) in pairs {
            assert_eq!(plural(one), several);
        }
    }
}
