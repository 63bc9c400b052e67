//! The machine of this process, as administrators see it on the page `/system`.

use std::sync::OnceLock;

use services::machine::{MachineFinding, MachineState};

use crate::config::Config;
use crate::disk_space::read_space;
use crate::folders::find_folder;
use crate::network_disk::find_network_file_system;
use crate::privacy::is_open_to_others;

/// Inspects the machine. It may wait for the disk.
pub fn inspect(config: &Config) -> MachineState {
    let checks = [
        (MachineFinding::Root, rustix::process::geteuid().is_root()),
        (MachineFinding::OpenFolder, is_open_to_others(&config.data_dir)),
        (MachineFinding::NetworkDisk, is_on_network_disk(config)),
        (MachineFinding::Unconfined, !is_confined()),
        (MachineFinding::ExposedData, !crate::workshop::list_exposures(config).is_empty()),
        (MachineFinding::NoTls, !config.base_url().starts_with("https://")),
        (MachineFinding::NoMail, !config.to_mailer().is_ok_and(|mailer| mailer.is_configured())),
    ];
    let findings = checks.into_iter().filter(|(_, is_wrong)| *is_wrong).map(|(finding, _)| finding);
    MachineState { findings: findings.collect(), disk: read_space(&config.data_dir) }
}

/// Returns true if the database is a file on a network file system.
fn is_on_network_disk(config: &Config) -> bool {
    let file = store::backup::database_path(&config.database_url()).ok().flatten();
    file.is_some_and(|file| find_network_file_system(find_folder(&file)).is_some())
}

/// Returns true if the kernel confines worker processes. It does not change while the process runs.
fn is_confined() -> bool {
    static IS_CONFINED: OnceLock<bool> = OnceLock::new();
    *IS_CONFINED.get_or_init(|| {
        let isolation::Confinement { confines_files, filters_calls, confines_signals } =
            isolation::test_confinement();
        confines_files && filters_calls && confines_signals
    })
}
