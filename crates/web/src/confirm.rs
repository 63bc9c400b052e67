//! /confirm/{key}: a competent authority confirms a member's disability (docs/rules/accounts.md#rule-9). The
//! holder of the emailed key is the authority; the page shows only the member's name and birth date.

use services::email_links::CONFIRM;
use std::collections::BTreeSet;

use askama::Template;
use axum::response::Response;
use domain::accounts::Account;
use domain::confirmations::{Confirmation, Evidence, Statement};
use domain::ids::SiteId;
use domain::proofs::DisabilityType;
use domain::wire::WireEnum as _;
use oauth::{Fault, Params};
use services::confirmations::{self, AuthorityAnswer, ConfirmationOutcome};

use crate::email_page::{EmailFrame, EmailPage, FinalTexts};
use crate::form::PageValues;
use crate::form_flow::FormProblem;
use crate::page::Page;
use crate::state::WebState;
use layout::dates::format_day;
use layout::inputs::{InputError, InputField, list_errors};

#[derive(Template)]
#[template(path = "confirm.html")]
struct ConfirmPage<'a> {
    page: &'a Page,
    flow: &'a str,
    action: &'a str,
    person: &'a str,
    born: Option<String>,
    sheet: &'a ConfirmForm,
    errors: &'a [InputError],
}

/// The form with its values.
#[derive(Default)]
pub(crate) struct ConfirmForm {
    inputs: Vec<InputField>,
    choices: Vec<DisabilityChoice>,
    choices_error: Option<String>,
    is_confirmed: bool,
    confirm_error: Option<String>,
}

/// A disability that can be confirmed.
struct DisabilityChoice {
    kind: DisabilityType,
    name: &'static str,
    label: String,
    is_chosen: bool,
}

/// The page.
pub(crate) struct Confirm;

impl EmailPage for Confirm {
    const PATH_PREFIX: &'static str = CONFIRM;
    const USED_MESSAGE_ID: &'static str = "confirm-used";
    /// An unanswered request, and the account that made it.
    type Subject = (Confirmation, Account);
    type Sheet = ConfirmForm;
    type Content = Statement;

    async fn find_subject(state: &WebState, key: &str) -> Result<Option<Self::Subject>, FormProblem> {
        Ok(confirmations::find_open(&state.operation(), key).await?)
    }

    fn site((_, account): &Self::Subject) -> &SiteId {
        &account.site
    }

    fn language(_: &Self::Subject) -> Option<&str> {
        // An authority whom the owner of the account has named.
        None
    }

    fn read_form(page: &Page, sent: Option<&Params>) -> Result<ConfirmForm, Fault> {
        ConfirmForm::from_params(page, sent.unwrap_or(&Params::default()), sent.is_some())
    }

    fn form_errors(sheet: &ConfirmForm) -> Vec<InputError> {
        sheet.errors()
    }

    fn form_content(sheet: &ConfirmForm) -> Option<Statement> {
        sheet.to_statement()
    }

    fn render(frame: &EmailFrame<'_>, (_, account): &Self::Subject, sheet: &ConfirmForm) -> Response {
        frame.show(&ConfirmPage {
            page: frame.page,
            flow: frame.flow,
            action: frame.action,
            person: &account.display_name(),
            born: account.date_of_birth.map(|born| format_day(frame.page, born)),
            sheet,
            errors: frame.errors,
        })
    }

    async fn apply(
        state: &WebState,
        _: &str,
        (asked, account): &Self::Subject,
        statement: Statement,
    ) -> Result<Option<FinalTexts>, FormProblem> {
        let answer = AuthorityAnswer { evidence: Evidence::EmailedKey, statement: &statement };
        let text = match confirmations::confirm_by_key(&state.operation(), asked, answer).await? {
            Some(ConfirmationOutcome::Active) => "confirm-done-text",
            Some(ConfirmationOutcome::AwaitsReview) => "confirm-done-review",
            None => return Ok(None),
        };
        let page = &state.page;
        let text = page.with_name(text, &account.display_name());
        Ok(Some(FinalTexts { heading: page.text("confirm-done-heading"), text, link: None }))
    }
}

impl ConfirmForm {
    /// Reads the form; `sent` reports missing values.
    fn from_params(page: &Page, form: &Params, sent: bool) -> Result<Self, Fault> {
        let profession = InputField::new_required(page, "title", "confirm-profession")
            .with_autocomplete("organization-title");
        let inputs = [
            InputField::new_required(page, "firstName", "confirm-first-name")
                .with_autocomplete("given-name")
                .with_missing_error(page.text("confirm-first-name-missing")),
            InputField::new_required(page, "lastName", "confirm-last-name")
                .with_autocomplete("family-name")
                .with_missing_error(page.text("confirm-last-name-missing")),
            profession
                .with_hint(page.text("confirm-profession-hint"))
                .with_missing_error(page.text("confirm-profession-missing")),
            InputField::new_optional(page, "organizationName", "confirm-organization")
                .with_autocomplete("organization"),
            InputField::new_optional(page, "phoneNumber", "confirm-telephone").with_autocomplete("tel"),
        ];
        let read = |input: InputField| if sent { input.read_from(page, &PageValues(form)) } else { input };
        let mut sheet = Self { inputs: inputs.map(read).into(), ..Self::default() };
        for kind in DisabilityType::ALL {
            let (name, label) = field_and_label(*kind);
            let chosen = form.get(name)?.is_some();
            sheet.choices.push(DisabilityChoice {
                kind: *kind,
                name,
                label: page.text(label),
                is_chosen: chosen,
            });
        }
        sheet.is_confirmed = form.get("confirm")?.is_some();
        if sent && !sheet.choices.iter().any(|choice| choice.is_chosen) {
            sheet.choices_error = Some(page.text("confirm-choices-missing"));
        }
        if sent && !sheet.is_confirmed {
            sheet.confirm_error = Some(page.text("confirm-true-missing"));
        }
        Ok(sheet)
    }

    fn errors(&self) -> Vec<InputError> {
        let error = |field, text: &Option<String>| Some(InputError { field, text: text.clone()? });
        let choices = error(field_and_label(DisabilityType::ALL[0]).0, &self.choices_error);
        let inputs = list_errors(&self.inputs.iter().collect::<Vec<_>>());
        choices.into_iter().chain(inputs).chain(error("confirm", &self.confirm_error)).collect()
    }

    /// The authority's statement; `None` if a field is missing.
    fn to_statement(&self) -> Option<Statement> {
        if !self.errors().is_empty() {
            return None;
        }
        let [first_name, last_name, title, organization, phone_number] = self.inputs.as_slice() else {
            return None;
        };
        let chosen = self.choices.iter().filter(|choice| choice.is_chosen).map(|choice| choice.kind);
        Some(Statement {
            first_name: first_name.typed_value()?,
            last_name: last_name.typed_value()?,
            title: title.typed_value()?,
            organization: organization.typed_value(),
            phone_number: phone_number.typed_value(),
            disabilities: chosen.collect::<BTreeSet<_>>(),
        })
    }
}

/// A disability's form field, and the message of its label.
fn field_and_label(kind: DisabilityType) -> (&'static str, &'static str) {
    match kind {
        DisabilityType::Visual => ("visual", "confirm-visual"),
        DisabilityType::Learning => ("learning", "confirm-learning"),
        DisabilityType::Physical => ("physical", "confirm-physical"),
        DisabilityType::Nonspecific => ("nonspecific", "confirm-nonspecific"),
    }
}
