//! Effects of each element format of microscaling, with each rule for its scales, on numbers of a normal distribution: writes the
//! table of `docs/mx.md` between its markers, and `docs/plots/mx_formats.svg`.
//!
//! ```text
//! cargo run --release --example mx_formats
//! ```

mod measure;
mod plot;

use std::path::{Path, PathBuf};

use measure::{CASES, Measured, measure, normal_numbers};

const BEGIN: &str = "<!-- table: cargo run --release --example mx_formats -->";
const END: &str = "<!-- end of table -->";

fn main() {
    let measured = measure_all();
    let (page, picture) = (root().join("docs/mx.md"), root().join(PICTURE));
    let text = with_table(&read(&page), &table(&measured));
    write(&page, &text);
    write(&picture, &plot::picture(&measured));
    println!("{}", table(&measured));
    println!("written: {}, {}", page.display(), picture.display());
}

const PICTURE: &str = "docs/plots/mx_formats.svg";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &PathBuf) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: &PathBuf, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn measure_all() -> Vec<Measured> {
    let x = normal_numbers();
    CASES.iter().map(|case| measure(case, &x)).collect()
}

fn table(measured: &[Measured]) -> String {
    let mut lines = vec![
        "| format | `scaleAlg` | rounding | bits | RMS error | SQNR | largest error | saturated | to zero |".to_owned(),
        "|---|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    lines.extend(measured.iter().map(|m| {
        format!(
            "| {:?} | {} | {} | {} | {:.3} % | {:.1} dB | {:.3} | {:.3} % | {:.3} % |",
            m.case.format,
            m.case.rule,
            m.case.mode(),
            m.case.bits(),
            100.0 * m.relative_rms,
            -20.0 * m.relative_rms.log10(),
            m.largest,
            100.0 * m.saturated,
            100.0 * m.zeroed,
        )
    }));
    lines.join("\n")
}

/// The page with this table in place of the one that it has.
fn with_table(page: &str, table: &str) -> String {
    let (before, rest) = page.split_once(BEGIN).expect("where the table begins");
    let (_, after) = rest.split_once(END).expect("where the table ends");
    format!("{before}{BEGIN}\n\n{table}\n\n{END}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_the_picture_are_what_this_program_writes() {
        let measured = measure_all();
        let page = read(&root().join("docs/mx.md"));
        let fresh = with_table(&page, &table(&measured));
        assert!(page == fresh, "docs/mx.md is stale, not {fresh}");
        let picture = read(&root().join(PICTURE));
        assert!(picture == plot::picture(&measured), "{PICTURE} is stale");
    }
}
