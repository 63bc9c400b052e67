//! The archive of one person's own data.

use std::io::Read as _;

use books::testkit::two_slides;
use holdings::personal::write_archive;
use jobs::documents::ConvertDocument;
use serde_json::Value;
use store::db_test;
use zip::ZipArchive;

use crate::testing::Bench;
use store::personal::PARTS;

/// Names and contents of an archive.
fn read_archive(path: &std::path::Path) -> std::collections::BTreeMap<String, Vec<u8>> {
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

db_test! {
    async fn an_archive_holds_every_noun_and_the_documents(db: Db) {
        let bench = Bench::new(db).await;
        let slides = two_slides();
        let title = bench.add_document(&slides).await;
        let ann = store::accounts::get(bench.db(), &"ann".into()).await.unwrap().unwrap();
        bench.run_job(&ConvertDocument { title: title.id }).await;
        let out = bench.folder.path().join("ann.zip");
        let written = write_archive(&bench.ctx, &ann, &out).await.unwrap();
        assert_eq!((written.documents, written.missing.as_slice()), (2, &[] as &[String]));

        let files = read_archive(&out);
        let json = |name: &str| -> Value { serde_json::from_slice(&files[&format!("{name}.json")]).unwrap() };
        for part in PARTS {
            assert!(json(part.name).is_array(), "{}", part.name);
        }
        let id = title.id.0;
        assert_eq!(json("account")[0]["id"], "ann");
        assert_eq!(json("titles")[0]["titleId"], id);
        let document = &json("documents")[0];
        let paths = [format!("documents/{id}.pptx"), format!("documents/{id}-book.epub")];
        assert_eq!(document["files"], serde_json::json!(paths));
        assert_eq!((&document["record"]["title"], document["record"].get("files")), (&"Tides".into(), None));
        assert_eq!(files[&paths[0]], slides);
        books::epub::read(files[&paths[1]].clone().into(), &books::Limits::default(), &mut ()).unwrap();
        let readme = String::from_utf8(files["README.txt"].clone()).unwrap();
        for part in PARTS {
            assert!(readme.contains(&format!("{}.json", part.name)), "{}", part.name);
        }

        // It never overwrites a file and never leaves a partial one.
        let error = write_archive(&bench.ctx, &ann, &out).await.unwrap_err();
        assert!(format!("{error:#}").contains("ann.zip"), "{error:#}");
        assert_eq!(read_archive(&out), files);
        let nowhere = bench.folder.path().join("no/such/folder.zip");
        write_archive(&bench.ctx, &ann, &nowhere).await.unwrap_err();
        let left = std::fs::read_dir(bench.folder.path()).unwrap().map(Result::unwrap);
        let files = left.filter(|entry| entry.path().is_file()).map(|entry| entry.file_name());
        assert_eq!(files.collect::<Vec<_>>(), ["ann.zip"]);
    }

    async fn a_lost_document_does_not_keep_the_rest_back(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(b"lost").await;
        let document = store::documents::get(bench.db(), title.id).await.unwrap().unwrap();
        std::fs::remove_file(bench.folder.path().join("files").join(&document.file)).unwrap();
        let ann = store::accounts::get(bench.db(), &"ann".into()).await.unwrap().unwrap();
        let out = bench.folder.path().join("ann.zip");
        let written = write_archive(&bench.ctx, &ann, &out).await.unwrap();
        assert_eq!((written.documents, written.missing), (0, vec![format!("documents/{}.pptx", title.id.0)]));
        assert!(read_archive(&out).contains_key("account.json"));
    }
}
