//! Rows that come from other ranks, block by block.

use std::fmt;
use std::sync::Arc;

use hostnpu_base::error::Result;

/// Work on rows while they come: what is done with those of a block ends before those of the next one come, which may come to the same places.
#[derive(Clone)]
pub struct RowBlocks {
    /// The block of each row from each rank.
    pub of_rows: Vec<Vec<usize>>,
    /// The number of blocks.
    pub count: usize,
    /// Called with the number of each block, in their order. Nothing more is done after an error.
    pub work: Arc<dyn Fn(usize) -> Result<()> + Send + Sync>,
}

impl fmt::Debug for RowBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowBlocks")
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

/// Lets `take` copy the rows of each block from each rank, from addresses to addresses, and works on the block. `from` and `to` have those of all rows of each rank. Returns the result of the work; `take` may give up.
pub(super) fn take_rows<E>(
    (from, to): (&[Vec<usize>], &[Vec<usize>]),
    blocks: Option<&RowBlocks>,
    mut take: impl FnMut(usize, &[usize], &[usize]) -> Result<(), E>,
) -> Result<Result<()>, E> {
    let Some(blocks) = blocks else {
        for (rank, (from, to)) in from.iter().zip(to).enumerate() {
            take(rank, from, to)?;
        }
        return Ok(Ok(()));
    };
    let mut worked = Ok(());
    for block in 0..blocks.count {
        for (rank, of_rows) in blocks.of_rows.iter().enumerate() {
            // There are few blocks.
            let rows = of_rows.iter().enumerate().filter(|(_, of)| **of == block);
            let rows: Vec<usize> = rows.map(|(row, _)| row).collect();
            let at = |places: &[usize]| rows.iter().map(|&row| places[row]).collect::<Vec<_>>();
            take(rank, &at(&from[rank]), &at(&to[rank]))?;
        }
        worked = worked.and_then(|()| (blocks.work)(block));
    }
    Ok(worked)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use hostnpu_base::error::Reason;

    /// Takes rows of two ranks in three blocks; returns what happened.
    fn steps(fails: Option<usize>) -> (Vec<String>, Result<Result<()>, ()>) {
        let steps = Arc::new(Mutex::new(Vec::new()));
        let work = steps.clone();
        let blocks = RowBlocks {
            of_rows: vec![vec![2, 0, 0], vec![1]],
            count: 3,
            work: Arc::new(move |block| {
                work.lock().unwrap().push(format!("work {block}"));
                match fails == Some(block) {
                    true => Err(Reason::Aborted.into()),
                    false => Ok(()),
                }
            }),
        };
        let from = [vec![10, 11, 12], vec![20]];
        let to = [vec![1, 2, 3], vec![1]];
        let result = take_rows((&from, &to), Some(&blocks), |rank, from, to| {
            if !from.is_empty() {
                let step = format!("{rank}: {from:?} to {to:?}");
                steps.lock().unwrap().push(step);
            }
            Ok(())
        });
        let steps = steps.lock().unwrap().clone();
        (steps, result)
    }

    #[test]
    fn each_block_is_worked_on_before_the_next_one_comes() {
        let (steps, result) = steps(None);
        let expected = [
            "0: [11, 12] to [2, 3]",
            "work 0",
            "1: [20] to [1]",
            "work 1",
            "0: [10] to [1]",
            "work 2",
        ];
        assert_eq!(steps, expected);
        assert!(matches!(result, Ok(Ok(()))));
    }

    #[test]
    fn rows_come_also_after_an_error_of_the_work() {
        let (steps, result) = steps(Some(0));
        let expected = [
            "0: [11, 12] to [2, 3]",
            "work 0",
            "1: [20] to [1]",
            "0: [10] to [1]",
        ];
        assert_eq!(steps, expected);
        assert!(matches!(result, Ok(Err(_))));
    }
}
