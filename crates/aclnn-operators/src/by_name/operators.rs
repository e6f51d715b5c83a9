//! Operators behind names: which one runs, and which of its arguments come from where.

use super::given::{Given, wrong};
use super::operand::Operand;
use super::table::OPERATORS;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::op::attributes::Attribute;
use crate::abi::acl::types::*;
use crate::entry::{EntryPoint, Value};

/// Source of an argument.
#[derive(Clone, Copy)]
pub enum Source {
    /// An input, by its place.
    Input(usize),
    /// An input that may be absent.
    Optional(usize),
    /// An input, its axes in the order in which the format of the output names them.
    InOrderOfOutput(usize),
    /// An input whose last two axes are exchanged where the attribute says so.
    Transposed(usize, &'static str),
    /// An input whose last two axes are exchanged.
    Turned(usize),
    /// Zeros of the type and shape of an input.
    ZerosLike(usize),
    /// All inputs from this place on, as a list.
    Inputs(usize),
    /// An output, by its place.
    Output(usize),
    /// An output that the caller has not, of the shape of one that he has, and this type.
    Spare(usize, aclDataType),
    /// An input that is a state of a network of one layer: its first dimension of 1 may be missing.
    State(usize),
    /// An output that the caller has not, like a state.
    SpareState(usize),
    /// An output of INT64 here, which the caller may have as INT32.
    Indices(usize),
    /// A list of tensors. An optional input that is absent is left out.
    List(&'static [Source]),
    /// The data type of the first output.
    OutputType,
    /// This value.
    Constant(Value),
    /// A scalar of this value.
    Factor(f32),
    /// A scalar: an attribute with its default.
    Number(&'static str, f32),
    /// A scalar: the only element of an input, which is on the host or a constant.
    NumberIn(usize),
    /// A floating-point number: an attribute with its default.
    Double(&'static str, f32),
    /// An integer: an attribute with its default.
    Int(&'static str, i64),
    /// An integer: the only element of an input, which is on the host or a constant.
    IntIn(usize),
    /// A truth value: an attribute with its default.
    Flag(&'static str, bool),
    /// Integers in an input, which is on the host or a constant.
    IntsIn(usize),
    /// Integers in an attribute.
    Ints(&'static str),
    /// The only integer in an attribute, with its default.
    OnlyInt(&'static str, i64),
    /// Integers that follow from what is given, also from the values of these inputs. Attributes that they follow from are [`Only::Any`].
    Computed(&'static [usize], fn(&Given) -> Outcome<Vec<i64>>),
    /// An integer that follows from what is given.
    ComputedInt(fn(&Given) -> Outcome<i64>),
    /// Reduction of a loss: none is 0, mean 1 and the default, sum 2.
    Reduction(&'static str),
    /// The place of a text, with its default, among these.
    OneOf(&'static str, &'static str, &'static [&'static str]),
}

/// Permitted value of an attribute that is no argument of the operator behind a name.
#[derive(Clone, Copy)]
pub enum Only {
    /// This truth value.
    Bool(bool),
    /// This integer.
    Int(i64),
    /// This number.
    Float(f32),
    /// This text.
    Text(&'static str),
    /// This text, which is not the default: it has to be given.
    Given(&'static str),
    /// The type of the first output.
    OutputType,
    /// The name of the format in which an input, or else an output, is stored.
    InputFormat,
    /// As [`Only::InputFormat`].
    OutputFormat,
    /// Anything: it changes no value, or an argument follows from it.
    Any,
}

/// An operator behind its name.
pub struct ByName {
    /// The name. Several operators of one name differ in the inputs and the attributes that they take.
    pub op_type: &'static str,
    /// The entry point behind the name.
    pub entry: &'static EntryPoint,
    /// Sources of its arguments.
    pub arguments: &'static [Source],
    /// Attributes that are no arguments.
    pub only: &'static [(&'static str, Only)],
    /// Inputs that are not read: they follow from others.
    pub unread: &'static [usize],
}

/// Need of an input, by a table of inputs.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    Nothing,
    Optional,
    Required,
}

impl ByName {
    /// Returns true if it converts formats: operands may be of different ones.
    pub fn is_cast(&self) -> bool {
        let is_cast = |source: &Source| matches!(source, Source::InOrderOfOutput(_));
        self.arguments.iter().any(is_cast)
    }

    /// The need of the input at this place.
    fn need(&self, at: usize) -> Need {
        if self.unread.contains(&at) {
            return Need::Required;
        }
        let needs = self.arguments.iter().map(|source| need(source, at));
        let most = needs.max_by_key(|&need| need as usize);
        match most {
            // What is filled without looking at it has an input too.
            Some(Need::Nothing) | None if at == 0 && self.has_no_inputs() => Need::Optional,
            Some(need) => need,
            None => Need::Nothing,
        }
    }

    fn has_no_inputs(&self) -> bool {
        let nothing = |at: usize| {
            let mut all = self.arguments.iter();
            all.all(|source| need(source, at) == Need::Nothing)
        };
        nothing(0) && nothing(1)
    }

    /// The numbers of inputs that it may have.
    pub fn counts(&self) -> (usize, usize) {
        let list = self.arguments.iter().find_map(|source| match source {
            Source::Inputs(first) => Some(*first),
            _ => None,
        });
        if let Some(first) = list {
            return (first + 1, usize::MAX);
        }
        let (mut least, mut most) = (0, 0);
        for at in 0..MOST_INPUTS {
            match self.need(at) {
                Need::Required => (least, most) = (at + 1, at + 1),
                Need::Optional => most = at + 1,
                Need::Nothing => (),
            }
        }
        (least, most)
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        fn place(source: &Source) -> usize {
            match source {
                Source::Output(at) | Source::Indices(at) => at + 1,
                Source::List(members) => members.iter().map(place).max().unwrap_or(0),
                _ => 0,
            }
        }
        self.arguments.iter().map(place).max().unwrap_or(0)
    }

    /// Returns true if all inputs whose values are read in the call are on the host.
    fn finds_values(&self, inputs: &[Operand]) -> bool {
        let is_found = |source: &Source| match *source {
            Source::NumberIn(at) | Source::IntIn(at) | Source::IntsIn(at) => {
                inputs[at].values().is_ok()
            }
            _ => true,
        };
        self.arguments.iter().all(is_found)
    }

    /// Returns true if it takes as many inputs as these, and those that are there.
    fn takes_inputs(&self, inputs: &[Operand]) -> bool {
        let (least, most) = self.counts();
        let fits = |(at, input): (usize, &Operand)| match self.need(at) {
            Need::Required => !input.is_absent(),
            Need::Optional => true,
            Need::Nothing => input.is_absent() || most == usize::MAX,
        };
        (least..=most).contains(&inputs.len()) && inputs.iter().enumerate().all(fits)
    }

    /// Refuses attributes that it does not take. Those that begin with an underscore are the graph's own.
    fn check_attributes(&self, given: &Given) -> Outcome {
        for (name, value) in given.attributes {
            if name.starts_with('_') || self.arguments.iter().any(|source| reads(source, name)) {
                continue;
            }
            let Some((_, only)) = self.only.iter().find(|only| only.0 == name) else {
                let got = format!("with {name:?}");
                let allowed = format!("what {} takes here", self.op_type);
                return refuse("attr", got, allowed, ACL_ERROR_OP_ATTR_NOT_MATCH);
            };
            only.check(name, value, given)?;
        }
        for (name, only) in self.only {
            if let (Only::Given(text), None) = (only, given.attributes.get(*name)) {
                let got = format!("without {name:?}");
                let allowed = format!("{text:?}, which is not its default");
                return refuse("attr", got, allowed, ACL_ERROR_OP_ATTR_NOT_MATCH);
            }
        }
        Ok(())
    }
}

/// The most inputs that an operator here has, besides those in lists.
const MOST_INPUTS: usize = 16;

fn need(source: &Source, at: usize) -> Need {
    let (place, need) = match *source {
        Source::Input(place)
        | Source::InOrderOfOutput(place)
        | Source::Transposed(place, _)
        | Source::Turned(place)
        | Source::ZerosLike(place)
        | Source::State(place)
        | Source::SpareState(place)
        | Source::NumberIn(place)
        | Source::IntIn(place)
        | Source::IntsIn(place) => (place, Need::Required),
        Source::Optional(place) => (place, Need::Optional),
        Source::Computed(places, _) if places.contains(&at) => return Need::Required,
        Source::List(members) => {
            let needs = members.iter().map(|member| self::need(member, at));
            return needs
                .max_by_key(|&need| need as usize)
                .unwrap_or(Need::Nothing);
        }
        _ => return Need::Nothing,
    };
    if place == at { need } else { Need::Nothing }
}

/// Returns true if a source reads the attribute of this name.
fn reads(source: &Source, name: &str) -> bool {
    match *source {
        Source::Transposed(_, own)
        | Source::Number(own, _)
        | Source::Double(own, _)
        | Source::Int(own, _)
        | Source::Flag(own, _)
        | Source::Ints(own)
        | Source::OnlyInt(own, _)
        | Source::Reduction(own)
        | Source::OneOf(own, ..) => own == name,
        _ => false,
    }
}

impl Only {
    /// Refuses another value.
    fn check(self, name: &str, value: &Attribute, given: &Given) -> Outcome {
        let same = match (self, value) {
            (Only::Any, _) => true,
            (Only::Bool(only), Attribute::Bool(value)) => only == *value,
            (Only::Int(only), Attribute::Int(value)) => only == *value,
            (Only::Int(only), Attribute::Ints(values)) => values.iter().all(|&one| one == only),
            (Only::Float(only), Attribute::Float(value)) => only == *value,
            (Only::Float(only), Attribute::Int(value)) => only == *value as f32,
            (Only::Text(only) | Only::Given(only), Attribute::Text(value)) => only == value,
            (Only::OutputType, Attribute::DataType(value)) => *value == given.outputs[0].element,
            (Only::OutputType, Attribute::Int(value)) => {
                *value == i64::from(given.outputs[0].element.raw())
            }
            (Only::InputFormat, Attribute::Text(value)) => given.inputs[0].stored_in() == *value,
            (Only::OutputFormat, Attribute::Text(value)) => given.outputs[0].stored_in() == *value,
            _ => false,
        };
        if same {
            return Ok(());
        }
        let allowed = match self {
            Only::Any => "anything".into(),
            Only::Bool(only) => only.to_string(),
            Only::Int(only) => only.to_string(),
            Only::Float(only) => only.to_string(),
            Only::Text(only) | Only::Given(only) => format!("{only:?}"),
            Only::OutputType => given.outputs[0].element.to_string(),
            Only::InputFormat => given.inputs[0].stored_in(),
            Only::OutputFormat => given.outputs[0].stored_in(),
        };
        wrong(name, value, &allowed)
    }
}

/// The operators of this name.
pub fn all(op_type: &str) -> &'static [ByName] {
    let first = OPERATORS.partition_point(|operator| operator.op_type < op_type);
    let count = OPERATORS[first..].partition_point(|operator| operator.op_type == op_type);
    &OPERATORS[first..][..count]
}

/// The operator of this name that takes what is given.
pub fn find(op_type: &str, given: &Given) -> Outcome<&'static ByName> {
    let all = all(op_type);
    if all.is_empty() {
        let mut names: Vec<_> = OPERATORS.iter().map(|operator| operator.op_type).collect();
        names.dedup();
        let allowed = format!(
            "{}; for others call the operator's aclnn functions",
            names.join(", ")
        );
        let got = format!("{op_type:?}");
        return refuse("opType", got, allowed, ACL_ERROR_OP_NOT_FOUND);
    }
    let fitting: Vec<_> = all
        .iter()
        .filter(|operator| operator.takes_inputs(given.inputs))
        .collect();
    let Some(last) = fitting.last() else {
        return no_such_inputs(all, given.inputs);
    };
    let outputs = last.outputs();
    if fitting
        .iter()
        .all(|one| one.outputs() != given.outputs.len())
    {
        let got = given.outputs.len();
        return refuse(
            "numOutputs",
            got,
            outputs.to_string(),
            ACL_ERROR_OP_OUTPUT_NOT_MATCH,
        );
    }
    let any_finds = fitting
        .iter()
        .any(|operator| operator.finds_values(given.inputs));
    let mut refusal = None;
    for operator in fitting {
        let has_outputs = operator.outputs() == given.outputs.len();
        if !has_outputs || any_finds && !operator.finds_values(given.inputs) {
            continue;
        }
        match operator.check_attributes(given) {
            Ok(()) => return Ok(operator),
            // The first operator of a name is the usual one: it says best what is taken.
            Err(failure) => refusal = refusal.or(Some(failure)),
        }
    }
    match refusal {
        Some(failure) => Err(failure),
        None => no_such_inputs(all, given.inputs),
    }
}

/// The refusal of inputs that no operator of a name takes.
fn no_such_inputs<T>(all: &[ByName], inputs: &[Operand]) -> Outcome<T> {
    let fits = |operator: &ByName| {
        let (least, most) = operator.counts();
        (least..=most).contains(&inputs.len())
    };
    if all.iter().any(fits) {
        let absent = inputs
            .iter()
            .enumerate()
            .filter(|(_, input)| input.is_absent());
        let absent: Vec<_> = absent.map(|(at, _)| at.to_string()).collect();
        let got = match absent.is_empty() {
            true => "with all of them".into(),
            false => format!("without those at {}", absent.join(", ")),
        };
        let allowed = "the inputs that are computed here";
        return refuse("inputs", got, allowed, ACL_ERROR_OP_INPUT_NOT_MATCH);
    }
    let counts: Vec<_> = all.iter().map(ByName::counts).collect();
    let least = counts.iter().map(|counts| counts.0).min().unwrap_or(0);
    let most = counts.iter().map(|counts| counts.1).max().unwrap_or(0);
    let allowed = match most {
        most if most == least => least.to_string(),
        usize::MAX => format!("{least} or more"),
        most => format!("{least} to {most}"),
    };
    refuse(
        "numInputs",
        inputs.len(),
        allowed,
        ACL_ERROR_OP_INPUT_NOT_MATCH,
    )
}
