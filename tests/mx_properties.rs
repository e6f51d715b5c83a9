//! Properties of microscaling quantisation, whatever the numbers: how far an element may be from what it stands for, what each
//! rule for scales promises, and that axes, strides and threads change nothing.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use half::{bf16, f16};
use hostnpu::numeric::rounding::Rounding;
use hostnpu::ops::mx::{ElementFormat, Recipe, ScaleRule, scale_shape};
use hostnpu::tensor::Layout;
use proptest::prelude::*;

use crate::mx_operator::*;

use crate::support::same_hashes::assert_same_hashes;

/// From rank 1 to 7: odd numbers of blocks, short last blocks, single rows and columns, more than one tile.
const SHAPES: &[&[i64]] = &[
    &[70],
    &[1, 2],
    &[2, 1026],
    &[33, 70],
    &[64, 64],
    &[97, 2],
    &[130, 34],
    &[3, 40, 66],
    &[2, 2, 96, 34],
    &[2, 1, 3, 33, 4],
    &[1, 2, 1, 2, 65, 6],
    &[2, 1, 2, 1, 2, 35, 6],
];

const EMPTY: &[&[i64]] = &[
    &[0, 0],
    &[0, 4],
    &[3, 0],
    &[2, 0, 4],
    &[0, 33, 70],
    &[2, 3, 0],
];

fn recipe(format: ElementFormat, rounding: Rounding, scale: ScaleRule, block: usize) -> Recipe {
    Recipe {
        format,
        rounding,
        scale,
        block,
    }
}

fn floor_rule(format: ElementFormat) -> ScaleRule {
    ScaleRule::Floor {
        max_exponent: format.parameters().max_exponent() as u8,
    }
}

/// The rules that a format can have.
fn rules(format: ElementFormat) -> Vec<ScaleRule> {
    let parameters = format.parameters();
    let max_exponent = parameters.max_exponent() as u8;
    let limited = |limit| ScaleRule::Limited {
        max_exponent,
        limit,
    };
    let divided = |largest: f32| ScaleRule::Divided {
        reciprocal: 1.0 / largest,
    };
    let ceiling = |lower_bound| ScaleRule::Ceiling {
        reciprocal: 1.0 / parameters.max(),
        lower_bound,
    };
    let mut rules = vec![floor_rule(format)];
    rules.extend(match format {
        ElementFormat::E5M2 | ElementFormat::E4M3FN => vec![ceiling(0.0), ceiling(3.5)],
        ElementFormat::E2M1 => vec![limited(0x40), limited(0x60), divided(9.5), divided(12.0)],
        ElementFormat::E1M2 => vec![limited(0x70), divided(1.75), divided(3.5)],
    });
    rules
}

/// The distribution of a test's numbers.
#[derive(Clone, Copy, Debug)]
enum Numbers {
    /// Around 1, as a layer's weights are.
    Normal,
    /// Any exponent, zeros among them.
    Wide,
    /// Few bits: ties between neighbours, and powers of two.
    Ties,
    /// At the small end of the type.
    Small,
    /// At the large end of the type.
    Large,
    /// Also infinities and NaN, here and there.
    NotFinite,
}

const NUMBERS: [Numbers; 6] = [
    Numbers::Normal,
    Numbers::Wide,
    Numbers::Ties,
    Numbers::Small,
    Numbers::Large,
    Numbers::NotFinite,
];

/// Numbers of one kind, the same for the same seed.
fn numbers<T: Input>(kind: Numbers, seed: u64, count: usize) -> Vec<T> {
    let mut state = seed;
    let mut bits = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let largest: i32 = if T::nearest(1e30).number().is_finite() {
        127
    } else {
        15
    };
    let number = |_| {
        let (sign, fraction) = (bits(), f64::from(bits()) / 2f64.powi(32));
        let sign = if sign & 1 == 0 { 1.0 } else { -1.0 };
        let pick = bits();
        let uniform = |low: i32, high: i32| low + (pick % (high - low + 1) as u32) as i32;
        sign * match kind {
            Numbers::Normal => 4.0 * fraction * fraction * fraction,
            Numbers::Wide | Numbers::NotFinite if pick.is_multiple_of(37) => 0.0,
            Numbers::NotFinite if pick.is_multiple_of(331) => f64::INFINITY,
            Numbers::NotFinite if pick.is_multiple_of(337) => f64::NAN,
            Numbers::Wide | Numbers::NotFinite => {
                (1.0 + fraction) * 2f64.powi(uniform(-largest - 9, largest - 1))
            }
            Numbers::Ties => (1.0 + (fraction * 16.0).floor() / 16.0) * 2f64.powi(uniform(-4, 3)),
            Numbers::Small => fraction * 2f64.powi(uniform(-largest - 9, -largest)),
            Numbers::Large => (1.0 + fraction) * 2f64.powi(uniform(largest - 4, largest - 1)),
        }
    };
    (0..count).map(number).map(T::nearest).collect()
}

