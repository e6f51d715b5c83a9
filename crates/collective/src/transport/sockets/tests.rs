//! Two ranks in one thread.

use super::*;
use crate::memory::span;

fn pair() -> [Sockets; 2] {
    let mut ranks = [(); 2].map(|()| Sockets::open().unwrap());
    let addresses = ranks.each_ref().map(Sockets::address);
    for rank in &mut ranks {
        rank.connect(&addresses).unwrap();
    }
    ranks
}

/// Has both ranks move data until all requests are done.
fn drive(ranks: &mut [Sockets; 2], requests: &mut [[Request; 2]; 2]) {
    loop {
        let mut is_over = true;
        for (rank, requests) in ranks.iter_mut().zip(&mut *requests) {
            rank.progress().unwrap();
            is_over &= rank.look_at_all(requests).unwrap();
        }
        if is_over {
            return;
        }
    }
}

#[test]
fn long_messages_go_both_ways_at_once() {
    for bytes in [0, 1, LONGEST - HEAD, LONGEST, 5 << 20] {
        let mut ranks = pair();
        let mut given = [1_u8, 2].map(|rank| {
            let bytes = (0..bytes).map(|i| (i % 251) as u8 ^ rank);
            bytes.collect::<Vec<u8>>()
        });
        let mut taken = [vec![0; bytes], vec![0; bytes]];
        let mut requests = [0, 1].map(|rank| {
            let send = ranks[rank].send(1 - rank as u32, span(&mut given[rank]), rank as u64);
            let tag = 1 - rank as u64;
            let receive = ranks[rank].receive(span(&mut taken[rank]), tag);
            [send.unwrap(), receive.unwrap()]
        });
        drive(&mut ranks, &mut requests);
        assert!(taken[0] == given[1] && taken[1] == given[0], "{bytes}");
    }
}

#[test]
fn what_comes_early_is_kept_for_its_receive() {
    let mut ranks = pair();
    let mut given: Vec<Vec<u8>> = (0..3).map(|i| vec![i; 100_000]).collect();
    for (tag, message) in [(7, 0), (8, 1), (7, 2)] {
        let _ = ranks[0].send(1, span(&mut given[message]), tag).unwrap();
    }
    let mut taken: Vec<Vec<u8>> = vec![vec![9; 100_000]; 3];
    // The first datagrams have come, others have not.
    ranks[1].receive_some().unwrap();
    let receives: Vec<Request> = [(8, 1), (7, 0), (7, 2)]
        .map(|(tag, message)| ranks[1].receive(span(&mut taken[message]), tag).unwrap())
        .into();
    let mut receives = receives;
    while !ranks[1].look_at_all(&mut receives).unwrap() {
        ranks[0].progress().unwrap();
        ranks[1].progress().unwrap();
    }
    assert_eq!(taken, given);
    assert!(ranks[0].flush().unwrap().is_done() && ranks[1].early.is_empty());
}

#[test]
fn who_does_not_know_the_secret_is_not_heard() {
    let [rank, mut other] = pair();
    let stranger = UnixDatagram::unbound().unwrap();
    let to = socket_name(other.name).unwrap();
    for bytes in [0, HEAD - 1, HEAD, HEAD + 3] {
        stranger.send_to_addr(&vec![0; bytes], &to).unwrap();
    }
    assert!(other.receive_some().unwrap());
    assert!(other.early.is_empty());
    drop(rank);
}

#[test]
fn what_goes_to_a_rank_that_has_left_is_lost() {
    let [mut rank, other] = pair();
    drop(other);
    let mut bytes = vec![1; 2 * LONGEST];
    assert!(rank.send(1, span(&mut bytes), 0).unwrap().is_done());
}

#[test]
fn a_message_longer_than_its_place_is_an_error() {
    let [mut rank, mut other] = pair();
    let (mut given, mut place) = ([1; 4], [0; 3]);
    let _receive = other.receive(span(&mut place), 0).unwrap();
    assert!(rank.send(1, span(&mut given), 0).unwrap().is_done());
    assert!(other.progress().is_err());
    assert_eq!(place, [0; 3]);
}
