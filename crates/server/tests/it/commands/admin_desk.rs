//! The work of the membership desk: `openshelf admin users duplicates`, `merge` and `unmerge`, and
//! `openshelf admin work`.

use crate::each;
use crate::support::{Backend, Library, field};

each! {
    async fn two_accounts_of_one_person_are_merged_and_the_merge_is_undone(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let create = |email: &str, born: &str| {
            let names = ["--first-name", "Al", "--last-name", "Berg", "--date-of-birth", born];
            field(&library.command(&[&["admin", "users", "create", email], &names[..]].concat()), "account")
        };
        let users = |args: &[&str]| library.command(&[&["admin", "users"], args].concat());
        let refuse = |args: &[&str]| library.refuse(&[&["admin", "users"], args].concat());
        let kept = create("al@example.org", "1999-02-28");
        let other = create("berg@example.org", "1999-02-28");
        library.command(&["admin", "agreements", "create", "berg@example.org", "--print-name", "Al Berg"]);
        let list = users(&["duplicates"]);
        for word in ["Al Berg  1999-02-28  accounts: 2", &kept, &other, "berg@example.org", "agreements 1"] {
            assert!(list.contains(word), "{word}: {list}");
        }
        assert_eq!(users(&["duplicates", "--limit", "0"]), "");

        let merge = ["merge", "al@example.org", "berg@example.org"];
        let preview = users(&[&merge[..], &["--dry-run"]].concat());
        assert!(field(&preview, "closed").starts_with(&other), "{preview}");
        assert!(field(&preview, "agreements").starts_with("would move 1, would stay 0"), "{preview}");
        assert!(users(&["list"]).lines().all(|line| line.contains("active")), "a dry run merges nothing");
        let number = field(&users(&merge), "merge");
        assert_eq!(users(&["duplicates"]), "");
        assert!(users(&["merges", &kept]).contains(&format!("{other} into {kept}")));
        assert!(!library.command(&["admin", "agreements", "list", "al@example.org"]).is_empty());
        assert!(refuse(&merge).contains("there is no user berg@example.org"));

        assert!(users(&["unmerge", &kept, &number]).contains("open again"));
        assert!(users(&["merges", &kept]).contains("undone"));
        assert!(refuse(&["unmerge", &kept, &number]).contains("undone already"));
        assert!(refuse(&["unmerge", &other, &number]).contains("no such merge"));
        users(&["distinguish", &kept, &other]);
        assert_eq!(users(&["duplicates"]), "");

        let twin = create("twin@example.org", "1999-03-01");
        assert!(refuse(&["merge", &kept, &twin]).contains("--confirm-birth-dates"));
        users(&["merge", &kept, &twin, "--confirm-birth-dates"]);
        let audit = library.command(&["admin", "audit", "list", "--kind", "changes", "--user", &kept]);
        for command in ["openshelf admin users merge", "openshelf admin users unmerge"] {
            assert!(audit.contains(command), "{audit}");
        }
    }

    async fn work_is_counted_by_kind_and_listed(backend: Backend) {
        let library = Library::new(&backend);
        let reader = library.people().account;
        let list = library.command(&["admin", "work", "list"]);
        assert!(field(&list, "newReader").starts_with("1  since "), "{list}");
        assert_eq!(field(&list, "handOver"), "0");
        assert!(list.contains(&reader) && list.contains("Jo Reader"), "{list}");
        let proofs = library.command(&["admin", "work", "list", "--kind", "proof"]);
        assert_eq!(field(&proofs, "proof"), "0");
        assert_eq!(proofs.trim().lines().count(), 1, "{proofs}");
        assert!(library.refuse(&["admin", "work", "list", "--kind", "tea"]).contains("newReader"));
    }
}
