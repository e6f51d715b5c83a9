//! The chip that the simulated devices stand for.

use std::ffi::CStr;

use crate::config;

/// Cube cores that a device reports. Our choice: nothing here depends on it.
pub(crate) const CUBE_CORES: u32 = 32;

/// Vector cores that a device reports: two beside each cube core.
pub(crate) const VECTOR_CORES: u32 = 64;

/// Cores for the operators that neither cube nor vector cores run.
pub(crate) const AI_CPUS: u32 = 8;

/// Bytes of the second-level cache.
pub(crate) const L2_SIZE: u64 = 128 << 20;

/// The chip's name: `HOSTNPU_SOC`.
pub(crate) fn name() -> &'static CStr {
    config::SOC.get()
}

/// The number of the architecture of a chip, where it is known.
pub(crate) fn architecture(name: &str) -> Option<i64> {
    [
        ("Ascend950", 3510),
        ("Ascend910B", 2201),
        ("Ascend910_93", 2201),
        ("Ascend310B", 3002),
    ]
    .into_iter()
    .find(|(family, _)| name.starts_with(family))
    .map(|(_, number)| number)
}

/// Whether programs for the chip `other` run on the chip `this`: it is the same, or of its architecture.
pub(crate) fn is_compatible(this: &str, other: &str) -> bool {
    this == other || architecture(other).is_some_and(|other| architecture(this) == Some(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chips_of_one_architecture_are_compatible() {
        assert!(is_compatible("Ascend910B1", "Ascend910_9391"));
        assert!(is_compatible("Unheard", "Unheard"));
        assert!(!is_compatible("Ascend950PR_9599", "Ascend910B1"));
        assert!(!is_compatible("Unheard", "Unknown"));
    }
}
