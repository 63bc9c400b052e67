//! GET /v2/titles (docs/rules/search.md#rule-1).

use axum::extract::Extension;
use domain::accessibility::{AccessibilityFeature, Hazard, Narration, NonvisualReading, VisualAdjustments};
use domain::artifacts::{BrailleCode, BrailleType, BrailleVolumes};
use domain::{BrailleGrade, ContentType, ContentWarning, Format, NarratorType, TitleStatus, wire_enum};
use services::titles::{AccessFilter, CollectionSearch, Conditions, Criteria, Query, Sort};

use crate::guests::{CallerNetwork, search_in_turn};
use crate::http::{
    AnyKey, Country, Cursors, Direction, InRole, Isbn, IsoDuration, Json, Language, Limit, ListAddress,
    OneOf, Params, Result, Start,
};
use crate::params;
use crate::records::{StatusKey, StatusRecord, TitleList, TitleSummary};
use crate::titles::found::SearchRequest;

wire_enum! {
    /// Orders of a title search (docs/rules/requests.md#rule-13).
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
        /// The title is suitable for this age.
        reading_age: Option<i32>,
        /// Titles with any of these are excluded.
        excluded_content_warnings: Vec<OneOf<ContentWarning>>,
        /// Only titles with any of these.
        included_content_warnings: Vec<OneOf<ContentWarning>>,
        /// Exact code of an artifact in an outside catalog.
        external_identifier_code: Option<String>,
        /// The title has an audio artifact no longer than this.
        max_duration: Option<IsoDuration>,
        /// Text or music.
        title_content_type: Option<OneOf<ContentType>>,
        /// Readable without sight to one of these extents.
        nonvisual_reading: Vec<OneOf<NonvisualReading>>,
        /// Whether the appearance of the text can be changed: any of these.
        visual_adjustments: Vec<OneOf<VisualAdjustments>>,
        /// Heard in one of these ways.
        narration: Vec<OneOf<Narration>>,
        /// schema.org accessibility features, all of which the title must have.
        accessibility_feature: Vec<OneOf<AccessibilityFeature>>,
        /// Only titles that are known to have none of these hazards.
        excluded_hazard: Vec<OneOf<Hazard>>,
        /// The title has braille in one of these codes.
        braille_code: Vec<OneOf<BrailleCode>>,
        /// The title has braille of this grade.
        braille_grade: Option<OneOf<BrailleGrade>>,
        /// The title's braille has a known number of volumes in one of these ranges.
        braille_volumes: Vec<OneOf<BrailleVolumes>>,
        /// Only titles in the format that the user prefers; guests get 401.
        in_my_format: Option<bool>,
        /// Only titles that can be downloaded now in every format that the user reads; guests get 401.
        in_all_my_formats: Option<bool>,
        /// Only collection staff may request another status than live.
        title_status: Option<OneOf<TitleStatus>>,
        /// Only titles of the caller's own site.
        exclude_global_collection: Option<bool>,
        /// The opposite of `excludeGlobalCollection`; true by default.
        include_shared: Option<bool>,
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 by default.
        limit: Option<Limit>,
        /// Relevance if there is a text criterion, otherwise title.
        sort_order: Option<OneOf<TitleSort>>,
        /// Ascending by default; relevance ascending is best first.
        direction: Option<OneOf<Direction>>,
    }
}

/// Search titles
///
/// Lists the titles visible to the caller that match the criteria, with the top author and category facets of
/// the whole result.
#[endpoint::get(
    "/v2/titles", returns "A page of titles",
    errors(InvalidFormat, Forbidden: "a titleStatus other than live, for others than collection staff"),
)]
pub async fn list_titles(
    InRole { api, op, .. }: InRole<AnyKey>,
    Extension(CallerNetwork(network)): Extension<CallerNetwork>,
    address: ListAddress,
    Params(mut params): Params<ListTitles>,
) -> Result<Json<TitleList<TitleSummary>>> {
    let (start, country) = (params.start.take(), params.country.take());
    let limit = params.limit.map_or(10, |limit| limit.0);
    let message = params.ignored_criteria();
    let country = country.as_ref().map(|country| country.0.as_str());
    let op = op.seen_from(country);
    let query = to_query(params);
    let cursors = Cursors::new(&api.cursor_key, op.now, &("titles", &query, country));
    let search = CollectionSearch::new(&op, query)?;
    let asked = SearchRequest { address, cursors, limit, message };
    let after = asked.decode_start(start.as_ref().map(Start::as_str))?;
    let found = search_in_turn(&api, (&op, network), search, after, limit).await?;
    asked.list(&api, found, TitleSummary::new).map(Json)
}

