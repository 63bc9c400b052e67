//! /account/subscription: takes out a subscription.

use axum::response::Response;
use domain::subscription_types::SubscriptionType;
use services::subscriptions::own::{
    self, OrderOutcome, OwnSubscription, SubscriptionOffer, SubscriptionOrder,
};
use services::{ErrorKey, Faults, Field};

use super::quota_lines;
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::money::format_amount;
use crate::{Fields, Form, Page, Result, Section, Visitor, redirect_to, render_with_status};

struct SubscriptionOption {
    name: String,
    description: String,
    facts: Vec<String>,
    is_chosen: bool,
}

#[derive(askama::Template)]
#[template(path = "subscription.html")]
struct SubscriptionPage<'a> {
    page: Page<'a>,
    /// Sentences about an active subscription. Empty if there is none.
    active_lines: Vec<String>,
    choices: Vec<SubscriptionOption>,
    code: InputField,
    errors: Vec<InputError>,
}

struct ChoiceDraft {
    kind: Option<String>,
    kind_error: Option<String>,
    code: InputField,
}

impl ChoiceDraft {
    fn from_fields(page: &Page<'_>, fields: &Fields) -> Self {
        let code = InputField::new_optional(page, "code", "subscription-code")
            .with_hint(page.text("subscription-code-hint"));
        Self {
            kind: fields.get("type").map(str::to_owned),
            kind_error: None,
            code: code.read_from(page, fields),
        }
    }

    fn errors(&self) -> Vec<InputError> {
        let kind = self.kind_error.clone().map(|text| InputError { field: "type", text });
        kind.into_iter().chain(list_errors(&[&self.code])).collect()
    }
}

/// GET: the active subscription, or the types to choose from.
pub(crate) async fn show_page(visitor: Visitor) -> Result {
    let op = &visitor.op;
    op.require_individual_member()?;
    let offer = own::find_offer(op).await?;
    let draft = ChoiceDraft::from_fields(&visitor.page(Section::Account), &Fields::default());
    Ok(render_form(&visitor, offer, draft))
}

pub(crate) async fn subscribe(visitor: Visitor, Form(fields): Form) -> Result {
    let op = &visitor.op;
    op.require_individual_member()?;
    let page = visitor.page(Section::Account);
    let mut draft = ChoiceDraft::from_fields(&page, &fields);
    if draft.code.error.is_some() {
        let offer = own::find_offer(op).await?;
        return Ok(render_form(&visitor, offer, draft));
    }
    let mut faults = Faults::default();
    let order = SubscriptionOrder {
        user_subscription_type: faults.require(Field::UserSubscriptionType, draft.kind.clone()),
        promo_code: draft.code.typed_value(),
    };
    match own::place_order(op, order, faults).await {
        Ok(OrderOutcome::Taken) => {
            visitor.redirect_with_message("subscription-taken", "/account/subscription")
        }
        Ok(OrderOutcome::Refused(faults, offer)) => {
            let (codes, kinds): (Vec<_>, Vec<_>) =
                faults.iter().partition(|fault| fault.field == Some(Field::PromoCode));
            draft.code.error = codes.first().map(|_| page.text("subscription-code-wrong"));
            draft.kind_error = kinds.first().map(|_| page.text("subscription-type-missing"));
            Ok(render_form(&visitor, *offer, draft))
        }
        // Another window was faster; the page shows what there is.
        Err(error) if error.key() == Some(ErrorKey::SubscriptionExists) => {
            redirect_to("/account/subscription")
        }
        Err(error) => Err(error.into()),
    }
}

fn render_form(visitor: &Visitor, offer: SubscriptionOffer, draft: ChoiceDraft) -> Response {
    let SubscriptionOffer { own, types } = offer;
    let page = visitor.page(Section::Account);
    let errors = draft.errors();
    let open = types.iter().filter(|kind| kind.open_to_people);
    let page = SubscriptionPage {
        active_lines: own.map(|own| active_lines(&page, &own)).unwrap_or_default(),
        choices: open.map(|kind| type_choice(&page, kind, draft.kind.as_deref())).collect(),
        code: draft.code,
        errors,
        page,
    };
    render_with_status(inputs::form_status(&page.errors), &page)
}

fn active_lines(page: &Page<'_>, own: &OwnSubscription) -> Vec<String> {
    let due = own.payment.amount_due;
    let due = (due > 0).then(|| page.with_name("subscription-due", &format_amount(page, due)));
    [page.text("step-subscription-done")].into_iter().chain(quota_lines(page, own)).chain(due).collect()
}

fn type_choice(page: &Page<'_>, kind: &SubscriptionType, chosen: Option<&str>) -> SubscriptionOption {
    let months = match kind.months {
        Some(months) => page.count("subscription-months", months.into()),
        None => page.text("subscription-endless"),
    };
    let price = match kind.price {
        0 => page.text("subscription-free"),
        price => page.with_name("subscription-price", &format_amount(page, price)),
    };
    SubscriptionOption {
        name: kind.name.clone(),
        description: kind.description.clone(),
        facts: vec![months, price],
        is_chosen: chosen == Some(kind.name.as_str()),
    }
}
