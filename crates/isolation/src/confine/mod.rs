//! Confinement of a process by the kernel: Landlock for files and signals, seccomp for system calls. Neither
//! needs privileges.

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
))]
mod calls;
mod readable;

use std::path::{Path, PathBuf};

pub use readable::{Exposure, find_exposures};

/// The protections that this machine's kernel can enforce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confinement {
    /// Files: a worker process reads programs, fonts and tables, and writes only to its own folder, where it
    /// creates nothing but files and folders.
    pub confines_files: bool,
    /// System calls: a worker process cannot open sockets, nor leave its process group, nor create
    /// namespaces.
    pub filters_calls: bool,
    /// Signals: a worker process can send them to itself and the programs that it started.
    pub confines_signals: bool,
}

impl Confinement {
    const NOTHING_ENFORCED: Self =
        Self { confines_files: false, filters_calls: false, confines_signals: false };
}

#[cfg(target_os = "linux")]
const SAFE_DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Additional permissions of a worker process, and exceptions from the default ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Permissions {
    /// Folders that it may read, in addition to programs, fonts and tables.
    pub readable: Vec<PathBuf>,
    /// Folders and files that it may not read even if they are in a readable folder: the library's data and
    /// configuration.
    pub private: Vec<PathBuf>,
    /// True if it may use the network, for an operator's program that calls a service.
    pub may_use_network: bool,
}

/// Tests on a confined thread which protections this machine's kernel can enforce.
pub fn test_confinement() -> Confinement {
    let test = || confine_thread(Path::new("/"), &Permissions::default());
    let tested = std::thread::Builder::new().spawn(test).ok().and_then(|thread| thread.join().ok());
    tested.unwrap_or(Confinement::NOTHING_ENFORCED)
}

/// Permanently confines this thread, those that it starts, and all programs that they start.
#[cfg(target_os = "linux")]
pub(crate) fn confine_thread(folder: &Path, permissions: &Permissions) -> Confinement {
    let confinement = linux::confine_files(folder, permissions).unwrap_or(Confinement::NOTHING_ENFORCED);
    linux::drop_capabilities();
    Confinement { filters_calls: linux::filter_calls(permissions.may_use_network), ..confinement }
}

/// Other systems cannot confine processes; the limits apply there, too.
#[cfg(not(target_os = "linux"))]
pub(crate) fn confine_thread(_folder: &Path, _permissions: &Permissions) -> Confinement {
    Confinement::NOTHING_ENFORCED
}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::Path;

    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr as _,
        RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};

    use super::readable::readable_paths;
    use super::{Confinement, Permissions, SAFE_DEVICES};

    /// The newest requested rights; an older kernel enforces the ones that it supports.
    const NEWEST_ABI: ABI = ABI::V6;
    /// The first version that scopes signals.
    const SIGNALS_ABI: ABI = ABI::V6;

    /// Allows reading programs and writing files in one folder; returns what the kernel enforces.
    pub(super) fn confine_files(
        folder: &Path,
        permissions: &Permissions,
    ) -> Result<Confinement, RulesetError> {
        let read = AccessFs::from_read(NEWEST_ABI);
        let use_device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
        // No links, pipes, devices or sockets, because the server reads the files in the folder.
        let exchange = AccessFs::ReadFile
            | AccessFs::ReadDir
            | AccessFs::WriteFile
            | AccessFs::Truncate
            | AccessFs::MakeReg
            | AccessFs::MakeDir
            | AccessFs::RemoveFile
            | AccessFs::RemoveDir;
        let mut handled = Ruleset::default().handle_access(AccessFs::from_all(NEWEST_ABI))?;
        if !permissions.may_use_network {
            handled = handled.handle_access(AccessNet::from_all(NEWEST_ABI))?;
        }
        let status = handled
            .scope(Scope::from_all(NEWEST_ABI))?
            .create()?
            .add_rules(path_beneath_rules(readable_paths(permissions), read))?
            .add_rules(path_beneath_rules(SAFE_DEVICES, use_device))?
            .add_rules(path_beneath_rules([folder], exchange))?
            .restrict_self()?;
        let confines_files = status.ruleset != RulesetStatus::NotEnforced;
        let scopes = matches!(status.landlock, LandlockStatus::Available { effective_abi, .. } if effective_abi >= SIGNALS_ABI);
        Ok(Confinement { confines_files, confines_signals: confines_files && scopes, filters_calls: false })
    }

    /// Gives up the privileges of root, for this thread and, because the kernel grants no new ones to
    /// programs of a confined process, for all programs that it starts.
    pub(super) fn drop_capabilities() {
        let none = CapabilitySet::empty();
        // Without privileges there is nothing to give up.
        let _ =
            set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none });
    }

    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64"))]
    pub(super) fn filter_calls(network: bool) -> bool {
        super::calls::filter_calls(network).is_some()
    }

    /// The numbers of system calls differ.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
    pub(super) fn filter_calls(_network: bool) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_thread_may_keep_the_network_and_a_folder() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("voice"), "x").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let permissions = Permissions {
            readable: vec![other.path().to_owned()],
            may_use_network: true,
            ..Permissions::default()
        };
        let confined = std::thread::spawn(move || {
            confine_thread(folder.path(), &permissions);
            assert!(std::net::TcpStream::connect(address).is_ok());
            assert_eq!(fs::read_to_string(other.path().join("voice")).unwrap(), "x");
        });
        confined.join().unwrap();
    }

    #[test]
    fn a_confined_thread_only_writes_to_its_folder_and_opens_no_socket() {
        let folder = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("secret"), "x").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let confined = std::thread::spawn({
            let (folder, other) = (folder.path().to_owned(), other.path().to_owned());
            move || {
                let enforced = confine_thread(&folder, &Permissions::default());
                fs::write(folder.join("made"), "x").unwrap();
                let program = std::process::Command::new("true").status().unwrap();
                assert!(program.success());
                if enforced.confines_files {
                    assert!(fs::read(other.join("secret")).is_err());
                    assert!(fs::write(other.join("made"), "x").is_err());
                }
                if enforced.filters_calls {
                    assert!(std::net::TcpStream::connect(address).is_err());
                    assert!(std::os::unix::net::UnixDatagram::unbound().is_err());
                }
                enforced
            }
        });
        let enforced = confined.join().unwrap();
        // This thread is not confined.
        assert!(fs::read(other.path().join("secret")).is_ok());
        assert!(std::net::TcpStream::connect(address).is_ok());
        assert_eq!(enforced, test_confinement());
        assert!(enforced.filters_calls, "seccomp is in every kernel that runs the tests");
    }
}
