//! Vectors of the operator's published test oracle, `tests/golden/`, at the level of the kernels.

use std::collections::HashMap;
use std::path::Path;

use crate::support::root::root;
use half::{bf16, f16};
use hostnpu::kernels::mx::{self, ElementFormat, Output, Recipe, ScaleRule, Source};
use hostnpu::numeric::rounding::Rounding;

/// One file: its keys and values.
struct Vector(HashMap<String, String>);

impl Vector {
    fn read(path: &Path) -> Vector {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        Vector(
            lines
                .filter_map(|line| line.split_once(':'))
                .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
                .collect(),
        )
    }

    fn text(&self, key: &str) -> &str {
        self.0.get(key).unwrap_or_else(|| panic!("no `{key}`"))
    }

    fn shape(&self) -> Vec<usize> {
        self.text("shape")
            .split(',')
            .map(|size| size.parse().expect("a size"))
            .collect()
    }

    /// Numbers of `digits` hexadecimal digits each.
    fn numbers(&self, key: &str, digits: usize) -> Vec<u16> {
        let parse = |i: usize| {
            u16::from_str_radix(&self.text(key)[i..i + digits], 16).expect("hexadecimal digits")
        };
        (0..self.text(key).len())
            .step_by(digits)
            .map(parse)
            .collect()
    }

    fn recipe(&self) -> Recipe {
        let format = match self.text("dst_type") {
            "35" => ElementFormat::E5M2,
            "36" => ElementFormat::E4M3FN,
            "40" => ElementFormat::E2M1,
            "41" => ElementFormat::E1M2,
            other => panic!("dst_type {other}"),
        };
        let rounding = match self.text("round_mode") {
            "rint" => Rounding::TiesToEven,
            "round" => Rounding::TiesAway,
            "floor" => Rounding::Floor,
            other => panic!("round_mode {other}"),
        };
        let max_exponent = format.parameters().max_exponent() as u8;
        let scale = match (
            self.text("scale_alg"),
            self.text("dst_type_max").parse::<f32>().expect("a number"),
        ) {
            ("0", _) => ScaleRule::Floor { max_exponent },
            ("1", _) => ScaleRule::Ceiling {
                reciprocal: 1.0 / format.parameters().max(),
                lower_bound: 0.0,
            },
            ("2", 0.0 | 6.0) => ScaleRule::Limited {
                max_exponent,
                limit: 0x40,
            },
            ("2", 7.0) => ScaleRule::Limited {
                max_exponent,
                limit: 0x60,
            },
            ("2", max) => ScaleRule::Divided {
                reciprocal: 1.0 / max,
            },
            (other, _) => panic!("scale_alg {other}"),
        };
        Recipe {
            format,
            rounding,
            scale,
            block: 32,
        }
    }
}

/// Both axes of `x`, strip by strip: y1, mxscale1, y2, mxscale2.
fn quantise<T: Source>(recipe: &Recipe, x: &[T], shape: &[usize]) -> [Vec<u8>; 4] {
    let (columns, rows) = (shape[shape.len() - 1], shape[shape.len() - 2]);
    let bytes = recipe.format.bytes(x.len());
    let outer = x.len() / (rows * columns);
    let poison = |bytes| vec![0xa5; bytes];
    let (mut y1, mut y2) = (poison(bytes), poison(bytes));
    let mut scale1 = poison(outer * rows * recipe.scale_pairs(columns) * 2);
    let mut scale2 = poison(outer * recipe.scale_pairs(rows) * columns * 2);
    let mut second = scale2.chunks_mut(2 * columns);
    for (i, matrix) in x.chunks(rows * columns).enumerate() {
        for (j, strip) in matrix.chunks(64 * columns).enumerate() {
            let row = i * rows + j * 64;
            let elements = recipe.format.bytes(row * columns)
                ..recipe.format.bytes(row * columns + strip.len());
            let scales = recipe.scale_pairs(columns) * 2;
            let scales = row * scales..(row + strip.len() / columns) * scales;
            mx::quantise_both(
                recipe,
                strip,
                columns,
                Output {
                    elements: &mut y1[elements.clone()],
                    scales: &mut scale1[scales],
                },
                Output {
                    elements: &mut y2[elements],
                    scales: second.next().expect("a strip's scales"),
                },
            );
        }
    }
    [y1, scale1, y2, scale2]
}

#[test]
fn kernels_give_the_bytes_of_every_vector() {
    let folder = root().join("tests/golden");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("tests/golden") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let vector = Vector::read(&path);
        let (recipe, bits) = (vector.recipe(), vector.numbers("x", 4));
        let outputs = match vector.text("x_dtype") {
            "fp16" => quantise(
                &recipe,
                &bits.into_iter().map(f16::from_bits).collect::<Vec<_>>(),
                &vector.shape(),
            ),
            "bf16" => quantise(
                &recipe,
                &bits.into_iter().map(bf16::from_bits).collect::<Vec<_>>(),
                &vector.shape(),
            ),
            other => panic!("x_dtype {other}"),
        };
        for (key, got) in ["y1", "mxscale1", "y2", "mxscale2"].iter().zip(outputs) {
            let got: Vec<u16> = got.into_iter().map(u16::from).collect();
            let published = vector.numbers(key, 2);
            let device = format!("{key}_device");
            let accepted = got == published
                || vector.0.contains_key(&device) && got == vector.numbers(&device, 2);
            let first = got
                .iter()
                .zip(&published)
                .position(|(got, want)| got != want);
            assert!(
                accepted,
                "{}: {key} differs first at byte {first:?}: {:02x?}, not {:02x?}",
                vector.text("case"),
                first.map(|i| got[i]),
                first.map(|i| published[i]),
            );
        }
        count += 1;
    }
    assert_eq!(count, 28, "vectors in {}", folder.display());
}
