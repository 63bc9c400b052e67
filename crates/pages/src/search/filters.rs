//! The conditions of a search, in the notation of its address.

use domain::{Format, NarratorType, isbn, languages};
use jiff::civil::Date;
use services::titles::{Conditions, Criteria, EditionSearch, Query, Sort, days_before};
use url::form_urlencoded;

use super::access;
use crate::Fields;
use crate::paging::add_query;

/// The names of the filters in the order of addresses. Each value of a field is one filter.
pub(crate) const FIELD_NAMES: &[&str] = &[
    "words", "title", "author", "narrator", "isbn", "series", "format", "language", "category", "age",
    "voice", "publishedFrom", "publishedTo", "added", MY_FORMAT, MY_FORMATS,
];

/// The periods of the filter by when titles were added to the library, in days.
pub(crate) const ADDED_PERIODS: &[i16] = &[7, 30, 90, 365];

/// The name of the filter by the format that the visitor prefers. Its value is `true`.
pub(crate) const MY_FORMAT: &str = "inMyFormat";

/// The name of the filter by all formats that the visitor reads. Its value is `true`.
pub(crate) const MY_FORMATS: &str = "inAllMyFormats";

/// The orders, by the name in the address.
pub(crate) const SORT_ORDERS: &[(&str, Sort)] = &[
    ("relevance", Sort::Relevance),
    ("title", Sort::Title),
    ("author", Sort::Author),
    ("new", Sort::DateAdded),
    ("year", Sort::CopyrightDate),
    ("series", Sort::SeriesNumber),
];

/// The conditions with one field in the form, whose identifier is their name.
pub(crate) const SINGLE_FIELDS: &[&str] = &[
    "words", "title", "author", "narrator", "isbn", "age", "publishedFrom", "publishedTo", "language",
    "category", "voice", "added",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) name: &'static str,
    pub(crate) value: String,
}

/// All conditions of a search, and its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filters {
    valid: Vec<Filter>,
    order: Option<&'static str>,
    /// Conditions that cannot be understood: shown to the visitor, and left out of the search.
    pub(crate) invalid: Vec<Filter>,
}

impl Filters {
    /// Reads the fields of an address or of the form.
    pub(crate) fn from_fields(fields: &Fields) -> Self {
        let mut filters = Self::default();
        for name in FIELD_NAMES.iter().chain(access::FILTER_NAMES) {
            for value in fields.get_all(name) {
                let filter = Filter { name, value: value.to_owned() };
                let place = if has_valid_value(&filter) { &mut filters.valid } else { &mut filters.invalid };
                if !place.contains(&filter) {
                    place.push(filter);
                }
            }
        }
        let order = fields.get("sort");
        filters.order = order
            .and_then(|order| SORT_ORDERS.iter().find(|(name, _)| *name == order))
            .map(|(name, _)| *name);
        filters
    }

    pub(crate) fn for_editions(search: &EditionSearch) -> Self {
        let filter = |name, value: &String| Filter { name, value: value.clone() };
        let author = search.author.as_ref().map(|author| filter("author", author));
        let valid = std::iter::once(filter("title", &search.title)).chain(author).collect();
        Self { valid, ..Self::default() }
    }

