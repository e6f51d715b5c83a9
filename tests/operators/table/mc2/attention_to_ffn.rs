//! The row of `aclnnAttentionToFFN`.

use crate::call::call;
use crate::ranks::on_ranks;
use crate::reference::moe::stored;
use crate::table::shared::mc2::workers::{I, Of, SEND, SMALL, X, all_sent, one_sided, show};
use crate::table::shared::workers::Words;
use crate::table::{Row, entry};

fn bytes_of(words: &[i32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A worker of experts' part of a session: expert, and bytes of the row, of each row.
fn expected(of: &Of, rank: i64, row: i64) -> Option<(i32, Vec<u8>)> {
    let (token, choice) = (row / of.choices(), row % of.choices());
    if token >= of.sent.unwrap_or(of.tokens) {
        return None;
    }
    let expert = match choice < of.top_k {
        true => of.ids()[(token * of.top_k + choice) as usize],
        false => of.experts + choice - of.top_k,
    };
    let instances = of.instances(expert);
    let [to, local] = instances[of.session as usize % instances.len()];
    let row = &of.x()[(token * of.width) as usize..][..of.width as usize];
    let bytes = match of.is_quantised {
        false => stored(row, of.dtype),
        true => {
            let scales = of.scales();
            let factor = |at: usize| match of.scales {
                true => scales[expert as usize * of.width as usize + at],
                false => 1.0,
            };
            let row: Vec<f64> = row
                .iter()
                .enumerate()
                .map(|(at, x)| x * factor(at))
                .collect();
            let most = row.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            let scale = (most as f32) / 127.0;
            let code = |x: &f64| (x / f64::from(scale)).round_ties_even() as i8 as u8;
            let mut bytes: Vec<u8> = row.iter().map(code).collect();
            bytes.resize((of.width as usize).next_multiple_of(32), 0x55);
            bytes.extend(scale.to_le_bytes());
            bytes
        }
    };
    (to == rank).then_some((local as i32, bytes))
}

pub fn rows() -> Vec<Row> {
    vec![one_sided(
        "aclnnAttentionToFFN",
        all_sent,
        &[
            ("x", X),
            ("sessionId", I),
            ("microBatchId", I),
            ("layerId", I),
            ("expertIds", I),
            ("expertRankTable", I),
            ("scales", "none | 910B: f32"),
            ("activeMask", "none | 910B: bool"),
        ],
    )]
}

#[test]
fn tokens_lie_where_the_layout_says() {
    const NAME: &str = "table::mc2::attention_to_ffn::tokens_lie_where_the_layout_says";
    if !crate::chips::is("Ascend910B1", NAME) {
        return;
    }
    let plain = Of {
        group: "tokens of workers",
        ranks: 4,
        ffn: 2,
        ..SMALL
    };
    let quantised = Of {
        is_quantised: true,
        width: 40,
        scales: true,
        only_some: true,
        ..plain
    };
    for of in [plain, quantised] {
        let of_session = |session: i64| Of {
            session,
            sent: (session == 1).then_some(2),
            ..of
        };
        let memory = on_ranks(4, of.group, |rank| {
            let words = of.all_words()[usize::from(rank >= 2)];
            let memory = show(&of, rank, &vec![0x5555_5555; words]);
            if rank >= 2 {
                let of = of_session(rank as i64 - 2);
                call(entry(SEND), &of.send()).unwrap();
            }
            memory
        });
        for (rank, own) in memory.iter().enumerate().take(2) {
            let all = own.get();
            for session in 0..2 {
                let of = of_session(session);
                let info = &all[(session * (2 + of.rows())) as usize..][..(2 + of.rows()) as usize];
                assert_eq!(info[..2], [1, 0]);
                let rows = bytes_of(&all[of.words()[0]..]);
                for row in 0..of.rows() {
                    let place = (session * of.rows() + row) * of.stride();
                    let got = &rows[place as usize..][..of.stride() as usize];
                    let (local, bytes) = expected(&of, rank as i64, row)
                        .unwrap_or((0x5555_5555, vec![0x55; of.stride() as usize]));
                    assert_eq!(info[2 + row as usize], local, "rank {rank} row {row}");
                    assert_eq!(got[..bytes.len()], bytes, "rank {rank} row {row}");
                }
            }
        }
        let own: Vec<Vec<i32>> = memory[2..].iter().map(Words::get).collect();
        assert!(own[0].iter().all(|&word| word == 0x5555_5555));
        let hidden = 2 * of.choices() as usize..of.rows() as usize;
        for (at, &word) in own[1].iter().enumerate() {
            let mark = if hidden.contains(&at) { 1 } else { 0x5555_5555 };
            assert_eq!(word, mark, "{at}");
        }
    }
}
