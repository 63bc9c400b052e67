//! Selects the site whose name a page shows: the app's, or that of the account that an email
//! went to, otherwise the main site; its language is the one that the app asks for, otherwise the one that
//! the browser prefers.

use axum::http::HeaderMap;
use domain::ids::SiteId;
use domain::sites::MAIN_SITE;
use layout::Language;
use oauth::{AuthorizeQuery, Fault, Params};
use store::StoreError;

use crate::client;
use crate::form_flow;
use crate::page::Page;
use crate::state::WebState;

impl WebState {
    /// The state with another page.
    pub(crate) fn with_page(&self, page: Page) -> Self {
        Self { page, ..self.clone() }
    }

    /// The state for pages of a site. An unknown site has no name of its own.
    pub(crate) async fn for_site(&self, site: &SiteId) -> Result<Self, StoreError> {
        let site = store::sites::get(&self.db, site).await?;
        Ok(site.map_or_else(|| self.clone(), |site| self.with_page(self.page.for_site(&site.name))))
    }

    /// The state for pages that belong to the main site.
    pub(crate) async fn for_main_site(&self, headers: &HeaderMap) -> Self {
        let state = self.with_page(self.page.for_browser(headers));
        // The page itself meets and reports errors of the database again.
        state.for_site(&SiteId::from(MAIN_SITE)).await.unwrap_or(state)
    }

    /// The state for pages of the app in an authorization request.
    pub(crate) async fn for_app(&self, query: &str, headers: &HeaderMap) -> Self {
        let client = match AuthorizeQuery::parse(query).client_id() {
            Ok(key) => client::find_enabled(&self.db, key).await.ok().flatten(),
            Err(_) => None,
        };
        let main = self.with_page(in_requested_language(&self.page.for_browser(headers), query));
        let id = client.map_or_else(|| SiteId::from(MAIN_SITE), |client| client.site);
        main.for_site(&id).await.unwrap_or(main)
    }

    /// The state for the authorization request that a submitted form began with.
    pub(crate) async fn for_form(&self, headers: &HeaderMap, form: &Result<Params, Fault>) -> Self {
        let flow = form.as_ref().ok().and_then(|form| form_flow::open_flow(self, headers, form).ok());
        self.for_app(flow.as_ref().map_or("", |flow| &flow.query), headers).await
    }
}

/// The page in the language that an app requests with `ui_locales` (`OpenID` Connect Core 1.0, 3.1.2.1).
fn in_requested_language(page: &Page, query: &str) -> Page {
    let params = Params::parse(query.as_bytes());
    let language = params.get("ui_locales").ok().flatten().and_then(Language::first_supported);
    page.in_language(language.unwrap_or(page.language()))
}
