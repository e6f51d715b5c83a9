//! Products of quantised matrices that Ascend950 does not have.

use crate::arguments::Arguments;
use crate::table::entry;
use crate::table::shared::matmul::quantised::*;

pub const ON_910B: &str = "table::shared::matmul::quantised::on_910b::products_of_910b";

/// On a chip that has them, in a process of its own.
#[test]
fn products_of_910b() {
    if !crate::chips::is("Ascend910B1", ON_910B) {
        return;
    }
    for (name, samples) in [
        ("aclnnFusedQuantMatmul", fused_samples(false)),
        ("aclnnFusedQuantMatmulWeightNz", fused_samples(true)),
    ] {
        for (number, sample) in samples.iter().enumerate() {
            let outputs = crate::call::call(entry(name), sample)
                .unwrap_or_else(|refusal| panic!("{name} sample {number}: {refusal:?}"));
            assert!(
                outputs == reference::fused(&Arguments::new(entry(name), sample)),
                "{name} sample {number}"
            );
        }
    }
    for (number, sample) in summed().iter().enumerate() {
        let outputs = crate::call::call(entry("aclnnQuantMatmulReduceSumWeightNz"), sample)
            .unwrap_or_else(|refusal| panic!("sum {number}: {refusal:?}"));
        assert!(
            outputs
                == reference::summed(&Arguments::new(
                    entry("aclnnQuantMatmulReduceSumWeightNz"),
                    sample
                )),
            "sum {number}"
        );
        // A storage that counts the elements of the view, in memory whose end is not known; `c_tests/aclnn/prepared_weights.c` has the other.
        let mut counted = sample.clone();
        let weight = &mut counted[1].tensors_mut()[0];
        weight.shape = vec![weight.shape.iter().product()];
        weight.strides = vec![1];
        let refused = crate::call::call(entry("aclnnQuantMatmulReduceSumWeightNz"), &counted);
        assert!(refused.is_err(), "sum {number}");
    }
    // Weights of INT4 with words of scales, and blocks of INT8.
    let words = Call::new([I8, I4, U64, F16], [7, 512, 16])
        .x1_scale(F32, &[7, 1])
        .x2_scale(&[2, 16]);
    let with_offset = |mut call: Call| {
        call.y_offset = Some(numbers(F32, &[16], 5));
        call.x2_scale.contents = Contents::Numbers(
            (0..61)
                .map(|i| f64::from(((i * 7 % 31 + 1) as f32 / 16.0).to_bits()))
                .collect(),
        );
        call
    };
    let mut calls = vec![
        with_offset(words.clone()),
        with_offset(words.x2_scale(&[16])),
    ];
    let mut blocks = Call::new([I8, I8, F32, Bf16], [7, 512, 256])
        .transposed([false, true])
        .x1_scale(F32, &[7, 4])
        .x2_scale(&[2, 4]);
    blocks.bias = Some(numbers(F32, &[256], 3));
    calls.push(blocks);
    let fifth = calls.iter().map(|call| ("aclnnQuantMatmulV5", call));
    let mut blocked = four_bits_in_blocks();
    for out in [F16, Bf16] {
        let mut call =
            with_offset(Call::new([I8, I32, U64, out], [7, 512, 16]).x1_scale(F32, &[7, 1]));
        call.x2 = in_blocks(I32, &[512, 2], false, 8, contents(I32, 2));
        blocked.push(call);
    }
    let blocked = blocked
        .iter()
        .map(|call| ("aclnnQuantMatmulWeightNz", call));
    for (number, (name, call)) in fifth.chain(blocked).enumerate() {
        let sample = call.arguments(5);
        let outputs = crate::call::call(entry(name), &sample)
            .unwrap_or_else(|refusal| panic!("{name} call {number}: {refusal:?}"));
        assert!(
            outputs == reference::product(&Arguments::new(entry(name), &sample)),
            "{name} call {number}"
        );
    }
    for (name, is_third) in [
        ("aclnnWeightQuantBatchMatmulV2", false),
        ("aclnnWeightQuantBatchMatmulV3", true),
    ] {
        for (number, sample) in weights(is_third).iter().enumerate() {
            let outputs = crate::call::call(entry(name), sample)
                .unwrap_or_else(|refusal| panic!("{name} sample {number}: {refusal:?}"));
            assert!(
                outputs == reference::weight(&Arguments::new(entry(name), sample)),
                "{name} sample {number}"
            );
        }
    }
}

/// INT4 in FRACTAL_NZ, with biases and offsets of the results.
fn four_bits_in_blocks() -> Vec<Call> {
    let mut calls = Vec::new();
    for (of_scale, bias, out) in [
        (Bf16, Bf16, Bf16),
        (F32, Bf16, Bf16),
        (U64, I32, F16),
        (F32, I32, F16),
    ] {
        let mut call = Call::new([I4, I4, of_scale, out], [7, 64, 64]).bias(bias);
        call.x2 = in_blocks(I4, &[64, 64], false, 64, contents(I4, 2));
        calls.push(call.clone());
        call = call.x1_scale(F32, &[7]);
        call.x2_offset = Some(of(F32, &[64], scales(3)));
        calls.push(call);
    }
    calls
}

/// Weights of fewer bits whose products are quantised to INT8, and weights with scales in words.
fn weights(is_third: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let [m, k, n] = [5, 96, 16];
    let mut add = |x: Dtype,
                   weight: Dtype,
                   [scale, offset]: [Option<Tensor>; 2],
                   quant: [Option<Tensor>; 2],
                   bias: Dtype,
                   out: Dtype| {
        let mut all = vec![
            arg(numbers(x, &[m, k], 1)),
            arg(numbers(weight, &[k, packed(weight, n)], 2)),
        ];
        let optional = [scale, offset].into_iter().chain(quant);
        all.extend(optional.map(|tensor| tensor.map_or(Argument::Null, arg)));
        all.extend([arg(numbers(bias, &[n], 3)), Argument::Int(0)]);
        if is_third {
            all.push(Argument::Int(0));
        }
        all.push(arg(output(out, &[m, n])));
        samples.push(all);
    };
    for (x, bias) in [(F16, F16), (Bf16, F32)] {
        for weight in [I8, I4, I32] {
            let antiquant = || [scale(x, &[n], 4), numbers(x, &[n], 6)].map(Some);
            let columns = [Some(scale(U64, &[n], 5)), None];
            add(x, weight, antiquant(), columns, bias, I8);
            let one = [scale(U64, &[1], 5), of(F32, &[1], scales(7))].map(Some);
            add(x, weight, [antiquant()[0].clone(), None], one, bias, I8);
        }
    }
    let offset = Contents::Numbers(vec![3.0, -128.0, 127.0, 0.0, -7.0]);
    for (of_scale, offset) in [(U64, Some(of(I32, &[n], offset))), (I64, None)] {
        let antiquant = [Some(scale(of_scale, &[n], 4)), offset];
        add(F16, I8, antiquant, [None, None], F16, F16);
    }
    samples
}
