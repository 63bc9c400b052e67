//! Records become titles, on both databases.

use std::path::PathBuf;

use books::testkit::EpubBuilder;
use domain::{Format, FormatStatus, HistoryAction, Title, TitleStatus, UsageRestriction, fixtures};
use store::jobs::JobState;
use store::{Db, KeyPage, db_test, history, titles};
use tokio_util::sync::CancellationToken;
use workbooks::testkit::{Cell, SampleWorkbook};

use super::*;
use crate::ingest::ingest_book;
use crate::ingest::watch::{IngestRun, RunEnd};
use crate::testing::{Bench, ingest_paths};

fn new_feed() -> Feed {
    let overrides = Overrides::new(fixtures::site(), UsageRestriction::Copyright);
    Feed { overrides, supplier: "harbor".into(), is_listed: true }
}

/// A product: its reference, notification type, ISBN and title; `more` is added to its description.
fn onix_product(reference: &str, kind: &str, isbn: &str, title: &str, more: &str) -> String {
    format!(
        "<Product><RecordReference>{reference}</RecordReference><NotificationType>{kind}</NotificationType>\
         <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>{isbn}</IDValue></ProductIdentifier>\
         <DescriptiveDetail>{more}<TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01\
         </TitleElementLevel><TitleText>{title}</TitleText></TitleElement></TitleDetail><Language><LanguageRole>01\
         </LanguageRole><LanguageCode>eng</LanguageCode></Language></DescriptiveDetail></Product>"
    )
}

fn deleted_product(reference: &str) -> String {
    format!(
        "<Product><RecordReference>{reference}</RecordReference><NotificationType>05</NotificationType></Product>"
    )
}

const KELP: &str = "9780306406157";
const TIDE: &str = "9780804429573";
const ACCESSIBLE: &str = "<ProductFormFeature><ProductFormFeatureType>09</ProductFormFeatureType>\
    <ProductFormFeatureValue>14</ProductFormFeatureValue></ProductFormFeature>";

/// Ingests a message with these products; returns the counts.
async fn ingest_products(bench: &Bench, feed: &Feed, products: &[String]) -> FeedProgress {
    let path = bench.folder.path().join("feed.xml");
    let message = format!("<ONIXMessage release=\"3.0\">{}</ONIXMessage>", products.concat());
    std::fs::write(&path, message).unwrap();
    take_file(bench, feed, path).await
}

async fn take_file(bench: &Bench, feed: &Feed, path: PathBuf) -> FeedProgress {
    let stop = CancellationToken::new();
    let key = Some("ingest/test");
    let watch =
        IngestRun::begin(&bench.ctx, serde_json::json!({}), key, &stop, || {}).await.unwrap().unwrap();
    let mut rejects = RejectReport::new(&bench.folder.path().join("rejected.csv"));
    let counts = Box::pin(run(&bench.ctx, &[path], feed, watch.stop(), &mut rejects, |_| {})).await.unwrap();
    watch.end(&bench.ctx, RunEnd::Done).await.unwrap();
    counts
}

async fn list_titles(db: &Db) -> Vec<Title> {
    titles::list_after(db, domain::ids::TitleId(0), 1000).await.unwrap()
}

async fn history_actions(bench: &Bench, title: &Title) -> Vec<HistoryAction> {
    let events = history::list(bench.db(), title.id, &KeyPage::first_page(100)).await.unwrap();
    events.into_iter().rev().map(|(_, event)| event.action).collect()
}

