//! Another subscription of a person or an organization.

use jiff::civil::Date;
use services::subscriptions::{NewSubscription, SubscriptionDetails};
use services::values::{ParseValue as _, ShortText};
use services::work::{self, FormOutcome, SubscriptionBeginning};
use services::{Change, ErrorKey, Fault, Faults, Field};

use super::{NamedHolder, SubscriptionDrafts, render_forms};
use crate::desk::work::LIST_PATH;
use crate::desk::work::outcome::{AskedDecision, show_outcome};
use crate::{Fields, Form, InputError, InputField, Page, Result, Section, Visitor, list_errors};

pub(super) struct NewSubscriptionDraft {
    /// The name of the chosen type. `None` before a choice.
    pub(super) kind: Option<String>,
    kind_error: Option<String>,
    pub(super) start_date: InputField,
    pub(super) end_date: InputField,
}

impl NewSubscriptionDraft {
    pub(super) fn new_empty(page: &Page<'_>, today: Date) -> Self {
        let start = InputField::new_required(page, "start_date", "work-start-date");
        let end = InputField::new_optional(page, "new_end_date", "work-new-end-date");
        Self {
            kind: None,
            kind_error: None,
            start_date: start.with_hint(page.text("work-date-hint")).with_value(today.to_string()),
            end_date: end.with_hint(page.text("work-new-end-date-hint")),
        }
    }

    fn from_fields(page: &Page<'_>, today: Date, fields: &Fields) -> Self {
        let empty = Self::new_empty(page, today);
        Self {
            kind: fields.get("type").map(str::to_owned),
            kind_error: None,
            start_date: empty.start_date.read_from(page, fields),
            end_date: empty.end_date.read_from(page, fields),
        }
    }

    fn to_request(&self, faults: &mut Faults) -> NewSubscription {
        let start = faults.require(Field::StartDate, Date::parse_value(&self.start_date.value).ok());
        let kind = self.kind.as_deref().and_then(|kind| ShortText::parse_value(kind).ok());
        let kind = faults.require(Field::UserSubscriptionType, kind);
        let end_date = match self.end_date.typed_value().map(|typed| Date::parse_value(&typed)) {
            None => Change::Keep,
            Some(Ok(day)) => Change::Set(day),
            Some(Err(_)) => {
                faults.add(ErrorKey::InvalidDate, Field::EndDate, "must be a date");
                Change::Keep
            }
        };
        NewSubscription {
            start_date: start,
            user_subscription_type: kind,
            details: SubscriptionDetails { end_date, ..SubscriptionDetails::default() },
        }
    }

    /// Adds what the operation found wrong.
    fn add_faults(&mut self, page: &Page<'_>, faults: &[Fault]) {
        let has = |field| faults.iter().any(|fault| fault.field == Some(field));
        if has(Field::UserSubscriptionType) {
            self.kind_error = Some(page.text("work-subscription-type-missing"));
        }
        if has(Field::StartDate) && self.start_date.error.is_none() {
            self.start_date.error = Some(page.text("work-start-date-wrong"));
        }
        if has(Field::EndDate) && self.end_date.error.is_none() {
            self.end_date.error = Some(page.text("work-new-end-date-wrong"));
        }
    }

    pub(super) fn errors(&self) -> Vec<InputError> {
        let kind = self.kind_error.clone().map(|text| InputError { field: "type", text });
        kind.into_iter().chain(list_errors(&[&self.start_date, &self.end_date])).collect()
    }
}

pub(super) async fn submit_beginning(visitor: Visitor, named: NamedHolder, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let page = visitor.page(Section::Account);
    let mut draft = NewSubscriptionDraft::from_fields(&page, visitor.op.today(), &fields);
    let mut faults = Faults::default();
    let beginning = SubscriptionBeginning {
        subscription: draft.to_request(&mut faults),
        // A form without the number has not seen any page: nothing begins.
        subscriptions_before: fields.get("before").and_then(|count| count.parse().ok()).unwrap_or(u64::MAX),
    };
    match work::begin_subscription(&visitor.op, named.holder(), beginning, faults).await? {
        FormOutcome::Processed(outcome) => {
            let path = &format!("{}/subscription", named.path());
            let message = "work-subscription-begun";
            let asked = AskedDecision { outcome: &outcome, message, path, next_path: LIST_PATH };
            show_outcome(&visitor, asked)
        }
        FormOutcome::Refused(faults, view) => {
            draft.add_faults(&page, &faults);
            let empty = SubscriptionDrafts::new_empty(&page, &visitor);
            let drafts = SubscriptionDrafts { beginning: draft, ..empty };
            Ok(render_forms(&visitor, (&named, &view), drafts))
        }
    }
}
