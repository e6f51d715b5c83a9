//! Checks of operators of several ranks: communicators by their names, and the words that all of them take.

use std::fmt::Display;
use std::sync::Arc;

use crate::argument::Text;
use crate::distributed::{self, Group};
use crate::error::{Error, Result};

/// Returns this rank of the communicator that an argument names. Refuses names without letters and of 128 or more.
pub fn group(name: &Text) -> Result<Arc<Group>> {
    if !(1..128).contains(&name.len()) {
        let got = format!("a name of {} characters", name.len());
        return Err(Error::value(name.name(), got, "1 to 127 characters"));
    }
    distributed::group(name.name(), name)
}

/// Refuses a text that is none of these; null is as empty.
pub fn text_in(text: Option<&Text>, allowed: &[&str]) -> Result<()> {
    match text {
        Some(text) if !allowed.contains(&&**text) => {
            let allowed: Vec<String> = allowed.iter().map(|one| format!("{one:?}")).collect();
            let got = format!("{:?}", &**text);
            Err(Error::value(text.name(), got, allowed.join(", ")))
        }
        _ => Ok(()),
    }
}

/// Refuses a number that is none of these.
pub fn number_in(name: &'static str, got: i64, allowed: &[i64]) -> Result<()> {
    if allowed.contains(&got) {
        return Ok(());
    }
    let allowed: Vec<String> = allowed.iter().map(i64::to_string).collect();
    Err(Error::value(name, got, allowed.join(", ")))
}

/// Refuses a number that a communicator says otherwise.
pub fn is_of_group(name: &'static str, got: i64, is: u32, what: impl Display) -> Result<()> {
    if got == i64::from(is) {
        return Ok(());
    }
    Err(Error::value(name, got, format!("{is}, {what}")))
}
