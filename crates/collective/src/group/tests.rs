use std::sync::Arc;
use std::time::{Duration, Instant};

use super::*;
use crate::{
    Combination, Element, Kind, Results, RootInfo, Settings, Signature, Span, create_all, join,
    open,
};
use hostnpu_device::{Ending, devices, serve};

fn settings(limit: Option<u64>) -> Settings {
    Settings {
        name: Some("test".into()),
        limit: limit.map(Duration::from_millis),
        connect: Duration::from_secs(20),
    }
}

fn all_reduce(x: &mut [f32]) -> Operation {
    let mut signature = Signature::new(Kind::AllReduce, Some(Element::F32), x.len() as u64);
    signature.combination = Some(Combination::Sum);
    let input = Span {
        address: x.as_mut_ptr().expose_provenance(),
        bytes: size_of_val(x),
    };
    Operation {
        signature: Some(signature),
        work: Work::Reduce {
            input,
            results: Results::All(input.address),
        },
    }
}

fn barrier() -> Operation {
    Operation {
        signature: Some(Signature::new(Kind::Barrier, None, 0)),
        work: Work::Exchange {
            sends: Vec::new(),
            receives: Vec::new(),
        },
    }
}

/// Ranks of one process, each with a stream.
fn ranks(size: u32, limit: Option<u64>) -> Vec<(Arc<Group>, Arc<Stream>)> {
    let groups = create_all(size, &settings(limit)).unwrap();
    let stream = |group| (group, Stream::new(&devices()[0]).unwrap());
    groups.into_iter().map(stream).collect()
}

fn end(ranks: Vec<(Arc<Group>, Arc<Stream>)>) {
    for (group, stream) in ranks {
        stream.close(Ending::Finish).unwrap();
        group.destroy().unwrap();
    }
}

/// Queues an operation of memory that outlives the synchronisations of the test.
fn queue(rank: &(Arc<Group>, Arc<Stream>), operation: Operation) -> Result<()> {
    // SAFETY: each test synchronises before its memory goes.
    unsafe { rank.0.queue(&rank.1, operation) }
}

#[test]
fn sums_in_place_have_the_same_bits_on_all_ranks() {
    for size in [1, 2, 3, 4, 8] {
        for count in [0, 1, 7, 64, 1023, 100_003] {
            let ranks = ranks(size, None);
            let term = |rank: u32, i: usize| 1.0 / (1 + i % 977) as f32 * (1 + rank) as f32;
            let mut data: Vec<Vec<f32>> = (0..size)
                .map(|rank| (0..count).map(|i| term(rank, i)).collect())
                .collect();
            for (rank, x) in ranks.iter().zip(&mut data) {
                queue(rank, all_reduce(x)).unwrap();
            }
            for (_, stream) in &ranks {
                stream.synchronize(None).unwrap();
            }
            for x in &data {
                for (i, &x) in x.iter().enumerate() {
                    let sum: f64 = (0..size).map(|rank| f64::from(term(rank, i))).sum();
                    assert_eq!(x, sum as f32, "{size} ranks, {i} of {count}");
                }
            }
            end(ranks);
        }
    }
}

#[test]
fn ranks_that_disagree_are_told_what_the_others_called() {
    let ranks = ranks(2, None);
    let mut x = vec![1.0_f32; 100];
    queue(&ranks[0], all_reduce(&mut x)).unwrap();
    queue(&ranks[1], barrier()).unwrap();
    let texts = [0, 1].map(|i| ranks[i].1.synchronize(None).unwrap_err().to_string());
    let first =
        "operation 0 of `test`: rank 1 called Barrier, this rank (0) AllReduce of 100 f32 (Sum)";
    let second = "rank 0 called AllReduce of 100 f32 (Sum), this rank (1) Barrier";
    assert!(texts[0].ends_with(first), "{}", texts[0]);
    assert!(texts[1].ends_with(second), "{}", texts[1]);
    assert_eq!(x, vec![1.0; 100]);
    // The next operation is not affected.
    for rank in &ranks {
        queue(rank, barrier()).unwrap();
    }
    for (_, stream) in &ranks {
        stream.synchronize(None).unwrap();
    }
    end(ranks);
}

