//! Prototypes of operators, as the headers of the prefix have them.

use std::fs;
use std::sync::OnceLock;

use crate::prefix::Prefix;

/// The headers of operators: names and texts.
fn headers() -> Result<&'static [(String, String)], String> {
    static HEADERS: OnceLock<Result<Vec<(String, String)>, String>> = OnceLock::new();
    let read = || {
        let folder = Prefix::find()?.join("include/aclnnop");
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let header = |entry: fs::DirEntry| {
            let text = fs::read_to_string(entry.path()).ok()?;
            Some((entry.file_name().to_string_lossy().into_owned(), text))
        };
        let mut all: Vec<_> = entries.flatten().filter_map(header).collect();
        all.sort();
        Ok(all)
    };
    let headers = HEADERS.get_or_init(read);
    headers.as_deref().map_err(Clone::clone)
}

/// The header of an operator, and the parameters of its first phase: types and names, without the two results.
pub fn prototype(operator: &str) -> Result<(String, Vec<(String, String)>), String> {
    let begin = format!("aclnnStatus {operator}GetWorkspaceSize(");
    let found = headers()?
        .iter()
        .find_map(|(name, text)| Some((name, text.split_once(&begin)?.1)));
    let (header, rest) = found.ok_or_else(|| format!("there is no {operator} here"))?;
    let parameter = |text: &str| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let at = text.rfind([' ', '*']).map_or(0, |at| at + 1);
        (text[..at].trim().to_owned(), text[at..].to_owned())
    };
    let parameters = rest.split(')').next().unwrap_or_default().split(',');
    let mut parameters: Vec<_> = parameters.map(parameter).collect();
    parameters.truncate(parameters.len().saturating_sub(2));
    Ok((header.clone(), parameters))
}
