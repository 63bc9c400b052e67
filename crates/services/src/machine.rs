//! The machine of this process, as the program that runs the operations inspects it.

use std::sync::Arc;

use domain::upkeep::DiskSpace;
use domain::wire_enum;

wire_enum! {
    /// A fault of the machine of this process.
    pub enum MachineFinding {
        /// The process runs as root.
        Root = "root",
        /// Other users of the machine can enter the data folder.
        OpenFolder = "openFolder",
        /// The database is a file on a network file system.
        NetworkDisk = "networkDisk",
        /// The kernel does not confine worker processes.
        Unconfined = "unconfined",
        /// Worker processes may read folders with data or configuration.
        ExposedData = "exposedData",
        /// The public address has no TLS.
        NoTls = "noTls",
        /// Emails cannot be sent.
        NoMail = "noMail",
    }
}

/// The machine of this process, as the program inspects it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MachineState {
    pub findings: Vec<MachineFinding>,
    /// Space of the disk with the data folder. `None` if it is unknown.
    pub disk: Option<DiskSpace>,
}

/// Inspects the machine. It may wait for the disk, so it is called on a thread that may.
pub type MachineProbe = Arc<dyn Fn() -> MachineState + Send + Sync>;
