//! /join: who may join, and how.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use domain::ids::SiteId;
use domain::sites::MAIN_SITE;
use layout::html;
use services::joining;

use super::organization::OrganizationForm;
use super::reader::ReaderForm;
use super::request::JoinForm as _;
use crate::form_flow::{self, FormProblem};
use crate::page::Page;
use crate::site::MainSitePage;
use crate::state::WebState;

/// The address of the page.
pub(super) const PATH: &str = "/join";

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage<'a> {
    page: &'a Page,
    /// Address of the form for readers, if they may join.
    reader: Option<&'a str>,
    /// Address of the form for organizations, if they may join.
    organization: Option<&'a str>,
}

/// GET: the page.
pub(super) async fn get(MainSitePage(state): MainSitePage) -> Response {
    form_flow::page_or_problem(&state, show(&state).await)
}

async fn show(state: &WebState) -> Result<Response, FormProblem> {
    let rules = joining::rules(&state.operation(), &SiteId::from(MAIN_SITE)).await?;
    let sends_mail = state.settings.sends_mail;
    let page = JoinPage {
        page: &state.page,
        reader: (sends_mail && rules.readers).then_some(ReaderForm::PATH),
        organization: (sends_mail && rules.admits_organizations()).then_some(OrganizationForm::PATH),
    };
    Ok(html::private_page(StatusCode::OK, &page, None))
}
