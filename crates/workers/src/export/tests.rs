//! The catalog is exported and imported again, on both databases.

use std::path::PathBuf;

use domain::artifacts::Techniques;
use domain::fixtures::{days_ago, lab, site, title, with_change};
use domain::{SiteId, Title, TitleId, TitleStatus, UsageRestriction, WireEnum as _};
use store::{Db, db_test, titles};

use super::*;
use crate::ingest::Overrides;
use crate::ingest::feed::{self, Feed, FeedProgress, RejectReport};
use crate::ingest::watch::{IngestRun, RunEnd};
use crate::testing::Bench;

fn new_export(output: RecordFormat) -> Export {
    let site = Site { id: site(), name: "Harbor & Sons".into(), country: "US".into(), private_label: false };
    Export { site, output, since: None, supplier: None, published: false }
}

/// The export, and its number of records.
async fn write_export(bench: &Bench, export: &Export) -> (String, ExportReport) {
    let stop = CancellationToken::new();
    let done = run(&bench.ctx, export, Vec::new(), &stop, |_| {}).await.unwrap();
    let (bytes, written) = done.unwrap();
    (String::from_utf8(bytes).unwrap(), written)
}

async fn ingest_export(bench: &Bench, text: &str, supplier: &str) -> FeedProgress {
    let path: PathBuf = bench.folder.path().join("records.csv");
    std::fs::write(&path, text).unwrap();
    take_file(bench, path, &site(), supplier).await
}

async fn take_file(bench: &Bench, path: PathBuf, site: &SiteId, supplier: &str) -> FeedProgress {
    let overrides = Overrides::new(site.clone(), UsageRestriction::Copyright);
    let feed = Feed { overrides, supplier: supplier.into(), is_listed: true };
    let stop = CancellationToken::new();
    let watch =
        IngestRun::begin(&bench.ctx, serde_json::json!({}), None, &stop, || {}).await.unwrap().unwrap();
    let mut rejects = RejectReport::new(&bench.folder.path().join("rejected.csv"));
    let counts =
        Box::pin(feed::run(&bench.ctx, &[path], &feed, watch.stop(), &mut rejects, |_| {})).await.unwrap();
    watch.end(&bench.ctx, RunEnd::Done).await.unwrap();
    counts
}

async fn list_titles(db: &Db) -> Vec<Title> {
    titles::list_after(db, TitleId(0), 10_000).await.unwrap()
}

async fn add_titles(db: &Db, new: &[Title]) {
    let mut tx = db.begin().await.unwrap();
    let new: Vec<_> = new.iter().map(|title| (title.clone(), None)).collect();
    titles::insert_many(&mut tx, &new).await.unwrap();
    tx.commit().await.unwrap();
}

fn title_with_id(id: i64, status: TitleStatus) -> Title {
    with_change(title(), |title| {
        title.id = TitleId(id);
        title.status = status;
        title.metadata.title = format!("Tide {id}");
        title.dates.updated = days_ago(id);
        if status == TitleStatus::PublisherSubmitted {
            title.dates.published = None;
        }
    })
}

