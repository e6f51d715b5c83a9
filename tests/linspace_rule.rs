//! Linspace: the rule in f32 from both ends, conversions, and cuts.

use half::{bf16, f16};
use hostnpu::kernels::linspace::{Element, Linspace, LinspaceDouble};
use hostnpu::kernels::simd::Isa;

fn run<T: Element + Default>(start: f32, end: f32, steps: u64) -> Vec<T> {
    let mut out = vec![T::default(); steps as usize];
    Linspace::new(start, end, steps).fill(0, &mut out);
    out
}

#[test]
fn eighths_have_the_bits_of_single_precision() {
    let got: Vec<u32> = run::<f32>(0.0, 1.0, 8)
        .iter()
        .map(|x| x.to_bits())
        .collect();
    let want = [
        0x0000_0000,
        0x3e12_4925,
        0x3e92_4925,
        0x3edb_6db8,
        0x3f12_4924,
        0x3f36_db6e,
        0x3f5b_6db7,
        0x3f80_0000,
    ];
    assert_eq!(got, want, "{got:08x?}");
}

#[test]
fn both_ends_are_met_and_the_middle_follows_the_rule() {
    for (start, end) in [
        (0.0, 1.0),
        (-7.3, 1e5),
        (5.0, 5.0),
        (3.0e38, 1.0),
        (1.0, f32::INFINITY),
    ] {
        for steps in [0u64, 1, 2, 3, 100, 101, 70_001] {
            let got: Vec<f32> = run(start, end, steps);
            let step = (end - start) / (steps.max(2) - 1) as f32;
            for (i, &got) in got.iter().enumerate() {
                let i = i as u64;
                let want = if steps == 1 {
                    start
                } else if i < steps / 2 {
                    start + step * i as f32
                } else {
                    end - step * (steps - 1 - i) as f32
                };
                assert!(
                    got == want || got.is_nan() && want.is_nan(),
                    "{start}..{end}, {steps} steps: element {i} is {got}, not {want}"
                );
            }
            if end.is_finite() && steps > 0 {
                let last = if steps == 1 { start } else { end };
                assert_eq!((got[0], got[got.len() - 1]), (start, last));
            }
        }
    }
}

#[test]
fn integers_are_cut_off_and_halves_rounded() {
    assert_eq!(run::<i32>(-2.0, 2.0, 4), [-2, 0, 0, 2]);
    assert_eq!(run::<i16>(0.0, 10.0, 4), [0, 3, 6, 10]);
    assert_eq!(run::<i8>(-128.0, 127.0, 2), [-128, 127]);
    assert_eq!(run::<u8>(0.0, 255.0, 3), [0, 127, 255]);
    assert_eq!(
        run::<i64>(0.0, 1e12, 3),
        [0, 499_999_997_952, 999_999_995_904]
    );
    assert_eq!(run::<i32>(0.0, 2_147_483_647.0, 2), [0, i32::MAX]);
    assert_eq!(run::<i32>(f32::NAN, 1.0, 2), [0, 0]);
    for (i, x) in run::<f16>(0.0, 1.0, 1000).into_iter().enumerate() {
        let single: Vec<f32> = run(0.0, 1.0, 1000);
        assert_eq!(x, f16::from_f32(single[i]), "element {i}");
    }
    let single: Vec<f32> = run(-3.0, 1000.0, 1000);
    for (i, x) in run::<bf16>(-3.0, 1000.0, 1000).into_iter().enumerate() {
        assert_eq!(x, bf16::from_f32(single[i]), "element {i}");
    }
}

#[test]
fn doubles_count_from_the_start_and_meet_the_end() {
    let (start, end, steps) = (0.1, 7.3, 1001u64);
    let mut whole = vec![0.0; steps as usize];
    let linspace = LinspaceDouble::new(start, end, steps);
    linspace.fill(0, &mut whole);
    let step = (end - start) / 1000.0;
    for (i, &got) in whole.iter().enumerate() {
        let want = if i == 1000 {
            end
        } else {
            start + step * i as f64
        };
        assert_eq!(got, want, "element {i}");
    }
    let mut pieces = vec![0.0; steps as usize];
    for (k, piece) in pieces.chunks_mut(77).enumerate() {
        linspace.fill(k as u64 * 77, piece);
    }
    assert_eq!(whole, pieces);
    let mut one = [0.0];
    LinspaceDouble::new(2.5, 9.0, 1).fill(0, &mut one);
    assert_eq!(one, [2.5]);
}

#[test]
fn neither_the_cut_nor_the_instruction_set_changes_an_element() {
    let (steps, linspace) = (20_001u64, Linspace::new(-1.7, 3.3, 20_001));
    let mut whole = vec![0.0f32; steps as usize];
    linspace.fill_on(Isa::Baseline, 0, &mut whole);
    for isa in Isa::ALL {
        for length in [1usize, 333, 10_000, 20_001] {
            let mut pieces = vec![0.0f32; steps as usize];
            for (k, piece) in pieces.chunks_mut(length).enumerate() {
                linspace.fill_on(isa, (k * length) as u64, piece);
            }
            assert_eq!(whole, pieces, "{isa:?} in pieces of {length}");
        }
    }
}
