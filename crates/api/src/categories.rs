//! Categories and BISAC codes (docs/rules/search.md#rule-8).
//! `GET /v2/categories`: those with at least one title that the caller can see.
//! `GET /v2/bisacCodes`: the BISAC headings in use, by code.

use services::categories::{self, BisacHeading, HeadingPrefix};

use crate::http::{
    AnyKey, ErrorKey, Field, InRole, Json, Link, ListAddress, PagingParams, ParamDraft, Params, Result,
    ShortText,
};
use crate::records::{BisacCodeRecord, CategoryListing};
use crate::{endpoints, params};

endpoints! {
    "Titles": list_categories, list_bisac_codes;
}

params! {
    /// Parameters of the list of categories.
    pub struct ListCategories {
        /// Only the category with this name.
        name: Option<ShortText>,
        /// Page.
        page: PagingParams<100>,
    }
}

/// A page of categories.
#[endpoint::record]
pub struct CategoryList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// The page, by name.
    pub categories: Vec<CategoryListing>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: usize,
}

/// List categories
///
/// The library's own categories with the number of titles that the caller can see in each.
#[endpoint::get("/v2/categories", returns "A page of categories")]
pub async fn list_categories(
    InRole { api, op, .. }: InRole<AnyKey>,
    address: ListAddress,
    Params(params): Params<ListCategories>,
) -> Result<Json<CategoryList>> {
    let only = params.name.map(|name| name.0);
    let list = params.page.open(&api.cursor_key, op.now, &("categories", &only))?;
    let mut all = categories::count_titles(&op).await?;
    all.retain(|(name, _)| only.as_ref().is_none_or(|only| only == name));
    let total_results = all.len();
    let rows = all.into_iter().map(|(name, count)| (name.clone(), (name, count)));
    let page = list.select_page(rows, &address)?;
    let record = |(name, count)| CategoryListing::new(&api, name, count);
    Ok(Json(CategoryList {
        allows: None,
        categories: page.items.into_iter().map(record).collect(),
        limit: page.limit,
        links: page.links,
        next: page.next,
        total_results,
    }))
}

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
