//! /account/proof/membership: submits a membership in another organization as proof of disability.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use domain::admission::AdmissionRules;
use domain::{ProofSource, WireEnum as _};
use layout::inputs::Select;
use services::admission;
use services::proofs::{self, NewSubmission};

use super::proof::{self, ProofDraft};
use crate::{Fields, Form, InputError, InputField, Page, Pages, Problem, Result, Section, Visitor};

pub(crate) struct OwnRules(pub(crate) AdmissionRules);

impl FromRequestParts<Pages> for OwnRules {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self> {
        let visitor = Visitor::from_request_parts(parts, pages).await?;
        Ok(Self(admission::own_rules(&visitor.op).await?))
    }
}

pub(super) struct MembershipDraft {
    /// The sources that suffice at the site, and the chosen one.
    pub(super) source: Select,
    pub(super) number: InputField,
}

impl MembershipDraft {
    pub(super) fn new_empty(page: &Page<'_>, rules: &AdmissionRules) -> Self {
        let sources = rules.proof_sources.iter().copied().filter(|source| source.is_membership());
        let option =
            |source: ProofSource| (source.as_str().to_owned(), page.value_text("proof-source", source));
        Self {
            source: Select::new_required(page, "source", "proof-source", sources.map(option).collect()),
            number: InputField::new_required(page, "membershipId", "proof-membership-number"),
        }
    }

    fn from_fields(page: &Page<'_>, rules: &AdmissionRules, fields: &Fields) -> Self {
        let mut draft = Self::new_empty(page, rules);
        draft.source.choose(page, fields);
        if fields.get("source").is_some() && draft.source.error.is_some() {
            draft.source.error = Some(page.text("proof-source-refused"));
        }
        Self { number: draft.number.read_from(page, fields), ..draft }
    }

    pub(super) fn errors(&self) -> Vec<InputError> {
        let number = self.number.error.clone().map(|text| InputError { field: self.number.name, text });
        self.source.input_error().into_iter().chain(number).collect()
    }

    /// The submission. `None` if something is wrong.
    fn to_submission(&self) -> Option<NewSubmission> {
        if !self.errors().is_empty() {
            return None;
        }
        Some(NewSubmission {
            source: ProofSource::parse(&self.source.value).ok()?,
            membership_id: self.number.typed_value()?,
            kinds: Vec::new(),
            note: None,
        })
    }
}

/// POST: the membership, for staff to check.
pub(super) async fn submit(visitor: Visitor, OwnRules(rules): OwnRules, Form(fields): Form) -> Result {
    let page = visitor.page(Section::Account);
    let membership = MembershipDraft::from_fields(&page, &rules, &fields);
    if membership.source.options.is_empty() {
        return Err(Problem::Explained(StatusCode::BAD_REQUEST, "proof-refused"));
    }
    let Some(new) = membership.to_submission() else {
        let draft = ProofDraft { membership, ..ProofDraft::new_empty(&page, &rules) };
        return proof::render_form(&visitor, &rules, draft);
    };
    let op = visitor.creation_operation(fields.get("form"), &new);
    proofs::submit(&op, new).await?;
    visitor.redirect_with_message("proof-submitted", "/account/proof")
}
