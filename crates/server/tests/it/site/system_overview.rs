//! /system: administrators see whether everything is well, and what to do.

use std::time::Duration;

use ::jobs::Job as _;
use ::jobs::rehearse_restore::{RehearsalSummary, RehearseRestore};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::Db;
use store::backup_times::{BackupTask, announce_folder, record_success};
use store::jobs::{self, JobProgress, Lane, NewJob};

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
    for part in ["The backup is accepted.", "Backup", "Housekeeping"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    administrator.post("/system", &form).await.expect_status(303);
    assert!(administrator.read("/system").await.contains("A backup is already waiting or running"));
    administrator.post(&format!("{job}/cancel"), &form).await.expect_status(303);
    assert!(administrator.read(&job).await.contains("The job is stopped"));
}

/// Stores a rehearsal that failed just now.
async fn store_failed_rehearsal(db: &Db) {
    let summary = RehearsalSummary {
        taken: "2026-01-15T03:00:00Z".parse().unwrap(),
        seconds: 90,
        files: 3,
        bytes: 4_000_000,
        rows: 50,
        indexed_titles: 6,
        books: 2,
        copies: 5,
        signed_in: false,
        report: "rehearsal-20260115T040000Z.json".to_owned(),
    };
    // After the one that was stopped before.
    let now = current_time() + SignedDuration::from_secs(1);
    let mut tx = db.begin().await.unwrap();
    let new = RehearseRestore::default().to_new_job(now);
    let job = jobs::start(&mut tx, new, "test", SignedDuration::from_mins(1), now).await.unwrap().unwrap();
    let progress = JobProgress { note: Some(summary.to_note()), ..JobProgress::default() };
    assert!(jobs::set_progress(&mut tx, &job, &progress).await.unwrap());
    assert!(jobs::set_dead(&mut tx, &job, "files/a: damaged", now).await.unwrap());
    tx.commit().await.unwrap();
}

/// Starts a rehearsal, which waits, too, and reads the result of another one.
async fn start_rehearsal(administrator: &mut Reader<'_>, db: &Db) {
    let path = "/system/rehearsal";
    let page = administrator.read(path).await;
    for part in
        ["the scratch library is a SQLite file", "Start a rehearsal", "There was none in the last few days."]
    {
        assert!(page.contains(part), "{part} in {page}");
    }
    let token = hidden_field(&page, "token");
    let form = [("token", token.as_str())];
    administrator.post(path, &form).await.expect_status(303);
    let page = administrator.read(path).await;
    assert!(page.contains("The rehearsal is accepted.") && page.contains("Load this page again"), "{page}");
    let job = links(&page).into_iter().find(|href| href.starts_with("/system/jobs/")).unwrap();
    administrator.post(path, &form).await.expect_status(303);
    assert!(administrator.read(path).await.contains("A rehearsal is already waiting or running."));
    administrator.post(&format!("{job}/cancel"), &form).await.expect_status(303);
    assert!(!administrator.read(path).await.contains("Load this page again"));

    store_failed_rehearsal(db).await;
    let page = administrator.read(path).await;
    for part in [
        "January 15, 2026",
        "2 minutes",
        "3 (4.0 MB)",
        "2 (copies: 5)",
        "rehearsal-20260115T040000Z.json",
        "What failed",
        "files/a: damaged",
        "Then start a backup",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
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
        assert!(administrator.read("/system/rehearsal").await.contains("no rehearsal can be started here"));
        start_backup(&mut administrator, &db).await;
        start_rehearsal(&mut administrator, &db).await;
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
            other.post("/system/rehearsal", &[("token", &token)]).await.expect_status(403);
            assert!(!other.read("/account").await.contains("href=\"/system\""), "{user}");
        }
    }
}
