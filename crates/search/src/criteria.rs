//! Search criteria and results.

use domain::access::View;
use domain::artifacts::{BrailleType, NarratorType};
use domain::capabilities::Capabilities;
use domain::formats::Format;
use domain::ids::TitleId;
use domain::titles::{ContentType, ContentWarning, TitleStatus};
use jiff::Timestamp;
use serde::Serialize;

use crate::access::{AccessFacets, AccessFilter};
use crate::cursor::Cursor;
use crate::sort::Sort;

/// A search for titles (docs/rules/search.md#rule-1, and GET /v2/catalog). All of its parts must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TitleSearch {
    /// The words.
    pub criteria: Criteria,
    /// One author's display name, as in [`Page::author_facets`]; a name that nobody has in just this form
    /// is searched for without accents and case.
    pub author_filter: Option<String>,
    /// The title of one series, without regard to accents and case.
    pub series: Option<String>,
    /// One contributor's display name in any role, likewise.
    pub contributor: Option<String>,
    /// Names of categories, without regard to case; any of them. Empty: no filter.
    pub categories: Vec<String>,
    /// Beginnings of BISAC descriptions, without regard to case; any of them.
    pub included_bisac_headings: Vec<String>,
    /// Beginnings of BISAC descriptions, none of which may match.
    pub excluded_bisac_headings: Vec<String>,
    /// Beginnings of BISAC codes; any of them.
    pub included_bisac_codes: Vec<String>,
    /// Beginnings of BISAC codes, none of which may match.
    pub excluded_bisac_codes: Vec<String>,
    /// ISO 639-2 alpha-3: any of the title's languages.
    pub language: Option<String>,
    /// ISO 3166-1 alpha-2: where the title was first published.
    pub origin_country: Option<String>,
    /// Formats that can be downloaded; any of them. Empty: no filter.
    pub formats: Vec<Format>,
    /// The title has audio of this kind.
    pub narrator_type: Option<NarratorType>,
    /// The title has braille of this kind.
    pub braille_type: Option<BrailleType>,
    /// The age is in the title's range, in years. A range with one end is open at the other; a title
    /// without either end is left out.
    pub reading_age: Option<i32>,
    /// Any of these warnings. Empty: no filter.
    pub included_warnings: Vec<ContentWarning>,
    /// None of these warnings.
    pub excluded_warnings: Vec<ContentWarning>,
    /// Exact, on any artifact.
    pub external_identifier_code: Option<String>,
    /// Some audio of the title is no longer than this, in seconds.
    pub max_duration: Option<u64>,
    /// Text or music.
    pub content_type: Option<ContentType>,
    /// What titles offer readers with disabilities.
    pub access: AccessFilter,
    /// Any of these states. Empty: every state.
    pub statuses: Vec<TitleStatus>,
    /// Last changed then or later, to the second.
    pub updated_from: Option<Timestamp>,
    /// Last changed then or earlier, to the second.
    pub updated_to: Option<Timestamp>,
    /// Went live then or later, to the second.
    pub added_from: Option<Timestamp>,
    /// Copyright year, this or later. A title without one is left out, as with `copyright_to`.
    pub copyright_from: Option<i16>,
    /// Copyright year, this or earlier.
    pub copyright_to: Option<i16>,
    /// What the caller may find.
    pub view: View,
    /// What the installation can make: formats, narrators and durations are matched against these only.
    pub can: Capabilities,
    /// The order.
    pub sort: Sort,
    /// The other way round; with [`Sort::Relevance`], the worst first.
    pub descending: bool,
    /// Length of the page, at most [`TitleSearch::MOST`].
    pub limit: usize,
    /// The position after which the page begins, or before which it ends if `backward`. `None`: the first
    /// page, or the last if `backward`.
    pub after: Option<Cursor>,
    /// The page that ends before the position.
    pub backward: bool,
    /// Whether to fill the facets of authors and categories.
    pub facets: bool,
    /// Whether to fill the facets of languages, formats and narrators.
    pub kinds: bool,
    /// For each of these moments, how many matching titles went live then or later is counted.
    pub added_counts: Vec<Timestamp>,
    /// Whether to fill the facets of accessibility.
    pub access_facets: bool,
}

