//! Samples and checks of several operators: products, and nothing else.

use crate::arguments::Arguments;
use crate::reference::products as reference;
use hostnpu::tensor::Dtype;

/// The type of results before they are stored.
pub fn result(arguments: &Arguments) -> Option<Dtype> {
    let [a, b, out] = [["self"; 2], ["mat2", "vec"], ["out"; 2]].map(|at| arguments[at].dtype());
    let math = reference::number(arguments.last()?) as i64;
    Some(reference::types(a?, b?, out?, math).1)
}
