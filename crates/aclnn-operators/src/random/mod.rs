//! Random numbers and dropout.

pub mod bernoulli;
pub mod dropout;
pub mod dropout_backward;
pub mod dropout_do_mask;
pub mod dropout_gen_mask;
pub mod dropout_v3;
pub mod dropout_v3_grad;
pub mod multinomial;
pub mod normal;
pub mod normal_out;
#[expect(
    clippy::module_inception,
    reason = "the vendor's header is aclnn_random.h"
)]
pub mod random;
pub mod randperm;
pub mod sim_thread_exponential;
pub mod stateless_bernoulli;
pub mod uniform;