fn tensor<T: Input>(kind: Numbers, seed: u64, shape: &[i64]) -> Tensor<T> {
    let count = shape.iter().product::<i64>() as usize;
    Tensor::contiguous(shape, numbers(kind, seed, count))
}

/// Largest magnitudes of the blocks, one for each element; NaN for a block that is not finite.
fn largest_of_each(x: &[f64], quantised: &Quantised) -> Vec<f64> {
    let shape = scale_shape(&quantised.shape, quantised.axis, quantised.block);
    let place = |mut index: Vec<usize>| {
        let block = index[quantised.axis] / quantised.block;
        index[quantised.axis] = block / 2;
        index.push(block % 2);
        let dims = shape.iter().zip(&index);
        dims.fold(0, |flat, (&extent, &i)| flat * extent as usize + i)
    };
    let places: Vec<usize> = indices(&quantised.shape).map(place).collect();
    let mut largest = vec![0f64; shape.iter().product::<i64>() as usize];
    for (&place, &x) in places.iter().zip(x) {
        let so_far = &mut largest[place];
        *so_far = if x.is_finite() && !so_far.is_nan() {
            so_far.max(x.abs())
        } else {
            f64::NAN
        };
    }
    places.into_iter().map(|place| largest[place]).collect()
}

/// `2^(byte - 127)`.
fn scale(byte: u8) -> f64 {
    2f64.powi(i32::from(byte) - 127)
}

/// The promise of the rule for the scale of a block with this largest magnitude.
fn check_scale(recipe: &Recipe, largest: f64, byte: u8) -> Result<(), String> {
    let fail = |why: &str| Err(format!("scale {byte} for {largest:e}, {recipe:?}: {why}"));
    if largest.is_nan() || byte == 255 {
        return if largest.is_nan() && byte == 255 {
            Ok(())
        } else {
            fail("255 is for blocks that are not finite, and for all of them")
        };
    }
    if largest == 0.0 {
        return if byte == 0 { Ok(()) } else { fail("zeros") };
    }
    // Products in single precision are off by less than this.
    let slack = 1.0 + 2f64.powi(-21);
    // The scale is the smallest with which the largest magnitude becomes `most` at most; 0 is as small as it gets.
    let smallest = |magnitude: f64, most: f64, room: f64| {
        if magnitude / scale(byte) > most * room * slack {
            fail("too small")
        } else if byte > 0 && magnitude / scale(byte - 1) * slack < most {
            fail("too large")
        } else {
            Ok(())
        }
    };
    match recipe.scale {
        ScaleRule::Floor { max_exponent } => {
            let exponent = largest.log2().floor() as i32;
            let exponent = exponent + i32::from(2f64.powi(exponent + 1) <= largest)
                - i32::from(2f64.powi(exponent) > largest);
            let wanted = (exponent - i32::from(max_exponent) + 127).clamp(0, 254);
            if i32::from(byte) == wanted {
                Ok(())
            } else {
                fail(&format!("not {wanted}"))
            }
        }
        ScaleRule::Ceiling {
            lower_bound,
            reciprocal,
        } => smallest(
            largest.max(lower_bound.into()),
            1.0 / f64::from(reciprocal),
            1.0,
        ),
        // In the magnitude that bf16 keeps: one in 2^8 more or less. Below twice the smallest normal number the byte is 0.
        ScaleRule::Limited {
            max_exponent,
            limit,
        } => {
            let most = 2f64.powi(max_exponent.into()) * (1.0 + f64::from(limit) / 128.0);
            let bf16s = 1.0 + 2f64.powi(-7);
            if largest < 2f64.powi(-125) || byte == 0 {
                let small = 2f64.powi(i32::from(max_exponent) + 1 - 127);
                return if byte == 0 && largest < small.max(2f64.powi(-125)) * bf16s {
                    Ok(())
                } else {
                    fail("not the byte of small magnitudes")
                };
            }
            if largest / scale(byte) > most * bf16s {
                fail("too small")
            } else if largest / scale(byte - 1) * bf16s <= most {
                fail("too large")
            } else {
                Ok(())
            }
        }
        // A subnormal quotient is rounded down to byte 0.
        ScaleRule::Divided { reciprocal } => smallest(
            largest,
            1.0 / f64::from(reciprocal),
            if byte == 0 { 2.0 } else { 1.0 },
        ),
    }
}

