//! One title.

use axum::extract::{Path, State};
use axum::response::Response;
use domain::access::AlertCode;
use domain::ids::TitleId;
use services::downloads::next_books;
use services::titles;

use crate::paging::{PER_PAGE, PageQuery};
use crate::params::Params;
use crate::problem::{Problem, Result, is_open, reasons};
use crate::shelf::chosen;
use crate::shown;
use crate::state::Opds;
use crate::visitor::Visitor;

/// GET /titles/{title}
pub(crate) async fn get(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    let seen = titles::get(&opds.library, &visitor.caller, number(&id)?).await?;
    visitor.publication(&shown::title(&opds, &visitor, &seen).await?)
}

/// GET /titles/{title}/similar
pub(crate) async fn similar(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result<Response> {
    let id = number(&id)?;
    let (title, ids) = titles::similar(&opds.library, &visitor.caller, id, PER_PAGE).await?;
    let (path, name) = (format!("/titles/{id}/similar"), visitor.words().with_name("feed-similar", &title));
    chosen(&opds, &visitor, &path, (&name, "feed-nothing"), &ids, &page).await
}

/// GET /titles/{title}/borrow: why the visitor may not have the title; the title itself once that has
/// changed.
pub(crate) async fn borrow(
    State(opds): State<Opds>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response> {
    let seen = titles::get(&opds.library, &visitor.caller, number(&id)?).await?;
    if is_open(seen.look.available, &seen.look.alerts) {
        return visitor.publication(&shown::title(&opds, &visitor, &seen).await?);
    }
    let next = next_books(&opds.library, &visitor.caller, [&seen]).await?.of(&seen);
    Err(closed(&visitor, &reasons(&seen.look.alerts)).with_next(next))
}

/// Signing in may help a guest; others learn what is missing.
pub(crate) fn closed(visitor: &Visitor, reasons: &[AlertCode]) -> Problem {
    if visitor.caller.reader.is_none() {
        return Problem::sign_in();
    }
    Problem::closed(reasons, visitor.caller.adult_content_bar())
}

/// The number of a title in a path; anything else is not the number of a title.
pub(crate) fn number(text: &str) -> Result<TitleId> {
    text.parse().map_err(|()| Problem::not_found())
}
