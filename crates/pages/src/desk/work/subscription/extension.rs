//! A later end of a subscription.

use domain::ids::{AccountId, OrganizationId, SubscriptionId};
use jiff::civil::Date;
use services::values::ParseValue as _;
use services::work::{self, Extension, FormOutcome, SubscriptionHolder};
use services::{Faults, Field};

use super::{SubscriptionDrafts, holder_path, render_forms};
use crate::desk::work::LIST_PATH;
use crate::desk::work::outcome::{AskedDecision, show_outcome};
use crate::{Fields, Form, InputField, Page, Path, Problem, Result, Section, Visitor};

/// POST /desk/people/{id}/subscription
pub(super) async fn extend_person(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    submit_extension(&visitor, SubscriptionHolder::Account(&AccountId::from(id)), &fields).await
}

/// POST /desk/organizations/{id}/subscription
pub(super) async fn extend_organization(
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result {
    visitor.op.require_membership_staff()?;
    let id = OrganizationId::from(id);
    submit_extension(&visitor, SubscriptionHolder::Organization(&id), &fields).await
}

pub(super) fn end_date_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "end_date", "work-end-date").with_hint(page.text("work-date-hint"))
}

async fn submit_extension(visitor: &Visitor, holder: SubscriptionHolder<'_>, fields: &Fields) -> Result {
    let page = visitor.page(Section::Account);
    let mut end_date = end_date_field(&page).read_from(&page, fields);
    let subscription = SubscriptionId::from(fields.get("subscription").ok_or(Problem::NotFound)?);
    let mut faults = Faults::default();
    let day = Date::parse_value(&end_date.value).ok();
    let end = faults.require(Field::EndDate, day);
    let extension = Extension { subscription: subscription.clone(), end_date: end };
    match work::extend_subscription(&visitor.op, holder, extension, faults).await? {
        FormOutcome::Processed(outcome) => {
            let path = &format!("{}/subscription", holder_path(holder));
            let message = "work-subscription-extended";
            let asked = AskedDecision { outcome: &outcome, message, path, next_path: LIST_PATH };
            show_outcome(visitor, asked)
        }
        FormOutcome::Refused(_, view) => {
            // Only the end can be wrong.
            if end_date.error.is_none() {
                end_date.error = Some(page.text("work-end-date-wrong"));
            }
            let empty = SubscriptionDrafts::new_empty(&page, visitor);
            let drafts = SubscriptionDrafts { chosen: Some(subscription), end_date, ..empty };
            Ok(render_forms(visitor, (holder, &view), drafts))
        }
    }
}
