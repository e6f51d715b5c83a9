//! The table of operators that graphs know by name.

use hostnpu_aclnn_operators::by_name::operators::{Source, all};
use hostnpu_aclnn_operators::by_name::table::OPERATORS;
use hostnpu_aclnn_operators::entry::Value;

#[test]
fn names_are_sorted_and_arguments_are_as_many_as_parameters() {
    assert!(
        OPERATORS.is_sorted_by(|a, b| a.op_type <= b.op_type),
        "a search finds them"
    );
    for operator in OPERATORS {
        let (given, wanted) = (operator.arguments.len(), operator.entry.parameters.len());
        assert_eq!(given, wanted, "{}", operator.op_type);
        assert!(!all(operator.op_type).is_empty());
        assert!(operator.outputs() > 0, "{}", operator.op_type);
    }
    assert!(all("Conv7D").is_empty());
}

#[test]
fn arguments_are_of_the_kinds_of_their_parameters() {
    for operator in OPERATORS {
        let pairs = operator.arguments.iter().zip(operator.entry.parameters);
        for (source, parameter) in pairs {
            let words: &[&str] = match source {
                Source::Input(_)
                | Source::Optional(_)
                | Source::InOrderOfOutput(_)
                | Source::Transposed(..)
                | Source::Turned(_)
                | Source::State(_)
                | Source::ZerosLike(_) => &["Input", "MutInput", "InOut", "ConstInOut"],
                Source::Output(_)
                | Source::Indices(_)
                | Source::Spare(..)
                | Source::SpareState(_) => &["Output", "ConstOutput", "InOut", "ConstInOut"],
                Source::Inputs(_) => &["Inputs", "MutInputs"],
                Source::List(_) => &["Inputs", "MutInputs", "Outputs", "ConstOutputs"],
                Source::OutputType => &["DataType"],
                Source::Factor(_) | Source::Number(..) | Source::NumberIn(_) => {
                    &["Scalar", "MutScalar"]
                }
                Source::Double(..) => &["f32", "f64"],
                // Any value of an attribute fits.
                Source::Int(..)
                | Source::IntIn(_)
                | Source::OnlyInt(..)
                | Source::ComputedInt(_)
                | Source::Reduction(_)
                | Source::OneOf(..) => &["i64"],
                Source::Flag(..) => &["bool"],
                Source::IntsIn(_) | Source::Ints(_) | Source::Computed(..) => &["Ints", "MutInts"],
                Source::Constant(Value::Pointer(0)) => {
                    assert!(parameter.optional, "{}", operator.op_type);
                    continue;
                }
                Source::Constant(Value::Bool(_)) => &["bool"],
                Source::Constant(Value::Float(_)) => &["f32", "f64"],
                Source::Constant(_) => &["i8", "i32", "i64", "u64", "c_int", "DataType"],
            };
            let (name, word) = (parameter.name, parameter.word);
            assert!(
                words.contains(&word),
                "{}: {name} is {word}",
                operator.op_type
            );
            if matches!(source, Source::Optional(_)) {
                assert!(
                    parameter.optional,
                    "{}: {name} is required",
                    operator.op_type
                );
            }
        }
    }
}
