//! Samples of tokens that go to experts and come back.

use crate::table::shared::mc2::experts::*;

/// Samples of one rank for a version.
pub fn samples(version: usize) -> Vec<Of> {
    let plain = Of { version, ..PLAIN };
    let special = if version > 2 { [1, 2, 3] } else { [0; 3] };
    let mut all = vec![
        Of {
            mask: 2,
            special,
            full: true,
            ..plain
        },
        plain,
        Of {
            mask: 1,
            full: true,
            x: Bf16,
            to: Bf16,
            ..plain
        },
        Of {
            mask: 2,
            tokens: 70,
            width: 300,
            top_k: 3,
            experts: 24,
            full: true,
            ..plain
        },
        Of {
            mode: 2,
            to: I8,
            ..plain
        },
        Of {
            mode: 2,
            to: I8,
            x: Bf16,
            scales: Some((F32, [4, 6])),
            full: true,
            ..plain
        },
    ];
    if version > 1 {
        let wide = Of {
            width: 260,
            ..plain
        };
        for x in [F16, Bf16] {
            let wide = Of { x, ..wide };
            all.push(Of {
                to: Hifloat8,
                ..wide
            });
            for to in [I8, Hifloat8] {
                all.push(Of {
                    mode: 1,
                    to,
                    scales: Some((F32, [0, 1])),
                    ..wide
                });
            }
            all.push(Of {
                mode: 1,
                to: I8,
                scales: Some((F32, [0, 260])),
                ..wide
            });
            all.push(Of {
                mode: 1,
                to: I8,
                scales: Some((F32, [4, 260])),
                ..wide
            });
            for to in [F8E5m2, F8E4m3fn] {
                all.push(Of {
                    mode: 2,
                    to,
                    ..wide
                });
                all.push(Of {
                    mode: 3,
                    to,
                    ..wide
                });
                all.push(Of {
                    mode: 3,
                    to,
                    scales: Some((F32, [4, 260])),
                    ..wide
                });
                all.push(Of {
                    mode: 4,
                    to,
                    ..wide
                });
            }
        }
        for x in [F8E5m2, F8E4m3fn, Hifloat8] {
            all.push(Of {
                x,
                to: x,
                scales: Some((F32, [5, 3])),
                ..plain
            });
        }
        for x in [F8E5m2, F8E4m3fn, F4E2m1, F4E1m2] {
            all.push(Of {
                x,
                to: x,
                scales: Some((F8E8m0, [5, 2])),
                ..plain
            });
        }
    }
    if version > 2 {
        all.push(Of {
            special: [1, 2, 3],
            tokens: 20,
            top_k: 4,
            full: true,
            ..plain
        });
    }
    all
}

pub fn of_floats(version: usize) -> Vec<Of> {
    let is_plain = |of: &Of| of.mode == 0 && of.x == of.to && matches!(of.x, F16 | Bf16);
    samples(version).into_iter().filter(is_plain).collect()
}
