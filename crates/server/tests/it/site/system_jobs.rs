//! /system/jobs: administrators read why jobs failed, retry and stop them.

use domain::AccountId;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::Db;
use store::jobs::{self, JobId, Lane, NewJob};

use super::Reader;
use super::browser::hidden_field;
use crate::one;
use crate::support::Sandbox;

/// A kind that no worker knows: its jobs wait until somebody stops them.
const KIND: &str = "only_in_tests";

fn test_job(kind: &str) -> NewJob<'_> {
    NewJob::new(Lane::Scans, kind, json!({"note": "private-detail"}), Timestamp::UNIX_EPOCH)
}

const ERROR: &str = "the <engine> stopped";

/// Stores a job that failed `minutes` after 1970 began.
pub(super) async fn store_failed(db: &Db, new: NewJob<'_>, error: &str, minutes: i64) -> JobId {
    let now = Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes);
    let mut tx = db.begin().await.unwrap();
    let job = jobs::start(&mut tx, new, "test", SignedDuration::from_mins(1), now).await.unwrap().unwrap();
    assert!(jobs::set_dead(&mut tx, &job, error, now).await.unwrap());
    tx.commit().await.unwrap();
    job.id
}

/// Sends the form of a job's page, and returns the page that follows.
async fn act(reader: &mut Reader<'_>, id: JobId, verb: &str) -> String {
    let page = reader.read(&format!("/system/jobs/{id}")).await;
    let token = hidden_field(&page, "token");
    let reply = reader.post(&format!("/system/jobs/{id}/{verb}"), &[("token", &token)]).await;
    let next = reply.expect_status(303).header("location").to_owned();
    reader.read(&next).await
}

