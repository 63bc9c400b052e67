//! `openshelf export`: the catalog goes out, and comes back the same.

use std::path::{Path, PathBuf};
use std::process::Command;

use domain::fixtures;
use domain::ids::TitleId;
use domain::titles::Title;
use serde_json::Value;

use crate::each;
use crate::support::{Backend, Library, People, Program, ServedLibrary, python, text, write};

const FORMATS: [&str; 3] = ["onix", "marcxml", "csv"];

/// A table that says all that tables can say, with texts that are hard to write.
const TABLE: &str = "reference,title,subtitle,authors,editors,illustrators,isbn13,relatedIsbns,languages,categories,\
bisacCategories,grades,contentWarnings,copyrightDate,copyrightHolder,publisher,edition,seriesTitle,seriesSubtitle,\
seriesNumber,originCountry,externalCategoryCode,productIdentifier,lexileCode,lexileNumber,readingAgeMinimum,\
readingAgeMaximum,numPages,numImages,notes,usageRestriction,availableWorldwide,nimacRestricted,synopsis\n\
t-1,\"Kelp, <b>Crabs</b> & \"\"Tides\"\"\",=A Winter,\"Harbor, Ada; Martin Luther King, Jr. | King, Martin Luther, \
Jr.\",Society of Keepers |,Homer,9780306406157,9780804429573,eng;fra,Café Culture;History,FIC047000 FICTION / Sea & \
Shore,K;1;4KHF,violence,2019,Ada Harbor,Harbor & Sons,2nd ed.,Sea Tales,Second Series,4 bis,GB,X-1,P-1,AD,820,5,8,320,\
12,\"One note.\nAnother.\",creativeCommons,true,true,\"First, <i>a</i>.<br>Then &amp;lt; b.\"\n";

fn seed(name: &str) -> Vec<u8> {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../metadata/seeds");
    std::fs::read(seeds.join(name)).unwrap()
}

fn take(library: &Library, path: &Path, supplier: &str) -> String {
    let path = path.display().to_string();
    text(&library.run(&["ingest", &path, "--supplier", supplier, "--listed"]).stdout)
}

/// Without what belongs to the one library: numbers, dates, addresses.
fn without_library_members(mut record: Value) -> Value {
    match &mut record {
        Value::Object(members) => {
            for name in ["serviceId", "links", "publishDate", "dateAdded"] {
                members.remove(name);
            }
            Value::Object(
                std::mem::take(members)
                    .into_iter()
                    .map(|(name, value)| (name, without_library_members(value)))
                    .collect(),
            )
        }
        Value::Array(all) => std::mem::take(all).into_iter().map(without_library_members).collect(),
        _ => record,
    }
}

/// All titles as guests see them, by title.
async fn list_titles(library: &Library, people: &People, count: usize) -> Vec<Value> {
    let mut server: ServedLibrary = library.serve(&[], &[]).await;
    let mut all = Vec::new();
    for title in server.titles(people, count).await {
        let address = format!("/v2/titles/{}", title["serviceId"]);
        let reply = server.get(&address).query(&[("api_key", people.key.as_str())]).send().await;
        all.push(without_library_members(reply.expect_status(200).json));
    }
    server.program.terminate();
    all.sort_by_key(|title| title["title"].as_str().unwrap().to_owned());
    all
}

