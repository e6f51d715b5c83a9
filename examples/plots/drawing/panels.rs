//! Plots of many functions: a panel each, with the largest error of every library over the argument.

use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::*;

use super::data::Data;
use super::figures::{BLUE, FAINT, File, GREEN, GREY, INK, ORANGE, PURPLE};
use crate::Result;

/// The libraries as the data has them, the one that is drawn last before the others' lines at the end.
const LIBRARIES: [(&str, RGBColor); 4] = [
    ("PyTorch", PURPLE),
    ("SLEEF", ORANGE),
    ("glibc", GREEN),
    ("hostnpu", BLUE),
];

/// A file, what it shows, and the functions of its panels.
type Sheet = (&'static str, &'static str, [&'static str; 12]);

const SHEETS: [Sheet; 3] = [
    (
        "functions_circular",
        "Circular and hyperbolic functions f32",
        [
            "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
            "atanh",
        ],
    ),
    (
        "functions_exponential",
        "Exponentials, logarithms, roots f32",
        [
            "exp",
            "exp2",
            "expm1",
            "logit",
            "log",
            "log2",
            "log10",
            "log1p",
            "sqrt",
            "rsqrt",
            "reciprocal",
            "sinc",
        ],
    ),
    (
        "functions_activation",
        "Error functions, digamma, activation functions f32",
        [
            "erf",
            "erfc",
            "erfinv",
            "digamma",
            "gelu",
            "gelu_by_tanh",
            "sigmoid",
            "silu",
            "softplus",
            "logsigmoid",
            "mish",
            "selu",
        ],
    ),
];

const COLUMNS: usize = 4;
const ROWS: usize = 3;
const SIZE: (u32, u32) = (1280, 840);
const HEAD: u32 = 64;

/// The visible range of errors; those outside are drawn on the border.
const LEAST: f64 = 0.1;
const MOST: f64 = 1e4;

/// The place between 0 and 1 of a size of the argument, as a power of two: most of the width is where functions change most.
const SCALE: [(f64, f64); 6] = [
    (-149.0, 0.0),
    (-24.0, 0.12),
    (-8.0, 0.24),
    (8.0, 0.74),
    (24.0, 0.86),
    (128.0, 1.0),
];

/// The place of an argument on the axis, from -1 to 1.
fn place(x: f64) -> f64 {
    let power = x.abs().log2().clamp(-149.0, 128.0);
    let ends = SCALE.windows(2).find(|ends| power <= ends[1].0);
    let share = ends.map_or(1.0, |ends| {
        let (low, high) = (ends[0], ends[1]);
        low.1 + (high.1 - low.1) * (power - low.0) / (high.0 - low.0)
    });
    share.copysign(x)
}

/// The labels of the axis.
fn labels() -> [(f64, &'static str); 7] {
    [
        (place(-(2f64.powi(24))), "-2²⁴"),
        (place(-16.0), "-16"),
        (place(-1.0), "-1"),
        (0.0, "0"),
        (place(1.0), "1"),
        (place(16.0), "16"),
        (place(2f64.powi(24)), "2²⁴"),
    ]
}

/// The axis of the argument: places from -1 to 1, with the labels' lines.
struct Axis;

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (from, to): (i32, i32)) -> i32 {
        from + (f64::from(to - from) * (place + 1.0) / 2.0).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        labels().map(|label| label.0).to_vec()
    }

    fn range(&self) -> Range<f64> {
        -1.0..1.0
    }
}

/// Draws all of them.
pub fn all(root: &Path) -> Result<Vec<File>> {
    let data = Data::read(root, "function_errors_bins")?;
    SHEETS.iter().map(|sheet| draw(&data, sheet)).collect()
}

fn draw(data: &Data, (name, caption, functions): &Sheet) -> Result<File> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (head, rest) = area.split_vertically(HEAD);
        header(&head, caption)?;
        for (panel, function) in rest.split_evenly((ROWS, COLUMNS)).iter().zip(functions) {
            one(data, panel, function)?;
        }
        area.present()?;
    }
    svg.push('\n');
    Ok((format!("docs/plots/{name}.svg"), svg))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn header(area: &Area, caption: &str) -> Result<()> {
    let text = format!("{caption}: largest error in ULP over the argument, against MPFR");
    let font = ("sans-serif", 24).into_font().color(&INK);
    area.draw(&Text::new(text, (16, 10), font))?;
    let mut from = 16;
    let font = ("sans-serif", 17).into_font().color(&INK);
    for (library, colour) in LIBRARIES.iter().rev() {
        let line = vec![(from, 48), (from + 26, 48)];
        area.draw(&PathElement::new(line, colour.stroke_width(3)))?;
        let text = (*library).to_owned();
        area.draw(&Text::new(text, (from + 32, 40), font.clone()))?;
        from += 130;
    }
    let text = format!(
        "dashed: 1/2 ULP, correctly rounded; errors beyond {LEAST} and 10⁴ lie on the border"
    );
    area.draw(&Text::new(text, (from, 40), font))?;
    Ok(())
}

/// Runs of neighbouring bins that have an error of this library: the middle of each, and the error.
fn runs(data: &Data, function: &str, library: &str) -> Result<Vec<Vec<(f64, f64)>>> {
    let mut runs: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut end = None;
    for row in &data.rows {
        if data.text(row, "function")? != function {
            continue;
        }
        let (low, high) = (data.value(row, "low")?, data.value(row, "high")?);
        let Some(error) = data.number(row, library)? else {
            continue;
        };
        let at = f64::midpoint(place(low), place(high));
        let point = (at, error.clamp(LEAST, MOST));
        // The bins on both sides of zero are neighbours.
        let joins = end == Some(low) || end.is_some_and(|end: f64| end < 0.0 && low == -end);
        match runs.last_mut() {
            Some(run) if joins => run.push(point),
            _ => runs.push(vec![point]),
        }
        end = Some(high);
    }
    Ok(runs)
}

fn one(data: &Data, area: &Area, function: &str) -> Result<()> {
    let labels = labels();
    let y = (LEAST..MOST)
        .log_scale()
        .with_key_points(vec![0.1, 1.0, 10.0, 100.0, 1e3, 1e4]);
    let mut chart = ChartBuilder::on(area)
        .caption(function, ("sans-serif", 19).into_font().color(&INK))
        .margin(6)
        .margin_right(12)
        .x_label_area_size(22)
        .y_label_area_size(40)
        .build_cartesian_2d(Axis, y)?;
    let label = |at: &f64| {
        let found = labels.iter().find(|label| (label.0 - at).abs() < 1e-9);
        found.map_or_else(String::new, |label| label.1.to_owned())
    };
    let power = |ulp: &f64| match *ulp {
        u if u > 500.0 => format!("{u:.0e}"),
        u => format!("{u}"),
    };
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .x_labels(labels.len())
        .y_labels(6)
        .x_label_formatter(&label)
        .y_label_formatter(&power)
        .label_style(("sans-serif", 14).into_font().color(&INK))
        .draw()?;
    let half = [(-1.0, 0.5), (1.0, 0.5)];
    chart.draw_series(DashedLineSeries::new(half, 5, 4, GREY.stroke_width(1)))?;
    for (library, colour) in LIBRARIES {
        for run in runs(data, function, library)? {
            if let [point] = run[..] {
                chart.draw_series([Circle::new(point, 2, colour.filled())])?;
            } else {
                chart.draw_series(LineSeries::new(run, colour.stroke_width(2)))?;
            }
        }
    }
    Ok(())
}
