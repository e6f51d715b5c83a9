//! Experts on ranks: tokens go to them ([`dispatch`]), and what they return is combined ([`combine`]).

use std::ops::Range;
use std::sync::Arc;

use super::exchange::{TABLE_ROWS, row_table_numbers};
use super::{Exchange, Group, Joint};
use hostnpu_base::error::Result;
use hostnpu_ops::moe::distribute::{
    Arrive, Counted, GiveBack, Go, Records, arrive, exchange_table, give_back, go,
};
pub use hostnpu_ops::moe::distribute::{Deployment, SentRows};
use hostnpu_ops::moe::{Combine, Links, Method, Places, QuantiseRows, Special};
use hostnpu_ops::quant::BlockRule;
use hostnpu_ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use hostnpu_ops::{Arg, Call, Role};
use hostnpu_tensor::{Dtype, Layout};

/// Tokens that go to experts, under the documented names.
pub struct Dispatch {
    /// Experts on ranks.
    pub deployment: Deployment,
    /// The tokens.
    pub x: Arg,
    /// The experts of each token.
    pub expert_ids: Arg,
    /// Scales of the tokens that go with them or, of quantised tokens, the scale or factors of columns.
    pub scales: Option<Arg>,
    /// Quantisation of the rows, if there is any.
    pub method: Option<Method>,
    /// False for tokens or choices that are hidden.
    pub mask: Option<Arg>,
    /// The weights of choices.
    pub expert_scales: Option<Arg>,
    /// Gets the rows.
    pub expand_x: Arg,
    /// Gets their scales.
    pub dynamic_scales: Option<Arg>,
    /// Gets the rank, token and choice of each row.
    pub assist_info: Option<Arg>,
    /// Gets the number of each choice among those of its expert on this rank.
    pub expand_idx: Option<Arg>,
    /// Gets the number of tokens of each expert.
    pub token_nums: Arg,
    /// True if these are of each expert and those before it.
    pub is_cumulative: bool,
    /// Gets the end of the rows of each expert from each rank.
    pub recv_counts: Option<Arg>,
    /// Gets the weights of the rows.
    pub expand_scales: Option<Arg>,
    /// Facts of the call that are the same on all ranks.
    pub called: String,
}

/// A scale for each 128 elements of a row.
pub const GROUPS: Method = Method::Blocks(BlockRule::Quotient);

/// Returns true if rows that are quantised by a method, or not at all, have scales that come with them. `has_scales` says that of the tokens.
pub(super) fn moves_scales(method: Option<Method>, has_scales: bool) -> bool {
    match method {
        Some(method) => !matches!(method, Method::Static | Method::Fixed { .. }),
        None => has_scales,
    }
}

/// Bytes of a row of a tensor whose rows are along its first axis: also where there is none.
fn bytes_of_row(arg: &Arg) -> usize {
    let rest = arg.view.layout.shape().iter().skip(1);
    let count = rest.product::<i64>() as usize;
    arg.view.dtype.bytes(count).unwrap_or(0)
}

pub(super) fn extent(arg: &Arg) -> usize {
    arg.view
        .layout
        .shape()
        .first()
        .map_or(0, |&rows| rows as usize)
}

