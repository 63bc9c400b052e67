//! The list of runs.

use services::intake::{self, IntakeRun};

use super::wording::{describe_counts, maker_name, run_name, state_text};
use super::{LIST_PATH, run_path};
use crate::{Page, Pager, Query, Result, Section, Visitor, format_moment, list_part, redirect_to, render};

pub(super) struct RunRow {
    pub(super) href: String,
    pub(super) name: String,
    pub(super) state: String,
    pub(super) started: String,
    pub(super) maker: String,
    pub(super) files: Vec<String>,
    /// Its numbers in sentences. Empty if there are none yet.
    pub(super) counts: Vec<String>,
}

impl RunRow {
    pub(super) fn new(page: &Page<'_>, run: &IntakeRun) -> Self {
        Self {
            href: run_path(run.id),
            name: run_name(page, run),
            state: state_text(page, run),
            started: format_moment(page, run.started),
            maker: maker_name(page, run),
            files: run.files.iter().map(|file| file.name.clone()).collect(),
            counts: describe_counts(page, run),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "intake_runs.html")]
struct IntakeRunsPage<'a> {
    page: Page<'a>,
    count: String,
    runs: Vec<RunRow>,
    pager: Pager,
}

/// GET: newest first.
pub(super) async fn list_runs(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_collection_staff()?;
    let part = list_part(&fields)?;
    let rows = intake::list(&visitor.op, part.to_request((), true)).await?;
    if rows.items.is_empty() && part.place.is_some() {
        // The time of all runs of this page is over.
        return redirect_to(LIST_PATH);
    }
    let page = visitor.page(Section::Account);
    Ok(render(&IntakeRunsPage {
        count: page.count("intake-runs-count", rows.total),
        runs: rows.items.iter().map(|run| RunRow::new(&page, run)).collect(),
        pager: Pager::new(LIST_PATH, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}