impl TitleSearch {
    /// The longest page.
    pub const MOST: usize = 1000;

    /// All live titles of a view, the best first, 10 to a page, without facets.
    pub fn new(view: View) -> Self {
        Self {
            criteria: Criteria::None,
            author_filter: None,
            series: None,
            contributor: None,
            categories: Vec::new(),
            included_bisac_headings: Vec::new(),
            excluded_bisac_headings: Vec::new(),
            included_bisac_codes: Vec::new(),
            excluded_bisac_codes: Vec::new(),
            language: None,
            origin_country: None,
            formats: Vec::new(),
            narrator_type: None,
            braille_type: None,
            reading_age: None,
            included_warnings: Vec::new(),
            excluded_warnings: Vec::new(),
            external_identifier_code: None,
            max_duration: None,
            content_type: None,
            access: AccessFilter::default(),
            statuses: vec![TitleStatus::Live],
            updated_from: None,
            updated_to: None,
            added_from: None,
            copyright_from: None,
            copyright_to: None,
            view,
            can: Capabilities::ALL,
            sort: Sort::Relevance,
            descending: false,
            limit: 10,
            after: None,
            backward: false,
            facets: false,
            kinds: false,
            added_counts: Vec::new(),
            access_facets: false,
        }
    }
}

/// The words of a search. Accents and case do not count, and words match by their stem in the title's
/// language. Blank texts are as if absent; a text of punctuation alone matches nothing. At most
/// [`Criteria::WORDS`] words of a text are read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Criteria {
    /// The whole collection.
    #[default]
    None,
    /// Words that must all stand somewhere in title, subtitle, series title, contributors' names and ISBNs.
    /// An ISBN-10 or 13 may have dashes or spaces.
    Keyword(String),
    /// Texts that must all match.
    Fields {
        /// Words as those of [`Criteria::Keyword`].
        #[serde(skip_serializing_if = "Option::is_none")]
        keyword: Option<String>,
        /// Words in title and subtitle.
        title: Option<String>,
        /// For each text: words that must all appear in the name of one author or co-writer, in any order.
        authors: Vec<String>,
        /// The same for narrators of artifacts.
        narrators: Vec<String>,
        /// The same for composers.
        composers: Vec<String>,
        /// An ISBN-13, digits only: the title's own or a related one.
        isbn: Option<String>,
    },
}

impl Criteria {
    /// How many words of one text are read.
    pub const WORDS: usize = 32;
    /// How many words of all texts together are read.
    pub const ALL_WORDS: usize = 64;
    /// How many bytes of one text are read.
    pub const BYTES: usize = 1000;
}

/// A page of titles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// In order.
    pub ids: Vec<TitleId>,
    /// How many titles match, exactly.
    pub total: u64,
    /// Whether no visible title has the words as they are written, and these have words that differ by a
    /// letter.
    pub similar_words: bool,
    /// Where the next page begins; none on the last page.
    pub next: Option<Cursor>,
    /// Where the previous page ends, for a search that is `backward`; none on the first page.
    pub previous: Option<Cursor>,
    /// The ten most frequent authors of all matching titles, by display name, the most frequent first. Empty
    /// unless asked for.
    pub author_facets: Vec<(String, u64)>,
    /// The ten most frequent categories, likewise.
    pub category_facets: Vec<(String, u64)>,
    /// Every language of the matching titles, ISO 639-2 alpha-3, the most frequent first. Empty unless asked
    /// for.
    pub language_facets: Vec<(String, u64)>,
    /// Every format that can be made of a matching title, in the order of [`Format`]. Empty unless asked for.
    pub format_facets: Vec<(Format, u64)>,
    /// The kinds of narrators whose audio can be made of a matching title. Empty unless asked for.
    pub narrator_facets: Vec<(NarratorType, u64)>,
    /// How many matching titles went live since each of [`TitleSearch::added_counts`], in their order.
    pub added_counts: Vec<u64>,
    /// What the matching titles offer readers with disabilities. Empty unless asked for.
    pub access_facets: AccessFacets,
}
