//! Workers of attention and of experts that call together, and those that do not.

use std::ffi::c_void;
use std::sync::Arc;

use crate::argument::{Contents, Tensor};
use crate::reference::moe::floats;
use crate::table::shared::mc2::workers::*;
use crate::table::shared::workers::{
    BATCHES, EXPERTS, INFOS, LAYERS, LISTED, MARKS, SESSIONS, TOKENS, context, tensor,
};
use hostnpu::abi::hccl::communicators::{HcclCommDestroy, HcclCommInitRootInfo, HcclGetRootInfo};
use hostnpu::abi::hccl::open_enums::HcclResult;
use hostnpu::abi::hccl::types::HcclRootInfo;
use hostnpu::abi::hccl::windows::{HcclCommDeregister, HcclCommExchangeMem, HcclCommRegister};
use hostnpu::collective::Group;

/// The factor by which an expert multiplies rows: other ones for each rank and number there.
fn factor(rank: i64, local: i64) -> f64 {
    (1 + local + 2 * rank) as f64
}

#[test]
fn tokens_go_to_experts_and_come_back() {
    const NAME: &str = "table::shared::mc2::workers::together::tokens_go_to_experts_and_come_back";
    if !crate::chips::is("Ascend910B1", NAME) {
        return;
    }
    let of = Of {
        group: "a round of workers",
        ranks: 4,
        ffn: 2,
        ..SMALL
    };
    on_ranks(4, of.group, |rank| match rank {
        0 | 1 => experts(&of, rank),
        _ => attention(&of, rank),
    });
}

const ROUNDS: usize = 3;

/// A worker of attention: tokens go, and their sums come.
fn attention(of: &Of, rank: usize) {
    let of = Of {
        session: rank as i64 - 2,
        sent: (rank == 3).then_some(2),
        ..*of
    };
    let memory = show(&of, rank, &vec![0; of.all_words()[1]]);
    let bytes = (4 * of.words()[1]) as u64;
    let pointed = memory.part(0, bytes);
    let data = memory.part(bytes, (of.rows() * of.stride()) as u64);
    let common = [1, 1, of.tokens as i32, of.choices() as i32];
    let about = context(common, [1, 1], &[(MARKS, &pointed), (MARKS + 4, &data)]);
    let weights = [0.5, 0.25, 1.0, 2.0, 0.5, 1.0];
    for _ in 0..ROUNDS {
        call(entry(SEND), &of.send()).unwrap();
        let waited = call(
            entry("aclnnInplaceAttentionWorkerScheduler"),
            &[tensor(&about)],
        );
        waited.unwrap();
        assert!(
            memory.get()[..of.rows() as usize]
                .iter()
                .all(|&mark| mark == 0)
        );
        let got = call(
            entry("aclnnAttentionWorkerCombine"),
            &[
                tensor(&about),
                read(F32, &[of.tokens, of.top_k], &weights),
                read(I32, &[1], &[0.0]),
                Argument::Int(of.width),
                Argument::Int(0),
                Argument::Int(0),
                write(F16, &[of.tokens, of.width]),
                write(I32, &[1]),
            ],
        );
        let mut sums = Vec::new();
        for token in 0..of.tokens {
            let factor_of = |choice: i64| {
                let expert = match choice < of.top_k {
                    true => of.ids()[(token * of.top_k + choice) as usize],
                    false => of.experts,
                };
                let instances = of.instances(expert);
                let [rank, local] = instances[of.session as usize % instances.len()];
                let weight = match choice < of.top_k {
                    true => weights[(token * of.top_k + choice) as usize],
                    false => 1.0,
                };
                weight * factor(rank, local)
            };
            let all: f64 = (0..of.choices()).map(factor_of).sum();
            let is_sent = token < of.sent.unwrap_or(of.tokens);
            let row = &of.x()[(token * of.width) as usize..][..of.width as usize];
            sums.extend(row.iter().map(|x| if is_sent { x * all } else { 0.0 }));
        }
        assert_eq!(got.unwrap()[1], stored(&sums, F16), "rank {rank}");
    }
}