    /// The conditions in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Filter> {
        self.valid.iter()
    }

    /// The first value of a field. Empty if there is none.
    pub(crate) fn value(&self, name: &str) -> &str {
        self.valid.iter().find(|filter| filter.name == name).map_or("", |filter| &filter.value)
    }

    /// The visitor's input in a field, understood or not.
    pub(crate) fn typed_value(&self, name: &str) -> &str {
        let typed = self.valid.iter().chain(&self.invalid).find(|filter| filter.name == name);
        typed.map_or("", |filter| &filter.value)
    }

    /// Returns true if a field has a value that cannot be understood.
    pub(crate) fn is_wrong(&self, name: &str) -> bool {
        self.invalid.iter().any(|filter| filter.name == name)
    }

    pub(crate) fn has_value(&self, name: &str, value: &str) -> bool {
        self.valid.iter().any(|filter| filter.name == name && filter.value == value)
    }

    pub(crate) fn without_filter(&self, filter: &Filter) -> Self {
        let all = self.valid.iter().filter(|one| *one != filter).cloned().collect();
        Self { valid: all, ..self.clone() }
    }

    /// The search with the values of a field replaced or added.
    pub(crate) fn with_field(&self, name: &'static str, value: &str) -> Self {
        let mut all: Vec<Filter> = self.valid.iter().filter(|one| one.name != name).cloned().collect();
        all.push(Filter { name, value: value.to_owned() });
        all.sort_by_key(|one| {
            FIELD_NAMES.iter().position(|name| *name == one.name).unwrap_or(FIELD_NAMES.len())
        });
        Self { valid: all, ..self.clone() }
    }

    /// The search without the conditions of one field. `None` if it has none.
    pub(crate) fn without_field(&self, name: &str) -> Option<Self> {
        let all: Vec<Filter> = self.valid.iter().filter(|one| one.name != name).cloned().collect();
        (all.len() < self.valid.len()).then(|| Self { valid: all, ..self.clone() })
    }

    /// The search for the same words and nothing else. `None` if there are no words, or no other conditions.
    pub(crate) fn words_alone(&self) -> Option<Self> {
        let (words, others): (Vec<Filter>, Vec<Filter>) =
            self.valid.iter().cloned().partition(|one| one.name == "words");
        (!words.is_empty() && !others.is_empty()).then(|| Self { valid: words, ..self.clone() })
    }

    /// The address of the first page.
    pub(crate) fn search_path(&self) -> String {
        let filters = self.valid.iter().map(|filter| (filter.name, filter.value.as_str()));
        add_query("/search", filters.chain(self.order.map(|order| ("sort", order))))
    }

    /// The address of the catalog feed for reading apps that finds the same titles in the same order.
    pub(crate) fn feed_path(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for filter in &self.valid {
            match (filter.name, parse_voice(&filter.value)) {
                ("words", _) => query.append_pair("query", &filter.value),
                ("voice", Some(kind)) => query.append_pair("voice", kind.as_str()),
                (name, _) => query.append_pair(name, &filter.value),
            };
        }
        format!("/opds/search?{}", query.append_pair("sort", self.order_name()).finish())
    }

    /// The name of the order: by number in a series, or else the best match if there are words, otherwise by
    /// title.
    pub(crate) fn order_name(&self) -> &'static str {
        let offered = |name: &&str| self.offered_orders().any(|(order, _)| order == *name);
        let usual = ["series", "relevance", "title"].into_iter().find(offered).unwrap_or("title");
        self.order.filter(offered).unwrap_or(usual)
    }

    /// The orders that this search can have. Without words nothing is the best match, and without a series
    /// there are no numbers in it.
    pub(crate) fn offered_orders(&self) -> impl Iterator<Item = (&'static str, Sort)> {
        let has = |names: &[&str]| names.iter().any(|name| !self.value(name).is_empty());
        let (has_words, has_series) = (has(&["words", "title", "isbn"]), has(&["series"]));
        SORT_ORDERS.iter().copied().filter(move |(name, _)| match *name {
            "relevance" => has_words,
            "series" => has_series,
            _ => true,
        })
    }

    pub(crate) fn to_query(&self, today: Date) -> Query {
        let sort = SORT_ORDERS
            .iter()
            .find(|(name, _)| *name == self.order_name())
            .map_or(Sort::Title, |(_, sort)| *sort);
        let texts = |name| self.valid.iter().filter(move |one| one.name == name).map(|one| one.value.clone());
        let first = |name| texts(name).next();
        let isbn = first("isbn").and_then(|text| isbn::parse(&text).ok()).map(|isbn| isbn.to_string());
        let criteria =
            if ["words", "title", "author", "narrator", "isbn"].iter().all(|name| first(name).is_none()) {
                Criteria::None
            } else {
                Criteria::Fields {
                    keyword: first("words"),
                    title: first("title"),
                    authors: texts("author").collect(),
                    narrators: texts("narrator").collect(),
                    composers: Vec::new(),
                    isbn,
                }
            };
        let conditions = Conditions {
            criteria,
            series: first("series"),
            categories: texts("category").collect(),
            language: first("language").as_deref().and_then(language_code),
            formats: texts("format").filter_map(|text| Format::from_path(&text)).collect(),
            reading_age: first("age").and_then(|age| age.parse().ok()),
            access: access::to_access_filter(self),
            copyright_from: first("publishedFrom").and_then(|year| year.parse().ok()),
            copyright_to: first("publishedTo").and_then(|year| year.parse().ok()),
            added_from: first("added")
                .and_then(|days| parse_period(&days))
                .map(|days| days_before(today, days)),
            narrator_type: first("voice").as_deref().and_then(parse_voice),
            ..Conditions::default()
        };
        Query {
            in_my_format: !self.value(MY_FORMAT).is_empty(),
            in_all_my_formats: !self.value(MY_FORMATS).is_empty(),
            descending: matches!(sort, Sort::DateAdded | Sort::CopyrightDate),
            ..Query::new(conditions, sort)
        }
    }
}

