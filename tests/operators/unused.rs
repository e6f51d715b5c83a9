//! Values of arguments that the vendor's pages name, and that are refused or do nothing: `abi/aclnn-refused.tsv`.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::chips::dtype;
use crate::root;
use crate::table::on_950;

/// An argument of an operator, and values of it.
pub struct Unused {
    pub operator: String,
    pub argument: String,
    /// As the table writes them.
    pub values: Vec<String>,
    pub is_ignored: bool,
    /// True if another chip takes them.
    only_on_950: bool,
    pub reason: String,
}

impl Unused {
    /// True if it says something of the chip of this process.
    pub fn is_of_this_chip(&self) -> bool {
        !self.only_on_950 || on_950()
    }
}

/// Arguments that are refused on Ascend950 alone.
const ON_950: &str = "refused 950";

/// The lines of the table.
pub fn unused() -> Vec<Unused> {
    let text = std::fs::read_to_string(root::root().join("abi/aclnn-refused.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let &[operator, argument, values, effect, reason] = fields.as_slice() else {
                panic!("five fields in {line:?}");
            };
            Unused {
                operator: operator.into(),
                argument: argument.into(),
                values: values.split("; ").map(str::to_owned).collect(),
                is_ignored: match effect {
                    "ignored" => true,
                    "refused" | ON_950 => false,
                    _ => panic!("refused or ignored in {line:?}"),
                },
                only_on_950: effect == ON_950,
                reason: reason.into(),
            }
        })
        .collect()
}

/// The numbers of `[1, 2]`.
fn numbers(text: &str) -> Option<Vec<i64>> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    inner.split(", ").map(|word| word.parse().ok()).collect()
}

fn tensor(text: &str) -> Option<Tensor> {
    let (word, shape) = text.split_once(' ')?;
    let dtype: Dtype = dtype(word)?;
    Some(Tensor::new(
        dtype,
        &numbers(shape)?,
        Contents::Numbers(vec![0.0]),
    ))
}

/// A value of the table.
pub fn argument(value: &str) -> Argument {
    let array = value.strip_prefix("array ").and_then(numbers);
    let list = value.strip_prefix("list ").and_then(tensor);
    let text = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let found = array
        .map(Argument::Ints)
        .or_else(|| list.map(|tensor| Argument::Tensors(vec![tensor])))
        .or_else(|| tensor(value).map(Argument::Tensor))
        .or_else(|| text.map(|text| Argument::Text(Box::leak(text.to_owned().into_boxed_str()))))
        .or_else(|| value.parse().ok().map(Argument::Bool))
        .or_else(|| value.parse().ok().map(Argument::Int))
        .or_else(|| value.parse().ok().map(Argument::Float));
    found.unwrap_or_else(|| panic!("no value of the table: {value:?}"))
}