/// A worker of experts: it waits for the tokens of both sessions, multiplies rows, and gives them back.
fn experts(of: &Of, rank: usize) {
    // No expert stands where no token has come.
    let none = vec![0x7f7f_7f7f; of.all_words()[0]];
    let mut words = none;
    for session in 0..of.sessions() {
        words[(session * (2 + of.rows())) as usize] = 0;
    }
    let memory = show(of, rank, &words);
    let bytes = (4 * of.words()[0]) as u64;
    let infos = memory.part(0, bytes);
    let data = memory.part(bytes, (of.sessions() * of.rows() * of.stride()) as u64);
    let lists = [2, 2, 2, 2 * of.rows() as usize].map(|count| Words::of(&vec![0; count]));
    let [layers, sessions, batches, ids] = lists.each_ref().map(Words::pointed);
    let stride = of.stride() as i32;
    let parts: [(usize, &[i32]); 7] = [
        (5, &[stride]),
        (INFOS, &infos),
        (TOKENS, &data),
        (LAYERS, &layers),
        (SESSIONS, &sessions),
        (BATCHES, &batches),
        (EXPERTS, &ids),
    ];
    let common = [2, 1, of.tokens as i32, of.choices() as i32];
    let about = context(common, [0, 1], &parts);
    let most = 2 * of.rows();
    for _ in 0..ROUNDS {
        let waited = call(
            entry("aclnnInplaceFfnWorkerScheduler"),
            &[tensor(&about), Argument::Int(2), Argument::Int(0)],
        );
        let listed = waited.unwrap().remove(0);
        let about = Argument::Tensor(Tensor::new(I8, &[1024], Contents::Bytes(listed)));
        assert_eq!(about.tensors()[0].elements()[4 * LISTED], 2);
        let list = || write(I32, &[most]);
        let got = call(
            entry("aclnnFfnWorkerBatching"),
            &[
                about,
                Argument::Int(16),
                Argument::Ints(vec![2, of.tokens, of.choices(), of.width]),
                Argument::Int(0),
                Argument::Int(0),
                Argument::Int(1),
                write(F16, &[most, of.width]),
                write(I64, &[16, 2]),
                list(),
                list(),
                list(),
                list(),
                write(F32, &[0]),
                write(I64, &[1]),
            ],
        );
        let got = got.unwrap();
        let wide = |bytes: &[u8]| -> Vec<i64> {
            let (all, _) = bytes.as_chunks();
            all.iter().map(|of| i64::from_le_bytes(*of)).collect()
        };
        let count = wide(&got[8])[0];
        let of_bytes = |dtype, shape: &[i64], bytes: &[u8]| {
            Tensor::new(dtype, shape, Contents::Bytes(bytes.to_vec()))
        };
        let mut rows = floats(&of_bytes(F16, &[most, of.width], &got[1]));
        let mut row = 0;
        for group in wide(&got[2]).chunks(2) {
            for _ in 0..group[1] {
                let first = row * of.width as usize;
                let by = factor(rank as i64, group[0]);
                rows[first..first + of.width as usize]
                    .iter_mut()
                    .for_each(|x| *x *= by);
                row += 1;
            }
        }
        assert_eq!(row as i64, count);
        let numbers = |at: usize| -> Vec<i64> {
            let (all, _) = got[at].as_chunks();
            all.iter()
                .map(|of| i64::from(i32::from_le_bytes(*of)))
                .collect()
        };
        let [of_sessions, tokens, offsets] = [3, 5, 6].map(numbers);
        let place = |at: usize| match (at as i64) < count {
            true => [of_sessions[at], tokens[at], offsets[at]],
            false => [77, 77, 77],
        };
        let places: Vec<[i64; 3]> = (0..most as usize).map(place).collect();
        rows[count as usize * of.width as usize..].fill(0.0);
        let back = of.back(&rows, &places, count, Some(&[2.0, 3.0]));
        call(entry(BACK), &back).unwrap();
    }
}

