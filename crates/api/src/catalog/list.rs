//! GET /v2/catalog (docs/rules/search.md#rule-9).

use domain::{TitleStatus, wire_enum};
use jiff::Timestamp;
use services::catalog::{self, CatalogSearch};
use services::titles::{Conditions, Criteria, Query, Sort};

use crate::http::{
    CollectionStaff, Country, Cursors, Direction, InRole, Isbn, Json, Limit, ListAddress, OneOf, Params,
    Result, Start,
};
use crate::params;
use crate::records::{TitleComplete, TitleList};
use crate::titles::found::SearchRequest;
use crate::titles::list::ignored_criteria_message;

wire_enum! {
    /// Orders of the catalog (docs/rules/requests.md#rule-13).
    pub enum CatalogSort {
        /// Title, without its leading article.
        Title = "title",
        /// Best match first.
        Relevance = "relevance",
        /// Index name of the first author.
        Author = "author",
        /// When the record last changed.
        UpdatedDate = "updatedDate",
        /// Copyright year.
        CopyrightDate = "copyrightDate",
    }
}

params! {
    /// Parameters of the catalog; criteria are combined with AND.
    pub struct ListCatalog {
        /// Words searched in title, subtitle, series title, contributor names and ISBN; all must match.
        keyword: Option<String>,
        /// Words searched in title and subtitle.
        title: Option<String>,
        /// Author or co-writer, in either name order.
        author: Vec<String>,
        /// ISBN-10 or 13; matches the title's ISBN and related ISBNs.
        isbn: Option<Isbn>,
        /// One author's display name, as in `authorFacets`.
        author_filter: Option<String>,
        /// A category's name.
        category: Vec<String>,
        /// View the titles as from this country.
        country: Option<Country>,
        /// Only titles with this status; all by default.
        title_status: Option<OneOf<TitleStatus>>,
        /// Changed at or after this time.
        start_updated_date: Option<Timestamp>,
        /// Changed at or before this time. Times have whole seconds: if more titles than a page holds changed
        /// within one second, follow `next`.
        end_updated_date: Option<Timestamp>,
        /// The `next` value of the previous page.
        start: Option<Start>,
        /// Page size, at most 100, 10 when absent.
        limit: Option<Limit>,
        /// Order; title by default.
        sort_order: Option<OneOf<CatalogSort>>,
        /// Direction; asc by default. With relevance, asc means best first.
        direction: Option<OneOf<Direction>>,
    }
}

/// Search the catalog
///
/// All titles of the caller's site, in any status, as complete records; administrators get those of every
/// site. A response includes every change that was applied before the request. To walk back in time, sort by
/// updatedDate, desc, and use the last `lastUpdated` as the next `endUpdatedDate`; if a whole page is of that
/// second, follow `next` until one is not.
#[endpoint::get("/v2/catalog", returns "A page of titles")]
pub async fn list_catalog(
    InRole { api, op, .. }: InRole<CollectionStaff>,
    address: ListAddress,
    Params(mut params): Params<ListCatalog>,
) -> Result<Json<TitleList<TitleComplete>>> {
    let (start, country) = (params.start.take(), params.country.take());
    let limit = params.limit.map_or(10, |limit| limit.0);
    let message = ignored_criteria_message(
        params.keyword.as_deref(),
        &[
            ("title", params.title.is_some()),
            ("author", !params.author.is_empty()),
            ("isbn", params.isbn.is_some()),
        ],
    );
    let query = to_query(params);
    let country = country.as_ref().map(|country| country.0.as_str());
    let cursors =
        Cursors::new(&api.cursor_key, op.now, &("catalog", &query, op.managed_collection_site(), country));
    let asked = SearchRequest { address, cursors, limit, message };
    let after = asked.decode_start(start.as_ref().map(Start::as_str))?;
    let found = catalog::search(&op, CatalogSearch { country, query, need: None, after, limit }).await?;
    asked.list(&api, found, TitleComplete::new).map(Json)
}

fn to_query(p: ListCatalog) -> Query {
    let sort = match p.sort_order.map_or(CatalogSort::Title, |sort| sort.0) {
        CatalogSort::Title => Sort::Title,
        CatalogSort::Relevance => Sort::Relevance,
        CatalogSort::Author => Sort::Author,
        CatalogSort::UpdatedDate => Sort::UpdatedDate,
        CatalogSort::CopyrightDate => Sort::CopyrightDate,
    };
    let criteria = match p.keyword {
        Some(keyword) => Criteria::Keyword(keyword),
        None => Criteria::Fields {
            keyword: None,
            title: p.title,
            authors: p.author,
            narrators: Vec::new(),
            composers: Vec::new(),
            isbn: p.isbn.map(|isbn| isbn.0),
        },
    };
    let conditions = Conditions {
        criteria,
        author_filter: p.author_filter,
        categories: p.category,
        updated_from: p.start_updated_date,
        updated_to: p.end_updated_date,
        ..Conditions::default()
    };
    Query {
        status: p.title_status.map(|status| status.0),
        descending: p.direction.is_some_and(|direction| direction.0 == Direction::Desc),
        ..Query::new(conditions, sort)
    }
}
