//! GET /v2/titles (spec 4, 1.1.1).

use axum::extract::State;
use domain::access::{self, View};
use domain::artifacts::{BrailleType, NarratorType};
use domain::formats::Format;
use domain::titles::{ContentType, ContentWarning, TitleStatus};
use domain::wire_enum;
use search::{Criteria, Sort, TitleSearch};

use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::params::Params;
use crate::http::roles::As;
use crate::http::values::{Country, Direction, Duration, Isbn, Language, Limit, OneOf, Start};
use crate::params;
use crate::records::{StatusKey, StatusRecord, TitleList, TitleSummary};
use crate::state::Api;
use crate::titles::found::{Asked, found};

wire_enum! {
    /// Orders of a title search (spec 4, 3.2).
    pub enum TitleSort {
        /// Best match first.
        Relevance = "relevance",
        /// Title, without its leading article.
        Title = "title",
        /// Index name of the first author.
        Author = "author",
        /// When the title went live here.
        DateAdded = "dateAdded",
        /// Copyright year.
        CopyrightDate = "copyrightDate",
    }
}

params! {
    /// Parameters of a title search; text criteria combine with AND.
    pub struct ListTitles {
        /// Words searched in title, subtitle, series title, contributor names and ISBN; all must match.
        keyword: Option<String>,
        /// Words searched in title and subtitle.
        title: Option<String>,
        /// Author or co-writer, in either name order.
        author: Vec<String>,
        /// Narrator of an artifact.
        narrator: Vec<String>,
        /// Composer.
        composer: Vec<String>,
        /// ISBN-10 or 13; matches the title's ISBN and related ISBNs.
        isbn: Option<Isbn>,
        /// One author's display name, as in `authorFacets`.
        author_filter: Option<String>,
        /// A category's name: the facet form.
        category: Option<String>,
        /// Category names; several mean any of them.
        categories: Vec<String>,
        /// BISAC heading prefixes, any of which must match.
        included_bisac_headings: Vec<String>,
        /// BISAC heading prefixes, none of which may match.
        excluded_bisac_headings: Vec<String>,
        /// BISAC codes or prefixes, any of which must match.
        included_bisac_codes: Vec<String>,
        /// BISAC codes or prefixes, none of which may match.
        excluded_bisac_codes: Vec<String>,
        /// One of the title's languages.
        language: Option<Language>,
        /// View availability as from this country: for guests and staff.
        country: Option<Country>,
        /// Country of first publication.
        origin_country: Option<Country>,
        /// Formats, any of which must be available.
        format: Vec<Format>,
        /// Formats, any of which must be available.
        formats: Vec<Format>,
        /// The title has audio of this kind.
        narrator_type: Option<OneOf<NarratorType>>,
        /// The title has braille of this kind.
        braille_type: Option<OneOf<BrailleType>>,
        /// The title suits this age.
        reading_age: Option<i32>,
        /// Titles with any of these are left out.
        excluded_content_warnings: Vec<OneOf<ContentWarning>>,
        /// Only titles with any of these.
        included_content_warnings: Vec<OneOf<ContentWarning>>,
        /// Exact code of an artifact in an outside catalog.
        external_identifier_code: Option<String>,
        /// The title has an audio artifact no longer than this.
        max_duration: Option<Duration>,
        /// Text or music.
        title_content_type: Option<OneOf<ContentType>>,
        /// Only collection staff may ask for another than live.
        title_status: Option<OneOf<TitleStatus>>,
        /// Only titles of the caller's own site.
        exclude_global_collection: Option<bool>,
        /// The same switch, positive; true when absent.
        include_shared: Option<bool>,
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
        /// Relevance when a text criterion is present, else title.
        sort_order: Option<OneOf<TitleSort>>,
        /// Ascending when absent; relevance ascending is best first.
        direction: Option<OneOf<Direction>>,
    }
}

/// Search titles
///
/// Lists the caller's view of the collection, narrowed by the criteria, with the top author and category
/// facets of the whole result.
#[utoipa::path(
    get, path = "/v2/titles", tag = "Titles", operation_id = "list_titles", params(ListTitles),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "A page of titles", body = TitleList<TitleSummary>),
        (
            status = 400,
            description = "INVALID_PARAMETER, INVALID_START, INVALID_LIMIT, INVALID_FORMAT, INVALID_ISBN, \
                           INVALID_COUNTRY, INVALID_LANGUAGE",
            body = ErrorBody,
        ),
        (
            status = 403,
            description = "FORBIDDEN: a titleStatus other than live, for others than collection staff",
            body = ErrorBody,
        ),
    )
)]
pub async fn list_titles(
    State(api): State<Api>,
    As(caller): As<Caller>,
    address: ListAddress,
    Params(params): Params<ListTitles>,
) -> Result<Json<TitleList<TitleSummary>>> {
    let limit = params.limit.map_or(10, |l| l.0);
    let caller = caller.seen_from(params.country.as_ref().map(|country| country.0.as_str()));
    let message = ignored(
        params.keyword.as_deref(),
        &[
            ("title", params.title.is_some()),
            ("author", !params.author.is_empty()),
            ("narrator", !params.narrator.is_empty()),
            ("composer", !params.composer.is_empty()),
            ("isbn", params.isbn.is_some()),
        ],
    );
    let mut search = search_of(&params, view_of(&caller, &params)?, statuses_of(&caller, &params)?);
    search.can = api.delivery.capabilities();
    let bound = ("titles", search.criteria.clone(), params.without_page(), search.sort, search.descending);
    let start = params.start.as_deref();
    let asked = Asked { caller: &caller, address, start, limit, message };
    found(&api, asked, search, &bound, TitleSummary::new).await.map(Json)
}

