//! Assembles the parts: the router of everything that is served, and background work.

use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use domain::ids::SiteId;
use domain::sites::MAIN_SITE;
use oauth::Lifetimes;
use passwords::Passwords;
use search::Index;
use tower::Layer;
use tower::util::MapRequestLayer;
use transport::Guests;
use web::{Page, WebSettings, WebState};

use crate::headers::HeaderPolicy;
use crate::health::Health;
use crate::library::{Library, now, rng};
use crate::outage::Outage;

/// The library's operations, for every interface.
pub fn operations(
    library: &Library,
    index: Index,
    passwords: Passwords,
) -> anyhow::Result<services::Library> {
    let limits = &library.config.limits;
    let partner = library.config.partner()?.map(services::partner::Partner::new);
    Ok(services::Library::new(services::Parts {
        db: library.db.clone(),
        index,
        delivery: library.delivery.clone(),
        settings: services::Settings {
            concurrent_downloads: limits.concurrent_downloads,
            documents: library.config.documents.allowance(),
            drive: library.config.drive.connector().context("configuration")?,
        },
        partner: partner.transpose().context("configuration")?,
        passwords,
        clock: Arc::new(now),
        seed: Arc::new(rng),
    }))
}

/// The interfaces to the same operations.
pub struct Doors {
    /// The JSON interface.
    pub api: api::Api,
    /// The catalog for reading apps.
    pub catalog: opds::Opds,
    /// The reading positions of devices.
    pub places: kosync::Kosync,
    /// The pages for readers.
    pub site: pages::Pages,
}

impl Doors {
    /// Opens all of them, each with the limits that the operator configured.
    pub async fn open(library: &Library, operations: services::Library) -> anyhow::Result<Self> {
        let requests_per_minute = library.config.limits.requests_per_minute;
        let trust_forwarded_for = library.config.trust_forwarded_for;
        let base_url = library.config.base_url();
        let guests = Guests::new(library.config.guests.turns());
        let guests_of_apps = guests.apart(library.config.guests.turns_of_apps());
        let catalog =
            opds::Settings { base_url, requests_per_minute, trust_forwarded_for, guests: guests.clone() };
        let places = kosync::Settings { requests_per_minute, trust_forwarded_for };
        let site = pages::Settings {
            base_url: library.config.base_url(),
            form_key: library.secret("forms").await?,
            requests_per_minute,
            trust_forwarded_for,
            contact: library.config.mail.problems_to.clone(),
            sends_mail: library.mailer.is_configured(),
            currency: library.config.site.currency.clone(),
            guest_pages: u64::from(library.config.guests.pages_mib) << 20,
            guests,
            sandbox: library.config.sandbox,
        };
        Ok(Self {
            site: pages::Pages::new(operations.clone(), site),
            catalog: opds::Opds::new(operations.clone(), catalog),
            places: kosync::Kosync::new(operations.clone(), places),
            api: interface(library, operations, guests_of_apps).await?,
        })
    }

    /// Forgets callers without recent requests.
    pub fn forget_quiet(&self) {
        self.api.limits.forget_quiet();
        self.catalog.limits.forget_quiet();
        self.places.limits.forget_quiet();
        self.site.limits.forget_quiet();
        self.site.guests().forget_quiet();
    }
}

/// Builds the JSON interface.
async fn interface(
    library: &Library,
    operations: services::Library,
    guests: Guests,
) -> anyhow::Result<api::Api> {
    let limits = &library.config.limits;
    let settings = api::Settings {
        base_url: library.config.base_url(),
        requests_per_minute: limits.requests_per_minute,
        trust_forwarded_for: library.config.trust_forwarded_for,
        guests,
        // Half as large again as the titles themselves.
        answers: u64::from(library.config.database.title_cache_mib) << 19,
    };
    let cursor_key = library.secret("cursors").await?;
    Ok(api::Api::new(operations, settings, cursor_key))
}

/// The state of the token server and the pages around signing in.
async fn token_server(library: &Library, operations: services::Library) -> anyhow::Result<WebState> {
    let tokens = &library.config.tokens;
    let settings = WebSettings {
        auth_url: library.config.base_url(),
        base_url: library.config.base_url(),
        lifetimes: Lifetimes::new(tokens.access_seconds, tokens.refresh_days),
        pkce_required: tokens.require_pkce,
        trust_forwarded_for: library.config.trust_forwarded_for,
        sends_mail: library.mailer.is_configured(),
        form_key: library.secret("forms").await?,
        openapi: crate::openapi::document,
    };
    let main = store::sites::get(&library.db, &SiteId::from(MAIN_SITE)).await?;
    Ok(WebState {
        db: library.db.clone(),
        library: operations,
        page: main.map_or_else(|| Page::in_english("Library"), |site| Page::in_english(site.name)),
        settings: Arc::new(settings),
        clock: Arc::new(now),
        entropy: Arc::new(rng),
    })
}

/// Builds the router of everything on the public address.
pub async fn router(
    library: &Library,
    Doors { api, catalog, places, site }: &Doors,
    health: Health,
    outage: Outage,
) -> anyhow::Result<NormalizedRouter> {
    let token_server = token_server(library, api.library.clone()).await?;
    let outage = outage.on_pages_of(token_server.page.site_name());
    let around = Arc::new(Around { outage, site: site.clone() });
    let inner = api::router(api)
        .merge(opds::router(catalog))
        .merge(kosync::router(places.clone()))
        .merge(pages::router(site))
        .merge(web::router(token_server))
        .layer(from_fn_with_state(around, bounded));
    let inner = inner.merge(crate::http::health(health));
    let policy = HeaderPolicy::of_address(&library.config.base_url());
    Ok(MapRequestLayer::new(api::http::normalize::normalize as Normalize)
        .layer(crate::http::layers(inner, policy)))
}

/// What is around all interfaces.
struct Around {
    outage: Outage,
    site: pages::Pages,
}

/// Responds to requests that cannot be served, and to browsers whose address nobody serves.
async fn bounded(State(around): State<Arc<Around>>, request: Request, next: Next) -> Response {
    let Around { outage, site } = &*around;
    if crate::covers::is_cover(&request) {
        return outage.bound(request, |request| crate::covers::serve(site, request, next)).await;
    }
    outage.bound(request, |request| pages::replace_not_found(State(site.clone()), request, next)).await
}

/// Rewrites a path before the router sees it.
type Normalize = fn(Request) -> Request;

/// The router with path normalization in front.
pub type NormalizedRouter = tower::util::MapRequest<Router, Normalize>;
