//! An index that cannot be used is reported, and never keeps a server from starting.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use search::{Error, Index, IndexRebuild};

use crate::support::{TestShelf, current_file, english_title, guest_view};

fn generation_folder(dir: &Path) -> PathBuf {
    dir.join(fs::read_to_string(current_file(dir)).unwrap())
}

/// The index is refused with this reason, and an empty one begins in its place.
fn assert_refused_for(dir: &Path, reason: &str) {
    match Index::open(dir) {
        Err(Error::NeedsRebuild(given)) => assert!(given.contains(reason), "{given}"),
        other => panic!("{other:?}"),
    }
    let (index, given) = Index::open_or_empty(dir).unwrap();
    assert!(given.unwrap().contains(reason));
    assert_eq!((index.position(), index.count_titles(&guest_view()).unwrap()), (0, 0));
    let mut rebuild = IndexRebuild::start(dir).unwrap();
    rebuild.add_titles(&[english_title(1, "Emma")]).unwrap();
    rebuild.finish(9).unwrap();
    index.refresh().unwrap();
    assert_eq!((index.position(), index.count_titles(&guest_view()).unwrap()), (9, 1));
    assert!(Index::open(dir).is_ok());
}

fn spoiled_index(spoil: impl FnOnce(&Path)) -> tempfile::TempDir {
    let TestShelf { index, dir, .. } =
        TestShelf::with_titles([english_title(1, "Emma"), english_title(2, "Persuasion")]);
    drop(index);
    spoil(dir.path());
    dir
}

#[test]
fn a_missing_index_needs_a_rebuild() {
    assert_refused_for(
        spoiled_index(|dir| fs::remove_dir_all(dir).unwrap()).path(),
        "there is no index of this version yet",
    );
}

#[test]
fn an_index_of_another_version_needs_a_rebuild() {
    let dir = spoiled_index(|dir| {
        fs::write(generation_folder(dir).join("schema.json"), r#"{"schema":0}"#).unwrap();
    });
    assert_refused_for(dir.path(), "schema 0");
}

#[test]
fn an_unfinished_generation_needs_a_rebuild() {
    let dir = spoiled_index(|dir| fs::remove_file(generation_folder(dir).join("schema.json")).unwrap());
    assert_refused_for(dir.path(), "incomplete");
}

#[test]
fn a_torn_list_of_segments_needs_a_rebuild() {
    let dir = spoiled_index(|dir| fs::write(generation_folder(dir).join("meta.json"), r#"{"segm"#).unwrap());
    assert_refused_for(dir.path(), "g00000001");
}

#[test]
fn a_missing_file_needs_a_rebuild() {
    let dir = spoiled_index(|dir| {
        let files = fs::read_dir(generation_folder(dir)).unwrap().map(|entry| entry.unwrap().path());
        let terms = files.filter(|path| path.extension().is_some_and(|extension| extension == "term"));
        terms.for_each(|path| fs::remove_file(path).unwrap());
    });
    assert_refused_for(dir.path(), "cannot be read");
}

#[test]
fn a_generation_name_outside_the_folder_needs_a_rebuild() {
    let dir = spoiled_index(|dir| fs::write(current_file(dir), "../../etc").unwrap());
    assert_refused_for(dir.path(), "damaged");
}

/// Makes the index one of the version before.
fn make_older(dir: &Path) -> PathBuf {
    let generation = generation_folder(dir);
    fs::write(generation.join("schema.json"), r#"{"schema":9}"#).unwrap();
    fs::rename(current_file(dir), dir.join("current-09")).unwrap();
    generation
}

#[test]
fn the_index_of_another_version_stays_next_to_the_new_one() {
    let mut current = PathBuf::new();
    let mut older = PathBuf::new();
    let dir = spoiled_index(|dir| {
        current = current_file(dir);
        older = make_older(dir);
    });
    assert_refused_for(dir.path(), "of this version");
    assert_holds(dir.path(), 1);
    // The program before comes back: its index has all titles.
    fs::write(
        older.join("schema.json"),
        fs::read(generation_folder(dir.path()).join("schema.json")).unwrap(),
    )
    .unwrap();
    fs::rename(dir.path().join("current-09"), current).unwrap();
    assert_holds(dir.path(), 2);
}

/// The index can be used and has this many titles.
fn assert_holds(dir: &Path, titles: u64) {
    assert_eq!(Index::open(dir).unwrap().count_titles(&guest_view()).unwrap(), titles);
}

#[test]
fn the_index_of_a_version_that_nobody_uses_is_deleted_after_a_week() {
    let mut older = PathBuf::new();
    let dir = spoiled_index(|dir| older = make_older(dir));
    let written = |age: Duration| {
        let meta = fs::File::open(older.join("meta.json")).unwrap();
        meta.set_modified(meta.metadata().unwrap().modified().unwrap() - age).unwrap();
    };
    written(Duration::from_hours(6 * 24));
    assert_refused_for(dir.path(), "of this version");
    assert!(older.exists());
    written(Duration::from_hours(2 * 24));
    assert!(Index::open(dir.path()).is_ok());
    assert!(!older.exists());
}
