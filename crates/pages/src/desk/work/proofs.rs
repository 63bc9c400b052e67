//! /desk/people/{id}/proofs: the check of what a person has submitted.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use domain::ids::AccountId;
use domain::proofs::{DisabilityType, ProofSource};
use domain::staff_decisions::{DeclineReason, MAX_REMARK_CHARS, ProofOutcome};
use domain::wire::WireEnum as _;
use services::staff_emails::StaffEmailKind;
use services::values::{ParseValue as _, Text};
use services::work::{self, ProofCheck, ProofDecision, ProofVerdict, Submission, VerdictRequest};

use super::LIST_PATH;
use super::outcome::{AskedDecision, show_outcome};
use super::wording::{claim_text, decision_line, outcome_name, reason_text};
use crate::desk::email::template_path;
use crate::desk::person_path;
use crate::desk::wording::{proof_line, source_name, staff_name};
use crate::disabilities::disability_name;
use crate::inputs::{self, Choice, InputError};
use crate::{Fields, Form, Page, Result, Section, Visitor, format_day_of, render_with_status};

struct VerdictForm {
    outcomes: Vec<Choice>,
    kinds: Vec<Choice>,
    sources: Vec<Choice>,
    reasons: Vec<Choice>,
    remark: String,
    remark_hint: String,
}

#[derive(Default)]
struct ChosenValues {
    outcome: Option<ProofOutcome>,
    kinds: BTreeSet<DisabilityType>,
    source: Option<ProofSource>,
    reason: Option<DeclineReason>,
    remark: String,
}

impl ChosenValues {
    /// The values of the person's last submission.
    fn from_submission(check: &ProofCheck) -> Self {
        let Some(last) = check.submissions.first().filter(|_| check.is_open) else { return Self::default() };
        Self { kinds: last.kinds.clone(), source: last.source, ..Self::default() }
    }

    fn from_fields(fields: &Fields) -> Self {
        Self {
            outcome: fields.get("outcome").and_then(parse_verdict),
            kinds: fields.get_all("kinds").filter_map(|value| value.parse().ok()).collect(),
            source: fields.get("source").and_then(|value| value.parse().ok()),
            reason: fields.get("reason").and_then(|value| value.parse().ok()),
            remark: fields.get("remark").unwrap_or_default().replace("\r\n", "\n"),
        }
    }

    fn to_form(&self, page: &Page<'_>) -> VerdictForm {
        VerdictForm {
            outcomes: Choice::list(
                ProofOutcome::ALL.iter().copied().filter(|outcome| outcome.is_verdict()),
                |outcome| outcome_name(page, outcome),
                |outcome| self.outcome == Some(outcome),
            ),
            kinds: Choice::list_all(|kind| disability_name(page, kind), |kind| self.kinds.contains(&kind)),
            sources: Choice::list_all(
                |source| source_name(page, source),
                |source| self.source == Some(source),
            ),
            reasons: Choice::list_all(
                |reason| reason_text(page, reason),
                |reason| self.reason == Some(reason),
            ),
            remark: self.remark.clone(),
            remark_hint: page.count("work-remark-hint", MAX_REMARK_CHARS as u64),
        }
    }

    /// The decision, or all its errors.
    fn to_request(&self, page: &Page<'_>, events_before: u64) -> Result<VerdictRequest, Vec<InputError>> {
        let mut errors = Vec::new();
        let mut report = |field, message: &str| errors.push(InputError { field, text: page.text(message) });
        let verdict = match self.outcome {
            None | Some(ProofOutcome::Answered) => {
                report("outcome", "work-outcome-missing");
                None
            }
            Some(ProofOutcome::Accepted) => {
                if self.kinds.is_empty() {
                    report("kinds", "work-kinds-missing");
                }
                if self.source.is_none() {
                    report("source", "work-source-missing");
                }
                let kinds = self.kinds.clone();
                self.source.filter(|_| !kinds.is_empty()).map(|source| ProofVerdict::Accept { kinds, source })
            }
            Some(ProofOutcome::MoreNeeded) => {
                if self.remark.is_empty() {
                    report("remark", "work-remark-missing");
                }
                Some(ProofVerdict::AskForMore)
            }
            Some(ProofOutcome::Declined) => {
                if self.reason.is_none() {
                    report("reason", "work-reason-missing");
                }
                self.reason.map(ProofVerdict::Decline)
            }
        };
        let remark = Text::<MAX_REMARK_CHARS>::parse_value(&self.remark);
        if remark.is_err() {
            report("remark", "work-remark-long");
        }
        let remark = remark.ok().filter(|remark| !remark.0.is_empty());
        match verdict.filter(|_| errors.is_empty()) {
            Some(verdict) => Ok(VerdictRequest { verdict, remark, events_before }),
            None => Err(errors),
        }
    }

