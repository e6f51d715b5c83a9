//! Rounding of a number that lies between two numbers of a format.

/// A rule for rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest, ties to the even code: IEEE 754 roundTiesToEven, C's `rint`.
    TiesToEven,
    /// To the nearest, ties away from zero: C's `round`.
    TiesAway,
    /// Towards minus infinity: C's `floor`.
    Floor,
}

impl Rounding {
    /// All rules.
    pub const ALL: [Rounding; 3] = [Rounding::TiesToEven, Rounding::TiesAway, Rounding::Floor];
}
