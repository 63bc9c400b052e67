//! A later end of a subscription.

use domain::ids::SubscriptionId;
use jiff::civil::Date;
use services::values::ParseValue as _;
use services::work::{self, Extension, FormOutcome};
use services::{Faults, Field};

use super::{NamedHolder, SubscriptionDrafts, render_forms};
use crate::desk::work::LIST_PATH;
use crate::desk::work::outcome::{AskedDecision, show_outcome};
use crate::{Form, InputField, Page, Problem, Result, Section, Visitor};

pub(super) fn end_date_field(page: &Page<'_>) -> InputField {
    InputField::new_required(page, "end_date", "work-end-date").with_hint(page.text("work-date-hint"))
}

pub(super) async fn submit_extension(visitor: Visitor, named: NamedHolder, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let mut end_date = end_date_field(&page).read_from(&page, &fields);
    let subscription = SubscriptionId::from(fields.get("subscription").ok_or(Problem::NotFound)?);
    let mut faults = Faults::default();
    let day = Date::parse_value(&end_date.value).ok();
    let end = faults.require(Field::EndDate, day);
    let extension = Extension { subscription: subscription.clone(), end_date: end };
    match work::extend_subscription(&visitor.op, named.holder(), extension, faults).await? {
        FormOutcome::Processed(outcome) => {
            let path = &format!("{}/subscription", named.path());
            let message = "work-subscription-extended";
            let asked = AskedDecision { outcome: &outcome, message, path, next_path: LIST_PATH };
            show_outcome(&visitor, asked)
        }
        FormOutcome::Refused(_, view) => {
            // Only the end can be wrong.
            if end_date.error.is_none() {
                end_date.error = Some(page.text("work-end-date-wrong"));
            }
            let empty = SubscriptionDrafts::new_empty(&page, &visitor);
            let drafts = SubscriptionDrafts { chosen: Some(subscription), end_date, ..empty };
            Ok(render_forms(&visitor, (&named, &view), drafts))
        }
    }
}
