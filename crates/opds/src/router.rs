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
use transport::bounds::is_excessive;
use transport::cors;

use crate::base::Base;
use crate::problem::Problem;
use crate::state::Opds;
use crate::{
    authentication, base, catalog, categories, download, lists, members, periodicals, popular, profile,
    progression, shelf, start, streams, titles,
};

/// The routes of the catalog, to be merged with those of other interfaces.
pub fn router(opds: &Opds) -> Router {
    let routes = Router::new()
        // The catalog
        .route("/", get(start::get))
        .route("/sign-in", get(start::signed_in))
        .route("/all", get(catalog::all))
        .route("/search", get(catalog::search))
        .route("/search.xml", get(catalog::description))
        .route("/new", get(catalog::new))
        .route("/categories", get(categories::list))
        .route("/languages", get(categories::languages))
        .route("/formats", get(categories::formats))
        .route("/popular", get(popular::all))
        .route("/popular/{list}", get(popular::get))
        .route("/periodicals", get(periodicals::list))
        .route("/periodicals/{series}", get(periodicals::editions))
        // Publications
        .route("/titles/{title}", get(titles::get))
        .route("/titles/{title}/similar", get(titles::similar))
        .route("/titles/{title}/borrow", get(titles::borrow))
        .route("/titles/{title}/progression", get(progression::get).put(progression::put))
        .route("/titles/{title}/locator", get(progression::get_locator).put(progression::put_locator))
        .route("/titles/{title}/manifest", get(streams::title))
        .route("/titles/{title}/files/{ticket}/{*path}", get(streams::title_file))
        .route("/titles/{title}/{format}", get(download::title))
        .route("/titles/{title}/{format}/loan", get(download::title_loan).delete(download::cancel_title_loan))
        .route("/periodicals/{series}/{edition}", get(periodicals::edition))
        .route("/periodicals/{series}/{edition}/borrow", get(periodicals::borrow))
        .route("/periodicals/{series}/{edition}/manifest", get(streams::edition))
        .route("/periodicals/{series}/{edition}/files/{ticket}/{*path}", get(streams::edition_file))
        .route("/periodicals/{series}/{edition}/{format}", get(download::edition))
        .route(
            "/periodicals/{series}/{edition}/{format}/loan",
            get(download::edition_loan).delete(download::cancel_edition_loan),
        )
        .route("/streams/{ticket}/{*path}", get(streams::file))
        // The visitor's own
        .route("/shelf", get(shelf::shelf))
        .route("/shelf/search.xml", get(shelf::description))
        .route("/reading", get(shelf::reading))
        .route("/assigned", get(shelf::assigned))
        .route("/recommended", get(shelf::recommended))
        .route("/lists", get(lists::list))
        .route("/lists/{list}", get(lists::get))
        .route("/members", get(members::list))
        .route("/profile", get(profile::get))
        .route("/authentication", get(authentication::get))
        .fallback(async || Problem::not_found())
        .method_not_allowed_fallback(async || Problem::method())
        .layer(DefaultBodyLimit::max(progression::BODY_LIMIT))
        .layer(from_fn(readable))
        .layer(from_fn_with_state(opds.clone(), authentication::dress))
        .with_state(opds.clone());
    let catalog = MapRequestLayer::new(base::note as fn(Request) -> Request).layer(routes);
    Router::new().nest_service(base::ROOT, catalog).layer(from_fn(cors))
}

/// Refuses addresses that ask for too much. There is nothing at an address that is not a text. A NUL names
/// nothing, and cannot be looked up in every database.
async fn readable(request: Request, next: Next) -> Response {
    if is_excessive(request.uri()) {
        return Problem::long_address().into_response();
    }
    let named = request.extensions().get::<Base>().is_some_and(Base::has_nul);
    let asked = request.uri().path_and_query().is_some_and(|asked| asked.as_str().contains("%00"));
    let broken = percent_decode_str(request.uri().path()).decode_utf8().is_err();
    if named || asked || broken { Problem::not_found().into_response() } else { next.run(request).await }
}
