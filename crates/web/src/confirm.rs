//! /confirm/{key}: a competent authority confirms a member's disability (docs/rules/accounts.md#rule-9). The
//! holder of the emailed key is the authority; the page shows only the member's name and birth date.

use std::collections::BTreeSet;

use askama::Template;
use axum::response::Response;
use domain::accounts::Account;
use domain::confirmations::{Confirmation, Statement};
use domain::proofs::DisabilityType;
use domain::wire::WireEnum as _;
use jobs::emails::{CONFIRM, SendEmail, enqueue};
use oauth::{Fault, Params, tokens};
use store::{accounts, confirmations};

use crate::email_page::{Done, EmailPage, Frame};
use crate::fields::{Field, FieldError};
use crate::sign_in::may_sign_in;
use crate::state::WebState;
use crate::walk::Halt;
use layout::STYLE_PATH;

#[derive(Template)]
#[template(path = "confirm.html")]
struct ConfirmPage<'a> {
    site: &'a str,
    style: &'a str,
    flow: &'a str,
    action: &'a str,
    person: &'a str,
    born: Option<String>,
    sheet: &'a Sheet,
    errors: &'a [FieldError<'a>],
}

/// The form with its values.
#[derive(Default)]
pub(crate) struct Sheet {
    fields: Vec<Field>,
    choices: Vec<Choice>,
    choices_error: Option<&'static str>,
    confirmed: bool,
    confirm_error: Option<&'static str>,
}

/// A disability that can be confirmed.
struct Choice {
    kind: DisabilityType,
    name: &'static str,
    label: &'static str,
    chosen: bool,
}

/// The page.
pub(crate) struct Confirm;

impl EmailPage for Confirm {
    const PATH: &'static str = CONFIRM;
    const USED: &'static str = "The link in the email was used already, or is more than 60 days old. If you want to \
                                confirm a disability, ask the person who named you to send you another email.";
    /// An unanswered request, and the account that made it.
    type Subject = (Confirmation, Account);
    type Sheet = Sheet;
    type Said = Statement;

    async fn subject(state: &WebState, key: &str) -> Result<Option<Self::Subject>, Halt> {
        let asked = confirmations::by_key(&state.db, &tokens::hash(key), state.now()).await?;
        let Some(asked) = asked else { return Ok(None) };
        let account = accounts::get(&state.db, &asked.account).await?.filter(may_sign_in);
        Ok(account.map(|account| (asked, account)))
    }

    fn account((_, account): &Self::Subject) -> &Account {
        account
    }

    fn sheet(sent: Option<&Params>) -> Result<Sheet, Fault> {
        Sheet::read(sent.unwrap_or(&Params::default()), sent.is_some())
    }

    fn errors(sheet: &Sheet) -> Vec<FieldError<'_>> {
        sheet.errors()
    }

    fn said(sheet: &Sheet) -> Option<Statement> {
        sheet.statement()
    }

    fn page(frame: &Frame<'_>, (_, account): &Self::Subject, sheet: &Sheet) -> Response {
        frame.show(&ConfirmPage {
            site: frame.site,
            style: &STYLE_PATH,
            flow: frame.flow,
            action: frame.action,
            person: &account.display_name(),
            born: account.date_of_birth.map(domain::dates::format_date),
            sheet,
            errors: frame.errors,
        })
    }

    async fn act(
        state: &WebState,
        _: &str,
        (asked, account): &Self::Subject,
        statement: Statement,
    ) -> Result<Option<Done>, Halt> {
        let now = state.now();
        let mut tx = state.db.begin().await?;
        if !confirmations::confirm(&mut tx, asked, &statement, now).await? {
            tx.rollback().await?;
            return Ok(None);
        }
        enqueue(&mut tx, &SendEmail::ConfirmationGiven { account: account.id.clone() }, now).await?;
        tx.commit().await?;
        tracing::info!(account = %account.id, "a disability was confirmed by an authority");
        let text =
            format!("{} can read with this library now. You may close this page.", account.display_name());
        Ok(Some(Done { heading: "Thank you", text }))
    }
}

impl Sheet {
    /// Reads the form; `sent` reports missing values.
    fn read(form: &Params, sent: bool) -> Result<Self, Fault> {
        let fields = [
            (Field::required("firstName", "Your given name", "given-name"), "Enter your given name"),
            (Field::required("lastName", "Your family name", "family-name"), "Enter your family name"),
            (
                Field::required("title", "Your profession", "organization-title")
                    .hint("For example: physician, special education teacher"),
                "Enter your profession",
            ),
            (Field::optional("organizationName", "Where you work", "organization"), ""),
            (Field::optional("phoneNumber", "Telephone", "tel"), ""),
        ];
        let mut sheet = Self::default();
        for (field, missing) in fields {
            sheet.fields.push(if sent { field.read(form, missing)? } else { field });
        }
        for kind in DisabilityType::ALL {
            let (name, label) = words(*kind);
            let chosen = form.get(name)?.is_some();
            sheet.choices.push(Choice { kind: *kind, name, label, chosen });
        }
        sheet.confirmed = form.get("confirm")?.is_some();
        if sent && !sheet.choices.iter().any(|choice| choice.chosen) {
            sheet.choices_error = Some("Choose at least one disability");
        }
        if sent && !sheet.confirmed {
            sheet.confirm_error = Some("Confirm that what you say is true");
        }
        Ok(sheet)
    }

    fn errors(&self) -> Vec<FieldError<'_>> {
        let error = |field, text: Option<&'static str>| Some(FieldError { field, text: text? });
        let mut errors: Vec<FieldError<'_>> =
            error(words(DisabilityType::ALL[0]).0, self.choices_error).into_iter().collect();
        errors.extend(Field::errors(&self.fields));
        errors.extend(error("confirm", self.confirm_error));
        errors
    }

    /// The authority's statement; `None` if something is missing.
    fn statement(&self) -> Option<Statement> {
        if !self.errors().is_empty() {
            return None;
        }
        let [first_name, last_name, title, organization, phone_number] = self.fields.as_slice() else {
            return None;
        };
        let chosen = self.choices.iter().filter(|choice| choice.chosen).map(|choice| choice.kind);
        Some(Statement {
            first_name: first_name.given()?,
            last_name: last_name.given()?,
            title: title.given()?,
            organization: organization.given(),
            phone_number: phone_number.given(),
            disabilities: chosen.collect::<BTreeSet<_>>(),
        })
    }
}

/// A disability's form field, and its label.
fn words(kind: DisabilityType) -> (&'static str, &'static str) {
    match kind {
        DisabilityType::Visual => ("visual", "Blindness or low vision"),
        DisabilityType::Learning => ("learning", "A learning disability, such as dyslexia"),
        DisabilityType::Physical => {
            ("physical", "A physical disability: a book cannot be held or its pages turned")
        }
        DisabilityType::Nonspecific => {
            ("nonspecific", "Another disability that prevents reading standard print")
        }
    }
}
