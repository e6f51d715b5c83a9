//! Choice between an operator's exact and its fast implementation.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU8, Ordering};

use hostnpu_base::config;

/// A trade between the last digits and the last nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImplMode {
    /// Correctly rounded where that is feasible.
    #[default]
    HighPrecision,
    /// Within a few units in the last place.
    HighPerformance,
}

impl ImplMode {
    /// The mode of this name: `high_precision` or `high_performance`, as vendors write it, `_for_all` or not.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.strip_suffix("_for_all").unwrap_or(name) {
            "high_precision" => Some(ImplMode::HighPrecision),
            "high_performance" => Some(ImplMode::HighPerformance),
            _ => None,
        }
    }
}

const UNSET: u8 = u8::MAX;

/// The process's mode; until it is set, that of the environment.
static MODE: AtomicU8 = AtomicU8::new(UNSET);

/// The mode of calls that are planned now: the one set last, or else what `HOSTNPU_IMPL_MODE` names, or else high
/// precision.
#[inline]
pub fn impl_mode() -> ImplMode {
    let mode = match MODE.load(Ordering::Relaxed) {
        UNSET => {
            let mode = ImplMode::from_name(config::IMPL_MODE.get()).unwrap_or_default();
            // A mode that was set meanwhile stays.
            let _ = MODE.compare_exchange(UNSET, mode as u8, Ordering::Relaxed, Ordering::Relaxed);
            MODE.load(Ordering::Relaxed)
        }
        mode => mode,
    };
    if mode == ImplMode::HighPerformance as u8 {
        ImplMode::HighPerformance
    } else {
        ImplMode::HighPrecision
    }
}

/// Sets the mode of calls that are planned from now on, on every thread.
pub fn set_impl_mode(mode: ImplMode) {
    MODE.store(mode as u8, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_have_the_vendors_names() {
        assert_eq!(
            ImplMode::from_name("high_precision"),
            Some(ImplMode::HighPrecision)
        );
        assert_eq!(
            ImplMode::from_name("high_performance_for_all"),
            Some(ImplMode::HighPerformance)
        );
        assert_eq!(ImplMode::from_name("fast"), None);
    }
}
