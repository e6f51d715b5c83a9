//! The plots and tables of the documents are what follows from the measured data and from the table of bounds.

#[allow(dead_code, reason = "each test uses its part")]
use hostnpu_test_support::bounds;
#[path = "../examples/plots/drawing/mod.rs"]
mod drawing;
use hostnpu_test_support::root;

use std::error::Error;
use std::fs;

use drawing::{data, figures, tables};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[test]
fn plots_and_tables_follow_from_the_data() {
    let root = root::root();
    let plots = figures::all(root).expect("the data can be drawn");
    assert!(plots.len() >= 12, "{} plots", plots.len());
    let documents = tables::all(root).expect("the data can be tabulated");
    for (path, text) in plots.into_iter().chain(documents) {
        let committed = fs::read_to_string(root.join(&path)).unwrap_or_default();
        assert!(
            committed == text,
            "{path} is not what the data says: cargo run --release --example plots"
        );
    }
}

/// The page that others cite claims what the long runs have counted, of each function of one argument that is compared.
#[test]
fn the_page_to_cite_names_what_was_counted() {
    let root = root::root();
    let page = fs::read_to_string(root.join("docs/reference.md")).expect("docs/reference.md");
    let named: Vec<&str> = page
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect();
    let runs = data::Data::read(root, "long_runs").expect("long_runs.csv");
    let compared = data::Data::read(root, "function_errors_bins").expect("its bins");
    let mut names: Vec<&str> = Vec::new();
    for row in &compared.rows {
        names.push(compared.text(row, "function").expect("a name"));
    }
    names.dedup();
    assert!(names.len() >= 36, "{} functions", names.len());
    for name in names {
        let run = runs.rows.iter().find(|row| {
            runs.text(row, "run")
                .is_ok_and(|run| run == format!("math {name} f32"))
        });
        let run = run.unwrap_or_else(|| panic!("no long run of {name}"));
        let arguments = runs.value(run, "arguments").expect("a count");
        let misrounded = runs.value(run, "misrounded").expect("a count");
        assert_eq!((arguments, misrounded), (2f64.powi(32), 0.0), "{name}");
        assert!(
            named.contains(&name),
            "docs/reference.md is silent on {name}"
        );
    }
}

#[test]
fn bounds_are_sorted_and_have_reasons() {
    for pair in bounds::BOUNDS.windows(2) {
        assert!(
            pair[0].kernel < pair[1].kernel,
            "{} comes too late",
            pair[1].kernel
        );
    }
    for bound in bounds::BOUNDS {
        assert!(
            bound.reason.len() > 20,
            "{}: {:?}",
            bound.kernel,
            bound.reason
        );
    }
}
