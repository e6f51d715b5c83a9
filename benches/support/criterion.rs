//! Criterion takes the samples and its own statistics; the copy limit is measured right after each sample, and a plain table
//! with both follows at the end.

use std::time::Duration;

use criterion::{Criterion, SamplingMode};

use super::device;
use super::machine;
use super::sampling::{Figures, Samples};
use super::workloads::Measured;

/// Measures `specs` in a group, and prints a line for each: ns per element, the copy limit, their ratio.
pub fn run(name: &str, specs: &[impl Measured]) {
    device::open();
    let mut criterion = Criterion::default()
        .without_plots()
        .nresamples(1001)
        .sample_size(10)
        .warm_up_time(Duration::from_millis(60))
        .measurement_time(Duration::from_millis(200))
        .configure_from_args();
    let mut rows = Vec::new();
    let mut group = criterion.benchmark_group(name);
    group.sampling_mode(SamplingMode::Flat);
    for spec in specs {
        let (mut samples, mut figures) = (Samples::default(), None);
        group.bench_function(spec.name(), |bencher| {
            // Built here: a filter may leave it out.
            let mut workload = spec.build();
            bencher.iter_custom(|calls| samples.take(&mut workload, calls));
            figures = Some(samples.figures(&mut workload));
        });
        rows.extend(figures.map(|figures| (spec.name(), figures)));
    }
    group.finish();
    criterion.final_summary();
    print(name, &rows);
}

fn print(name: &str, rows: &[(String, Figures)]) {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max();
    let Some(width) = width else { return };
    println!(
        "\n{name}: ns per element; {}, {} threads",
        machine::describe(),
        machine::threads()
    );
    for (name, Figures { ns, limit, ratio }) in rows {
        let limit = match (limit, ratio) {
            (Some((limit, way)), Some(ratio)) => {
                format!("copy limit {limit:>8.3}   ratio {ratio:>8.2}   ({way})")
            }
            _ => "no copy limit".into(),
        };
        println!("{name:width$}   {ns:>10.3}   {limit}");
    }
}
