//! One title, or one edition of a periodical.

use axum::extract::Path;
use domain::TitleId;
use services::offers;
use services::shelves::TitleShelf;

use crate::item_path::ItemPath;
use crate::paging::PUBLICATIONS_PER_PAGE;
use crate::problem::closing_codes;
use crate::shelf::shelf_response;
use crate::{PageQuery, Params, Problem, Result, Visitor, publications};

/// GET /titles/{title} and /periodicals/{series}/{edition}
pub(crate) async fn show_publication(visitor: Visitor, path: ItemPath) -> Result {
    visitor.publication_response(&publications::load_one(&visitor, &path.address).await?)
}

/// GET /titles/{title}/similar
pub(crate) async fn list_similar(
    visitor: Visitor,
    Path(id): Path<String>,
    Params(page): Params<PageQuery>,
) -> Result {
    let id = parse_title_id(&id)?;
    let shelf = TitleShelf::Similar(id, PUBLICATIONS_PER_PAGE);
    let path = format!("/titles/{id}/similar");
    shelf_response(&visitor, shelf, &path, (Some("feed-similar"), "feed-nothing"), &page).await
}

/// GET .../borrow of a title or an edition: the reason why the visitor may not get the publication; the
/// publication itself once that has changed.
pub(crate) async fn explain_access(visitor: Visitor, path: ItemPath) -> Result {
    let (view, details) = offers::find(&visitor.op, &path.address).await?;
    if view.decision.is_open() {
        return visitor.publication_response(&publications::from_view(&visitor, &view, &details));
    }
    if visitor.op.reader.is_none() {
        return Err(Problem::sign_in());
    }
    let reasons = closing_codes(&view.decision.alerts);
    let problem = Problem::access_denied(&reasons, visitor.op.adult_content_bar());
    Err(problem.with_next(details.next_book_times.for_view(&view)))
}

pub(crate) fn parse_title_id(text: &str) -> Result<TitleId> {
    text.parse().map_err(|()| Problem::not_found())
}
