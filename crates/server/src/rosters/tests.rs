//! Files are found when they are complete, read without following links, and moved away.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use services::roster_imports::MAX_TABLE_BYTES;
use tempfile::TempDir;

use super::folder::{Destination, FileContent, RosterFolder};
use super::health::{OrganizationDirectory, list_directories};

const SCHOOL: &str = "school";
const TABLE: &[u8] = b"firstName,lastName\nNora,Falk\n";

fn noon() -> Timestamp {
    "2026-10-01T12:00:00Z".parse().unwrap()
}

/// A folder with the folder of one school.
struct Place {
    dir: TempDir,
    folder: RosterFolder,
}

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join(SCHOOL)).unwrap();
        let folder = RosterFolder::new(dir.path().to_owned());
        Self { dir, folder }
    }

    fn school(&self) -> std::path::PathBuf {
        self.dir.path().join(SCHOOL)
    }

    /// Writes a file of the school that was changed this many seconds before noon.
    fn write(&self, name: &str, content: &[u8], seconds: i64) {
        let path = self.school().join(name);
        fs::write(&path, content).unwrap();
        set_age(&path, seconds);
    }

    /// The names of the files that wait at noon.
    fn list_waiting(&self) -> Vec<String> {
        self.folder.find_waiting(noon()).unwrap().into_iter().map(|file| file.name).collect()
    }

    /// Reads the only file that waits, and moves it.
    fn move_only_file(&self, destination: &Destination) {
        let file = self.folder.find_waiting(noon()).unwrap().pop().unwrap();
        let read = self.folder.read_file(&file).unwrap().unwrap();
        self.folder.move_file(&file, &read.identity, destination, noon()).unwrap();
    }
}

fn set_age(path: &Path, seconds: i64) {
    let at = noon() - SignedDuration::from_secs(seconds);
    File::options().write(true).open(path).unwrap().set_modified(at.into()).unwrap();
}

fn list_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn files_wait_by_age_once_they_are_complete() {
    let place = Place::new();
    place.write("new.csv", TABLE, 119);
    place.write("complete.csv", TABLE, 120);
    place.write("old.csv", TABLE, 3_600);
    for name in [".hidden.csv", "a.csv.part", "b.FilePart", "c.tmp", "d.csv~"] {
        place.write(name, TABLE, 3_600);
    }
    fs::create_dir(place.school().join("inner")).unwrap();
    assert_eq!(place.list_waiting(), ["old.csv", "complete.csv"]);
}

#[test]
fn a_file_with_a_date_that_is_yet_to_come_waits_since_it_came() {
    let place = Place::new();
    place.write("tomorrow.csv", TABLE, 0);
    let arrived = crate::library::current_time();
    let path = place.school().join("tomorrow.csv");
    let tomorrow = arrived + SignedDuration::from_hours(24);
    File::options().write(true).open(path).unwrap().set_modified(tomorrow.into()).unwrap();
    let count = |now| place.folder.find_waiting(now).unwrap().len();
    assert_eq!((count(arrived), count(arrived + SignedDuration::from_mins(3))), (0, 1));
}

#[test]
fn ten_files_of_a_school_are_taken_in_a_round() {
    let place = Place::new();
    for number in 0..12 {
        place.write(&format!("{number}.csv"), TABLE, 1_000 - number);
    }
    let expected: Vec<String> = (0..10).map(|number| format!("{number}.csv")).collect();
    assert_eq!(place.list_waiting(), expected);
}

#[test]
fn links_are_neither_read_nor_written_through() {
    let place = Place::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let secret = elsewhere.path().join("secret.csv");
    fs::write(&secret, TABLE).unwrap();
    set_age(&secret, 3_600);
    symlink(&secret, place.school().join("link.csv")).unwrap();
    symlink(elsewhere.path(), place.dir.path().join("other-school")).unwrap();
    assert_eq!(place.list_waiting(), Vec::<String>::new());

    // A link in place of the folder for files that were taken.
    place.write("a.csv", TABLE, 3_600);
    symlink(elsewhere.path(), place.school().join("done")).unwrap();
    let file = place.folder.find_waiting(noon()).unwrap().pop().unwrap();
    let read = place.folder.read_file(&file).unwrap().unwrap();
    let moved = place.folder.move_file(&file, &read.identity, &Destination::Done, noon());
    assert!(moved.unwrap_err().to_string().contains("done is not a folder"));
    assert_eq!(list_names(elsewhere.path()), ["secret.csv"]);

    // A link in place of a file that was found.
    fs::remove_file(place.school().join("a.csv")).unwrap();
    symlink(&secret, place.school().join("a.csv")).unwrap();
    assert!(place.folder.read_file(&file).unwrap().is_none());
}

