//! Measured data: CSV files whose first lines, after `#`, say what was measured, on what, and of which revision.

use std::fs;
use std::path::Path;

use crate::Result;

/// One file.
pub struct Data {
    /// The machine of the measurement.
    pub machine: String,
    pub revision: String,
    /// The other libraries that were measured with it, if any were.
    pub beside: String,
    columns: Vec<String>,
    pub rows: Vec<Row>,
}

/// One line: a cell for each column.
#[derive(Clone)]
pub struct Row(Vec<String>);

/// The cells of a line; those with commas are quoted.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("never empty").push(character),
        }
    }
    cells
}

impl Data {
    /// Reads `docs/data/NAME.csv`.
    pub fn read(root: &Path, name: &str) -> Result<Self> {
        let path = root.join(format!("docs/data/{name}.csv"));
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}.csv: {error}"))?;
        let (comments, lines): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        let comment = |i: usize| {
            let text = comments
                .get(i)
                .map_or("", |line| line.trim_start_matches('#'));
            text.trim().to_owned()
        };
        let mut lines = lines.into_iter().map(cells);
        let columns = lines.next().ok_or_else(|| format!("{name}.csv is empty"))?;
        let rows: Vec<Row> = lines.map(Row).collect();
        if let Some(row) = rows.iter().find(|row| row.0.len() != columns.len()) {
            return Err(format!("{name}.csv: {:?} has not {} cells", row.0, columns.len()).into());
        }
        Ok(Self {
            machine: comment(1),
            revision: comment(2).trim_start_matches("revision ").to_owned(),
            beside: comment(3),
            columns,
            rows,
        })
    }

    fn column(&self, name: &str) -> Result<usize> {
        let found = self.columns.iter().position(|column| column == name);
        found.ok_or_else(|| format!("no column {name:?}").into())
    }

    pub fn text<'a>(&self, row: &'a Row, column: &str) -> Result<&'a str> {
        Ok(&row.0[self.column(column)?])
    }

    /// The number in a cell; `None` where it is empty.
    pub fn number(&self, row: &Row, column: &str) -> Result<Option<f64>> {
        let text = self.text(row, column)?;
        if text.is_empty() {
            return Ok(None);
        }
        let number = text
            .parse()
            .map_err(|_| format!("{column}: {text:?} is no number"))?;
        Ok(Some(number))
    }

    /// A number that has to be there.
    pub fn value(&self, row: &Row, column: &str) -> Result<f64> {
        let number = self.number(row, column)?;
        number.ok_or_else(|| format!("{column} is empty in {:?}", row.0).into())
    }
}