/// Plans the way of tokens to the ranks of their experts. Rows arrive in the order of this rank's experts, each in the order of ranks, each in the order of tokens.
pub fn dispatch(group: Arc<Group>, of: Dispatch) -> Result<Call> {
    let deployment = of.deployment;
    let mut all = Joint::new(group, of.called);
    let (name, capacity) = (of.expand_x.name, extent(&of.expand_x));
    let has_scales = of.scales.is_some();
    let x = all.add(of.x);
    let experts = all.add(of.expert_ids);
    let scales = of.scales.map(|arg| all.add(arg));
    let mask = of.mask.map(|arg| all.add(arg));
    let weights = of.expert_scales.map(|arg| all.add(arg));
    let expand_x = all.add(of.expand_x);
    let dynamic_scales = of.dynamic_scales.map(|arg| all.add(arg));
    let assist_info = of.assist_info.map(|arg| all.add(arg));
    let expand_idx = of.expand_idx.map(|arg| all.add(arg));
    let token_nums = all.add(of.token_nums);
    let recv_counts = of.recv_counts.map(|arg| all.add(arg));
    let expand_scales = of.expand_scales.map(|arg| all.add(arg));
    // Scales come with rows that are quantised by rows, or that have some of their own.
    let moves_scales = moves_scales(of.method, has_scales);
    let dynamic_scales = dynamic_scales.filter(|_| moves_scales);
    let parts = Records {
        row: bytes_of_row(&expand_x),
        scales: match (&scales, &dynamic_scales) {
            (Some(scales), Some(_)) if of.method.is_none() => bytes_of_row(scales),
            // Groups have an even number of scales there.
            (_, Some(dynamic)) if of.method == Some(GROUPS) => {
                bytes_of_row(dynamic).next_multiple_of(8)
            }
            (_, Some(dynamic)) => bytes_of_row(dynamic),
            _ => 0,
        },
    };
    // Rows that go as they are go from `x` to `expandX`, and the records have the rest. All ranks decide alike.
    let row = parts.row;
    let is_direct = of.method.is_none() && row > 0;
    let parts = Records {
        row: if is_direct { 0 } else { row },
        ..parts
    };
    let size = parts.bytes() as i64;
    let counts = [deployment.ranks as i64, deployment.slots() as i64];
    let records = all.temporary(Dtype::U8, &[deployment.records() as i64, size])?;
    let sent = all.temporary(Dtype::I64, &counts)?;
    let got = all.temporary(Dtype::I64, &counts)?;
    let table = all.temporary(Dtype::I64, &[TABLE_ROWS as i64, counts[0]])?;
    let arrived = all.temporary(Dtype::U8, &[capacity as i64, size])?;
    let direct = match is_direct {
        true => {
            let sends = deployment.records();
            let numbers = row_table_numbers(deployment.ranks, sends, capacity);
            let tokens = all.temporary(Dtype::I64, &[sends as i64])?;
            let table = all.temporary(Dtype::I64, &[numbers as i64])?;
            let (x, ordered) = (all.dense(&x)?, all.dense_output(&expand_x)?);
            let width: i64 = expand_x.view.layout.shape().iter().skip(1).product();
            x.require_numel(deployment.tokens * width as usize)?;
            Some((x, tokens, table, ordered))
        }
        false => None,
    };
    let (moved, moved_scales, quantised) = match of.method {
        None => (
            Some(x).filter(|_| !is_direct),
            scales.filter(|_| parts.scales > 0),
            None,
        ),
        Some(method) => {
            let quantised = QuantiseRows {
                x,
                method,
                scale: scales,
                offset: None,
                codes: expand_x.clone(),
                scales: None,
            };
            (None, None, Some(quantised))
        }
    };
    all.then(go(Go {
        deployment: deployment.clone(),
        x: moved,
        scales: moved_scales,
        quantised,
        experts,
        mask,
        weights,
        capacity,
        parts,
        records: records.clone(),
        counts: sent.clone(),
        numbers: expand_idx,
        tokens: direct.as_ref().map(|(_, tokens, ..)| tokens.clone()),
    })?)?;
    all.agree()?;
    all.exchange(Exchange::AllToAll, &[&sent, &got])?;
    let [sent, got] = [sent, got].map(|arg| arg.with_role(Role::Input));
    let by_row = direct
        .as_ref()
        .map(|(_, tokens, table, _)| [tokens.clone().with_role(Role::Input), table.clone()]);
    all.then(exchange_table(
        &deployment,
        [sent, got.clone(), table.clone()],
        parts.bytes(),
        (name, capacity),
        by_row,
    )?)?;
    all.exchange(Exchange::AllToAllV, &[&records, &arrived, &table])?;
    let (mut ordered, mut rows) = (None, Some(expand_x));
    if let Some((x, _, table, target)) = direct {
        let sends = deployment.records();
        let block = None;
        let exchange = Exchange::RowsByTable { row, sends, block };
        all.exchange(exchange, &[&x, &target, &table])?;
        rows = rows.filter(|rows| !rows.view.layout.is_contiguous());
        ordered = rows.as_ref().map(|_| target.with_role(Role::Input));
    }
    all.then(arrive(Arrive {
        deployment,
        parts,
        records: arrived.with_role(Role::Input),
        got,
        ordered,
        rows,
        scales: dynamic_scales,
        about: assist_info,
        marks_end: false,
        totals: token_nums,
        counted: match of.is_cumulative {
            true => Counted::Cumulative,
            false => Counted::Each,
        },
        ends: recv_counts,
        weights: expand_scales,
    })?)?;
    Ok(all.finish())
}

/// Rows that return from experts, under the documented names.
pub struct Combined {
    /// Experts on ranks.
    pub deployment: Deployment,
    /// The rows of this rank's experts.
    pub expand_x: Arg,
    /// The experts of each token.
    pub expert_ids: Arg,
    /// The ranks of the rows.
    pub sent: SentRows,
    /// The weights of choices.
    pub expert_scales: Option<Arg>,
    /// False for tokens or choices that are hidden.
    pub mask: Option<Arg>,
    /// Results of a shared expert for each token, on this rank.
    pub shared_expert_x: Option<Arg>,
    /// The numbers of experts that give nothing, the token itself, and a sum with a constant.
    pub special: [usize; 3],
    /// The tokens, for experts without rows.
    pub ori_x: Option<Arg>,
    /// Factors of tokens and constants, and the constants: with as many elements as the experts' constants.
    pub constants: [Option<Arg>; 3],
    /// Other arguments, which are not read.
    pub unread: Vec<Arg>,
    /// The sums.
    pub x: Arg,
    /// Facts of the call that are the same on all ranks.
    pub called: String,
}

