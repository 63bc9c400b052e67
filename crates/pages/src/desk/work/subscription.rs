//! /desk/people/{id}/subscription and /desk/organizations/{id}/subscription: a later end of a subscription.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::ids::{AccountId, OrganizationId, SubscriptionId};
use domain::subscriptions::Subscription;
use jiff::Timestamp;
use jiff::civil::Date;
use services::values::ParseValue as _;
use services::work::{self, Extension, FormOutcome, SubscriptionHolder, SubscriptionsView};
use services::{Faults, Field};

use super::outcome::{AskedDecision, show_outcome};
use super::wording::claim_text;
use crate::dates::format_day_of;
use crate::desk::{organization_path, person_path};
use crate::fields::{Fields, Form};
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::page::{Page, Section, render_with_status};
use crate::problem::{Problem, Result};
use crate::state::Pages;
use crate::visitor::Visitor;

/// A subscription to choose.
struct SubscriptionChoice {
    id: String,
    text: String,
    is_chosen: bool,
}

#[derive(Template)]
#[template(path = "desk_subscription.html")]
struct SubscriptionPage<'a> {
    page: Page<'a>,
    name: String,
    /// The address of the page about the person or the organization.
    holder_href: String,
    /// Who else has taken it. Empty if nobody has.
    claim: String,
    /// Those that have an end.
    subscriptions: Vec<SubscriptionChoice>,
    end_date: InputField,
    errors: Vec<InputError>,
}

/// GET /desk/people/{id}/subscription
pub(super) async fn show_person(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    show_form(&pages, &visitor, SubscriptionHolder::Account(&AccountId::from(id))).await
}

/// GET /desk/organizations/{id}/subscription
pub(super) async fn show_organization(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    show_form(&pages, &visitor, SubscriptionHolder::Organization(&OrganizationId::from(id))).await
}

/// POST /desk/people/{id}/subscription
pub(super) async fn extend_person(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    submit_extension(&pages, &visitor, SubscriptionHolder::Account(&AccountId::from(id)), &fields).await
}

/// POST /desk/organizations/{id}/subscription
pub(super) async fn extend_organization(
    State(pages): State<Pages>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    let id = OrganizationId::from(id);
    submit_extension(&pages, &visitor, SubscriptionHolder::Organization(&id), &fields).await
}

async fn show_form(pages: &Pages, visitor: &Visitor, holder: SubscriptionHolder<'_>) -> Result<Response> {
    let view = work::open_subscriptions(&visitor.op, holder).await?;
    let end_date = end_date_field(&Page::new(pages, visitor, Section::Account));
    Ok(render_form(pages, visitor, (holder, &view), (None, end_date)))
}

fn end_date_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "end_date", "work-end-date").with_hint(page.text("work-date-hint"))
}

async fn submit_extension(
    pages: &Pages,
    visitor: &Visitor,
    holder: SubscriptionHolder<'_>,
    fields: &Fields,
) -> Result<Response> {
    let page = Page::new(pages, visitor, Section::Account);
    let mut end_date = end_date_field(&page).read_from(&page, fields);
    let subscription = SubscriptionId::from(fields.get("subscription").ok_or(Problem::NotFound)?);
    let mut faults = Faults::default();
    let day = Date::parse_value(&end_date.value).ok();
    let end = faults.require(Field::EndDate, day);
    let extension = Extension { subscription: subscription.clone(), end_date: end };
    match work::extend_subscription(&visitor.op, holder, extension, faults).await? {
        FormOutcome::Processed(outcome) => {
            let path = format!("{}/subscription", holder_path(holder));
            let message = "work-subscription-extended";
            show_outcome(pages, visitor, AskedDecision { outcome: &outcome, message, path: &path })
        }
        FormOutcome::Refused(_, view) => {
            // Only the end can be wrong.
            if end_date.error.is_none() {
                end_date.error = Some(page.text("work-end-date-wrong"));
            }
            Ok(render_form(pages, visitor, (holder, &view), (Some(&subscription), end_date)))
        }
    }
}

/// The address of the page about a person or an organization.
fn holder_path(holder: SubscriptionHolder<'_>) -> String {
    match holder {
        SubscriptionHolder::Account(id) => person_path(id),
        SubscriptionHolder::Organization(id) => organization_path(id),
    }
}

fn render_form(
    pages: &Pages,
    visitor: &Visitor,
    (holder, view): (SubscriptionHolder<'_>, &SubscriptionsView),
    (chosen, end_date): (Option<&SubscriptionId>, InputField),
) -> Response {
    let page = Page::new(pages, visitor, Section::Account);
    let shown = SubscriptionPage {
        name: view.name.clone(),
        holder_href: holder_path(holder),
        claim: view.other_claim.as_ref().map(|claim| claim_text(&page, claim)).unwrap_or_default(),
        subscriptions: list_choices(&page, &view.subscriptions, chosen),
        errors: list_errors(&[&end_date]),
        end_date,
        page,
    };
    render_with_status(inputs::form_status(&shown.errors), &shown)
}

/// The subscriptions that have an end; without a choice, the one with the latest end is chosen.
fn list_choices(
    page: &Page<'_>,
    subscriptions: &[Subscription],
    chosen: Option<&SubscriptionId>,
) -> Vec<SubscriptionChoice> {
    let ending: Vec<(&Subscription, Timestamp)> =
        subscriptions.iter().filter_map(|one| Some((one, one.end?))).collect();
    let last = ending.iter().max_by_key(|(_, end)| *end).map(|(one, _)| &one.id);
    let choice = |(one, end): &(&Subscription, Timestamp)| SubscriptionChoice {
        id: one.id.to_string(),
        text: page.format(
            "work-subscription-span",
            &[
                ("kind", one.kind.as_str().into()),
                ("from", format_day_of(page, one.start).as_str().into()),
                ("to", format_day_of(page, *end).as_str().into()),
            ],
        ),
        is_chosen: Some(&one.id) == chosen.or(last),
    };
    ending.iter().map(choice).collect()
}
