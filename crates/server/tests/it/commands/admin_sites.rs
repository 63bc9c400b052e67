//! `openshelf admin sites joining`, `openshelf admin sites admission`, and the admission of an organization
//! (docs/rules/joining.md).

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

    async fn the_operator_decides_which_proofs_suffice(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let admission = |options: &[&str]| library.command(&[&["admin", "sites", "admission", "service"], options].concat());
        let state = |sources: &str, certifiers: &str, days: u32| {
            format!(
                "Proofs that suffice: {sources}.\nWho may confirm: {certifiers}.\n\
                 Days of access while a proof is checked: {days}."
            )
        };
        assert_eq!(admission(&[]).trim(), state("all", "all", 0));
        let set = ["--proof-sources", "faxed,nls", "--certifiers", "nurse, physician", "--provisional-days", "14"];
        assert_eq!(admission(&set).trim(), state("faxed, nls", "physician, nurse", 14));
        assert_eq!(admission(&["--certifiers", "all"]).trim(), state("faxed, nls", "all", 14));
        let refuse = |options: &[&str]| library.refuse(&[&["admin", "sites", "admission", "service"], options].concat());
        assert!(refuse(&["--certifiers", "mother"]).contains("physician"));
        assert!(refuse(&["--provisional-days", "61"]).contains("60 days at most"));
        assert!(library.refuse(&["admin", "sites", "admission", "nowhere"]).contains("no site nowhere"));
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