    /// The address of the page from which the person gets the decision.
    fn next_path(&self, id: &AccountId) -> String {
        let Some(outcome) = self.outcome else { return LIST_PATH.to_owned() };
        let template = match outcome {
            ProofOutcome::Accepted | ProofOutcome::Answered => StaffEmailKind::ProofAccepted,
            ProofOutcome::MoreNeeded => StaffEmailKind::ProofMissing,
            ProofOutcome::Declined => StaffEmailKind::ProofDeclined,
        };
        template_path(id, template)
    }
}

fn parse_verdict(value: &str) -> Option<ProofOutcome> {
    ProofOutcome::parse(value).ok().filter(|outcome| outcome.is_verdict())
}

/// A submission of a person, as the page shows it.
struct SubmissionView {
    facts: String,
    /// Empty without one.
    note: String,
}

struct DecisionView {
    line: String,
    /// Empty without one.
    remark: String,
}

#[derive(Template)]
#[template(path = "desk_proofs.html")]
struct ProofsPage<'a> {
    page: Page<'a>,
    name: String,
    person_href: String,
    /// True if the account is closed: it gets no emails.
    is_removed: bool,
    /// Names the other staff member who has taken it. Empty if nobody has.
    claim: String,
    proofs: Vec<String>,
    is_open: bool,
    submissions: Vec<SubmissionView>,
    decisions: Vec<DecisionView>,
    /// Number of submissions and decisions.
    event_count: u64,
    form: VerdictForm,
    errors: Vec<InputError>,
}

/// GET: the audit records that the kinds of disabilities were read.
pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    let check = work::open_proofs(&visitor.op, &AccountId::from(id)).await?;
    Ok(render_check(&visitor, &check, &ChosenValues::from_submission(&check), Vec::new()))
}

pub(super) async fn submit_verdict(
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form,
) -> Result<Response> {
    visitor.op.require_membership_staff()?;
    let (id, chosen) = (AccountId::from(id), ChosenValues::from_fields(&fields));
    // A form without the number has not seen any page: nothing is decided.
    let before = fields.get("events").and_then(|count| count.parse().ok()).unwrap_or(u64::MAX);
    let request = chosen.to_request(&visitor.page(Section::Account), before);
    match request {
        Ok(request) => {
            let outcome = &work::decide_proof(&visitor.op, &id, request).await?;
            let path = &format!("{}/proofs", person_path(&id));
            let next_path = &chosen.next_path(&id);
            let asked = AskedDecision { outcome, message: "work-proof-decided", path, next_path };
            show_outcome(&visitor, asked)
        }
        Err(errors) => {
            let check = work::open_proofs(&visitor.op, &id).await?;
            Ok(render_check(&visitor, &check, &chosen, errors))
        }
    }
}

fn render_check(
    visitor: &Visitor,
    check: &ProofCheck,
    chosen: &ChosenValues,
    errors: Vec<InputError>,
) -> Response {
    let page = visitor.page(Section::Account);
    let decision = |decision: &ProofDecision| {
        let by = staff_name(&page, &check.names, decision.decided_by.as_ref());
        let line = decision_line(&page, decision, &by);
        DecisionView { line, remark: decision.remark.clone().unwrap_or_default() }
    };
    let shown = ProofsPage {
        name: check.owner.display_name(),
        person_href: person_path(&check.owner.id),
        is_removed: check.owner.deleted,
        claim: check.other_claim.as_ref().map(|claim| claim_text(&page, claim)).unwrap_or_default(),
        proofs: check.proofs.iter().map(|dated| proof_line(&page, dated)).collect(),
        is_open: check.is_open,
        submissions: check.submissions.iter().map(|one| submission_view(&page, one)).collect(),
        decisions: check.decisions.iter().map(decision).collect(),
        event_count: check.event_count,
        form: chosen.to_form(&page),
        errors,
        page,
    };
    render_with_status(inputs::form_status(&shown.errors), &shown)
}

fn submission_view(page: &Page<'_>, submission: &Submission) -> SubmissionView {
    let mut facts = vec![format_day_of(page, submission.date)];
    facts.extend(submission.kinds.iter().map(|kind| disability_name(page, *kind)));
    facts.extend(submission.source.map(|source| source_name(page, source)));
    facts.extend(submission.membership_id.as_deref().map(|id| page.with_name("work-membership", id)));
    facts.extend((!submission.suffices).then(|| page.text("desk-submission-insufficient")));
    SubmissionView { facts: facts.join(" · "), note: submission.note.clone().unwrap_or_default() }
}