fn has_valid_value(filter: &Filter) -> bool {
    let value = &filter.value;
    match filter.name {
        "format" => Format::from_path(value).is_some(),
        "language" => language_code(value).is_some(),
        "age" => value.parse::<i32>().is_ok_and(|age| (0..=120).contains(&age)),
        "voice" => parse_voice(value).is_some(),
        "isbn" => isbn::parse(value).is_ok(),
        "publishedFrom" | "publishedTo" => value.parse::<i16>().is_ok_and(|year| (0..=9999).contains(&year)),
        "added" => parse_period(value).is_some(),
        MY_FORMAT | MY_FORMATS => value == "true",
        name if access::FILTER_NAMES.contains(&name) => access::has_valid_value(filter),
        _ => value.len() <= Criteria::MAX_TEXT_BYTES,
    }
}

/// Returns true if a field takes digits alone. An ISBN may have hyphens and end with X, which keyboards for
/// digits lack.
pub(crate) fn is_number(name: &str) -> bool {
    matches!(name, "age" | "publishedFrom" | "publishedTo")
}

/// The code that titles have of a language, by any of its codes or tags. `None` if there is no such
/// language.
pub(crate) fn language_code(text: &str) -> Option<String> {
    languages::to_terminological(text).or_else(|| languages::alpha3(text)).map(str::to_owned)
}

/// A number of days for which titles can be in the library.
fn parse_period(text: &str) -> Option<i16> {
    text.parse().ok().filter(|days| ADDED_PERIODS.contains(days))
}

pub(crate) fn voice_name(kind: NarratorType) -> &'static str {
    match kind {
        NarratorType::Human => "human",
        NarratorType::Tts => "synthetic",
    }
}

