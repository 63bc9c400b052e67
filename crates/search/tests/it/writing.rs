//! The change log's way into the index, crashes, and rebuilds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use domain::fixtures::days_ago;
use domain::{Title, TitleId};
use search::{ChangedTitle, Error, Index, IndexRebuild, Writer};
use tempfile::TempDir;

use crate::support::{
    NO_TITLES, TestShelf, changed_title, english_title, find_damaged_files, guest_view, ids_of,
    keyword_search,
};

fn change_of(position: i64, title: Title) -> ChangedTitle {
    ChangedTitle { position, id: title.id, title: Some(title) }
}

fn find_ids(index: &Index, text: &str) -> Vec<i64> {
    ids_of(&index.search(&keyword_search(text)).unwrap())
}

#[test]
fn a_change_takes_the_place_of_the_title_before() {
    let mut shelf = TestShelf::with_titles([english_title(1, "Emma"), english_title(2, "Persuasion")]);
    shelf.put_titles([english_title(1, "Sanditon")]);
    assert_eq!((shelf.keyword_ids("emma"), shelf.keyword_ids("sanditon")), (vec![], vec![1]));
    shelf.remove_titles([2, 77]);
    assert_eq!(shelf.keyword_ids("persuasion"), NO_TITLES);
}

#[test]
fn the_last_of_several_changes_in_one_batch_holds() {
    let dir = TempDir::new().unwrap();
    let (index, _) = Index::open_or_empty(dir.path()).unwrap();
    let mut writer = index.open_writer().unwrap();
    let gone = ChangedTitle { position: 4, id: TitleId(2), title: None };
    let batch = [
        change_of(1, english_title(1, "First")),
        change_of(2, english_title(1, "Second")),
        change_of(3, english_title(2, "Third")),
        gone,
    ];
    writer.apply_changes(&batch).unwrap();
    assert_eq!(find_ids(&index, "second"), NO_TITLES, "found after the commit");
    writer.commit().unwrap();
    assert_eq!(index.len(), 1);
    assert_eq!(find_ids(&index, "second"), [1]);
    writer.apply_changes(&batch).unwrap();
    writer.commit().unwrap();
    assert_eq!((index.len(), index.position()), (1, 4), "applying again does no harm");
    writer.apply_changes(&[change_of(4, english_title(3, "Late"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!(find_ids(&index, "late"), [3], "nothing applied waits for a later position");
}

/// Leaves the files of a process that is killed between writing the files of a commit and naming them.
#[test]
fn files_that_a_killed_writer_left_do_not_stop_the_next_one() {
    let dir = TempDir::new().unwrap();
    let (index, _) = Index::open_or_empty(dir.path()).unwrap();
    let mut writer = index.open_writer().unwrap();
    writer
        .apply_changes(&[
            change_of(1, english_title(1, "Emma")),
            change_of(2, english_title(2, "Persuasion")),
        ])
        .unwrap();
    writer.commit().unwrap();
    drop(writer);
    let left = plant_leftovers(dir.path());
    // This process had the index open before: the engine does not know of the files.
    let mut writer = index.open_writer().unwrap();
    assert!(left.iter().all(|file| !file.exists()));
    writer.apply_changes(&[change_of(3, english_title(1, "Sanditon"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!((find_ids(&index, "emma"), find_ids(&index, "sanditon")), (vec![], vec![1]));
    assert!(find_damaged_files(dir.path()).is_empty());
    drop(writer);

    plant_leftovers(dir.path());
    let (index, reason) = Index::open_or_empty(dir.path()).unwrap();
    assert_eq!(reason, None);
    let mut writer = index.open_writer().unwrap();
    writer.apply_changes(&[change_of(4, english_title(1, "Emma"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!((index.len(), find_ids(&index, "emma")), (2, vec![1]));
    assert!(find_damaged_files(dir.path()).is_empty());
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
        assert_eq!(reason.as_deref(), Some("there is no index of this version yet"));
        let mut writer = index.open_writer().unwrap();
        assert_eq!((writer.next_position().unwrap(), index.position()), (0, 0));
        writer.apply_changes(&[change_of(41, english_title(1, "Kept"))]).unwrap();
        writer.commit().unwrap();
        writer.apply_changes(&[change_of(42, english_title(2, "Lost"))]).unwrap();
        assert_eq!((writer.next_position().unwrap(), index.position()), (42, 41));
        // A crash: dropped without a commit.
    }
    let index = Index::open(dir.path()).unwrap();
    assert_eq!(index.position(), 41);
    assert_eq!((find_ids(&index, "kept"), find_ids(&index, "lost")), (vec![1], vec![]));
    let mut writer = index.open_writer().unwrap();
    assert_eq!(writer.next_position().unwrap(), 41);
    writer.apply_changes(&[change_of(42, english_title(2, "Lost"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!((find_ids(&index, "lost"), index.position()), (vec![2], 42));
}

#[test]
fn there_is_one_writer() {
    let shelf = TestShelf::with_titles([english_title(1, "Emma")]);
    assert!(matches!(shelf.index.open_writer(), Err(Error::Locked)));
    let other = Index::open(shelf.dir.path()).unwrap();
    assert!(matches!(other.open_writer(), Err(Error::Locked)));
}

#[test]
fn another_reader_sees_commits_when_it_refreshes() {
    let mut shelf = TestShelf::with_titles([english_title(1, "Emma")]);
    let other = Index::open(shelf.dir.path()).unwrap();
    shelf.put_titles([english_title(2, "Emma again")]);
    assert_eq!(find_ids(&other, "emma"), [1]);
    assert!(other.refresh().unwrap());
    assert_eq!(find_ids(&other, "emma"), [1, 2]);
    assert!(!other.refresh().unwrap());
}

#[test]
fn a_rebuild_replaces_the_live_index_in_one_step() {
    let mut shelf = TestShelf::with_titles([english_title(1, "Old"), english_title(2, "Emma")]);
    let other = Index::open(shelf.dir.path()).unwrap();
    let mut rebuild = IndexRebuild::start(shelf.dir.path()).unwrap();
    rebuild.add_titles(&[english_title(2, "Emma"), english_title(3, "New")]).unwrap();
    assert_eq!(
        (shelf.keyword_ids("old"), shelf.keyword_ids("new")),
        (vec![1], vec![]),
        "the live one serves on"
    );
    rebuild.finish(500).unwrap();
    shelf.index.refresh().unwrap();
    assert_eq!((shelf.keyword_ids("old"), shelf.keyword_ids("new")), (vec![], vec![3]));
    assert_eq!(shelf.index.position(), 500);
    other.refresh().unwrap();
    assert_eq!(find_ids(&other, "new"), [3]);
    shelf.put_titles([english_title(4, "Newest")]);
    assert_eq!(
        (shelf.keyword_ids("newest"), shelf.index.position()),
        (vec![4], 501),
        "the writer has moved too"
    );
    assert_eq!(count_generations(&shelf), 1, "the old generation is deleted");
}

#[test]
fn a_writer_that_is_overtaken_loses_nothing() {
    let dir = TempDir::new().unwrap();
    let (index, _) = Index::open_or_empty(dir.path()).unwrap();
    let mut writer: Writer = index.open_writer().unwrap();
    writer.apply_changes(&[change_of(7, english_title(1, "Seven"))]).unwrap();
    let mut rebuild = IndexRebuild::start(dir.path()).unwrap();
    rebuild.add_titles(&[english_title(9, "Nine")]).unwrap();
    rebuild.finish(5).unwrap();
    writer.commit().unwrap();
    assert_eq!(writer.next_position().unwrap(), 5, "what was applied to the old generation is read again");
    writer.apply_changes(&[change_of(7, english_title(1, "Seven"))]).unwrap();
    writer.commit().unwrap();
    assert_eq!(
        (find_ids(&index, "seven"), find_ids(&index, "nine"), index.position()),
        (vec![1], vec![9], 7)
    );
}

#[test]
fn a_rebuild_that_is_not_finished_changes_nothing() {
    let shelf = TestShelf::with_titles([english_title(1, "Emma")]);
    let mut rebuild = IndexRebuild::start(shelf.dir.path()).unwrap();
    assert!(matches!(IndexRebuild::start(shelf.dir.path()), Err(Error::Locked)), "one at a time");
    rebuild.add_titles(&[english_title(2, "Emma")]).unwrap();
    drop(rebuild);
    assert_eq!(count_generations(&shelf), 2);
    assert_eq!(shelf.keyword_ids("emma"), [1]);
    let again = Index::open(shelf.dir.path()).unwrap();
    assert_eq!(find_ids(&again, "emma"), [1]);
    assert_eq!(count_generations(&shelf), 1, "the litter is deleted when the index is opened");
}

#[test]
fn a_rebuild_of_many_titles_is_one_index_without_documents() {
    let dir = TempDir::new().unwrap();
    let mut rebuild = IndexRebuild::start(dir.path()).unwrap();
    for batch in 0..5 {
        let titles: Vec<Title> =
            (0..400).map(|n| english_title(batch * 400 + n, &format!("Number {n}"))).collect();
        rebuild.add_titles(&titles).unwrap();
    }
    rebuild
        .add_titles(&[changed_title(english_title(5000, "Mine"), |it| it.owner = Some("ada".into()))])
        .unwrap();
    rebuild.add_titles(&[]).unwrap();
    rebuild.finish(3).unwrap();
    let index = Index::open(dir.path()).unwrap();
    assert_eq!(index.count_titles(&guest_view()).unwrap(), 2000);
    assert_eq!(find_ids(&index, "number 7"), [7, 407, 807, 1207, 1607]);
    assert!(find_damaged_files(dir.path()).is_empty());
}

#[test]
fn entries_tell_what_the_index_holds() {
    let shelf = TestShelf::with_titles([
        changed_title(english_title(7, "Seven"), |it| it.dates.updated = days_ago(1)),
        changed_title(english_title(3, "Three"), |it| it.dates.updated = days_ago(2)),
    ]);
    let entries = shelf.index.list_titles().unwrap();
    assert_eq!(entries, [(TitleId(3), days_ago(2)), (TitleId(7), days_ago(1))]);
}

#[test]
fn merges_change_no_answer() {
    let mut shelf = TestShelf::with_titles([]);
    for round in 0..16 {
        shelf.put_titles([english_title(round, "Emma"), english_title(1000, &format!("Round {round}"))]);
        assert_eq!(shelf.index.count_titles(&guest_view()).unwrap(), u64::try_from(round).unwrap() + 2);
    }
    shelf.index.refresh().unwrap();
    assert_eq!(shelf.keyword_ids("emma"), (0..16).collect::<Vec<_>>());
    assert_eq!(shelf.keyword_ids("round"), [1000]);
    assert_eq!(shelf.keyword_ids("round 12"), NO_TITLES);
}

fn count_generations(shelf: &TestShelf) -> usize {
    let names = std::fs::read_dir(shelf.dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().starts_with('g')).count()
}
