//! Copies of an index that is in use.

use search::{Error, Index, Rebuild, copy};
use tempfile::TempDir;

use crate::support::{NONE, Shelf, book, damaged_files, ids, keyword};

fn found(index: &Index, text: &str) -> Vec<i64> {
    ids(&index.search(&keyword(text)).unwrap())
}

#[test]
fn a_copy_is_the_index_as_of_its_last_commit_and_continues_by_itself() {
    let mut shelf = Shelf::of((1..40).map(|n| book(n, "Emma")));
    for n in 40..60 {
        // Segments that are merged, and titles that are deleted in them.
        shelf.put([book(n, "Persuasion"), book(n - 39, "Sanditon")]);
    }
    let to = TempDir::new().unwrap();
    let position = copy(shelf.dir.path(), to.path()).unwrap();
    assert_eq!(position, shelf.index.position());
    shelf.put([book(1, "Changed after the copy")]);

    let copied = Index::open(to.path()).unwrap();
    assert_eq!((copied.position(), copied.len()), (position, 59));
    assert_eq!(damaged_files(to.path()), Vec::<std::path::PathBuf>::new());
    assert_eq!(found(&copied, "changed"), NONE);
    assert_eq!(found(&copied, "sanditon").len(), 20);

    // Written to, merged and cleaned up like any other.
    let mut writer = copied.writer().unwrap();
    for n in 0..12 {
        let title = book(100 + n, "Northanger");
        let change = search::ChangedTitle { position: position + 1 + n, id: title.id, title: Some(title) };
        writer.apply(&[change]).unwrap();
        writer.commit().unwrap();
    }
    assert_eq!(found(&copied, "northanger").len(), 12);
    assert_eq!(copied.len(), 71);
}

#[test]
fn copies_are_whole_while_the_index_is_written_and_rebuilt() {
    let mut shelf = Shelf::of((1..30).map(|n| book(n, "Emma")));
    let dir = shelf.dir.path().to_owned();
    std::thread::scope(|scope| {
        let copies = scope.spawn(|| {
            for _ in 0..15 {
                let to = TempDir::new().unwrap();
                copy(&dir, to.path()).unwrap();
                let copied = Index::open(to.path()).unwrap();
                assert_eq!(damaged_files(to.path()), Vec::<std::path::PathBuf>::new());
                // Every commit holds them all.
                assert_eq!(found(&copied, "emma").len(), 29);
            }
        });
        for n in 0..40 {
            shelf.put([book(1 + n % 29, "Emma"), book(100 + n, "Persuasion")]);
            if n % 10 == 5 {
                let mut rebuild = Rebuild::start(&dir).unwrap();
                rebuild.add(&(1..30).map(|n| book(n, "Emma")).collect::<Vec<_>>()).unwrap();
                rebuild.finish(0).unwrap();
            }
        }
        copies.join().unwrap();
    });
}

#[test]
fn where_there_is_no_index_there_is_nothing_to_copy() {
    let (dir, to) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    assert!(matches!(copy(dir.path(), to.path()), Err(Error::NeedsRebuild(_))));
}
