//! Dispatches and combinations that are two operators each. The first one puts rows and what is known of them in order, and waits for no rank; the second one exchanges them.

use std::sync::Arc;

use super::exchange::TABLE_ROWS;
use super::experts::{Combined, combine, extent, moves_scales};
use super::{Exchange, Group, Joint};
use hostnpu_base::error::Result;
use hostnpu_engine::sequence::Sequence;
use hostnpu_ops::moe::distribute::{
    Arrive, Counted, Deployment, Go, Sent, arrive, bring_in, exchange_table, go, set_out,
};
pub use hostnpu_ops::moe::distribute::{Messages, Records, list_rows};
use hostnpu_ops::moe::{Method, QuantiseRows};
use hostnpu_ops::{Arg, Call, Role};
use hostnpu_tensor::Dtype;

/// Tokens that are put in order for their experts, under the documented names.
pub struct DispatchSetup {
    /// Experts on ranks.
    pub deployment: Deployment,
    /// The tokens.
    pub x: Arg,
    /// The experts of each token.
    pub expert_ids: Arg,
    /// Of quantised tokens, the scale or factors of columns.
    pub scales: Option<Arg>,
    /// Quantisation of the rows, if there is any.
    pub method: Option<Method>,
    /// False for tokens that are hidden.
    pub mask: Option<Arg>,
    /// Forms of `y`.
    pub messages: Messages,
    /// Gets the rows with their scales.
    pub y: Arg,
    /// Gets the number of each choice among those of its expert on this rank.
    pub expand_idx: Arg,
    /// Gets the expert, token and choice of each row.
    pub comm_cmd_info: Arg,
}

/// Plans the first half of a dispatch.
pub fn dispatch_setup(of: DispatchSetup) -> Result<Call> {
    let (deployment, parts) = (of.deployment, of.messages.parts);
    let mut all = Sequence::default();
    let x = all.add(of.x);
    let experts = all.add(of.expert_ids);
    let scales = of.scales.map(|arg| all.add(arg));
    let mask = of.mask.map(|arg| all.add(arg));
    let y = all.add(of.y);
    let numbers = all.add(of.expand_idx);
    let commands = all.add(of.comm_cmd_info);
    let most = deployment.records();
    let records = all.temporary(Dtype::U8, &[most as i64, parts.bytes() as i64])?;
    let counts = all.temporary(Dtype::I64, &[deployment.counts() as i64])?;
    let (moved, quantised) = match of.method {
        None => (Some(x), None),
        Some(method) => {
            let quantised = QuantiseRows {
                x,
                method,
                scale: scales,
                offset: None,
                codes: y.clone(),
                scales: None,
            };
            (None, Some(quantised))
        }
    };
    all.then(go(Go {
        deployment: deployment.clone(),
        x: moved,
        scales: None,
        quantised,
        experts,
        mask,
        weights: None,
        capacity: most,
        parts,
        records: records.clone(),
        counts: counts.clone(),
        numbers: Some(numbers),
        tokens: None,
    })?)?;
    let sent = Sent {
        records: records.with_role(Role::Input),
        counts: counts.with_role(Role::Input),
        messages: y,
        commands,
    };
    all.then(set_out(&deployment, of.messages, sent)?)?;
    Ok(all.finish())
}

/// Rows that have been put in order, and go to their experts, under the documented names.
pub struct DispatchTeardown {
    /// Experts on ranks.
    pub deployment: Deployment,
    /// Arguments that are not read.
    pub unread: Vec<Arg>,
    /// Quantisation of the rows, if there is any.
    pub method: Option<Method>,
    /// Forms of `y`.
    pub messages: Messages,
    /// The rows with their scales.
    pub y: Arg,
    /// The expert, token and choice of each row.
    pub comm_cmd_info: Arg,
    /// Gets the rows.
    pub expand_x: Arg,
    /// Gets their scales.
    pub dynamic_scales: Option<Arg>,
    /// Gets the rank, token and choice of each row, and -1 as the rank of the others.
    pub assist_info: Arg,
    /// Gets the number of tokens of each expert.
    pub token_nums: Arg,
    /// True if these are of each expert and those before it.
    pub is_cumulative: bool,
    /// Facts of the call that are the same on all ranks.
    pub called: String,
}

/// Plans the second half of a dispatch.
pub fn dispatch_teardown(group: Arc<Group>, of: DispatchTeardown) -> Result<Call> {
    let (deployment, parts) = (of.deployment, of.messages.parts);
    let mut all = Joint::new(group, of.called);
    let (name, capacity) = (of.expand_x.name, extent(&of.expand_x));
    for arg in of.unread {
        all.add(arg.read_if(false));
    }
    let y = all.add(of.y);
    let commands = all.add(of.comm_cmd_info);
    let expand_x = all.add(of.expand_x);
    let scales = of.dynamic_scales.map(|arg| all.add(arg));
    let assist_info = all.add(of.assist_info);
    let token_nums = all.add(of.token_nums);
    let size = parts.bytes() as i64;
    let counts = [deployment.ranks as i64, deployment.slots() as i64];
    let records = all.temporary(Dtype::U8, &[deployment.records() as i64, size])?;
    let sent = all.temporary(Dtype::I64, &counts)?;
    let got = all.temporary(Dtype::I64, &counts)?;
    let table = all.temporary(Dtype::I64, &[TABLE_ROWS as i64, counts[0]])?;
    let arrived = all.temporary(Dtype::U8, &[capacity as i64, size])?;
    let messages = Sent {
        records: records.clone(),
        counts: sent.clone(),
        messages: y,
        commands,
    };
    all.then(bring_in(&deployment, of.messages, messages)?)?;
    all.agree()?;
    all.exchange(Exchange::AllToAll, &[&sent, &got])?;
    let [sent, got] = [sent, got].map(|arg| arg.with_role(Role::Input));
    all.then(exchange_table(
        &deployment,
        [sent, got.clone(), table.clone()],
        parts.bytes(),
        (name, capacity),
        None,
    )?)?;
    all.exchange(Exchange::AllToAllV, &[&records, &arrived, &table])?;
    all.then(arrive(Arrive {
        deployment,
        parts,
        records: arrived.with_role(Role::Input),
        got,
        ordered: None,
        rows: Some(expand_x),
        scales: scales.filter(|_| moves_scales(of.method, false)),
        about: Some(assist_info),
        marks_end: true,
        totals: token_nums,
        counted: match of.is_cumulative {
            true => Counted::Cumulative,
            false => Counted::Each,
        },
        ends: None,
        weights: None,
    })?)?;
    Ok(all.finish())
}

/// Plans the first half of a combination: `comm_cmd_info` gets the rank, token and choice of each of `rows`, as `assist_info` says, and the number of rows for each rank. Nothing else is left for the second half, which has the rows themselves.
pub fn combine_setup(
    ranks: usize,
    rows: usize,
    unread: Vec<Arg>,
    [assist_info, comm_cmd_info, quant_expand_x]: [Arg; 3],
) -> Result<Call> {
    let mut all = Sequence::default();
    for arg in unread {
        all.add(arg.read_if(false));
    }
    let about = all.add(assist_info);
    all.add(quant_expand_x);
    let commands = all.add(comm_cmd_info);
    all.then(list_rows(ranks, rows, [about, commands])?)?;
    Ok(all.finish())
}

/// Plans the second half of a combination.
pub fn combine_teardown(group: Arc<Group>, of: Combined) -> Result<Call> {
    combine(group, of)
}
