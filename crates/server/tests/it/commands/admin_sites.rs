//! `openshelf admin sites joining`, and the admission of an organization (docs/rules/joining.md).

use crate::each;
use crate::support::{Backend, Library};

each! {
    async fn the_operator_decides_who_joins_on_the_pages(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let joining = |options: &[&str]| library.command(&[&["admin", "sites", "joining", "service"], options].concat());
        assert_eq!(joining(&[]).trim(), "Readers may join: yes. Organizations may join: reviewed.");
        assert_eq!(joining(&["--readers", "no"]).trim(), "Readers may join: no. Organizations may join: reviewed.");
        let both = joining(&["--readers", "yes", "--organizations", "no"]);
        assert_eq!(both.trim(), "Readers may join: yes. Organizations may join: no.");
        library.refuse(&["admin", "sites", "joining", "service", "--organizations", "perhaps"]);
        assert!(library.refuse(&["admin", "sites", "joining", "nowhere"]).contains("no site nowhere"));
    }

    async fn an_organization_is_admitted(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let created = library.command(&[
            "admin", "organizations", "create", "Elm School", "--organization-type", "school", "--address1",
            "1 Elm Street", "--city", "Salem", "--country", "US", "--postal-code", "97301",
            "--contact-first-name", "Ben", "--contact-last-name", "Ode", "--contact-title", "Librarian",
            "--contact-email-address", "ben@example.org",
        ]);
        let id = created.split_whitespace().nth(1).unwrap();
        library.command(&["admin", "organizations", "suspend", id]);
        library.command(&["admin", "organizations", "change", id, "--can-create-users", "false"]);
        let shown = library.command(&["admin", "organizations", "admit", id]);
        assert!(!shown.contains("suspended") && shown.contains("sponsors add members"), "{shown}");
    }
}
