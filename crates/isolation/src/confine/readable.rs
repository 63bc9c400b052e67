//! Folders that worker processes may read.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::Permissions;

/// Folders and files of programs, libraries, fonts and tables. Other processes' entries in `/proc` are not
/// among them, because command lines may contain secrets.
const SYSTEM_PATHS: &[&str] = &[
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/proc/cpuinfo",
    "/proc/filesystems", "/proc/meminfo", "/proc/self", "/proc/stat", "/proc/sys/kernel", "/proc/sys/vm",
    "/proc/version", "/sys/devices/system/cpu", "/etc/alternatives", "/etc/fonts", "/etc/group",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/locale.alias",
    "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd",
];

/// A private path in a folder that worker processes may read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exposure {
    /// Data or configuration of the library.
    pub private: PathBuf,
    /// The readable folder.
    pub folder: PathBuf,
}

/// The private paths in readable folders. The kernel still refuses them, where it confines files.
pub fn find_exposures(permissions: &Permissions) -> Vec<Exposure> {
    let folders: Vec<PathBuf> = listed_paths(permissions).map(|folder| resolve_links(&folder)).collect();
    let mut exposures = Vec::new();
    for private in &permissions.private {
        let resolved = resolve_links(private);
        if let Some(folder) = folders.iter().find(|folder| resolved.starts_with(folder)) {
            exposures.push(Exposure { private: private.clone(), folder: folder.clone() });
        }
    }
    exposures
}

/// The readable folders and files, without the private paths.
pub(super) fn readable_paths(permissions: &Permissions) -> Vec<PathBuf> {
    let private: Vec<PathBuf> = permissions.private.iter().map(|path| resolve_links(path)).collect();
    let mut readable = Vec::new();
    for path in listed_paths(permissions) {
        add_without_private(&resolve_links(&path), &private, &mut readable);
    }
    readable
}

fn listed_paths(permissions: &Permissions) -> impl Iterator<Item = PathBuf> {
    SYSTEM_PATHS
        .iter()
        .map(PathBuf::from)
        .chain(program_folders())
        .chain(permissions.readable.iter().cloned())
}

/// Folders in `PATH`. The current folder and the root are excluded, even if listed.
fn program_folders() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).filter(|folder| folder.is_absolute() && folder.parent().is_some()).collect()
}

/// Adds a folder; if private paths are in it, all its other entries in its place.
fn add_without_private(path: &Path, private: &[PathBuf], readable: &mut Vec<PathBuf>) {
    if private.iter().any(|private| private == path) {
        return;
    }
    if !private.iter().any(|private| private.starts_with(path)) {
        readable.push(path.to_owned());
        return;
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        // A link could lead to the folder that is left out.
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            add_without_private(&entry.path(), private, readable);
        }
    }
}

/// A path without links; of a path that does not exist yet, the existing part.
fn resolve_links(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for known in absolute.ancestors() {
        if let (Ok(resolved), Ok(rest)) = (known.canonicalize(), absolute.strip_prefix(known)) {
            // Joining an empty path would add a slash.
            return if rest.as_os_str().is_empty() { resolved } else { resolved.join(rest) };
        }
    }
    absolute
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_readable_folder_is_split_around_what_is_private() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        for folder in ["bin", "app/data/files", "app/lib"] {
            fs::create_dir_all(home.join(folder)).unwrap();
        }
        fs::write(home.join("app/settings.toml"), "secret").unwrap();
        symlink(home.join("app"), home.join("link")).unwrap();
        let permissions = Permissions {
            readable: vec![home.clone()],
            // Through a link, and a path that does not exist yet.
            private: ["link/data", "app/settings.toml", "app/later"].map(|name| home.join(name)).into(),
            may_use_network: false,
        };
        let mut readable = readable_paths(&permissions);
        readable.retain(|path| path.starts_with(&home));
        readable.sort();
        assert_eq!(readable, ["app/lib", "bin"].map(|name| home.join(name)));
        let exposures = find_exposures(&permissions);
        assert_eq!(exposures.len(), 3);
        assert_eq!(exposures[0], Exposure { private: home.join("link/data"), folder: home.clone() });
    }

    #[test]
    fn a_folder_that_is_named_inside_of_a_private_one_stays_readable() {
        let home = tempfile::tempdir().unwrap();
        let voices = home.path().canonicalize().unwrap().join("voices");
        fs::create_dir(&voices).unwrap();
        let private = vec![home.path().to_owned()];
        let permissions = Permissions { readable: vec![voices.clone()], private, may_use_network: false };
        assert!(readable_paths(&permissions).contains(&voices));
        assert_eq!(find_exposures(&permissions), []);
    }
}