/// Adds the steps by which the rows come back and are summed: those of each token in the order of its choices, in DOUBLE, rounded once.
fn add_combined(all: &mut Joint, of: CombinedSteps) -> Result<()> {
    let deployment = of.deployment;
    let shape = of.expand_x.view.layout.shape().to_vec();
    let dtype = of.expand_x.view.dtype;
    let (records, choices) = (deployment.records() as i64, deployment.choices() as i64);
    let per_choice = [deployment.tokens as i64, choices];
    let rows = all.dense(&of.expand_x)?;
    let row = dtype.bytes(shape[1] as usize).unwrap_or(0);
    // Operands with a row for each token.
    let mut by_token = vec![&of.x];
    by_token.extend([&of.shared_expert_x, &of.ori_x].into_iter().flatten());
    let block = match by_token.iter().all(|arg| arg.shape()[0] == per_choice[0]) {
        true => tokens_of_block(&deployment, row),
        false => deployment.tokens.max(1),
    };
    let rows_of_block = (block as i64 * choices).min(records);
    let returned = all.temporary(dtype, &[rows_of_block, shape[1]])?;
    let numbers = row_table_numbers(deployment.ranks, shape[0] as usize, records as usize);
    let table = all.temporary(Dtype::I64, &[numbers as i64])?;
    let places = all.temporary(Dtype::I64, &per_choice)?;
    let of_places = all.temporary(Dtype::I64, &per_choice)?;
    let weights = all.temporary(Dtype::F32, &per_choice)?;
    all.then(give_back(GiveBack {
        deployment: deployment.clone(),
        rows: shape[0] as usize,
        block,
        sent: of.sent,
        experts: of.expert_ids,
        mask: of.mask,
        weights: of.expert_scales,
        table: table.clone(),
        places: places.clone(),
        of_places: of_places.clone(),
        weights_of_places: weights.clone(),
    })?)?;
    all.agree()?;
    let [places, of_places, weights, returned_rows] =
        [places, of_places, weights, returned.clone()].map(|arg| arg.with_role(Role::Input));
    let first = deployment.experts as i64;
    let [zero, copy, constant] = of.special.map(|count| count as i64);
    let [alpha1, alpha2, v] = of.constants;
    let sums = |tokens: Range<usize>| {
        let part = |arg: &Arg| part_of_tokens(arg, &tokens, deployment.tokens);
        let special = Special {
            zero: first..first + zero,
            copy: first + zero..first + zero + copy,
            constant: first + zero + copy..first + zero + copy + constant,
            x: of.ori_x.as_ref().map(part).transpose()?,
            alpha1: alpha1.clone(),
            alpha2: alpha2.clone(),
            v: v.clone(),
        };
        let links = Links {
            places: Places::Rows {
                places: part(&places)?,
                by_choice: false,
                allowed: -1..rows_of_block.max(1),
                window: 0..rows_of_block.max(1),
            },
            tokens: tokens.len(),
            rows: rows_of_block as usize,
            experts: 0,
        };
        let addends = of.shared_expert_x.iter().map(part);
        hostnpu_ops::moe::combine(Combine {
            weights: Some(part(&weights)?),
            experts: Some(part(&of_places)?),
            addends: addends.collect::<Result<_>>()?,
            special: Some(special),
            ..Combine::new(links, returned_rows.clone(), part(&of.x)?)
        })
    };
    let tokens = deployment.tokens;
    if row == 0 {
        return all.then(sums(0..tokens)?);
    }
    let blocks = (0..tokens).step_by(block);
    let work = blocks.map(|start| sums(start..tokens.min(start + block)));
    let exchange = Exchange::RowsByTable {
        row,
        sends: shape[0] as usize,
        block: Some(rows_of_block as usize),
    };
    all.exchange_and_work(
        0,
        exchange,
        &[&rows, &returned, &table],
        work.collect::<Result<_>>()?,
    )
}

/// Returns how many tokens' rows come back before they are summed: so many bytes that they are still in the caches, but few blocks.
fn tokens_of_block(deployment: &Deployment, row: usize) -> usize {
    const BYTES: usize = 2 << 20;
    const MOST: usize = 8;
    let of_token = (deployment.choices() * row).max(1);
    let least = deployment.tokens.div_ceil(MOST);
    (BYTES / of_token).max(least).max(1)
}

