//! The result of a layer that is spread over the streams of each token, beside the mixed streams; and its gradients.

#![forbid(unsafe_code)]

use super::{BLOCK, MATRIX, MOST_STREAMS, TOKENS, blocks};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{ReadFloatsView, Temporary, WriteFloatsView, kernel, operands};
use hostnpu_kernels::rows::{add_scaled, products};
use hostnpu_tensor::cuts;

/// The operands of the next streams.
pub struct Streams {
    /// (batches, tokens, streams, elements).
    pub x: Arg,
    /// The share of each stream, in rows, in each next one; without it streams stay themselves.
    pub mixing: Option<Arg>,
    /// The result of a layer: (batches, tokens, elements).
    pub result: Arg,
    /// Its share in each stream.
    pub spread: Arg,
}

operands! {
    struct Read => ReadAt {
        x: ReadFloatsView<4>,
        mixing: Option<ReadFloatsView<4>>,
        result: ReadFloatsView<3>,
        spread: ReadFloatsView<3>,
    }
}

impl Streams {
    fn read(self) -> Result<Read> {
        Ok(Read {
            x: ReadFloatsView::of(self.x)?,
            mixing: self.mixing.map(ReadFloatsView::of).transpose()?,
            result: ReadFloatsView::of(self.result)?,
            spread: ReadFloatsView::of(self.spread)?,
        })
    }
}

impl ReadAt<'_> {
    /// The matrix of a token, and the shares of the result.
    fn token(
        &self,
        [batch, token]: [usize; 2],
        streams: usize,
    ) -> ([f64; MATRIX], [f64; MOST_STREAMS]) {
        let (mut mixing, mut spread) = ([0.0; MATRIX], [0.0; MOST_STREAMS]);
        for (stream, row) in mixing.chunks_mut(streams).take(streams).enumerate() {
            match &self.mixing {
                Some(mixing) => mixing.load([batch, token, stream], 0, row),
                None => row[stream] = 1.0,
            }
        }
        self.spread.load([batch, token], 0, &mut spread[..streams]);
        (mixing, spread)
    }
}

operands! {
    struct Forward => ForwardAt {
        read: Read,
        out: WriteFloatsView<4>,
        memory: Temporary<f64>,
    }
}

/// Plans the next streams: `out[j] = sum(mixing[i][j] * x[i]) + spread[j] * result`.
pub fn post(of: Streams, out: Arg) -> Result<Call> {
    let [batches, tokens, streams, elements] = out.extents::<4>()?;
    let each = (streams + 2) * BLOCK;
    let operands = Forward {
        read: of.read()?,
        out: WriteFloatsView::as_it_lies(out)?,
        memory: Temporary::of(LANES * each),
    };
    let cost = 4 * batches * tokens * streams * elements * (streams + 1);
    kernel(operands, cost, move |at: ForwardAt| {
        let ForwardAt { read, out, memory } = at;
        let parts = out.boxes([1, TOKENS, streams, elements.max(1)]);
        let in_batch = tokens.div_ceil(TOKENS).max(1);
        let memory = cuts::chunks(memory, each);
        cuts::for_each_part_with(memory, parts, |piece, memory, mut out| {
            let (batch, first) = (piece / in_batch, piece % in_batch * TOKENS);
            for own in 0..out.shape()[1] {
                let at = [batch, first + own];
                let (mixing, spread) = read.token(at, streams);
                for (start, count) in blocks(elements, BLOCK) {
                    let mut rows = memory.chunks_mut(BLOCK).map(|row| &mut row[..count]);
                    let mut next = || rows.next().unwrap_or_default();
                    let [result, sum] = [0; 2].map(|_| next());
                    let mut x: [&mut [f64]; MOST_STREAMS] = std::array::from_fn(|_| next());
                    read.result.load(at, start, result);
                    for (stream, x) in x.iter_mut().enumerate().take(streams) {
                        read.x.load([at[0], at[1], stream], start, x);
                    }
                    for to in 0..streams {
                        sum.fill(0.0);
                        for (from, x) in x.iter().take(streams).enumerate() {
                            let share = mixing[from * streams + to];
                            // Without a matrix other streams are not looked at: they may hold infinities.
                            if read.mixing.is_some() || from == to {
                                add_scaled(sum, x, share);
                            }
                        }
                        add_scaled(sum, result, spread[to]);
                        out.row([0, own, to]).store_with_one_nan(start, sum);
                    }
                }
            }
        });
        Ok(())
    })
}

