//! The plots and tables of the documents are what follows from the measured data and from the table of bounds.

#[allow(dead_code, reason = "each test uses its part")]
#[path = "support/bounds.rs"]
mod bounds;
#[path = "../examples/plots/data.rs"]
mod data;
#[path = "../examples/plots/figures.rs"]
mod figures;
#[path = "../examples/plots/functions.rs"]
mod functions;
#[path = "../examples/plots/panels.rs"]
mod panels;
#[path = "support/root.rs"]
mod root;
#[path = "../examples/plots/tables.rs"]
mod tables;

use std::error::Error;
use std::fs;

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
