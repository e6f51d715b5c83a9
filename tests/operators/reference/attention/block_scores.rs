//! The largest scores of queries with blocks of keys by their definition.

use super::sparse::Call;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

pub fn maxima(arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call {
        operator: "aclnnMsaIndexScore",
        arguments,
    };
    let layout = match call.find("layoutKeyOptional") {
        Some(Argument::Text(text)) => *text,
        _ => "BBND",
    };
    let shape = |name: &str| -> Vec<usize> {
        let shape = &call.tensor(name).unwrap().shape;
        shape.iter().map(|&extent| extent as usize).collect()
    };
    let (qs, ks, columns) = (shape("query"), shape("key"), shape("score")[2]);
    let [q, k] = ["query", "key"].map(|name| call.numbers(name).unwrap());
    let factors = call.numbers("scaleOptional");
    let [starts, keys] =
        ["actualSeqQlenOptional", "actualSeqKlenOptional"].map(|name| call.integers(name).unwrap());
    let own = call.integers("startLoc").unwrap();
    let table = call.integers("blockTableOptional");
    let (heads, depth) = (qs[1], qs[2]);
    let key_heads = if layout == "TND" || layout == "BNBD" {
        ks[1]
    } else {
        ks[2]
    };
    let (mode, first, last) = (
        call.int("sparseMode"),
        call.int("initBlocks"),
        call.int("localBlocks"),
    );
    let mut scores = vec![f64::from(f32::MIN); heads * qs[0] * columns];
    for b in 0..own.len() {
        let count = match layout {
            "TND" => keys[b + 1] - keys[b],
            _ => keys[b],
        };
        for row in starts[b]..starts[b + 1] {
            let queries = starts[b + 1] - starts[b];
            let seen = match mode {
                3 => (count - queries + row - starts[b] + 1).clamp(0, count),
                _ => count,
            };
            for head in 0..heads {
                let key_head = head / (heads / key_heads);
                let line = (head * qs[0] + row as usize) * columns;
                for key in 0..seen as usize {
                    // The place of a key, and that of its factor.
                    let place = match (&table, layout) {
                        (Some(table), _) => {
                            let places = table.len() / own.len();
                            let block = table[b * places + key / 128] as usize;
                            match layout {
                                "BNBD" => (block * key_heads + key_head) * 128 + key % 128,
                                _ => (block * 128 + key % 128) * key_heads + key_head,
                            }
                        }
                        _ => (keys[b] as usize + key) * key_heads + key_head,
                    };
                    let mut score = 0.0;
                    for d in 0..depth {
                        let query = q[(row as usize * heads + head) * depth + d];
                        score += query * k[place * depth + d];
                    }
                    score *= factors.as_ref().map_or(1.0, |of| of[place]);
                    let to = &mut scores[line + key / 128];
                    *to = to.max(score);
                }
                for block in 0..(count + 127) / 128 {
                    let to = &mut scores[line + block as usize];
                    if block < first {
                        *to = f64::from(1e30_f32);
                    }
                    if (own[b] + 1 - last).max(0) <= block && block <= own[b] {
                        *to = f64::from(1e29_f32);
                    }
                }
            }
        }
    }
    vec![super::numbers(scores)]
}