each! {
    async fn ingested_titles_reach_an_empty_library_by_every_format(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let folder = library.dir.path().join("feeds");
        for name in ["reference.onix.xml", "short.onix.xml", "records.marcxml"] {
            write(&folder.join(name), &seed(name));
        }
        write(&folder.join("all.csv"), TABLE.as_bytes());
        let out = take(&library, &folder, "harbor");
        assert!(out.contains("added 4"), "{out}");
        let before = list_titles(&library, &people, 4).await;
        for format in FORMATS {
            let file = library.dir.path().join(format!("export.{format}.csv"));
            let out = library.command(&["export", "--format", format, "--out", &file.display().to_string()]);
            assert!(out.contains("Wrote 4 titles, 0 of them withdrawn to "), "{out}");
            assert_eq!(library.command(&["export", "--format", "csv"]).lines().count(), 6, "two lines in one cell");

            // Here they are the same titles, under any supplier.
            let out = take(&library, &file, format);
            assert!(out.contains("added 0, ") && out.contains("rejected 0."), "{format}: {out}");
            assert!(out.contains("updated 0, "), "what says nothing new changes nothing: {format}: {out}");

            let empty = Library::new(&backend);
            let strangers = empty.people();
            let out = take(&empty, &file, "partner");
            assert!(out.contains("added 4, ") && out.contains("rejected 0."), "{format}: {out}");
            for (mut a, mut b) in before.clone().into_iter().zip(list_titles(&empty, &strangers, 4).await) {
                if format == "onix" {
                    // Values that ONIX cannot express (docs/export.md).
                    a["notes"] = Value::Null;
                    a["externalCategoryCode"] = Value::Null;
                    a["nimac"] = false.into();
                }
                if format == "csv" {
                    // A table has a column for each thing that people did.
                    for one in [&mut a, &mut b] {
                        one["contributors"].as_array_mut().unwrap().sort_by_key(|one| one["type"].to_string());
                    }
                }
                assert_eq!(b, a, "{format}");
            }
        }
        assert_eq!(list_titles(&library, &people, 4).await, before, "as before");
    }

    async fn a_file_is_whole_or_not_there(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main <library>"]);
        let file = library.dir.path().join("out.xml");
        let path = file.display().to_string();
        let part = PathBuf::from(format!("{path}.part"));

        // An empty catalog is a file of its format.
        for format in FORMATS {
            let out = library.run(&["export", "--format", format]);
            assert!(out.status.success() && text(&out.stderr).contains("Wrote 0 titles"), "{}", text(&out.stderr));
            library.command(&["export", "--format", format, "--out", &path]);
            assert_eq!(std::fs::read(&file).unwrap().len(), out.stdout.len(), "the same on standard output");
            let empty = library.dir.path().join("empty.csv");
            write(&empty, &out.stdout);
            assert!(take(&library, &empty, "x").contains("Records 0:"), "{format}");
        }
        assert!(!part.exists());

        assert!(library.refuse(&["export", "--format", "onix", "--site", "moon"]).contains("no site moon"));
        assert!(library.refuse(&["export", "--format", "opds"]).contains("onix, marcxml, csv"));
        assert!(library.refuse(&["export", "--format", "csv", "--since", "yesterday"]).contains("YYYY-MM-DD"));
        let nowhere = library.dir.path().join("no/such/folder.xml").display().to_string();
        assert!(library.refuse(&["export", "--format", "csv", "--out", &nowhere]).contains("no/such/folder.xml"));

        // Stopped in the middle, what was there stays.
        let old = std::fs::read(&file).unwrap();
        let db = store::Db::connect(&store::DbOptions::new(library.database_url())).await.unwrap();
        let title = |id| -> (Title, Option<String>) {
            (fixtures::with_change(fixtures::title(), |title| title.id = TitleId(id)), None)
        };
        let many: Vec<_> = (5_000..45_000).map(title).collect();
        let mut tx = db.begin().await.unwrap();
        store::titles::insert_many(&mut tx, &many).await.unwrap();
        tx.commit().await.unwrap();
        db.close().await;
        let flags = library.flags();
        let args = ["export", "--format", "marcxml", "--out", &path];
        let args: Vec<&str> = args.into_iter().chain(flags.iter().map(String::as_str)).collect();
        let begun = async || part.metadata().ok().filter(|part| part.len() > 0).map(|_| ());
        let mut running = Program::start(library.dir.path(), &args);
        running.wait_until("it writes", &begun).await;
        running.ask_to_stop();
        assert_eq!(running.end().code(), Some(1));
        assert!(library.log().contains("Stopped before the end."), "{}", library.log());
        assert!(!part.exists());
        assert_eq!(std::fs::read(&file).unwrap(), old);
        let mut running = Program::start(library.dir.path(), &args);
        running.wait_until("it writes", &begun).await;
        running.kill();
        assert_eq!(std::fs::read(&file).unwrap(), old, "killed, it leaves a part alone");
        let out = library.command(&["export", "--format", "csv", "--out", &path]);
        assert!(out.contains("Wrote 40000 titles"), "{out}");
        assert!(!part.exists());
    }

    async fn changed_titles_are_exported_and_withdrawn_ones_taken_back(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let feed = library.dir.path().join("feed.csv");
        write(&feed, b"reference,title\na,Kelp\nb,Limpet\nc,Whelk\n");
        take(&library, &feed, "harbor");
        let export = |more: &[&str]| {
            let args: Vec<&str> = ["export", "--format", "csv"].iter().chain(more).copied().collect();
            library.command(&args)
        };
        assert_eq!(export(&["--since", "2000-01-01"]).lines().count(), 4);
        assert_eq!(export(&["--since", "2999-01-01"]).lines().count(), 1);
        let harbor = export(&["--supplier", "harbor"]);
        assert!(harbor.lines().nth(1).unwrap().starts_with("a,update,Kelp,"), "{harbor}");
        let refusal = library.refuse(&["export", "--format", "csv", "--supplier", "gull"]);
        assert!(refusal.contains("known suppliers: harbor"), "{refusal}");

        // Another library follows.
        let other = Library::new(&backend);
        let strangers = other.people();
        let file = library.dir.path().join("export.xml");
        let path = file.display().to_string();
        library.command(&["export", "--format", "onix", "--out", &path]);
        assert!(take(&other, &file, "partner").contains("added 3"));
        write(&feed, b"reference,action,title\nb,withdraw,\n");
        assert!(take(&library, &feed, "harbor").contains("withdrawn 1"));
        let out = library.command(&["export", "--format", "onix", "--out", &path]);
        assert!(out.contains("Wrote 3 titles, 1 of them withdrawn"), "{out}");
        let out = take(&other, &file, "partner");
        assert!(out.contains("added 0, updated 0, withdrawn 1, unchanged 2, rejected 0."), "{out}");
        for (library, people) in [(&library, &people), (&other, &strangers)] {
            let names: Vec<Value> = list_titles(library, people, 2).await.iter().map(|one| one["title"].clone()).collect();
            assert_eq!(names, ["Kelp", "Whelk"]);
        }

        // The published schemas find no fault in what leaves the program.
        let Some(python) = python() else { return };
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../metadata/scripts/look-into-records.py");
        let found = Command::new(python).arg(script).args(["onix", &path]).output().unwrap();
        assert_eq!((text(&found.stdout).as_str(), found.status.success()), ("[]", true), "{}", text(&found.stderr));
    }
}
