//! /account/proof: asks an authority by email to confirm the visitor's disability, or submits a membership.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use domain::admission::AdmissionRules;
use domain::proofs::ProofStatus;
use domain::staff_decisions::ProofOutcome;
use domain::{ProofSource, access};
use layout::admission::describe_certifiers;
use services::confirmations::{self, NewRequest};
use services::work::{ProofDecision, find_own_answer};
use services::{Error, Faults, Field};

use super::membership_proof::{MembershipDraft, OwnRules};
use crate::desk::reason_text;
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::{Fields, Form, Page, Problem, Result, Section, Visitor, format_day_of, render_with_status};

const MAX_MESSAGE_CHARS: usize = 1000;

#[derive(Template)]
#[template(path = "proof.html")]
struct ProofPage<'a> {
    page: Page<'a>,
    is_done: bool,
    /// A sentence about borrowing books while the proof is checked. `None` if that is not possible.
    provisional: Option<String>,
    answer: Option<ProofAnswer>,
    /// True if the visitor can ask an authority.
    asks_authorities: bool,
    /// A sentence about the authorities that suffice. `None` if all do.
    certifiers: Option<String>,
    request: RequestDraft,
    message_hint: String,
    /// `None` if no membership suffices.
    membership: Option<MembershipDraft>,
    errors: Vec<InputError>,
}

/// The visitor's input in both forms of the page.
pub(super) struct ProofDraft {
    pub(super) request: RequestDraft,
    pub(super) membership: MembershipDraft,
    /// The staff's decision on the last proof. `None` if the reader need not know of it.
    pub(super) answer: Option<ProofAnswer>,
}

/// A decision of staff, in words for the member.
pub(super) struct ProofAnswer {
    text: String,
    /// Why, and what staff remark.
    lines: Vec<String>,
}

impl ProofAnswer {
    fn new(page: &Page<'_>, decision: &ProofDecision) -> Self {
        let message = match decision.outcome {
            ProofOutcome::Declined => "proof-answer-declined",
            ProofOutcome::Accepted | ProofOutcome::Answered | ProofOutcome::MoreNeeded => "proof-answer-more",
        };
        let date = format_day_of(page, decision.decided);
        let reason = decision.reason.map(|reason| reason_text(page, reason));
        let remark = decision.remark.iter().flat_map(|remark| remark.lines());
        let remark = remark.filter(|line| !line.trim().is_empty()).map(str::to_owned);
        Self {
            text: page.format(message, &[("date", date.as_str().into())]),
            lines: reason.into_iter().chain(remark).collect(),
        }
    }
}

impl ProofDraft {
    pub(super) fn new_empty(page: &Page<'_>, rules: &AdmissionRules) -> Self {
        Self {
            request: RequestDraft::new_empty(page),
            membership: MembershipDraft::new_empty(page, rules),
            answer: None,
        }
    }
}

/// The visitor's request to an authority with its errors.
pub(super) struct RequestDraft {
    email: InputField,
    name: InputField,
    message: String,
    message_error: Option<String>,
}

impl RequestDraft {
    fn new_empty(page: &Page<'_>) -> Self {
        let email =
            InputField::new_required(page, "email", "proof-email").with_hint(page.text("proof-email-hint"));
        Self {
            email: InputField { kind: "email", ..email },
            name: InputField::new_optional(page, "name", "proof-name"),
            message: String::new(),
            message_error: None,
        }
    }

    fn from_fields(page: &Page<'_>, fields: &Fields) -> Self {
        let empty = Self::new_empty(page);
        let email = inputs::read_email(page, fields, empty.email, "proof-email-wrong");
        let message = fields.get("message").unwrap_or_default().replace("\r\n", "\n");
        let long = message.chars().count() > MAX_MESSAGE_CHARS;
        let message_error = long.then(|| page.count("proof-message-long", MAX_MESSAGE_CHARS as u64));
        Self { email, name: empty.name.read_from(page, fields), message, message_error }
    }

    fn errors(&self) -> Vec<InputError> {
        let message = self.message_error.clone().map(|text| InputError { field: "message", text });
        list_errors(&[&self.email, &self.name]).into_iter().chain(message).collect()
    }

    fn to_request(&self, faults: &mut Faults) -> NewRequest {
        NewRequest {
            email_address: faults.require(Field::EmailAddress, self.email.typed_value()),
            name: self.name.typed_value(),
            message: Some(self.message.clone()).filter(|message| !message.is_empty()),
        }
    }
}

pub(crate) async fn show_form(visitor: Visitor, OwnRules(rules): OwnRules) -> Result<Response> {
    let page = visitor.page(Section::Account);
    let answer = find_own_answer(&visitor.op).await?;
    let answer = answer.map(|decision| ProofAnswer::new(&page, &decision));
    let draft = ProofDraft { answer, ..ProofDraft::new_empty(&page, &rules) };
    render_form(&visitor, &rules, draft)
}

/// POST: the email to the authority.
pub(crate) async fn ask_authority(
    visitor: Visitor,
    OwnRules(rules): OwnRules,
    Form(fields): Form,
) -> Result<Response> {
    if !rules.accepts_source(ProofSource::Faxed) {
        return Err(Problem::Explained(StatusCode::BAD_REQUEST, "proof-refused"));
    }
    let page = visitor.page(Section::Account);
    let request = RequestDraft::from_fields(&page, &fields);
    let mut draft = ProofDraft { request, ..ProofDraft::new_empty(&page, &rules) };
    if !draft.request.errors().is_empty() {
        return render_form(&visitor, &rules, draft);
    }
    let mut faults = Faults::default();
    let request = draft.request.to_request(&mut faults);
    let op = visitor.creation_operation(fields.get("form"), &request);
    match confirmations::request(&op, request, faults).await {
        Ok(_) => visitor.redirect_with_message("proof-asked", "/account/proof"),
        // All else about the address was checked before.
        Err(Error::Invalid(faults))
            if faults.iter().any(|fault| fault.field == Some(Field::EmailAddress)) =>
        {
            draft.request.email.error = Some(page.text("proof-email-own"));
            render_form(&visitor, &rules, draft)
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) fn render_form(visitor: &Visitor, rules: &AdmissionRules, draft: ProofDraft) -> Result<Response> {
    let reader = visitor.op.require_individual_member()?;
    let page = visitor.page(Section::Account);
    let requirements = access::requirements_of(reader, visitor.op.now);
    let status = requirements.and_then(|needed| needed.proof);
    let until = requirements.and_then(|needed| needed.provisional_until);
    let ProofDraft { request, membership, answer } = draft;
    let errors = request.errors().into_iter().chain(membership.errors()).collect();
    let page = ProofPage {
        is_done: status == Some(ProofStatus::Active),
        provisional: until.map(|until| page.with_name("steps-provisional", &format_day_of(&page, until))),
        asks_authorities: rules.accepts_source(ProofSource::Faxed),
        certifiers: describe_certifiers(&page, "proof-certifiers", rules),
        message_hint: page.count("proof-message-hint", MAX_MESSAGE_CHARS as u64),
        answer,
        request,
        membership: Some(membership).filter(|membership| !membership.source.options.is_empty()),
        errors,
        page,
    };
    Ok(render_with_status(inputs::form_status(&page.errors), &page))
}