impl ListTitles {
    fn has_words(&self) -> bool {
        let lists = [&self.author, &self.narrator, &self.composer];
        self.keyword.is_some() || self.title.is_some() || lists.iter().any(|list| !list.is_empty())
    }

    /// The message about criteria that have no effect.
    fn ignored_criteria(&self) -> Option<StatusRecord> {
        let criteria = [
            ("title", self.title.is_some()),
            ("author", !self.author.is_empty()),
            ("narrator", !self.narrator.is_empty()),
            ("composer", !self.composer.is_empty()),
            ("isbn", self.isbn.is_some()),
        ];
        ignored_criteria_message(self.keyword.as_deref(), &criteria)
    }
}

fn to_query(p: ListTitles) -> Query {
    let sort = p
        .sort_order
        .map_or(if p.has_words() { TitleSort::Relevance } else { TitleSort::Title }, |sort| sort.0);
    let criteria = match p.keyword {
        Some(keyword) => Criteria::Keyword(keyword),
        None => Criteria::Fields {
            keyword: None,
            title: p.title,
            authors: p.author,
            narrators: p.narrator,
            composers: p.composer,
            isbn: p.isbn.map(|isbn| isbn.0),
        },
    };
    let conditions = Conditions {
        criteria,
        author_filter: p.author_filter,
        categories: p.category.into_iter().chain(p.categories).collect(),
        included_bisac_headings: p.included_bisac_headings,
        excluded_bisac_headings: p.excluded_bisac_headings,
        included_bisac_codes: p.included_bisac_codes,
        excluded_bisac_codes: p.excluded_bisac_codes,
        language: p.language.map(|language| language.0),
        origin_country: p.origin_country.map(|country| country.0),
        formats: p.format.into_iter().chain(p.formats).collect(),
        narrator_type: p.narrator_type.map(|value| value.0),
        braille_type: p.braille_type.map(|value| value.0),
        reading_age: p.reading_age,
        included_warnings: to_values(p.included_content_warnings),
        excluded_warnings: to_values(p.excluded_content_warnings),
        external_identifier_code: p.external_identifier_code,
        max_duration: p.max_duration.map(|duration| duration.0),
        content_type: p.title_content_type.map(|value| value.0),
        access: AccessFilter {
            nonvisual_reading: to_values(p.nonvisual_reading),
            visual_adjustments: to_values(p.visual_adjustments),
            narration: to_values(p.narration),
            features: to_values(p.accessibility_feature),
            excluded_hazards: to_values(p.excluded_hazard),
            braille_codes: to_values(p.braille_code),
            braille_grade: p.braille_grade.map(|grade| grade.0),
            braille_volumes: to_values(p.braille_volumes),
            ..AccessFilter::default()
        },
        ..Conditions::default()
    };
    Query {
        in_my_format: p.in_my_format.unwrap_or(false),
        in_all_my_formats: p.in_all_my_formats.unwrap_or(false),
        status: p.title_status.map(|status| status.0),
        own_site_only: p.exclude_global_collection.unwrap_or(false) || !p.include_shared.unwrap_or(true),
        descending: p.direction.is_some_and(|direction| direction.0 == Direction::Desc),
        ..Query::new(conditions, sort.into())
    }
}

fn to_values<T>(sent: Vec<OneOf<T>>) -> Vec<T> {
    sent.into_iter().map(|value| value.0).collect()
}

impl From<TitleSort> for Sort {
    fn from(sort: TitleSort) -> Self {
        match sort {
            TitleSort::Relevance => Self::Relevance,
            TitleSort::Title => Self::Title,
            TitleSort::Author => Self::Author,
            TitleSort::DateAdded => Self::DateAdded,
            TitleSort::CopyrightDate => Self::CopyrightDate,
        }
    }
}

/// With `keyword` the other text criteria are ignored, and the message reports this
/// (docs/rules/search.md#rule-2): `criteria` are their names, and whether they were sent.
pub fn ignored_criteria_message(keyword: Option<&str>, criteria: &[(&str, bool)]) -> Option<StatusRecord> {
    keyword?;
    let names: Vec<_> = criteria.iter().filter(|(_, sent)| *sent).map(|(name, _)| *name).collect();
    (!names.is_empty()).then(|| {
        let message = format!("{}: ignored because keyword is given", names.join(", "));
        StatusRecord::new(StatusKey::ParameterIgnored, message)
    })
}