db_test! {
    async fn a_record_becomes_a_title_is_changed_withdrawn_and_comes_back(db: Db) {
        let bench = Bench::new(db).await;
        let feed = new_feed();
        let first = [onix_product("a", "03", KELP, "Kelp", ACCESSIBLE), onix_product("b", "03", TIDE, "Tide", "")];
        let counts = ingest_products(&bench, &feed, &first).await;
        assert_eq!((counts.records, counts.added, counts.rejected, counts.is_stopped), (2, 2, 0, false));
        let titles = list_titles(bench.db()).await;
        assert_eq!(titles.len(), 2);
        assert_eq!((titles[0].status, titles[0].metadata.isbn13.as_deref()), (TitleStatus::Live, Some(KELP)));
        assert_eq!(titles[0].available_formats().count(), 0, "there is no book");
        let artifact = titles[0].artifact(Format::Epub3).unwrap();
        assert_eq!(artifact.status, FormatStatus::Unavailable);
        assert_eq!(artifact.details.accessibility.as_ref().unwrap().features, ["alternativeText"]);
        assert!(titles[1].artifacts.is_empty());

        // Again: nothing is duplicated, and nothing is written.
        let head = store::changes::last_position(bench.db()).await.unwrap();
        let counts = ingest_products(&bench, &feed, &first).await;
        assert_eq!((counts.added, counts.updated, counts.unchanged), (0, 0, 2));
        assert_eq!(store::changes::last_position(bench.db()).await.unwrap(), head);

        let second = [onix_product("a", "03", KELP, "Kelp and Crabs", ""), deleted_product("b"), deleted_product("never here")];
        let counts = ingest_products(&bench, &feed, &second).await;
        assert_eq!((counts.added, counts.updated, counts.withdrawn, counts.unchanged), (0, 1, 1, 1));
        let titles = list_titles(bench.db()).await;
        assert_eq!(titles.len(), 2);
        assert_eq!(titles[0].metadata.title, "Kelp and Crabs");
        assert_eq!((titles[1].status, titles[1].dates.withdrawn.is_some()), (TitleStatus::Withdrawn, true));
        let counts = ingest_products(&bench, &feed, &second).await;
        assert_eq!((counts.updated, counts.withdrawn, counts.unchanged), (0, 0, 3));

        let counts = ingest_products(&bench, &feed, &[first[1].clone()]).await;
        assert_eq!(counts.updated, 1);
        let back = &list_titles(bench.db()).await[1];
        assert_eq!((back.status, back.dates.withdrawn), (TitleStatus::Live, None));
        assert_eq!(
            history_actions(&bench, back).await,
            [
                HistoryAction::Submitted,
                HistoryAction::Published,
                HistoryAction::Withdrawn,
                HistoryAction::Published,
            ]
        );
    }

    async fn thema_codes_are_those_of_the_newest_record(db: Db) {
        let bench = Bench::new(db).await;
        let subject = |scheme: &str, code: &str| {
            format!("<Subject><SubjectSchemeIdentifier>{scheme}</SubjectSchemeIdentifier><SubjectCode>{code}\
                </SubjectCode></Subject>")
        };
        let mut codes = Vec::new();
        for more in [
            subject("93", "FFC") + &subject("94", "1DDR") + &subject("93", "no code!"),
            subject("94", "1DDR") + &subject("93", "FBA") + &subject("93", "fba"),
            String::new(),
        ] {
            ingest_products(&bench, &new_feed(), &[onix_product("a", "03", KELP, "Kelp", &more)]).await;
            let metadata = &list_titles(bench.db()).await[0].metadata;
            let thema: Vec<String> = metadata.thema.iter().map(|one| one.code.clone()).collect();
            codes.push((thema.join(" "), metadata.categories.iter().map(|one| one.name.clone()).collect::<Vec<_>>()));
        }
        let (crime, novel) = ("Mystery and Thrillers".to_owned(), "Literature and Fiction".to_owned());
        assert_eq!(
            codes,
            [("FFC 1DDR".into(), vec![crime]), ("1DDR FBA".into(), vec![novel]), (String::new(), vec![])]
        );
        let record = onix_product("a", "03", KELP, "Kelp", &(subject("93", "FFC") + &subject("98", "5AN")));
        ingest_products(&bench, &new_feed(), &[record]).await;
        let exported = metadata::Issue::from_title(&list_titles(bench.db()).await[0], "a".into(), None).record.subjects;
        let exported = exported.iter().filter(|one| one.scheme == metadata::Scheme::Thema);
        assert_eq!(exported.filter_map(|one| one.code.as_deref()).collect::<Vec<_>>(), ["FFC", "5AN"]);
    }

    async fn titles_that_the_library_withdrew_stay_withdrawn(db: Db) {
        let bench = Bench::new(db).await;
        let record = onix_product("a", "03", KELP, "Kelp", "");
        ingest_products(&bench, &new_feed(), std::slice::from_ref(&record)).await;
        let (withdrawn, _) = list_titles(bench.db()).await[0].move_to(TitleStatus::Withdrawn, None, bench.current_time());
        let mut tx = bench.db().begin().await.unwrap();
        titles::update(&mut tx, &withdrawn).await.unwrap();
        tx.commit().await.unwrap();
        for _ in 0..2 {
            assert_eq!(ingest_products(&bench, &new_feed(), &[deleted_product("a")]).await.unchanged, 1);
        }
        assert_eq!(ingest_products(&bench, &new_feed(), &[record]).await.unchanged, 1);
        assert_eq!(list_titles(bench.db()).await[0].status, TitleStatus::Withdrawn);
    }

    async fn a_title_without_a_book_is_removed_and_created_again_by_its_supplier(db: Db) {
        let bench = Bench::new(db).await;
        let feed = Feed { is_listed: false, ..new_feed() };
        let record = onix_product("a", "03", KELP, "Kelp", "");
        ingest_products(&bench, &feed, std::slice::from_ref(&record)).await;
        assert_eq!(list_titles(bench.db()).await[0].status, TitleStatus::PublisherSubmitted);
        assert_eq!(ingest_products(&bench, &feed, &[deleted_product("a")]).await.withdrawn, 1);
        assert_eq!(list_titles(bench.db()).await[0].status, TitleStatus::Removed);
        assert_eq!(ingest_products(&bench, &feed, std::slice::from_ref(&record)).await.added, 1);
        let titles = list_titles(bench.db()).await;
        assert_eq!(titles.iter().map(|t| t.status).collect::<Vec<_>>(), [TitleStatus::Removed, TitleStatus::PublisherSubmitted]);
    }

    /// The removed title keeps its identifier in its record, but releases it for the recreated title.
    async fn a_title_created_again_has_the_identifier_of_the_removed_one(db: Db) {
        let bench = Bench::new(db).await;
        let feed = Feed { is_listed: false, ..new_feed() };
        let path = bench.folder.path().join("list.csv");
        let head = "reference,title,productIdentifier,action\n";
        for (row, expected) in [("1,One,p,\n", (1, 0, 0)), ("1,One,p,withdraw\n", (0, 1, 0)), ("1,One,p,\n", (1, 0, 0))] {
            std::fs::write(&path, format!("{head}{row}")).unwrap();
            let counts = take_file(&bench, &feed, path.clone()).await;
            assert_eq!((counts.added, counts.withdrawn, counts.rejected), expected, "{row}");
        }
        let titles = list_titles(bench.db()).await;
        let state_of = |title: &Title| (title.status, title.metadata.product_identifier.clone());
        assert_eq!(state_of(&titles[0]), (TitleStatus::Removed, Some("p".into())));
        assert_eq!(state_of(&titles[1]), (TitleStatus::PublisherSubmitted, Some("p".into())));
        std::fs::write(&path, format!("{head}2,Two,p,\n")).unwrap();
        assert_eq!(take_file(&bench, &feed, path).await.rejected, 1, "one of those that are there");
    }

    async fn a_book_that_comes_later_completes_its_record(db: Db) {
        let bench = Bench::new(db).await;
        let feed = Feed { is_listed: false, ..new_feed() };
        ingest_products(&bench, &feed, &[onix_product("a", "03", KELP, "Kelp", ACCESSIBLE)]).await;
        let id = list_titles(bench.db()).await[0].id;
        let book = EpubBuilder::new("kelp draft 3").author("Ada Harbor").chapter("One", "<p>Words.</p>").build();
        let folder = bench.folder.path().join("books");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{KELP}.epub")), &book).unwrap();
        let overrides = Overrides::new(fixtures::site(), UsageRestriction::PublicDomain);
        let stop = CancellationToken::new();
        let mut rejects = RejectReport::new(&bench.folder.path().join("rejects.csv"));
        let report = ingest_paths(&bench.ctx, std::slice::from_ref(&folder), &overrides, &stop, &mut rejects, |_| {}).await.unwrap();
        assert_eq!((report.added, report.failed.len()), (1, 0));
        let titles = list_titles(bench.db()).await;
        assert_eq!(titles.len(), 1);
        let title = &titles[0];
        assert_eq!((title.id, title.status, title.metadata.title.as_str()), (id, TitleStatus::Live, "Kelp"));
        assert_eq!(title.authors().next().unwrap().display_name, "Ada Harbor", "where the record is silent");
        assert_eq!(title.usage, UsageRestriction::Copyright, "the record's");
        let epub = title.artifact(Format::Epub3).unwrap();
        assert_eq!(epub.status, FormatStatus::Available);
        assert_eq!(epub.details.accessibility.as_ref().unwrap().features, ["alternativeText"]);
        assert!(title.files.source.is_some());
        let state_of = history_actions(&bench, title).await;
        assert_eq!((state_of[0], *state_of.last().unwrap()), (HistoryAction::Submitted, HistoryAction::Published));
        let report = ingest_paths(&bench.ctx, &[folder], &overrides, &stop, &mut rejects, |_| {}).await.unwrap();
        assert_eq!((report.added, report.skipped), (0, 1));

        // A later record corrects the title, and does not change the book.
        let counts = ingest_products(&bench, &feed, &[onix_product("a", "03", KELP, "Kelp!", "")]).await;
        assert_eq!(counts.updated, 1);
        let after = &list_titles(bench.db()).await[0];
        assert_eq!((after.metadata.title.as_str(), &after.files), ("Kelp!", &title.files));
        assert_eq!(after.authors().count(), 1);
    }

    async fn a_book_with_the_isbn_of_another_book_does_not_complete_its_record(db: Db) {
        let bench = Bench::new(db).await;
        let feed = Feed { is_listed: false, ..new_feed() };
        ingest_products(&bench, &feed, &[onix_product("a", "03", KELP, "Kelp", "")]).await;
        let overrides = Overrides::new(fixtures::site(), UsageRestriction::PublicDomain);
        let book = |title: &str| {
            EpubBuilder::new(title)
                .metadata(&format!("<dc:identifier>urn:isbn:{KELP}</dc:identifier>"))
                .chapter("One", "<p>Words.</p>")
                .build()
        };
        let taken = ingest_book(&bench.ctx, book("The Tide").into(), &overrides).await.unwrap();
        let titles = list_titles(bench.db()).await;
        assert_eq!(titles.iter().map(|title| title.metadata.title.as_str()).collect::<Vec<_>>(), ["Kelp", "The Tide"]);
        assert!(titles[0].files.source.is_none(), "the record still waits");
        let finding = taken.findings.list.last().unwrap();
        assert_eq!(finding.code, "ISBN_OF_OTHER_TITLE");
        assert_eq!(finding.subject, format!("{KELP}: {}, Kelp", titles[0].id));
        // The right book comes later.
        let taken = ingest_book(&bench.ctx, book("Kelp, a history").into(), &overrides).await.unwrap();
        assert_eq!(taken.id, titles[0].id);
    }

    async fn a_record_that_comes_later_finds_its_book(db: Db) {
        let bench = Bench::new(db).await;
        let book = EpubBuilder::new("Tide draft")
            .metadata(&format!("<dc:identifier>urn:isbn:{TIDE}</dc:identifier>"))
            .chapter("One", "<p>Words.</p>")
            .build();
        let overrides = Overrides::new(fixtures::site(), UsageRestriction::PublicDomain);
        let taken = ingest_book(&bench.ctx, book.into(), &overrides).await.unwrap();
        let counts = ingest_products(&bench, &new_feed(), &[onix_product("t", "03", TIDE, "The Tide", "")]).await;
        assert_eq!((counts.added, counts.updated), (0, 1));
        let titles = list_titles(bench.db()).await;
        assert_eq!((titles.len(), titles[0].id, titles[0].metadata.title.as_str()), (1, taken.id, "The Tide"));
        assert_eq!(titles[0].status, TitleStatus::Live);
    }

    async fn records_that_cannot_be_ingested_are_reported_and_the_rest_is_ingested(db: Db) {
        let bench = Bench::new(db).await;
        let products = [
            onix_product("a", "03", KELP, "Kelp", ""),
            onix_product("a", "04", KELP, "Kelp, corrected", ""),
            onix_product("nowhere", "04", TIDE, "Tide", ""),
            "<Product><NotificationType>03</NotificationType></Product>".to_owned(),
            onix_product("c", "03", "9780306406158", "Wrong number", ""),
        ];
        let counts = ingest_products(&bench, &new_feed(), &products).await;
        assert_eq!((counts.records, counts.added, counts.updated, counts.rejected, counts.ignored), (5, 2, 1, 2, 1));
        let report = std::fs::read_to_string(bench.folder.path().join("rejected.csv")).unwrap();
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines.len(), 4, "{report}");
        for words in [["rejected", ",3,", "nowhere"], ["rejected", ",4,", "RecordReference"], ["ignored", ",5,", "check digit"]] {
            assert!(lines.iter().any(|line| words.iter().all(|word| line.contains(word))), "{words:?} in {report}");
        }
        assert_eq!(list_titles(bench.db()).await[0].metadata.title, "Kelp, corrected");

        // A truncated file yields the records before the end.
        let path = bench.folder.path().join("cut.xml");
        let cut = format!("<ONIXMessage release=\"3.0\">{}<Product>", onix_product("d", "03", TIDE, "Tide", ""));
        std::fs::write(&path, cut).unwrap();
        let counts = take_file(&bench, &new_feed(), path).await;
        assert_eq!((counts.added, counts.broken.len()), (1, 1));
    }

    async fn an_identifier_that_another_title_has_refuses_one_record_only(db: Db) {
        let bench = Bench::new(db).await;
        let path = bench.folder.path().join("list.csv");
        std::fs::write(&path, "reference,title,productIdentifier\n1,One,p\n2,Two,p\n3,Three,q\n").unwrap();
        let counts = take_file(&bench, &new_feed(), path.clone()).await;
        assert_eq!((counts.added, counts.rejected), (2, 1));
        let rows = [["reference", "title", "productIdentifier"], ["3", "Three", "p"], ["4", "Four", "r"]];
        let workbook = SampleWorkbook::with_rows(rows.iter().map(|row| row.map(Cell::Text).to_vec()).collect());
        let path = bench.folder.path().join("list.xlsx");
        std::fs::write(&path, workbook.to_bytes()).unwrap();
        let counts = take_file(&bench, &new_feed(), path).await;
        assert_eq!((counts.added, counts.updated, counts.rejected), (1, 0, 1));
    }

    async fn a_thousand_records_take_few_statements(db: Db) {
        let bench = Bench::new(db).await;
        let path = bench.folder.path().join("list.csv");
        let rows: Vec<String> = (0..1000).map(|n| format!("r{n},Title {n},History")).collect();
        std::fs::write(&path, format!("reference,title,categories\n{}\n", rows.join("\n"))).unwrap();
        let before = bench.db().statement_count();
        let counts = take_file(&bench, &new_feed(), path).await;
        assert_eq!(counts.added, 1000);
        let sent = bench.db().statement_count() - before;
        // About a dozen for each batch of a hundred.
        assert!(sent < 150, "{sent} statements");
    }

    async fn runs_of_one_supplier_come_one_after_the_other_and_can_be_cancelled(db: Db) {
        let bench = Bench::new(db).await;
        let stop = CancellationToken::new();
        let begin = |key| IngestRun::begin(&bench.ctx, serde_json::json!({}), key, &stop, || {});
        let first = begin(Some("k")).await.unwrap().unwrap();
        let other = begin(Some("other")).await.unwrap().unwrap();
        let waiting = tokio::time::timeout(std::time::Duration::from_millis(900), begin(Some("k"))).await;
        assert!(waiting.is_err(), "it waits");
        assert!(store::jobs::request_cancel(bench.db(), first.id(), bench.current_time()).await.unwrap());
        first.stop().cancelled().await;
        let id = first.id();
        first.set_progress(5, 10, "half".into());
        first.end(&bench.ctx, RunEnd::Stopped).await.unwrap();
        let job = store::jobs::get(bench.db(), id).await.unwrap().unwrap();
        assert_eq!((job.state, job.progress.done, job.progress.total), (JobState::Cancelled, 5, 10));
        let next = begin(Some("k")).await.unwrap().unwrap();
        // The run of a dead process ends when its lease expires.
        drop(next);
        drop(other);
    }
}
