//! Tables: columns of their widest cell, for terminals and for files alike.

use std::io::{IsTerminal, stdout};

use super::output::say;

/// Prints rows below their heads. Each but the last column is as wide as its widest cell.
pub fn print(heads: &[&str], rows: &[Vec<String>]) -> Result<(), String> {
    let mut lines = lines(heads, rows).into_iter();
    let head = lines.next().unwrap_or_default();
    match is_terminal() {
        true => say!("\u{1b}[1m{head}\u{1b}[0m")?,
        false => say!("{head}")?,
    }
    lines.try_for_each(|line| say!("{line}"))
}

/// The heads and the rows as lines.
pub fn lines(heads: &[&str], rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
        widest.max(heads[column].chars().count())
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let mut line = String::new();
        for (i, cell) in cells.iter().enumerate() {
            line += cell;
            if i + 1 < cells.len() {
                line += &" ".repeat(widths[i].saturating_sub(cell.chars().count()) + 2);
            }
        }
        line
    };
    let rows = rows
        .iter()
        .map(|row| line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    std::iter::once(line(heads)).chain(rows).collect()
}

/// Returns true if a person reads what is printed.
pub fn is_terminal() -> bool {
    stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