#[test]
fn numbers_that_lie_are_errors_of_the_stream() {
    const NAME: &str =
        "table::shared::mc2::workers::together::numbers_that_lie_are_errors_of_the_stream";
    if !crate::chips::is("Ascend910B1", NAME) {
        return;
    }
    let of = Of {
        group: "lies of workers",
        ..SMALL
    };
    let memory = on_ranks(2, of.group, |rank| {
        let memory = show(&of, rank, &vec![0; of.all_words()[rank.min(1)]]);
        if rank == 0 {
            return memory;
        }
        let number = |shape: &[i64], number: f64| read(I32, shape, &[number]);
        let lies: [(usize, Argument, &str); 9] = [
            (1, number(&[1], 1.0), "`sessionId`"),
            (1, number(&[1], -1.0), "`sessionId`"),
            (2, number(&[1], 1.0), "`microBatchId`"),
            (3, number(&[1], 1.0), "`layerId`"),
            (4, number(&[1, 3, 2], 4.0), "`expertIds`"),
            (5, number(&[1, 5, 5], 0.0), "0 instances"),
            (5, number(&[1, 5, 5], 3.0), "3 instances"),
            (5, number(&[1, 5, 5], 1.0), "rank 1 with"),
            (7, read(Bool, &[1, 3], &[1.0, 0.0, 1.0]), "true at 2"),
        ];
        for (at, lie, says) in lies {
            let mut arguments = of.send();
            arguments[at] = lie;
            let refusal = call(entry(SEND), &arguments).unwrap_err();
            assert!(refusal.message.contains(says), "{}", refusal.message);
        }
        memory
    });
    assert!(memory[0].get().iter().all(|&word| word == 0));
    let rows = [0.0; 16];
    let of = Of {
        group: "lies of experts",
        ..SMALL
    };
    let memory = on_ranks(2, of.group, |rank| {
        let memory = show(&of, rank, &vec![0; of.all_words()[1]]);
        if rank == 1 {
            return memory;
        }
        let lies = [
            ([[0, 0, 0], [2, 0, 0]], 2, None, "`sessionIds`"),
            ([[0, 0, 0], [-1, 0, 0]], 2, None, "`sessionIds`"),
            ([[0, 0, 0], [0, 3, 0]], 2, None, "`tokenIds`"),
            ([[0, 0, 0], [0, 0, 3]], 2, None, "`expertOffsets`"),
            ([[0, 0, 0], [0, 0, 0]], 3, None, "`actualTokenNum`"),
            ([[0, 0, 0], [0, 0, 0]], -1, None, "`actualTokenNum`"),
            (
                [[0, 0, 0], [0, 0, 0]],
                2,
                Some(&[2.0][..]),
                "`attnRankTable`",
            ),
            ([[0, 0, 0], [1, 0, 0]], 2, Some(&[1.0][..]), "`sessionIds`"),
        ];
        for (places, count, table, says) in lies {
            let arguments = of.back(&rows, &places, count, table);
            let refusal = call(entry(BACK), &arguments).unwrap_err();
            assert!(refusal.message.contains(says), "{}", refusal.message);
        }
        memory
    });
    for memory in memory {
        assert!(memory.get().iter().all(|&word| word == 0));
    }
}

