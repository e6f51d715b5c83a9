//! This program once more, in a process of its own: a process stands for one chip, and reads each variable once.

use std::process::{Command, Output};

/// Runs tests of this program with variables set.
pub fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(arguments)
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

/// Holds the test of this name to pass with variables set.
pub fn assert_passes(test: &str, variables: &[(&str, &str)]) {
    let output = run(&["--exact", test], variables);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "with {variables:?}:\n{text}"
    );
}
