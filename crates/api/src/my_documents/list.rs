//! GET /v2/myDocuments (docs/rules/documents.md#rule-4).

use services::documents::{self, DocumentSort};

use crate::access::title_summaries;
use crate::http::{InRole, Json, ListAddress, OrderParams, Params, Result, SignedIn};
use crate::records::{TitleList, TitleSummary};

/// List the caller's documents
#[endpoint::get("/v2/myDocuments", returns "A page of documents")]
pub async fn list_my_documents(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(order): Params<OrderParams<DocumentSort>>,
) -> Result<Json<TitleList<TitleSummary>>> {
    let list = order.open(&api.cursor_key, op.now, &("myDocuments", op.account_id()?))?;
    let rows = documents::list_views(&op, list.page_request()).await?;
    let shown = list.to_page(rows, &address)?;
    let titles = title_summaries(&api, &shown.items);
    Ok(Json(TitleList::from_page(shown, titles)))
}
