//! Samples and checks of several operators: medians and counts.

pub const WITH_NAN: [f64; 7] = [1.0, f64::NAN, 3.0, -2.0, f64::NAN, 3.0, 0.0];
