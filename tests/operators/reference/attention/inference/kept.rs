//! Keys and values as they are kept: in rows, in blocks, as codes with scales.

use super::*;

/// Keys or values, with what decodes them.
pub(super) struct Kept {
    pub(super) layout: String,
    pub(super) heads: usize,
    pub(super) tensors: Vec<(Vec<usize>, Vec<f64>)>,
    pub(super) prefix: Option<(Vec<usize>, Vec<f64>)>,
    pub(super) before: usize,
    pub(super) blocks: Option<(Vec<f64>, usize, usize)>,
    pub(super) mode: i64,
    pub(super) scales: Option<(Vec<usize>, Vec<f64>)>,
    pub(super) offsets: Option<Vec<f64>>,
    /// If queries have scales of groups: pairs of the scales of values before those of each sequence.
    pub(super) pairs: Option<Vec<usize>>,
}

impl Kept {
    /// An element of a key: of head `n` of sequence `b`, whose rows begin at `start`, number `j` from the first of the prefix on.
    pub(super) fn raw(&self, b: usize, n: usize, start: usize, j: usize, e: usize) -> f64 {
        if let Some((shape, numbers)) = self.prefix.as_ref().filter(|_| j < self.before) {
            let extents = extents(&self.layout, shape, self.heads);
            return numbers[place(&self.layout, extents, [0, j, n, e])];
        }
        let j = j - self.before;
        if let Some((table, places, size)) = &self.blocks {
            let (block, slot) = (table[b * places + j / size] as usize, j % size);
            let (shape, numbers) = &self.tensors[0];
            let heads = self.heads;
            let at = match shape[..] {
                [_, _, h] => (block * size + slot) * h + n * (h / heads) + e,
                [_, _, _, d] => ((block * heads + n) * size + slot) * d + e,
                [_, _, chunks, _, chunk] => {
                    (((block * heads + n) * chunks + e / chunk) * size + slot) * chunk + e % chunk
                }
                _ => panic!("{shape:?}"),
            };
            return numbers[at];
        }
        let is_list = self.tensors.len() > 1;
        let (shape, numbers) = &self.tensors[if is_list { b } else { 0 }];
        let extents = extents(&self.layout, shape, self.heads);
        let batch = if is_list || extents[0] == 1 { 0 } else { b };
        numbers[place(&self.layout, extents, [batch, start + j, n, e])]
    }

    /// The scale, and what is added before.
    pub(super) fn scale(
        &self,
        b: usize,
        n: usize,
        start: usize,
        j: usize,
        e: usize,
        width: usize,
    ) -> (f64, f64) {
        let Some((shape, scales)) = &self.scales else {
            return (1.0, 0.0);
        };
        let in_block = || {
            let (table, places, size) = self.blocks.as_ref().unwrap();
            let (block, slot) = (table[b * places + j / size] as usize, j % size);
            (block * self.heads + n, slot, *size)
        };
        let groups = 2 * width.div_ceil(64);
        let at = match (self.mode, &self.pairs, shape.len()) {
            (6, Some(_), 4) => ((start + j) * self.heads + n) * groups + e / 32,
            (6, Some(_), 5) => {
                let (head, slot, size) = in_block();
                (head * size + slot) * groups + e / 32
            }
            (6, Some(_), _) => {
                let (head, slot, size) = in_block();
                let rows = (head * (size / 16) + slot / 16) * (groups / 2) + e / 64;
                rows * 32 + slot % 16 * 2 + e / 32 % 2
            }
            (8, Some(pairs), 4) => {
                (((pairs[b] + j / 64) * self.heads + n) * width + e) * 2 + j / 32 % 2
            }
            (8, _, 5) => {
                let (head, slot, size) = in_block();
                ((head * (size / 64) + slot / 64) * width + e) * 2 + slot / 32 % 2
            }
            (8, ..) => {
                let (head, slot, size) = in_block();
                let chunk = head * (width / 16) + e / 16;
                ((chunk * (size / 64) + slot / 64) * 16 + e % 16) * 2 + slot / 32 % 2
            }
            _ => self.of_mode([b, n, start, j, e], width, shape, scales.len()),
        };
        (
            scales[at],
            self.offsets.as_ref().map_or(0.0, |offsets| offsets[at]),
        )
    }

