//! Weights of quantised products in the order in which products read them, beside what belongs to them.

#![forbid(unsafe_code)]

use super::blocked::Blocked;
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise;

/// A weight, its scales and its bias, and where they go.
pub struct PreparedWeight {
    /// The weight, of columns by inner elements.
    pub weight: Arg,
    /// Its blocks.
    pub blocked: Blocked,
    /// The storage of the weight in blocks.
    pub stored: Arg,
    /// Scales, and their copy.
    pub scales: [Arg; 2],
    /// The bias, and its copy.
    pub bias: Option<[Arg; 2]>,
}

/// Plans the weight in blocks, and copies of what belongs to it.
pub fn prepared_weight(of: PreparedWeight) -> Result<Call> {
    let mut all = Sequence::default();
    let [weight, stored] = [of.weight, of.stored].map(|arg| all.add(arg));
    all.then(of.blocked.pack(weight, stored)?)?;
    for [from, to] in [of.scales].into_iter().chain(of.bias) {
        let [from, to] = [all.add(from), all.add(to)];
        all.then(pointwise::copy(from, to)?)?;
    }
    Ok(all.finish())
}