/// Gradients by what [`Streams`] are made of, and the gradient by the next streams.
pub struct Gradients {
    /// By the next streams.
    pub gradient: Arg,
    /// By `x`.
    pub by_x: Arg,
    /// By `mixing`.
    pub by_mixing: Arg,
    /// By `result`.
    pub by_result: Arg,
    /// By `spread`.
    pub by_spread: Arg,
}

operands! {
    struct Backward => BackwardAt {
        read: Read,
        gradient: ReadFloatsView<4>,
        by_x: WriteFloatsView<4>,
        by_mixing: WriteFloatsView<4>,
        by_result: WriteFloatsView<3>,
        by_spread: WriteFloatsView<3>,
        memory: Temporary<f64>,
    }
}

/// Plans the gradients of [`post`].
pub fn post_gradients(of: Streams, gradients: Gradients) -> Result<Call> {
    let [batches, tokens, streams, elements] = gradients.by_x.extents::<4>()?;
    let each = (streams + 3) * BLOCK;
    let operands = Backward {
        read: of.read()?,
        gradient: ReadFloatsView::of(gradients.gradient)?,
        by_x: WriteFloatsView::as_it_lies(gradients.by_x)?,
        by_mixing: WriteFloatsView::as_it_lies(gradients.by_mixing)?,
        by_result: WriteFloatsView::as_it_lies(gradients.by_result)?,
        by_spread: WriteFloatsView::as_it_lies(gradients.by_spread)?,
        memory: Temporary::of(LANES * each),
    };
    let cost = 8 * batches * tokens * streams * elements * (streams + 1);
    kernel(operands, cost, move |at: BackwardAt| {
        let BackwardAt {
            read,
            gradient,
            by_x,
            by_mixing,
            by_result,
            by_spread,
            memory,
        } = at;
        let parts = (
            by_x.boxes([1, TOKENS, streams, elements.max(1)]),
            by_mixing.boxes([1, TOKENS, streams, streams]),
            by_result.boxes([1, TOKENS, elements.max(1)]),
            by_spread.boxes([1, TOKENS, streams]),
        );
        let in_batch = tokens.div_ceil(TOKENS).max(1);
        let memory = cuts::chunks(memory, each);
        cuts::for_each_part_with(memory, parts, |piece, memory, parts| {
            let (mut by_x, mut by_mixing, mut by_result, mut by_spread) = parts;
            let (batch, first) = (piece / in_batch, piece % in_batch * TOKENS);
            for own in 0..by_x.shape()[1] {
                let at = [batch, first + own];
                let (mixing, spread) = read.token(at, streams);
                let (mut of_mixing, mut of_spread) = ([0.0; MATRIX], [0.0; MOST_STREAMS]);
                for (start, count) in blocks(elements, BLOCK) {
                    let mut rows = memory.chunks_mut(BLOCK).map(|row| &mut row[..count]);
                    let mut next = || rows.next().unwrap_or_default();
                    let [x, sum, result] = [0; 3].map(|_| next());
                    let g: [&mut [f64]; MOST_STREAMS] = std::array::from_fn(|_| next());
                    read.result.load(at, start, result);
                    for stream in 0..streams {
                        gradient.load([at[0], at[1], stream], start, g[stream]);
                        of_spread[stream] += products(g[stream], result);
                    }
                    for from in 0..streams {
                        read.x.load([at[0], at[1], from], start, x);
                        sum.fill(0.0);
                        for (to, g) in g.iter().take(streams).enumerate() {
                            let place = from * streams + to;
                            of_mixing[place] += products(x, g);
                            if read.mixing.is_some() || from == to {
                                add_scaled(sum, g, mixing[place]);
                            }
                        }
                        by_x.row([0, own, from]).store_with_one_nan(start, sum);
                    }
                    sum.fill(0.0);
                    for (g, &share) in g.iter().zip(&spread).take(streams) {
                        add_scaled(sum, g, share);
                    }
                    by_result.row([0, own]).store_with_one_nan(start, sum);
                }
                for (from, row) in of_mixing.chunks(streams).take(streams).enumerate() {
                    by_mixing.row([0, own, from]).store_with_one_nan(0, row);
                }
                by_spread
                    .row([0, own])
                    .store_with_one_nan(0, &of_spread[..streams]);
            }
        });
        Ok(())
    })
}