#[test]
fn a_file_that_changes_meanwhile_is_left_for_the_next_round() {
    let place = Place::new();
    place.write("a.csv", TABLE, 3_600);
    let file = place.folder.find_waiting(noon()).unwrap().pop().unwrap();
    let read = place.folder.read_file(&file).unwrap().unwrap();
    assert_eq!(read.content, FileContent::Bytes(TABLE.to_vec()));
    place.write("a.csv", b"other", 200);
    assert!(place.folder.read_file(&file).unwrap().is_none());
    place.folder.move_file(&file, &read.identity, &Destination::Done, noon()).unwrap();
    assert_eq!(list_names(&place.school()), ["a.csv"]);
    fs::remove_file(place.school().join("a.csv")).unwrap();
    assert!(place.folder.read_file(&file).unwrap().is_none());
    place.folder.move_file(&file, &read.identity, &Destination::Done, noon()).unwrap();
}

#[test]
fn a_file_that_is_too_large_is_not_kept_in_memory() {
    let place = Place::new();
    place.write("a.csv", b"", 0);
    let path = place.school().join("a.csv");
    for (size, is_too_large) in [(MAX_TABLE_BYTES, false), (MAX_TABLE_BYTES + 1, true)] {
        File::options().write(true).open(&path).unwrap().set_len(size).unwrap();
        set_age(&path, 3_600);
        let file = place.folder.find_waiting(noon()).unwrap().pop().unwrap();
        let read = place.folder.read_file(&file).unwrap().unwrap();
        assert_eq!(read.content == FileContent::TooLarge, is_too_large, "{size}");
    }
}

#[test]
fn files_are_moved_with_the_time_and_the_reason() {
    let place = Place::new();
    place.write("a.csv", TABLE, 3_600);
    place.move_only_file(&Destination::Done);
    place.write("b.csv", TABLE, 3_600);
    place.move_only_file(&Destination::Refused("It is no table.".to_owned()));
    let (done, refused) = (place.school().join("done"), place.school().join("refused"));
    assert_eq!(list_names(&place.school()), ["done", "refused"]);
    assert_eq!(list_names(&done), ["2026-10-01T120000Z-a.csv"]);
    assert_eq!(list_names(&refused), ["2026-10-01T120000Z-b.csv", "2026-10-01T120000Z-b.csv.txt"]);
    let reason = refused.join("2026-10-01T120000Z-b.csv.txt");
    assert_eq!(fs::read_to_string(&reason).unwrap(), "It is no table.\n");
    assert_eq!(fs::metadata(&reason).unwrap().permissions().mode() & 0o777, 0o644);
    assert_eq!(fs::metadata(&refused).unwrap().permissions().mode() & 0o777, 0o755);
    assert_eq!(place.list_waiting(), Vec::<String>::new());

    // A name that is too long with the time.
    let long = "x".repeat(250) + ".c";
    place.write(&long, TABLE, 3_600);
    place.move_only_file(&Destination::Done);
    let names = list_names(&done);
    assert!(names.iter().any(|name| name.len() == 219 && name.ends_with("x.c")), "{names:?}");
}

#[test]
fn files_that_were_not_taken_for_a_day_are_counted() {
    let place = Place::new();
    fs::create_dir(place.dir.path().join("nobody")).unwrap();
    fs::create_dir(place.dir.path().join(".hidden")).unwrap();
    place.write("old.csv", TABLE, 0);
    place.write("old.csv.part", TABLE, 0);
    let list = |now| list_directories(place.dir.path(), now).unwrap();
    let directory =
        |name: &str, overdue| OrganizationDirectory { name: name.to_owned(), is_usable: true, overdue };
    // When the file came is later than what its own date says.
    let arrived = crate::library::current_time();
    assert_eq!(list(arrived), [directory("nobody", 0), directory(SCHOOL, 0)]);
    let later = arrived + SignedDuration::from_hours(10 * 365 * 24);
    assert_eq!(list(later), [directory("nobody", 0), directory(SCHOOL, 1)]);
    assert!(list_directories(&place.dir.path().join("gone"), later).is_err());
}
