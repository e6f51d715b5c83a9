//! Samples and checks of several operators: tables of how cores share the work of other operators: zeros.

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::fused_caches::indices;
use crate::table::{entry, on_950};
use hostnpu::tensor::Dtype::I32;

/// Layouts of queries and keys, whether lengths are given, the mode of masks of keys, and whether queries list numbers of keys.
pub type Case = ([&'static str; 2], bool, i64, bool);

/// Words of tables of operators of training.
pub fn words(name: &str) -> i64 {
    match name.contains("KLLoss") || name.contains("LseV2") || name.contains("L1Norm") {
        true => 64,
        false => 1024,
    }
}

pub fn cases(name: &str) -> Vec<Case> {
    let has_blocks = words(name) == 1024 && name != "aclnnSparseFlashMlaGradMetadata";
    let mut all: Vec<Case> = vec![(["TND"; 2], true, 3, false), (["BSND"; 2], false, 3, false)];
    if has_blocks {
        all.push((["TND", "PA_BBND"], true, 3, false));
    }
    if on_950() {
        all.push((["BSND"; 2], true, 0, true));
        all.push((["TND"; 2], true, 0, true));
    } else if name == "aclnnQuantLightningIndexerV2Metadata" {
        all.retain(|case| case.0[1] == "PA_BBND");
    }
    all
}

pub fn call(name: &'static str, (layouts, has_lengths, mode, lists): Case) -> Vec<Argument> {
    let is_mla = name.contains("Mla") && !name.contains("L1Norm");
    let is_bare = !on_950() && name == "aclnnSparseLightningIndexerKLLossGradMetadata";
    let given = |numbers: &[i64]| match has_lengths {
        true => indices(I32, &[numbers.len() as i64], numbers),
        false => Argument::Null,
    };
    let bare = |argument: Argument| if is_bare { Argument::Null } else { argument };
    let parameters = entry(name).parameters.iter();
    let arguments = parameters.map(|parameter| match parameter.name.to_lowercase().as_str() {
        name if name.starts_with("cuseqlens") => given(&[0, 3, 7]),
        "sequsedqoptional" if is_mla && !on_950() => Argument::Null,
        name if name.starts_with("seqused") => bare(given(&[2, 3])),
        name if name.starts_with("cmpresidual") => bare(indices(I32, &[2], &[1, 0])),
        "cmptopklengthoptional" if !on_950() => Argument::Null,
        name if name.contains("topklength") => match (lists, layouts[0]) {
            (false, _) => Argument::Null,
            (true, "TND") => indices(I32, &[7, 1], &[1]),
            (true, _) => indices(I32, &[2, 4, 1], &[1]),
        },
        "batchsize" => Argument::Int(2),
        name if name.starts_with("maxseqlen") => Argument::Int(if has_lengths { 0 } else { 9 }),
        "numheadsq" => Argument::Int(64),
        "numheadsk" | "numheadskv" => Argument::Int(1),
        "headdim" => Argument::Int(if is_mla { 512 } else { 128 }),
        "topk" | "cmptopk" => Argument::Int(512),
        "oritopk" => Argument::Int(0),
        "quantmode" => Argument::Int(match (is_mla, on_950()) {
            (true, _) => 1,
            (false, true) => 5,
            (false, false) => 2,
        }),
        "ropeheaddim" => Argument::Int(64),
        "cmpratio" => Argument::Int(if is_bare { 1 } else { 4 }),
        "orimaskmode" => Argument::Int(4),
        "maskmode" | "cmpmaskmode" => Argument::Int(mode),
        "oriwinleft" => Argument::Int(127),
        "oriwinright" => Argument::Int(0),
        name if name.starts_with("layoutq") => Argument::Text(layouts[0]),
        name if name.starts_with("layoutk") => Argument::Text(layouts[1]),
        "hasorikv" | "hascmpkv" => Argument::Bool(true),
        "metadata" => write(I32, &[words(name)]),
        other => panic!("{name}: no argument for {other}"),
    });
    arguments.collect()
}

pub type Types = &'static [(&'static str, &'static str)];

pub const OF_ALL: &str = "none | 910B 950: i32";
pub const OF_950: &str = "none | 950: i32";

/// Tensors of indexers; names of lengths are spelled in two ways.
macro_rules! of_indexers {
    ($lens:literal, $used:literal, $chips:expr $(, $more:literal)?) => {
        &[
            (concat!("cu", $lens, "QOptional"), "i32"),
            (concat!("cu", $lens, "KOptional"), "i32"),
            (concat!($used, "QOptional"), "i32"),
            (concat!($used, "KOptional"), "i32"),
            ("cmpResidualKOptional", "i32"),
            $(($more, "any"),)?
            ("metadata", $chips),
        ]
    };
}
pub(crate) use of_indexers;

macro_rules! of_mla {
    ($chips:expr) => {
        &[
            ("cuSeqlensQOptional", "i32"),
            ("cuSeqlensOriKvOptional", "i32"),
            ("cuSeqlensCmpKvOptional", "i32"),
            ("sequsedQOptional", "i32"),
            ("sequsedOriKvOptional", "i32"),
            ("sequsedCmpKvOptional", "i32"),
            ("cmpResidualKvOptional", "i32"),
            ("oriTopkLengthOptional", "any"),
            ("cmpTopkLengthOptional", "any"),
            ("metaData", $chips),
        ]
    };
}
pub(crate) use of_mla;

macro_rules! schedules {
    ($($name:literal: $accepts:expr, $except:expr;)*) => {
        vec![$(crate::table::Row::new($name, || crate::table::shared::attention::schedules::cases($name).into_iter().map(|case| crate::table::shared::attention::schedules::call($name, case)).collect())
            .accepts($accepts)
            .filled(|_| crate::number::Number::Int(0))
            .except($except)),*]
    };
}
pub(crate) use schedules;

pub const NULL: &str = "null on all chips but Ascend950";
