//! Choices for a long run, by variables of the environment.

use std::env;

/// True if a run looks at the function `name`: `HOSTNPU_FUNCTION` has names with commas between; without it all functions are looked at.
pub fn is_asked(name: &str) -> bool {
    env::var("HOSTNPU_FUNCTION").map_or(true, |only| only.split(',').any(|asked| asked == name))
}

/// The number that `variable` asks for.
pub fn number_asked(variable: &str, otherwise: u64) -> u64 {
    env::var(variable).map_or(otherwise, |number| number.parse().expect("a number"))
}
