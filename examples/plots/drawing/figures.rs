//! The plots. Every one has its own white ground: a page may be dark.

use std::ops::Range;
use std::path::Path;

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use super::data::Data;
use super::panels;
use crate::Result;
use crate::bounds;

const SIZE: (u32, u32) = (960, 480);
pub const INK: RGBColor = RGBColor(40, 40, 40);
pub const FAINT: RGBColor = RGBColor(225, 225, 225);
// Okabe and Ito's colours, which most people tell apart.
pub const BLUE: RGBColor = RGBColor(0, 114, 178);
pub const ORANGE: RGBColor = RGBColor(213, 94, 0);
pub const GREEN: RGBColor = RGBColor(0, 158, 115);
pub const PURPLE: RGBColor = RGBColor(170, 85, 150);
pub const GREY: RGBColor = RGBColor(130, 130, 130);

/// A line of a plot.
struct Line {
    name: String,
    colour: RGBColor,
    points: Vec<(f64, f64)>,
    look: Look,
}

#[derive(Clone, Copy, PartialEq)]
enum Look {
    Solid,
    Dashed,
    /// With a mark at each point.
    Marked,
}

/// A plot's texts.
struct Frame<'a> {
    caption: &'a str,
    x: &'a str,
    y: &'a str,
    x_labels: usize,
    legend: SeriesLabelPosition,
}

/// Path below the project's folder, and contents.
pub type File = (String, String);

/// Draws all of them.
pub fn all(root: &Path) -> Result<Vec<File>> {
    let mut files = vec![
        sine_over_magnitude(root)?,
        sine_near_zero(root)?,
        lgamma_near_zero(root)?,
        lgamma_over_magnitude(root)?,
        exponential(root)?,
        softmax_over_length(root)?,
        products_over_depth(root)?,
        time_over_size(root, Threads::One)?,
        time_over_size(root, Threads::All)?,
    ];
    files.extend(panels::all(root)?);
    Ok(files)
}

fn draw<X, Y>(
    name: &str,
    frame: &Frame,
    (x, x_text): (X, &dyn Fn(&f64) -> String),
    (y, y_text): (Y, &dyn Fn(&f64) -> String),
    lines: &[Line],
) -> Result<File>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(frame.caption, ("sans-serif", 20).into_font().color(&INK))
            .margin(14)
            .margin_right(28)
            .x_label_area_size(52)
            .y_label_area_size(70)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .x_desc(frame.x)
            .y_desc(frame.y)
            .x_labels(frame.x_labels)
            .y_labels(8)
            .x_label_formatter(x_text)
            .y_label_formatter(y_text)
            .label_style(("sans-serif", 14).into_font().color(&INK))
            .axis_desc_style(("sans-serif", 16).into_font().color(&INK))
            .draw()?;
        for line in lines {
            let colour = line.colour;
            let points = line.points.iter().copied();
            let drawn = match line.look {
                Look::Dashed => chart.draw_series(DashedLineSeries::new(
                    points,
                    7,
                    5,
                    colour.stroke_width(1),
                ))?,
                _ => chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?,
            };
            let drawn = drawn.label(line.name.as_str());
            match line.look {
                Look::Dashed => drawn.legend(move |(x, y)| {
                    let ends = [(x, y), (x + 22, y)];
                    DashedPathElement::new(ends, 7, 5, colour.stroke_width(1))
                }),
                _ => drawn.legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 22, y)], colour.stroke_width(2))
                }),
            };
            if line.look == Look::Marked {
                let marks = line
                    .points
                    .iter()
                    .map(|&at| Circle::new(at, 3, colour.filled()));
                chart.draw_series(marks)?;
            }
        }
        chart
            .configure_series_labels()
            .position(frame.legend.clone())
            .margin(12)
            .legend_area_size(30)
            .label_font(("sans-serif", 14).into_font().color(&INK))
            .background_style(WHITE.mix(0.9))
            .border_style(FAINT)
            .draw()?;
        area.present()?;
    }
    svg.push('\n');
    Ok((format!("docs/plots/{name}.svg"), svg))
}

/// A column over the middles of the bins.
fn over_bins(data: &Data, column: &str, geometric: bool) -> Result<Vec<(f64, f64)>> {
    let points = data.rows.iter().map(|row| {
        let (low, high) = (data.value(row, "low")?, data.value(row, "high")?);
        let middle = if geometric {
            (low * high).sqrt()
        } else {
            f64::midpoint(low, high)
        };
        Ok((middle, data.value(row, column)?))
    });
    points.collect()
}

/// From the first bin to the last.
fn extent(data: &Data) -> Result<Range<f64>> {
    let (Some(first), Some(last)) = (data.rows.first(), data.rows.last()) else {
        return Err("no bins".into());
    };
    Ok(data.value(first, "low")?..data.value(last, "high")?)
}

fn flat(name: &str, at: f64, colour: RGBColor, x: &Range<f64>) -> Line {
    Line {
        name: name.to_owned(),
        colour,
        points: vec![(x.start, at), (x.end, at)],
        look: Look::Dashed,
    }
}

