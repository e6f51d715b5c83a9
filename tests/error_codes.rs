//! The codes under which each vendor's functions return each error.

use std::collections::HashSet;
use std::mem::discriminant;

use hostnpu::abi::{acl, aclnn, cndrv, cnrt, hccl, mluop};
use hostnpu::error::{Error, Reason};

/// The codes of an error unless a call says otherwise: of AscendCL, aclnn, CNRT, the driver, MLU-OPS and HCCL.
fn codes(reason: &Reason) -> [i32; 6] {
    match reason {
        Reason::Null { .. } => [100_000, 161_001, 100_006, 100_006, 3, 2],
        Reason::Handle { .. } => [107_017, 161_002, 100_014, 100_014, 3, 1],
        Reason::Dtype { .. } => [107_000, 161_002, 100_006, 100_006, 3, 5],
        Reason::Format { .. }
        | Reason::Rank { .. }
        | Reason::Shape { .. }
        | Reason::Value { .. }
        | Reason::Workspace { .. } => [107_000, 161_002, 100_006, 100_006, 3, 1],
        Reason::Storage { .. } => [107_000, 561_103, 100_006, 100_006, 3, 1],
        Reason::OutOfBounds { .. } => [107_000, 161_002, 100_006, 100_102, 3, 1],
        Reason::NoData { .. } => [107_000, 161_001, 100_006, 100_102, 3, 1],
        Reason::NoContext => [107_002, 361_001, 632_019, 100_201, 1, 15],
        Reason::NoDevice { .. } => [107_001, 361_001, 100_005, 100_005, 4, 15],
        Reason::DeviceNotSet { .. } => [507_007, 361_001, 632_019, 100_201, 1, 15],
        Reason::OtherContext { .. } => [107_003, 361_001, 100_015, 100_201, 3, 1],
        // Of the host.
        Reason::OutOfMemory { .. } => [207_001, 361_001, 100_010, 100_010, 2, 3],
        // Of streams.
        Reason::Exhausted { .. } => [207_008, 561_101, 100_060, 100_007, 2, 7],
        Reason::NotSupported(_) => [207_000, 561_003, 100_050, 100_050, 7, 5],
        Reason::State(_) => [107_000, 361_001, 100_015, 100_015, 6, 15],
        // Of a stream.
        Reason::Timeout { .. } => [507_046, 361_001, 1, 1, 6, 9],
        Reason::Aborted => [107_023, 361_001, 100_015, 100_015, 6, 15],
        // A run has the code of the error that ended it.
        Reason::Run { error, .. } => codes(error.reason()),
        Reason::Task { .. } => [507_015, 361_001, 100_132, 100_200, 6, 15],
        // Of a captured stream.
        Reason::Capture(_) => [107_027, 361_001, 100_015, 100_015, 6, 15],
        // That come too late.
        Reason::Ranks { .. } => [507_046, 361_001, 100_132, 100_200, 6, 9],
        Reason::Internal(_) => [500_000, 561_000, 999_991, 200_000, 4, 4],
    }
}

#[test]
fn every_error_has_its_codes() {
    let samples = Reason::samples();
    let kinds: HashSet<_> = samples.iter().map(discriminant).collect();
    assert_eq!(
        (samples.len(), kinds.len()),
        (26, 26),
        "an error is missing, or twice there"
    );
    for reason in samples {
        let expected = codes(&reason);
        let error = Error::from(reason);
        let text = error.to_string();
        assert!(!text.is_empty() && !text.ends_with('.'), "{text}");
        let refused = || Err(error.clone().into());
        let found = [
            acl::boundary::guard("aclrtMalloc", refused),
            aclnn::boundary::guard("aclnnSin", refused),
            cnrt::boundary::guard("cnrtMalloc", refused).raw(),
            cndrv::boundary::guard("cnCtxGetCurrent", refused).raw(),
            mluop::boundary::guard("mluOpAbs", refused).raw(),
            hccl::boundary::guard("HcclAllReduce", refused).raw(),
        ];
        assert_eq!(found, expected, "{text}");
    }
}
