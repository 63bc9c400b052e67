//! `openshelf admin users erase`, and backups that are restored after it.

use std::fs;

use crate::support::{Backend, Library};

#[test]
fn a_backup_that_is_restored_later_erases_again() {
    let library = Library::new(&Backend::Sqlite);
    let person = library.people().account;
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup").display().to_string();
    library.command(&["backup", &backup]);

    let shown = library.command(&["admin", "users", "erase", &person, "--dry-run"]);
    assert!(shown.contains(&person) && shown.contains("would go") && shown.contains("signIn"), "{shown}");
    library.command(&["admin", "users", "hold", &person, "--reason", "a claim"]);
    assert!(library.refuse(&["admin", "users", "erase", &person]).contains("hold"));
    library.command(&["admin", "users", "release-hold", &person]);
    let certificate = folder.path().join("certificate.txt").display().to_string();
    library.command(&["admin", "users", "erase", &person, "--certificate", &certificate]);
    let text = fs::read_to_string(&certificate).unwrap();
    assert!(text.contains(&person) && !text.contains("Reader"), "{text}");
    assert!(library.refuse(&["admin", "users", "erase", &person]).contains("already"));
    let is_erased = |list: &str| list.contains("deleted") && !list.contains("Jo Reader");
    assert!(is_erased(&library.command(&["admin", "users", "list"])));

    // The database alone is replaced: the journal in the file store is newer.
    let said = library.command(&["restore", &backup, "--force"]);
    assert!(said.contains("Erased again since the backup: 1 people"), "{said}");
    assert!(is_erased(&library.command(&["admin", "users", "list"])));

    // Elsewhere, the journal has to be named.
    let elsewhere = folder.path().join("elsewhere").display().to_string();
    let journal = library.dir.path().join("files/erasures").display().to_string();
    let said = library.command(&["restore", &backup, "--to", &elsewhere, "--erasures", &journal]);
    assert!(said.contains("Erased again since the backup: 1 people"), "{said}");
}
