//! Ranks of one host meet at their boards, without messages.

use std::time::Duration;

use super::board::{Boards, Call};
use super::{Cut, Processes};
use crate::Cancel;
use crate::cancel::LOOK;
use hostnpu_base::sync::lock;

/// Time for which a rank sleeps between two looks at a state whose change wakes no thread, and that is short.
const NAP: Duration = Duration::from_millis(1);

/// The steps of an operation in which all ranks meet; 0 is the first one.
const STEPS: u64 = 3;

impl Processes {
    /// Returns the boards of all ranks, if all ranks can use them. The ranks come to the same answer, when all of them know the others.
    pub(super) fn common_boards(
        &self,
        cancel: Option<&Cancel<'_>>,
    ) -> Result<Option<&Boards>, (Cut, Vec<u32>)> {
        let Some(boards) = self.boards.as_deref() else {
            return Ok(None);
        };
        loop {
            let known = self.are_common.get().copied();
            if let Some(are_common) = known.or_else(|| boards.are_common()) {
                self.are_common.get_or_init(|| are_common);
                return Ok(are_common.then_some(boards));
            }
            self.may_wait(cancel)
                .map_err(|cut| (cut, boards.silent()))?;
            std::thread::sleep(NAP);
        }
    }

    /// Returns the reason why there is nothing to wait for, if there is one.
    fn may_wait(&self, cancel: Option<&Cancel<'_>>) -> Result<(), Cut> {
        if let Some(failure) = self.control.failure() {
            return Err(Cut::Ended(failure));
        }
        cancel.map_or(Ok(()), Cancel::check)
    }

    /// Says something in a step of operation `number`, one text for all or one for each rank, and waits until all ranks have.
    pub(super) fn meet(
        &self,
        boards: &Boards,
        (number, step): (u64, u64),
        texts: &[Vec<u8>],
        cancel: Option<&Cancel<'_>>,
    ) -> Result<Call, (Cut, Vec<u32>)> {
        if lock(&self.transport).is_none() {
            return Err((Cut::Ended(self.over()), Vec::new()));
        }
        let mut call = loop {
            match boards.say(number * STEPS + step + 1, texts) {
                Some(call) => break call,
                None => {
                    self.may_wait(cancel).map_err(|cut| (cut, Vec::new()))?;
                    std::thread::sleep(NAP);
                }
            }
        };
        match self.await_all(boards, &mut call, cancel) {
            Ok(()) => Ok(call),
            Err(cut) => {
                boards.withdraw(&call);
                Err((cut, call.missing()))
            }
        }
    }

    fn await_all(
        &self,
        boards: &Boards,
        call: &mut Call,
        cancel: Option<&Cancel<'_>>,
    ) -> Result<(), Cut> {
        if boards.have_all_said(call) {
            // Who comes last learns nothing about waiting.
            return Ok(());
        }
        if self.patience.wait(|| boards.have_all_said(call)) {
            return Ok(());
        }
        while !boards.sleep(call, LOOK) {
            if boards.have_all_said(call) {
                break;
            }
            self.may_wait(cancel)?;
            // A rank that still sends what belongs to an earlier operation may need an answer.
            if let Ok(mut transport) = self.transport.try_lock()
                && let Some(transport) = transport.as_mut()
            {
                transport.progress().map_err(Cut::Ended)?;
            }
        }
        Ok(())
    }
}
