//! Settings that an object keeps for the entry points.

use std::sync::Mutex;

use hostnpu_base::sync::lock;

/// Numbers that are kept under a name and an index, and given back: limits, options, attributes.
#[derive(Debug, Default)]
pub struct Settings {
    numbers: Mutex<Vec<((&'static str, i32), i64)>>,
}

impl Settings {
    /// Settings without a number.
    pub const fn new() -> Self {
        Self {
            numbers: Mutex::new(Vec::new()),
        }
    }

    /// Returns the value that was stored last.
    pub fn get(&self, name: &'static str, index: i32) -> Option<i64> {
        let numbers = lock(&self.numbers);
        let found = numbers.iter().find(|(key, _)| *key == (name, index));
        found.map(|&(_, number)| number)
    }

    /// Stores a number.
    pub fn set(&self, name: &'static str, index: i32, number: i64) {
        let numbers = &mut lock(&self.numbers);
        match numbers.iter_mut().find(|(key, _)| *key == (name, index)) {
            Some((_, known)) => *known = number,
            None => numbers.push(((name, index), number)),
        }
    }

    /// Removes a number.
    pub fn remove(&self, name: &'static str, index: i32) {
        lock(&self.numbers).retain(|(key, _)| *key != (name, index));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_under_name_and_index() {
        let settings = Settings::default();
        assert_eq!(settings.get("limit", 0), None);
        settings.set("limit", 0, 5);
        settings.set("limit", 1, 6);
        settings.set("limit", 0, 7);
        assert_eq!(settings.get("limit", 0), Some(7));
        assert_eq!(settings.get("limit", 1), Some(6));
        settings.remove("limit", 0);
        assert_eq!(settings.get("limit", 0), None);
        assert_eq!(settings.get("limit", 1), Some(6));
    }
}
