//! /account/subscription: takes out a subscription.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use domain::subscription_types::SubscriptionType;
use services::roles::{FromCaller as _, IndividualMember};
use services::subscriptions::own::{self, Order, Own};
use services::{Error, ErrorKey, Faults, subscription_types};

use super::quota;
use crate::fields::{Fields, Form};
use crate::inputs::{self, InputError, InputField, errors};
use crate::money::money;
use crate::page::{Page, Section, redirect, show_with};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// A type to choose.
struct Choice {
    name: String,
    description: String,
    facts: Vec<String>,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "subscription.html")]
struct SubscriptionPage<'a> {
    page: Page<'a>,
    /// What is said of an active subscription. Empty if there is none.
    active: Vec<String>,
    choices: Vec<Choice>,
    code: InputField,
    errors: Vec<InputError>,
}

/// What the visitor chose, with what is wrong with it.
struct Draft {
    kind: Option<String>,
    kind_error: Option<String>,
    code: InputField,
}

impl Draft {
    fn read(page: &Page<'_>, fields: &Fields) -> Self {
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
        kind.into_iter().chain(errors(&[&self.code])).collect()
    }
}

/// GET: the active subscription, or the types to choose from.
pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let draft = Draft::read(&Page::new(&pages, &visitor, Section::Account), &Fields::default());
    form(&pages, &visitor, draft).await
}

/// POST: takes out the chosen one.
pub(crate) async fn post(
    State(pages): State<Pages>,
    visitor: Visitor,
    Form(fields): Form,
) -> Result<Response> {
    let user = IndividualMember::from_caller(&visitor.caller)?;
    let page = Page::new(&pages, &visitor, Section::Account);
    let mut draft = Draft::read(&page, &fields);
    if draft.code.error.is_some() {
        return form(&pages, &visitor, draft).await;
    }
    let order = Order { kind: draft.kind.clone(), promo_code: draft.code.typed_value() };
    match own::take(&pages.library, &user, order, Faults::default()).await {
        Ok(_) => visitor.done("subscription-taken", &pages, "/account/subscription"),
        Err(Error::Invalid(faults)) => {
            let (codes, kinds): (Vec<_>, Vec<_>) =
                faults.iter().partition(|fault| fault.key == ErrorKey::PromoCodeInvalid);
            draft.code.error = codes.first().map(|_| page.text("subscription-code-wrong"));
            draft.kind_error = kinds.first().map(|_| page.text("subscription-type-missing"));
            form(&pages, &visitor, draft).await
        }
        // Another window was faster; the page shows what there is.
        Err(error) if error.key() == Some(ErrorKey::SubscriptionExists) => redirect("/account/subscription"),
        Err(error) => Err(error.into()),
    }
}

async fn form(pages: &Pages, visitor: &Visitor, draft: Draft) -> Result<Response> {
    visitor.user()?;
    let user = IndividualMember::from_caller(&visitor.caller)?;
    let own = own::own(&pages.library, &user.reader, user.now()).await?;
    let types = match own {
        Some(_) => Vec::new(),
        None => subscription_types::list(&pages.library, &user, None).await?,
    };
    let page = Page::new(pages, visitor, Section::Account);
    let errors = draft.errors();
    let open = types.iter().filter(|kind| kind.open_to_people);
    let page = SubscriptionPage {
        active: own.map(|own| active(&page, &own)).unwrap_or_default(),
        choices: open.map(|kind| choice(&page, kind, draft.kind.as_deref())).collect(),
        code: draft.code,
        errors,
        page,
    };
    Ok(show_with(inputs::status(&page.errors), &page))
}

fn active(page: &Page<'_>, own: &Own) -> Vec<String> {
    let due = own.payment.amount_due;
    let due = (due > 0).then(|| page.with_name("subscription-due", &money(page, due)));
    [page.text("step-subscription-done")].into_iter().chain(quota(page, own)).chain(due).collect()
}

fn choice(page: &Page<'_>, kind: &SubscriptionType, chosen: Option<&str>) -> Choice {
    let months = match kind.months {
        Some(months) => page.count("subscription-months", months.into()),
        None => page.text("subscription-endless"),
    };
    let price = match kind.price {
        0 => page.text("subscription-free"),
        price => page.with_name("subscription-price", &money(page, price)),
    };
    Choice {
        name: kind.name.clone(),
        description: kind.description.clone(),
        facts: vec![months, price],
        chosen: chosen == Some(kind.name.as_str()),
    }
}