fn error_lines(
    data: &Data,
    functions: &[(&str, &str, RGBColor)],
    geometric: bool,
) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for &(function, name, colour) in functions {
        for (what, colour) in [("largest", colour), ("mean", pale(colour))] {
            lines.push(Line {
                name: format!("{name}{what} error in a bin"),
                colour,
                points: over_bins(data, &format!("{function} {what}"), geometric)?,
                look: Look::Solid,
            });
        }
    }
    Ok(lines)
}

/// Half way to white.
fn pale(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    let half = |part: u8| part / 2 + 127;
    RGBColor(half(red), half(green), half(blue))
}

const MODES: [(&str, &str, RGBColor); 2] = [
    ("high performance", "high performance: ", ORANGE),
    ("high precision", "high precision: ", BLUE),
];

/// Bounds of high performance in the tests.
fn fast_bound(x: &Range<f64>) -> Line {
    let bound = bounds::ulp("sin f32 high performance");
    let name = format!("{bound} ULP: bound of high performance");
    flat(&name, bound, ORANGE, x)
}

const HALF: &str = "1/2 ULP: correctly rounded";

/// The height of an error plot: above its highest point there is room for the legend.
fn height(lines: &[Line]) -> f64 {
    let highest = lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.1);
    highest.fold(0.0, f64::max) * 1.6
}

fn tenths(value: &f64) -> String {
    format!("{value:.1}")
}

fn power(value: &f64) -> String {
    format!("{value:.0e}")
}

fn sine_over_magnitude(root: &Path) -> Result<File> {
    let data = Data::read(root, "sin_error")?;
    let x = extent(&data)?;
    let mut lines = error_lines(&data, &MODES, true)?;
    lines.push(fast_bound(&x));
    lines.push(flat(HALF, 0.5, GREY, &x));
    let frame = Frame {
        caption: "sin f32: error over the argument's magnitude, against MPFR",
        x: "|x|",
        y: "error in ULP",
        x_labels: 12,
        legend: SeriesLabelPosition::UpperRight,
    };
    let y = 0.0..height(&lines);
    draw(
        "sin_error",
        &frame,
        (x.log_scale(), &power),
        (y, &tenths),
        &lines,
    )
}

fn sine_near_zero(root: &Path) -> Result<File> {
    let data = Data::read(root, "sin_error_near_zero")?;
    let x = extent(&data)?;
    let mut lines = error_lines(&data, &MODES, false)?;
    lines.push(fast_bound(&x));
    lines.push(flat(HALF, 0.5, GREY, &x));
    let frame = Frame {
        caption: "sin f32: error from -2π to 2π, against MPFR",
        x: "x in units of π",
        y: "error in ULP",
        x_labels: 9,
        legend: SeriesLabelPosition::UpperRight,
    };
    // In units of π, so that the labels stand where the zeros are.
    for line in &mut lines {
        line.points
            .iter_mut()
            .for_each(|point| point.0 /= std::f64::consts::PI);
    }
    let y = 0.0..height(&lines);
    draw(
        "sin_error_near_zero",
        &frame,
        (-2.0..2.0, &tenths),
        (y, &tenths),
        &lines,
    )
}

const LGAMMA: [(&str, &str, RGBColor); 1] = [("lgamma", "", GREEN)];

fn lgamma_near_zero(root: &Path) -> Result<File> {
    let data = Data::read(root, "lgamma_error")?;
    let x = extent(&data)?;
    let mut lines = error_lines(&data, &LGAMMA, false)?;
    lines.push(flat(HALF, 0.5, GREY, &x));
    let frame = Frame {
        caption: "lgamma f32: error from -10 to 10, roots and poles included, against MPFR",
        x: "x",
        y: "error in ULP",
        x_labels: 21,
        legend: SeriesLabelPosition::UpperRight,
    };
    let y = 0.0..height(&lines);
    let whole = |x: &f64| format!("{x:.0}");
    draw("lgamma_error", &frame, (x, &whole), (y, &tenths), &lines)
}

fn lgamma_over_magnitude(root: &Path) -> Result<File> {
    let data = Data::read(root, "lgamma_error_large")?;
    let x = extent(&data)?;
    let mut lines = error_lines(&data, &LGAMMA, true)?;
    lines.push(flat(HALF, 0.5, GREY, &x));
    let frame = Frame {
        caption: "lgamma f32: error over positive arguments, against MPFR",
        x: "x",
        y: "error in ULP",
        x_labels: 12,
        legend: SeriesLabelPosition::UpperRight,
    };
    let y = 0.0..height(&lines);
    draw(
        "lgamma_error_large",
        &frame,
        (x.log_scale(), &power),
        (y, &tenths),
        &lines,
    )
}

