//! Operations that several ranks take part in: threads of one process, processes, hosts. No vendor.
//!
//! A [`Group`] is one rank's end of a communicator. An [`Operation`] says what this rank gives and takes; an [`Engine`] brings it
//! together with what the other ranks say, and refuses what does not fit. Sums are taken in the order of the ranks, so that
//! their bits depend on nothing else.

mod addresses;
mod admission;
mod calling;
mod cancel;
mod control;
mod engine;
mod group;
mod host;
mod hub;
mod identity;
mod joining;
mod local;
mod mailbox;
mod meeting;
mod memory;
mod operation;
mod origin;
mod parts;
mod processes;
mod rank_table;
mod ranks;
mod reduce;
mod registry;
mod root_info;
mod rows;
mod schedule;
mod session;
mod settings;
mod strangers;
mod transport;
mod windows;
mod wire;

pub use cancel::Cancel;
pub use engine::{Engine, Number};
pub use group::Group;
pub use hub::close as close_listeners;
pub use joining::{close, create_all, join, open};
pub use operation::{Element, Kind, Message, Operation, Results, Signature, Span, Work};
pub use rank_table::RankTable;
pub use registry::{enter, find, forget};
pub use root_info::{ROOT_INFO_BYTES, RootInfo};
pub use rows::RowBlocks;
pub use session::{Session, is_of_ranks};
pub use settings::Settings;
pub use windows::{Buffer, Window, Windows};

pub use hostnpu_kernels::ranks::Combination;
