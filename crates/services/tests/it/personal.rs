//! The archive of one person's own data.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use books::testkit::small_book;
use delivery::Key;
use domain::Title;
use domain::documents::DocumentType;
use serde_json::Value;
use services::Operation;
use services::documents::create;
use services::personal::{ArchiveCounts, export_person};
use store::db_test;
use store::personal::list_parts;
use zip::ZipArchive;

use crate::documents::{PNG, new_picture};
use crate::library::World;

/// Names and contents of an archive.
fn read_archive(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut zip = ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    (0..zip.len())
        .map(|n| {
            let mut entry = zip.by_index(n).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

async fn export_data(world: &World, out: &Path) -> services::Result<ArchiveCounts> {
    let exported =
        export_person(&Operation::by_operator(&world.library, "openshelf admin test"), "ann", out).await;
    exported.map(|(_, counts)| counts)
}

async fn upload_picture(owner: &Operation) -> Title {
    create(owner, &new_picture(DocumentType::Png).await).await.unwrap()
}

/// Does what the conversion of a document does: the title gets a book of its own.
async fn add_book(world: &World, title: &Title) -> Vec<u8> {
    let book = small_book();
    let key = Key::document(&[8; 32], "epub");
    world.files.put(&key, book.clone().into()).await.unwrap();
    let mut tx = world.db.begin().await.unwrap();
    let mut title = store::titles::get_for_update(&mut tx, title.id).await.unwrap().unwrap();
    title.files.source = Some(key.to_string());
    store::titles::update(&mut tx, &title).await.unwrap();
    tx.commit().await.unwrap();
    book
}

db_test! {
    async fn an_archive_holds_every_noun_and_the_documents(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let title = upload_picture(&ann).await;
        let book = add_book(&world, &title).await;
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("ann.zip");
        let written = export_data(&world, &out).await.unwrap();
        assert_eq!((written.documents, written.missing.as_slice()), (2, &[] as &[String]));

        let files = read_archive(&out);
        let json = |name: &str| -> Value { serde_json::from_slice(&files[&format!("{name}.json")]).unwrap() };
        for part in list_parts() {
            assert!(json(part.name).is_array(), "{}", part.name);
        }
        let id = title.id.0;
        assert_eq!(json("account")[0]["id"], "ann");
        assert_eq!(json("titles")[0]["titleId"], id);
        let document = &json("documents")[0];
        let paths = [format!("documents/{id}.png"), format!("documents/{id}-book.epub")];
        assert_eq!(document["files"], serde_json::json!(paths));
        assert_eq!((&document["record"]["title"], document["record"].get("files")), (&"Tides".into(), None));
        assert_eq!((&files[&paths[0]][..], &files[&paths[1]]), (PNG, &book));
        let readme = String::from_utf8(files["README.txt"].clone()).unwrap();
        for part in list_parts() {
            assert!(readme.contains(&format!("{}.json", part.name)), "{}", part.name);
        }
    }

    async fn an_archive_never_overwrites_a_file_and_never_leaves_a_partial_one(db: Db) {
        let world = World::new(db, None).await;
        world.new_reader("ann").await;
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("ann.zip");
        export_data(&world, &out).await.unwrap();
        let files = read_archive(&out);
        let error = export_data(&world, &out).await.unwrap_err();
        assert!(format!("{error:#}").contains("ann.zip"), "{error:#}");
        assert_eq!(read_archive(&out), files);
        export_data(&world, &folder.path().join("no/such/folder.zip")).await.unwrap_err();
        let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(left.collect::<Vec<_>>(), ["ann.zip"]);
    }

    async fn a_lost_document_does_not_keep_the_rest_back(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let title = upload_picture(&ann).await;
        let document = store::documents::get(&world.db, title.id).await.unwrap().unwrap();
        world.files.delete(&Key::parse(&document.file).unwrap()).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("ann.zip");
        let written = export_data(&world, &out).await.unwrap();
        assert_eq!((written.documents, written.missing), (0, vec![format!("documents/{}.png", title.id.0)]));
        assert!(read_archive(&out).contains_key("account.json"));
    }
}
