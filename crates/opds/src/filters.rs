//! The conditions by which titles are selected, and their notation in addresses.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use domain::{Format, WireEnum, isbn, languages};
use jiff::civil::Date;
use layout::Wording;
use layout::formats::{format_name, language_name};
use serde::Deserialize;
use services::shelves::ShelfFilter;
use services::titles::{
    AccessFilter, Conditions, Criteria, MAX_ADDED_DAYS, Query as Wanted, Sort, days_before,
};

use crate::sentence::Sentence;
use crate::{Problem, Result, percent_encode};

/// The conditions by which titles are selected.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct TitleFilters {
    /// Words anywhere.
    pub(crate) query: Option<String>,
    pub(crate) title: Option<String>,
    /// Words of an author's name; in `/all` and `/new` exactly the name, if nothing else is searched for.
    pub(crate) author: Option<String>,
    /// Words of a narrator's name.
    pub(crate) narrator: Option<String>,
    /// An ISBN-10 or 13.
    pub(crate) isbn: Option<String>,
    pub(crate) series: Option<String>,
    /// Name of a contributor in any role.
    pub(crate) contributor: Option<String>,
    /// Names of categories, any of them.
    pub(crate) category: Vec<String>,
    /// A language, ISO 639-2 alpha-3.
    pub(crate) language: Option<String>,
    /// Formats, any of them.
    pub(crate) format: Vec<String>,
    /// The extents to which titles can be read without sight, any of them.
    pub(crate) nonvisual_reading: Vec<String>,
    /// The extents to which the appearance of the text can be changed, any of them.
    pub(crate) visual_adjustments: Vec<String>,
    /// Narration of the titles, any of these.
    pub(crate) narration: Vec<String>,
    /// Features for readers with disabilities, all of them.
    pub(crate) accessibility_feature: Vec<String>,
    /// Hazards that titles are known not to have.
    pub(crate) excluded_hazard: Vec<String>,
    /// Braille codes, any of them.
    pub(crate) braille_code: Vec<String>,
    pub(crate) braille_grade: Option<String>,
    /// Ranges of volumes of braille, any of them.
    pub(crate) braille_volumes: Vec<String>,
    /// Age of the reader, in years.
    pub(crate) age: Option<String>,
    /// `human` or `tts`: who reads aloud.
    pub(crate) voice: Option<String>,
    /// First copyright year.
    pub(crate) published_from: Option<String>,
    /// Last copyright year.
    pub(crate) published_to: Option<String>,
    /// Went live within this number of days.
    pub(crate) added: Option<String>,
    /// `true`: titles in the format that the visitor prefers.
    pub(crate) in_my_format: Option<String>,
    /// `true`: titles in every format that the visitor reads.
    pub(crate) in_all_my_formats: Option<String>,
    /// The order: `relevance`, `title`, `author`, `new`, `year`, `series`.
    pub(crate) sort: Option<String>,
}

/// The search for an author if there are no other words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AuthorSearch {
    Words,
    /// By exactly the name.
    Name,
}

impl TitleFilters {
    /// The search for these titles on this day, in this order unless they name another.
    pub(crate) fn to_query(&self, usual: Sort, alone: AuthorSearch, today: Date) -> Result<Wanted> {
        let blank = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let (keyword, title, author) = (blank(&self.query), blank(&self.title), blank(&self.author));
        let narrator = blank(&self.narrator);
        let isbn = blank(&self.isbn).map(|text| isbn::parse(&text).map(|isbn| isbn.to_string()));
        let isbn = isbn.transpose().map_err(|_| Problem::bad_request("problem-isbn"))?;
        let words = [&keyword, &title, &narrator, &isbn].into_iter().any(Option::is_some);
        let exact = author.clone().filter(|_| alone == AuthorSearch::Name && !words);
        let author = author.filter(|_| exact.is_none());
        let criteria = if words || author.is_some() {
            Criteria::Fields {
                keyword,
                title,
                authors: author.into_iter().collect(),
                narrators: narrator.into_iter().collect(),
                composers: Vec::new(),
                isbn,
            }
        } else {
            Criteria::None
        };
        let (sort, descending) = self.parse_order(usual)?;
        let conditions = Conditions {
            criteria,
            author_filter: exact,
            series: self.series.clone(),
            contributor: self.contributor.clone(),
            categories: self.category.clone(),
            language: self.parse_language()?,
            formats: self.parse_formats()?,
            reading_age: parse_number("age", self.age.as_ref(), 0..=120)?,
            narrator_type: parse_values("voice", &self.voice)?.pop(),
            copyright_from: parse_number("publishedFrom", self.published_from.as_ref(), 0..=9999)?,
            copyright_to: parse_number("publishedTo", self.published_to.as_ref(), 0..=9999)?,
            added_from: parse_number("added", self.added.as_ref(), 0..=MAX_ADDED_DAYS)?
                .map(|days: i16| days_before(today, days)),
            access: self.parse_access()?,
            ..Conditions::default()
        };
        Ok(Wanted {
            in_my_format: self.in_my_format.as_deref() == Some("true"),
            in_all_my_formats: self.in_all_my_formats.as_deref() == Some("true"),
            descending,
            ..Wanted::new(conditions, sort)
        })
    }

    pub(crate) fn for_shelf(self) -> Self {
        Self { query: self.query, format: self.format, language: self.language, ..Self::default() }
    }

    pub(crate) fn to_narrowing(&self) -> Result<ShelfFilter> {
        let words = self.query.clone().filter(|text| !text.trim().is_empty());
        Ok(ShelfFilter { words, formats: self.parse_formats()?, language: self.parse_language()? })
    }

