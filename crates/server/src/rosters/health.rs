//! The state of the folder for files of members, as `openshelf doctor` reports it
//! (docs/rosters.md#from-a-folder).

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use domain::{OrganizationId, utc_date};
use jiff::{SignedDuration, Timestamp};
use rustix::fs::{Access, AtFlags, CWD, accessat};
use store::Db;

use super::folder::is_unfinished;

/// Time after which a file in a folder counts as not processed.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(24);
/// A held file that waits for longer is reported.
const MAX_HELD_TIME: SignedDuration = SignedDuration::from_hours(7 * 24);
const MAX_ENTRIES: usize = 10_000;
const MAX_NAMES: usize = 10;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct OrganizationDirectory {
    pub(super) name: String,
    /// True if this process can read its files and move them away.
    pub(super) is_usable: bool,
    /// Number of files that have not been processed for too long.
    pub(super) overdue: usize,
}

/// Checks the folder, and the files that wait in it and for sponsors. Returns how many directories it has.
///
/// # Errors
/// All faults, in one sentence.
pub async fn check_folder(root: PathBuf, db: &Db, now: Timestamp) -> anyhow::Result<usize> {
    let shown = root.display().to_string();
    let inspected = tokio::task::spawn_blocking(move || list_directories(&root, now)).await?;
    let directories = inspected.context(shown)?;
    let ids: Vec<OrganizationId> =
        directories.iter().map(|directory| OrganizationId::from(directory.name.as_str())).collect();
    let settings = store::roster_folders::list_settings(db, &ids).await?;
    let earliest = now.saturating_sub(MAX_HELD_TIME).unwrap_or(Timestamp::MIN);
    let held_count = store::roster_imports::count_held_before(db, earliest, now).await?;
    let find = |name: &str| settings.get(&OrganizationId::from(name));
    let list = |is_meant: &dyn Fn(&OrganizationDirectory) -> bool| {
        directories.iter().filter(|directory| is_meant(directory)).collect::<Vec<_>>()
    };
    let unusable = list(&|directory| !directory.is_usable);
    let unknown = list(&|directory| find(&directory.name).is_none());
    let overdue = list(&|directory| {
        let is_open = find(&directory.name).is_some_and(|settings| !settings.is_paused_on(utc_date(now)));
        directory.overdue > 0 && is_open
    });
    let mut problems = Vec::new();
    if !unusable.is_empty() {
        problems.push(format!("this process cannot read or write {}", name_directories(&unusable)));
    }
    if !unknown.is_empty() {
        problems.push(format!("no organization is called {}", name_directories(&unknown)));
    }
    if !overdue.is_empty() {
        let files: usize = overdue.iter().map(|directory| directory.overdue).sum();
        problems
            .push(format!("{files} files older than a day were not taken: {}", name_directories(&overdue)));
    }
    if held_count > 0 {
        problems.push(format!("{held_count} files have been held for sponsors for more than 7 days"));
    }
    anyhow::ensure!(problems.is_empty(), "{}", problems.join("; "));
    Ok(directories.len())
}

/// The directories of the folder, sorted by name; hidden ones and links are left out.
pub(super) fn list_directories(root: &Path, now: Timestamp) -> io::Result<Vec<OrganizationDirectory>> {
    let latest = now.saturating_sub(MAX_WAIT).unwrap_or(Timestamp::MIN);
    let mut directories = Vec::new();
    for entry in fs::read_dir(root)?.take(MAX_ENTRIES) {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || !entry.file_type()?.is_dir() {
            continue;
        }
        let access = Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK;
        let is_open = accessat(CWD, entry.path(), access, AtFlags::empty()).is_ok();
        let overdue = count_overdue(&entry.path(), latest);
        let is_usable = is_open && overdue.is_ok();
        directories.push(OrganizationDirectory { name, is_usable, overdue: overdue.unwrap_or_default() });
    }
    directories.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(directories)
}

/// Counts the files that arrived before `latest` and have not been imported.
fn count_overdue(directory: &Path, latest: Timestamp) -> io::Result<usize> {
    let mut overdue = 0;
    for entry in fs::read_dir(directory)?.take(MAX_ENTRIES) {
        let entry = entry?;
        if is_unfinished(&entry.file_name()) {
            continue;
        }
        // It may have been taken just now.
        let Ok(metadata) = fs::symlink_metadata(entry.path()) else { continue };
        if metadata.is_file() && arrival_time(&metadata).is_some_and(|arrived| arrived < latest) {
            overdue += 1;
        }
    }
    Ok(overdue)
}

/// The time at which a file was written or came into the directory: programs that copy files may keep the
/// time at which they were written elsewhere.
fn arrival_time(metadata: &Metadata) -> Option<Timestamp> {
    Timestamp::from_second(metadata.mtime().max(metadata.ctime())).ok()
}

fn name_directories(directories: &[&OrganizationDirectory]) -> String {
    let names: Vec<&str> = directories.iter().take(MAX_NAMES).map(|directory| &*directory.name).collect();
    let more = directories.len().saturating_sub(MAX_NAMES);
    let names = names.join(", ");
    if more > 0 { format!("{names} and {more} more") } else { names }
}