/// The promise of the rounding mode for an element `x` that became `value` under a scale.
fn check_element<T: Input>(recipe: &Recipe, x: f64, value: f64, byte: u8) -> Result<(), String> {
    let parameters = recipe.format.parameters();
    let fail = |why: &str| {
        Err(format!(
            "{x:e} became {value:e} under scale {byte}, {recipe:?}: {why}"
        ))
    };
    let product = x / scale(byte);
    let max = f64::from(parameters.max());
    if product.abs() >= max {
        let saturated = max.copysign(x) * scale(byte);
        return if value == saturated {
            Ok(())
        } else {
            fail("not saturated")
        };
    }
    let binade = if product == 0.0 {
        i32::MIN
    } else {
        product.abs().log2().floor() as i32
    };
    let step = 2f64.powi(binade.max(1 - parameters.bias) - parameters.mantissa_bits as i32);
    let error = (value - x) / scale(byte);
    if value != 0.0 && value.is_sign_negative() != x.is_sign_negative() {
        return fail("the other sign");
    }
    match recipe.rounding {
        Rounding::TiesToEven | Rounding::TiesAway if error.abs() <= step / 2.0 => Ok(()),
        Rounding::TiesToEven | Rounding::TiesAway => fail("more than half a step away"),
        Rounding::Floor if (-step..=0.0).contains(&error) => Ok(()),
        // As on the device, a product of bf16 that bf16 would round to zero counts as zero.
        Rounding::Floor
            if T::SMALL_PRODUCTS_VANISH && product.abs() <= 2f64.powi(-134) && value == 0.0 =>
        {
            Ok(())
        }
        Rounding::Floor => fail("not the next one below"),
    }
}

/// Every promise about a tensor that was quantised.
fn check<T: Input>(recipe: &Recipe, x: &[T], quantised: &Quantised) -> Result<(), String> {
    let x: Vec<f64> = x.iter().map(|x| x.number()).collect();
    let largest = largest_of_each(&x, quantised);
    let (codes, values) = (quantised.codes(), quantised.values());
    for (i, &byte) in quantised.scale_of_each().iter().enumerate() {
        check_scale(recipe, largest[i], byte)?;
        if byte == 255 {
            if codes[i] != 0 {
                return Err(format!(
                    "code {:#x} in a block that is not finite",
                    codes[i]
                ));
            }
        } else {
            check_element::<T>(recipe, x[i], values[i], byte)?;
        }
    }
    if quantised.padding().iter().any(|&byte| byte != 0) {
        return Err(format!("padding {:?}", quantised.padding()));
    }
    Ok(())
}

/// Both axes, and each axis alone, of a tensor of some type.
fn check_tensor<T: Input>(recipe: &Recipe, x: &Tensor<T>) -> Result<(), String> {
    let elements = x.elements();
    let rank = x.shape().len();
    let both = if rank > 1 {
        Vec::from(quantise_on_both_axes(*recipe, x))
    } else {
        Vec::new()
    };
    for quantised in &both {
        check(recipe, &elements, quantised)?;
    }
    for axis in 0..rank {
        let alone = quantise(*recipe, x, axis);
        check(recipe, &elements, &alone)?;
        if both.get(rank - 1 - axis).is_some_and(|both| *both != alone) {
            return Err(format!("axis {axis} alone differs from both at once"));
        }
    }
    Ok(())
}

#[test]
fn every_shape_format_and_rule_keeps_its_promises() {
    for (i, shape) in SHAPES.iter().enumerate() {
        for format in ElementFormat::ALL {
            for rule in rules(format) {
                let rounding = Rounding::ALL[i % 3];
                let recipe = recipe(format, rounding, rule, 32);
                let kind = NUMBERS[i % NUMBERS.len()];
                let seed = i as u64;
                for result in [
                    check_tensor(&recipe, &tensor::<bf16>(kind, seed, shape)),
                    check_tensor(&recipe, &tensor::<f16>(kind, seed, shape)),
                    check_tensor(&recipe, &tensor::<f32>(kind, seed, shape)),
                ] {
                    result.unwrap_or_else(|why| panic!("{shape:?}, {kind:?}: {why}"));
                }
            }
        }
    }
}

