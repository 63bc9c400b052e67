//! GET /v2/bisacCodes: the BISAC headings in use, by code.

use axum::extract::State;
use serde::Serialize;
use store::Page;
use store::bisac::Prefix;
use utoipa::ToSchema;

use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::{Cursors, one_more};
use crate::http::params::Draft;
use crate::http::values::{Limit, Start};
use crate::params;
use crate::records::BisacCodeRecord;
use crate::state::Api;

params! {
    /// Parameters of the BISAC list; one prefix at most.
    pub struct ListBisacCodes {
        /// Beginning of the code, in any case.
        code_starts_with: Option<String>,
        /// Beginning of the description, in any case.
        description_starts_with: Option<String>,
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 100 when absent.
        limit: Option<Limit>,
    }
}

/// A page of BISAC codes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BisacCodeList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// The page, by code.
    pub bisac_codes: Vec<BisacCodeRecord>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
}

/// List BISAC codes
#[utoipa::path(
    get, path = "/v2/bisacCodes", tag = "Titles", operation_id = "list_bisac_codes", params(ListBisacCodes),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "A page of BISAC codes", body = BisacCodeList),
        (status = 400, description = "CONFLICTING_PARAMETERS: both prefixes", body = crate::http::errors::ErrorBody),
    )
)]
pub async fn list_bisac_codes(
    State(api): State<Api>,
    caller: Caller,
    address: ListAddress,
    mut draft: Draft<ListBisacCodes>,
) -> Result<Json<BisacCodeList>> {
    if draft.has("codeStartsWith") && draft.has("descriptionStartsWith") {
        let message = "codeStartsWith, descriptionStartsWith: only one of them may be sent";
        draft.faults.add(ErrorKey::ConflictingParameters, message);
    }
    let params = draft.finish()?;
    let limit = params.limit.map_or(100, |l| l.0);
    let prefix = prefix(&params);
    let bound = ("bisacCodes", &params.code_starts_with, &params.description_starts_with);
    let cursors = Cursors::new(&api.cursor_key, caller.now, &bound);
    let after = params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let total_results = store::bisac::count(&api.db, prefix).await?;
    let asked = one_more(limit);
    let mut page = store::bisac::page(&api.db, prefix, &Page { after, limit: asked }).await?;
    let more = page.len() > limit;
    page.truncate(limit);
    let last = page.last().filter(|_| more).map(|heading| &heading.code);
    let next = last.map(|code| cursors.encode(code)).transpose()?;
    Ok(Json(BisacCodeList {
        allows: None,
        bisac_codes: page.into_iter().map(|h| BisacCodeRecord::new(&api, h.code, h.description)).collect(),
        limit,
        links: address.links(next.as_deref()),
        next,
        total_results,
    }))
}

fn prefix(params: &ListBisacCodes) -> Prefix<'_> {
    match (&params.code_starts_with, &params.description_starts_with) {
        (Some(code), _) => Prefix::Code(code),
        (None, Some(description)) => Prefix::Description(description),
        (None, None) => Prefix::None,
    }
}
