//! `openshelf admin groups`, and `openshelf admin members next-year`.

use super::admin_members::school;
use crate::each;
use crate::support::{Backend, Library, field};

/// Adds a member of this grade, whose identifier is returned.
fn add_member(library: &Library, school: &str, name: &str, grade: &str) -> String {
    let member = ["--first-name", name, "--last-name", "Berg", "--date-of-birth", "2014-05-01"];
    let place = ["--organization", school, "--grade", grade];
    field(&library.command(&[&["admin", "members", "create"], &member[..], &place[..]].concat()), "member")
}

/// The identifier of the run that a command reports.
fn run_id(output: &str) -> String {
    field(output, "run").split(':').next().unwrap().to_owned()
}

each! {
    async fn a_new_school_year_is_shown_begun_and_undone(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        add_member(&library, &id, "Mia", "5");
        add_member(&library, &id, "Ben", "6");
        let run = |args: &[&str]| {
            library.command(&[&["admin", "members"], args, &["--organization", &id]].concat())
        };
        let next_year = ["next-year", "--last-grade", "6", "--leavers", "remove"];
        let preview = run(&[&next_year[..], &["--dry-run"]].concat());
        for line in ["5 to 6: 1", "leavers, who are removed: 1", "Ben Berg", "this was a dry run"] {
            assert!(preview.contains(line), "{line}: {preview}");
        }
        assert_eq!(run(&["list"]).lines().count(), 2, "a dry run changes nothing");

        let year = run_id(&run(&next_year));
        let list = run(&["list"]);
        assert!(list.contains("Mia") && list.contains(" 6 ") && !list.contains("Ben"), "{list}");
        let preview = run(&[&next_year[..], &["--dry-run"]].concat());
        assert!(preview.contains(&format!("by the operator, run {year}")), "{preview}");
        assert!(run(&["undo", &year]).contains("changed back 1, restored 1"));
        assert!(run(&["list", "--grade", "5"]).contains("Mia"));
        assert!(run(&["list", "--grade", "6"]).contains("Ben"));

        let refuse = |organization: &str, grade: &str| {
            let options = ["--organization", organization, "--last-grade", grade];
            library.refuse(&[&["admin", "members", "next-year"], &options[..]].concat())
        };
        assert!(refuse(&id, "13").contains("--last-grade"));
        assert!(refuse("none", "6").contains("ORGANIZATION_NOT_FOUND"));
    }

    async fn a_group_is_made_filled_renamed_and_deleted(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let mia = add_member(&library, &id, "Mia", "6");
        let run = |args: &[&str]| {
            library.command(&[&["admin", "groups"], args, &["--organization", &id]].concat())
        };
        let refuse = |args: &[&str]| {
            library.refuse(&[&["admin", "groups"], args, &["--organization", &id]].concat())
        };
        let group = field(&run(&["create", "--name", "6a"]), "group");
        assert!(refuse(&["create", "--name", "6a"]).contains("--name: is the name of another group"));
        assert!(refuse(&["create", "--name", " "]).contains("--name: is required"));

        assert!(run(&["add", &group, &mia]).contains("changed 1, unchanged 0, refused 0"));
        assert!(run(&["add", &group, &mia]).contains("changed 0, unchanged 1, refused 0"));
        assert!(refuse(&["add", &group, &mia, "nobody"]).contains("not members of the organization: 1"));
        run(&["rename", &group, "--name", "6b"]);
        let list = run(&["list"]);
        assert!(list.contains("6b") && list.contains("members 1") && list.contains("byHand"), "{list}");
        let removal = run_id(&run(&["remove", &group, &mia]));
        assert!(run(&["list"]).contains("members 0"));
        library.command(&["admin", "members", "undo", &removal, "--organization", &id]);
        assert!(run(&["list"]).contains("members 1"));

        run(&["delete", &group]);
        assert_eq!(run(&["list"]), "");
        assert!(refuse(&["delete", &group]).contains("RECORD_NOT_FOUND"));
        assert!(library.command(&["admin", "members", "list", "--organization", &id]).contains(&mia));
    }
}
