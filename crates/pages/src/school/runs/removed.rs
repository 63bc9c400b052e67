//! /school/removed: people who were removed in the last 30 days.

use jiff::Timestamp;
use services::roster_runs::{self, RemovedPerson, undo_days_left};

use super::LIST_PATH;
use super::wording::number_names;
use crate::{Page, Pager, Query, Result, Section, Visitor, format_day_of, list_part, redirect_to, render};

const REMOVED_PATH: &str = "/school/removed";

struct PersonRow {
    name: String,
    removed_date: String,
    days_left: String,
    run_href: String,
    run_link: String,
}

impl PersonRow {
    fn new(page: &Page<'_>, person: &RemovedPerson, now: Timestamp) -> Self {
        let days = undo_days_left(person.removed, now);
        Self {
            name: person.name.clone(),
            removed_date: format_day_of(page, person.removed),
            days_left: page.count("runs-days-left", days.unsigned_abs()),
            run_href: format!("{LIST_PATH}/{}", person.run),
            run_link: page.with_name("runs-removed-open", &person.name),
        }
    }
}

#[derive(askama::Template)]
#[template(path = "school_removed.html")]
struct RemovedPage<'a> {
    page: Page<'a>,
    count: String,
    people: Vec<PersonRow>,
    pager: Pager,
}

/// GET /school/removed: the last removed first.
pub(super) async fn list_people(visitor: Visitor, Query(fields): Query) -> Result {
    let organization = &visitor.op.require_sponsor()?.organization.id;
    let part = list_part(&fields)?;
    let rows = roster_runs::list_removed(&visitor.op, organization, part.to_request((), true)).await?;
    if rows.items.is_empty() && part.place.is_some() {
        // All of this page have been restored meanwhile.
        return redirect_to(REMOVED_PATH);
    }
    let page = visitor.page(Section::Account);
    let mut people: Vec<PersonRow> =
        rows.items.iter().map(|person| PersonRow::new(&page, person, visitor.op.now)).collect();
    number_names(people.iter_mut().map(|person| &mut person.run_link));
    Ok(render(&RemovedPage {
        count: page.count("runs-removed-count", rows.total),
        people,
        pager: Pager::new(REMOVED_PATH, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}