fn exponential(root: &Path) -> Result<File> {
    let data = Data::read(root, "exp_error")?;
    let x = extent(&data)?;
    let mut lines = error_lines(&data, &[("exp", "", GREEN)], false)?;
    lines.push(flat(HALF, 0.5, GREY, &x));
    let frame = Frame {
        caption: "exp f32: error from the least result to the largest, against MPFR",
        x: "x",
        y: "error in ULP",
        x_labels: 21,
        legend: SeriesLabelPosition::UpperRight,
    };
    let y = 0.0..height(&lines);
    let whole = |x: &f64| format!("{x:.0}");
    draw("exp_error", &frame, (x, &whole), (y, &tenths), &lines)
}

/// A length.
fn length(n: &f64) -> String {
    format!("{n:.0}")
}

fn softmax_over_length(root: &Path) -> Result<File> {
    let data = Data::read(root, "softmax_error")?;
    let x = extent(&data)?;
    let mut lines = error_lines(&data, &[("softmax", "", PURPLE)], true)?;
    let bound = bounds::ulp("rows f32");
    let name = format!("{bound} ULP: bound of rows");
    lines.push(flat(&name, bound, PURPLE, &x));
    let frame = Frame {
        caption: "softmax f32: error over the length of rows, against MPFR",
        x: "numbers of a row",
        y: "error in ULP",
        x_labels: 14,
        legend: SeriesLabelPosition::UpperRight,
    };
    let y = 0.0..height(&lines);
    draw(
        "softmax_error",
        &frame,
        (x.log_scale(), &length),
        (y, &tenths),
        &lines,
    )
}

fn products_over_depth(root: &Path) -> Result<File> {
    let data = Data::read(root, "matmul_error")?;
    let x = extent(&data)?;
    let mut lines = error_lines(&data, &MODES, true)?;
    let bound = bounds::ulp("products f32");
    let name = format!("{bound} ULP: bound of high precision");
    lines.push(flat(&name, bound, BLUE, &x));
    let frame = Frame {
        caption: "Matrix products f32: error over the inner dimension, against exact sums",
        x: "products of a sum",
        y: "error in ULP",
        x_labels: 14,
        legend: SeriesLabelPosition::UpperLeft,
    };
    let lowest = 0.05;
    for line in &mut lines {
        line.points.retain(|point| point.1 >= lowest);
    }
    let y = (lowest..height(&lines) * 4.0).log_scale();
    let hundredths = |ulp: &f64| format!("{ulp}");
    draw(
        "matmul_error",
        &frame,
        (x.log_scale(), &length),
        (y, &hundredths),
        &lines,
    )
}

#[derive(Clone, Copy, PartialEq)]
enum Threads {
    One,
    All,
}

fn time_over_size(root: &Path, threads: Threads) -> Result<File> {
    let data = Data::read(root, "time_over_size")?;
    let mut counts = Vec::new();
    for row in &data.rows {
        counts.push(data.value(row, "threads")? as u32);
    }
    let all = counts.iter().copied().max().unwrap_or(1);
    let count = if threads == Threads::One { 1 } else { all };
    let curve = |operator: &str, column: &str| -> Result<Vec<(f64, f64)>> {
        let mut points = Vec::new();
        for row in &data.rows {
            if data.value(row, "threads")? as u32 == count
                && data.text(row, "operator")? == operator
            {
                points.push((data.value(row, "elements")?, data.value(row, column)?));
            }
        }
        Ok(points)
    };
    let mut lines = Vec::new();
    for (operator, colour) in [
        ("lgamma f32", GREEN),
        ("logspace f32", PURPLE),
        ("sin f32 high precision", BLUE),
        ("sin f32 high performance", ORANGE),
    ] {
        lines.push(Line {
            name: operator.to_owned(),
            colour,
            points: curve(operator, "ns")?,
            look: Look::Marked,
        });
    }
    for (name, operator, colour) in [
        ("copy limit (sin, lgamma)", "sin f32 high precision", INK),
        ("fill limit (logspace)", "logspace f32", GREY),
    ] {
        lines.push(Line {
            name: name.to_owned(),
            colour,
            points: curve(operator, "limit_ns")?,
            look: Look::Solid,
        });
    }
    let (name, text) = match threads {
        Threads::One => ("time_one_thread", "one thread".to_owned()),
        Threads::All => ("time_all_threads", format!("{all} threads")),
    };
    let frame = Frame {
        caption: &format!("Time per element over size, {text}: both phases and the wait"),
        x: "elements",
        y: "ns per element",
        x_labels: 12,
        legend: SeriesLabelPosition::UpperRight,
    };
    let times = || {
        lines
            .iter()
            .flat_map(|line| &line.points)
            .map(|point| point.1)
    };
    let lowest = times().fold(f64::INFINITY, f64::min);
    let highest = times().fold(0.0, f64::max);
    let x = (8.0..f64::from(1 << 26)).log_scale().base(2.0);
    let y = (lowest / 1.5..highest * 2.0).log_scale();
    let size = |n: &f64| match *n as u64 {
        n if n >= 1 << 20 => format!("{} Mi", n >> 20),
        n if n >= 1 << 10 => format!("{} Ki", n >> 10),
        n => n.to_string(),
    };
    let time = |ns: &f64| format!("{ns}");
    draw(name, &frame, (x, &size), (y, &time), &lines)
}