/// Returns the part of an operand, whose first axis is that of tokens, for some of them; all of it for all tokens.
fn part_of_tokens(arg: &Arg, tokens: &Range<usize>, all: usize) -> Result<Arg> {
    if tokens.len() == all {
        return Ok(arg.clone());
    }
    let mut shape = arg.shape().to_vec();
    shape[0] = tokens.len() as i64;
    let first = arg.view.layout.offset() + tokens.start as i64 * arg.strides()[0];
    arg.with_layout(Layout::new(
        shape.as_slice().into(),
        arg.strides().into(),
        first,
    ))
}

/// The same as [`Combined`], of operands of steps.
struct CombinedSteps {
    deployment: Deployment,
    expand_x: Arg,
    expert_ids: Arg,
    sent: SentRows,
    expert_scales: Option<Arg>,
    mask: Option<Arg>,
    shared_expert_x: Option<Arg>,
    special: [usize; 3],
    ori_x: Option<Arg>,
    constants: [Option<Arg>; 3],
    x: Arg,
}

impl Combined {
    /// Adds the operands to a call.
    fn add(self, all: &mut Joint) -> CombinedSteps {
        let expand_x = all.add(self.expand_x);
        let expert_ids = all.add(self.expert_ids);
        for arg in self.unread {
            all.add(arg.read_if(false));
        }
        let sent = match self.sent {
            SentRows::Ends(ends) => SentRows::Ends(all.add(ends)),
            SentRows::Listed(commands) => SentRows::Listed(all.add(commands)),
        };
        CombinedSteps {
            deployment: self.deployment,
            expand_x,
            expert_ids,
            sent,
            expert_scales: self.expert_scales.map(|arg| all.add(arg)),
            mask: self.mask.map(|arg| all.add(arg)),
            shared_expert_x: self.shared_expert_x.map(|arg| all.add(arg)),
            special: self.special,
            ori_x: self.ori_x.map(|arg| all.add(arg)),
            constants: self.constants.map(|arg| arg.map(|arg| all.add(arg))),
            x: all.add(self.x),
        }
    }
}

/// Plans the way back of rows, and the sums of each token's.
pub fn combine(group: Arc<Group>, mut of: Combined) -> Result<Call> {
    let called = std::mem::take(&mut of.called);
    let mut all = Joint::new(group, called);
    let steps = of.add(&mut all);
    add_combined(&mut all, steps)?;
    Ok(all.finish())
}

/// A sum with the rows that return, normalised, under the documented names.
pub struct Normed {
    /// Added to the sums.
    pub residual_x: Arg,
    /// Factors of the columns.
    pub gamma: Arg,
    /// Added to the mean of squares.
    pub norm_eps: f64,
    /// Gets the normalised rows.
    pub y: Arg,
    /// Gets what rows are multiplied by.
    pub rstd: Arg,
}

/// Plans the way back of rows, the sums of each token's, to which `residual_x` is added, and the normalised rows of these: in DOUBLE up to the sum, which is rounded once.
pub fn combine_normed(group: Arc<Group>, mut of: Combined, normed: Normed) -> Result<Call> {
    let called = std::mem::take(&mut of.called);
    let mut all = Joint::new(group, called);
    let mut steps = of.add(&mut all);
    let shape = steps.x.view.layout.shape().to_vec();
    let dtype = steps.x.view.dtype;
    let residual = all.add(normed.residual_x);
    let gamma = all.add(normed.gamma);
    let y = all.add(normed.y);
    let rstd = all.add(normed.rstd);
    let sums = all.temporary(Dtype::F64, &shape)?;
    let x = std::mem::replace(&mut steps.x, sums.clone());
    add_combined(&mut all, steps)?;
    let sums = sums.with_role(Role::Input);
    all.then(norm(Norm {
        affine: vec![Affine::new(Some(gamma), None, Walk::columns())],
        results: vec![(y, dtype)],
        sum: Some((x, dtype)),
        inverse: Some((rstd, Dtype::F32)),
        ..Norm::new(
            Rows::of(&shape, 1),
            vec![(sums, 1.0), (residual, 1.0)],
            Statistics::Rms(normed.norm_eps),
        )
    })?)?;
    Ok(all.finish())
}

/// Plans a wait for all ranks.
pub fn barrier(group: Arc<Group>, x: Arg, called: String) -> Result<Call> {
    let mut all = Joint::new(group, called);
    all.add(x.read_if(false));
    all.agree()?;
    Ok(all.finish())
}
