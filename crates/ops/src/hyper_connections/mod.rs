//! Hyper-connections: several residual streams of each token, which matrices of the token mix. Computed in DOUBLE and rounded once.
//!
//! Tokens are those of two axes; a stream is a row of the third one.

#![forbid(unsafe_code)]

pub mod post;
pub mod pre;
pub mod pre_gradient;
pub mod sinkhorn;

/// Tokens that are worked on together.
const TOKENS: usize = 8;

/// Elements of a stream that are worked on together.
const BLOCK: usize = 1024;

/// Most streams.
pub const MOST_STREAMS: usize = 8;

/// Numbers of a matrix at most.
const MATRIX: usize = MOST_STREAMS * MOST_STREAMS;

/// The ranges of `count` elements in blocks.
fn blocks(count: usize, size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count)
        .step_by(size)
        .map(move |first| (first, size.min(count - first)))
}
