//! The URL map. An endpoint is registered with its description, so that none is undocumented; the document is
//! `openapi.json`.

use axum::Router;
use axum::extract::Request;
use axum::middleware;
use axum::routing::{any, get};
use transport::add_cors_headers;
use utoipa::openapi::OpenApi;

use crate::files::{fetch_delivery, get_cover};
use crate::gate::{check_request, gate_or_ticket, gate_with_files};
use crate::http::{ApiError, ErrorKey, FileParts, HttpError, RESERVED_SEGMENTS};
use crate::openapi::{self, Endpoints, collect_endpoints};
use crate::{
    Api, accounts, assigned_titles, bookmarks, catalog, categories, competent_authority, downloads,
    highlights, lists, me, my_account, my_assigned_titles, my_documents, my_lists, my_organization,
    my_recommendations, organization_types, organizations, partner_access_token, periodicals, popular_lists,
    reading, reference_organizations, subscription_types, titles, user_names, utm,
};

/// Endpoints that require a key, and usually a token.
fn endpoints_with_key() -> Endpoints {
    collect_endpoints! {
        with
            accounts, assigned_titles, bookmarks, categories, competent_authority, downloads, highlights,
            lists, me, my_account, my_assigned_titles, my_documents, my_lists, my_organization,
            my_recommendations, organization_types, organizations, partner_access_token, periodicals,
            popular_lists, reading, reference_organizations, subscription_types, titles, user_names, utm;
    }
}

/// Endpoints for which a signed ticket replaces key and token.
fn endpoints_with_ticket() -> Endpoints {
    collect_endpoints! {
        "Titles": downloads::file::get_title_resource;
        "Periodicals": downloads::file::get_edition_resource;
    }
}

/// Endpoints that accept files, each with its files.
fn endpoints_with_files() -> [(Endpoints, FileParts); 2] {
    let documents = collect_endpoints! {
        "Documents": my_documents::list_my_documents, my_documents::create_my_document;
    };
    let catalog = collect_endpoints! {
        "Collection": catalog::list::list_catalog, catalog::submit::submit_title;
    };
    [(documents, my_documents::DOCUMENT_FILES), (catalog, catalog::TITLE_FILES)]
}

/// The router of the API, the delivery address and the covers.
pub fn new_router(api: &Api) -> Router {
    let layer = middleware::from_fn_with_state(api.clone(), check_request);
    let keyed = endpoints_with_key().into_router().route_layer(layer);
    let layer = middleware::from_fn_with_state(api.clone(), gate_or_ticket);
    let ticketed = endpoints_with_ticket().into_router().route_layer(layer);
    let mut interface = keyed.merge(ticketed);
    for (endpoints, files) in endpoints_with_files() {
        let layer = middleware::from_fn_with_state((api.clone(), files), gate_with_files);
        interface = interface.merge(endpoints.into_router().route_layer(layer));
    }
    // Reserved words are neither identifiers nor formats (docs/rules/titles.md#rule-1): always 404, with or
    // without a key.
    let interface = RESERVED_SEGMENTS.iter().fold(interface, |routes, word| {
        let mut paths = vec![
            format!("/v2/titles/{{serviceId}}/{word}/resources"),
            format!("/v2/titles/{{serviceId}}/{word}/resources/{{resourceId}}"),
        ];
        paths.extend((*word != "count").then(|| format!("/v2/titles/{word}")));
        let is_endpoint = ["history", "source", "status"].contains(word);
        paths.extend((!is_endpoint).then(|| format!("/v2/titles/{{serviceId}}/{word}")));
        paths.into_iter().fold(routes, |routes, path| routes.route(&path, any(unknown_path)))
    });
    let files = Router::new()
        .route("/delivery/{ticket}", get(fetch_delivery))
        .route("/covers/{name}", get(get_cover));
    interface
        .merge(files)
        .fallback(unknown_path)
        .method_not_allowed_fallback(async || ApiError::from(HttpError::MethodNotAllowed))
        .layer(middleware::from_fn(add_cors_headers))
        .with_state(api.clone())
}

/// The OpenAPI document, without the token server and without examples.
pub fn openapi_document() -> OpenApi {
    let with_files = endpoints_with_files().map(|(endpoints, _)| endpoints);
    openapi::describe([endpoints_with_key(), endpoints_with_ticket()].into_iter().chain(with_files))
}

/// 410 for endpoints that were removed (docs/rules/requests.md#rule-7), 404 for everything else.
async fn unknown_path(request: Request) -> ApiError {
    let gone = crate::removed::was_removed(request.uri().path());
    if gone { HttpError::Gone.into() } else { ErrorKey::NotFound.into() }
}
