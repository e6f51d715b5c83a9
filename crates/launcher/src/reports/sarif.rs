//! Reports in the Static Analysis Results Interchange Format, version 2.1.0.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::{Frame, Record, relative};
use crate::explain;

/// The log of a run with these reports, of which files are named below `root` where they lie there.
pub fn log(records: &[Record], root: &Path) -> String {
    let mut rules: Vec<&str> = records.iter().map(|record| record.rule.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = records
        .iter()
        .map(|one| result(one, &rules, root))
        .collect();
    let rules: Vec<Value> = rules.iter().map(|id| rule(id)).collect();
    let driver = json!({
        "name": "hostnpu",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "results": results }],
    });
    format!("{log:#}\n")
}

/// The text of `hostnpu explain` on a rule.
fn rule(id: &str) -> Value {
    let section = explain::section(id).unwrap_or(id);
    let (head, text) = section.split_once('\n').unwrap_or((section, ""));
    let title = head.split_once(": ").map_or(head, |(_, title)| title);
    json!({
        "id": id,
        "shortDescription": { "text": title },
        "help": { "text": if text.trim().is_empty() { title } else { text.trim() } },
    })
}

fn result(record: &Record, rules: &[&str], root: &Path) -> Value {
    let at = |frame: &Frame| location(frame, root);
    let stacks: Vec<Value> = record
        .facts
        .iter()
        .filter(|fact| !fact.frames.is_empty())
        .map(|fact| {
            let frames = fact.frames.iter();
            let frames: Vec<Value> = frames
                .map(|frame| json!({ "location": at(frame) }))
                .collect();
            json!({ "message": { "text": fact.text }, "frames": frames })
        })
        .collect();
    let related: Vec<Value> = record
        .facts
        .iter()
        .filter_map(|fact| {
            let mut location = at(fact.frames.iter().find(|frame| frame.file.is_some())?);
            location["message"] = json!({ "text": fact.text });
            Some(location)
        })
        .collect();
    let mut text = record.text();
    for fact in record.facts.iter().filter(|fact| fact.frames.is_empty()) {
        let _ = write!(text, "\n{}", fact.text);
    }
    let locations: Vec<Value> = record.frame().map(at).into_iter().collect();
    json!({
        "ruleId": record.rule,
        "ruleIndex": rules.iter().position(|id| *id == record.rule),
        "level": record.level(),
        "message": { "text": text },
        "locations": locations,
        "relatedLocations": related,
        "stacks": stacks,
    })
}

fn location(frame: &Frame, root: &Path) -> Value {
    let mut location = json!({});
    if let Some((file, line)) = &frame.file {
        location["physicalLocation"] = json!({
            "artifactLocation": { "uri": uri(relative(file, root)) },
            "region": { "startLine": line },
        });
    }
    if !frame.function.is_empty() {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": frame.function }]);
    }
    location
}

/// A path as a reference of a URI: an absolute one with its scheme.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => {
                uri.push(byte.into());
            }
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::super::Fact;
    use super::*;

    #[test]
    fn a_log_has_rules_results_and_places() {
        let frame = Frame {
            function: "main".into(),
            file: Some(("/src/one two.c".into(), 3)),
        };
        let record = Record {
            rule: "HN-LEAK".into(),
            is_error: true,
            message: "1 tensor is never destroyed".into(),
            facts: vec![
                Fact {
                    text: "made".into(),
                    frames: vec![frame],
                },
                Fact {
                    text: "first tensor#1".into(),
                    frames: Vec::new(),
                },
            ],
            ..Record::default()
        };
        let log: Value = serde_json::from_str(&log(&[record], Path::new("/src"))).unwrap();
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "HN-LEAK");
        let result = &run["results"][0];
        assert_eq!(result["level"], "error");
        assert_eq!(
            result["message"]["text"],
            "1 tensor is never destroyed\nfirst tensor#1"
        );
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "one%20two.c");
        assert_eq!(place["region"]["startLine"], 3);
        assert_eq!(result["relatedLocations"][0]["message"]["text"], "made");
        assert_eq!(uri("/a b"), "file:///a%20b");
    }
}
