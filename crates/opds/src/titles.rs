//! One title.

use axum::extract::{Path, State};
use axum::response::Response;
use domain::access::AlertCode;
use domain::ids::TitleId;
use services::downloads::next_books;
use services::titles;

use crate::paging::{PUBLICATIONS_PER_PAGE, PageQuery};
use crate::params::Params;
use crate::problem::{Problem, Result, closing_codes, is_open};
use crate::publications;
use crate::shelf::list_titles;
use crate::state::Opds;
use crate::visitor::Visitor;

/// GET /titles/{title}
pub(crate) async fn show_title(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    let seen = titles::get(&opds.library, &visitor.caller, parse_title_id(&id)?).await?;
    visitor.publication_response(&publications::title_publication(&opds, &visitor, &seen).await?)
}

/// GET /titles/{title}/similar
pub(crate) async fn list_similar(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let id = parse_title_id(&id)?;
    let (title, ids) =
        titles::list_similar(&opds.library, &visitor.caller, id, PUBLICATIONS_PER_PAGE).await?;
    let (path, name) = (format!("/titles/{id}/similar"), visitor.wording().with_name("feed-similar", &title));
    list_titles(&opds, &visitor, &path, (&name, "feed-nothing"), &ids, &page).await
}

/// GET /titles/{title}/borrow: the reason why the visitor may not get the title; the title itself once that
/// has changed.
pub(crate) async fn explain_title_access(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    let seen = titles::get(&opds.library, &visitor.caller, parse_title_id(&id)?).await?;
    if is_open(seen.decision.available, &seen.decision.alerts) {
        return visitor.publication_response(&publications::title_publication(&opds, &visitor, &seen).await?);
    }
    let next = next_books(&opds.library, &visitor.caller, [&seen]).await?.for_view(&seen);
    Err(access_problem(&visitor, &closing_codes(&seen.decision.alerts)).with_next(next))
}

/// The problem of a closed publication: guests are asked to sign in; others get the reasons.
pub(crate) fn access_problem(visitor: &Visitor, reasons: &[AlertCode]) -> Problem {
    if visitor.caller.reader.is_none() {
        return Problem::sign_in();
    }
    Problem::access_denied(reasons, visitor.caller.adult_content_bar())
}

/// Parses the number of a title in a path.
pub(crate) fn parse_title_id(text: &str) -> Result<TitleId> {
    text.parse().map_err(|()| Problem::not_found())
}
