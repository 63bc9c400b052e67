//! An index that cannot be used is reported, and never keeps a server from starting.

use std::fs;
use std::path::{Path, PathBuf};

use search::{Error, Index};

use crate::support::{Shelf, book, guest};

fn generation(dir: &Path) -> PathBuf {
    dir.join(fs::read_to_string(dir.join("current")).unwrap())
}

/// The index is refused with this reason, and an empty one begins in its place.
fn is_refused_for(dir: &Path, reason: &str) {
    match Index::open(dir) {
        Err(Error::NeedsRebuild(given)) => assert!(given.contains(reason), "{given}"),
        other => panic!("{other:?}"),
    }
    let (index, given) = Index::open_or_empty(dir).unwrap();
    assert!(given.unwrap().contains(reason));
    assert_eq!((index.position(), index.count(&guest()).unwrap()), (0, 0));
    let mut rebuild = index.rebuild().unwrap();
    rebuild.add(&[book(1, "Emma")]).unwrap();
    rebuild.finish(9).unwrap();
    assert_eq!((index.position(), index.count(&guest()).unwrap()), (9, 1));
    assert!(Index::open(dir).is_ok());
}

fn spoiled(spoil: impl FnOnce(&Path)) -> tempfile::TempDir {
    let Shelf { index, dir, .. } = Shelf::of([book(1, "Emma"), book(2, "Persuasion")]);
    drop(index);
    spoil(dir.path());
    dir
}

#[test]
fn no_index() {
    is_refused_for(spoiled(|dir| fs::remove_dir_all(dir).unwrap()).path(), "there is no index yet");
}

#[test]
fn an_index_of_another_version() {
    let dir = spoiled(|dir| fs::write(generation(dir).join("schema.json"), r#"{"schema":0}"#).unwrap());
    is_refused_for(dir.path(), "schema 0");
}

#[test]
fn a_generation_that_was_never_finished() {
    let dir = spoiled(|dir| fs::remove_file(generation(dir).join("schema.json")).unwrap());
    is_refused_for(dir.path(), "incomplete");
}

#[test]
fn a_torn_list_of_segments() {
    let dir = spoiled(|dir| fs::write(generation(dir).join("meta.json"), r#"{"segm"#).unwrap());
    is_refused_for(dir.path(), "g00000001");
}

#[test]
fn a_missing_file() {
    let dir = spoiled(|dir| {
        let files = fs::read_dir(generation(dir)).unwrap().map(|entry| entry.unwrap().path());
        let terms = files.filter(|path| path.extension().is_some_and(|extension| extension == "term"));
        terms.for_each(|path| fs::remove_file(path).unwrap());
    });
    is_refused_for(dir.path(), "cannot be read");
}

#[test]
fn a_name_that_leads_elsewhere() {
    let dir = spoiled(|dir| fs::write(dir.join("current"), "../../etc").unwrap());
    is_refused_for(dir.path(), "damaged");
}
