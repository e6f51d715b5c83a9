//! Plots and tables as texts, from the measured data alone.

mod beside_torch;
pub mod data;
pub mod figures;
mod functions;
mod panels;
pub mod tables;
