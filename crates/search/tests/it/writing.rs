//! The change log's way into the index, crashes, and rebuilds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use domain::fixtures::days_ago;
use domain::ids::TitleId;
use domain::titles::Title;
use search::{ChangedTitle, Error, Index, Rebuild, Writer};
use tempfile::TempDir;

use crate::support::{NONE, Shelf, book, changed, damaged_files, guest, ids, keyword};

fn change(position: i64, title: Title) -> ChangedTitle {
    ChangedTitle { position, id: title.id, title: Some(title) }
}

fn found(index: &Index, text: &str) -> Vec<i64> {
    ids(&index.search(&keyword(text)).unwrap())
}

#[test]
fn a_change_takes_the_place_of_the_title_before() {
    let mut shelf = Shelf::of([book(1, "Emma"), book(2, "Persuasion")]);
    shelf.put([book(1, "Sanditon")]);
    assert_eq!((shelf.keyword("emma"), shelf.keyword("sanditon")), (vec![], vec![1]));
    shelf.remove([2, 77]);
    assert_eq!(shelf.keyword("persuasion"), NONE);
}

#[test]
fn the_last_of_several_changes_in_one_batch_holds() {
    let dir = TempDir::new().unwrap();
    let (index, _) = Index::open_or_empty(dir.path()).unwrap();
    let mut writer = index.writer().unwrap();
    let gone = ChangedTitle { position: 4, id: TitleId(2), title: None };
    let batch =
        [change(1, book(1, "First")), change(2, book(1, "Second")), change(3, book(2, "Third")), gone];
    writer.apply(&batch).unwrap();
    assert_eq!(found(&index, "second"), NONE, "found after the commit");
    writer.commit().unwrap();
    assert_eq!(index.len(), 1);
    assert_eq!(found(&index, "second"), [1]);
    writer.apply(&batch).unwrap();
    writer.commit().unwrap();
    assert_eq!((index.len(), index.position()), (1, 4), "applying again does no harm");
    writer.apply(&[change(4, book(3, "Late"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!(found(&index, "late"), [3], "nothing applied waits for a later position");
}

/// What a process leaves that is killed between writing the files of a commit and naming them.
#[test]
fn files_that_a_killed_writer_left_do_not_stop_the_next_one() {
    let dir = TempDir::new().unwrap();
    let (index, _) = Index::open_or_empty(dir.path()).unwrap();
    let mut writer = index.writer().unwrap();
    writer.apply(&[change(1, book(1, "Emma")), change(2, book(2, "Persuasion"))]).unwrap();
    writer.commit().unwrap();
    drop(writer);
    let left = plant_leftovers(dir.path());
    // This process had the index open before: the engine does not know of the files.
    let mut writer = index.writer().unwrap();
    assert!(left.iter().all(|file| !file.exists()));
    writer.apply(&[change(3, book(1, "Sanditon"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!((found(&index, "emma"), found(&index, "sanditon")), (vec![], vec![1]));
    assert!(damaged_files(dir.path()).is_empty());
    drop(writer);

    plant_leftovers(dir.path());
    let (index, reason) = Index::open_or_empty(dir.path()).unwrap();
    assert_eq!(reason, None);
    let mut writer = index.writer().unwrap();
    writer.apply(&[change(4, book(1, "Emma"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!((index.len(), found(&index, "emma")), (2, vec![1]));
    assert!(damaged_files(dir.path()).is_empty());
}

/// Lists of deletions for the operations that come next, and a segment that no commit names.
fn plant_leftovers(dir: &Path) -> Vec<PathBuf> {
    let folder = dir.join("g00000001");
    let names: BTreeSet<String> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".term").map(str::to_owned))
        .collect();
    assert!(!names.is_empty());
    let meta: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join("meta.json")).unwrap()).unwrap();
    let stamp = meta["opstamp"].as_u64().unwrap();
    let lists = names.iter().flat_map(|name| (1..9).map(move |n| format!("{name}.{}.del", stamp + n)));
    let files: Vec<PathBuf> =
        lists.chain([format!("{}.term", "ab".repeat(16))]).map(|name| folder.join(name)).collect();
    for file in &files {
        std::fs::write(file, b"torn").unwrap();
    }
    files
}

#[test]
fn the_position_is_that_of_the_last_commit() {
    let dir = TempDir::new().unwrap();
    {
        let (index, reason) = Index::open_or_empty(dir.path()).unwrap();
        assert_eq!(reason.as_deref(), Some("there is no index yet"));
        let mut writer = index.writer().unwrap();
        assert_eq!((writer.position().unwrap(), index.position()), (0, 0));
        writer.apply(&[change(41, book(1, "Kept"))]).unwrap();
        writer.commit().unwrap();
        writer.apply(&[change(42, book(2, "Lost"))]).unwrap();
        assert_eq!((writer.position().unwrap(), index.position()), (42, 41));
        // A crash: dropped without a commit.
    }
    let index = Index::open(dir.path()).unwrap();
    assert_eq!(index.position(), 41);
    assert_eq!((found(&index, "kept"), found(&index, "lost")), (vec![1], vec![]));
    let mut writer = index.writer().unwrap();
    assert_eq!(writer.position().unwrap(), 41);
    writer.apply(&[change(42, book(2, "Lost"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!((found(&index, "lost"), index.position()), (vec![2], 42));
}

#[test]
fn there_is_one_writer() {
    let shelf = Shelf::of([book(1, "Emma")]);
    assert!(matches!(shelf.index.writer(), Err(Error::Locked)));
    let other = Index::open(shelf.dir.path()).unwrap();
    assert!(matches!(other.writer(), Err(Error::Locked)));
}

#[test]
fn another_reader_sees_commits_when_it_refreshes() {
    let mut shelf = Shelf::of([book(1, "Emma")]);
    let other = Index::open(shelf.dir.path()).unwrap();
    shelf.put([book(2, "Emma again")]);
    assert_eq!(found(&other, "emma"), [1]);
    assert!(other.refresh().unwrap());
    assert_eq!(found(&other, "emma"), [1, 2]);
    assert!(!other.refresh().unwrap());
}

#[test]
fn a_rebuild_replaces_the_live_index_in_one_step() {
    let mut shelf = Shelf::of([book(1, "Old"), book(2, "Emma")]);
    let other = Index::open(shelf.dir.path()).unwrap();
    let mut rebuild = shelf.index.rebuild().unwrap();
    rebuild.add(&[book(2, "Emma"), book(3, "New")]).unwrap();
    assert_eq!((shelf.keyword("old"), shelf.keyword("new")), (vec![1], vec![]), "the live one serves on");
    rebuild.finish(500).unwrap();
    assert_eq!((shelf.keyword("old"), shelf.keyword("new")), (vec![], vec![3]));
    assert_eq!(shelf.index.position(), 500);
    other.refresh().unwrap();
    assert_eq!(found(&other, "new"), [3]);
    shelf.put([book(4, "Newest")]);
    assert_eq!((shelf.keyword("newest"), shelf.index.position()), (vec![4], 501), "the writer has moved too");
    assert_eq!(generations(&shelf), 1, "the old generation is deleted");
}

#[test]
fn a_writer_that_is_overtaken_loses_nothing() {
    let dir = TempDir::new().unwrap();
    let (index, _) = Index::open_or_empty(dir.path()).unwrap();
    let mut writer: Writer = index.writer().unwrap();
    writer.apply(&[change(7, book(1, "Seven"))]).unwrap();
    let mut rebuild = Rebuild::start(dir.path()).unwrap();
    rebuild.add(&[book(9, "Nine")]).unwrap();
    rebuild.finish(5).unwrap();
    writer.commit().unwrap();
    assert_eq!(writer.position().unwrap(), 5, "what was applied to the old generation is read again");
    writer.apply(&[change(7, book(1, "Seven"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!((found(&index, "seven"), found(&index, "nine"), index.position()), (vec![1], vec![9], 7));
}

#[test]
fn a_rebuild_that_is_not_finished_changes_nothing() {
    let shelf = Shelf::of([book(1, "Emma")]);
    let mut rebuild = Rebuild::start(shelf.dir.path()).unwrap();
    assert!(matches!(Rebuild::start(shelf.dir.path()), Err(Error::Locked)), "one at a time");
    rebuild.add(&[book(2, "Emma")]).unwrap();
    drop(rebuild);
    assert_eq!(generations(&shelf), 2);
    assert_eq!(shelf.keyword("emma"), [1]);
    let again = Index::open(shelf.dir.path()).unwrap();
    assert_eq!(found(&again, "emma"), [1]);
    assert_eq!(generations(&shelf), 1, "the litter is deleted when the index is opened");
}

#[test]
fn a_rebuild_of_many_titles_is_one_index_without_documents() {
    let dir = TempDir::new().unwrap();
    let mut rebuild = Rebuild::start(dir.path()).unwrap();
    for batch in 0..5 {
        let titles: Vec<Title> = (0..400).map(|n| book(batch * 400 + n, &format!("Number {n}"))).collect();
        rebuild.add(&titles).unwrap();
    }
    rebuild.add(&[changed(book(5000, "Mine"), |it| it.owner = Some("ada".into()))]).unwrap();
    rebuild.add(&[]).unwrap();
    rebuild.finish(3).unwrap();
    let index = Index::open(dir.path()).unwrap();
    assert_eq!(index.count(&guest()).unwrap(), 2000);
    assert_eq!(found(&index, "number 7"), [7, 407, 807, 1207, 1607]);
    assert!(damaged_files(dir.path()).is_empty());
}

#[test]
fn entries_tell_what_the_index_holds() {
    let shelf = Shelf::of([
        changed(book(7, "Seven"), |it| it.dates.updated = days_ago(1)),
        changed(book(3, "Three"), |it| it.dates.updated = days_ago(2)),
    ]);
    let entries = shelf.index.entries().unwrap();
    assert_eq!(entries, [(TitleId(3), days_ago(2)), (TitleId(7), days_ago(1))]);
}

#[test]
fn merges_change_no_answer() {
    let mut shelf = Shelf::of([]);
    for round in 0..16 {
        shelf.put([book(round, "Emma"), book(1000, &format!("Round {round}"))]);
        assert_eq!(shelf.index.count(&guest()).unwrap(), u64::try_from(round).unwrap() + 2);
    }
    shelf.index.refresh().unwrap();
    assert_eq!(shelf.keyword("emma"), (0..16).collect::<Vec<_>>());
    assert_eq!(shelf.keyword("round"), [1000]);
    assert_eq!(shelf.keyword("round 12"), NONE);
}

fn generations(shelf: &Shelf) -> usize {
    let names = std::fs::read_dir(shelf.dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().starts_with('g')).count()
}
