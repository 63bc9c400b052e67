//! `openshelf admin organizations` and `openshelf admin members`.

use std::os::unix::fs::PermissionsExt;

use books::testkit::zip_files;

use crate::each;
use crate::support::{Backend, Library, field, text, write};

const SCHOOL: [&str; 21] = [
    "admin",
    "organizations",
    "create",
    "Harbor School",
    "--organization-type",
    "school",
    "--address1",
    "1 Quay Street",
    "--city",
    "Salem",
    "--postal-code",
    "97301",
    "--country",
    "US",
    "--contact-first-name",
    "Petra",
    "--contact-last-name",
    "Quay",
    "--contact-title",
    "Librarian",
    "--contact-email-address=petra@harbor.example",
];

/// Makes a school and returns its identifier.
fn school(library: &Library) -> String {
    library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
    field(&library.command(&SCHOOL), "organization")
}

/// Runs an import of this file and returns whether it succeeded, and its output.
fn import(library: &Library, school: &str, table: &[u8], more: &[&str]) -> (bool, String) {
    let file = library.dir.path().join("pupils.csv");
    write(&file, table);
    let file = file.display().to_string();
    let args = ["admin", "members", "import", &file, "--organization", school];
    let output = library.run(&[&args, more].concat());
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

each! {
    async fn an_organization_is_made_changed_and_suspended(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let run = |args: &[&str]| library.command(&[&["admin", "organizations"], args].concat());
        let shown = run(&["show", &id]);
        assert_eq!(field(&shown, "subscription"), "organization");
        assert!(field(&shown, "contact").contains("petra@harbor.example"), "{shown}");
        let changed = run(&["change", &id, "--agreement-signed", "true", "--state", "or", "--notes", "new"]);
        assert!(field(&changed, "settings").contains("agreement on file"), "{changed}");
        assert!(field(&changed, "address").contains("US-OR"), "{changed}");
        assert!(field(&run(&["suspend", &id]), "settings").contains("suspended"));
        assert!(run(&["list"]).contains("suspended"));
        assert!(!field(&run(&["resume", &id]), "settings").contains("suspended"));
        assert!(library.refuse(&SCHOOL).contains("ORGANIZATION_EXISTS"));
        let state = library.refuse(&["admin", "organizations", "change", &id, "--state", "ZZ"]);
        assert!(state.contains("--state: must be an ISO 3166-2 code"), "{state}");
        let contact = library.refuse(&["admin", "organizations", "primary-contact", &id, "nobody"]);
        assert!(contact.contains("USER_NOT_FOUND"), "{contact}");
        assert!(library.refuse(&["admin", "organizations", "show", "none"]).contains("ORGANIZATION_NOT_FOUND"));
    }

    async fn a_member_is_added_changed_and_removed(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let run = |args: &[&str]| {
            library.command(&[&["admin", "members"], args, &["--organization", &id]].concat())
        };
        let mia = ["create", "--first-name", "Mia", "--last-name", "Berg", "--date-of-birth", "2014-05-01",
            "--grade", "6", "--disability-type", "visual", "--disability-plan", "iep"];
        let member = field(&run(&mia), "member");
        let shown = run(&["show", &member]);
        assert_eq!((field(&shown, "disabilities"), field(&shown, "plans")), ("visual".into(), "iep".into()));
        run(&["change", &member, "--username", "mia", "--password", "Mia-reads-2026", "--grade", "7"]);
        let list = run(&["list"]);
        for word in [member.as_str(), "Berg", "Mia", "2014-05-01", " 7 ", "mia"] {
            assert!(list.contains(word), "{word}: {list}");
        }
        assert!(!run(&["list", "--grade", "6"]).contains("Berg"));
        let half = library.refuse(&["admin", "members", "change", "mia", "--organization", &id, "--username", "mi"]);
        assert!(half.contains("--password: is required together with --username"), "{half}");
        assert!(run(&["remove", "mia"]).contains("Removed Mia Berg."));
        assert_eq!(run(&["list"]), "");
    }

    async fn a_table_of_members_is_tried_imported_and_imported_again(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let semicolons = "\u{feff}lastName;firstName;dateOfBirth;grade;username;note\r\n\
            Berg;Mia;2014-05-01;6;mia;x\r\n\"Lee; Jr.\";Ben;2013-01-31;7;;\r\n";
        let passwords = library.dir.path().join("passwords.csv");
        let out = passwords.display().to_string();
        let generate = ["--generate-passwords", &out];
        let dry = [&generate[..], &["--dry-run"]].concat();
        let (well, said) = import(&library, &id, semicolons.as_bytes(), &dry);
        for line in ["line 2: created", "line 3: created", "created 2, changed 0, unchanged 0, refused 0",
            "Nothing was imported", "ignored columns: note"]
        {
            assert!(well && said.contains(line), "{line} in {said}");
        }
        assert!(!passwords.exists(), "a dry run writes nothing");
        let (well, said) = import(&library, &id, semicolons.as_bytes(), &generate);
        assert!(well && said.contains("created 2,"), "{said}");
        let written = std::fs::read_to_string(&passwords).unwrap();
        assert!(written.starts_with("username,password\nmia,") && written.lines().count() == 2, "{written}");
        assert_eq!(std::fs::metadata(&passwords).unwrap().permissions().mode() & 0o777, 0o600);
        let (well, said) = import(&library, &id, semicolons.as_bytes(), &[]);
        assert!(well && said.contains("created 0, changed 0, unchanged 2, refused 0"), "{said}");
        let list = library.command(&["admin", "members", "list", "--organization", &id]);
        assert!(list.contains("Lee; Jr.") && list.lines().count() == 2, "{list}");
        let first = library.command(&["admin", "members", "list", "--limit", "1", "--organization", &id]);
        assert_eq!(first.lines().collect::<Vec<_>>(), list.lines().take(1).collect::<Vec<_>>());
        let (well, said) = import(&library, &id, semicolons.as_bytes(), &generate);
        assert!(!well && said.contains("passwords.csv"), "no file is overwritten: {said}");
    }

    async fn an_import_and_a_removal_are_undone(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let run = |args: &[&str]| {
            library.command(&[&["admin", "members"], args, &["--organization", &id]].concat())
        };
        let head = "firstName,lastName,dateOfBirth,grade,username,password\n";
        let first = format!("{head}Mia,Berg,2014-05-01,6,mia,Mia-reads-2026\nBen,Lee,2013-01-31,7,,\n");
        let (well, said) = import(&library, &id, first.as_bytes(), &[]);
        assert!(well && said.contains("openshelf admin members undo"), "{said}");
        run(&["change", "mia", "--grade", "7"]);
        run(&["remove", "mia"]);
        let runs = run(&["runs"]);
        let lines: Vec<&str> = runs.lines().collect();
        assert_eq!(lines.len(), 2, "{runs}");
        let find = |kind: &str| {
            let line = lines.iter().find(|line| line.contains(kind)).unwrap_or_else(|| panic!("{kind}: {runs}"));
            line.split_whitespace().next().unwrap().to_owned()
        };
        let (imported, removed) = (find(" import "), find(" removal "));
        assert!(runs.contains("created 2, changed 0, removed 0  pupils.csv  by the operator"), "{runs}");
        let said = run(&["undo", &removed]);
        assert!(said.contains("changed back 0, restored 1, removed again 0, kept in part or in whole 0"), "{said}");
        let said = run(&["undo", &imported]);
        assert!(said.contains("(Mia Berg): edited since: grade"), "{said}");
        assert!(said.contains("restored 0, removed again 1, kept in part or in whole 1"), "{said}");
        let list = run(&["list"]);
        assert!(list.contains("Berg") && !list.contains("Lee"), "{list}");
        let again = library.refuse(&["admin", "members", "undo", &imported, "--organization", &id]);
        assert!(again.contains("has been undone already"), "{again}");
        let unknown = library.refuse(&["admin", "members", "undo", "nothing", "--organization", &id]);
        assert!(unknown.contains("RECORD_NOT_FOUND"), "{unknown}");
    }

    async fn an_export_of_a_schools_system_is_imported(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let users = "sourcedId,enabledUser,role,givenName,familyName,grades\n\
            u1,true,student,Mia,Berg,06\nu2,true,teacher,Petra,Quay,\nu3,false,student,Ben,Lee,07\n";
        let births = "sourcedId,birthDate\nu1,2014-05-01\nu3,2013-01-31\n";
        let export = zip_files([("out/users.csv", users), ("out/demographics.csv", births)]);
        let (well, said) = import(&library, &id, &export, &[]);
        for line in [
            "The export has no manifest.csv: it was read as OneRoster 1.1.",
            "1 users who are not students were left out.",
            "1 students who are not active were left out.",
            "created 1, changed 0, unchanged 0, refused 0",
        ] {
            assert!(well && said.contains(line), "{line} in {said}");
        }
        let list = library.command(&["admin", "members", "list", "--organization", &id]);
        assert!(list.contains("2014-05-01") && list.contains(" 6 ") && list.lines().count() == 1, "{list}");
        let german = "Name;Vorname;Geburtsdatum;Klasse\nBerg;Mia;1.5.2014;6a\n";
        let (well, said) = import(&library, &id, german.as_bytes(), &[]);
        assert!(well && said.contains("created 0, changed 0, unchanged 1, refused 0"), "{said}");
        assert!(said.contains("no date proves this order"), "{said}");
        let (well, said) = import(&library, &id, b"\xD0\xCF\x11\xE0 and so on", &[]);
        assert!(!well && said.contains("save it as .xlsx"), "{said}");
    }

    async fn a_faulty_table_changes_nothing(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let head = "firstName,lastName,dateOfBirth,grade\n";
        let rows = [
            head.as_bytes(), b"Mia,Berg,2014-05-01,6\n,Lee,2014-02-30,99\n", b"B\xffn,Lee,2014-05-01,6\nLiu,Ito\n",
            format!("{},Ito,2014-05-01,6\n", "L".repeat(300)).as_bytes(),
        ].concat();
        let (well, said) = import(&library, &id, &rows, &[]);
        assert!(!well && said.contains("created 1, changed 0, unchanged 0, refused 4"), "{said}");
        for line in [
            "line 3: dateOfBirth: must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ; grade: must be a grade code",
            "line 4: not in UTF-8",
            "line 5: 2 columns where the first line has 4",
            "line 6: firstName: must be 255 characters at most",
        ] {
            assert!(said.contains(line), "{line} in {said}");
        }
        assert_eq!(library.command(&["admin", "members", "list", "--organization", &id]), "");
        let (well, said) = import(&library, &id, b"name\nMia\n", &[]);
        assert!(!well && said.contains("does not name the columns firstName, lastName"), "{said}");
        let lost = format!("{head}\"Mia,Berg,2014-05-01,6\n{}", "Ben,Lee,2014-05-01,6\n".repeat(9_000));
        let (well, said) = import(&library, &id, lost.as_bytes(), &[]);
        assert!(!well && said.contains("is a quotation mark missing?"), "{said}");
        let (well, said) = import(&library, "none", format!("{head}Mia,Berg,2014-05-01,6\n").as_bytes(), &[]);
        assert!(!well && said.contains("ORGANIZATION_NOT_FOUND"), "{said}");
    }
}
