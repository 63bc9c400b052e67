//! `openshelf admin organizations` and `openshelf admin members`.

use std::os::unix::fs::PermissionsExt;

use books::testkit::zip_files;

use crate::each;
use crate::support::{Backend, Library, Program, field, text, write};

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

/// A workbook of one sheet with these cells.
fn workbook(rows: &[[&str; 2]]) -> Vec<u8> {
    let cell =
        |place: String, text: &str| format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let row = |(number, [left, right]): (usize, &[&str; 2])| {
        let cells = [cell(format!("A{number}"), left), cell(format!("B{number}"), right)].concat();
        format!("<row r=\"{number}\">{cells}</row>")
    };
    let rows: String = (1..).zip(rows).map(row).collect();
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let relation = |kind: &str, target: &str| {
        let link = format!("<Relationship Id=\"r1\" Type=\"{relations}/{kind}\" Target=\"{target}\"/>");
        format!("<Relationships xmlns=\"{package}\">{link}</Relationships>")
    };
    let sheets = "<sheets><sheet name=\"Pupils\" sheetId=\"1\" r:id=\"r1\"/></sheets>";
    zip_files([
        ("[Content_Types].xml", "<Types/>".to_owned()),
        ("_rels/.rels", relation("officeDocument", "xl/workbook.xml")),
        ("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")),
        (
            "xl/workbook.xml",
            format!("<workbook xmlns=\"{main}\" xmlns:r=\"{relations}\">{sheets}</workbook>"),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData></worksheet>"),
        ),
    ])
}

