//! The folders of organizations. A school that may write into one may exchange files and folders at any
//! moment, so everything is opened relative to an open folder, and no link is followed.

use std::ffi::{CStr, OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use rustix::fs::{CWD, Dir, Mode, OFlags, fchmod, mkdirat, openat, renameat};
use rustix::io::Errno;
use services::roster_imports::MAX_TABLE_BYTES;

/// A file that was changed within this time may still be written.
const QUIET_PERIOD: SignedDuration = SignedDuration::from_mins(2);
/// Maximum number of entries of a folder that are read.
const MAX_ENTRIES: usize = 10_000;
/// Files of one organization in one round; the others wait for the next.
const MAX_FILES_PER_ORGANIZATION: usize = 10;
/// Bytes of a file's name that are kept when it is moved.
const MAX_NAME_BYTES: usize = 200;
/// Endings of files that programs write and rename when they are complete.
const UNFINISHED_ENDINGS: [&[u8]; 4] = [b".part", b".filepart", b".tmp", b"~"];
/// Mode of the folders to which files are moved. Users who may enter the surrounding folder, such as the
/// school, may read them.
const READABLE_FOLDER: Mode = Mode::from_raw_mode(0o755);
const READABLE_FILE: Mode = Mode::from_raw_mode(0o644);

pub(super) struct RosterFolder {
    root: PathBuf,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct WaitingFile {
    pub(super) organization: String,
    pub(super) name: String,
    raw_name: OsString,
    changed: Timestamp,
}

/// Identity and state of a file when it was read, to detect changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileIdentity {
    device: u64,
    inode: u64,
    size: u64,
    changed: (i64, i64),
}

#[derive(Debug)]
pub(super) struct FileSnapshot {
    pub(super) content: FileContent,
    pub(super) identity: FileIdentity,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum FileContent {
    Bytes(Vec<u8>),
    TooLarge,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Destination {
    Done,
    /// With the reason, which is written next to it.
    Refused(String),
}

impl Destination {
    fn folder(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused(_) => "refused",
        }
    }
}

impl FileIdentity {
    fn from_metadata(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.len(),
            changed: (metadata.mtime(), metadata.mtime_nsec()),
        }
    }
}

impl RosterFolder {
    pub(super) fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// The files that have not changed for a while, by organization and age. Folders of organizations that
    /// cannot be read are reported and left out.
    ///
    /// # Errors
    /// The folder itself cannot be read.
    pub(super) fn find_waiting(&self, now: Timestamp) -> io::Result<Vec<WaitingFile>> {
        let root = self.open_root()?;
        let mut waiting = Vec::new();
        for name in list_names(&root)? {
            // Identifiers of organizations are UTF-8.
            let Some(organization) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            match find_files(&root, organization, now) {
                Ok(files) => waiting.extend(files),
                Err(error) => {
                    tracing::warn!(organization, %error, "the folder of an organization cannot be read");
                }
            }
        }
        Ok(waiting)
    }

    /// Reads a file. `None` if it no longer exists, or has changed since it was found.
    pub(super) fn read_file(&self, file: &WaitingFile) -> io::Result<Option<FileSnapshot>> {
        let folder = open_folder(&self.open_root()?, OsStr::new(&file.organization))?;
        let Some(folder) = folder else { return Ok(None) };
        let Some((opened, found)) = open_file(&folder, &file.raw_name)? else { return Ok(None) };
        if change_time(&found) != Some(file.changed) {
            return Ok(None);
        }
        let mut content = Vec::new();
        (&opened).take(MAX_TABLE_BYTES + 1).read_to_end(&mut content)?;
        let identity = FileIdentity::from_metadata(&found);
        if FileIdentity::from_metadata(&opened.metadata()?) != identity {
            return Ok(None);
        }
        let is_too_large = content.len() as u64 > MAX_TABLE_BYTES;
        let content = if is_too_large { FileContent::TooLarge } else { FileContent::Bytes(content) };
        Ok(Some(FileSnapshot { content, identity }))
    }

    /// Moves a file that was read, under a name that begins with the time. Does nothing if there is another
    /// file of the name by now: that one is taken next.
    pub(super) fn move_file(
        &self,
        file: &WaitingFile,
        identity: &FileIdentity,
        destination: &Destination,
        now: Timestamp,
    ) -> io::Result<()> {
        let folder = open_folder(&self.open_root()?, OsStr::new(&file.organization))?;
        let folder = folder.ok_or_else(|| io::Error::other("the folder of the organization is gone"))?;
        let Some((_, found)) = open_file(&folder, &file.raw_name)? else { return Ok(()) };
        if FileIdentity::from_metadata(&found) != *identity {
            return Ok(());
        }
        let target = make_folder(&folder, destination.folder())?;
        let name = stamped_name(&file.raw_name, now);
        renameat(&folder, file.raw_name.as_os_str(), &target, name.as_os_str())?;
        if let Destination::Refused(reason) = destination {
            let mut text_name = name;
            text_name.push(".txt");
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let text = openat(&target, text_name.as_os_str(), flags, READABLE_FILE)?;
            fchmod(&text, READABLE_FILE)?;
            File::from(text).write_all(format!("{reason}\n").as_bytes())?;
        }
        Ok(())
    }

    /// The operator's folder, which may be a link.
    fn open_root(&self) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(openat(CWD, &self.root, flags, Mode::empty())?)
    }
}

