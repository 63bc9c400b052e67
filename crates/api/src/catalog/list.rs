//! GET /v2/catalog (document 3, "Titles and catalog"; spec 4, 1.8).

use std::future::ready;
use std::time::Duration;

use axum::extract::State;
use domain::access::View;
use domain::titles::TitleStatus;
use domain::wire_enum;
use jiff::Timestamp;
use search::{Criteria, Sort, TitleSearch};

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::params::Params;
use crate::http::roles::{As, CollectionStaff};
use crate::http::values::{Country, Direction, Isbn, Limit, OneOf, Start};
use crate::params;
use crate::records::{TitleComplete, TitleList};
use crate::state::Api;
use crate::titles::found::{Asked, found};
use crate::titles::list::ignored;
use crate::waiting::until_or_late;

/// How long an answer waits for the index to show what has been committed before it was asked.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two looks.
const BETWEEN: Duration = Duration::from_millis(5);

wire_enum! {
    /// Orders of the catalog (spec 4, 3.2).
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
    /// Parameters of the catalog; all criteria hold at once.
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
        /// Look at the titles as from this country.
        country: Option<Country>,
        /// Titles in this state alone; without it, those of every state.
        title_status: Option<OneOf<TitleStatus>>,
        /// Changed then or later.
        start_updated_date: Option<Timestamp>,
        /// Changed then or earlier. Dates have whole seconds: where more titles than a page holds have changed within one,
        /// `next` leads past it.
        end_updated_date: Option<Timestamp>,
        /// The `next` value of the previous page.
        start: Option<Start>,
        /// Page size, at most 100, 10 when absent.
        limit: Option<Limit>,
        /// Order; title when absent.
        sort_order: Option<OneOf<CatalogSort>>,
        /// Direction; asc when absent. With relevance, asc means best first.
        direction: Option<OneOf<Direction>>,
    }
}

/// Search the catalog
///
/// All titles of the caller's site, whatever their state, as complete records; administrators get those of every
/// site. An answer shows every change that was applied before it was asked for. To walk back in time, sort by updatedDate,
/// desc, and give the last `lastUpdated` as the next `endUpdatedDate`; when a whole page is of that second, follow `next`
/// until one is not.
#[utoipa::path(
    get, path = "/v2/catalog", tag = "Collection", operation_id = "list_catalog", params(ListCatalog),
    extensions(("x-who" = json!("Collection assistants, administrators"))),
    responses(
        (status = 200, description = "A page of titles", body = TitleList<TitleComplete>),
        (
            status = 400,
            description = "INVALID_PARAMETER, INVALID_ISBN, INVALID_COUNTRY, INVALID_DATE, INVALID_LIMIT, INVALID_START",
            body = ErrorBody,
        ),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "FORBIDDEN", body = ErrorBody),
    )
)]
pub async fn list_catalog(
    State(api): State<Api>,
    As(staff): As<CollectionStaff>,
    address: ListAddress,
    Params(params): Params<ListCatalog>,
) -> Result<Json<TitleList<TitleComplete>>> {
    let limit = params.limit.map_or(10, |limit| limit.0);
    let message = ignored(
        params.keyword.as_deref(),
        &[
            ("title", params.title.is_some()),
            ("author", !params.author.is_empty()),
            ("isbn", params.isbn.is_some()),
        ],
    );
    let caller = staff.0.caller.clone().seen_from(params.country.as_ref().map(|country| country.0.as_str()));
    let search = search_of(&params, view_of(&staff));
    let bound = ("catalog", search.clone(), params.country.clone());
    level(&api).await?;
    let start = params.start.as_deref();
    let asked = Asked { caller: &caller, address, start, limit, message };
    found(&api, asked, search, &bound, TitleComplete::new).await.map(Json)
}

/// Everything that the staff member manages, adult titles and those of other countries too.
fn view_of(staff: &CollectionStaff) -> View {
    View { site: staff.site().cloned(), shared: false, hide_adult: false, offered_at: None }
}

fn search_of(params: &ListCatalog, view: View) -> TitleSearch {
    let p = params.clone();
    let mut search = TitleSearch::new(view);
    search.criteria = match p.keyword {
        Some(keyword) => Criteria::Keyword(keyword),
        None => Criteria::Fields {
            title: p.title,
            authors: p.author,
            narrators: Vec::new(),
            composers: Vec::new(),
            isbn: p.isbn.map(|isbn| isbn.0),
        },
    };
    search.author_filter = p.author_filter;
    search.categories = p.category;
    search.statuses = p.title_status.map(|status| status.0).into_iter().collect();
    search.updated_from = p.start_updated_date;
    search.updated_to = p.end_updated_date;
    search.sort = match p.sort_order.map_or(CatalogSort::Title, |sort| sort.0) {
        CatalogSort::Title => Sort::Title,
        CatalogSort::Relevance => Sort::Relevance,
        CatalogSort::Author => Sort::Author,
        CatalogSort::UpdatedDate => Sort::UpdatedDate,
        CatalogSort::CopyrightDate => Sort::CopyrightDate,
    };
    search.descending = p.direction.is_some_and(|direction| direction.0 == Direction::Desc);
    search.facets = true;
    search
}

/// Waits until the index of this node shows what has been committed so far, so that who has learned of a change
/// finds it; for a while at most, because a long ingest must not keep the catalog shut.
async fn level(api: &Api) -> Result<()> {
    let head = store::changes::head(&api.db).await?;
    let reached = || ready(Ok((api.index.position() >= head).then_some(())));
    if until_or_late(PATIENCE, BETWEEN, reached).await?.is_none() {
        tracing::warn!(head, index = api.index.position(), "the search index is behind");
    }
    Ok(())
}
