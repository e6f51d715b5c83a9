//! Notifies that count.

use std::ptr::without_provenance_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{In, Later, Out};
use crate::abi::streams::stream_for_work;
use crate::device::{CountChange, CountNotify, CountTest, require_context};
use hostnpu_aclnn_macros::entry;

static NOTIFIES: Table<Arc<CountNotify>> = Table::new(Object::CountNotify);

fn notify(handle: aclrtCntNotify) -> Outcome<Arc<CountNotify>> {
    Ok(NOTIFIES.get("cntNotify", handle.addr())?)
}

/// Creates a notify whose count is 0. `flag` is reserved and must be 0. Returns 100000 for null, 107000 for another flag, 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtCntNotifyCreate(cnt_notify: Later<Out<aclrtCntNotify>>, flag: u64) -> Outcome {
    static NUMBERS: AtomicU32 = AtomicU32::new(0);
    let target = cnt_notify.get()?;
    if flag != 0 {
        return refuse("flag", flag, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    require_context()?;
    let new = CountNotify::new(NUMBERS.fetch_add(1, Ordering::Relaxed));
    target.write(without_provenance_mut(NOTIFIES.insert(new)?));
    Ok(())
}

/// Destroys a counting notify; records and waits that are queued keep what they need. Returns 100000 for null, 107017 for what is no live one.
#[entry(acl)]
fn aclrtCntNotifyDestroy(cnt_notify: aclrtCntNotify) -> Outcome {
    NOTIFIES.take("cntNotify", cnt_notify.addr())?;
    Ok(())
}

/// Queues a change of the count: it becomes the value, or its sum (which wraps), its union or its intersection with the value.
///
/// Returns 100000 for null, 107000 for another mode, 107002 without a current context, 107003 for a stream of another context, 107017 for what is no live
/// counting notify or stream.
#[entry(acl, needs = device)]
fn aclrtCntNotifyRecord(
    cnt_notify: aclrtCntNotify,
    stream: aclrtStream,
    #[not_const] info: Later<In<aclrtCntNotifyRecordInfo>>,
) -> Outcome {
    use aclrtCntNotifyRecordMode as Mode;
    let notify = notify(cnt_notify)?;
    let aclrtCntNotifyRecordInfo { mode, value } = *info.get()?;
    let change = match mode {
        Mode::ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE => CountChange::Set,
        Mode::ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE => CountChange::Add,
        Mode::ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE => CountChange::Or,
        Mode::ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE => CountChange::And,
        other => {
            let allowed = "ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE (0), _ADD_MODE (1), _BIT_OR_MODE (2) or _BIT_AND_MODE (4)";
            return refuse("info->mode", other, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
    };
    let stream = stream_for_work("stream", stream.addr())?;
    Ok(notify.record(&stream, change, value)?)
}

/// Queues a wait until the count compares with the value: it is less, equal, greater, greater or equal, or has all the value's bits. With `isClear` 1 the count
/// is 0 then. The limit is in seconds, 0 for none.
///
/// Returns what `aclrtCntNotifyRecord` does; 107000 for an `isClear` other than 0 and 1.
#[entry(acl, waits = stream, needs = device)]
fn aclrtCntNotifyWaitWithTimeout(
    cnt_notify: aclrtCntNotify,
    stream: aclrtStream,
    #[not_const] info: Later<In<aclrtCntNotifyWaitInfo>>,
) -> Outcome {
    use aclrtCntNotifyWaitMode as Mode;
    let notify = notify(cnt_notify)?;
    let info = info.get()?;
    let test = match info.mode {
        Mode::ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE => CountTest::Less,
        Mode::ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE => CountTest::Equal,
        Mode::ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE => CountTest::Greater,
        Mode::ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE => CountTest::GreaterOrEqual,
        Mode::ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE => CountTest::AllBits,
        other => {
            let allowed = "ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE (0) to _EQUAL_WITH_BITMASK_MODE (4)";
            return refuse("info->mode", other, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
    };
    if info.isClear > 1 {
        let got = info.isClear;
        return refuse("info->isClear", got, "0 or 1", ACL_ERROR_RT_PARAM_INVALID);
    }
    let limit = (info.timeout > 0).then(|| Duration::from_secs(info.timeout.into()));
    let stream = stream_for_work("stream", stream.addr())?;
    Ok(notify.stream_wait(&stream, test, info.value, info.isClear == 1, limit)?)
}

/// Queues the return of the count to 0. Returns what `aclrtCntNotifyRecord` does.
#[entry(acl)]
fn aclrtCntNotifyReset(cnt_notify: aclrtCntNotify, stream: aclrtStream) -> Outcome {
    let notify = notify(cnt_notify)?;
    let stream = stream_for_work("stream", stream.addr())?;
    Ok(notify.record(&stream, CountChange::Set, 0)?)
}

/// Returns a counting notify's number. Returns 100000 for null, 107017 for what is no live one.
#[entry(acl)]
fn aclrtCntNotifyGetId(cnt_notify: aclrtCntNotify, notify_id: Later<Out<u32>>) -> Outcome {
    let notify = notify(cnt_notify)?;
    notify_id.get()?.write(notify.id());
    Ok(())
}
