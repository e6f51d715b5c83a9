//! `HOSTNPU_CHECK_JSON`: each report as an object on a line of its own, written when it comes, so that a program that dies leaves all that was before.

use std::fs::File;
use std::io::Write as _;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::finding::Finding;
use crate::files::say;
use crate::stack::{Place, Stack};
use crate::text::with_process;
use hostnpu_base::config;
use hostnpu_base::files;

/// Writes the report of a finding, if the environment asks for that.
pub(super) fn write(finding: &Finding) {
    let Some(file) = file() else {
        return;
    };
    let mut line = object(finding).to_string();
    line.push('\n');
    // In one piece: lines of several processes do not mix.
    if let Err(error) = (&*file).write_all(line.as_bytes()) {
        say(&format!("HOSTNPU_CHECK_JSON: {error}; a report is missing"));
    }
}

fn file() -> Option<&'static File> {
    static FILE: OnceLock<Option<File>> = OnceLock::new();
    let open = || {
        let path = with_process(config::CHECK_JSON.get().as_deref()?);
        let opened = files::append(&path);
        let failed = |error: &std::io::Error| {
            let path = path.display();
            say(&format!(
                "HOSTNPU_CHECK_JSON: {path}: {error}; no reports are written there"
            ));
        };
        opened.inspect_err(failed).ok()
    };
    FILE.get_or_init(open).as_ref()
}

fn object(finding: &Finding) -> Value {
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
    put("rule", finding.rule.into());
    put("severity", finding.severity.name().into());
    put("message", finding.sentence.as_str().into());
    put("advice", finding.advice.into());
    put("operators", finding.operators.clone().into());
    put("process", std::process::id().into());
    put("facts", finding.facts.iter().map(fact).collect());
    Value::Object(object)
}

fn fact((label, text, stack): &(&'static str, String, Option<Stack>)) -> Value {
    let mut object = Map::new();
    object.insert("label".to_owned(), (*label).into());
    object.insert("text".to_owned(), text.as_str().into());
    if let Some(stack) = stack {
        let frames = stack.places().iter().filter_map(frame).collect();
        object.insert("frames".to_owned(), frames);
    }
    Value::Object(object)
}

/// A frame, the innermost first, if something is known of it.
fn frame(place: &Place) -> Option<Value> {
    let mut object = Map::new();
    if !place.function.is_empty() {
        object.insert("function".to_owned(), place.function.as_str().into());
    }
    if let Some((file, line)) = place.line.as_deref().and_then(|line| line.rsplit_once(':')) {
        object.insert("file".to_owned(), file.into());
        object.insert("line".to_owned(), line.parse::<u32>().unwrap_or(1).into());
    }
    (!object.is_empty()).then_some(Value::Object(object))
}
