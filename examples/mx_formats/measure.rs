//! Effects of quantisation on numbers.

use std::f64::consts::TAU;

use half::bf16;
use hostnpu::kernels::mx::{
    ElementFormat, Output, Recipe, ScaleRule, dequantise_rows, quantise_rows,
};
use hostnpu::numeric::e8m0;
use hostnpu::numeric::rounding::Rounding;

const ROWS: usize = 4096;
const COLUMNS: usize = 256;
const BLOCK: usize = 32;

/// The border of the picture, in standard deviations.
pub const RANGE: f64 = 4.0;
/// Bins of the histogram to each unit.
pub const BINS: usize = 16;
/// Bins of the error to each unit of magnitude.
pub const ERROR_BINS: usize = 20;

/// One way to quantise.
#[derive(Clone, Copy)]
pub struct Case {
    pub format: ElementFormat,
    /// As the operators' attributes say it.
    pub rule: &'static str,
    pub rounding: Rounding,
    scale: Scale,
}

#[derive(Clone, Copy)]
enum Scale {
    Floor,
    Ceiling,
    Limited(u8),
    Divided(f32),
}

const fn case(format: ElementFormat, rule: &'static str, scale: Scale) -> Case {
    Case {
        format,
        rule,
        rounding: Rounding::TiesToEven,
        scale,
    }
}

const fn rounded(format: ElementFormat, rounding: Rounding) -> Case {
    Case {
        rounding,
        ..case(format, "0", Scale::Floor)
    }
}

use ElementFormat::{E1M2, E2M1, E4M3FN, E5M2};

/// The rows of the table.
pub const CASES: &[Case] = &[
    case(E5M2, "0", Scale::Floor),
    case(E5M2, "1", Scale::Ceiling),
    case(E4M3FN, "0", Scale::Floor),
    case(E4M3FN, "1", Scale::Ceiling),
    case(E2M1, "0", Scale::Floor),
    case(E2M1, "2, `dstTypeMax` 0 or 6", Scale::Limited(0x40)),
    case(E2M1, "2, `dstTypeMax` 7", Scale::Limited(0x60)),
    case(E2M1, "2, `dstTypeMax` 12", Scale::Divided(12.0)),
    rounded(E2M1, Rounding::TiesAway),
    rounded(E2M1, Rounding::Floor),
    case(E1M2, "0", Scale::Floor),
    case(E1M2, "2, `dstTypeMax` 0", Scale::Divided(1.75)),
    case(E1M2, "2, `dstTypeMax` 1.875", Scale::Limited(0x70)),
    case(E1M2, "2, `dstTypeMax` 3.5", Scale::Divided(3.5)),
];

impl Case {
    fn recipe(&self) -> Recipe {
        let parameters = self.format.parameters();
        let max_exponent = parameters.max_exponent() as u8;
        let scale = match self.scale {
            Scale::Floor => ScaleRule::Floor { max_exponent },
            Scale::Ceiling => ScaleRule::Ceiling {
                reciprocal: 1.0 / parameters.max(),
                lower_bound: 0.0,
            },
            Scale::Limited(limit) => ScaleRule::Limited {
                max_exponent,
                limit,
            },
            Scale::Divided(largest) => ScaleRule::Divided {
                reciprocal: 1.0 / largest,
            },
        };
        Recipe {
            format: self.format,
            rounding: self.rounding,
            scale,
            block: BLOCK,
        }
    }

    /// The attribute `roundMode`.
    pub fn mode(&self) -> &'static str {
        match self.rounding {
            Rounding::TiesToEven => "rint",
            Rounding::TiesAway => "round",
            Rounding::Floor => "floor",
        }
    }

    /// Bits of an element, with its share of a scale.
    pub fn bits(&self) -> f64 {
        f64::from(self.format.parameters().bits()) + 8.0 / BLOCK as f64
    }
}

/// Results. Errors are in standard deviations.
pub struct Measured {
    pub case: Case,
    /// Root of the mean squared error over that of the numbers.
    pub relative_rms: f64,
    pub largest: f64,
    /// Share of elements whose product with the reciprocal of the scale is beyond the format's largest number.
    pub saturated: f64,
    /// Share of elements that became zero.
    pub zeroed: f64,
    /// Density of the restored values over ±[`RANGE`].
    pub histogram: Vec<f64>,
    /// Root of the mean squared error of the numbers of each magnitude up to [`RANGE`].
    pub error: Vec<f64>,
}

/// About a million numbers of mean 0 and standard deviation 1, in BFLOAT16: always the same.
pub fn normal_numbers() -> Vec<bf16> {
    let mut state = 1u64;
    let mut uniform = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 32) as f64 + 0.5) / 2f64.powi(32)
    };
    // Box and Muller's method, one of its two numbers.
    let number = |_| bf16::from_f64((-2.0 * uniform().ln()).sqrt() * (TAU * uniform()).cos());
    (0..ROWS * COLUMNS).map(number).collect()
}

/// Quantises `x` in rows and looks at what is left.
pub fn measure(case: &Case, x: &[bf16]) -> Measured {
    let recipe = case.recipe();
    let mut elements = vec![0; case.format.bytes(x.len())];
    let mut scales = vec![0; x.len() / BLOCK];
    let output = Output {
        elements: &mut elements,
        scales: &mut scales,
    };
    quantise_rows(&recipe, x, COLUMNS, output);
    let mut restored = vec![0f32; x.len()];
    dequantise_rows(case.format, &elements, &scales, COLUMNS, &mut restored);

    let max = f64::from(case.format.parameters().max());
    let count = x.len() as f64;
    let (mut squares, mut error_squares, mut largest) = (0.0, 0.0, 0f64);
    let (mut saturated, mut zeroed) = (0.0, 0.0);
    let mut histogram = vec![0.0; 2 * RANGE as usize * BINS + 1];
    let mut error = vec![(0.0, 0.0); RANGE as usize * ERROR_BINS];
    for (i, (x, &restored)) in x.iter().zip(&restored).enumerate() {
        let (x, restored) = (x.to_f64(), f64::from(restored));
        let square = (restored - x) * (restored - x);
        squares += x * x;
        error_squares += square;
        largest = largest.max((restored - x).abs());
        let scale = f64::from(e8m0::decode(scales[i / BLOCK]));
        saturated += f64::from(x.abs() > max * scale);
        zeroed += f64::from(restored == 0.0 && x != 0.0);
        let bin = ((restored + RANGE) * BINS as f64).round();
        if let Some(bin) = histogram.get_mut(bin as usize).filter(|_| bin >= 0.0) {
            *bin += BINS as f64 / count;
        }
        if let Some((sum, count)) = error.get_mut((x.abs() * ERROR_BINS as f64) as usize) {
            *sum += square;
            *count += 1.0;
        }
    }
    Measured {
        case: *case,
        relative_rms: f64::sqrt(error_squares / squares),
        largest,
        saturated: saturated / count,
        zeroed: zeroed / count,
        histogram,
        error: error
            .into_iter()
            .map(|(sum, count)| f64::sqrt(sum / f64::max(count, 1.0)))
            .collect(),
    }
}
