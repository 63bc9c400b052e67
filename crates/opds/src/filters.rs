//! What titles are chosen by, and the addresses that say so.

use domain::formats::Format;
use domain::languages;
use domain::wire::WireEnum;
use layout::Wording;
use layout::formats::{format_name, language_name};
use serde::Deserialize;
use services::titles::{AccessFilter, Criteria, Query as Wanted, Sort};

use crate::base::encoded;
use crate::problem::{Problem, Result};
use crate::sentence::Sentence;

/// What titles are chosen by.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Filters {
    /// Words anywhere.
    pub(crate) query: Option<String>,
    /// Words of the title.
    pub(crate) title: Option<String>,
    /// Words of an author's name; exactly the name, if nothing else is searched for.
    pub(crate) author: Option<String>,
    /// Title of a series.
    pub(crate) series: Option<String>,
    /// Name of a contributor in any role.
    pub(crate) contributor: Option<String>,
    /// Name of a category.
    pub(crate) category: Option<String>,
    /// A language, ISO 639-2 alpha-3.
    pub(crate) language: Option<String>,
    /// A format.
    pub(crate) format: Option<String>,
    /// The extent to which titles can be read without sight.
    pub(crate) nonvisual_reading: Option<String>,
    /// Whether the appearance of the text can be changed.
    pub(crate) visual_adjustments: Option<String>,
    /// How titles are heard.
    pub(crate) narration: Option<String>,
    /// A feature for readers with disabilities.
    pub(crate) accessibility_feature: Option<String>,
    /// A hazard that titles are known not to have.
    pub(crate) excluded_hazard: Option<String>,
    /// A braille code.
    pub(crate) braille_code: Option<String>,
    /// A braille grade.
    pub(crate) braille_grade: Option<String>,
    /// The order: `relevance`, `title`, `author`, `new`, `series`.
    pub(crate) sort: Option<String>,
}

impl Filters {
    /// The search for these titles, in this order unless they name another.
    pub(crate) fn wanted(&self, usual: Sort) -> Result<Wanted> {
        let blank = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let (query, title, author) = (blank(&self.query), blank(&self.title), blank(&self.author));
        let exact = author.clone().filter(|_| query.is_none() && title.is_none());
        let criteria = match (query, exact.is_some() || title.is_none()) {
            (Some(words), _) => {
                let words: Vec<String> = [Some(words), title, author].into_iter().flatten().collect();
                Criteria::Keyword(words.join(" "))
            }
            (None, true) => Criteria::None,
            (None, false) => Criteria::Fields {
                title,
                authors: author.into_iter().collect(),
                narrators: Vec::new(),
                composers: Vec::new(),
                isbn: None,
            },
        };
        let (sort, descending) = self.order(usual)?;
        let format = |text: &String| Format::from_path(text).ok_or_else(|| Problem::bad("problem-format"));
        let language = |text: &String| {
            languages::canonical(text)
                .or_else(|| languages::alpha3(text))
                .map(str::to_owned)
                .ok_or_else(|| Problem::bad("problem-language"))
        };
        Ok(Wanted {
            author_filter: exact,
            series: self.series.clone(),
            contributor: self.contributor.clone(),
            categories: self.category.iter().cloned().collect(),
            language: self.language.as_ref().map(language).transpose()?,
            formats: self.format.as_ref().map(format).transpose()?.into_iter().collect(),
            access: self.access()?,
            descending,
            ..Wanted::new(criteria, sort)
        })
    }

    /// What titles offer readers with disabilities: the names and values of `GET /v2/titles`.
    fn access(&self) -> Result<AccessFilter> {
        Ok(AccessFilter {
            nonvisual_reading: known("nonvisualReading", self.nonvisual_reading.as_ref())?,
            visual_adjustments: known("visualAdjustments", self.visual_adjustments.as_ref())?,
            narration: known("narration", self.narration.as_ref())?,
            features: known("accessibilityFeature", self.accessibility_feature.as_ref())?,
            excluded_hazards: known("excludedHazard", self.excluded_hazard.as_ref())?,
            braille_codes: known("brailleCode", self.braille_code.as_ref())?,
            braille_grade: known("brailleGrade", self.braille_grade.as_ref())?.pop(),
            ..AccessFilter::default()
        })
    }

    fn order(&self, usual: Sort) -> Result<(Sort, bool)> {
        let sort = match self.sort.as_deref() {
            None => usual,
            Some("relevance") => Sort::Relevance,
            Some("title") => Sort::Title,
            Some("author") => Sort::Author,
            Some("new") => Sort::DateAdded,
            Some("series") => Sort::SeriesNumber,
            Some(_) => return Err(not_one_of("sort", "relevance, title, author, new, series")),
        };
        Ok((sort, sort == Sort::DateAdded))
    }

    /// The path of the first page.
    pub(crate) fn path(&self, path: &str) -> String {
        let values = [
            ("query", &self.query),
            ("title", &self.title),
            ("author", &self.author),
            ("series", &self.series),
            ("contributor", &self.contributor),
            ("category", &self.category),
            ("language", &self.language),
            ("format", &self.format),
            ("nonvisualReading", &self.nonvisual_reading),
            ("visualAdjustments", &self.visual_adjustments),
            ("narration", &self.narration),
            ("accessibilityFeature", &self.accessibility_feature),
            ("excludedHazard", &self.excluded_hazard),
            ("brailleCode", &self.braille_code),
            ("brailleGrade", &self.braille_grade),
            ("sort", &self.sort),
        ];
        let values = values.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        let values: Vec<String> = values.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        if values.is_empty() { path.to_owned() } else { format!("{path}?{}", values.join("&")) }
    }

    /// What a feed with these filters is called, if they say it.
    pub(crate) fn name(&self, words: Wording<'_>) -> Option<String> {
        let language = |code: &String| languages::name(code).map(|_| language_name(words, code));
        let format = |text: &String| Format::from_path(text).map(|format| format_name(words, format));
        let names = [
            self.author.clone(),
            self.series.clone(),
            self.contributor.clone(),
            self.category.clone(),
            self.language.as_ref().and_then(language),
            self.format.as_ref().and_then(format),
        ];
        let names: Vec<String> = names.into_iter().flatten().collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

fn not_one_of(field: &str, values: &str) -> Problem {
    let values = [("field", field.to_owned()), ("values", values.to_owned())];
    Problem::bad(Sentence::with("problem-value", values))
}

/// The value of a parameter, if there is one.
fn known<T: WireEnum>(name: &str, value: Option<&String>) -> Result<Vec<T>> {
    let read = |value: &String| T::parse(value).map_err(|_| not_one_of(name, &T::allowed()));
    value.map(read).into_iter().collect()
}
