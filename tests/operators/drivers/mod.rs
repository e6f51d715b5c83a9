//! One promise each, for all rows.

mod contracts;
mod coverage;
mod dtypes;
mod layouts;
mod nulls;
mod same_bits;
mod shapes;
mod signatures;
mod values;

use hostnpu::abi::aclnn::entry::EntryPoint;

use crate::call::Refusal;

/// Whether a parameter is a pointer.
fn is_pointer(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase()) && word != "DataType"
}

/// Holds a refusal against what it must be; gives what is wrong.
fn wrong_refusal(
    entry: &EntryPoint,
    result: Result<impl Sized, Refusal>,
    codes: &[i32],
    argument: Option<&str>,
) -> Option<String> {
    let refusal = match result {
        Ok(_) => return Some("accepted".into()),
        Err(refusal) => refusal,
    };
    if !codes.contains(&refusal.code) {
        return Some(format!(
            "{} instead of {codes:?}: {}",
            refusal.code, refusal.message
        ));
    }
    let phase = format!("{}GetWorkspaceSize: ", entry.name);
    let names = argument.is_none_or(|name| refusal.message.contains(&format!("`{name}`")));
    (!names || !refusal.message.contains(&phase)).then(|| {
        format!(
            "the message names not {argument:?} or not the function: {:?}",
            refusal.message
        )
    })
}

/// Fails with all that was found.
fn report(found: Vec<String>) {
    assert!(
        found.is_empty(),
        "{} findings:\n{}",
        found.len(),
        found.join("\n")
    );
}