/// Makes a school and returns its identifier.
pub(super) fn school(library: &Library) -> String {
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
        let said = run(&["undo", &imported, "--dry-run"]);
        assert!(said.contains("would keep") && said.contains("(Mia Berg): edited since: grade"), "{said}");
        assert!(said.contains("restore 0, remove again 1, keep in part or in whole 1"), "{said}");
        assert!(run(&["list"]).contains("Lee"), "a dry run changes nothing");
        let said = run(&["undo", &imported]);
        assert!(said.contains("(Mia Berg): edited since: grade"), "{said}");
        assert!(said.contains("restored 0, removed again 1, kept in part or in whole 1"), "{said}");
        let list = run(&["list"]);
        assert!(list.contains("Berg") && !list.contains("Lee"), "{list}");
        let again = library.refuse(&["admin", "members", "undo", &imported, "--organization", &id]);
        assert!(again.contains("has been undone already"), "{again}");
        let again = library.refuse(&["admin", "members", "undo", &imported, "--dry-run", "--organization", &id]);
        assert!(again.contains("cannot be undone any more"), "{again}");
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
        assert!(well && said.contains("created 0, changed 1, unchanged 0, refused 0"), "{said}");
        assert!(said.contains("groups: new 1, members who join 1, members who leave 0"), "{said}");
        assert!(said.contains("no date proves this order"), "{said}");
        let (well, said) = import(&library, &id, b"\xD0\xCF\x11\xE0 and so on", &[]);
        assert!(!well && said.contains("save it as .xlsx"), "{said}");
    }

    async fn classes_of_any_file_become_groups_that_an_undo_takes_away(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let manifest = "propertyName,value\noneroster.version,1.2\nfile.users,bulk\n";
        let users = "sourcedId,status,enabledUser,givenName,familyName,grades\n\
            u1,,true,Mia,Berg,06\nu2,,true,Ben,Lee,06\n";
        let roles = "sourcedId,userSourcedId,roleType,role,orgSourcedId\n\
            r1,u1,primary,student,s1\nr2,u2,primary,student,s1\n";
        let export = zip_files([
            ("manifest.csv", manifest),
            ("users.csv", users),
            ("roles.csv", roles),
            ("orgs.csv", "sourcedId,name,type,parentSourcedId\ns1,Harbor School,school,\n"),
            ("demographics.csv", "sourcedId,birthDate\nu1,2014-05-01\nu2,2013-01-31\n"),
            ("classes.csv", "sourcedId,title\nc1,Art\nc2,Math\n"),
            ("enrollments.csv", "sourcedId,classSourcedId,userSourcedId,role\ne1,c1,u1,student\ne2,c2,u1,student\n"),
        ]);
        let counts = "groups: new 2, members who join 1, members who leave 0";
        let (well, said) = import(&library, &id, &export, &["--dry-run"]);
        for line in ["line 2: created; joins Art, Math", "line 3: created", counts, "Nothing was imported"] {
            assert!(well && said.contains(line), "{line} in {said}");
        }
        let (well, said) = import(&library, &id, &export, &[]);
        assert!(well && said.contains("created 2, changed 0, unchanged 0, refused 0"), "{said}");
        assert!(said.contains(counts), "{said}");
        // The same file changes nothing, and its groups exist.
        let (well, said) = import(&library, &id, &export, &[]);
        assert!(well && said.contains("created 0, changed 0, unchanged 2, refused 0"), "{said}");
        assert!(!said.contains("groups:") && !said.contains("members undo"), "{said}");
        let run = |args: &[&str]| {
            library.command(&[&["admin", "members"], args, &["--organization", &id]].concat())
        };

        let book = workbook(&[["sourcedId", "Class"], ["u1", "6a"], ["u2", "6a"]]);
        let (well, said) = import(&library, &id, &book, &[]);
        assert!(well && said.contains("created 0, changed 2, unchanged 0, refused 0"), "{said}");
        assert!(said.contains("groups: new 1, members who join 2, members who leave 0"), "{said}");
        let import_run = field(&said, "run").split(':').next().unwrap().to_owned();
        let said = run(&["undo", &import_run]);
        assert!(said.contains("changed back 2, restored 0, removed again 0"), "{said}");
        // Nobody is in the group any more, so it went: the file makes it again.
        let (well, said) = import(&library, &id, &book, &["--dry-run"]);
        assert!(well && said.contains("groups: new 1, members who join 2, members who leave 0"), "{said}");
    }

    async fn people_who_may_be_members_and_those_who_are_missing_are_decided_by_the_operator(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let head = "id,firstName,lastName,dateOfBirth,grade,school\n";
        let table = |rows: &[&str]| {
            let rows: Vec<String> = rows.iter().map(|row| format!("{row},Harbor School\n")).collect();
            format!("{head}{}", rows.concat()).into_bytes()
        };
        let (mia, ben) = ("1,Mia,Berg,2014-05-01,6", "2,Ben,Lee,2013-01-31,7");
        let (well, said) = import(&library, &id, &table(&[mia, ben]), &[]);
        assert!(well && said.contains("created 2,"), "{said}");
        // Not Mia: another identifier and birth date.
        let others = table(&[ben, "3,Mia,Berg,2014-05-02,6"]);
        let (well, said) = import(&library, &id, &others, &["--dry-run"]);
        for line in [
            "line 3: left out: may be Mia Berg (2014-05-01)",
            "created 0, changed 0, unchanged 1, refused 0",
            "left out 1 who may be members already: --add-doubtful adds them",
        ] {
            assert!(well && said.contains(line), "{line} in {said}");
        }
        assert!(!said.contains("missing: Mia Berg") && !said.contains("not in the file"), "{said}");
        let (well, said) = import(&library, &id, &others, &["--add-doubtful", "--remove-missing"]);
        assert!(well && said.contains("created 1, changed 0, unchanged 1, refused 0"), "{said}");
        assert!(!said.contains("who are not in the file"), "the other Mia may have been meant: {said}");
        // From now on the row means a member of its own.
        let (well, said) = import(&library, &id, &others, &["--dry-run"]);
        for line in [
            "missing: Mia Berg",
            "created 0, changed 0, unchanged 2, refused 0",
            "kept 1 who are not in the file: --remove-missing removes them",
        ] {
            assert!(well && said.contains(line), "{line} in {said}");
        }
        let (well, said) = import(&library, &id, &others, &["--remove-missing"]);
        assert!(well && said.contains("removed 1 who are not in the file"), "{said}");
        let removal = said.lines().find(|line| line.ends_with("the members who were removed")).unwrap();
        let removal = removal.split([' ', ':']).nth(1).unwrap();
        let list = library.command(&["admin", "members", "list", "--organization", &id]);
        assert!(list.contains("2014-05-02") && !list.contains("2014-05-01"), "{list}");
        let said = library.command(&["admin", "members", "undo", removal, "--organization", &id]);
        assert!(said.contains("restored 1"), "{said}");
    }

    async fn a_file_that_a_script_imports_is_held_if_it_would_do_harm(backend: Backend) {
        let library = Library::new(&backend);
        let id = school(&library);
        let table = |count: usize| {
            let row = |n: usize| format!("n-{n},Nora{n},Falk{n},2014-12-31,6,Harbor School\n");
            let rows: String = (0..count).map(row).collect();
            format!("id,firstName,lastName,dateOfBirth,grade,school\n{rows}").into_bytes()
        };
        let (well, said) = import(&library, &id, &table(12), &["--unattended"]);
        assert!(well && said.contains("openshelf admin members undo"), "{said}");
        let (well, said) = import(&library, &id, &table(12), &["--unattended"]);
        assert!(well && said.contains("the file before it said the same"), "{said}");
        let (well, said) = import(&library, &id, &table(3), &["--unattended"]);
        assert!(!well && said.contains("it would remove 9 of 12 members"), "{said}");
        let count = || library.command(&["admin", "members", "list", "--organization", &id]).lines().count();
        assert_eq!(count(), 12, "it is held");
        // Somebody who looks at the output decides alone.
        let (well, said) = import(&library, &id, &table(3), &["--remove-missing"]);
        assert!(well && said.contains("removed 9 who are not in the file"), "{said}");
        assert_eq!(count(), 3);
        let (well, said) = import(&library, &id, &table(3), &["--unattended", "--dry-run"]);
        assert!(!well && said.contains("cannot be used with"), "{said}");
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

#[test]
fn a_table_is_read_by_a_worker_process_alone() {
    let library = Library::new(&Backend::Sqlite);
    let id = school(&library);
    let table = b"firstName,lastName,dateOfBirth,grade\nMia,Berg,2014-05-01,6\n";
    let file = library.dir.path().join("pupils.csv");
    write(&file, table);
    let (flags, file) = (library.flags(), file.display().to_string());
    let args = ["admin", "members", "import", &file, "--organization", &id];
    let args: Vec<&str> = args.into_iter().chain(flags.iter().map(String::as_str)).collect();
    // No worker process can be started without a folder for it.
    let output = Program::command(&args).env("TMPDIR", "/nowhere").output().unwrap();
    let errors = text(&output.stderr);
    assert!(!output.status.success() && errors.contains("worker process"), "{errors}");
    let (well, said) = import(&library, &id, table, &[]);
    assert!(well && said.contains("created 1,"), "{said}");
}
