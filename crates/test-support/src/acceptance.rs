//! The acceptance measure of operator libraries: relative differences of a whole result from a baseline in double.

/// The two measures, over the finite part of the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// `Σ|e - b| / (Σ|b| + 1e-9)`
    pub diff1: f64,
    /// `√(Σ(e - b)² / (Σb² + 1e-9))`
    pub diff2: f64,
}

/// Compares an evaluated result with its baseline. NaN must meet NaN and infinity the equal infinity, otherwise the
/// error names the first index where they do not; the finite rest is compared whether or not there are such elements.
pub fn difference(evaluated: &[f64], baseline: &[f64]) -> Result<Difference, String> {
    if evaluated.len() != baseline.len() {
        return Err(format!(
            "{} elements instead of {}",
            evaluated.len(),
            baseline.len()
        ));
    }
    let (mut error, mut size, mut error_square, mut size_square) = (0.0, 0.0, 0.0, 0.0);
    for (i, (&e, &b)) in evaluated.iter().zip(baseline).enumerate() {
        if e.is_finite() && b.is_finite() {
            error += (e - b).abs();
            size += b.abs();
            error_square += (e - b) * (e - b);
            size_square += b * b;
        } else if !(e == b || e.is_nan() && b.is_nan()) {
            return Err(format!("element {i} is {e}, the baseline has {b}"));
        }
    }
    Ok(Difference {
        diff1: error / (size + 1e-9),
        diff2: (error_square / (size_square + 1e-9)).sqrt(),
    })
}

/// Fails unless both measures are at most `threshold`.
pub fn assert_accepted(what: &str, evaluated: &[f64], baseline: &[f64], threshold: f64) {
    let difference = difference(evaluated, baseline).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(
        difference.diff1 <= threshold && difference.diff2 <= threshold,
        "{what}: {difference:?}, allowed {threshold:e}"
    );
}
