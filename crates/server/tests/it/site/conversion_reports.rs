//! /staff/conversion-reports: what was repaired or left out of books, read and acknowledged by staff.

use domain::conversion_reports::{ConversionReport, Finding, Findings, WordBalance};
use domain::{Format, Item, TitleId};
use store::PageRequest;

use super::Reader;
use super::browser::hidden_field;
use crate::one;
use crate::support::Sandbox;

/// Stores a report of a conversion of this title, with a missing picture and a repair; returns its number.
async fn store_report(sandbox: &Sandbox, title: i64, format: Format, written: u64) -> i64 {
    let finding = |left_out: bool, subject: &str, line: Option<u32>| Finding {
        code: "MISSING_PICTURE".into(),
        left_out,
        file: "text/1.xhtml".into(),
        line,
        subject: subject.into(),
        reason: "The picture is missing.".into(),
        action: "Its alternative text is in its place.".into(),
    };
    let findings = Findings {
        list: vec![finding(true, "img/<gull>.png", Some(12)), finding(false, "&#146;", None)],
        unlisted: 3,
        words: Some(WordBalance { source: 1000, written }),
    };
    let db = sandbox.database().await;
    let item = Item::Title(TitleId(title));
    let mut tx = db.begin().await.unwrap();
    let now = jiff::Timestamp::UNIX_EPOCH;
    store::conversion_reports::put(&mut tx, &item, Some(format), &findings, now).await.unwrap();
    tx.commit().await.unwrap();
    let all = PageRequest { sort: (), descending: false, after: None, backward: false, limit: 99 };
    let reports = store::open_reports::list::<ConversionReport>(&db, None, &all).await.unwrap();
    let is_new = |report: &&ConversionReport| report.item == item && report.format == Some(format);
    let id = reports.iter().find(is_new).unwrap().id;
    db.close().await;
    id
}

one! {
    async fn staff_read_what_is_missing_and_acknowledge_it(sandbox: Sandbox) {
        let title = sandbox.title("publicDomain");
        let id = store_report(sandbox, title, Format::Daisy, 960).await;
        let address = format!("/staff/conversion-reports/{id}");
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        assert!(staff.read("/account").await.contains("href=\"/staff/conversion-reports\""));
        let list = staff.read("/staff/conversion-reports").await;
        for part in [
            "One report is open.", "More than 2 % of the words are missing", "DAISY text",
            "40 of 1000 words are missing (4 %).", "One part left out.", "One repair.", &format!("href=\"{address}\""),
        ] {
            assert!(list.contains(part), "{part} in {list}");
        }
        let page = staff.read(&address).await;
        for part in [
            &format!("<a href=\"/titles/{title}\">"), "img/&#60;gull&#62;.png", "The picture is missing.",
            "Its alternative text is in its place.", "text/1.xhtml", "<dd>12</dd>", "3 more findings are not listed.",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        // Commands list and show the report as well.
        let listed = sandbox.library.command(&["admin", "conversion-reports", "list"]);
        assert!(listed.contains("DAISY: words missing"), "{listed}");
        let shown = sandbox.library.command(&["admin", "conversion-reports", "show", &id.to_string()]);
        assert!(shown.contains("left out: text/1.xhtml, line 12: img/<gull>.png The picture is missing."), "{shown}");

        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        for path in ["/staff/conversion-reports", &address] {
            reader.get(path).await.expect_status(403);
        }
        assert_eq!(Reader::sign_in_as(sandbox, "labAssistant").await.get(&address).await.status, 404, "of another site");
        staff.post(&address, &[]).await.expect_status(403);
        let token = hidden_field(&page, "token");
        let done = staff.post(&address, &[("token", token.as_str())]).await.expect_status(303);
        let list = staff.read(done.header("location")).await;
        assert!(list.contains("The report is acknowledged.") && list.contains("There are no open reports."), "{list}");
        let again = staff.post(&address, &[("token", token.as_str())]).await.expect_status(303);
        assert_eq!(again.header("location"), "/staff/conversion-reports");
        assert!(!staff.read(&address).await.contains("Acknowledge the report"));
        for number in ["0", "x", "99999999999999999999"] {
            assert_eq!(staff.get(&format!("/staff/conversion-reports/{number}")).await.status, 404, "{number}");
        }
    }
}
