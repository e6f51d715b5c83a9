//! Contracts of gated delta rules over tokens of sequences that follow one another.

use crate::argument::{Input, Output, TensorArg};
use crate::contract::{Dtypes, none_private, on_910, on_all};
use crate::error::{Error, Result};
use crate::tensor::Dtype::{Bf16, F32, I32};

const TOKENS: Dtypes = on_910(&[]).and_910b(&[Bf16]);

/// The arguments that both forms have, under their documented names.
pub struct Rule<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key`
    pub key: &'a Input,
    /// `value`
    pub value: &'a Input,
    /// `beta`
    pub beta: &'a Input,
    /// `g`
    pub decay: Option<&'a Input>,
    /// `gk`
    pub decay_of_keys: Option<&'a Input>,
    /// `actualSeqLengths`
    pub lengths: &'a Input,
    /// `out`
    pub out: &'a Output,
    /// Most heads.
    pub most_heads: i64,
    /// Most elements of a head.
    pub most_elements: i64,
}

impl Rule<'_> {
    /// Refuses types; `states` have one of `state_types`, `numbers` are INT32.
    pub fn types(
        &self,
        states: &[&TensorArg],
        state_types: Dtypes,
        numbers: &[Option<&Input>],
    ) -> Result<()> {
        let tokens: [&TensorArg; 5] = [self.query, self.key, self.value, self.beta, self.out];
        for tensor in tokens {
            tensor.dtype_in(TOKENS)?;
        }
        for state in states {
            state.dtype_in(state_types)?;
            state.same_dtype(states[0])?;
        }
        for tensor in [self.decay, self.decay_of_keys].into_iter().flatten() {
            tensor.dtype_in(on_all(&[F32]))?;
        }
        self.lengths.dtype_in(on_all(&[I32]))?;
        for tensor in numbers.iter().flatten() {
            tensor.dtype_in(on_all(&[I32]))?;
        }
        none_private(&tokens)?;
        none_private(states)
    }

    /// Refuses shapes, and returns tokens, sequences, and the shape of a state: heads, values, keys.
    pub fn shapes(&self) -> Result<(i64, i64, [i64; 3])> {
        self.query.rank_in(3..=3)?;
        self.value.rank_in(3..=3)?;
        let (&[tokens, heads_of_keys, keys], &[_, heads, values]) =
            (self.query.shape(), self.value.shape())
        else {
            return Err(self.query.shape_refused("[tokens, heads, elements]"));
        };
        let (most_heads, most_elements) = (self.most_heads, self.most_elements);
        let is_head = |count: i64| (1..=most_heads).contains(&count);
        let is_width = |count: i64| (1..=most_elements).contains(&count);
        if tokens < 1 || !is_head(heads_of_keys) || !is_width(keys) {
            let allowed =
                format!("[at least 1, 1 to {most_heads} heads, 1 to {most_elements} elements]");
            return Err(self.query.shape_refused(allowed));
        }
        self.key.same_shape(self.query)?;
        if self.value.shape()[0] != tokens
            || !is_head(heads)
            || heads % heads_of_keys != 0
            || !is_width(values)
        {
            let allowed = format!(
                "[{tokens}, a multiple of {heads_of_keys} up to {most_heads}, 1 to {most_elements}]"
            );
            return Err(self.value.shape_refused(allowed));
        }
        let reason = "tokens and heads of `value`";
        self.beta.shape_is(&[tokens, heads], reason)?;
        if let Some(decay) = self.decay {
            decay.shape_is(&[tokens, heads], reason)?;
        }
        if let Some(decay) = self.decay_of_keys {
            decay.shape_is(
                &[tokens, heads, keys],
                "tokens and heads of `value`, and keys",
            )?;
        }
        self.out.same_shape(self.value)?;
        match *self.lengths.shape() {
            [sequences] if sequences >= 1 => Ok((tokens, sequences, [heads, values, keys])),
            _ => Err(self.lengths.shape_refused("[at least 1]")),
        }
    }
}

/// The first tokens of sequences among so many tokens, and the end of the last one.
pub fn starts(name: &'static str, ends: &[i64], tokens: i64) -> Result<()> {
    let rises = ends.windows(2).all(|pair| pair[0] <= pair[1]);
    match (ends.first(), ends.last()) {
        (Some(0), Some(&last)) if ends.len() >= 2 && rises && last == tokens => Ok(()),
        _ => {
            let allowed = format!("numbers that rise from 0 to {tokens}, the tokens");
            Err(Error::value(name, format!("{ends:?}"), allowed))
        }
    }
}
