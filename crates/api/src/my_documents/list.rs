//! GET /v2/myDocuments (spec 4, 1.4).

use axum::extract::State;
use domain::ids::TitleId;
use store::Part;
use store::documents::DocumentSort;

use crate::access::{page, summaries};
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::params::Params;
use crate::http::roles::SignedIn;
use crate::http::values::{Direction, Limit, OneOf, Start};
use crate::params;
use crate::records::{TitleList, TitleSummary};
use crate::state::Api;

params! {
    /// Parameters of the caller's documents.
    pub struct ListMyDocuments {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
        /// title when absent.
        sort_order: Option<OneOf<DocumentSort>>,
        /// Ascending when absent.
        direction: Option<OneOf<Direction>>,
    }
}

/// List the own documents
#[utoipa::path(
    get, path = "/v2/myDocuments", tag = "Documents", operation_id = "list_my_documents",
    params(ListMyDocuments), extensions(("x-who" = json!("Any user"))),
    responses(
        (status = 200, description = "A page of documents", body = TitleList<TitleSummary>),
        (status = 400, description = "INVALID_PARAMETER, INVALID_START, INVALID_LIMIT", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
    )
)]
pub async fn list_my_documents(
    State(api): State<Api>,
    user: SignedIn,
    address: ListAddress,
    Params(params): Params<ListMyDocuments>,
) -> Result<Json<TitleList<TitleSummary>>> {
    let limit = params.limit.map_or(10, |limit| limit.0);
    let sort = params.sort_order.map_or(DocumentSort::Title, |sort| sort.0);
    let descending = params.direction.is_some_and(|direction| direction.0 == Direction::Desc);
    let cursors = Cursors::new(&api.cursor_key, user.now(), &("myDocuments", user.id(), sort, descending));
    let after = params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let part = Part { sort, descending, after: after.as_ref(), limit: one_more(limit) };
    let mut rows = store::documents::page(&api.db, user.id(), part).await?;
    let next = cut(&mut rows, limit).map(|place| cursors.encode(&place)).transpose()?;
    let total_results = store::documents::kept(&api.db, user.id()).await?.documents;
    let ids: Vec<TitleId> = rows.into_iter().map(|(_, id)| id).collect();
    let titles = page(&api, &user.caller, &ids).await?;
    Ok(Json(TitleList {
        allows: None,
        author_facets: None,
        category_facets: None,
        limit,
        links: address.links(next.as_deref()),
        message: None,
        next,
        titles: summaries(&api, &user.caller, &titles),
        total_results,
    }))
}
