//! /system/emails: why emails are not sent, all failed ones again, and a test email.

use services::email_queue::{self, EMAIL_KIND, EmailQueue, JobFailure};
use services::machine::MachineFinding;
use services::queue::JobState;

use super::findings::machine_message;
use super::queue::{job_path, list_path};
use crate::{Form, Page, Result, Section, Visitor, render};

pub(super) const EMAILS_PATH: &str = "/system/emails";

/// Emails that failed for one reason.
struct FailureRow {
    /// How many, and whether they are tried again.
    text: String,
    error: String,
}

#[derive(askama::Template)]
#[template(path = "system_emails.html")]
struct EmailsPage<'a> {
    page: Page<'a>,
    facts: Vec<(String, String)>,
    failures: Vec<FailureRow>,
    has_failed: bool,
    /// The notice that no mail server is configured. `None` if one is.
    no_mail_text: Option<String>,
    /// The administrator's own email address. `None` if there is none.
    address: Option<String>,
    failed_path: String,
}

/// GET: the emails that are not sent yet, and why.
pub(super) async fn show_page(visitor: Visitor) -> Result {
    visitor.op.require_administrator()?;
    let queue = email_queue::load(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&EmailsPage {
        facts: list_facts(&page, &queue),
        failures: queue.failures.iter().map(|failure| failure_row(&page, failure)).collect(),
        has_failed: queue.failed > 0,
        no_mail_text: (!page.can_email()).then(|| page.text(&machine_message(MachineFinding::NoMail))),
        address: visitor.op.account()?.email.clone(),
        failed_path: list_path(Some(JobState::Dead), Some(EMAIL_KIND)),
        page,
    }))
}

fn list_facts(page: &Page<'_>, queue: &EmailQueue) -> Vec<(String, String)> {
    let facts = [("system-waiting", queue.waiting), ("system-failed", queue.failed)];
    facts.into_iter().map(|(name, count)| (page.text(name), count.to_string())).collect()
}

fn failure_row(page: &Page<'_>, failure: &JobFailure) -> FailureRow {
    let message = match failure.state {
        JobState::Ready => "system-emails-tried-again",
        _ => "system-emails-not-sent",
    };
    FailureRow { text: page.count(message, failure.count), error: failure.error.clone() }
}

pub(super) async fn retry_failed(visitor: Visitor, _: Form) -> Result {
    visitor.op.require_administrator()?;
    email_queue::retry_failed(&visitor.op).await?;
    visitor.redirect_with_message("system-emails-retried", EMAILS_PATH)
}

/// POST: sends a test email to the administrator. The page of its job says what became of it.
pub(super) async fn send_test(visitor: Visitor, _: Form) -> Result {
    visitor.op.require_administrator()?;
    let own = visitor.op.account_id()?.clone();
    match email_queue::send_test(&visitor.op, own.as_str()).await? {
        Some(job) => visitor.redirect_with_message("system-emails-test-sent", &job_path(job)),
        None => visitor.redirect_with_message("system-emails-no-address", EMAILS_PATH),
    }
}
