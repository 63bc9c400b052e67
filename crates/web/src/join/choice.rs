//! /join: the ways to join the library.

use axum::http::StatusCode;
use axum::response::Response;
use domain::admission::AdmissionRules;
use domain::joining::OrganizationJoining;
use domain::{MAIN_SITE, ProofSource, SiteId};
use layout::admission::describe_certifiers;
use layout::html;
use services::joining::{self, JoinOverview};

use super::organization::OrganizationForm;
use super::reader::ReaderForm;
use super::references;
use super::request::JoinForm as _;
use crate::{FormProblem, MainSitePage, Page, WebState, form_flow};

pub(super) const PATH: &str = "/join";

#[derive(askama::Template)]
#[template(path = "join.html")]
struct JoinPage<'a> {
    page: &'a Page,
    reader: Option<ReaderOption>,
    organization: Option<OrganizationOption>,
}

struct ReaderOption {
    address: &'static str,
    /// Sentences about the proof of disability.
    proof: Vec<String>,
}

struct OrganizationOption {
    /// Address of the form, or of the search that precedes it.
    address: &'static str,
    /// True if the organization is first searched for in the reference list.
    is_found: bool,
    /// True if staff admit the organization.
    is_reviewed: bool,
}

pub(super) async fn get(MainSitePage(state): MainSitePage) -> Response {
    form_flow::page_or_problem(&state, show(&state).await)
}

async fn show(state: &WebState) -> Result<Response, FormProblem> {
    let overview = joining::describe(&state.operation(), &SiteId::from(MAIN_SITE)).await?;
    let JoinOverview { rules, admission, has_references } = overview;
    let sends_mail = state.settings.sends_mail;
    let reader =
        || ReaderOption { address: ReaderForm::PATH, proof: describe_proof(&state.page, &admission) };
    let organization = || OrganizationOption {
        address: if has_references { references::PATH } else { OrganizationForm::PATH },
        is_found: has_references,
        is_reviewed: rules.organizations == OrganizationJoining::Reviewed,
    };
    let page = JoinPage {
        page: &state.page,
        reader: (sends_mail && rules.readers).then(reader),
        organization: (sends_mail && rules.admits_organizations()).then(organization),
    };
    Ok(html::private_page(StatusCode::OK, &page, None))
}

/// Sentences about the proof of disability: its source, its duration, and the access until then.
fn describe_proof(page: &Page, admission: &AdmissionRules) -> Vec<String> {
    let asks_authorities = admission.accepts_source(ProofSource::Faxed);
    let step = if asks_authorities { "join-step-proof" } else { "join-step-proof-elsewhere" };
    let certifiers =
        describe_certifiers(page, "join-step-certifiers", admission).filter(|_| asks_authorities);
    let days = admission.provisional_days;
    let provisional = (days > 0).then(|| page.count("join-step-provisional", days.into()));
    [Some(page.text(step)), certifiers, provisional].into_iter().flatten().collect()
}
