//! Reports of what was repaired or left out of titles.

use domain::conversion_reports::{ConversionReport, Finding, Findings, Severity, WordBalance};
use domain::fixtures::{days_ago, individual, lab, noon, site};
use domain::{Format, Item, SiteId, TitleId};
use jiff::Timestamp;
use store::{Conn as _, Db, PageRequest, Sql, conversion_reports, db_test, open_reports, titles};

use crate::world;

fn findings_on(subject: &str, left_out: bool, written: u64) -> Findings {
    let finding = Finding {
        code: "MISSING_FILE".into(),
        left_out,
        file: "text/1.xhtml".into(),
        line: Some(12),
        subject: subject.into(),
        reason: "The package does not contain this file.".into(),
        action: "The part was left out.".into(),
    };
    Findings { list: vec![finding], unlisted: 2, words: Some(WordBalance { source: 100, written }) }
}

async fn put_report(db: &Db, title: i64, format: Option<Format>, findings: &Findings, at: Timestamp) {
    let mut tx = db.begin().await.unwrap();
    let item = Item::Title(TitleId(title));
    conversion_reports::put(&mut tx, &item, format, findings, at).await.unwrap();
    tx.commit().await.unwrap();
}

async fn open(db: &Db, site: Option<&SiteId>) -> Vec<i64> {
    let part = PageRequest { sort: (), descending: false, after: None, backward: false, limit: 9 };
    let reports: Vec<ConversionReport> = open_reports::list(db, site, &part).await.unwrap();
    assert_eq!(open_reports::count::<ConversionReport>(db, site).await.unwrap(), reports.len() as u64);
    reports.iter().map(|report| report.id).collect()
}

/// All reports of a title: that of reading first, then by format.
async fn all_reports(mut db: &Db, title: i64) -> Vec<ConversionReport> {
    let text = "SELECT id FROM conversion_reports WHERE title_id = $1 ORDER BY format";
    let mut reports = Vec::new();
    for (id,) in db.fetch_all::<(i64,)>(Sql::new(text).bind(title)).await.unwrap() {
        reports.extend(conversion_reports::get(db, id).await.unwrap());
    }
    reports
}

db_test! {
    async fn the_last_report_of_each_format_is_open_until_it_is_acknowledged(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 2).await;
        put_report(&db, 1001, None, &findings_on("a.png", true, 100), days_ago(2)).await;
        put_report(&db, 1001, Some(Format::Daisy), &findings_on("a.png", true, 97), days_ago(1)).await;
        put_report(&db, 1002, None, &findings_on("b.png", false, 100), noon()).await;
        let reports = all_reports(&db, 1001).await;
        let formats: Vec<_> = reports.iter().map(|report| report.format).collect();
        assert_eq!(formats, [None, Some(Format::Daisy)]);
        assert_eq!(reports[0].findings, findings_on("a.png", true, 100));
        assert_eq!((reports[0].site.clone(), reports[0].reported), (site(), days_ago(2)));
        assert_eq!(reports[1].severity, Severity::WordsLost);
        // A mere repair asks nothing of staff.
        assert_eq!(all_reports(&db, 1002).await[0].severity, Severity::Repaired);
        assert_eq!(open(&db, None).await, [reports[0].id, reports[1].id]);
        assert_eq!(open(&db, Some(&site())).await.len(), 2);
        assert!(open(&db, Some(&lab())).await.is_empty());

        assert!(conversion_reports::acknowledge(&db, reports[0].id, noon()).await.unwrap());
        assert!(!conversion_reports::acknowledge(&db, reports[0].id, noon()).await.unwrap());
        assert!(!conversion_reports::acknowledge(&db, all_reports(&db, 1002).await[0].id, noon()).await.unwrap());
        assert_eq!(open(&db, None).await, [reports[1].id]);
        assert_eq!(conversion_reports::get(&db, reports[0].id).await.unwrap().unwrap().acknowledged, Some(noon()));
    }

    async fn equal_findings_stay_acknowledged_and_others_do_not(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 1).await;
        put_report(&db, 1001, None, &findings_on("a.png", true, 100), noon()).await;
        let id = all_reports(&db, 1001).await[0].id;
        assert!(conversion_reports::acknowledge(&db, id, noon()).await.unwrap());
        put_report(&db, 1001, None, &findings_on("a.png", true, 100), noon()).await;
        assert!(open(&db, None).await.is_empty());
        put_report(&db, 1001, None, &findings_on("c.png", true, 100), noon()).await;
        assert_eq!(open(&db, None).await, [id]);
        put_report(&db, 1001, None, &Findings::default(), noon()).await;
        assert!(all_reports(&db, 1001).await.is_empty(), "nothing is wrong any more");
    }

    async fn lost_words_block_publication_until_they_are_acknowledged(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 1).await;
        let item = Item::Title(TitleId(1001));
        put_report(&db, 1001, None, &findings_on("a.png", true, 98), noon()).await;
        assert!(!conversion_reports::blocks_publication(&db, &item).await.unwrap());
        put_report(&db, 1001, Some(Format::Docx), &findings_on("a.png", true, 97), noon()).await;
        assert!(conversion_reports::blocks_publication(&db, &item).await.unwrap());
        let titles = [1002, 1001].map(TitleId);
        assert_eq!(conversion_reports::find_blocked(&db, &titles).await.unwrap(), [TitleId(1001)].into());
        assert_eq!(open_reports::list_titles::<ConversionReport>(&db, Some(&site()), 9).await.unwrap(), [TitleId(1001)]);
        let id = all_reports(&db, 1001).await[1].id;
        assert!(conversion_reports::acknowledge(&db, id, noon()).await.unwrap());
        assert!(!conversion_reports::blocks_publication(&db, &item).await.unwrap());
    }

    async fn the_report_of_a_document_is_not_for_staff(db: Db) {
        world::create_sites(&db).await;
        let owner = individual("ada");
        world::settle(&db, &owner).await;
        let document = domain::documents::new_title(TitleId(7), &owner.account.id, &site(), "Letter", noon());
        committed!(db, tx => titles::insert(&mut tx, &document, None));
        // Other findings of a later conversion do not open it either.
        for (at, subject) in [(days_ago(1), "a.png"), (noon(), "b.png")] {
            let findings = findings_on(subject, true, 1);
            put_report(&db, 7, None, &findings, at).await;
            let reports = conversion_reports::list_for_title(&db, TitleId(7)).await.unwrap();
            assert_eq!(reports.len(), 1);
            assert_eq!((&reports[0].findings, reports[0].reported), (&findings, at));
            assert!(open(&db, None).await.is_empty());
            assert_eq!(conversion_reports::get(&db, reports[0].id).await.unwrap(), None);
            assert!(!conversion_reports::acknowledge(&db, reports[0].id, noon()).await.unwrap());
        }
        put_report(&db, 7, None, &Findings::default(), noon()).await;
        assert_eq!(conversion_reports::list_for_title(&db, TitleId(7)).await.unwrap(), []);
    }

    async fn a_title_that_does_not_exist_has_no_report(db: Db) {
        world::create_sites(&db).await;
        put_report(&db, 77, None, &findings_on("a.png", true, 100), noon()).await;
        assert!(all_reports(&db, 77).await.is_empty());
    }
}
