//! /desk/people/{id}/subscription and /desk/organizations/{id}/subscription: a later end of a subscription,
//! and another one, which may be the first.

mod beginning;
mod extension;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::extract::rejection::PathRejection;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{get, post};
use domain::{AccountId, OrganizationId, Subscription, SubscriptionId, SubscriptionType};
use jiff::Timestamp;
use services::work::{self, SubscriptionHolder, SubscriptionsView};

use self::beginning::NewSubscriptionDraft;
use self::extension::end_date_field;
use super::wording::{claim_text, subscription_line};
use crate::desk::{organization_path, person_path};
use crate::inputs::{self, Choice, InputError, InputField, list_errors};
use crate::{Page, Pages, Path, Result, Section, Visitor, format_day_of, render_with_status};

pub(super) fn routes() -> Router<Pages> {
    Router::new()
        .route("/desk/people/{id}/subscription", get(show_forms).post(extension::submit_extension))
        .route("/desk/people/{id}/subscription/new", post(beginning::submit_beginning))
        .route("/desk/organizations/{id}/subscription", get(show_forms).post(extension::submit_extension))
        .route("/desk/organizations/{id}/subscription/new", post(beginning::submit_beginning))
}

#[derive(askama::Template)]
#[template(path = "desk_subscription.html")]
struct SubscriptionPage<'a> {
    page: Page<'a>,
    name: String,
    /// The address of the page about the person or the organization.
    holder_href: String,
    /// Names the other staff member who has taken the work. Empty if nobody has.
    claim: String,
    /// Those that have an end.
    subscriptions: Vec<Choice>,
    end_date: InputField,
    /// Those without an end.
    endless: Vec<String>,
    /// The types by their names, each with its description.
    types: Vec<Choice>,
    start_date: InputField,
    new_end_date: InputField,
    subscription_count: usize,
    errors: Vec<InputError>,
}

/// Both forms, with what was typed into one of them and what is wrong with it.
struct SubscriptionDrafts {
    /// The subscription to be extended. `None` before a choice.
    chosen: Option<SubscriptionId>,
    end_date: InputField,
    beginning: NewSubscriptionDraft,
}

impl SubscriptionDrafts {
    fn new_empty(page: &Page<'_>, visitor: &Visitor) -> Self {
        Self {
            chosen: None,
            end_date: end_date_field(page),
            beginning: NewSubscriptionDraft::new_empty(page, visitor.op.today()),
        }
    }
}

/// The person or the organization that an address names.
enum NamedHolder {
    Person(AccountId),
    Organization(OrganizationId),
}

impl FromRequestParts<Pages> for NamedHolder {
    type Rejection = PathRejection;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self, PathRejection> {
        let Path(id) = Path::<String>::from_request_parts(parts, pages).await?;
        let is_of_person = parts.uri.path().starts_with("/desk/people/");
        Ok(if is_of_person { Self::Person(id.into()) } else { Self::Organization(id.into()) })
    }
}

impl NamedHolder {
    fn holder(&self) -> SubscriptionHolder<'_> {
        match self {
            Self::Person(id) => SubscriptionHolder::Account(id),
            Self::Organization(id) => SubscriptionHolder::Organization(id),
        }
    }

    /// The address of the page about the person or the organization.
    fn path(&self) -> String {
        match self {
            Self::Person(id) => person_path(id),
            Self::Organization(id) => organization_path(id),
        }
    }
}

async fn show_forms(visitor: Visitor, named: NamedHolder) -> Result {
    visitor.op.require_membership_staff()?;
    let view = work::open_subscriptions(&visitor.op, named.holder()).await?;
    let drafts = SubscriptionDrafts::new_empty(&visitor.page(Section::Account), &visitor);
    Ok(render_forms(&visitor, (&named, &view), drafts))
}

fn render_forms(
    visitor: &Visitor,
    (named, view): (&NamedHolder, &SubscriptionsView),
    drafts: SubscriptionDrafts,
) -> Response {
    let page = visitor.page(Section::Account);
    let SubscriptionDrafts { chosen, end_date, beginning } = drafts;
    let errors: Vec<InputError> = list_errors(&[&end_date]).into_iter().chain(beginning.errors()).collect();
    let endless = view.subscriptions.iter().filter(|one| one.end.is_none());
    let shown = SubscriptionPage {
        name: view.name.clone(),
        holder_href: named.path(),
        claim: view.other_claim.as_ref().map(|claim| claim_text(&page, claim)).unwrap_or_default(),
        subscriptions: list_choices(&page, &view.subscriptions, chosen.as_ref()),
        end_date,
        endless: endless.map(|one| subscription_line(&page, one)).collect(),
        types: list_types(&view.offered_types, beginning.kind.as_deref()),
        start_date: beginning.start_date,
        new_end_date: beginning.end_date,
        subscription_count: view.subscriptions.len(),
        errors,
        page,
    };
    render_with_status(inputs::form_status(&shown.errors), &shown)
}

/// The subscriptions that have an end; without a choice, the one with the latest end is chosen.
fn list_choices(
    page: &Page<'_>,
    subscriptions: &[Subscription],
    chosen: Option<&SubscriptionId>,
) -> Vec<Choice> {
    let ending: Vec<(&Subscription, Timestamp)> =
        subscriptions.iter().filter_map(|one| Some((one, one.end?))).collect();
    let last = ending.iter().max_by_key(|(_, end)| *end).map(|(one, _)| &one.id);
    let choice = |(one, end): &(&Subscription, Timestamp)| {
        let (from, to) = (format_day_of(page, one.start), format_day_of(page, *end));
        let values =
            [("kind", one.kind.as_str().into()), ("from", from.as_str().into()), ("to", to.as_str().into())];
        let text = page.format("work-subscription-span", &values);
        Choice::new(one.id.as_str(), text, Some(&one.id) == chosen.or(last))
    };
    ending.iter().map(choice).collect()
}

fn list_types(offered: &[SubscriptionType], chosen: Option<&str>) -> Vec<Choice> {
    let choice = |kind: &SubscriptionType| {
        Choice::new(&kind.name, kind.description.clone(), chosen == Some(kind.name.as_str()))
    };
    offered.iter().map(choice).collect()
}
