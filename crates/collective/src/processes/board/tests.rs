//! Ranks as threads, each with its own map of all boards.

use std::sync::Arc;
use std::time::Instant;

use super::*;

const LONGEST: usize = 100;
const LIMIT: Duration = Duration::from_millis(20);

/// The boards of all ranks, as each of them sees them.
fn ranks(size: u32) -> Vec<Arc<Boards>> {
    let own: Vec<Board> = (0..size)
        .map(|_| Board::new(size, LONGEST).unwrap())
        .collect();
    let keys: Vec<Option<u64>> = own.iter().map(|board| Some(board.key)).collect();
    let ranks = (0..).zip(own);
    let ranks = ranks.map(|(rank, own)| Arc::new(Boards::map(own, rank, &keys).unwrap()));
    ranks.collect()
}

fn text(rank: u32, number: u64) -> Vec<u8> {
    format!("rank {rank} in operation {number}").into_bytes()
}

/// Waits until all have come, as an operation does; gives up after some seconds.
fn wait(boards: &Boards, call: &mut Call) {
    let end = Instant::now() + Duration::from_secs(20);
    while !boards.sleep(call, LIMIT) {
        assert!(Instant::now() < end, "missing: {:?}", call.missing());
    }
}

/// Meets all ranks in an operation, and checks what they say.
fn meet(boards: &Boards, number: u64) {
    let size = boards.maps.len() as u32;
    let say = || boards.say(number, &[text(boards.rank, number)]);
    let mut call = loop {
        match say() {
            Some(call) => break call,
            None => std::thread::yield_now(),
        }
    };
    wait(boards, &mut call);
    for peer in (0..size).filter(|&peer| peer != boards.rank) {
        assert_eq!(boards.read(&call, peer), text(peer, number));
    }
}

/// Has each rank do something on a thread of its own.
fn on_each(ranks: &[Arc<Boards>], work: impl Fn(&Boards) + Sync) {
    std::thread::scope(|scope| {
        for boards in ranks {
            scope.spawn(|| work(boards));
        }
    });
}

#[test]
fn ranks_hear_what_all_say_in_each_of_many_operations() {
    for size in [2, 3, 4] {
        let ranks = ranks(size);
        on_each(&ranks, |boards| {
            (1..=2000).for_each(|number| meet(boards, number));
        });
        for boards in &ranks {
            // One stream needs two places, however many operations there are.
            let used = boards.own().word(USED).load(Ordering::Relaxed);
            assert!(used <= 2, "{used} places");
        }
    }
}

#[test]
fn each_rank_hears_its_own_text_where_there_is_one_for_each() {
    let ranks = ranks(3);
    on_each(&ranks, |boards| {
        let texts: Vec<Vec<u8>> = (0..3).map(|to| text(boards.rank, to)).collect();
        let mut call = boards.say(1, &texts).unwrap();
        wait(boards, &mut call);
        for peer in (0..3).filter(|&peer| peer != boards.rank) {
            assert_eq!(boards.read(&call, peer), text(peer, boards.rank.into()));
        }
    });
}

#[test]
fn operations_meet_in_any_order() {
    // As many as places; each rank begins another one first.
    let ranks = ranks(3);
    let count = PLACES as u64;
    on_each(&ranks, |boards| {
        let first = u64::from(boards.rank) * 7;
        let numbers = (0..count).map(|i| 1 + (first + i) % count);
        let mut calls: Vec<Call> = numbers
            .map(|number| boards.say(number, &[text(boards.rank, number)]).unwrap())
            .collect();
        for call in &mut calls {
            wait(boards, call);
            for peer in (0..3).filter(|&peer| peer != boards.rank) {
                assert_eq!(boards.read(call, peer), text(peer, call.number));
            }
        }
    });
    // All places are free again.
    on_each(&ranks, |boards| meet(boards, count + 1));
}

