//! `openshelf admin organization-types` and `openshelf admin reference-organizations`.

use domain::reference_organizations::ReferenceOrganization;
use store::{Db, DbOptions};

use crate::each;
use crate::support::{Backend, Library, text, write};

const HEAD: &str = "referenceOrgId,name,organizationType,city,state,country,parentName\n";

/// An entry of the library's list.
async fn entry(library: &Library, id: &str) -> Option<ReferenceOrganization> {
    let db = Db::connect(&DbOptions::new(library.database_url())).await.unwrap();
    let entry = store::reference_organizations::get(&db, id).await.unwrap();
    db.close().await;
    entry
}

/// Runs an import of a file with these lines and returns whether it succeeded, and its output.
fn import(library: &Library, lines: &[u8], more: &[&str]) -> (bool, String) {
    let file = library.dir.path().join("list.csv");
    write(&file, lines);
    let file = file.display().to_string();
    let output = library.run(&[&["admin", "reference-organizations", "import", &file], more].concat());
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

each! {
    async fn a_list_is_imported_again_and_again(backend: Backend) {
        let library = Library::new(&backend);
        let rows = "1,Alder School,school,Salem,OR,US,Salem District\n2,\"Birch, the Library\",library,Bend,us-or,us,\n";
        for _ in 0..2 {
            let (well, said) = import(&library, format!("{HEAD}{rows}").as_bytes(), &[]);
            assert!(well && said.contains("Imported 2, skipped 0."), "{said}");
        }
        let birch = entry(&library, "2").await.unwrap();
        assert_eq!((birch.name.as_str(), birch.kind.as_str(), birch.parent_name), ("Birch, the Library", "library", None));
        assert_eq!(birch.address.state.as_deref(), Some("US-OR"));
        let (well, _) = import(&library, format!("{HEAD}1,Cedar School,school,Bend,OR,US,\n").as_bytes(), &[]);
        assert!(well);
        assert_eq!(entry(&library, "1").await.unwrap().name, "Cedar School");
        assert_eq!(entry(&library, "2").await.unwrap().name, "Birch, the Library", "what is not in the file stays");
        library.command(&["admin", "reference-organizations", "remove", "2"]);
        assert_eq!(entry(&library, "2").await, None);
        assert!(library.refuse(&["admin", "reference-organizations", "remove", "2"]).contains("no entry 2"));
    }

    async fn faulty_rows_are_named_and_the_others_imported(backend: Backend) {
        let library = Library::new(&backend);
        let rows = [
            HEAD.as_bytes(), b"1,Alder School,school,Salem,OR,US,\n2,,castle,Salem,ZZ,US,\n3,Cedar School,castle,Salem,OR,US,\n",
            b"4,D\xffuglas,school,Salem,OR,US,\n5,Elm School,school\n6,Fir School,,Salem,OR,US,\n",
        ];
        let (well, said) = import(&library, &rows.concat(), &["--organization-type", "school"]);
        assert!(!well && said.contains("Imported 2, skipped 4."), "{said}");
        for line in [
            "line 3: name: is required; state: must be an ISO 3166-2 code of the country",
            "line 4: organizationType: castle is not a type",
            "line 5: not in UTF-8",
            "line 6: 3 columns where the first line has 7",
        ] {
            assert!(said.contains(line), "{line} in {said}");
        }
        assert_eq!(entry(&library, "6").await.unwrap().kind, "school", "the type of those that name none");
        assert!(entry(&library, "1").await.is_some() && entry(&library, "4").await.is_none());
    }

    async fn a_file_that_is_not_a_list_is_refused(backend: Backend) {
        let library = Library::new(&backend);
        let (well, said) = import(&library, b"id,name\n1,Alder School\n", &[]);
        assert!(!well && said.contains("does not name the columns referenceOrgId, state, country"), "{said}");
        let (well, said) = import(&library, b"", &[]);
        assert!(!well && said.contains("does not name the columns"), "{said}");
        let lost = format!("{HEAD}1,\"Alder School,school,Salem,OR,US,\n{}", "2,B,school,Salem,OR,US,\n".repeat(9000));
        let (well, said) = import(&library, lost.as_bytes(), &[]);
        assert!(!well && said.contains("is a quotation mark missing?"), "{said}");
        let (well, said) = import(&library, HEAD.as_bytes(), &["--organization-type", "castle"]);
        assert!(!well && said.contains("castle is not a type"), "{said}");
        let missing = library.refuse(&["admin", "reference-organizations", "import", "/nowhere/list.csv"]);
        assert!(missing.contains("/nowhere/list.csv"), "{missing}");
    }

    async fn a_long_list_is_imported(backend: Backend) {
        let library = Library::new(&backend);
        let rows: Vec<String> = (0..1700).map(|n| format!("{},School {n},school,Salem,OR,US,\n", n % 1600)).collect();
        let (well, said) = import(&library, format!("{HEAD}{}", rows.concat()).as_bytes(), &[]);
        assert!(well, "{said}");
        assert_eq!(entry(&library, "7").await.unwrap().name, "School 1607", "the last one counts");
        assert_eq!(entry(&library, "1599").await.unwrap().name, "School 1599");
    }

    async fn types_have_plain_names(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "organization-types", "set", "clinic", "--description", "Eye clinic"]);
        let list = library.command(&["admin", "organization-types", "list"]);
        assert!(list.lines().last().unwrap().contains("Eye clinic"), "{list}");
        library.refuse(&["admin", "organization-types", "set", "eye clinic", "--description", "Eye clinic"]);
        library.refuse(&["admin", "organization-types", "set", "clinic", "--description", " "]);
        assert!(library.refuse(&["admin", "organization-types", "remove", "castle"]).contains("no type castle"));
    }
}
