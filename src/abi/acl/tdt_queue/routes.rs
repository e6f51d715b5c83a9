//! Routes between queues: binding them, and asking which are bound.

use super::attributes::{read, write};
use super::flags::*;
use super::open_enums::{
    acltdtQueueRouteParamType, acltdtQueueRouteQueryInfoParamType, acltdtQueueRouteQueryMode,
};
use super::types::{acltdtQueueRoute, acltdtQueueRouteList, acltdtQueueRouteQueryInfo};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Later, Out, ReadableMemory, WritableMemory};
use crate::abi::pointer::not_null;
use crate::device::queue::{Route, bind, routes, unbind};
use crate::error::Error;
use hostnpu_aclnn_macros::entry;

/// A route, and whether it is bound.
#[derive(Clone, Copy)]
struct Known {
    route: Route,
    status: i32,
}

/// The criteria of a search so far.
#[derive(Clone, Copy, Default)]
struct Query {
    mode: Option<acltdtQueueRouteQueryMode>,
    from: Option<u32>,
    to: Option<u32>,
}

static ROUTES: Table<Known> = Table::new(Object::QueueRoute);
static LISTS: Table<Vec<Known>> = Table::new(Object::QueueRouteList);
static QUERIES: Table<Query> = Table::new(Object::QueueRouteQuery);

/// Creates a route from one queue to another, which is not bound. Returns null if there are too many.
#[entry(acl, creates = acltdtQueueRoute)]
fn acltdtCreateQueueRoute(src_id: u32, dst_id: u32) -> Outcome<usize> {
    let route = Route {
        from: src_id,
        to: dst_id,
    };
    let status = ACL_TDT_QUEUE_ROUTE_UNBIND;
    Ok(ROUTES.insert(Known { route, status })?)
}

/// Destroys a route; what is bound stays so. Returns 100000 for null, 107017 for what is no live route.
#[entry(acl)]
fn acltdtDestroyQueueRoute(route: *const acltdtQueueRoute) -> Outcome {
    ROUTES.take("route", route.addr())?;
    Ok(())
}

/// Returns one of a route's queues, or its state: 0 not bound, 1 bound, 2 if it could not be bound.
///
/// Returns 100000 for null, another parameter, or another number of bytes than 4; 107017 for what is no live route.
#[entry(acl)]
fn acltdtGetQueueRouteParam(
    route: *const acltdtQueueRoute,
    type_: acltdtQueueRouteParamType,
    len: usize,
    param_ret_size: Later<Out<usize>>,
    #[length(len)] param: WritableMemory,
) -> Outcome {
    let Known { route, status } = ROUTES.get("route", route.addr())?;
    let value = match type_ {
        acltdtQueueRouteParamType::ACL_TDT_QUEUE_ROUTE_SRC_UINT32 => route.from,
        acltdtQueueRouteParamType::ACL_TDT_QUEUE_ROUTE_DST_UINT32 => route.to,
        acltdtQueueRouteParamType::ACL_TDT_QUEUE_ROUTE_STATUS_INT32 => status.cast_unsigned(),
        other => {
            let allowed = "ACL_TDT_QUEUE_ROUTE_SRC_UINT32 (0) to _STATUS_INT32 (2)";
            return refuse("type", other, allowed, ACL_ERROR_INVALID_PARAM);
        }
    };
    write(value.to_ne_bytes(), param_ret_size, param)
}

/// Creates a list without routes. Returns null if there are too many.
#[entry(acl, creates = acltdtQueueRouteList)]
fn acltdtCreateQueueRouteList() -> Outcome<usize> {
    Ok(LISTS.insert(Vec::new())?)
}

/// Destroys a list of routes; what is bound stays so. Returns 100000 for null, 107017 for what is no live list.
#[entry(acl)]
fn acltdtDestroyQueueRouteList(route_list: *const acltdtQueueRouteList) -> Outcome {
    LISTS.take("routeList", route_list.addr())?;
    Ok(())
}

/// Appends a copy of a route to a list. Returns 100000 for null, 107017 for what is no live list or route.
#[entry(acl)]
fn acltdtAddQueueRoute(
    route_list: *mut acltdtQueueRouteList,
    route: *const acltdtQueueRoute,
) -> Outcome {
    LISTS.with("routeList", route_list.addr(), |_| ())?;
    let known = ROUTES.get("route", route.addr())?;
    Ok(LISTS.change("routeList", route_list.addr(), |list| list.push(known))?)
}

/// Copies a route of a list, with its state, into another one. Returns 100000 for null, or a place that the list has not; 107017 for what is no live list or route.
#[entry(acl)]
fn acltdtGetQueueRoute(
    route_list: *const acltdtQueueRouteList,
    index: usize,
    route: *mut acltdtQueueRoute,
) -> Outcome {
    let (found, count) = LISTS.with("routeList", route_list.addr(), |list| {
        (list.get(index).copied(), list.len())
    })?;
    let Some(found) = found else {
        let allowed = format!("less than {count}, the number of routes");
        return refuse("index", index, allowed, ACL_ERROR_INVALID_PARAM);
    };
    Ok(ROUTES.change("route", route.addr(), |known| *known = found)?)
}

/// Returns the number of routes of a list; 0 for null or what is no live list.
#[entry(acl, otherwise = 0)]
fn acltdtGetQueueRouteNum(route_list: *const acltdtQueueRouteList) -> Outcome<usize> {
    Ok(LISTS.with("routeList", route_list.addr(), Vec::len)?)
}

