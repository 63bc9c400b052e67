//! /desk/people/new: an account for a reader who writes or calls.

mod draft;

use axum::response::Response;
use domain::{Account, AccountId};
use services::Faults;
use services::desk::{NewPerson, NewPersonOutcome, NewPersonReview, create_person, list_person_sites};
use services::duplicates::MAX_NAMESAKES;

use self::draft::NewPersonDraft;
use super::person_path;
use super::wording::{account_state_text, sign_in_name_text};
use crate::inputs::{InputError, form_status};
use crate::{Fields, Form, Link, Page, Result, Section, Visitor, format_day_of, render_with_status};

/// The field that confirms that the new account is for somebody else than those with the same name.
const DISTINCT_FIELD: &str = "distinct";

/// An account with the name and birth date of the new one.
struct NamesakeRow {
    link: Link,
    id: String,
    /// How the person signs in, when the account was created, and its state.
    facts: String,
}

#[derive(askama::Template)]
#[template(path = "desk_person_new.html")]
struct NewPersonPage<'a> {
    page: Page<'a>,
    /// Says whether the person gets an email.
    email_text: String,
    /// The account that has the email address. `None` if there is none that the visitor may see.
    email_owner: Option<Link>,
    namesakes: Vec<NamesakeRow>,
    /// True if the visitor has said that the namesakes are other people.
    is_distinct: bool,
    draft: NewPersonDraft,
    errors: Vec<InputError>,
}

pub(super) async fn show_form(visitor: Visitor) -> Result {
    visitor.op.require_membership_staff()?;
    let sites = list_person_sites(&visitor.op).await?;
    let review = NewPersonReview { sites, ..NewPersonReview::default() };
    Ok(render_form(&visitor, NewPersonDraft::new_empty(&visitor), &review))
}

pub(super) async fn create_account(visitor: Visitor, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let draft = NewPersonDraft::from_fields(&visitor, &fields);
    let mut faults = Faults::default();
    let new = NewPerson {
        details: draft.to_details(&mut faults),
        site: draft.chosen_site(),
        other_people: read_other_people(&fields),
        sends_email: visitor.pages.settings.sends_mail,
    };
    let message = if new.sends_email { "new-person-created" } else { "new-person-created-silently" };
    match create_person(&visitor.op, new, faults).await? {
        NewPersonOutcome::Created(id) => visitor.redirect_with_message(message, &person_path(&id)),
        NewPersonOutcome::Refused(review) => Ok(render_form(&visitor, draft, &review)),
    }
}

/// The accounts that the form showed, if it says that they are of other people.
fn read_other_people(fields: &Fields) -> Vec<AccountId> {
    if fields.get(DISTINCT_FIELD).is_none() {
        return Vec::new();
    }
    fields.get_all("namesake").take(MAX_NAMESAKES).map(AccountId::from).collect()
}

fn render_form(visitor: &Visitor, mut draft: NewPersonDraft, review: &NewPersonReview) -> Response {
    let page = visitor.page(Section::Account);
    draft.offer_sites(visitor, &review.sites);
    draft.add_faults(&page, &review.faults);
    let question = review.asks_about_namesakes.then(|| page.text("new-person-distinct-missing"));
    let question = question.map(|text| InputError { field: DISTINCT_FIELD, text });
    let errors: Vec<InputError> = question.into_iter().chain(draft.errors()).collect();
    let sends_mail = visitor.pages.settings.sends_mail;
    let email_text = if sends_mail { "new-person-email-text" } else { "new-person-no-email-text" };
    let owner = |owner: &Account| Link::new(person_path(&owner.id), owner.display_name());
    let shown = NewPersonPage {
        email_text: page.text(email_text),
        email_owner: review.email_owner.as_ref().map(owner),
        namesakes: review.namesakes.iter().map(|account| view_namesake(&page, account)).collect(),
        is_distinct: !review.asks_about_namesakes,
        draft,
        errors,
        page,
    };
    render_with_status(form_status(&shown.errors), &shown)
}

fn view_namesake(page: &Page<'_>, account: &Account) -> NamesakeRow {
    let created = format!("{} {}", page.text("desk-created"), format_day_of(page, account.created));
    let facts = [created, account_state_text(page, account)];
    // Namesakes have the same name, and links of one name lead to one place.
    let text = format!("{} ({})", account.display_name(), sign_in_name_text(page, account));
    NamesakeRow {
        link: Link::new(person_path(&account.id), text),
        id: account.id.to_string(),
        facts: facts.join(" · "),
    }
}
