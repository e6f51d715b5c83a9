//! Operators of the category `random`, a file for each with its versions.

mod bernoulli;
mod dropout;
mod dropout_backward;
mod dropout_do_mask;
mod dropout_gen_mask;
mod dropout_v3_grad;
mod multinomial;
mod normal;
mod normal_out;
#[expect(
    clippy::module_inception,
    reason = "a category and one of its operators are named alike"
)]
mod random;
mod randperm;
mod sim_thread_exponential;
mod stateless_bernoulli;
mod uniform;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        bernoulli::rows(),
        dropout::rows(),
        dropout_backward::rows(),
        dropout_do_mask::rows(),
        dropout_gen_mask::rows(),
        dropout_v3_grad::rows(),
        multinomial::rows(),
        normal::rows(),
        normal_out::rows(),
        random::rows(),
        randperm::rows(),
        sim_thread_exponential::rows(),
        stateless_bernoulli::rows(),
        uniform::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
