//! Attention of aclnn and its gradients, beside the time that its matrix products take at the rate of `aclnnMm` in the same run.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use std::time::Instant;

use hostnpu::abi::acl::types::aclDataType;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, Value};
use support::device::{self, Memory, Tensor, enqueue, set_mode, synchronise};
use support::machine;

/// Batch, heads, queries and keys, elements of a head.
const CASES: [[usize; 4]; 6] = [
    [1, 8, 512, 64],
    [4, 8, 512, 64],
    [1, 8, 2048, 64],
    [1, 4, 2048, 128],
    [1, 16, 1024, 128],
    [1, 32, 2048, 128],
];

/// The shortest time of a call in seconds.
fn best(mut call: impl FnMut()) -> f64 {
    let (mut best, start) = (f64::INFINITY, Instant::now());
    let mut calls = 0;
    while calls < 3 || start.elapsed().as_secs_f64() < 1.0 {
        let begin = Instant::now();
        call();
        best = best.min(begin.elapsed().as_secs_f64());
        calls += 1;
    }
    best
}

/// Seconds of a call of an operator.
fn time(name: &str, arguments: &[Value]) -> f64 {
    let entry = ENTRY_POINTS.iter().find(|entry| entry.name == name);
    let entry = entry.expect("an operator");
    best(|| {
        enqueue(
            |size, executor| (entry.first_phase)(arguments, size, executor),
            entry.second_phase,
        );
        synchronise();
    })
}

/// Tensors of small numbers, with their memory.
struct Tensors(Vec<(Memory, Tensor)>);

impl Tensors {
    fn add(&mut self, shape: &[usize]) -> Value {
        let count = shape.iter().product::<usize>();
        let numbers: Vec<f32> = (0..count).map(|i| (i % 61) as f32 / 61.0 - 0.5).collect();
        let memory = Memory::holding(&numbers);
        let shape: Vec<i64> = shape.iter().map(|&extent| extent as i64).collect();
        let tensor = Tensor::new(&memory, aclDataType::ACL_FLOAT, &shape);
        let value = Value::Pointer(tensor.handle().expose_provenance());
        self.0.push((memory, tensor));
        value
    }
}

/// Products per second of a square matrix product.
fn rate() -> f64 {
    const SIDE: usize = 1024;
    let mut tensors = Tensors(Vec::new());
    let mut arguments: Vec<Value> = (0..3).map(|_| tensors.add(&[SIDE, SIDE])).collect();
    arguments.push(Value::Int(0));
    (SIDE * SIDE * SIDE) as f64 / time("aclnnMm", &arguments)
}

/// Seconds of attention and of its gradients.
fn attention([batch, heads, rows, elements]: [usize; 4]) -> [f64; 2] {
    let mut tensors = Tensors(Vec::new());
    let mut operand = || tensors.add(&[batch, heads, rows, elements]);
    let [query, key, value, result, by_result] = [(); 5].map(|()| operand());
    let gradients = [(); 3].map(|()| operand());
    let [largest, sum] = [(); 2].map(|()| tensors.add(&[batch, heads, rows, 8]));
    let layout = Value::Pointer(c"BNSD".as_ptr().expose_provenance());
    let null = Value::Pointer(0);
    let numbers = [
        Value::Float(0.125),
        Value::Float(1.0),
        Value::Int(65536),
        Value::Int(65536),
        Value::Int(heads as i64),
        layout,
        Value::Int(0),
        Value::Int(0),
    ];
    let forward = [
        &[query, key, value, null, null, null, null, null][..],
        &numbers,
        &[largest, sum, null, result],
    ];
    let backward = [
        &[query, key, value, by_result, null, null, null, null][..],
        &[largest, sum, null, result, null],
        &numbers,
        &gradients,
        &[null],
    ];
    [
        time("aclnnFlashAttentionScore", &forward.concat()),
        time("aclnnFlashAttentionScoreGrad", &backward.concat()),
    ]
}

fn main() {
    device::open();
    println!("{}, {} threads", machine::describe(), machine::threads());
    for mode in [c"high_precision", c"high_performance"] {
        set_mode(mode);
        let rate = rate();
        println!("{mode:?}: aclnnMm of 1024: {:.1} G products/s", rate / 1e9);
        for case in CASES {
            let [batch, heads, rows, elements] = case;
            let product = (batch * heads * rows * rows * elements) as f64;
            let names = [("forward", 2.0), ("gradients", 5.0)];
            for ((name, products), time) in names.into_iter().zip(attention(case)) {
                let least = products * product / rate;
                println!(
                    "{case:?} {name}: {:.3} ms, {:.2} times its {products} products",
                    time * 1e3,
                    time / least
                );
            }
        }
    }
}
