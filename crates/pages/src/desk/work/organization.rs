//! /desk/organizations/{id}: one organization, and the decision whether it is admitted.

use axum::response::Response;
use domain::staff_decisions::{AdmissionOutcome, MAX_REMARK_CHARS};
use domain::{Agreement, OrganizationId};
use services::values::{ParseValue as _, Text};
use services::work::{self, AdmissionRequest, OrganizationAdmission, OrganizationOverview};

use super::LIST_PATH;
use super::outcome::{AskedDecision, show_outcome};
use super::wording::{claim_text, subscription_line, subscription_link};
use crate::desk::wording::staff_name;
use crate::desk::{organization_path, person_path};
use crate::inputs::{self, InputError};
use crate::{
    Form, Link, Page, Path, Problem, Result, Section, Visitor, format_day_of, format_moment,
    render_with_status,
};

#[derive(askama::Template)]
#[template(path = "desk_organization.html")]
struct OrganizationPage<'a> {
    page: Page<'a>,
    name: String,
    path: String,
    /// Names the other staff member who has taken work about it. Empty if nobody has.
    claim: String,
    facts: Vec<(String, String)>,
    /// The primary contact. `None` if there is none.
    contact: Option<Link>,
    agreements: Vec<String>,
    subscriptions: Vec<String>,
    /// The text of the link to the page on which they are extended or begun.
    subscription_link: String,
    /// Sentences about the admission. Empty if it needed none.
    admission: Vec<String>,
    /// True if it waits to be admitted.
    waits: bool,
    remark: String,
    remark_hint: String,
    errors: Vec<InputError>,
}

/// The remark as it was typed, and what is wrong with it.
#[derive(Default)]
struct RemarkDraft {
    text: String,
    errors: Vec<InputError>,
}

pub(super) async fn show_page(visitor: Visitor, Path(id): Path<String>) -> Result {
    visitor.op.require_membership_staff()?;
    let overview = work::open_organization(&visitor.op, &OrganizationId::from(id)).await?;
    Ok(render_overview(&visitor, &overview, RemarkDraft::default()))
}

fn render_overview(visitor: &Visitor, overview: &OrganizationOverview, draft: RemarkDraft) -> Response {
    let page = visitor.page(Section::Account);
    let own = visitor.op.signed_in_id();
    let other_claim = overview.claims.iter().find(|claim| Some(&claim.holder) != own);
    let contact = overview.contact.as_ref().map(|contact| &contact.account);
    let overview_page = OrganizationPage {
        name: overview.organization.name.clone(),
        path: organization_path(&overview.organization.id),
        claim: other_claim.map(|claim| claim_text(&page, claim)).unwrap_or_default(),
        facts: list_facts(&page, overview),
        contact: contact.map(|account| Link::new(person_path(&account.id), account.display_name())),
        agreements: overview.agreements.iter().map(|one| agreement_line(&page, overview, one)).collect(),
        subscriptions: overview.subscriptions.iter().map(|one| subscription_line(&page, one)).collect(),
        subscription_link: subscription_link(&page, &overview.subscriptions),
        admission: overview
            .admission
            .as_ref()
            .map_or_else(Vec::new, |admission| describe_admission(&page, overview, admission)),
        waits: overview.admission.as_ref().is_some_and(|admission| admission.decision.is_none()),
        remark: draft.text,
        remark_hint: page.count("work-staff-remark-hint", MAX_REMARK_CHARS as u64),
        errors: draft.errors,
        page,
    };
    render_with_status(inputs::form_status(&overview_page.errors), &overview_page)
}

