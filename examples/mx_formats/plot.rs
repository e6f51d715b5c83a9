//! The picture: a row for each format, the restored values on the left, the error on the right.

use hostnpu::kernels::mx::ElementFormat;
use hostnpu::numeric::rounding::Rounding;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::measure::{BINS, ERROR_BINS, Measured, RANGE};

const SIZE: (u32, u32) = (1080, 1240);
const COLORS: [RGBColor; 4] = [
    RGBColor(0x1f, 0x77, 0xb4),
    RGBColor(0xd6, 0x27, 0x28),
    RGBColor(0x2c, 0xa0, 0x2c),
    RGBColor(0x94, 0x67, 0xbd),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The picture as SVG.
pub fn picture(measured: &[Measured]) -> String {
    let mut text = String::new();
    draw(measured, &mut text).unwrap_or_else(|error| panic!("{error}"));
    text
}

fn draw(measured: &[Measured], text: &mut String) -> Drawn {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((ElementFormat::ALL.len(), 2));
    for (format, panels) in ElementFormat::ALL.into_iter().zip(panels.chunks(2)) {
        let of_format: Vec<&Measured> = measured
            .iter()
            .filter(|m| m.case.format == format && m.case.rounding == Rounding::TiesToEven)
            .collect();
        histogram(&panels[0], of_format[0])?;
        errors(&panels[1], &of_format)?;
    }
    root.present()?;
    Ok(())
}

/// Density of the restored values beside that of the normal distribution.
fn histogram(area: &Area, measured: &Measured) -> Drawn {
    let highest = measured.histogram.iter().copied().fold(0.5, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!("{:?}, scaleAlg 0: values", measured.case.format),
            ("sans-serif", 18),
        )
        .margin(12)
        .x_label_area_size(34)
        .y_label_area_size(48)
        .build_cartesian_2d(-RANGE..RANGE, 0.0..highest * 1.05)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("value / standard deviation")
        .y_desc("density")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.1}"))
        .x_labels(9)
        .y_labels(6)
        .draw()?;
    let width = 1.0 / BINS as f64;
    let bar = |(i, &density): (usize, &f64)| {
        let middle = i as f64 * width - RANGE;
        let corners = [(middle - width / 2.0, 0.0), (middle + width / 2.0, density)];
        Rectangle::new(corners, COLORS[0].mix(0.75).filled())
    };
    chart.draw_series(measured.histogram.iter().enumerate().map(bar))?;
    let density = |i: i32| {
        let x = f64::from(i) / 50.0;
        (x, (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt())
    };
    let steps = (RANGE * 50.0) as i32;
    chart.draw_series(LineSeries::new(
        (-steps..=steps).map(density),
        BLACK.stroke_width(1),
    ))?;
    Ok(())
}

/// Root mean square of the error by magnitude, a line for each rule.
fn errors(area: &Area, measured: &[&Measured]) -> Drawn {
    let highest = measured
        .iter()
        .flat_map(|m| m.error.iter().copied())
        .fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(
            format!("{:?}: error by magnitude", measured[0].case.format),
            ("sans-serif", 18),
        )
        .margin(12)
        .x_label_area_size(34)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..RANGE, 0.0..highest * 1.05)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("magnitude / standard deviation")
        .y_desc("RMS error")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.2}"))
        .x_labels(5)
        .y_labels(6)
        .draw()?;
    for (measured, color) in measured.iter().zip(COLORS) {
        let points = measured
            .error
            .iter()
            .enumerate()
            .map(|(i, &error)| ((i as f64 + 0.5) / ERROR_BINS as f64, error));
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(format!("scaleAlg {}", measured.case.rule.replace('`', "")))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}