#[test]
fn empty_tensors_have_nothing_to_write() {
    for shape in EMPTY {
        for format in ElementFormat::ALL {
            let recipe = recipe(format, Rounding::TiesToEven, floor_rule(format), 32);
            let x = tensor::<bf16>(Numbers::Normal, 0, shape);
            let mut all = Vec::from(quantise_on_both_axes(recipe, &x));
            all.extend((0..shape.len()).map(|axis| quantise(recipe, &x, axis)));
            for quantised in all {
                assert!(quantised.elements.is_empty(), "{shape:?}");
                assert!(quantised.padding().is_empty(), "{shape:?}");
            }
        }
    }
}

fn any_recipe() -> impl Strategy<Value = Recipe> {
    let format = prop::sample::select(ElementFormat::ALL.as_slice());
    let rounding = prop::sample::select(Rounding::ALL.as_slice());
    (format, rounding, any::<prop::sample::Index>()).prop_map(|(format, rounding, rule)| {
        recipe(format, rounding, *rule.get(&rules(format)), 32)
    })
}

fn any_numbers() -> impl Strategy<Value = (Numbers, u64)> {
    (prop::sample::select(NUMBERS.as_slice()), any::<u64>())
}

/// Shapes of rank 2 to 4 whose two last dimensions are even, so that either may be last in any format.
fn any_shape() -> impl Strategy<Value = Vec<i64>> {
    let matrix = (1i64..=70, 1i64..=70).prop_map(|(m, n)| vec![2 * m, 2 * n]);
    (prop::collection::vec(1i64..=3, 0..=2), matrix)
        .prop_map(|(outer, matrix)| [outer, matrix].concat())
}

