//! /desk/audit: the search of the audit, by person, by who acted, by kind and by day.

mod entry;
mod form;

use services::audit::{AuditAnswer, ENTRIES_PER_PAGE, EntryPage, EntryPosition, search};

use self::entry::{EntryView, list_entries};
use self::form::AuditForm;
use crate::inputs::{InputError, form_status};
use crate::paging::{Pager, list_part};
use crate::{Page, Problem, Query, Result, Section, Visitor, render_with_status};

const PAGE_PATH: &str = "/desk/audit";

#[derive(askama::Template)]
#[template(path = "desk_audit.html")]
struct AuditPage<'a> {
    page: Page<'a>,
    form: AuditForm,
    errors: Vec<InputError>,
    /// True if the filter could be read and finds nothing.
    is_empty: bool,
    entries: Vec<EntryView>,
    pager: Pager,
}

pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let list_part = list_part::<EntryPosition>(&fields)?;
    // Pages before this one have no address: the browser's history has them.
    if list_part.backward {
        return Err(Problem::NotFound);
    }
    let mut form = AuditForm::read(&page, &fields);
    let mut found = None;
    if form.list_errors().is_empty() {
        let wanted = EntryPage { after: list_part.place, limit: ENTRIES_PER_PAGE };
        let answer = search(&visitor.op, &form.filter, wanted).await?;
        match answer {
            AuditAnswer::Found(entries) => found = Some(entries),
            AuditAnswer::UnknownPeople { user, actor } => form.mark_unknown(&page, user, actor),
        }
    }
    let errors = form.list_errors();
    let entries = found.as_ref().map(|found| list_entries(&page, &visitor.op, found)).unwrap_or_default();
    let next = found.as_ref().and_then(|found| found.next);
    let list_links = Pager::new_onward(&form.address(), list_part.place.is_none(), next.as_ref());
    let (status, is_empty) = (form_status(&errors), found.is_some() && entries.is_empty());
    Ok(render_with_status(status, &AuditPage { page, form, errors, is_empty, entries, pager: list_links }))
}
