//! The URL map. The paths are below `/opds`, and below `/opds/v1.2`, `/opds/sites/{site}` and
//! `/opds/members/{member}` in this order; [`base`](crate::base) takes these beginnings away.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use percent_encoding::percent_decode_str;
use tower::Layer as _;
use tower::util::MapRequestLayer;
use transport::add_cors_headers;
use transport::bounds::is_excessive;

use crate::base::CatalogBase;
use crate::{
    Opds, Problem, authentication, base, catalog, categories, download, lists, members, periodicals, popular,
    profile, progression, shelf, start, streams, titles,
};

/// The routes of the catalog, to be merged with those of other interfaces.
pub fn router(opds: &Opds) -> Router {
    let routes = Router::new()
        // The catalog
        .route("/", get(start::show_start))
        .route("/sign-in", get(start::show_signed_in))
        .route("/all", get(catalog::list_all))
        .route("/search", get(catalog::search_titles))
        .route("/search.xml", get(catalog::show_description))
        .route("/new", get(catalog::list_newest))
        .route("/categories", get(categories::list_categories))
        .route("/languages", get(categories::list_languages))
        .route("/formats", get(categories::list_formats))
        .route("/popular", get(popular::list_popular))
        .route("/popular/{list}", get(popular::show_popular))
        .route("/periodicals", get(periodicals::list_periodicals))
        .route("/periodicals/{series}", get(periodicals::list_editions))
        // Publications
        .route("/titles/{title}", get(titles::show_publication))
        .route("/titles/{title}/similar", get(titles::list_similar))
        .route("/titles/{title}/borrow", get(titles::explain_access))
        .route(
            "/titles/{title}/progression",
            get(progression::show_progression).put(progression::put_progression),
        )
        .route("/titles/{title}/locator", get(progression::show_locator).put(progression::put_locator))
        .route("/titles/{title}/manifest", get(streams::show_manifest))
        .route("/titles/{title}/files/{ticket}/{*path}", get(streams::send_file))
        .route("/titles/{title}/{format}", get(download::send_file))
        .route("/titles/{title}/{format}/loan", get(download::lend).delete(download::cancel_loan))
        .route("/periodicals/{series}/{edition}", get(titles::show_publication))
        .route("/periodicals/{series}/{edition}/borrow", get(titles::explain_access))
        .route("/periodicals/{series}/{edition}/manifest", get(streams::show_manifest))
        .route("/periodicals/{series}/{edition}/files/{ticket}/{*path}", get(streams::send_file))
        .route("/periodicals/{series}/{edition}/{format}", get(download::send_file))
        .route(
            "/periodicals/{series}/{edition}/{format}/loan",
            get(download::lend).delete(download::cancel_loan),
        )
        .route("/streams/{ticket}/{*path}", get(streams::send_file))
        // The visitor's own
        .route("/shelf", get(shelf::show_shelf))
        .route("/shelf/search.xml", get(shelf::show_description))
        .route("/reading", get(shelf::list_reading))
        .route("/assigned", get(shelf::list_assigned))
        .route("/recommended", get(shelf::list_recommended))
        .route("/lists", get(lists::list_lists))
        .route("/lists/{list}", get(lists::show_list))
        .route("/members", get(members::list_members))
        .route("/profile", get(profile::show_profile))
        .route("/authentication", get(authentication::show_document))
        .fallback(async || Problem::not_found())
        .method_not_allowed_fallback(async || Problem::method_not_allowed())
        .layer(DefaultBodyLimit::max(progression::MAX_BODY_BYTES))
        .layer(from_fn(refuse_unreadable))
        .layer(from_fn_with_state(opds.clone(), authentication::localize_problems))
        .with_state(opds.clone());
    let catalog = MapRequestLayer::new(base::extract_base as fn(Request) -> Request).layer(routes);
    Router::new().nest_service(base::CATALOG_ROOT, catalog).layer(from_fn(add_cors_headers))
}

/// Refuses addresses that ask for too much. There is nothing at an address that is not text. A NUL names
/// nothing, and cannot be looked up in every database.
async fn refuse_unreadable(request: Request, next: Next) -> Response {
    if is_excessive(request.uri()) {
        return Problem::long_address().into_response();
    }
    let named = request.extensions().get::<CatalogBase>().is_some_and(CatalogBase::has_nul);
    let asked = request.uri().path_and_query().is_some_and(|asked| asked.as_str().contains("%00"));
    let broken = percent_decode_str(request.uri().path()).decode_utf8().is_err();
    if named || asked || broken { Problem::not_found().into_response() } else { next.run(request).await }
}
