//! Plots and tables as texts, from the measured data alone.

pub mod data;
pub mod figures;
mod functions;
mod panels;
pub mod tables;
