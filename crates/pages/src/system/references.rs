//! /system/reference-organizations: the list of organizations that exist, from which organizations register
//! and readers choose their school.

use domain::organization_types::OrganizationType;
use domain::reference_organizations::ReferenceOrganization;
use services::KeyPage;
use services::reference_organizations::{self, ReferencePosition, ReferenceQuestion};

use crate::paging::{Pager, add_query, read_place};
use crate::question::Question;
use crate::{Fields, Form, Link, Page, Problem, Query, Result, Section, Visitor, percent_encode, render};

pub(super) const LIST_PATH: &str = "/system/reference-organizations";
const REMOVAL_PATH: &str = "/system/reference-organizations/remove";
const ENTRIES_PER_PAGE: u32 = 50;

struct EntryCard {
    link: Link,
    facts: Vec<(String, String)>,
    removal: Link,
}

#[derive(askama::Template)]
#[template(path = "system_references.html")]
struct ReferenceListPage<'a> {
    page: Page<'a>,
    words: &'a str,
    city: &'a str,
    count: String,
    entries: Vec<EntryCard>,
    pager: Pager,
}

fn search_path(question: ReferenceQuestion<'_>) -> String {
    let fields = [("words", question.name), ("city", question.city)];
    add_query(LIST_PATH, fields.into_iter().filter_map(|(name, value)| Some((name, value?))))
}

/// GET: the entries that a search finds, by name; all without one.
pub(super) async fn list_entries(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    let question = ReferenceQuestion { name: fields.get("words"), city: fields.get("city") };
    let after = read_place::<ReferencePosition>(&fields)?;
    let is_first = after.is_none();
    let wanted = KeyPage { after, limit: ENTRIES_PER_PAGE };
    let (found, types) = reference_organizations::find_page(&visitor.op, question, wanted).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&ReferenceListPage {
        words: question.name.unwrap_or_default(),
        city: question.city.unwrap_or_default(),
        count: page.count("system-references-count", found.total),
        entries: found.items.iter().map(|entry| entry_card(&page, entry, &types)).collect(),
        pager: Pager::new_onward(&search_path(question), is_first, found.next.as_ref()),
        page,
    }))
}

/// The address of the form with an entry.
pub(super) fn entry_path(id: &str) -> String {
    format!("{LIST_PATH}/entry?id={}", percent_encode(id))
}

fn entry_card(page: &Page<'_>, entry: &ReferenceOrganization, types: &[OrganizationType]) -> EntryCard {
    let place = entry.physical_address();
    let kind = types.iter().find(|kind| kind.name == entry.kind);
    let kind_name = kind.map_or(&entry.kind, |kind| &kind.description);
    let removal = format!("{REMOVAL_PATH}?id={}", percent_encode(&entry.id));
    EntryCard {
        link: Link::new(entry_path(&entry.id), &entry.name),
        facts: page.label_facts([
            ("system-reference-id", entry.id.clone()),
            ("system-reference-parent", entry.parent_name.clone().unwrap_or_default()),
            ("system-reference-type", kind_name.clone()),
            ("system-reference-city", place.city.clone().unwrap_or_default()),
            ("system-reference-state", place.state.clone().unwrap_or_default()),
        ]),
        removal: Link::new(removal, page.with_name("system-remove", &entry.name)),
    }
}

/// The identifier that a form or an address names.
pub(super) fn parse_id(fields: &Fields) -> Result<&str> {
    fields.get("id").ok_or(Problem::NotFound)
}

pub(super) async fn ask_to_remove(visitor: Visitor, Query(fields): Query) -> Result {
    visitor.op.require_administrator()?;
    let (entry, _) = reference_organizations::open(&visitor.op, parse_id(&fields)?).await?;
    let page = visitor.page(Section::Account);
    let question = Question {
        heading: page.with_name("system-reference-remove-question", &entry.name),
        subject: String::new(),
        paragraphs: vec![page.text("system-reference-remove-text")],
        action: REMOVAL_PATH.to_owned(),
        fields: vec![("id", entry.id)],
        button: page.text("system-remove-now"),
        back: Link::new(LIST_PATH, page.text("system-references-back")),
    };
    Ok(question.render(page))
}

pub(super) async fn remove_entry(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_administrator()?;
    reference_organizations::remove(&visitor.op, parse_id(&fields)?).await?;
    visitor.redirect_with_message("system-reference-removed", LIST_PATH)
}
