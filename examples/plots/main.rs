//! Draws the plots in `docs/plots/` and rewrites the tables of `docs/accuracy.md` and `docs/performance.md`, from the measured data
//! in `docs/data/` and nothing else.
//!
//! ```text
//! cargo run --release --example plots                # after measure_accuracy, measure_performance or a long run
//! cargo run --release --example plots -- --check     # fails if what is committed does not follow from the data
//! ```

#[allow(dead_code, reason = "the tests use the rest")]
use hostnpu_test_support::bounds;
mod drawing;

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use drawing::{figures, tables};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let check = env::args().any(|argument| argument == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut made = figures::all(root)?;
    made.extend(tables::all(root)?);
    let mut stale = Vec::new();
    for (path, text) in made {
        let file = root.join(&path);
        if fs::read_to_string(&file).ok().as_deref() == Some(text.as_str()) {
            continue;
        }
        if check {
            stale.push(path);
        } else {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&file, text)?;
            println!("{path}");
        }
    }
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!("not what the data says: {}", stale.join(", ")).into())
    }
}