#[test]
fn a_rank_that_never_comes_is_named() {
    let ranks = ranks(3, Some(30));
    queue(&ranks[1], barrier()).unwrap();
    let text = ranks[1].1.synchronize(None).unwrap_err().to_string();
    assert!(
        text.contains("operation 0 of `test` (Barrier): ranks 0 and 2 did not come in time"),
        "{text}"
    );
    // Who comes later learns it.
    queue(&ranks[0], barrier()).unwrap();
    let text = ranks[0].1.synchronize(None).unwrap_err().to_string();
    assert!(text.contains("did not come in time"), "{text}");
    end(ranks);
}

#[test]
fn destroying_a_communicator_ends_what_waits() {
    let ranks = ranks(2, None);
    queue(&ranks[0], barrier()).unwrap();
    std::thread::sleep(Duration::from_millis(5));
    ranks[0].0.destroy().unwrap();
    let text = ranks[0].1.synchronize(None).unwrap_err().to_string();
    assert!(text.contains("the communicator was destroyed"), "{text}");
    queue(&ranks[1], barrier()).unwrap();
    let text = ranks[1].1.synchronize(None).unwrap_err().to_string();
    assert!(text.contains("rank 0"), "{text}");
    let failure = ranks[1].0.failure();
    assert!(failure.is_some());
    assert_eq!(queue(&ranks[1], barrier()).err(), failure);
    end(ranks);
}

#[test]
fn an_aborted_stream_leaves_the_others_waiting_no_longer() {
    let ranks = ranks(2, None);
    queue(&ranks[0], barrier()).unwrap();
    std::thread::sleep(Duration::from_millis(5));
    let begin = Instant::now();
    ranks[0].1.abort();
    ranks[0].1.close(Ending::Drop).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(5));
    queue(&ranks[1], barrier()).unwrap();
    let text = ranks[1].1.synchronize(None).unwrap_err().to_string();
    assert!(text.contains("rank 0 gave up"), "{text}");
    end(ranks);
}

fn message(peer: u32, x: &mut [u8]) -> Message {
    Message {
        peer,
        span: Span {
            address: x.as_mut_ptr().expose_provenance(),
            bytes: x.len(),
        },
    }
}

#[test]
fn messages_go_round_in_a_ring() {
    let ranks = ranks(3, None);
    let mut sent: Vec<Vec<u8>> = (0..3).map(|rank| vec![rank; 1000]).collect();
    let mut taken = vec![vec![9; 1000]; 3];
    for (i, rank) in ranks.iter().enumerate() {
        let (next, before) = ((i as u32 + 1) % 3, (i as u32 + 2) % 3);
        let operation = Operation {
            signature: None,
            work: Work::Exchange {
                sends: vec![message(next, &mut sent[i])],
                receives: vec![message(before, &mut taken[i])],
            },
        };
        queue(rank, operation).unwrap();
    }
    for (i, (_, stream)) in ranks.iter().enumerate() {
        stream.synchronize(None).unwrap();
        assert_eq!(taken[i], sent[(i + 2) % 3]);
    }
    end(ranks);
}

#[test]
fn a_message_of_another_size_is_refused_on_both_ranks() {
    let ranks = ranks(2, None);
    let (mut sent, mut taken) = (vec![1; 8], vec![2; 9]);
    for (i, sends, receives) in [
        (0, vec![message(1, &mut sent)], vec![]),
        (1, vec![], vec![message(0, &mut taken)]),
    ] {
        let work = Work::Exchange { sends, receives };
        let operation = Operation {
            signature: None,
            work,
        };
        queue(&ranks[i], operation).unwrap();
    }
    for (_, stream) in &ranks {
        let text = stream.synchronize(None).unwrap_err().to_string();
        let expected = "rank 0 sends 8 bytes to rank 1, which takes 9";
        assert!(text.ends_with(expected), "{text}");
    }
    assert_eq!(taken, [2; 9]);
    end(ranks);
}

/// An exchange of rows of 3 bytes, of which `lists` has the numbers for each rank and from each rank.
fn rows(x: &mut [u8], y: &mut [u8], [sends, receives]: [&[&[usize]]; 2]) -> Operation {
    let [from, to] = [x, y].map(|bytes| message(0, bytes).span);
    let addresses = |span: Span, lists: &[&[usize]]| {
        let of_rank = |list: &&[usize]| list.iter().map(|row| span.address + 3 * row).collect();
        lists.iter().map(of_rank).collect()
    };
    Operation {
        signature: Some(Signature::new(Kind::AllToAllV, Some(Element::U8), 0)),
        work: Work::ExchangeRows {
            row: 3,
            from,
            to,
            sends: addresses(from, sends),
            receives: addresses(to, receives),
            blocks: None,
        },
    }
}