db_test! {
    async fn an_exported_title_is_ingested_unchanged(db: Db) {
        let bench = Bench::new(db).await;
        add_titles(bench.db(), &[title_with_id(11, TitleStatus::Live), title_with_id(12, TitleStatus::Live)]).await;
        for output in RecordFormat::ALL {
            let before = list_titles(bench.db()).await;
            let (text, written) = write_export(&bench, &new_export(*output)).await;
            assert_eq!(written, ExportReport { records: 2, withdrawn: 0 });
            // Under any file name: nothing is duplicated, and nothing has changed.
            let counts = ingest_export(&bench, &text, output.as_str()).await;
            assert_eq!((counts.added, counts.updated, counts.unchanged, counts.rejected), (0, 0, 2, 0), "{output}");
            assert_eq!(list_titles(bench.db()).await, before, "{output}");
            let changed = text.replace("Tide 11", "Ebb 11");
            let counts = ingest_export(&bench, &changed, output.as_str()).await;
            assert_eq!((counts.added, counts.updated, counts.unchanged), (0, 1, 1), "{output}");
            assert_eq!(list_titles(bench.db()).await[0].metadata.title, "Ebb 11");
            let counts = ingest_export(&bench, &text, output.as_str()).await;
            assert_eq!((counts.added, counts.updated), (0, 1), "{output}");
        }
    }

    async fn references_of_others_are_not_this_librarys(db: Db) {
        let bench = Bench::new(db).await;
        add_titles(bench.db(), &[title_with_id(11, TitleStatus::Live), with_change(title_with_id(12, TitleStatus::Live), |t| t.site = lab())]).await;
        let references = References::load(&bench.ctx).await.unwrap();
        assert_eq!(references, References::load(&bench.ctx).await.unwrap(), "drawn once");
        let strangers = ["openshelf.0000000000000000.11".to_owned(), references.reference_of(TitleId(12)), references.reference_of(TitleId(77))];
        for (n, stranger) in strangers.iter().enumerate() {
            let counts = ingest_export(&bench, &format!("reference,title\n{stranger},Stranger {n}\n"), "gull").await;
            assert_eq!((counts.added, counts.updated), (1, 0), "{stranger}");
        }
        let there = list_titles(bench.db()).await;
        assert_eq!((there.len(), there[0].metadata.title.as_str()), (5, "Tide 11"));
        // Two records of one title in one file are ingested one after the other.
        let (ours, both) = (references.reference_of(TitleId(11)), "reference,title\n");
        let counts = ingest_export(&bench, &format!("{both}{ours},First\n"), "gull").await;
        assert_eq!(counts.updated, 1);
        let mut tx = bench.db().begin().await.unwrap();
        let taken = supplier_records::ImportedRecord { title: TitleId(11), hash: "old".into() };
        let gull = RecordSupplier { site: site(), name: "gull".into() };
        supplier_records::upsert_many(&mut tx, &gull, &[("g-11".into(), taken)]).await.unwrap();
        tx.commit().await.unwrap();
        let counts = ingest_export(&bench, &format!("{both}g-11,Second\n{ours},Third\n"), "gull").await;
        assert_eq!((counts.updated, counts.rejected), (2, 0));
        assert_eq!(list_titles(bench.db()).await[0].metadata.title, "Third");
    }

    async fn a_supplier_gets_its_own_references(db: Db) {
        let bench = Bench::new(db).await;
        add_titles(bench.db(), &[title_with_id(11, TitleStatus::Live)]).await;
        let counts = ingest_export(&bench, "reference,title\n(HRB)7,Kelp\n", "harbor").await;
        assert_eq!(counts.added, 1);
        for output in RecordFormat::ALL {
            let of_harbor = Export { supplier: Some("harbor".into()), ..new_export(*output) };
            let (text, written) = write_export(&bench, &of_harbor).await;
            assert_eq!(written.records, 1, "{output}");
            let counts = ingest_export(&bench, &text, "harbor").await;
            assert_eq!((counts.records, counts.added), (1, 0), "{output}: {text}");
            let nobody = Export { supplier: Some("nobody".into()), ..new_export(*output) };
            assert_eq!(write_export(&bench, &nobody).await.1, ExportReport::default());
        }
    }

    async fn everything_is_said_as_what_it_is(db: Db) {
        let bench = Bench::new(db).await;
        let replaced = |title: &mut Title| title.metadata.replacement = Some(TitleId(1));
        add_titles(bench.db(), &[
            with_change(title_with_id(1, TitleStatus::Live), |title| title.metadata.isbn13 = Some("9780306406157".into())),
            with_change(title_with_id(2, TitleStatus::Withdrawn), replaced),
            title_with_id(3, TitleStatus::PublisherSubmitted),
            title_with_id(4, TitleStatus::Removed),
            with_change(title_with_id(5, TitleStatus::Removed), |title| title.dates.published = None),
            with_change(title_with_id(6, TitleStatus::Live), |title| title.site = lab()),
            title_with_id(7, TitleStatus::Reprocess),
        ]).await;
        let (text, written) = write_export(&bench, &new_export(RecordFormat::Onix)).await;
        assert_eq!(written, ExportReport { records: 6, withdrawn: 3 });
        let kinds: Vec<&str> = text.split("<NotificationType>").skip(1).map(|rest| &rest[..2]).collect();
        assert_eq!(kinds, ["03", "05", "02", "05", "05", "03"]);
        let second = text.split("<Product ").nth(2).unwrap();
        let references = References::load(&bench.ctx).await.unwrap();
        assert!(second.contains("<ProductRelationCode>05<") && second.contains("<IDValue>9780306406157<"), "{second}");
        assert!(second.contains(&format!("<IDValue>{}<", references.reference_of(TitleId(1)))), "{second}");
        assert!(!second.contains("<TitleText>"), "{second}");
        assert!(text.contains("<SenderName>Harbor &amp; Sons<"), "{text}");

        let published = Export { published: true, ..new_export(RecordFormat::Onix) };
        assert_eq!(write_export(&bench, &published).await.1, ExportReport { records: 4, withdrawn: 2 });
        let late = Export { since: Some(days_ago(3)), ..new_export(RecordFormat::Csv) };
        assert_eq!(write_export(&bench, &late).await.1, ExportReport { records: 3, withdrawn: 1 });
    }

    async fn suppliers_data_survives_an_export_and_ingest_in_every_format(db: Db) {
        let bench = Bench::new(db).await;
        let feeds = ["reference.onix.xml", "short.onix.xml", "records.marcxml", "records.mrc", "titles.csv"];
        for feed in feeds {
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../metadata/seeds").join(feed);
            take_file(&bench, path, &site(), feed).await;
        }
        let of = async |site: SiteId| -> Vec<Title> {
            let mut all = list_titles(bench.db()).await;
            all.retain(|title| title.site == site && title.status == TitleStatus::Live);
            all
        };
        let here = of(site()).await;
        assert_eq!(here.len(), 6);
        for output in RecordFormat::ALL {
            let (text, _) = write_export(&bench, &new_export(*output)).await;
            let path = bench.folder.path().join("export.csv");
            std::fs::write(&path, text).unwrap();
            let counts = take_file(&bench, path, &lab(), output.as_str()).await;
            assert_eq!((counts.added, counts.rejected, counts.ignored), (6, 0, 0), "{output}");
            let there = of(lab()).await;
            for (a, b) in here.iter().zip(&there[there.len() - 6..]) {
                let (mut a, mut b) = (a.clone(), b.clone());
                if *output == RecordFormat::Csv {
                    // A table has a column for each role.
                    a.metadata.contributors.sort_by_key(|one| one.kind);
                    b.metadata.contributors.sort_by_key(|one| one.kind);
                }
                if *output == RecordFormat::Onix {
                    // Fields that ONIX cannot express, and claims that are read as those of a record.
                    a.metadata.notes = None;
                    for artifact in &mut a.artifacts {
                        let said = artifact.details.accessibility.as_mut().unwrap();
                        said.access_modes.clear();
                        said.techniques = Techniques::Onix;
                    }
                }
                assert_eq!(b.metadata, a.metadata, "{output}");
                assert_eq!((&b.territory, b.usage), (&a.territory, a.usage), "{output}");
                let said = |title: &Title| title.artifacts.first().and_then(|one| one.details.accessibility.clone());
                assert_eq!(said(&b), said(&a), "{output}");
            }
        }
    }

    async fn a_long_catalog_takes_few_statements_and_can_be_stopped(db: Db) {
        let bench = Bench::new(db).await;
        let many: Vec<Title> = (1..=1201).map(|id| title_with_id(id, TitleStatus::Live)).collect();
        add_titles(bench.db(), &many).await;
        let mut seen = Vec::new();
        let before = bench.db().statement_count();
        let (whole, stop) = (new_export(RecordFormat::MarcXml), CancellationToken::new());
        let done = run(&bench.ctx, &whole, io::sink(), &stop, |n| seen.push(n)).await;
        assert_eq!(done.unwrap().unwrap().1, ExportReport { records: 1201, withdrawn: 0 });
        assert!(bench.db().statement_count() - before < 15, "{}", bench.db().statement_count() - before);
        assert_eq!(seen, [500, 1000, 1201]);
        let stop = CancellationToken::new();
        let ends = stop.clone();
        let done = run(&bench.ctx, &new_export(RecordFormat::Csv), Vec::new(), &stop, move |_| ends.cancel()).await;
        assert!(done.unwrap().is_none());
    }

    async fn a_writer_that_breaks_is_reported(db: Db) {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is full"))
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let bench = Bench::new(db).await;
        for output in RecordFormat::ALL {
            let done = run(&bench.ctx, &new_export(*output), Full, &CancellationToken::new(), |_| {}).await;
            assert!(format!("{:#}", done.err().unwrap()).contains("the disk is full"), "{output}");
        }
    }
}