/// POST: admits or declines. A remark that is too long is shown again.
pub(super) async fn submit_decision(visitor: Visitor, Path(id): Path<String>, Form(fields): Form) -> Result {
    visitor.op.require_membership_staff()?;
    let id = OrganizationId::from(id);
    let outcome = fields.get("outcome").and_then(|value| value.parse::<AdmissionOutcome>().ok());
    let outcome = outcome.ok_or(Problem::NotFound)?;
    let text = fields.get("remark").map(|text| text.replace("\r\n", "\n"));
    let Ok(remark) = text.as_deref().map(Text::<MAX_REMARK_CHARS>::parse_value).transpose() else {
        let overview = work::open_organization(&visitor.op, &id).await?;
        let error = visitor.page(Section::Account).text("work-remark-long");
        let errors = vec![InputError { field: "remark", text: error }];
        let draft = RemarkDraft { text: text.unwrap_or_default(), errors };
        return Ok(render_overview(&visitor, &overview, draft));
    };
    let decided = work::decide_organization(&visitor.op, &id, AdmissionRequest { outcome, remark }).await?;
    let message = match outcome {
        AdmissionOutcome::Admitted => "work-organization-admitted",
        AdmissionOutcome::Declined => "work-organization-declined",
    };
    show_outcome(
        &visitor,
        AskedDecision { outcome: &decided, message, path: &organization_path(&id), next_path: LIST_PATH },
    )
}

fn list_facts(page: &Page<'_>, overview: &OrganizationOverview) -> Vec<(String, String)> {
    let organization = &overview.organization;
    let text = |value: Option<&str>| value.map_or_else(|| page.text("desk-none"), str::to_owned);
    let address = &organization.address;
    let lines = [&address.address1, &address.address2, &address.postal_code, &address.city];
    let lines = lines.into_iter().chain([&address.state, &address.country]).flatten();
    let address: Vec<&str> = lines.map(String::as_str).collect();
    let site = overview.site.as_ref().map(|site| site.name.as_str());
    let kind = overview.kind.as_ref().map_or(&organization.kind, |kind| &kind.description);
    let agreement =
        if organization.agreement_signed { "desk-org-agreement" } else { "desk-org-agreement-missing" };
    let state = if organization.suspended { "desk-org-suspended" } else { "work-organization-active" };
    page.label_all_facts([
        ("desk-identifier", organization.id.to_string()),
        ("desk-site", text(site.or(Some(organization.site.as_str())))),
        ("work-organization-kind", kind.clone()),
        ("work-organization-address", text(Some(address.join(", ").as_str()).filter(|all| !all.is_empty()))),
        ("work-organization-phone", text(organization.phone_number.as_deref())),
        ("work-organization-website", text(organization.web_site.as_deref())),
        ("desk-agreement", page.text(agreement)),
        ("work-organization-state", page.text(state)),
    ])
}

fn agreement_line(page: &Page<'_>, overview: &OrganizationOverview, agreement: &Agreement) -> String {
    let by = staff_name(page, &overview.names, agreement.recorded_by.as_ref());
    let mut parts = vec![format_day_of(page, agreement.date_signed), agreement.print_name.clone(), by];
    if let Some(ended) = agreement.date_expired {
        parts.push(format!("{}: {}", page.text("desk-agreement-ended"), format_day_of(page, ended)));
    }
    parts.join(" · ")
}

fn describe_admission(
    page: &Page<'_>,
    overview: &OrganizationOverview,
    admission: &OrganizationAdmission,
) -> Vec<String> {
    let joined = format_moment(page, admission.requested);
    let mut lines = vec![page.format("work-organization-joined", &[("date", joined.as_str().into())])];
    if let Some(decision) = &admission.decision {
        let message = match decision.outcome {
            AdmissionOutcome::Admitted => "work-organization-admitted-by",
            AdmissionOutcome::Declined => "work-organization-declined-by",
        };
        let by = staff_name(page, &overview.names, decision.decided_by.as_ref());
        let date = format_moment(page, decision.decided);
        lines.push(page.format(message, &[("name", by.as_str().into()), ("date", date.as_str().into())]));
        lines.extend(decision.remark.clone());
    }
    lines
}
