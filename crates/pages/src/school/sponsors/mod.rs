//! /school/sponsors: the sponsors of the organization. Sponsors add others, and the primary contact removes
//! them (docs/rules/organizations.md#rule-7).

mod form;
mod removal;

use axum::Router;
use axum::routing::get;
use domain::ids::AccountId;
use services::ListPart;
use services::organizations::sponsors::{self, SponsorView};
use services::rosters::RosterSort;

use crate::{Link, Page, Pager, Pages, Query, Result, Section, Visitor, list_part, percent_encode, render};

/// The address of the list.
pub(super) const LIST_PATH: &str = "/school/sponsors";

const SPONSORS_PER_PAGE: usize = 50;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/sponsors", get(list_sponsors))
        .route("/school/sponsors/new", get(form::show_form).post(form::add_sponsor))
        .route("/school/sponsors/{id}/remove", get(removal::confirm_removal).post(removal::remove_sponsor))
}

/// A sponsor as the list shows one.
struct SponsorRow {
    name: String,
    /// Position, email address and telephone number, as far as there are any.
    facts: Vec<String>,
    /// The link that removes the sponsor. `None` if the visitor may not.
    removal: Option<Link>,
}

impl SponsorRow {
    fn new(page: &Page<'_>, sponsor: &SponsorView, contact: Option<&AccountId>) -> Self {
        let account = &sponsor.person.account;
        let name = account.display_name();
        let position = account.membership.as_ref().and_then(|place| place.title.clone());
        let is_contact = contact == Some(&account.id);
        let facts = [
            is_contact.then(|| page.text("contact-heading")),
            position,
            account.email.clone(),
            account.phone_number.clone(),
        ];
        let removal = sponsor
            .removes
            .then(|| Link::new(removal_path(&account.id), page.with_name("sponsors-remove-one", &name)));
        Self { name, facts: facts.into_iter().flatten().collect(), removal }
    }
}

#[derive(askama::Template)]
#[template(path = "school_sponsors.html")]
struct SponsorsPage<'a> {
    page: Page<'a>,
    count: String,
    sponsors: Vec<SponsorRow>,
    pager: Pager,
}

/// GET: by family name.
async fn list_sponsors(visitor: Visitor, Query(fields): Query) -> Result {
    let contact = visitor.op.require_sponsor()?.organization.primary_contact.clone();
    let part = ListPart { limit: SPONSORS_PER_PAGE, ..list_part(&fields)? };
    let rows = sponsors::list(&visitor.op, part.to_request(RosterSort::LastName, false)).await?;
    let page = visitor.page(Section::Account);
    Ok(render(&SponsorsPage {
        count: page.count("sponsors-count", rows.total),
        sponsors: rows.items.iter().map(|one| SponsorRow::new(&page, one, contact.as_ref())).collect(),
        pager: Pager::new(LIST_PATH, rows.previous.as_ref(), rows.next.as_ref()),
        page,
    }))
}

/// The address of the page that removes a sponsor.
fn removal_path(sponsor: &AccountId) -> String {
    format!("{LIST_PATH}/{}/remove", percent_encode(sponsor.as_str()))
}
