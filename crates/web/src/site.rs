//! Selects the site whose name a page shows: the app's, or the site of the account that received an email,
//! otherwise the main site. Its language is the one that the app requests, otherwise the browser's.

use std::convert::Infallible;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use domain::{MAIN_SITE, Site, SiteId};
use layout::Language;
use oauth::{AuthorizeQuery, Fault, Params};
use services::{grants, sites};

use crate::{FormParams, Page, WebState, form_flow};

/// The state for pages that belong to the main site.
pub(crate) struct MainSitePage(pub(crate) WebState);

/// The state for pages of the app whose authorization request a submitted form began with, and the form.
pub(crate) struct AppForm(pub(crate) WebState, pub(crate) Result<Params, Fault>);

impl FromRequestParts<WebState> for MainSitePage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Infallible> {
        Ok(Self(state.for_main_site(&parts.headers).await))
    }
}

impl FromRequest<WebState> for AppForm {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &WebState) -> Result<Self, Infallible> {
        let headers = request.headers().clone();
        let FormParams(form) = FormParams::from_request(request, state).await?;
        let flow = form.as_ref().ok().and_then(|form| form_flow::open_flow(state, &headers, form).ok());
        let query = flow.as_ref().map_or("", |flow| &flow.query);
        let site = grants::find_site_of_app(&state.operation(), &AuthorizeQuery::parse(query)).await;
        let state = state.for_app(site.ok().flatten().as_ref(), query, &headers).await;
        Ok(Self(state, form))
    }
}

impl WebState {
    pub(crate) fn with_page(&self, page: Page) -> Self {
        Self { page, ..self.clone() }
    }

    pub(crate) async fn for_main_site(&self, headers: &HeaderMap) -> Self {
        // The page itself reports database errors.
        let site = sites::find(&self.operation(), &SiteId::from(MAIN_SITE)).await.ok().flatten();
        self.with_page(self.page.for_browser(headers)).for_site(site.as_ref()).await
    }

    /// The state for pages of a site, with its notice. An unknown site has no name of its own.
    pub(crate) async fn for_site(&self, site: Option<&Site>) -> Self {
        let Some(site) = site else { return self.clone() };
        let notice = self.library.notice_cache().find_site_notice(&site.id, self.current_time()).await;
        self.with_page(self.page.for_site(&site.name, notice.ok().flatten()))
    }

    /// The state for pages of an app, in the language of its authorization request.
    pub(crate) async fn for_app(&self, site: Option<&Site>, query: &str, headers: &HeaderMap) -> Self {
        let page = in_requested_language(&self.page.for_browser(headers), query);
        self.with_page(page).for_site(site).await
    }
}

/// The page in the language that an app requests with `ui_locales` (`OpenID` Connect Core 1.0, 3.1.2.1).
fn in_requested_language(page: &Page, query: &str) -> Page {
    let params = Params::parse(query.as_bytes());
    let language = params.get("ui_locales").ok().flatten().and_then(Language::first_supported);
    page.in_language(language.unwrap_or(page.language()))
}
