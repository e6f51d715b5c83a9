//! Every operator of aclnn against one table: a row each (`table/`), drivers that hold all rows to one promise each (`drivers/`), and slow
//! references that share no code with what they judge (`reference/`).

#![allow(
    dead_code,
    reason = "what rows share is there before all of them use it"
)]

mod argument;
mod arguments;
use hostnpu_test_support::bounds;
mod call;
mod chips;
mod docs;
mod drivers;
mod guarded;
mod halves;
mod memory;
mod number;
mod process;
mod ranks;
mod reference;
use hostnpu_test_support::root;
mod table;
mod times;
mod unused;
