//! Tables: columns of their widest cell, for terminals and for files alike.

use std::io::{IsTerminal, stdout};

use super::output::say;

/// Prints rows below their heads. Each but the last column is as wide as its widest cell.
pub fn print(heads: &[&str], rows: &[Vec<String>]) -> Result<(), String> {
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
    let head = line(heads);
    say!(
        "{}",
        if is_terminal() {
            format!("\u{1b}[1m{head}\u{1b}[0m")
        } else {
            head
        }
    )?;
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        say!("{}", line(&cells))?;
    }
    Ok(())
}

/// Whether a person reads what is printed.
pub fn is_terminal() -> bool {
    stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
