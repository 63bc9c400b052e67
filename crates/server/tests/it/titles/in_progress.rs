//! The limit of copies that are made for one user at the same time (docs/rules/downloads.md#rule-1).

use domain::{AccountId, CopySettings, Download, DownloadStatus, Format, TitleId, utc_date};
use jiff::civil::Date;
use store::download_history::{HistorySort, page};
use store::downloads::{NewDownload, QuotaCharge, find_or_create};
use store::{Db, PageRequest};

use crate::one;
use crate::support::{Reply, Sandbox, current_time, eventually};

const LIMIT: u32 = 5;

/// Copies for `individual` that nobody works at.
async fn pending(sandbox: &Sandbox, count: u32, day: Option<Date>) {
    let db = sandbox.database().await;
    let who = AccountId::from("demo-individual");
    let mut tx = db.begin().await.unwrap();
    for artifact_version in 1000 * count..1001 * count {
        let new = NewDownload {
            caller: Some(&who),
            recipient: Some(&who),
            item: TitleId(sandbox.title("copyright")).into(),
            format: Format::Epub3,
            artifact_version,
            settings: CopySettings::None,
            charge: QuotaCharge::Nobody,
            day,
        };
        assert!(find_or_create(&mut tx, &new, current_time()).await.unwrap().1);
    }
    tx.commit().await.unwrap();
    db.close().await;
}

async fn get(sandbox: &Sandbox, user: &str, rest: &str) -> Reply {
    let path = format!("/v2/titles/{}/{rest}", sandbox.title("mending"));
    sandbox.call_signed_in(user, &path).await.send().await
}

/// Waits for a record of a list in DAISY of which this holds.
async fn wait_for_record(db: &Db, holds: impl Fn(&Download) -> bool) {
    eventually("such a list in DAISY", async || {
        let part = PageRequest {
            sort: HistorySort::Title,
            descending: false,
            after: None,
            backward: false,
            limit: 1000,
        };
        let mut records = page(db, &AccountId::from("demo-individual"), part).await.unwrap();
        records.sort_by_key(|(_, record)| std::cmp::Reverse(record.id));
        let found =
            records.iter().take(10).any(|(_, record)| record.format == Format::Daisy && holds(record));
        if found { Ok(()) } else { Err(format!("{records:?}")) }
    })
    .await;
}

one! {
    async fn more_downloads_than_the_limit_are_429(sandbox: Sandbox) {
        pending(sandbox, LIMIT - 1, None).await;
        get(sandbox, "individual", "EPUB3").await.expect_status(202);
        pending(sandbox, LIMIT, None).await;
        let reply = get(sandbox, "individual", "DAISY").await.expect_error(429, "TOO_MANY_DOWNLOADS");
        assert!(!reply.header("retry-after").is_empty());
        let again = get(sandbox, "individual", "EPUB3").await;
        assert!(matches!(again.status, 202 | 302), "what has begun continues: {}", again.status);
        get(sandbox, "individual2", "DAISY").await.expect_status(202);
        // Lists of files have a number of their own.
        get(sandbox, "individual", "DAISY/resources").await.expect_status(200);
    }

    async fn lists_of_files_that_were_given_up_close_no_download(sandbox: Sandbox) {
        pending(sandbox, LIMIT, Some(utc_date(current_time()))).await;
        get(sandbox, "individual", "EPUB3").await.expect_status(202);
        for rest in ["DAISY/resources", "DAISY/resources/nothing"] {
            let reply = get(sandbox, "individual", rest).await.expect_error(429, "TOO_MANY_DOWNLOADS");
            assert!(!reply.header("retry-after").is_empty());
        }
        get(sandbox, "individual2", "DAISY/resources").await.expect_status(200);
    }

    async fn a_list_that_nobody_waits_for_is_made_all_the_same(sandbox: Sandbox) {
        let path = format!("/v2/titles/{}/DAISY/resources", sandbox.title("mending"));
        let token = sandbox.token("individual").await;
        let call = tokio::spawn(sandbox.guest(&path).bearer(&token).send());
        let db = sandbox.database().await;
        wait_for_record(&db, |record| record.status != DownloadStatus::Expired).await;
        call.abort();
        wait_for_record(&db, |record| record.package.is_some()).await;
        db.close().await;
    }
}
