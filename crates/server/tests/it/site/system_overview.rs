//! /system: administrators see whether everything is well, and what to do.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::json;
use store::Db;
use store::backup_times::{BackupTask, announce_folder, record_success};
use store::jobs::{self, Lane, NewJob};

use super::Reader;
use super::browser::{hidden_field, links};
use crate::one;
use crate::support::{Sandbox, current_time};

/// Starts a backup, which waits, because this process has no folder for it.
async fn start_backup(administrator: &mut Reader<'_>, db: &Db) {
    let page = administrator.read("/system").await;
    assert!(!page.contains("Start a backup"), "no process has a folder: {page}");
    let token = hidden_field(&administrator.read("/account").await, "token");
    let form = [("token", token.as_str())];
    administrator.post("/system", &form).await.expect_status(303);
    assert!(administrator.read("/system").await.contains("No running process has a folder for backups"));
    announce_folder(db, current_time()).await.unwrap();
    assert!(administrator.read("/system").await.contains("Start a backup"));
    let started = administrator.post("/system", &form).await.expect_status(303);
    let job = started.header("location").to_owned();
    let page = administrator.read(&job).await;
    for part in ["The backup is accepted.", "Backup", "Scans of the whole library"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    administrator.post("/system", &form).await.expect_status(303);
    assert!(administrator.read("/system").await.contains("A backup waits or runs already"));
    administrator.post(&format!("{job}/cancel"), &form).await.expect_status(303);
    assert!(administrator.read(&job).await.contains("The job is stopped"));
}

one! {
    async fn administrators_read_what_needs_attention_and_what_to_do(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        assert!(administrator.read("/account").await.contains("href=\"/system\""));
        assert!(administrator.read("/").await.contains("href=\"/system\""));
        let page = administrator.read("/system").await;
        for part in [
            "This library knows of no backup.", "No backup has ever been restored as a test.", "<th scope=\"row\">Emails</th>",
            env!("CARGO_PKG_VERSION"), "Search index", "GB are free",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        // A process announces itself once it has looked for its tools.
        for _ in 0..300 {
            if administrator.read("/system").await.contains("last sign of life on") {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let page = administrator.read("/system").await;
        assert!(page.contains("last sign of life on"), "{page}");
        // The page says nothing about the machine's folders and the database.
        let folder = sandbox.library.dir.path().display().to_string();
        assert!(!page.contains(&folder) && !page.contains(&sandbox.database_url()), "{page}");
        for href in links(&page).into_iter().filter(|href| href.starts_with("/system")) {
            administrator.get(&href).await.expect_status(200);
        }

        let db = sandbox.database().await;
        record_success(&db, BackupTask::Backup, Timestamp::UNIX_EPOCH).await.unwrap();
        let late = NewJob::new(Lane::Scans, "only_in_tests", json!({}), Timestamp::UNIX_EPOCH);
        let mut tx = db.begin().await.unwrap();
        jobs::enqueue(&mut tx, late, current_time()).await.unwrap();
        tx.commit().await.unwrap();
        let page = administrator.read("/system").await;
        for part in [
            "The last backup is from January 1, 1970", "Jobs of the lane “Scans of the whole library” have waited since January 1, 1970",
            "href=\"/system/jobs?state=ready\"",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        start_backup(&mut administrator, &db).await;
        record_success(&db, BackupTask::Backup, current_time()).await.unwrap();
        record_success(&db, BackupTask::Rehearsal, current_time()).await.unwrap();
        db.close().await;
        let page = administrator.read("/system").await;
        assert!(!page.contains("The last backup is from") && !page.contains("restored as a test"), "{page}");

        for user in ["membershipAssistant", "collectionAssistant", "sponsor"] {
            let mut other = Reader::sign_in_as(sandbox, user).await;
            other.get("/system").await.expect_status(403);
            let token = hidden_field(&other.read("/account").await, "token");
            other.post("/system", &[("token", &token)]).await.expect_status(403);
            assert!(!other.read("/account").await.contains("href=\"/system\""), "{user}");
        }
    }
}
