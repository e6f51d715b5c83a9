//! The chip that the simulated devices stand for: what it is called, and what its generation can do.

use std::ffi::CStr;
use std::sync::OnceLock;

use hostnpu_base::config;

/// Cube cores that a device reports. Our choice: nothing here depends on it.
pub const CUBE_CORES: u32 = 32;

/// Vector cores that a device reports: two beside each cube core.
pub const VECTOR_CORES: u32 = 64;

/// Cores for the operators that neither cube nor vector cores run.
pub const AI_CPUS: u32 = 8;

/// Bytes of the second-level cache.
pub const L2_SIZE: u64 = 128 << 20;

/// The chip's name: `HOSTNPU_SOC`.
pub fn name() -> &'static CStr {
    config::SOC.get()
}

/// Chips that accept the same element types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// Ascend910, the first one for training: no BFLOAT16.
    Ascend910,
    /// Ascend910B and Ascend910_93: BFLOAT16.
    Ascend910B,
    /// Ascend950, older name Ascend910_95: BFLOAT16 and the formats of 8 and 4 bits.
    Ascend950,
    /// Ascend310P and Ascend310B, which have no BFLOAT16, and names that are not known.
    Other,
}

impl Generation {
    /// Returns the generation of the chip `name`.
    pub fn of(name: &str) -> Self {
        // Longer names first: they begin with shorter ones.
        [
            ("Ascend950", Self::Ascend950),
            ("Ascend910_95", Self::Ascend950),
            ("Ascend910_93", Self::Ascend910B),
            ("Ascend910B", Self::Ascend910B),
            ("Ascend910", Self::Ascend910),
        ]
        .into_iter()
        .find(|(family, _)| name.starts_with(family))
        .map_or(Self::Other, |(_, generation)| generation)
    }

    /// Returns true if the chip computes with BFLOAT16.
    pub fn has_bfloat16(self) -> bool {
        matches!(self, Self::Ascend910B | Self::Ascend950)
    }
}

/// Returns the generation of the simulated chip.
#[inline]
pub fn generation() -> Generation {
    static GENERATION: OnceLock<Generation> = OnceLock::new();
    *GENERATION.get_or_init(|| Generation::of(&name().to_string_lossy()))
}

/// The number of the architecture of a chip, where it is known.
pub fn architecture(name: &str) -> Option<i64> {
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

/// Returns true if programs for the chip `other` run on the chip `this`: it is the same, or of its architecture.
pub fn is_compatible(this: &str, other: &str) -> bool {
    this == other || architecture(other).is_some_and(|other| architecture(this) == Some(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_follow_the_names() {
        let of = Generation::of;
        assert_eq!(of("Ascend310P3"), Generation::Other);
        assert_eq!(of("Ascend910A"), Generation::Ascend910);
        assert_eq!(of("Ascend910ProB"), Generation::Ascend910);
        assert_eq!(of("Ascend910B4"), Generation::Ascend910B);
        assert_eq!(of("Ascend910_9391"), Generation::Ascend910B);
        assert_eq!(of("Ascend910_9589"), Generation::Ascend950);
        assert_eq!(of("Ascend950PR_9599"), Generation::Ascend950);
        assert_eq!(of("Unheard"), Generation::Other);
        assert!(!Generation::Ascend910.has_bfloat16() && Generation::Ascend950.has_bfloat16());
    }

    #[test]
    fn chips_of_one_architecture_are_compatible() {
        assert!(is_compatible("Ascend910B1", "Ascend910_9391"));
        assert!(is_compatible("Unheard", "Unheard"));
        assert!(!is_compatible("Ascend950PR_9599", "Ascend910B1"));
        assert!(!is_compatible("Unheard", "Unknown"));
    }
}