fn parse_voice(text: &str) -> Option<NarratorType> {
    match text {
        "human" => Some(NarratorType::Human),
        "synthetic" => Some(NarratorType::Tts),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use domain::formats::Format;
    use jiff::civil::date;
    use services::titles::{Criteria, EditionSearch, Sort};

    use super::Filters;
    use crate::fields::Fields;

    fn parse_filters(query: &str) -> Filters {
        Filters::from_fields(&Fields::parse(query.as_bytes()))
    }

    #[test]
    fn an_address_leads_to_the_same_search() {
        for query in
            ["", "words=a+b&format=BRF&format=PDF&sort=new", "author=Ada&language=eng", "isbn=9780141439518"]
        {
            let read = parse_filters(query);
            let again = read.search_path();
            let (_, again) = again.split_once('?').unwrap_or(("", ""));
            assert_eq!(parse_filters(again), read, "{query}");
        }
    }

    #[test]
    fn conditions_are_removed_one_by_one() {
        let all = parse_filters("words=moby+dick&format=BRF&format=PDF");
        let format = all.iter().find(|one| one.value == "BRF").unwrap();
        assert_eq!(all.without_filter(format).search_path(), "/search?words=moby+dick&format=PDF");
        assert_eq!(all.with_field("words", "moby").search_path(), "/search?words=moby&format=BRF&format=PDF");
        assert_eq!(all.with_field("format", "PDF").search_path(), "/search?words=moby+dick&format=PDF");
        let words = all.words_alone().unwrap();
        assert_eq!(words.search_path(), "/search?words=moby+dick");
        assert_eq!((words.words_alone(), parse_filters("format=BRF").words_alone()), (None, None));
    }

    #[test]
    fn values_that_cannot_be_understood_are_set_apart() {
        let read = parse_filters("format=VHS&age=x&voice=loud&isbn=12&language=zzz&words=a");
        assert_eq!(read.invalid.len(), 5);
        assert_eq!(read.search_path(), "/search?words=a");
    }

    #[test]
    fn a_search_has_all_its_conditions() {
        let query = |text: &str| parse_filters(text).to_query(date(2024, 5, 1));
        let found = query(
            "words=whale&author=Herman+Melville&narrator=Ada&isbn=9780141439518&format=BRF&language=en&age=12",
        );
        let Criteria::Fields { keyword, title, authors, narrators, isbn, .. } = found.conditions.criteria
        else {
            panic!("each narrows the search")
        };
        assert_eq!((keyword.as_deref(), title), (Some("whale"), None));
        assert_eq!((authors, narrators), (vec!["Herman Melville".to_owned()], vec!["Ada".to_owned()]));
        assert_eq!(isbn.as_deref(), Some("9780141439518"));
        assert_eq!(
            (found.conditions.formats, found.conditions.language.as_deref()),
            (vec![Format::Brf], Some("eng"))
        );
        assert_eq!((found.conditions.reading_age, found.sort), (Some(12), Sort::Relevance));
        assert_eq!(query("format=BRF").conditions.criteria, Criteria::None);
        assert_eq!(query("sort=relevance").sort, Sort::Title);
        let series = query("series=The+Amarante+Cases&words=chairs");
        assert_eq!(
            (series.conditions.series.as_deref(), series.sort),
            (Some("The Amarante Cases"), Sort::SeriesNumber)
        );
        assert!(!series.descending);
        assert_eq!(query("series=A&sort=new").sort, Sort::DateAdded);
        assert_eq!(query("sort=series").sort, Sort::Title, "there are no numbers without a series");
        assert!(query("sort=new").descending);
        assert!(query("inMyFormat=true").in_my_format && !query("inMyFormat=no").in_my_format);
        assert!(query("inAllMyFormats=true").in_all_my_formats);
        assert!(!query("inAllMyFormats=no").in_all_my_formats);
        let dates = query("publishedFrom=1990&publishedTo=2000&added=30").conditions;
        assert_eq!((dates.copyright_from, dates.copyright_to), (Some(1990), Some(2000)));
        assert_eq!(dates.added_from.unwrap().to_string(), "2024-04-01T00:00:00Z");
        assert_eq!(parse_filters("added=31&publishedTo=99999").invalid.len(), 2);
    }

    #[test]
    fn a_search_for_editions_has_an_address() {
        let path = |title: &str, author: Option<&str>| {
            let (title, author) = (title.to_owned(), author.map(str::to_owned));
            Filters::for_editions(&EditionSearch { title, author }).search_path()
        };
        let both = path("Between Floors", Some("Sinéad Varghese"));
        assert_eq!(both, "/search?title=Between+Floors&author=Sin%C3%A9ad+Varghese");
        assert_eq!(path("Tides", None), "/search?title=Tides");
    }

    #[test]
    fn the_feed_has_the_same_conditions() {
        let feed = |text: &str| parse_filters(text).feed_path();
        assert_eq!(feed(""), "/opds/search?sort=title");
        assert_eq!(
            feed("words=a+b&format=BRF&format=PDF&voice=synthetic"),
            "/opds/search?query=a+b&format=BRF&format=PDF&voice=tts&sort=relevance"
        );
        assert_eq!(feed("series=A+B"), "/opds/search?series=A+B&sort=series");
    }
}
