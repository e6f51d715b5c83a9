//! Samples and checks of several operators: windows over images, chunks, channels, and sums of what is copied several times.

pub const SMALL: [f64; 9] = [1.0, -2.0, 3.0, 0.5, 4.0, -1.5, 2.0, 0.25, -6.0];

/// Images, windows (size, dilation, padding, stride), and how many windows there are.
pub type Case = (&'static [i64], [&'static [i64]; 4], &'static [i64]);

pub const CASES: [Case; 5] = [
    (&[1, 3, 4], [&[2, 2], &[1, 1], &[0, 0], &[1, 1]], &[1, 4, 6]),
    (
        &[2, 3, 5, 6],
        [&[3, 2], &[1, 2], &[1, 1], &[2, 1]],
        &[2, 18, 18],
    ),
    (
        &[2, 1, 9, 8],
        [&[2, 3], &[3, 1], &[0, 0], &[1, 4]],
        &[2, 6, 12],
    ),
    (
        &[1, 2, 30, 41],
        [&[3, 3], &[1, 1], &[1, 1], &[1, 1]],
        &[1, 18, 1230],
    ),
    (&[2, 4, 3], [&[4, 5], &[1, 1], &[2, 2], &[3, 3]], &[40, 2]),
];