impl ListTitles {
    /// The filters alone: what a `next` token is bound to besides the order. A page size may change.
    fn without_page(&self) -> Self {
        Self { start: None, limit: None, sort_order: None, direction: None, ..self.clone() }
    }

    fn has_words(&self) -> bool {
        let lists = [&self.author, &self.narrator, &self.composer];
        self.keyword.is_some() || self.title.is_some() || lists.iter().any(|list| !list.is_empty())
    }
}

fn view_of(caller: &Caller, params: &ListTitles) -> Result<View> {
    let own_site_only =
        params.exclude_global_collection.unwrap_or(false) || !params.include_shared.unwrap_or(true);
    // Another site's titles that are not live are that site's own business.
    let staff_status = statuses_of(caller, params)? != TitleStatus::Live;
    let view = view_for(caller, own_site_only);
    Ok(if staff_status { view.own_site() } else { view })
}

/// The collection as the caller sees it: what a search without criteria lists, and what the count counts. Without the
/// titles that other sites share for `own_site_only`.
pub(super) fn view_for(caller: &Caller, own_site_only: bool) -> View {
    let mut view = access::view(&caller.facts(), &caller.site.id, caller.today());
    if own_site_only {
        view = view.own_site();
        view.site.get_or_insert_with(|| caller.view_site().clone());
    }
    view
}

/// Only collection staff may ask for titles that are not live (spec 4, 1.1.1).
fn statuses_of(caller: &Caller, params: &ListTitles) -> Result<TitleStatus> {
    let status = params.title_status.map_or(TitleStatus::Live, |status| status.0);
    if status == TitleStatus::Live || access::may_ask_status(&caller.facts()) {
        Ok(status)
    } else {
        Err(ErrorKey::Forbidden.into())
    }
}

fn search_of(params: &ListTitles, view: View, status: TitleStatus) -> TitleSearch {
    let p = params.clone();
    let mut search = TitleSearch::new(view);
    let sort = p
        .sort_order
        .map_or(if p.has_words() { TitleSort::Relevance } else { TitleSort::Title }, |sort| sort.0);
    search.sort = match sort {
        TitleSort::Relevance => Sort::Relevance,
        TitleSort::Title => Sort::Title,
        TitleSort::Author => Sort::Author,
        TitleSort::DateAdded => Sort::DateAdded,
        TitleSort::CopyrightDate => Sort::CopyrightDate,
    };
    search.descending = p.direction.is_some_and(|direction| direction.0 == Direction::Desc);
    search.criteria = match p.keyword {
        Some(keyword) => Criteria::Keyword(keyword),
        None => Criteria::Fields {
            title: p.title,
            authors: p.author,
            narrators: p.narrator,
            composers: p.composer,
            isbn: p.isbn.map(|isbn| isbn.0),
        },
    };
    search.author_filter = p.author_filter;
    search.categories = p.category.into_iter().chain(p.categories).collect();
    search.included_bisac_headings = p.included_bisac_headings;
    search.excluded_bisac_headings = p.excluded_bisac_headings;
    search.included_bisac_codes = p.included_bisac_codes;
    search.excluded_bisac_codes = p.excluded_bisac_codes;
    search.language = p.language.map(|language| language.0);
    search.origin_country = p.origin_country.map(|country| country.0);
    search.formats = p.format.into_iter().chain(p.formats).collect();
    search.narrator_type = p.narrator_type.map(|value| value.0);
    search.braille_type = p.braille_type.map(|value| value.0);
    search.reading_age = p.reading_age;
    search.included_warnings = p.included_content_warnings.into_iter().map(|warning| warning.0).collect();
    search.excluded_warnings = p.excluded_content_warnings.into_iter().map(|warning| warning.0).collect();
    search.external_identifier_code = p.external_identifier_code;
    search.max_duration = p.max_duration.map(|duration| duration.0);
    search.content_type = p.title_content_type.map(|value| value.0);
    search.statuses = vec![status];
    search.facets = true;
    search
}

/// With `keyword` the other text criteria are ignored, and the message says so (spec 4, 1.1.1): `criteria` are their
/// names, and whether they were sent.
pub fn ignored(keyword: Option<&str>, criteria: &[(&str, bool)]) -> Option<StatusRecord> {
    keyword?;
    let names: Vec<_> = criteria.iter().filter(|(_, sent)| *sent).map(|(name, _)| *name).collect();
    (!names.is_empty()).then(|| {
        let message = format!("{}: ignored because keyword is given", names.join(", "));
        StatusRecord::new(StatusKey::ParameterIgnored, message)
    })
}
