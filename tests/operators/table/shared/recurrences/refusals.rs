//! Errors of recurrences, and the gradient beside quotients of differences.

use crate::table::shared::recurrences::*;

/// The message with which a changed sample is refused.
pub fn refused(name: &str, mut sample: Vec<Argument>, at: usize, argument: Argument) -> String {
    sample[at] = argument;
    call(entry(name), &sample).unwrap_err().message
}

#[test]
pub fn numbers_outside_are_errors_of_the_stream() {
    type Refused = (
        &'static str,
        fn() -> Vec<Vec<Argument>>,
        usize,
        usize,
        &'static [i64],
        &'static str,
    );
    const EACH: &[Refused] = &[
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            4,
            &[0, 5, 8],
            "`queryStartLocOptional`",
        ),
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            4,
            &[1, 5, 7],
            "`queryStartLocOptional`",
        ),
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            4,
            &[0, 9, 7],
            "`queryStartLocOptional`",
        ),
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            5,
            &[0, 3],
            "`cacheIndicesOptional`",
        ),
        (
            "aclnnCausalConv1dFn",
            conv_fn,
            0,
            5,
            &[0, -2],
            "`cacheIndicesOptional`",
        ),
        (
            "aclnnCausalConv1dUpdate",
            conv_update,
            0,
            6,
            &[6, 0],
            "`numAcceptedTokensOptional`",
        ),
        (
            "aclnnCausalConv1dUpdate",
            conv_update,
            0,
            6,
            &[-1, 0],
            "`numAcceptedTokensOptional`",
        ),
        (
            "aclnnRecurrentGatedDeltaRule",
            recurrent,
            0,
            5,
            &[2, 4],
            "`actualSeqLengths`",
        ),
        (
            "aclnnRecurrentGatedDeltaRule",
            recurrent,
            0,
            5,
            &[-1, 6],
            "`actualSeqLengths`",
        ),
        (
            "aclnnRecurrentGatedDeltaRule",
            recurrent,
            0,
            6,
            &[0, 1, 2, 6, 4],
            "`ssmStateIndices`",
        ),
        (
            "aclnnRecurrentGatedDeltaRule",
            recurrent,
            0,
            9,
            &[1, 4],
            "`numAcceptedTokens`",
        ),
        (
            "aclnnChunkGatedDeltaRule",
            chunked,
            0,
            5,
            &[5, 1],
            "`actualSeqLengths`",
        ),
    ];
    for &(name, samples, number, at, numbers, word) in EACH {
        let message = refused(name, samples().swap_remove(number), at, given(numbers));
        assert!(message.contains(word), "{name} {numbers:?}: {message}");
    }
    let fused = "aclnnFusedCausalConv1d";
    for (at, numbers) in [(10, [1, 3]), (10, [-1, 0]), (11, [3, 0])] {
        let sample = fused_of(false).swap_remove(0);
        let message = refused(fused, sample, at, given(&numbers));
        let name = entry(fused).parameters[at].name;
        assert!(message.contains(&format!("`{name}`")), "{message}");
    }
}

#[test]
pub fn the_reference_of_gradients_of_convolutions_is_the_derivative() {
    use crate::table::shared::hyper_connections::{assert_near, by_differences};
    let shape = [4, 2, 3];
    let (x, weight) = (varied(F64, &shape, 1), small(F64, &[3, 3], 2));
    let (mask, gradient) = (masks(&[2, 4]), varied(F64, &shape, 3));
    let numbers = |argument: &Argument| -> Vec<f64> {
        let floats = crate::reference::rows::floats(argument);
        floats.iter().map(|x| x.to_f64()).collect()
    };
    let forward = [x.clone(), weight.clone(), mask.clone()];
    let got = reference::masked_gradient(&Arguments::new(
        entry("aclnnMaskedCausalConv1dBackward"),
        &[gradient.clone(), x, weight, mask],
    ));
    for (at, got) in got.iter().enumerate() {
        let got: Vec<f64> = got.iter().map(|x| x.real().to_f64()).collect();
        let weights = [numbers(&gradient)];
        let wanted = by_differences(
            reference::masked,
            &Arguments::of("aclnnMaskedCausalConv1d", &forward),
            &weights,
            at,
        );
        assert_near(&got, &wanted, "MaskedCausalConv1d");
    }
}
