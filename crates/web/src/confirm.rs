//! /confirm/{key}: a competent authority confirms a member's disability (docs/rules/accounts.md#rule-9). The
//! holder of the emailed key is the authority; the page shows only the member's name and birth date.

use services::email_links::CONFIRM;
use std::collections::BTreeSet;

use axum::response::Response;
use domain::admission::{AdmissionRules, CertifierKind};
use domain::confirmations::{Evidence, Statement};
use domain::{DisabilityType, SiteId, WireEnum as _};
use oauth::{Fault, Params};
use services::confirmations::{self, AuthorityAnswer, ConfirmationOutcome, OpenRequest};

use crate::email_page::{EmailForm, EmailFrame, EmailPage};
use crate::outcome::Outcome;
use crate::{FormProblem, Page, PageValues, WebState};
use layout::admission::{certifier_name, describe_certifiers, list_certifiers};
use layout::dates::format_day;
use layout::inputs::{InputError, InputField, Select, list_errors};

#[derive(askama::Template)]
#[template(path = "confirm.html")]
struct ConfirmPage<'a> {
    page: &'a Page,
    flow: &'a str,
    action: &'a str,
    person: &'a str,
    born: Option<String>,
    form: &'a ConfirmForm,
    errors: &'a [InputError],
}

pub(crate) struct ConfirmForm {
    inputs: Vec<InputField>,
    choices: Vec<DisabilityChoice>,
    choices_error: Option<String>,
    certifier: Select,
    /// A sentence about the professionals whose confirmations suffice. `None` if all do.
    certifiers_text: Option<String>,
    is_confirmed: bool,
    confirm_error: Option<String>,
}

struct DisabilityChoice {
    kind: DisabilityType,
    name: &'static str,
    label: String,
    is_chosen: bool,
}

pub(crate) struct Confirm;

impl EmailPage for Confirm {
    const PATH_PREFIX: &'static str = CONFIRM;
    const USED_MESSAGE_ID: &'static str = "confirm-used";
    /// An unanswered request, with the account that made it and the rules of its site.
    type Subject = OpenRequest;
    type PageForm = ConfirmForm;
    type Content = Statement;

    async fn find_subject(state: &WebState, key: &str) -> Result<Option<Self::Subject>, FormProblem> {
        Ok(confirmations::open_request(&state.operation(), key).await?)
    }

    fn site(request: &OpenRequest) -> &SiteId {
        &request.account.site
    }

    fn language(_: &OpenRequest) -> Option<&str> {
        // An authority whom the owner of the account has named.
        None
    }

    fn render(frame: &EmailFrame<'_>, request: &OpenRequest, form: &ConfirmForm) -> Response {
        let account = &request.account;
        frame.show(&ConfirmPage {
            page: frame.page,
            flow: frame.flow,
            action: frame.action,
            person: &account.display_name(),
            born: account.date_of_birth.map(|born| format_day(frame.page, born)),
            form,
            errors: frame.errors,
        })
    }

    async fn apply(
        state: &WebState,
        _: &str,
        request: &OpenRequest,
        statement: Statement,
    ) -> Result<Option<Outcome<'static>>, FormProblem> {
        let answer = AuthorityAnswer { evidence: Evidence::EmailedKey, statement: &statement };
        let op = Self::begin_operation(state);
        let asked = &request.confirmation;
        let text = match confirmations::confirm_by_key(&op, asked, answer).await? {
            Some(ConfirmationOutcome::Active) => "confirm-done-text",
            Some(ConfirmationOutcome::AwaitsReview) => "confirm-done-review",
            None => return Ok(None),
        };
        let page = &state.page;
        let texts = vec![page.with_name(text, &request.account.display_name())];
        Ok(Some(Outcome { heading: page.text("confirm-done-heading"), texts, link: None }))
    }
}

impl EmailForm<OpenRequest> for ConfirmForm {
    type Content = Statement;

    /// A submitted form reports missing values.
    fn read(page: &Page, request: &OpenRequest, sent: Option<&Params>) -> Result<Self, Fault> {
        let rules = &request.rules;
        let empty = Params::default();
        let form = sent.unwrap_or(&empty);
        let is_sent = sent.is_some();
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
        let read = |input: InputField| if is_sent { input.read_from(page, &PageValues(form)) } else { input };
        let mut shown = Self {
            inputs: inputs.map(read).into(),
            choices: Vec::new(),
            choices_error: None,
            certifier: read_certifier(page, rules, sent),
            certifiers_text: describe_certifiers(page, "confirm-certifiers", rules),
            is_confirmed: form.get("confirm")?.is_some(),
            confirm_error: None,
        };
        for kind in DisabilityType::ALL {
            let (name, label) = field_and_label(*kind);
            let chosen = form.get(name)?.is_some();
            shown.choices.push(DisabilityChoice {
                kind: *kind,
                name,
                label: page.text(label),
                is_chosen: chosen,
            });
        }
        if is_sent && !shown.choices.iter().any(|choice| choice.is_chosen) {
            shown.choices_error = Some(page.text("confirm-choices-missing"));
        }
        if is_sent && !shown.is_confirmed {
            shown.confirm_error = Some(page.text("confirm-true-missing"));
        }
        Ok(shown)
    }

    fn errors(&self) -> Vec<InputError> {
        let error = |field, text: &Option<String>| Some(InputError { field, text: text.clone()? });
        let choices = error(field_and_label(DisabilityType::ALL[0]).0, &self.choices_error);
        let inputs = list_errors(&self.inputs.iter().collect::<Vec<_>>());
        let before = choices.into_iter().chain(self.certifier.input_error());
        before.chain(inputs).chain(error("confirm", &self.confirm_error)).collect()
    }

    fn content(&self) -> Option<Statement> {
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
            certifier: CertifierKind::parse(&self.certifier.value).ok(),
            organization: organization.typed_value(),
            phone_number: phone_number.typed_value(),
            disabilities: chosen.collect::<BTreeSet<_>>(),
        })
    }
}

/// The choice of a profession. One that does not suffice at the site is refused, and the error lists the
/// others.
fn read_certifier(page: &Page, rules: &AdmissionRules, sent: Option<&Params>) -> Select {
    let option = |kind: &CertifierKind| (kind.as_str().to_owned(), certifier_name(page, *kind));
    let options = CertifierKind::ALL.iter().map(option).collect();
    let mut select = Select::new_required(page, "certifier", "confirm-certifier", options);
    let Some(sent) = sent else { return select };
    select.choose(page, &PageValues(sent));
    select.error = match CertifierKind::parse(&select.value) {
        Ok(kind) if rules.certifiers.contains(&kind) => None,
        Ok(_) => {
            let certifiers = list_certifiers(page, &rules.certifiers);
            Some(page.with_name("confirm-certifier-refused", &certifiers))
        }
        Err(_) => Some(page.text("confirm-certifier-missing")),
    };
    select
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
