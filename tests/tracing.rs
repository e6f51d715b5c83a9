//! Traces and timelines of a program that calls the entry points: parsed strictly, nested, with an arrow for each task.

use std::collections::{HashMap, HashSet};
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::null_mut;

use hostnpu::abi::acl::base_rt::types::aclrtStream;
use hostnpu::abi::acl::rt::copy::aclrtMemcpyAsync;
use hostnpu::abi::acl::rt::device::{aclrtResetDevice, aclrtSetDevice};
use hostnpu::abi::acl::rt::event::{
    aclrtCreateEvent, aclrtDestroyEvent, aclrtRecordEvent, aclrtStreamWaitEvent,
};
use hostnpu::abi::acl::rt::memory::{aclrtFree, aclrtMalloc};
use hostnpu::abi::acl::rt::stream::{
    aclrtCreateStream, aclrtDestroyStream, aclrtSynchronizeStream,
};
use hostnpu::abi::acl::types::{aclrtMemMallocPolicy, aclrtMemcpyKind};
use serde_json::Value;

const CHILD: &str = "HOSTNPU_TEST_IS_TRACED";

/// Two streams: a copy, an event, a wait for it, a copy; and a call that fails.
fn traced_program() {
    const BYTES: usize = 4 << 20;
    let policy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
    let kind = aclrtMemcpyKind::ACL_MEMCPY_DEVICE_TO_DEVICE;
    let mut memory: [*mut c_void; 3] = [null_mut(); 3];
    let mut streams: [aclrtStream; 2] = [null_mut(); 2];
    let mut event = null_mut();
    // SAFETY: out pointers to this function's own variables, and memory that is freed after the work.
    unsafe {
        assert_eq!(aclrtSetDevice(0), 0);
        for one in &mut memory {
            assert_eq!(aclrtMalloc(one, BYTES, policy), 0);
        }
        for stream in &mut streams {
            assert_eq!(aclrtCreateStream(stream), 0);
        }
        assert_eq!(aclrtCreateEvent(&raw mut event), 0);
        assert_eq!(
            aclrtMemcpyAsync(memory[1], BYTES, memory[0], BYTES, kind, streams[0]),
            0
        );
        assert_eq!(aclrtRecordEvent(event, streams[0]), 0);
        assert_eq!(aclrtStreamWaitEvent(streams[1], event), 0);
        assert_eq!(
            aclrtMemcpyAsync(memory[2], BYTES, memory[1], BYTES, kind, streams[1]),
            0
        );
        assert_eq!(aclrtSynchronizeStream(streams[1]), 0);
        assert_ne!(aclrtFree(null_mut()), 0);
        assert_eq!(aclrtDestroyEvent(event), 0);
        for stream in streams {
            assert_eq!(aclrtDestroyStream(stream), 0);
        }
        for one in memory {
            assert_eq!(aclrtFree(one), 0);
        }
        assert_eq!(aclrtResetDevice(0), 0);
    }
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("hostnpu_tracing_{name}_{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(test: &str, variable: &str, value: &Path) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("tracing::{test}"), "--nocapture"]);
    let output = command
        .env(CHILD, "1")
        .env(variable, value)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

fn number(event: &Value, name: &str) -> f64 {
    event[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} is no number in {event}"))
}

/// Requirements of viewers on a timeline.
fn check_timeline(text: &str) {
    let events: Vec<Value> = serde_json::from_str(text).unwrap();
    let mut tracks: HashMap<(u64, u64), Vec<(f64, f64)>> = HashMap::new();
    let (mut begun, mut ended, mut names) = (HashSet::new(), Vec::new(), HashSet::new());
    for event in &events {
        let track = (
            event["pid"].as_u64().unwrap(),
            event["tid"].as_u64().unwrap(),
        );
        match event["ph"].as_str().unwrap() {
            "X" => {
                let (start, duration) = (number(event, "ts"), number(event, "dur"));
                assert!((0.0..1e9).contains(&start) && duration >= 0.0, "{event}");
                tracks
                    .entry(track)
                    .or_default()
                    .push((start, start + duration));
                names.insert(event["name"].as_str().unwrap().to_owned());
            }
            "s" => assert!(
                begun.insert(event["id"].as_u64().unwrap()),
                "two arrows have one number: {event}"
            ),
            "f" => ended.push(event["id"].as_u64().unwrap()),
            "M" => assert!(event["args"].is_object(), "{event}"),
            other => panic!("{other}: {event}"),
        }
    }
    assert_eq!(ended.len(), 4, "an arrow leads to each task");
    assert!(
        ended.iter().all(|id| begun.contains(id)),
        "{begun:?} {ended:?}"
    );
    for spans in tracks.values_mut() {
        // Longer ones first where two begin at once.
        spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut open: Vec<f64> = Vec::new();
        for &(start, end) in spans.iter() {
            open.retain(|&outer| outer > start);
            assert!(
                open.iter().all(|&outer| end <= outer),
                "{start} to {end} crosses {open:?}"
            );
            open.push(end);
        }
    }
    for name in [
        "Runtime@aclrtMalloc",
        "MEMCPY_ASYNC",
        "EVENT_RECORD",
        "EVENT_WAIT",
    ] {
        assert!(names.contains(name), "no {name} in {names:?}");
    }
}

#[test]
fn a_timeline_passes_a_strict_parser() {
    if std::env::var_os(CHILD).is_some() {
        return traced_program();
    }
    let folder = folder("timeline");
    let file = folder.join("trace.json");
    run("a_timeline_passes_a_strict_parser", "HOSTNPU_TRACE", &file);
    check_timeline(&std::fs::read_to_string(file).unwrap());
    run(
        "a_timeline_passes_a_strict_parser",
        "HOSTNPU_PROFILE",
        &folder,
    );
    let profile = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let profile = profile.into_iter().find(|path| path.is_dir()).unwrap();
    let output = profile.join("mindstudio_profiler_output");
    let mut files = std::fs::read_dir(output)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let timeline = files
        .find(|path| path.extension().is_some_and(|end| end == "json"))
        .unwrap();
    check_timeline(&std::fs::read_to_string(timeline).unwrap());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_trace_has_a_line_for_each_call() {
    if std::env::var_os(CHILD).is_some() {
        return traced_program();
    }
    let folder = folder("lines");
    let file = folder.join("trace.jsonl");
    run("a_trace_has_a_line_for_each_call", "HOSTNPU_TRACE", &file);
    let text = std::fs::read_to_string(file).unwrap();
    let records: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let calls: Vec<&Value> = records
        .iter()
        .filter(|record| record["call"].is_string())
        .collect();
    let tasks = records.iter().filter(|record| record["call"].is_null());
    assert_eq!((calls.len(), tasks.count()), (20, 4), "{text}");
    let failed: Vec<&&Value> = calls.iter().filter(|call| call["status"] != 0).collect();
    assert_eq!(failed.len(), 1, "{text}");
    assert_eq!(
        (&failed[0]["status"], &failed[0]["arguments"]["devPtr"]),
        (&100_000.into(), &"null".into())
    );
    assert!(
        failed[0]["error"].as_str().unwrap().contains("devPtr"),
        "{text}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}
