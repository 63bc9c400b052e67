//! /desk/work: the work lists, and claims on their items.

use domain::ids::{AccountId, OrganizationId};
use domain::work::WorkKind;
use services::work::{self, WorkAddress, WorkEntry, WorkItem, WorkPlace, WorkSummary};

use super::LIST_PATH;
use super::hand_overs::HAND_OVERS_PATH;
use super::wording::{claim_text, kind_name};
use crate::desk::{organization_path, person_path};
use crate::paging::{Pager, read_place};
use crate::{
    Fields, Form, Page, Problem, Query, Result, Section, Visitor, format_day, format_day_of, redirect_to,
    render,
};

pub(in crate::desk) struct KindRow {
    pub(in crate::desk) href: String,
    pub(in crate::desk) name: String,
    /// The number of items, and the time for which the oldest has waited.
    pub(in crate::desk) text: String,
    pub(in crate::desk) is_chosen: bool,
}

pub(in crate::desk) fn list_kinds(
    page: &Page<'_>,
    summaries: &[WorkSummary],
    chosen: Option<WorkKind>,
) -> Vec<KindRow> {
    let row = |summary: &WorkSummary| {
        let text = match summary.oldest {
            None => page.text("work-nothing"),
            Some(oldest) => page.format(
                "work-waiting",
                &[("count", summary.count.into()), ("date", format_day_of(page, oldest).as_str().into())],
            ),
        };
        KindRow {
            href: list_path(Some(summary.kind)),
            name: kind_name(page, summary.kind),
            text,
            is_chosen: chosen == Some(summary.kind),
        }
    };
    summaries.iter().map(row).collect()
}

/// The address of the list of a kind, or of all work.
fn list_path(kind: Option<WorkKind>) -> String {
    match kind {
        Some(kind) => format!("{LIST_PATH}?kind={kind}"),
        None => LIST_PATH.to_owned(),
    }
}

struct WorkRow {
    href: String,
    kind: String,
    name: String,
    /// The value that distinguishes the item from another one of the same kind and name. `None` if there is
    /// no other.
    distinction: Option<String>,
    /// The only thing that the item needs. `None` if that is not known.
    next_step: Option<String>,
    since: String,
    due: String,
    is_late: bool,
    /// Names the staff member who has taken it. Empty if nobody has.
    claim: String,
    can_take: bool,
    can_give_back: bool,
    /// Kind and subject, for the form.
    kind_value: &'static str,
    subject: String,
}

#[derive(askama::Template)]
#[template(path = "desk_work.html")]
struct WorkPage<'a> {
    page: Page<'a>,
    heading: String,
    kinds: Vec<KindRow>,
    /// The chosen kind. Empty for all.
    chosen_value: &'static str,
    rows: Vec<WorkRow>,
    pager: Pager,
}

pub(super) async fn show_page(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_membership_staff()?;
    let kind = read_kind(&fields);
    let after = read_place::<WorkPlace>(&fields)?;
    let is_first = after.is_none();
    let items = work::list_work(&visitor.op, kind, after).await?;
    let path = list_path(kind);
    if items.entries.is_empty() && !is_first {
        // Everything on this page was decided meanwhile.
        return redirect_to(&path);
    }
    let page = visitor.page(Section::Account);
    Ok(render(&WorkPage {
        heading: kind.map_or_else(|| page.text("work-all"), |kind| kind_name(&page, kind)),
        kinds: list_kinds(&page, &items.summaries, kind),
        chosen_value: kind.map_or("", WorkKind::as_str),
        rows: list_rows(&page, &visitor, &items.entries),
        pager: Pager::new_onward(&path, is_first, items.next.as_ref()),
        page,
    }))
}

fn read_kind(fields: &Fields) -> Option<WorkKind> {
    fields.get("kind")?.parse().ok()
}

fn list_rows(page: &Page<'_>, visitor: &Visitor, entries: &[WorkEntry]) -> Vec<WorkRow> {
    let is_same = |one: &WorkItem, other: &WorkItem| one.kind == other.kind && one.name == other.name;
    let row = |entry: &WorkEntry| {
        let item = &entry.item;
        let is_own = entry.claim.as_ref().map(|claim| Some(&claim.holder) == visitor.op.signed_in_id());
        let namesakes = entries.iter().filter(|other| is_same(&other.item, item)).count();
        WorkRow {
            href: item_path(entry),
            kind: kind_name(page, item.kind),
            name: item.name.clone(),
            distinction: (namesakes > 1).then(|| item.subject.clone()),
            next_step: entry.needs_subscription.then(|| page.text("work-subscription-new")),
            since: format_day_of(page, item.since),
            due: format_day(page, entry.due),
            is_late: entry.due < visitor.op.today(),
            claim: match (&entry.claim, is_own) {
                (Some(_), Some(true)) => page.text("work-taken-by-you"),
                (Some(claim), _) => claim_text(page, claim),
                (None, _) => String::new(),
            },
            can_take: is_own.is_none(),
            can_give_back: is_own == Some(true),
            kind_value: item.kind.as_str(),
            subject: item.subject.clone(),
        }
    };
    entries.iter().map(row).collect()
}

/// The address of the page on which an item is decided.
fn item_path(entry: &WorkEntry) -> String {
    let item = &entry.item;
    let person = || person_path(&AccountId::from(item.subject.as_str()));
    let organization = || organization_path(&OrganizationId::from(item.subject.as_str()));
    match item.kind {
        WorkKind::NewReader if entry.needs_subscription => format!("{}/subscription", person()),
        WorkKind::NewReader | WorkKind::AuthorityRequest => person(),
        WorkKind::Proof => format!("{}/proofs", person()),
        WorkKind::ReaderAgreement => format!("{}/agreement", person()),
        WorkKind::ReaderSubscription => format!("{}/subscription", person()),
        WorkKind::OrganizationAgreement | WorkKind::OrganizationAdmission => organization(),
        WorkKind::HandOver => HAND_OVERS_PATH.to_owned(),
        WorkKind::OrganizationSubscription => format!("{}/subscription", organization()),
    }
}

/// The item that a form names.
fn read_address(fields: &Fields) -> Result<WorkAddress<'_>> {
    let kind = read_kind(fields).ok_or(Problem::NotFound)?;
    Ok(WorkAddress { kind, subject: fields.get("subject").ok_or(Problem::NotFound)? })
}

/// The list that a form came from.
fn read_list_path(fields: &Fields) -> String {
    list_path(fields.get("list").and_then(|kind| kind.parse().ok()))
}

/// POST /desk/work/claim
pub(super) async fn take_item(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let is_taken = work::claim_work(&visitor.op, read_address(&fields)?).await?;
    let message = if is_taken { "work-taken" } else { "work-taken-before" };
    visitor.redirect_with_message(message, &read_list_path(&fields))
}

/// POST /desk/work/release
pub(super) async fn give_back_item(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    work::release_work(&visitor.op, read_address(&fields)?).await?;
    visitor.redirect_with_message("work-given-back", &read_list_path(&fields))
}