#[test]
fn a_worker_that_takes_nothing_is_waited_for_and_named() {
    const NAME: &str = "table::shared::mc2::workers::together::a_worker_that_takes_nothing_is_waited_for_and_named";
    if !crate::chips::is("Ascend910B1", NAME) {
        return;
    }
    // Without memory of their own, ranks have buffers of the communicator.
    let of = Of {
        group: "a rank that does not work",
        ..SMALL
    };
    let settings = collective::Settings {
        name: Some(of.group.into()),
        limit: Some(Duration::from_millis(300)),
        connect: Duration::from_secs(60),
    };
    let groups: Vec<Arc<Group>> = collective::create_all(2, &settings).unwrap();
    collective::enter(&groups[1], 0);
    call(entry(SEND), &of.send()).unwrap();
    let refusal = call(entry(SEND), &of.send()).unwrap_err();
    let says =
        "the tokens of session 0, micro batch 0, are to be taken: rank 0 did not do so in time";
    assert!(refusal.message.contains(says), "{}", refusal.message);
    // A rank that shows memory to no other one.
    let memory = Words::of(&[0; 1024]);
    let span = Span {
        address: memory.address(),
        bytes: 4096,
    };
    let number = groups[1].register(span).unwrap();
    let late = groups[1].exchange_window(number, &[0], Duration::from_millis(50));
    assert!(
        late.unwrap_err()
            .to_string()
            .contains("rank 0 did not do so in time")
    );
    let refusal = call(entry(SEND), &of.send()).unwrap_err();
    assert!(
        refusal.message.contains("rank 0 has shown no memory"),
        "{}",
        refusal.message
    );
    groups[1].deregister(number).unwrap();
    assert!(groups[1].deregister(number).is_err());
    groups[0].destroy().unwrap();
    let refusal = call(entry(SEND), &of.send()).unwrap_err();
    assert!(refusal.message.contains("rank 0"), "{}", refusal.message);
    collective::forget(&groups[1]);
    groups[1].destroy().unwrap();
}

#[test]
fn ranks_show_memory_by_handles() {
    let refused = |got: HcclResult, code: HcclResult| assert!(got == code, "{got:?}");
    let all = |got: HcclResult| refused(got, HcclResult::HCCL_SUCCESS);
    let mut info = HcclRootInfo {
        internal: [0; 4108],
    };
    // SAFETY: an out pointer.
    all(unsafe { HcclGetRootInfo(&mut info) });
    let rank = |rank: u32| {
        let memory = Words::of(&[0; 64]);
        let address = std::ptr::with_exposed_provenance_mut::<c_void>(memory.address());
        let (mut comm, mut handle) = (std::ptr::null_mut(), std::ptr::null_mut());
        let mut peers = [0, 1];
        let none = std::ptr::null_mut();
        use HcclResult as Code;
        // SAFETY: out pointers, memory of 256 bytes, two ranks, and handles of any kind.
        unsafe {
            all(HcclCommInitRootInfo(2, &info, rank, &mut comm));
            let out = &raw mut handle;
            refused(
                HcclCommRegister(none, address, 256, out, 0),
                Code::HCCL_E_PTR,
            );
            refused(HcclCommRegister(comm, none, 256, out, 0), Code::HCCL_E_PTR);
            refused(
                HcclCommRegister(comm, address, 256, std::ptr::null_mut(), 0),
                Code::HCCL_E_PTR,
            );
            let odd = address.wrapping_byte_add(2);
            let host = (&raw mut peers).cast();
            for (address, bytes) in [(address, 0), (odd, 8), (address, u64::MAX), (host, 8)] {
                let got = HcclCommRegister(comm, address, bytes, out, 0);
                refused(got, Code::HCCL_E_PARA);
            }
            assert!(handle.is_null());
            refused(HcclCommDeregister(comm, none), Code::HCCL_E_PTR);
            refused(HcclCommDeregister(comm, address), Code::HCCL_E_PARA);
            all(HcclCommRegister(comm, address, 256, out, 0));
            let numbers = peers.as_mut_ptr();
            refused(
                HcclCommExchangeMem(comm, handle, std::ptr::null_mut(), 1),
                Code::HCCL_E_PTR,
            );
            refused(
                HcclCommExchangeMem(comm, address, numbers, 2),
                Code::HCCL_E_PARA,
            );
            let mut third = 2;
            refused(
                HcclCommExchangeMem(comm, handle, &mut third, 1),
                Code::HCCL_E_PARA,
            );
            // Memory that a rank takes away at once has been shown.
            all(HcclCommExchangeMem(comm, handle, numbers, 2));
            all(HcclCommDeregister(comm, handle));
            refused(HcclCommDeregister(comm, handle), Code::HCCL_E_PARA);
            all(HcclCommDestroy(comm));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| rank(0));
        scope.spawn(|| rank(1));
    });
}