/// The codes and scale bytes of each element after dimensions were exchanged as `order` says.
fn permuted(quantised: &Quantised, order: &[usize]) -> (Vec<u8>, Vec<u8>) {
    let pick = |bytes| {
        Tensor::contiguous(&quantised.shape, bytes)
            .permuted(order)
            .elements()
    };
    (pick(quantised.codes()), pick(quantised.scale_of_each()))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        // Shapes and seeds are small enough to write a failure down as a test.
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn elements_and_scales_keep_their_promises(
        recipe in any_recipe(), (kind, seed) in any_numbers(), shape in any_shape(),
    ) {
        for result in [
            check_tensor(&recipe, &tensor::<bf16>(kind, seed, &shape)),
            check_tensor(&recipe, &tensor::<f16>(kind, seed, &shape)),
            check_tensor(&recipe, &tensor::<f32>(kind, seed, &shape)),
        ] {
            prop_assert_eq!(result, Ok(()));
        }
    }

    #[test]
    fn longer_blocks_keep_their_promises(
        recipe in any_recipe(), (kind, seed) in any_numbers(), chunks in 1usize..=32, length in 1i64..=1100, last: bool,
    ) {
        // The rules for FLOAT4 that look at more than the exponent are for blocks of 32.
        prop_assume!(matches!(recipe.scale, ScaleRule::Floor { .. } | ScaleRule::Ceiling { .. }));
        let recipe = Recipe { block: 32 * chunks, ..recipe };
        let (shape, axis) = if last { ([3, 2 * length], 1) } else { ([2 * length, 6], 0) };
        let x = tensor::<bf16>(kind, seed, &shape);
        prop_assert_eq!(check(&recipe, &x.elements(), &quantise(recipe, &x, axis)), Ok(()));
    }

    #[test]
    fn the_last_axis_is_the_one_before_of_the_transposed(
        recipe in any_recipe(), (kind, seed) in any_numbers(), shape in any_shape(),
    ) {
        let x = tensor::<bf16>(kind, seed, &shape);
        let mut order: Vec<usize> = (0..shape.len()).collect();
        order.swap(shape.len() - 1, shape.len() - 2);
        let [last, before] = quantise_on_both_axes(recipe, &x);
        let [transposed_last, transposed_before] = quantise_on_both_axes(recipe, &x.permuted(&order).dense());
        let seen = |quantised: &Quantised| (quantised.codes(), quantised.scale_of_each());
        prop_assert_eq!(permuted(&last, &order), seen(&transposed_before));
        prop_assert_eq!(permuted(&before, &order), seen(&transposed_last));
    }

    #[test]
    fn any_axis_is_the_last_one_of_the_permuted(
        recipe in any_recipe(), (kind, seed) in any_numbers(),
        outer in prop::collection::vec(1i64..=3, 0..=5), length in 1i64..=50, inner in 1i64..=20, place in any::<prop::sample::Index>(),
    ) {
        let mut shape = [outer, vec![2 * inner]].concat();
        let axis = place.index(shape.len());
        shape.insert(axis, 2 * length);
        let x = tensor::<f16>(kind, seed, &shape);
        let mut order: Vec<usize> = (0..shape.len()).filter(|&i| i != axis).collect();
        order.push(axis);
        let last = quantise(recipe, &x.permuted(&order).dense(), shape.len() - 1);
        let inside = quantise(recipe, &x, axis);
        prop_assert_eq!(permuted(&inside, &order), (last.codes(), last.scale_of_each()));
    }

    #[test]
    fn strides_change_nothing(
        recipe in any_recipe(), (kind, seed) in any_numbers(), shape in any_shape(), keys in prop::collection::vec(any::<u32>(), 4),
        steps in prop::collection::vec(-2i64..=2, 4), gap in 0i64..=3,
    ) {
        // Dimensions lie in memory in any order, with gaps; a step of 0 repeats elements, a negative one walks backwards.
        let rank = shape.len();
        let mut order: Vec<usize> = (0..rank).collect();
        order.sort_by_key(|&i| keys[i]);
        let (mut strides, mut offset, mut reach) = (vec![0; rank], 0, 1);
        for &i in &order {
            strides[i] = steps[i] * reach;
            offset += if steps[i] < 0 { -strides[i] * (shape[i] - 1) } else { 0 };
            reach *= steps[i].abs().max(1) * shape[i] + gap;
        }
        let x = Tensor {
            storage: numbers::<bf16>(kind, seed, reach as usize),
            layout: Layout::new(shape.as_slice().into(), strides.as_slice().into(), offset),
        };
        prop_assert_eq!(quantise_on_both_axes(recipe, &x), quantise_on_both_axes(recipe, &x.dense()));
        let axis = order[0];
        let dense = quantise(recipe, &x.dense(), axis);
        prop_assert_eq!(&quantise(recipe, &x, axis), &dense);
        if recipe.format.parameters().bits() == 8 {
            let mut places = Layout::contiguous(&shape);
            let mut stride = 1;
            let mut strides = vec![0; rank];
            for &i in &order {
                strides[i] = stride;
                stride *= shape[i] + gap;
            }
            places = Layout::new(places.shape().into(), strides.as_slice().into(), 0);
            prop_assert_eq!(&quantise_to(recipe, &x, axis, places), &dense);
        }
    }

    #[test]
    fn quantising_what_was_restored_changes_nothing(
        format in prop::sample::select(ElementFormat::ALL.as_slice()), seed: u64, shape in any_shape(),
    ) {
        let recipe = recipe(format, Rounding::TiesToEven, floor_rule(format), 32);
        let axis = shape.len() - 1;
        let once = quantise(recipe, &tensor::<f32>(Numbers::Normal, seed, &shape), axis);
        let restored = dequantise(&once);
        let values: Vec<f64> = restored.elements().into_iter().map(f64::from).collect();
        prop_assert_eq!(&values, &once.values());
        prop_assert_eq!(quantise(recipe, &restored, axis), once);
    }
}

/// Tensors of many pieces of work, with short ones at the end: one number for each shape and format.
fn hashes() -> Vec<u64> {
    let shapes: [&[i64]; 6] = [
        &[1, 200_002],
        &[70_001, 2],
        &[321, 1030],
        &[5, 130, 258],
        &[40, 2, 96, 34],
        &[2, 1, 3, 1, 2, 97, 130],
    ];
    let mut hashes = Vec::new();
    for (seed, shape) in shapes.into_iter().enumerate() {
        for format in ElementFormat::ALL {
            let recipe = recipe(format, Rounding::TiesToEven, rules(format)[1], 32);
            let mut hasher = DefaultHasher::new();
            for kind in [Numbers::Wide, Numbers::NotFinite] {
                let x = tensor::<bf16>(kind, seed as u64, shape);
                let mut all = Vec::from(quantise_on_both_axes(recipe, &x));
                all.extend((0..shape.len()).map(|axis| quantise(recipe, &x, axis)));
                for quantised in all {
                    (quantised.elements, quantised.scales).hash(&mut hasher);
                }
            }
            hashes.push(hasher.finish());
        }
    }
    hashes
}

#[test]
fn threads_and_instruction_sets_give_the_same_bytes() {
    assert_same_hashes(
        "mx_properties::threads_and_instruction_sets_give_the_same_bytes",
        24,
        ["2", "3", "4"],
        hashes,
    );
}
