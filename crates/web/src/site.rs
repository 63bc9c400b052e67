//! The site whose name a page shows: the app's, or that of the account that an email went to; otherwise the
//! main site.

use axum::http::HeaderMap;
use domain::ids::SiteId;
use domain::sites::MAIN_SITE;
use oauth::{AuthorizeQuery, Fault, Params};
use store::StoreError;

use crate::client;
use crate::state::WebState;
use crate::walk;

impl WebState {
    /// The state for pages of a site. An unknown site has no name of its own.
    pub(crate) async fn of_site(&self, site: &SiteId) -> Result<Self, StoreError> {
        let site = store::sites::get(&self.db, site).await?;
        let site_name = site.map_or_else(|| self.site_name.clone(), |site| site.name.into());
        Ok(Self { site_name, ..self.clone() })
    }

    /// The state for pages that belong to the main site.
    pub(crate) async fn of_main_site(&self) -> Self {
        // The page itself meets and reports errors of the database again.
        self.of_site(&SiteId::from(MAIN_SITE)).await.unwrap_or_else(|_| self.clone())
    }

    /// The state for pages of the app in an authorization request.
    pub(crate) async fn of_app(&self, query: &str) -> Self {
        let client = match AuthorizeQuery::parse(query).client_id() {
            Ok(key) => client::enabled(&self.db, key).await.ok().flatten(),
            Err(_) => None,
        };
        let site = match client {
            Some(client) => self.of_site(&client.site).await.ok(),
            None => None,
        };
        match site {
            Some(state) => state,
            None => self.of_main_site().await,
        }
    }

    /// The same for the authorization request that a submitted form began with.
    pub(crate) async fn of_form(&self, headers: &HeaderMap, form: &Result<Params, Fault>) -> Self {
        let flow = form.as_ref().ok().and_then(|form| walk::opened(self, headers, form).ok());
        self.of_app(flow.as_ref().map_or("", |flow| &flow.query)).await
    }
}
