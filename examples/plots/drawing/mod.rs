//! Plots and tables as texts, from the measured data alone.

mod data;
pub mod figures;
mod functions;
mod panels;
pub mod tables;