one! {
    async fn failed_jobs_are_read_retried_and_stopped(sandbox: Sandbox) {
        let db = sandbox.database().await;
        let owner = AccountId::from(sandbox.user("individual")["userAccountId"].as_str().unwrap());
        let later = store_failed(&db, test_job(KIND), ERROR, 2).await;
        let own = store_failed(&db, NewJob { account: Some(&owner), ..test_job(KIND) }, ERROR, 1).await;
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let list = administrator.read(&format!("/system/jobs?kind={KIND}")).await;
        assert!(list.contains("<h2 id=\"jobs\">2 jobs</h2>") && list.contains("the &#60;engine&#62; stopped"), "{list}");
        assert!(!list.contains("private-detail"), "{list}");
        let [first, second] = [later, own].map(|id| list.find(&format!("/system/jobs/{id}\"")).expect("it is listed"));
        assert!(first < second, "the job that failed last comes first: {list}");
        let none = administrator.read(&format!("/system/jobs?state=done&kind={KIND}")).await;
        assert!(none.contains("There are no such jobs"), "{none}");

        let page = administrator.read(&format!("/system/jobs/{own}")).await;
        for part in ["Failed", "1 of 1", "the &#60;engine&#62; stopped", &format!("/desk/people/{owner}"), "Retry"] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("private-detail") && !page.contains("/cancel\""), "{page}");
        let page = act(&mut administrator, own, "retry").await;
        assert!(page.contains("The job is retried.") && page.contains("Waiting"), "{page}");
        // The button was pressed twice.
        let token = hidden_field(&page, "token");
        let again = administrator.post(&format!("/system/jobs/{own}/retry"), &[("token", &token)]).await;
        let page = administrator.read(again.expect_status(303).header("location")).await;
        assert!(page.contains("The job was not retried, because it waits"), "{page}");
        let page = act(&mut administrator, own, "cancel").await;
        assert!(page.contains("The job is stopped") && page.contains("Stopped"), "{page}");

        // All of a kind together.
        for account in [None, Some(&owner)] {
            store_failed(&db, NewJob { account, ..test_job("together") }, ERROR, 3).await;
        }
        let list = administrator.read("/system/jobs?kind=together").await;
        let ask = "/system/jobs/retry?kind=together";
        assert!(list.contains(ask) && list.contains("Retry all 2 failed jobs: together"), "{list}");
        let question = administrator.read(ask).await;
        assert!(question.contains("<h1>Retry 2 failed jobs?</h1>"), "{question}");
        let token = hidden_field(&question, "token");
        for sentence in ["The failed jobs are retried.", "No job was retried, because none"] {
            let form = [("token", token.as_str()), ("kind", "together")];
            let reply = administrator.post("/system/jobs/retry", &form).await.expect_status(303);
            let page = administrator.read(reply.header("location")).await;
            assert!(page.contains(sentence) && page.contains("There are no such jobs"), "{page}");
        }
        administrator.get(ask).await.expect_status(303);
        administrator.get("/system/jobs/retry?kind=ingest").await.expect_status(404);

        // Commands do the same, and every act is recorded.
        let log = sandbox.command(&["jobs", "list", "--state", "dead"]);
        assert!(log.contains("the <engine> stopped"), "{log}");
        sandbox.command(&["jobs", "retry", &later.to_string()]);
        sandbox.command(&["jobs", "cancel", &later.to_string()]);
        let retried = administrator.read("/desk/audit?kind=retryJob").await;
        assert_eq!(retried.matches("<h3>Background job retried</h3>").count(), 4, "{retried}");
        for part in ["POST /system/jobs/{id}/retry", "POST /system/jobs/retry", "openshelf jobs retry"] {
            assert!(retried.contains(part), "{part} in {retried}");
        }
        let stopped = administrator.read("/desk/audit?kind=cancelJob").await;
        assert_eq!(stopped.matches("<h3>Background job stopped</h3>").count(), 2, "{stopped}");
        db.close().await;
    }

    async fn a_job_is_not_retried_if_that_does_nothing(sandbox: Sandbox) {
        let db = sandbox.database().await;
        let unique = || NewJob { unique_key: Some("only-in-tests"), ..test_job(KIND) };
        let replaced = store_failed(&db, unique(), ERROR, 1).await;
        let mut tx = db.begin().await.unwrap();
        jobs::enqueue(&mut tx, unique(), Timestamp::UNIX_EPOCH).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        let of_command = store_failed(&db, test_job("ingest"), ERROR, 1).await;
        db.close().await;
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let page = act(&mut administrator, replaced, "retry").await;
        assert!(page.contains("because another one already does the same"), "{page}");
        let page = administrator.read(&format!("/system/jobs/{of_command}")).await;
        assert!(!page.contains("/retry\""), "{page}");
        let token = hidden_field(&administrator.read(&format!("/system/jobs/{replaced}")).await, "token");
        let reply =
            administrator.post(&format!("/system/jobs/{of_command}/retry"), &[("token", &token)]).await;
        let page = administrator.read(reply.expect_status(303).header("location")).await;
        assert!(page.contains("because a command did this work"), "{page}");
    }

    async fn an_erasure_is_not_stopped(sandbox: Sandbox) {
        let db = sandbox.database().await;
        let in_2100 = Timestamp::constant(4_102_444_800, 0);
        let later = NewJob { run_at: in_2100, ..test_job("erase_organization") };
        let mut tx = db.begin().await.unwrap();
        let id = jobs::enqueue(&mut tx, later, Timestamp::UNIX_EPOCH).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let path = format!("/system/jobs/{id}");
        let page = administrator.read(&path).await;
        assert!(page.contains("This job cannot be stopped") && !page.contains("/cancel\""), "{page}");
        let token = hidden_field(&administrator.read("/display").await, "token");
        let reply = administrator.post(&format!("{path}/cancel"), &[("token", &token)]).await.expect_status(303);
        let page = administrator.read(reply.header("location")).await;
        assert!(page.contains("Waiting") && page.matches("This job cannot be stopped").count() == 2, "{page}");
        assert!(sandbox.library.refuse(&["jobs", "cancel", &id.to_string()]).contains("promised to delete"));
        assert_eq!(jobs::get(&db, id).await.unwrap().unwrap().state, jobs::JobState::Ready);
        db.close().await;
    }

    async fn only_administrators_change_jobs(sandbox: Sandbox) {
        let db = sandbox.database().await;
        let id = store_failed(&db, test_job(KIND), ERROR, 1).await;
        for user in ["individual", "sponsor", "collectionAssistant", "membershipAssistant", "labAssistant"] {
            let mut reader = Reader::sign_in_as(sandbox, user).await;
            let token = hidden_field(&reader.read("/display").await, "token");
            for path in ["retry".to_owned(), format!("{id}/retry"), format!("{id}/cancel")] {
                let form = [("token", token.as_str()), ("kind", KIND)];
                reader.post(&format!("/system/jobs/{path}"), &form).await.expect_status(403);
            }
        }
        let job = jobs::get(&db, id).await.unwrap().unwrap();
        assert_eq!(job.state, jobs::JobState::Dead);
        db.close().await;
    }
}
