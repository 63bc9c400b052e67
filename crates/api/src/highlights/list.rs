//! GET /v2/myHighlights: the caller's highlights in one format of a title, in reading order.

use axum::extract::State;
use domain::formats::Format;
use domain::ids::TitleId;
use serde::Serialize;
use store::Page;
use store::highlights::Key;
use utoipa::ToSchema;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::params::{Params, Required};
use crate::http::path::title_id;
use crate::http::roles::SignedIn;
use crate::http::values::Limit;
use crate::params;
use crate::records::{HighlightRecord, Link};
use crate::state::Api;
use crate::titles::access::visible;

params! {
    /// Parameters of the highlight list.
    pub struct ListHighlights {
        /// Title identifier.
        service_id: Required<String>,
        /// The highlights of this format; EPUB3 when absent.
        format: Option<Format>,
        /// `next` of the previous page.
        start: Option<String>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
    }
}

/// A page of highlights.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HighlightList {
    /// POST: set a highlight.
    pub allows: Option<Vec<&'static str>>,
    /// The page, in reading order.
    pub highlights: Vec<HighlightRecord>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
}

/// List highlights
///
/// The caller's highlights in one format of a title, in reading order.
#[utoipa::path(
    get, path = "/v2/myHighlights", tag = "Bookmarks, highlights, reading", operation_id = "list_highlights",
    params(ListHighlights), extensions(("x-who" = json!("Any user"))),
    responses(
        (status = 200, description = "A page of highlights", body = HighlightList),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 404, description = "TITLE_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn list_highlights(
    State(api): State<Api>,
    user: SignedIn,
    address: ListAddress,
    Params(params): Params<ListHighlights>,
) -> Result<Json<HighlightList>> {
    let list = List::new(&user, title_id(&params.service_id.0)?, params.format);
    let after = params.start.as_deref().map(|start| list.cursors(&api).decode(start)).transpose()?;
    visible(&api, &user.caller, list.title).await?;
    list.page(&api, &address, after, params.limit).await
}

/// One list: whose, of which title, in which format.
pub(super) struct List<'a> {
    user: &'a SignedIn,
    pub(super) title: TitleId,
    pub(super) format: Format,
}

impl<'a> List<'a> {
    pub(super) fn new(user: &'a SignedIn, title: TitleId, format: Option<Format>) -> Self {
        Self { user, title, format: format.unwrap_or(Format::Epub3) }
    }

    fn cursors(&self, api: &Api) -> Cursors {
        let bound = ("myHighlights", self.user.id(), self.title, self.format);
        Cursors::new(&api.cursor_key, self.user.now(), &bound)
    }

    /// A page: two statements, however long it is.
    pub(super) async fn page(
        &self,
        api: &Api,
        address: &ListAddress,
        after: Option<Key>,
        limit: Option<Limit>,
    ) -> Result<Json<HighlightList>> {
        let limit = limit.map_or(10, |l| l.0);
        let page = Page { after, limit: one_more(limit) };
        let (id, title, format) = (self.user.id(), self.title, self.format);
        let total_results = store::highlights::count(&api.db, id, title, format).await?;
        let mut rows = store::highlights::list(&api.db, id, title, format, &page).await?;
        let next = cut(&mut rows, limit).map(|key| self.cursors(api).encode(&key)).transpose()?;
        Ok(Json(HighlightList {
            allows: Some(vec!["POST"]),
            highlights: rows.into_iter().map(|(_, highlight)| HighlightRecord::new(api, highlight)).collect(),
            limit,
            links: address.links(next.as_deref()),
            next,
            total_results,
        }))
    }
}
