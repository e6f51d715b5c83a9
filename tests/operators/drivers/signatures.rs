//! Prototypes are the vendor's, const included: those of `abi/aclnn-signatures.tsv`.

use std::collections::BTreeMap;
use std::fs;

use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, HELPERS};

use super::report;

/// The parameters of a prototype, without comments and spaces that mean nothing.
fn normal(parameters: &str) -> String {
    // The names that the vendor writes otherwise than all others.
    let others = [
        ("transpose_first", "transposeFirst"),
        ("grad_output", "gradOutput"),
        ("grad_input", "gradInput"),
        ("grad_scale", "gradScale"),
        ("grad_x", "gradX"),
        ("grad_y", "gradY"),
        ("pooled_h", "pooledH"),
        ("pooled_w", "pooledW"),
        ("spatial_scale_h", "spatialScaleH"),
        ("spatial_scale_w", "spatialScaleW"),
        ("grad_shift", "gradShift"),
        ("compute_mode", "computeMode"),
        ("rotary_mode", "rotaryMode"),
        ("pre_tokens", "preTokens"),
        ("next_tokens", "nextTokens"),
        ("groupList_type", "groupListType"),
        (" Q,", " q,"),
        (" R,", " r,"),
        (" A,", " a,"),
        (" B,", " b,"),
        (" C,", " c,"),
        (" N,", " n,"),
        (" HxW,", " hxW,"),
    ];
    let rename = |text: String, (from, to)| text.replace(from, to);
    let parameters = others.into_iter().fold(parameters.to_owned(), rename);
    let words = parameters.replace('*', " * ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let text = words
        .join(" ")
        .replace(" *", "*")
        .replace("* ", "*")
        .replace('*', " *")
        .replace(" , ", ",");
    // A value that is const inside a function is the caller's as any other.
    let one = |parameter: &str| {
        let parameter = parameter.trim();
        match parameter.strip_prefix("const ") {
            Some(value) if !parameter.contains('*') => value.to_owned(),
            _ => parameter.replace(" *", "*").replace('*', "* "),
        }
    };
    text.split(',').map(one).collect::<Vec<_>>().join(", ")
}

#[test]
fn prototypes_are_the_vendors() {
    let root = crate::root::root();
    let table = fs::read_to_string(root.join("abi/aclnn-signatures.tsv")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows: BTreeMap<&str, (&str, &str)> = rows
        .map(|line| {
            let mut cells = line.split('\t');
            let mut next = || cells.next().expect("three columns");
            (next(), (next(), next()))
        })
        .collect();
    let mut found = Vec::new();
    let both = "uint64_t *workspaceSize, aclOpExecutor **executor";
    let operators = ENTRY_POINTS
        .iter()
        .map(|entry| (entry.name, "GetWorkspaceSize", entry.header()));
    let helpers = HELPERS
        .iter()
        .map(|helper| (helper.name, "", helper.header()));
    for (name, phase, own_header) in operators.chain(helpers) {
        let Some((header, parameters)) = rows.get(name) else {
            found.push(format!("{name} is not in abi/aclnn-signatures.tsv"));
            continue;
        };
        if own_header != *header {
            found.push(format!(
                "{name} is in {own_header}, the vendor's in {header}"
            ));
        }
        let path = root.join("include/aclnnop").join(own_header);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let start = format!("aclnnStatus {name}{phase}(");
        let ours = text
            .split_once(&start)
            .and_then(|(_, rest)| rest.split_once(");"));
        let Some((ours, _)) = ours else {
            found.push(format!("{name} is not in {}", path.display()));
            continue;
        };
        let all = match phase {
            "" => (*parameters).to_owned(),
            _ => format!("{parameters}, {both}"),
        };
        if normal(ours) != normal(&all) {
            found.push(format!(
                "{name}:\n  ours   {}\n  vendor {}",
                normal(ours),
                normal(&all)
            ));
        }
    }
    report(found);
}

#[test]
fn spaces_and_const_values_mean_nothing_but_const_pointers_do() {
    assert_eq!(
        normal("const aclTensor *self,\n   int64_t n"),
        normal("const aclTensor* self, const int64_t n")
    );
    assert_ne!(normal("aclTensor *self"), normal("const aclTensor *self"));
}
