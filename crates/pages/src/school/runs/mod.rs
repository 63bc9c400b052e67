//! /school/runs: imports, removals and other changes of many members, which a sponsor can undo for 30 days
//! (docs/rules/organizations.md#rule-14).

mod one;
mod removed;
mod wording;

use askama::filters::HtmlSafeOutput;
use axum::Router;
use axum::routing::{get, post};
use jiff::Timestamp;
use services::roster_runs::{self, RosterRun};

use crate::{Page, Pager, Pages, Query, Result, Section, Visitor, list_part, redirect_to, render};
use wording::{describe_counts, describe_state, maker_name, number_names, run_name};

const LIST_PATH: &str = "/school/runs";

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/runs", get(list_runs))
        .route("/school/runs/{run}", get(one::show_run))
        .route("/school/runs/{run}/undo", post(one::undo_run))
        .route("/school/removed", get(removed::list_people))
}

struct RunRow {
    href: String,
    /// Kind and time.
    name: String,
    maker: String,
    /// Name of the file. Empty if it did not come from one.
    file_name: String,
    counts: Vec<String>,
    /// The days that are left to undo it, or who has undone it.
    state: HtmlSafeOutput<String>,
}

impl RunRow {
    fn new(page: &Page<'_>, run: &RosterRun, now: Timestamp) -> Self {
        Self {
            href: format!("{LIST_PATH}/{}", run.id),
            name: run_name(page, run),
            maker: maker_name(page, run.made_by.as_deref()),
            file_name: run.file_name.clone().unwrap_or_default(),
            counts: describe_counts(page, run),
            state: describe_state(page, run, now),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "school_runs.html")]
struct RosterRunsPage<'a> {
    page: Page<'a>,
    count: String,
    runs: Vec<RunRow>,
    pager: Pager,
}

/// GET /school/runs: newest first.
async fn list_runs(visitor: Visitor, Query(fields): Query) -> Result {
    let organization = &visitor.op.require_sponsor()?.organization.id;
    let part = list_part(&fields)?;
    let rows = roster_runs::list(&visitor.op, organization, part.to_request((), true)).await?;
    let page = visitor.page(Section::Account);
    let mut runs: Vec<RunRow> =
        rows.items.iter().map(|run| RunRow::new(&page, run, visitor.op.now)).collect();
    number_names(runs.iter_mut().map(|run| &mut run.name));
    if runs.is_empty() && part.place.is_some() {
        return redirect_to(LIST_PATH);
    }
    Ok(render(&RosterRunsPage {
        count: page.count("runs-count", rows.total),
        runs,
        pager: Pager::new(LIST_PATH, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}
