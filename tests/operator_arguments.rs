//! Arguments that entry points of operators read from C, and the lists of types that they accept.

use hostnpu::tensor::Dtype;
use hostnpu_aclnn_operators::argument::{Arguments, Kind, Parameter, Parameters, Word, on_all};

#[test]
fn lists_of_types_are_sentences_in_the_order_of_the_documents() {
    let set = on_all(&[Dtype::Bf16, Dtype::F16, Dtype::F32]);
    assert_eq!(set.to_string(), "FLOAT, FLOAT16 or BFLOAT16");
}

const NUMBERS: Parameters = Parameters {
    names: "dimalpha",
    parameters: &[
        Parameter {
            kind: Kind::I64,
            optional: false,
            name: 3,
        },
        Parameter {
            kind: Kind::F32,
            optional: false,
            name: 5,
        },
    ],
    null: None,
};

#[test]
fn numbers_come_out_as_they_went_in() {
    let words = [(-3_i64).word(), 0.5_f32.word()];
    let mut arguments = Arguments::default();
    // SAFETY: words of the two types.
    unsafe { arguments.read(&NUMBERS, &words) }.unwrap();
    let mut taking = arguments.take();
    assert_eq!(
        (taking.take_next::<i64>(), taking.take_next::<f32>()),
        (-3, 0.5)
    );
}

#[test]
fn a_required_argument_that_is_null_is_refused_under_its_name_and_code() {
    let of = Parameters {
        names: "selfother",
        parameters: &[Parameter {
            kind: Kind::Tensor,
            optional: false,
            name: 4,
        }],
        null: Some(7),
    };
    // SAFETY: null is a word of any pointer.
    let failure = unsafe { Arguments::default().read(&of, &[0]) }.unwrap_err();
    assert_eq!(failure.code(), Some(7));
    assert!(
        failure.error.to_string().contains("`self`"),
        "{}",
        failure.error
    );
}