/// Binds or unbinds the routes of a list, and writes their states.
fn apply(
    list: *mut acltdtQueueRouteList,
    status: i32,
    apply: impl FnOnce(&[Route]) -> Result<(), (usize, Error)>,
) -> Outcome {
    let known = LISTS.get("qRouteList", list.addr())?;
    let all: Vec<Route> = known.iter().map(|known| known.route).collect();
    let result = apply(&all);
    LISTS.change("qRouteList", list.addr(), |list| match &result {
        Ok(()) => list.iter_mut().for_each(|known| known.status = status),
        Err((at, _)) => {
            if let Some(known) = list.get_mut(*at) {
                known.status = ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL;
            }
        }
    })?;
    Ok(result.map_err(|(_, error)| error)?)
}

/// Binds the routes of a list: what waits in a queue, and what comes into it, goes on to all queues to which it has routes, as soon as all have room; they share the
/// memory. All routes are bound, or none; one that cannot be has the state 2.
///
/// Returns 100000 for null, 107000 for a route from or to no live queue, or that would close a circle; 107017 for what is no live list.
#[entry(acl)]
fn acltdtBindQueueRoutes(q_route_list: *mut acltdtQueueRouteList) -> Outcome {
    apply(q_route_list, ACL_TDT_QUEUE_ROUTE_BIND, bind)
}

/// Unbinds the routes of a list: all, or none where one is not bound, which has the state 2 then. Returns 100000 for null, 107000 for a route that is not bound,
/// 107017 for what is no live list.
#[entry(acl)]
fn acltdtUnbindQueueRoutes(q_route_list: *mut acltdtQueueRouteList) -> Outcome {
    apply(q_route_list, ACL_TDT_QUEUE_ROUTE_UNBIND, unbind)
}

/// Creates a search for routes, without conditions. Returns null if there are too many.
#[entry(acl, creates = acltdtQueueRouteQueryInfo)]
fn acltdtCreateQueueRouteQueryInfo() -> Outcome<usize> {
    Ok(QUERIES.insert(Query::default())?)
}

/// Destroys a search for routes. Returns 100000 for null, 107017 for what is no live search.
#[entry(acl)]
fn acltdtDestroyQueueRouteQueryInfo(info: *const acltdtQueueRouteQueryInfo) -> Outcome {
    QUERIES.take("info", info.addr())?;
    Ok(())
}

/// Sets by what routes are searched: the mode, or the number of one of the queues.
///
/// Returns 100000 for null, another parameter, or another number of bytes than 4; 107017 for what is no live search.
#[entry(acl)]
fn acltdtSetQueueRouteQueryInfo(
    param: *mut acltdtQueueRouteQueryInfo,
    type_: acltdtQueueRouteQueryInfoParamType,
    len: usize,
    #[length(len)] value: ReadableMemory,
) -> Outcome {
    use acltdtQueueRouteQueryInfoParamType as Type;
    QUERIES.with("param", param.addr(), |_| ())?;
    not_null("value", value)?;
    if !type_.is_named() {
        let allowed = "ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM (0) to _DST_ID_UINT32 (2)";
        return refuse("type", type_, allowed, ACL_ERROR_INVALID_PARAM);
    }
    let number = read::<u32>("value", value)? as u32;
    Ok(QUERIES.change("param", param.addr(), |query| match type_ {
        Type::ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32 => query.from = Some(number),
        Type::ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32 => query.to = Some(number),
        _ => query.mode = Some(acltdtQueueRouteQueryMode::from_raw(number.cast_signed())),
    })?)
}

/// Fills a list with the routes that are bound: from a queue, to a queue, both, or those that are out of order, of which there are none.
///
/// Returns 100000 for null, or a search without a known mode or the queues that it needs; 107017 for what is no live search or list.
#[entry(acl)]
fn acltdtQueryQueueRoutes(
    query_info: *const acltdtQueueRouteQueryInfo,
    q_route_list: *mut acltdtQueueRouteList,
) -> Outcome {
    use acltdtQueueRouteQueryMode as Mode;
    LISTS.with("qRouteList", q_route_list.addr(), |_| ())?;
    let Query { mode, from, to } = QUERIES.get("queryInfo", query_info.addr())?;
    let (by_from, by_to) = match mode {
        Some(Mode::ACL_TDT_QUEUE_ROUTE_QUERY_SRC) => (true, false),
        Some(Mode::ACL_TDT_QUEUE_ROUTE_QUERY_DST) => (false, true),
        Some(Mode::ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST) => (true, true),
        Some(Mode::ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL) => (false, false),
        _ => {
            let allowed = "one with an acltdtQueueRouteQueryMode";
            let got = "a search without a known mode";
            return refuse("queryInfo", got, allowed, ACL_ERROR_INVALID_PARAM);
        }
    };
    if by_from && from.is_none() || by_to && to.is_none() {
        let got = "a search without the queue that its mode needs";
        return refuse("queryInfo", got, "one with it", ACL_ERROR_INVALID_PARAM);
    }
    let mut found = routes();
    found.retain(|route| {
        (by_from || by_to)
            && (!by_from || Some(route.from) == from)
            && (!by_to || Some(route.to) == to)
    });
    let status = ACL_TDT_QUEUE_ROUTE_BIND;
    let new = found.into_iter().map(|route| Known { route, status });
    let new: Vec<Known> = new.collect();
    Ok(LISTS.change("qRouteList", q_route_list.addr(), |list| *list = new)?)
}