    /// The place of a scale of the other modes.
    pub(super) fn of_mode(
        &self,
        [b, n, start, j, e]: [usize; 5],
        width: usize,
        shape: &[usize],
        count: usize,
    ) -> usize {
        let last = *shape.last().unwrap();
        match self.mode {
            _ if count == 1 => 0,
            0 => n * width + e,
            1 => b * last + start + j,
            2 => n,
            3 => (b * self.heads + n) * last + start + j,
            4 | 5 => {
                let (table, places, size) = self.blocks.as_ref().unwrap();
                let (block, slot) = (table[b * places + j / size] as usize, j % size);
                if self.mode == 4 {
                    block * size + slot
                } else {
                    (block * self.heads + n) * size + slot
                }
            }
            6 => ((b * self.heads + n) * shape[shape.len() - 2] + start + j) * last + e / 32,
            7 => (b * self.heads + n) * shape[2] + (start + j) / 256,
            other => panic!("mode {other}"),
        }
    }

    pub(super) fn number(
        &self,
        b: usize,
        n: usize,
        start: usize,
        j: usize,
        e: usize,
        width: usize,
    ) -> f64 {
        let (scale, offset) = self.scale(b, n, start, j, e, width);
        (self.raw(b, n, start, j, e) + offset) * scale
    }
}

pub(super) fn kept(call: &Call, name: &str, (layout, heads): (&str, usize), at: usize) -> Kept {
    let of = |tensor: &Tensor| (shape(tensor), numbers(tensor, true));
    let capital = if name == "key" { "Key" } else { "Value" };
    let lower = capital.to_lowercase();
    let mut scales = call.tensor(&format!("{lower}AntiquantScale")).map(of);
    let mut offsets = call.numbers(&format!("{lower}AntiquantOffset"));
    let mut mode = call.int(&format!("{lower}AntiquantMode"), 0);
    if let Some((joint, numbers)) = call
        .tensor("antiquantScale")
        .map(of)
        .filter(|_| scales.is_none())
    {
        let half = numbers.len() / 2;
        let own = half * at..half * (at + 1);
        offsets = call
            .numbers("antiquantOffset")
            .map(|all| all[own.clone()].to_vec());
        scales = Some((
            if joint.len() > 1 {
                joint[1..].to_vec()
            } else {
                vec![1]
            },
            numbers[own].to_vec(),
        ));
        mode = call.int("antiquantMode", 0);
    }
    let query_mode = call.int("queryQuantMode", 0);
    if query_mode == 3 && mode == 3 {
        // Of rows of blocks.
        mode = 5;
    }
    let pairs = (query_mode == 6).then(|| {
        let ends = call.ints("actualSeqLengthsKv").unwrap();
        let mut before = vec![0];
        for (b, end) in ends.iter().enumerate() {
            let start = if b == 0 { 0 } else { ends[b - 1] };
            before.push(before[b] + (end - start).max(0) as usize / 64);
            before[b + 1] += usize::from((end - start).max(0) % 64 > 0);
        }
        before
    });
    let prefix = call.tensor(&format!("{lower}SharedPrefix")).map(of);
    let rows = |prefix: &(Vec<usize>, Vec<f64>)| extents(layout, &prefix.0, heads)[1];
    let before = prefix.as_ref().map_or(0, |prefix| {
        call.ints("actualSharedPrefixLen")
            .map_or(rows(prefix), |of| of[0] as usize)
    });
    let blocks = call.tensor("blockTable").map(|table| {
        (
            numbers(table, false),
            table.shape[1] as usize,
            call.int("blockSize", 0) as usize,
        )
    });
    Kept {
        layout: layout.to_owned(),
        heads,
        tensors: call.find(name).unwrap().tensors().iter().map(of).collect(),
        prefix,
        before,
        blocks,
        mode,
        scales,
        offsets,
        pairs,
    }
}
