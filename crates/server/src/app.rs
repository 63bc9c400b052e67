//! Assembles the parts: the router of everything that is served, and background work.

use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use domain::{MAIN_SITE, SiteId};
use oauth::Lifetimes;
use search::Index;
use secrets::Passwords;
use tower::Layer;
use tower::util::MapRequestLayer;
use transport::Guests;
use web::{Page, WebSettings, WebState};

use crate::headers::HeaderPolicy;
use crate::health::Health;
use crate::kept_forms::{FormSender, KeptForms};
use crate::library::{Library, current_time, new_rng};
use crate::outage::Outage;

/// The library with its operations, for every interface and command. A command has no index.
pub fn build_operations(
    library: &Library,
    index: Option<Index>,
    passwords: Passwords,
) -> anyhow::Result<services::Library> {
    let limits = &library.config.limits;
    let config = Arc::clone(&library.config);
    let partner = library.config.partner_settings()?.map(services::partner::Partner::new);
    Ok(services::Library::new(services::Parts {
        db: library.db.clone(),
        index,
        delivery: library.delivery.clone(),
        settings: services::OperationSettings {
            concurrent_downloads: limits.concurrent_downloads,
            documents: library.config.documents.to_allowance(),
            drive: library.config.drive.to_connector().context("configuration")?,
            takes_roster_files: library.config.rosters.folder.is_some(),
            retention: library.config.to_retention_rules(),
        },
        partner: partner.transpose().context("configuration")?,
        passwords,
        clock: Arc::new(current_time),
        seed: Arc::new(new_rng),
        machine: Arc::new(move || crate::machine::inspect(&config)),
    }))
}

/// The interfaces to the same operations.
pub struct Interfaces {
    pub api: api::Api,
    pub catalog: opds::Opds,
    /// Synchronization of reading positions by devices.
    pub positions: kosync::Kosync,
    pub site: pages::Pages,
}

impl Interfaces {
    /// Opens all of them, each with the limits that the operator configured.
    pub async fn open(library: &Library, operations: services::Library) -> anyhow::Result<Self> {
        let requests_per_minute = library.config.limits.requests_per_minute;
        let trust_forwarded_for = library.config.trust_forwarded_for;
        let base_url = library.config.base_url();
        let guests = Guests::new(library.config.guests.page_turns());
        let guests_of_apps = guests.with_own_line(library.config.guests.turns_of_apps());
        let catalog =
            opds::Settings { base_url, requests_per_minute, trust_forwarded_for, guests: guests.clone() };
        let positions = kosync::KosyncSettings { requests_per_minute, trust_forwarded_for };
        let site = pages::Settings {
            base_url: library.config.base_url(),
            form_key: library.get_or_create_secret("forms").await?,
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
            positions: kosync::Kosync::new(operations.clone(), positions),
            api: build_api(library, operations, guests_of_apps).await?,
        })
    }

    /// Removes the counts of callers without recent requests.
    pub fn forget_quiet(&self) {
        self.api.limits.forget_quiet();
        self.catalog.limits.forget_quiet();
        self.positions.limits.forget_quiet();
        self.site.limits.forget_quiet();
        self.site.guests().forget_quiet();
    }
}

async fn build_api(
    library: &Library,
    operations: services::Library,
    guests: Guests,
) -> anyhow::Result<api::Api> {
    let limits = &library.config.limits;
    let settings = api::ApiSettings {
        base_url: library.config.base_url(),
        requests_per_minute: limits.requests_per_minute,
        trust_forwarded_for: library.config.trust_forwarded_for,
        guests,
        // Half as large again as the titles themselves.
        response_cache_bytes: u64::from(library.config.database.title_cache_mib) << 19,
    };
    let cursor_key = library.get_or_create_secret("cursors").await?;
    Ok(api::Api::new(operations, settings, cursor_key))
}

/// The state of the token server and the pages around signing in.
async fn create_web_state(
    library: &Library,
    operations: services::Library,
    guests: Guests,
) -> anyhow::Result<WebState> {
    let tokens = &library.config.tokens;
    let settings = WebSettings {
        auth_url: library.config.base_url(),
        base_url: library.config.base_url(),
        lifetimes: Lifetimes::new(tokens.access_seconds, tokens.refresh_days),
        pkce_required: tokens.require_pkce,
        trust_forwarded_for: library.config.trust_forwarded_for,
        sends_mail: library.mailer.is_configured(),
        form_key: library.get_or_create_secret("forms").await?,
        guests,
        openapi: crate::openapi::openapi_document,
    };
    let main = store::sites::get(&library.db, &SiteId::from(MAIN_SITE)).await?;
    let page = main.map_or_else(|| Page::in_english("Library"), |site| Page::in_english(site.name));
    Ok(WebState {
        library: operations,
        page: page.with_contact(library.config.mail.problems_to.as_deref()),
        settings: Arc::new(settings),
    })
}

/// Builds the router of everything on the public address.
pub async fn build_router(
    library: &Library,
    Interfaces { api, catalog, positions, site }: &Interfaces,
    health: Health,
    outage: Outage,
) -> anyhow::Result<NormalizedRouter> {
    let token_server = create_web_state(library, api.library.clone(), site.guests().clone()).await?;
    let outage = outage.with_site_name(token_server.page.site_name());
    let site_router = pages::router(site);
    let forms = KeptForms::new(token_server.clone(), site, site_router.clone());
    let around = Arc::new(OuterLayers { outage, site: site.clone(), forms });
    let inner = api::new_router(api)
        .merge(opds::router(catalog))
        .merge(kosync::new_router(positions.clone()))
        .merge(site_router)
        .merge(web::router(token_server))
        .layer(from_fn_with_state(around, respond_within_outage));
    let inner = inner.merge(crate::http::health_router(health));
    let policy = HeaderPolicy::for_address(&library.config.base_url());
    Ok(MapRequestLayer::new(api::http::normalize::normalize_path as Normalize)
        .layer(crate::http::add_layers(inner, policy)))
}

/// State of the layers around all interfaces.
struct OuterLayers {
    outage: Outage,
    site: pages::Pages,
    forms: KeptForms,
}

/// Responds to requests that cannot be served, and to browsers that request an unknown address.
async fn respond_within_outage(
    State(around): State<Arc<OuterLayers>>,
    request: Request,
    next: Next,
) -> Response {
    let OuterLayers { outage, site, forms } = &*around;
    if crate::covers::is_cover(&request) {
        return outage
            .run_within_outage(request, |request| crate::covers::serve_cover(site, request, next))
            .await;
    }
    outage
        .run_within_outage(request, move |request| async move {
            let sender = FormSender::from_request(&request);
            let response = pages::replace_not_found(State(site.clone()), request, next).await;
            match sender {
                // On the heap, because this layer's future is made for every request.
                Some(sender) => Box::pin(forms.pass_on(&sender, response)).await,
                None => response,
            }
        })
        .await
}

/// Rewrites a path before the router sees it.
type Normalize = fn(Request) -> Request;

/// The router with path normalization in front.
pub type NormalizedRouter = tower::util::MapRequest<Router, Normalize>;
