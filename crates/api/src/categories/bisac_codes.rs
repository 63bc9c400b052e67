//! GET /v2/bisacCodes (docs/rules/search.md#rule-8): the BISAC headings in use, by code.

use services::categories::{self, BisacHeading, HeadingPrefix};

use crate::http::{
    AnyKey, ErrorKey, Field, InRole, Json, Link, ListAddress, PagingParams, ParamDraft, Result,
};
use crate::params;
use crate::records::BisacCodeRecord;

params! {
    /// Parameters of the BISAC list; at most one prefix.
    pub struct ListBisacCodes {
        /// Beginning of the code, in any case.
        code_starts_with: Option<String>,
        /// Beginning of the description, in any case.
        description_starts_with: Option<String>,
        /// Page.
        page: PagingParams<100>,
    }
}

/// A page of BISAC codes.
#[endpoint::record]
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
#[endpoint::get(
    "/v2/bisacCodes", returns "A page of BISAC codes", errors(ConflictingParameters: "both prefixes"),
)]
pub async fn list_bisac_codes(
    InRole { api, op, .. }: InRole<AnyKey>,
    address: ListAddress,
    mut draft: ParamDraft<ListBisacCodes>,
) -> Result<Json<BisacCodeList>> {
    validate(&mut draft);
    let params = draft.finish()?;
    let prefix = to_prefix(&params);
    let bound = ("bisacCodes", &params.code_starts_with, &params.description_starts_with);
    let list = params.page.open(&api.cursor_key, op.now, &bound)?;
    let rows = categories::bisac_headings(&op, prefix, &list.page()).await?;
    let page = list.to_page(rows, &address)?;
    let record = |heading: BisacHeading| BisacCodeRecord::new(&api, heading.code, heading.description);
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
fn validate(draft: &mut ParamDraft<ListBisacCodes>) {
    if draft.has_value(Field::CodeStartsWith) && draft.has_value(Field::DescriptionStartsWith) {
        let message = "codeStartsWith, descriptionStartsWith: only one of them may be sent";
        draft.faults.add_of_request(ErrorKey::ConflictingParameters, message);
    }
}

fn to_prefix(params: &ListBisacCodes) -> HeadingPrefix<'_> {
    match (&params.code_starts_with, &params.description_starts_with) {
        (Some(code), _) => HeadingPrefix::Code(code),
        (None, Some(description)) => HeadingPrefix::Description(description),
        (None, None) => HeadingPrefix::None,
    }
}
