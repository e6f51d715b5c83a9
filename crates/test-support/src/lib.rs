//! Support of test programs and benchmarks: bounds, references, samples, runs on each instruction set, records of long runs.

pub mod acceptance;
pub mod asked;
pub mod bounds;
pub mod complex;
pub mod functions;
pub mod hard_sines;
pub mod inputs;
mod instruction_sets;
pub mod processor;
mod random;
pub mod record;
pub mod root;
pub mod same_hashes;
pub mod ulp;
mod values;

pub use instruction_sets::*;
pub use random::Random;
pub use values::*;