#[test]
fn several_threads_of_a_rank_meet_at_the_same_time() {
    let ranks = ranks(2);
    on_each(&ranks, |boards| {
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    (0..500).for_each(|i| meet(boards, 1 + 4 * i + thread));
                });
            }
        });
    });
}

#[test]
fn without_a_free_place_nothing_is_said_until_the_others_have_read() {
    let ranks = ranks(2);
    let said = |boards: &Boards, number| boards.say(number, &[Vec::new()]);
    let calls: Vec<Call> = (1..=PLACES as u64)
        .map(|number| said(&ranks[0], number).unwrap())
        .collect();
    let last = calls.len() as u64 + 1;
    assert!(said(&ranks[0], last).is_none());
    let mut other = said(&ranks[1], 5).unwrap();
    assert!(ranks[1].have_all_said(&mut other));
    assert!(ranks[1].read(&other, 0).is_empty());
    assert!(said(&ranks[0], last).is_some());
}

#[test]
fn who_gives_up_names_the_missing_and_is_not_heard_by_those_who_come_later() {
    let ranks = ranks(3);
    let mut call = ranks[1].say(1, &[text(1, 1)]).unwrap();
    assert!(!ranks[1].sleep(&mut call, LIMIT));
    assert_eq!(call.missing(), [0, 2]);
    let mut other = ranks[0].say(1, &[text(0, 1)]).unwrap();
    assert!(!ranks[0].sleep(&mut other, LIMIT));
    assert_eq!(other.missing(), [2]);
    ranks[1].withdraw(&call);
    let mut late = ranks[2].say(1, &[text(2, 1)]).unwrap();
    assert!(!ranks[2].have_all_said(&mut late));
    assert_eq!(late.missing(), [1]);
}

#[test]
fn a_bell_wakes_who_sleeps_and_the_last_to_come_rings_it() {
    let ranks = ranks(2);
    let long = Duration::from_secs(20);
    for by_coming in [false, true] {
        let number = 1 + u64::from(by_coming);
        std::thread::scope(|scope| {
            let sleeper = scope.spawn(|| {
                let mut call = ranks[1].say(number, &[Vec::new()]).unwrap();
                let begin = Instant::now();
                ranks[1].sleep(&mut call, long);
                begin.elapsed()
            });
            std::thread::sleep(LIMIT);
            match by_coming {
                true => drop(ranks[0].say(number, &[Vec::new()])),
                false => ranks[0].ring(),
            }
            assert!(sleeper.join().unwrap() < long);
        });
    }
}

#[test]
fn boards_are_common_only_if_every_rank_has_mapped_all() {
    let own: Vec<Board> = (0..3).map(|_| Board::new(3, LONGEST).unwrap()).collect();
    let keys: Vec<Option<u64>> = own.iter().map(|board| Some(board.key)).collect();
    let mut own = own.into_iter();
    let first = Boards::map(own.next().unwrap(), 0, &keys).unwrap();
    assert_eq!((first.are_common(), first.silent()), (None, vec![1, 2]));
    let second = Boards::map(own.next().unwrap(), 1, &keys).unwrap();
    // Rank 2 finds no board of rank 1.
    let lacking = [keys[0], None, keys[2]];
    assert!(Boards::map(own.next().unwrap(), 2, &lacking).is_none());
    assert_eq!(first.are_common(), Some(false));
    assert_eq!(second.are_common(), Some(false));
    assert_eq!(
        ranks(4).iter().map(|rank| rank.are_common()).next_back(),
        Some(Some(true))
    );
}

#[test]
fn boards_of_other_sizes_and_of_too_many_ranks_are_refused() {
    assert!(Board::new(MOST + 1, LONGEST).is_none());
    let (two, three) = (Board::new(2, LONGEST).unwrap(), Board::new(3, LONGEST));
    let keys = [None, three.as_ref().map(|board| board.key)];
    assert!(Boards::map(two, 0, &keys).is_none());
}
