//! Results do not depend on the number of threads or on the instruction set: this program runs itself with each, and
//! compares what comes out.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use half::{bf16, f16};
use hostnpu::ops::{Arg, ImplMode, Role, set_impl_mode, sin};
use hostnpu::tensor::{Element, Layout, View};

use crate::support::functions::SINGLES;
use crate::support::same_hashes::assert_same_hashes;

/// Elements: several pieces of work, and a short one at the end.
const COUNT: usize = 200_003;

fn arg(name: &'static str, role: Role, view: View) -> Arg {
    Arg::of_view(name, role, view)
}

/// Arguments of all magnitudes: bit patterns spread over the floats.
fn arguments() -> Vec<f32> {
    (0..COUNT as u32)
        .map(|i| f32::from_bits(i.wrapping_mul(2_654_435_761)))
        .collect()
}

/// Sine of `source`, contiguous and from every third element backwards in memory order of rows.
fn sines<T: Element>(source: &[T]) -> Vec<T> {
    let mut results = vec![T::default(); 2 * COUNT];
    let (contiguous, strided) = results.split_at_mut(COUNT);
    let rows = (COUNT / 7) as i64;
    let layouts = [
        Layout::contiguous(&[COUNT as i64]),
        Layout::new([7, rows].as_slice().into(), [1, 7].as_slice().into(), 0),
    ];
    for (layout, target) in layouts.into_iter().zip([contiguous, strided]) {
        let view = |address| View::new("x", T::DTYPE, layout.clone(), address).unwrap();
        let call = sin::sin(
            arg("self", Role::Input, view(source.as_ptr() as usize)),
            arg("out", Role::Output, view(target.as_mut_ptr() as usize)),
            T::DTYPE,
        )
        .unwrap();
        // SAFETY: both views lie inside their vectors.
        unsafe { call.run(&call.addresses(), &mut []) }.unwrap();
    }
    results
}

/// One number per type and mode of the sine, and one for functions of high performance.
fn hashes() -> Vec<u64> {
    let floats = arguments();
    let halves: Vec<f16> = floats.iter().map(|&x| f16::from_f32(x)).collect();
    let brains: Vec<bf16> = floats.iter().map(|&x| bf16::from_f32(x)).collect();
    let mut hashes = Vec::new();
    for mode in [ImplMode::HighPrecision, ImplMode::HighPerformance] {
        // Of a process that does nothing else.
        set_impl_mode(mode);
        let mut hasher = DefaultHasher::new();
        sines(&floats)
            .iter()
            .for_each(|x| x.to_bits().hash(&mut hasher));
        hashes.push(hasher.finish());
        let mut hasher = DefaultHasher::new();
        sines(&halves)
            .iter()
            .for_each(|x| x.to_bits().hash(&mut hasher));
        sines(&brains)
            .iter()
            .for_each(|x| x.to_bits().hash(&mut hasher));
        hashes.push(hasher.finish());
    }
    // After a call of an operator, by which the instruction set is chosen.
    let mut hasher = DefaultHasher::new();
    for (name, of) in SINGLES {
        let mut results = vec![0.0; floats.len()];
        of(&floats, &mut results);
        name.hash(&mut hasher);
        // Blocks without unusual arguments too.
        let usual: Vec<f32> = floats
            .iter()
            .map(|x| x.to_bits() as f32 / 4e8 - 5.0)
            .collect();
        let mut of_usual = vec![0.0; floats.len()];
        of(&usual, &mut of_usual);
        for x in results.iter().chain(&of_usual) {
            let bits = if x.is_nan() { f32::NAN } else { *x }.to_bits();
            bits.hash(&mut hasher);
        }
    }
    hashes.push(hasher.finish());
    hashes
}

#[test]
fn threads_and_instruction_sets_give_the_same_bits() {
    assert_same_hashes(
        "same_bits::threads_and_instruction_sets_give_the_same_bits",
        5,
        ["2", "3", "8"],
        hashes,
    );
}
