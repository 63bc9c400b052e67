//! /system/trace: the download that a leaked copy was made for (docs/operations.md#tracing-a-leaked-copy).

use axum::response::Response;
use domain::AccountId;
use services::traces::{self, MAX_TRACED_BYTES, TraceOutcome, TracedDownload};

use super::administrator_form::AdministratorForm;
use crate::books::managed_title_path;
use crate::desk::person_path;
use crate::inputs::{FileError, FileInput};
use crate::{Page, Result, Section, Visitor, format_moment, format_name, render_with_status};

/// A fact about the download.
struct TraceFact {
    name: String,
    value: String,
    /// The page about the title or person. `None` if there is none.
    href: Option<String>,
}

#[derive(askama::Template)]
#[template(path = "system_trace.html")]
struct TracePage<'a> {
    page: Page<'a>,
    file: FileInput,
    /// A sentence about what was found. Empty before a file is sent.
    result: String,
    /// The download. Empty if none was found.
    facts: Vec<TraceFact>,
    start_href: &'static str,
}

impl<'a> TracePage<'a> {
    fn new(page: Page<'a>) -> Self {
        Self {
            file: FileInput {
                hint: page.count("system-trace-hint", MAX_TRACED_BYTES >> 20),
                accept: "",
                error: None,
            },
            result: String::new(),
            facts: Vec::new(),
            start_href: super::START_PATH,
            page,
        }
    }

    fn to_response(&self) -> Response {
        render_with_status(self.file.status(), self)
    }
}

pub(super) async fn show_form(visitor: Visitor) -> Result {
    visitor.op.require_administrator()?;
    Ok(TracePage::new(visitor.page(Section::Account)).to_response())
}

/// POST: the download of the file.
pub(super) async fn trace_copy(
    visitor: Visitor,
    AdministratorForm(sent): AdministratorForm<MAX_TRACED_BYTES>,
) -> Result {
    let mut shown = TracePage::new(visitor.page(Section::Account));
    let file = match sent.require_file(&shown.page) {
        Ok(file) => file,
        Err(error) => {
            shown.file.error = Some(error);
            return Ok(shown.to_response());
        }
    };
    match traces::trace(&visitor.op, &file.content).await? {
        TraceOutcome::Unreadable(reason) => {
            shown.file.error = Some(FileError { text: shown.page.text("system-trace-unreadable"), reason });
        }
        TraceOutcome::NoFingerprint => shown.result = shown.page.text("system-trace-nothing"),
        TraceOutcome::NoRecord(id) => {
            shown.result = shown.page.with_name("system-trace-no-record", &id.to_string());
        }
        TraceOutcome::Found(found) => {
            shown.result = shown.page.text("system-trace-found");
            shown.facts = list_facts(&shown.page, &found);
        }
    }
    Ok(shown.to_response())
}

fn list_facts(page: &Page<'_>, found: &TracedDownload) -> Vec<TraceFact> {
    let download = &found.download;
    let fact =
        |label: &str, value: String, href: Option<String>| TraceFact { name: page.text(label), value, href };
    let person = |label: &str, id: Option<&AccountId>| {
        let Some(id) = id else { return fact(label, page.text("system-trace-guest"), None) };
        let account = found.people.iter().find(|account| account.id == *id);
        let name = account.map(|account| format!("{} ({id})", account.display_name()));
        fact(label, name.unwrap_or_else(|| id.to_string()), Some(person_path(id)))
    };
    let item = found.title_name.clone().unwrap_or_else(|| download.item.to_string());
    let item_href = download.item.title().map(managed_title_path);
    vec![
        fact("system-trace-download", download.id.to_string(), None),
        fact("system-trace-item", item, item_href),
        fact("history-format", format_name(page, download.format), None),
        fact("system-trace-requested", format_moment(page, download.date_requested), None),
        person("system-trace-caller", download.caller.as_ref()),
        person("system-trace-recipient", download.recipient.as_ref()),
        fact("system-trace-places", found.places.to_string(), None),
    ]
}
