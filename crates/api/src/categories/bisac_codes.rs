//! GET /v2/bisacCodes (docs/rules/search.md#rule-8): the BISAC headings in use, by code.

use axum::extract::State;
use serde::Serialize;
use services::categories::{self, Heading, Prefix};
use utoipa::ToSchema;

use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::listing::Paging;
use crate::http::params::Draft;
use crate::http::roles::As;
use crate::params;
use crate::records::BisacCodeRecord;
use crate::state::Api;

params! {
    /// Parameters of the BISAC list; at most one prefix.
    pub struct ListBisacCodes {
        /// Beginning of the code, in any case.
        code_starts_with: Option<String>,
        /// Beginning of the description, in any case.
        description_starts_with: Option<String>,
        /// Page.
        page: Paging<100>,
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
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
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
    As(caller): As<Caller>,
    address: ListAddress,
    mut draft: Draft<ListBisacCodes>,
) -> Result<Json<BisacCodeList>> {
    judge(&mut draft);
    let params = draft.finish()?;
    let prefix = prefix(&params);
    let bound = ("bisacCodes", &params.code_starts_with, &params.description_starts_with);
    let list = params.page.open(&api.cursor_key, caller.now, &bound)?;
    let rows = categories::bisac_headings(&api.library, prefix, &list.page()).await?;
    let page = list.paged(rows, &address)?;
    let record = |heading: Heading| BisacCodeRecord::new(&api, heading.code, heading.description);
    Ok(Json(BisacCodeList {
        allows: None,
        bisac_codes: page.items.into_iter().map(record).collect(),
        limit: page.limit,
        links: page.links,
        next: page.next,
        total_results: page.total_results,
    }))
}

/// Allows a code or a description, not both.
fn judge(draft: &mut Draft<ListBisacCodes>) {
    if draft.has("codeStartsWith") && draft.has("descriptionStartsWith") {
        let message = "codeStartsWith, descriptionStartsWith: only one of them may be sent";
        draft.faults.add(ErrorKey::ConflictingParameters, "", message);
    }
}

fn prefix(params: &ListBisacCodes) -> Prefix<'_> {
    match (&params.code_starts_with, &params.description_starts_with) {
        (Some(code), _) => Prefix::Code(code),
        (None, Some(description)) => Prefix::Description(description),
        (None, None) => Prefix::None,
    }
}