    fn parse_formats(&self) -> Result<Vec<Format>> {
        let format =
            |text: &String| Format::from_path(text).ok_or_else(|| Problem::bad_request("problem-format"));
        self.format.iter().map(format).collect()
    }

    fn parse_language(&self) -> Result<Option<String>> {
        let code = |text: &String| {
            let code = languages::to_terminological(text).or_else(|| languages::alpha3(text));
            code.map(str::to_owned).ok_or_else(|| Problem::bad_request("problem-language"))
        };
        self.language.as_ref().map(code).transpose()
    }

    /// The accessibility filters, with the names and values of `GET /v2/titles`.
    fn parse_access(&self) -> Result<AccessFilter> {
        Ok(AccessFilter {
            nonvisual_reading: parse_values("nonvisualReading", &self.nonvisual_reading)?,
            visual_adjustments: parse_values("visualAdjustments", &self.visual_adjustments)?,
            narration: parse_values("narration", &self.narration)?,
            features: parse_values("accessibilityFeature", &self.accessibility_feature)?,
            excluded_hazards: parse_values("excludedHazard", &self.excluded_hazard)?,
            braille_codes: parse_values("brailleCode", &self.braille_code)?,
            braille_grade: parse_values("brailleGrade", &self.braille_grade)?.pop(),
            braille_volumes: parse_values("brailleVolumes", &self.braille_volumes)?,
            ..AccessFilter::default()
        })
    }

    fn parse_order(&self, usual: Sort) -> Result<(Sort, bool)> {
        let sort = match self.sort.as_deref() {
            None => usual,
            Some("relevance") => Sort::Relevance,
            Some("title") => Sort::Title,
            Some("author") => Sort::Author,
            Some("new") => Sort::DateAdded,
            Some("year") => Sort::CopyrightDate,
            Some("series") => Sort::SeriesNumber,
            Some(_) => return Err(not_one_of("sort", "relevance, title, author, new, year, series")),
        };
        Ok((sort, matches!(sort, Sort::DateAdded | Sort::CopyrightDate)))
    }

    /// The path of the first page.
    pub(crate) fn to_path(&self, path: &str) -> String {
        let values: [(&str, &[String]); 25] = [
            ("query", self.query.as_slice()),
            ("title", self.title.as_slice()),
            ("author", self.author.as_slice()),
            ("narrator", self.narrator.as_slice()),
            ("isbn", self.isbn.as_slice()),
            ("series", self.series.as_slice()),
            ("contributor", self.contributor.as_slice()),
            ("category", &self.category),
            ("language", self.language.as_slice()),
            ("format", &self.format),
            ("nonvisualReading", &self.nonvisual_reading),
            ("visualAdjustments", &self.visual_adjustments),
            ("narration", &self.narration),
            ("accessibilityFeature", &self.accessibility_feature),
            ("excludedHazard", &self.excluded_hazard),
            ("brailleCode", &self.braille_code),
            ("brailleGrade", self.braille_grade.as_slice()),
            ("brailleVolumes", &self.braille_volumes),
            ("age", self.age.as_slice()),
            ("voice", self.voice.as_slice()),
            ("publishedFrom", self.published_from.as_slice()),
            ("publishedTo", self.published_to.as_slice()),
            ("added", self.added.as_slice()),
            ("inMyFormat", self.in_my_format.as_slice()),
            ("inAllMyFormats", self.in_all_my_formats.as_slice()),
        ];
        let values = values.into_iter().chain([("sort", self.sort.as_slice())]);
        let values = values.flat_map(|(name, values)| values.iter().map(move |value| (name, value)));
        let values: Vec<String> =
            values.map(|(name, value)| format!("{name}={}", percent_encode(value))).collect();
        if values.is_empty() { path.to_owned() } else { format!("{path}?{}", values.join("&")) }
    }

    pub(crate) fn feed_name(&self, words: Wording<'_>) -> Option<String> {
        let language = |code: &String| languages::name(code).map(|_| language_name(words, code));
        let format = |text: &String| Format::from_path(text).map(|format| format_name(words, format));
        let people = [&self.author, &self.narrator, &self.series, &self.contributor];
        let names = people.into_iter().flatten().cloned().chain(self.category.iter().cloned());
        let spoken = self.language.as_ref().and_then(language);
        let names: Vec<String> = names.chain(spoken).chain(self.format.iter().filter_map(format)).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

fn not_one_of(field: &str, values: &str) -> Problem {
    let values = [("field", field.to_owned()), ("values", values.to_owned())];
    Problem::bad_request(Sentence::with_texts("problem-value", values))
}

fn parse_values<'a, T: WireEnum>(name: &str, values: impl IntoIterator<Item = &'a String>) -> Result<Vec<T>> {
    let read = |value: &String| T::parse(value).map_err(|_| not_one_of(name, &T::wire_names()));
    values.into_iter().map(read).collect()
}

/// The number of a parameter, if there is one.
fn parse_number<T: FromStr + PartialOrd + Display>(
    name: &str,
    value: Option<&String>,
    among: RangeInclusive<T>,
) -> Result<Option<T>> {
    let wrong = || not_one_of(name, &format!("{}–{}", among.start(), among.end()));
    let read =
        |value: &String| value.trim().parse().ok().filter(|number| among.contains(number)).ok_or_else(wrong);
    value.filter(|value| !value.trim().is_empty()).map(read).transpose()
}
