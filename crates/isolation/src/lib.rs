//! Runs work on untrusted input in worker processes: the same program, started again, with limits on memory,
//! processor time, elapsed time, open files and file size, without network, and without access to files other
//! than its own folder and what programs need to run. Each process works for one caller only.
//!
//! ```text
//! server:  Pool -> Lease (a process and its folder) -> Lease::run(request, limits) -> reply, or a Failure
//! worker:  worker::serve(|request, folder, reporter| reply)
//! ```
//!
//! Requests and replies are bytes; their meaning is up to the caller. A long result can be sent in pieces
//! before the reply. Files are exchanged in the folder of the lease, through [`WorkFiles`].

#![warn(missing_docs)]

mod confine;
mod failure;
mod files;
mod folder;
mod frame;
mod limits;
mod pool;
mod process;
mod session;
mod settings;
pub mod worker;

pub use confine::{Confinement, Exposure, Permissions, find_exposures, test_confinement};
pub use failure::{LimitBreach, WorkFailure};
pub use files::{FileFault, WorkFiles};
pub use folder::ScratchFolder;
pub use limits::WorkLimits;
pub use pool::{ProcessLease, ProcessPool};
pub use settings::Settings;
