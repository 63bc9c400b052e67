//! /desk/people/{id}/agreement: an agreement that somebody signed on paper.

use axum::response::Response;
use domain::{AccountId, AgreementType};
use jiff::Timestamp;
use services::agreements::NewAgreement;
use services::values::{ParseValue as _, ShortText};
use services::work::{self, AgreementView, FormOutcome};
use services::{Fault, Faults, Field};

use super::LIST_PATH;
use super::outcome::{AskedDecision, show_outcome};
use super::wording::claim_text;
use crate::desk::person_path;
use crate::inputs::{self, InputError, InputField, list_errors};
use crate::{Fields, Form, Page, Path, Result, Section, Visitor, render_with_status};

struct AgreementDraft {
    date: InputField,
    name: InputField,
    is_by_guardian: bool,
    guardian_error: Option<String>,
}

impl AgreementDraft {
    fn new_empty(page: &Page<'_>) -> Self {
        Self {
            date: InputField::new_required(page, "date", "work-agreement-date")
                .with_hint(page.text("work-date-hint")),
            name: InputField::new_required(page, "name", "work-agreement-name"),
            is_by_guardian: false,
            guardian_error: None,
        }
    }

    fn from_fields(page: &Page<'_>, fields: &Fields) -> Self {
        let empty = Self::new_empty(page);
        Self {
            date: empty.date.read_from(page, fields),
            name: empty.name.read_from(page, fields),
            is_by_guardian: fields.get("guardian").is_some(),
            guardian_error: None,
        }
    }

    fn to_request(&self, faults: &mut Faults) -> NewAgreement {
        let name = Some(&self.name).filter(|name| name.error.is_none());
        NewAgreement {
            agreement_type: AgreementType::TermsOfUse.into(),
            date_signed: faults.require(Field::DateSigned, Timestamp::parse_value(&self.date.value).ok()),
            print_name: faults
                .require(Field::PrintName, name.and_then(|name| ShortText::parse_value(&name.value).ok())),
            signed_by_legal_guardian: Some(self.is_by_guardian),
        }
    }

    /// Adds what the operation found wrong.
    fn add_faults(&mut self, page: &Page<'_>, faults: &[Fault]) {
        let has = |field| faults.iter().any(|fault| fault.field == Some(field));
        if has(Field::DateSigned) && self.date.error.is_none() {
            self.date.error = Some(page.text("work-agreement-date-wrong"));
        }
        if has(Field::PrintName) && self.name.error.is_none() {
            self.name.error = Some(page.with_name("error-text", &self.name.label));
        }
        if has(Field::SignedByLegalGuardian) {
            self.guardian_error = Some(page.text("work-agreement-guardian-missing"));
        }
    }

    fn errors(&self) -> Vec<InputError> {
        let guardian = self.guardian_error.clone().map(|text| InputError { field: "guardian", text });
        list_errors(&[&self.date, &self.name]).into_iter().chain(guardian).collect()
    }
}

#[derive(askama::Template)]
#[template(path = "desk_agreement.html")]
struct AgreementPage<'a> {
    page: Page<'a>,
    name: String,
    person_href: String,
    /// The organization for which the person signs. Empty if there is none.
    organization: String,
    /// Names the other staff member who has taken it. Empty if nobody has.
    claim: String,
    is_signed: bool,
    draft: AgreementDraft,
    errors: Vec<InputError>,
}

pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let view = work::open_agreement(&visitor.op, &AccountId::from(id)).await?;
    let draft = AgreementDraft::new_empty(&visitor.page(Section::Account));
    Ok(render_form(&visitor, &view, draft))
}

pub(super) async fn submit_agreement(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let id = AccountId::from(id);
    let page = visitor.page(Section::Account);
    let mut draft = AgreementDraft::from_fields(&page, &fields);
    let mut faults = Faults::default();
    let form = draft.to_request(&mut faults);
    match work::record_agreement(&visitor.op, &id, form, faults).await? {
        FormOutcome::Processed(outcome) => {
            let path = &format!("{}/agreement", person_path(&id));
            let message = "work-agreement-recorded";
            let asked = AskedDecision { outcome: &outcome, message, path, next_path: LIST_PATH };
            show_outcome(&visitor, asked)
        }
        FormOutcome::Refused(faults, view) => {
            draft.add_faults(&page, &faults);
            Ok(render_form(&visitor, &view, draft))
        }
    }
}

fn render_form(visitor: &Visitor, view: &AgreementView, draft: AgreementDraft) -> Response {
    let page = visitor.page(Section::Account);
    let organization = view.organization.as_ref().map(|organization| organization.name.clone());
    let shown = AgreementPage {
        name: view.owner.display_name(),
        person_href: person_path(&view.owner.id),
        organization: organization.unwrap_or_default(),
        claim: view.other_claim.as_ref().map(|claim| claim_text(&page, claim)).unwrap_or_default(),
        is_signed: view.is_signed,
        errors: draft.errors(),
        draft,
        page,
    };
    render_with_status(inputs::form_status(&shown.errors), &shown)
}
