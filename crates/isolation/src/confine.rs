//! Confinement of a process by the kernel: Landlock for files, seccomp for the network. Neither needs
//! privileges.

use std::path::{Path, PathBuf};

/// What this machine's kernel can enforce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confinement {
    /// Files: a worker process reads programs, fonts and tables, and writes only to its own folder.
    pub files: bool,
    /// Network: a worker process cannot open sockets.
    pub network: bool,
}

/// Folders and files of programs, libraries, fonts and tables. None contains the library's configuration or
/// data.
const READABLE: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/nix/store",
    "/proc",
    "/sys/devices/system/cpu",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
];

/// Devices that are harmless.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Further permissions of a worker process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Freedom {
    /// Folders that it may read, besides those of programs, fonts and tables.
    pub readable: Vec<PathBuf>,
    /// Whether it may use the network, for an operator's program that calls a service.
    pub network: bool,
}

/// What this machine's kernel can enforce, tested on a confined thread.
pub fn confinement() -> Confinement {
    std::thread::spawn(|| apply(Path::new("/"), &Freedom::default()))
        .join()
        .unwrap_or(Confinement { files: false, network: false })
}

/// Permanently confines this thread, those that it starts, and all programs that they start.
#[cfg(target_os = "linux")]
pub(crate) fn apply(folder: &Path, freedom: &Freedom) -> Confinement {
    Confinement {
        files: linux::files(folder, freedom).unwrap_or(false),
        network: linux::refuse_calls(freedom.network).is_some() && !freedom.network,
    }
}

/// Other systems cannot confine processes; the limits apply there, too.
#[cfg(not(target_os = "linux"))]
pub(crate) fn apply(_folder: &Path, _freedom: &Freedom) -> Confinement {
    Confinement { files: false, network: false }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::env;
    use std::path::{Path, PathBuf};

    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _,
        RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

    use super::{DEVICES, Freedom, READABLE};

    /// The newest requested rights; an older kernel enforces those that it knows.
    const NEWEST: ABI = ABI::V6;

    /// Allows reading programs and writing in one folder; returns whether the kernel enforces that.
    pub(super) fn files(folder: &Path, freedom: &Freedom) -> Result<bool, RulesetError> {
        let read = AccessFs::from_read(NEWEST);
        let use_device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
        let mut handled = Ruleset::default().handle_access(AccessFs::from_all(NEWEST))?;
        if !freedom.network {
            handled = handled.handle_access(AccessNet::from_all(NEWEST))?;
        }
        let status = handled
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(READABLE, read))?
            .add_rules(path_beneath_rules(programs(), read))?
            .add_rules(path_beneath_rules(&freedom.readable, read))?
            .add_rules(path_beneath_rules(DEVICES, use_device))?
            .add_rules(path_beneath_rules([folder], AccessFs::from_all(NEWEST)))?
            .restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    /// Folders in `PATH`. The current folder and the root are excluded, even if listed.
    fn programs() -> Vec<PathBuf> {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).filter(|folder| folder.is_absolute() && folder.parent().is_some()).collect()
    }

    /// Refuses system calls that access other processes and, unless the network is allowed, those that open
    /// sockets; `None` if that is not possible here.
    pub(super) fn refuse_calls(network: bool) -> Option<()> {
        let refused = [
            // Opens sockets without a system call for each.
            libc::SYS_io_uring_setup,
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_pidfd_getfd,
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_userfaultfd,
            libc::SYS_keyctl,
            libc::SYS_add_key,
            libc::SYS_request_key,
            libc::SYS_setns,
            libc::SYS_unshare,
            libc::SYS_mount,
        ];
        let sockets = (!network).then_some(libc::SYS_socket);
        let rules: BTreeMap<i64, Vec<_>> =
            refused.into_iter().chain(sockets).map(|call| (call, Vec::new())).collect();
        let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let machine = TargetArch::try_from(env::consts::ARCH).ok()?;
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, machine).ok()?;
        let program = BpfProgram::try_from(filter).ok()?;
        seccompiler::apply_filter(&program).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_thread_may_be_left_the_network_and_a_folder() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("voice"), "x").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let freedom = Freedom { readable: vec![other.path().to_owned()], network: true };
        let confined = std::thread::spawn(move || {
            assert!(!apply(folder.path(), &freedom).network);
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
                let enforced = apply(&folder, &Freedom::default());
                fs::write(folder.join("made"), "x").unwrap();
                let program = std::process::Command::new("true").status().unwrap();
                assert!(program.success());
                if enforced.files {
                    assert!(fs::read(other.join("secret")).is_err());
                    assert!(fs::write(other.join("made"), "x").is_err());
                }
                if enforced.network {
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
        assert_eq!(enforced, confinement());
        assert!(enforced.network, "seccomp is in every kernel that runs the tests");
    }
}
