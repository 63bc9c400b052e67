//! /school/sponsors: the sponsors of the organization. Sponsors add others, and the primary contact removes
//! them (docs/rules/organizations.md#rule-7).

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use domain::ids::AccountId;
use services::organizations::sponsors::{self, NewSponsor, SponsorView};
use services::rosters::RosterSort;
use services::{ErrorKey, ListPart};

use crate::inputs::{self, InputError, InputField, form_status, list_errors};
use crate::{
    Fields, Form, Link, Page, Pager, Pages, Path, Problem, Query, Result, Section, Visitor, list_part,
    percent_encode, render, render_with_status,
};

pub(super) const LIST_PATH: &str = "/school/sponsors";

const SPONSORS_PER_PAGE: usize = 50;

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/school/sponsors", get(list_sponsors))
        .route("/school/sponsors/new", get(show_form).post(add_sponsor))
        .route("/school/sponsors/{id}/remove", get(confirm_removal).post(remove_sponsor))
}

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

fn removal_path(sponsor: &AccountId) -> String {
    format!("{LIST_PATH}/{}/remove", percent_encode(sponsor.as_str()))
}

#[derive(askama::Template)]
#[template(path = "school_sponsor_form.html")]
struct SponsorFormPage<'a> {
    page: Page<'a>,
    inputs: [InputField; 5],
    errors: Vec<InputError>,
}

/// A new sponsor as typed, with its errors.
struct SponsorDraft {
    first_name: InputField,
    last_name: InputField,
    position: InputField,
    email: InputField,
    phone: InputField,
}

impl SponsorDraft {
    fn new_empty(page: &Page<'_>) -> Self {
        let email = InputField::new_required(page, "email", "sponsors-email")
            .with_hint(page.text("sponsors-email-hint"));
        Self {
            first_name: InputField::new_required(page, "first_name", "sponsors-first-name"),
            last_name: InputField::new_required(page, "last_name", "sponsors-last-name"),
            position: InputField::new_required(page, "position", "sponsors-position"),
            email: InputField { kind: "email", ..email },
            phone: InputField::new_required(page, "phone", "sponsors-phone"),
        }
    }

    fn from_fields(page: &Page<'_>, fields: &Fields) -> Self {
        let empty = Self::new_empty(page);
        let email = inputs::read_email(page, fields, empty.email, "proof-email-wrong");
        Self {
            first_name: empty.first_name.read_from(page, fields),
            last_name: empty.last_name.read_from(page, fields),
            position: empty.position.read_from(page, fields),
            email,
            phone: empty.phone.read_from(page, fields),
        }
    }

    fn errors(&self) -> Vec<InputError> {
        list_errors(&[&self.first_name, &self.last_name, &self.position, &self.email, &self.phone])
    }

    fn to_new_sponsor(&self) -> NewSponsor {
        NewSponsor {
            first_name: self.first_name.value.clone(),
            last_name: self.last_name.value.clone(),
            phone_number: self.phone.value.clone(),
            email_address: self.email.value.clone(),
            title: self.position.value.clone(),
        }
    }
}

async fn show_form(visitor: Visitor) -> Result {
    visitor.op.require_sponsor()?;
    let page = visitor.page(Section::Account);
    let draft = SponsorDraft::new_empty(&page);
    Ok(render_form(page, draft))
}

async fn add_sponsor(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_sponsor()?;
    let page = visitor.page(Section::Account);
    let mut draft = SponsorDraft::from_fields(&page, &fields);
    if !draft.errors().is_empty() {
        return Ok(render_form(page, draft));
    }
    match sponsors::add(&visitor.op, draft.to_new_sponsor()).await {
        Ok(_) => visitor.redirect_with_message("sponsors-said-added", LIST_PATH),
        Err(error) if error.key() == Some(ErrorKey::UserExists) => {
            draft.email.error = Some(page.text("sponsors-email-taken"));
            Ok(render_form(page, draft))
        }
        Err(error) => Err(error.into()),
    }
}

fn render_form(page: Page<'_>, draft: SponsorDraft) -> Response {
    let errors = draft.errors();
    let status = form_status(&errors);
    let SponsorDraft { first_name, last_name, position, email, phone } = draft;
    let inputs = [first_name, last_name, position, email, phone];
    render_with_status(status, &SponsorFormPage { page, inputs, errors })
}

#[derive(askama::Template)]
#[template(path = "school_sponsor_remove.html")]
struct SponsorRemovalPage<'a> {
    page: Page<'a>,
    name: &'a str,
    action: String,
}

/// GET: asks the primary contact for confirmation.
async fn confirm_removal(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_primary_contact()?;
    let sponsor = sponsors::get(&visitor.op, &id).await?;
    // The primary contact is not removed.
    if !sponsor.removes {
        return Err(Problem::NotFound);
    }
    let account = &sponsor.person.account;
    Ok(render(&SponsorRemovalPage {
        page: visitor.page(Section::Account),
        name: &account.display_name(),
        action: removal_path(&account.id),
    }))
}

async fn remove_sponsor(visitor: Visitor, Path(id): Path<String>, _: Form) -> Result {
    sponsors::remove(&visitor.op, &id).await?;
    visitor.redirect_with_message("sponsors-said-removed", LIST_PATH)
}