#[test]
fn rows_go_from_any_places_to_any_places() {
    let ranks = ranks(2, None);
    let mut x: Vec<Vec<u8>> = vec![(0..12).collect(), (100..112).collect()];
    let mut y = vec![vec![9; 12]; 2];
    // Rank 0 sends its last row to itself, and two rows to rank 1, one of them twice; rank 1 sends one to rank 0.
    let lists: [[&[&[usize]]; 2]; 2] = [
        [&[&[3], &[2, 0, 2]], &[&[1], &[0]]],
        [&[&[1], &[]], &[&[3, 0, 1], &[]]],
    ];
    for (rank, ((x, y), lists)) in ranks.iter().zip(x.iter_mut().zip(&mut y).zip(lists)) {
        queue(rank, rows(x, y, lists)).unwrap();
    }
    for (_, stream) in &ranks {
        stream.synchronize(None).unwrap();
    }
    assert_eq!(y[0], [103, 104, 105, 9, 10, 11, 9, 9, 9, 9, 9, 9]);
    assert_eq!(y[1], [0, 1, 2, 6, 7, 8, 9, 9, 9, 6, 7, 8]);
    end(ranks);
}

#[test]
fn ranks_that_count_rows_differently_are_told() {
    let ranks = ranks(2, None);
    let (mut x, mut y) = (vec![vec![1_u8; 6]; 2], vec![vec![9_u8; 6]; 2]);
    let lists: [[&[&[usize]]; 2]; 2] =
        [[&[&[], &[0, 1]], &[&[], &[]]], [&[&[], &[]], &[&[0], &[]]]];
    for (rank, ((x, y), lists)) in ranks.iter().zip(x.iter_mut().zip(&mut y).zip(lists)) {
        queue(rank, rows(x, y, lists)).unwrap();
    }
    for (_, stream) in &ranks {
        let text = stream.synchronize(None).unwrap_err().to_string();
        let expected = "rank 0 sends 6 bytes to rank 1, which takes 3";
        assert!(text.ends_with(expected), "{text}");
    }
    assert_eq!(y, vec![vec![9; 6]; 2]);
    end(ranks);
}

/// Groups of ranks that come at once: each says how many there are, and its number.
fn come(info: &RootInfo, ranks: &[(u32, u32)]) -> Vec<Result<Arc<Group>>> {
    let come = |&(size, rank): &(u32, u32)| {
        let (send, receive) = std::sync::mpsc::channel();
        let info = info.clone();
        let come = move || send.send(join(&info, size, rank, &settings(None))).unwrap();
        serve("rank", come).unwrap();
        receive
    };
    let coming: Vec<_> = ranks.iter().map(come).collect();
    coming.iter().map(|rank| rank.recv().unwrap()).collect()
}

#[test]
fn ranks_meet_by_a_root_info() {
    let info = open().unwrap();
    let groups = come(&info, &[(3, 2), (3, 0), (3, 1)]);
    let numbers: Vec<u32> = groups
        .into_iter()
        .map(|group| group.unwrap().rank())
        .collect();
    assert_eq!(numbers, [2, 0, 1]);
    assert!(join(&info, 3, 0, &settings(None)).is_err(), "used twice");
}

#[test]
fn ranks_that_do_not_form_a_communicator_are_told_why() {
    let short = Settings {
        connect: Duration::from_millis(30),
        ..settings(None)
    };
    let info = open().unwrap();
    let error = join(&info, 3, 1, &short).unwrap_err();
    let text = error.to_string();
    assert_eq!(text, "ranks 0 and 2 of 3 did not come within 30ms");
    let texts = |ranks: &[(u32, u32)]| {
        let outcomes = come(&open().unwrap(), ranks).into_iter();
        outcomes
            .map(|outcome| outcome.unwrap_err().to_string())
            .collect::<Vec<_>>()
    };
    for text in texts(&[(3, 1), (3, 1)]) {
        assert_eq!(text, "two ranks have the number 1");
    }
    for text in texts(&[(3, 1), (4, 2)]) {
        assert!(text.contains("ranks, the others"), "{text}");
    }
}
