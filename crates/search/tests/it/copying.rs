//! Copies of an index that is in use.

use search::{Error, Index, IndexRebuild, copy_index};
use tempfile::TempDir;

use crate::support::{NO_TITLES, TestShelf, english_title, find_damaged_files, ids_of, keyword_search};

fn find_ids(index: &Index, text: &str) -> Vec<i64> {
    ids_of(&index.search(&keyword_search(text)).unwrap())
}

#[test]
fn a_copy_is_the_index_as_of_its_last_commit_and_continues_by_itself() {
    let mut shelf = TestShelf::with_titles((1..40).map(|n| english_title(n, "Emma")));
    for n in 40..60 {
        // Segments that are merged, and titles that are deleted in them.
        shelf.put_titles([english_title(n, "Persuasion"), english_title(n - 39, "Sanditon")]);
    }
    let to = TempDir::new().unwrap();
    let position = copy_index(shelf.dir.path(), to.path()).unwrap();
    assert_eq!(position, shelf.index.position());
    shelf.put_titles([english_title(1, "Changed after the copy")]);

    let copied = Index::open(to.path()).unwrap();
    assert_eq!((copied.position(), copied.len()), (position, 59));
    assert_eq!(find_damaged_files(to.path()), Vec::<std::path::PathBuf>::new());
    assert_eq!(find_ids(&copied, "changed"), NO_TITLES);
    assert_eq!(find_ids(&copied, "sanditon").len(), 20);

    // Written to, merged and cleaned up like any other.
    let mut writer = copied.open_writer().unwrap();
    for n in 0..12 {
        let title = english_title(100 + n, "Northanger");
        let change = search::ChangedTitle { position: position + 1 + n, id: title.id, title: Some(title) };
        writer.apply_changes(&[change]).unwrap();
        writer.commit().unwrap();
    }
    assert_eq!(find_ids(&copied, "northanger").len(), 12);
    assert_eq!(copied.len(), 71);
}

#[test]
fn copies_are_whole_while_the_index_is_written_and_rebuilt() {
    let mut shelf = TestShelf::with_titles((1..30).map(|n| english_title(n, "Emma")));
    let dir = shelf.dir.path().to_owned();
    std::thread::scope(|scope| {
        let copies = scope.spawn(|| {
            for _ in 0..15 {
                let to = TempDir::new().unwrap();
                copy_index(&dir, to.path()).unwrap();
                let copied = Index::open(to.path()).unwrap();
                assert_eq!(find_damaged_files(to.path()), Vec::<std::path::PathBuf>::new());
                // Every commit holds them all.
                assert_eq!(find_ids(&copied, "emma").len(), 29);
            }
        });
        for n in 0..40 {
            shelf.put_titles([english_title(1 + n % 29, "Emma"), english_title(100 + n, "Persuasion")]);
            if n % 10 == 5 {
                let mut rebuild = IndexRebuild::start(&dir).unwrap();
                rebuild.add_titles(&(1..30).map(|n| english_title(n, "Emma")).collect::<Vec<_>>()).unwrap();
                rebuild.finish(0).unwrap();
            }
        }
        copies.join().unwrap();
    });
}

#[test]
fn copying_a_missing_index_requires_a_rebuild() {
    let (dir, to) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    assert!(matches!(copy_index(dir.path(), to.path()), Err(Error::NeedsRebuild(_))));
}