/// The files of an organization that have not changed for a while, by age.
fn find_files(root: &OwnedFd, organization: &str, now: Timestamp) -> io::Result<Vec<WaitingFile>> {
    let Some(folder) = open_folder(root, OsStr::new(organization))? else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for raw_name in list_names(&folder)? {
        if is_unfinished(&raw_name) {
            continue;
        }
        let changed = match open_file(&folder, &raw_name) {
            Ok(Some((_, found))) => change_time(&found).filter(|changed| is_quiet(*changed, &found, now)),
            Ok(None) => None,
            Err(error) => {
                tracing::warn!(organization, %error, "a file of members cannot be opened");
                None
            }
        };
        if let Some(changed) = changed {
            let name = raw_name.to_string_lossy().into_owned();
            files.push(WaitingFile { organization: organization.to_owned(), name, raw_name, changed });
        }
    }
    files.sort_by(|a, b| (a.changed, &a.raw_name).cmp(&(b.changed, &b.raw_name)));
    files.truncate(MAX_FILES_PER_ORGANIZATION);
    Ok(files)
}

fn list_names(folder: &OwnedFd) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)?.take(MAX_ENTRIES) {
        let entry = entry?;
        let name: &CStr = entry.file_name();
        if ![b".".as_slice(), b".."].contains(&name.to_bytes()) {
            names.push(OsString::from_vec(name.to_bytes().to_vec()));
        }
    }
    names.sort();
    Ok(names)
}

/// Returns true for hidden files, and for names that programs give to files that they still write.
pub(super) fn is_unfinished(name: &OsStr) -> bool {
    let name = name.as_bytes().to_ascii_lowercase();
    name.starts_with(b".") || UNFINISHED_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Opens a folder in a folder. `None` if the entry does not exist, or is not a folder.
fn open_folder(around: &OwnedFd, name: &OsStr) -> io::Result<Option<OwnedFd>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(around, name, flags, Mode::empty()) {
        Ok(folder) => Ok(Some(folder)),
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Opens a regular file. `None` if the entry does not exist, or is not a regular file.
fn open_file(folder: &OwnedFd, name: &OsStr) -> io::Result<Option<(File, Metadata)>> {
    // Opening must not wait for the writer of a pipe.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match openat(folder, name, flags, Mode::empty()) {
        Ok(file) => File::from(file),
        // Sockets cannot be opened.
        Err(Errno::NOENT | Errno::LOOP | Errno::NXIO) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let found = file.metadata()?;
    Ok(found.is_file().then_some((file, found)))
}

/// Opens the folder for processed files, and creates it if it is missing.
fn make_folder(around: &OwnedFd, name: &str) -> io::Result<OwnedFd> {
    let is_new = match mkdirat(around, name, READABLE_FOLDER) {
        Ok(()) => true,
        Err(Errno::EXIST) => false,
        Err(error) => return Err(error.into()),
    };
    let folder = open_folder(around, OsStr::new(name))?;
    let folder = folder.ok_or_else(|| io::Error::other(format!("{name} is not a folder")))?;
    if is_new {
        // The process keeps new folders to itself; the school may look into this one.
        fchmod(&folder, READABLE_FOLDER)?;
    }
    Ok(folder)
}

/// The time at which a file was changed, if it can be a time.
fn change_time(metadata: &Metadata) -> Option<Timestamp> {
    Timestamp::try_from(metadata.modified().ok()?).ok()
}

/// Returns true if a file has not changed for a while. If its date is yet to come, as a program with another
/// clock or time zone has set it, the time counts at which the file came or got this date.
fn is_quiet(changed: Timestamp, metadata: &Metadata, now: Timestamp) -> bool {
    let latest = now.saturating_sub(QUIET_PERIOD).unwrap_or(Timestamp::MIN);
    let arrived = Timestamp::from_second(metadata.ctime()).ok().filter(|_| changed > now);
    arrived.unwrap_or(changed) <= latest
}

/// The name, prefixed with the time at which the file was processed; the beginning of a long name is left
/// out.
fn stamped_name(name: &OsStr, now: Timestamp) -> OsString {
    let bytes = name.as_bytes();
    let mut stamped = OsString::from(now.strftime("%Y-%m-%dT%H%M%SZ-").to_string());
    stamped.push(OsStr::from_bytes(&bytes[bytes.len().saturating_sub(MAX_NAME_BYTES)..]));
    stamped
}
