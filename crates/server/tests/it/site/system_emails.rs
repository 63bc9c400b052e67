//! /system/emails: administrators see why emails are not sent, send them again, and send a test.

use domain::AccountId;
use jiff::Timestamp;
use serde_json::json;
use store::Db;
use store::jobs::{Lane, NewJob};

use super::Reader;
use super::browser::hidden_field;
use super::system_jobs::store_failed;
use crate::one;
use crate::support::{Sandbox, emails};

/// Stores an email that could not be sent. A retry sends nothing, because the account is unknown.
async fn store_failed_email(db: &Db, account: Option<&AccountId>, error: &str) {
    let payload = json!({"about": "passwordReset", "account": null});
    let new = NewJob { account, ..NewJob::new(Lane::Emails, "letter", payload, Timestamp::UNIX_EPOCH) };
    store_failed(db, new, error, 0).await;
}

one! {
    async fn failed_emails_are_explained_and_sent_again(sandbox: Sandbox) {
        let db = sandbox.database().await;
        let owner = AccountId::from("demo-individual");
        for account in [Some(&owner), None] {
            store_failed_email(&db, account, "535 <wrong> password").await;
        }
        db.close().await;
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let system = administrator.read("/system").await;
        assert!(system.contains("2 emails could not be sent") && system.contains("href=\"/system/emails\""), "{system}");
        let page = administrator.read("/system/emails").await;
        assert!(page.contains("2 emails could not be sent: <bdi lang=\"en\">535 &#60;wrong&#62; password</bdi>"), "{page}");
        let shown = sandbox.command(&["admin", "emails", "show"]);
        assert!(shown.contains("failed   2") && shown.contains("535 <wrong> password"), "{shown}");
        let token = hidden_field(&page, "token");
        let again = administrator.post("/system/emails/retry", &[("token", &token)]).await.expect_status(303);
        let page = administrator.read(again.header("location")).await;
        assert!(page.contains("The failed emails are sent again.") && !page.contains("could not be sent:"), "{page}");
        // One of a person, and one that nobody caused.
        let audit = administrator.read("/desk/audit?kind=retryJob").await;
        assert_eq!(audit.matches("POST /system/emails/retry").count(), 2, "{audit}");
        let none = sandbox.command(&["admin", "emails", "retry"]);
        assert!(none.contains("sent again: 0."), "{none}");
    }

    async fn a_test_email_arrives(sandbox: Sandbox) {
        let mut administrator = Reader::sign_in_as(sandbox, "administrator").await;
        let address = sandbox.user("administrator")["username"].as_str().unwrap();
        let page = administrator.read("/system/emails").await;
        assert!(page.contains(address) && page.contains("No email has failed."), "{page}");
        let token = hidden_field(&page, "token");
        let sent = administrator.post("/system/emails/test", &[("token", &token)]).await.expect_status(303);
        let job = administrator.read(sent.header("location")).await;
        assert!(job.contains("The test email is on its way.") && job.contains(" of 1"), "{job}");
        let email = emails(sandbox, address, 1).await.remove(0);
        assert!(email.contains("/system/emails"), "{email}");

        let mut assistant = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        let token = hidden_field(&assistant.read("/display").await, "token");
        for verb in ["retry", "test"] {
            assistant.post(&format!("/system/emails/{verb}"), &[("token", &token)]).await.expect_status(403);
        }
    }
}
