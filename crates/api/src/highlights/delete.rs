//! DELETE /v2/myHighlights (docs/rules/reading.md#rule-2): removes a highlight and returns the rest.

use domain::Format;
use domain::highlights::Highlight;
use services::highlights::{self, HighlightRange};

use super::list::HighlightList;
use crate::annotations::AnnotationShelf;
use crate::http::{InRole, Json, ListAddress, Params, RequiredParam, Result, SignedIn};
use crate::params;

params! {
    /// The highlight.
    pub struct DeleteHighlight {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// Start location, exactly as it was set.
        start_location: RequiredParam<String>,
        /// End location, exactly as it was set.
        end_location: RequiredParam<String>,
        /// Its format; EPUB3 by default.
        format: Option<Format>,
    }
}

/// Remove a highlight
///
/// Returns the first page of the remaining ones.
#[endpoint::delete(
    "/v2/myHighlights", returns "The remaining highlights", errors(TitleNotFound, HighlightNotFound),
)]
pub async fn delete_highlight(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(params): Params<DeleteHighlight>,
) -> Result<Json<HighlightList>> {
    let shelf = AnnotationShelf::new(&params.service_id.0, params.format)?;
    let (title, format) = (shelf.title, shelf.format);
    let stretch =
        HighlightRange { title, format, start: &params.start_location.0, end: &params.end_location.0 };
    let list = shelf.first_page::<Highlight>(&api, &op)?;
    let rest = highlights::remove_and_list(&op, stretch, &list.page()).await?;
    let page = list.to_page(rest, &shelf.list_address::<Highlight>(address))?;
    Ok(Json(HighlightList::new(&api, page)))
}
