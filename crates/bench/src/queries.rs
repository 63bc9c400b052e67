//! Readers' queries: rare, common and two-word ones, some of them filtered or sorted.

use std::collections::HashSet;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::{Criteria, Sort, TitleSearch};

use crate::catalog::GeneratedCatalog;
use crate::library::{CLIENT_KEY, guest_view};

pub const TITLES_PER_PAGE: usize = 10;

/// The kind of a query, by the number of titles that it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryKind {
    /// A word or a name of few titles.
    Rare,
    /// A word of many titles.
    Common,
    /// Two words of one title.
    TwoWords,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    pub kind: QueryKind,
    pub words: String,
    filter: QueryFilter,
    order: QueryOrder,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QueryFilter {
    None,
    Language(&'static str),
    Format(domain::formats::Format),
    Category(&'static str),
    ReadingAge(i32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QueryOrder {
    Relevance,
    Title,
    DateAdded,
}

/// `count` queries, a third of each kind, without repetition as far as possible.
pub fn generate_queries(catalog: &GeneratedCatalog, seed: u64, count: usize) -> Vec<SearchQuery> {
    let rng = &mut StdRng::seed_from_u64(seed ^ 0x5eed);
    let mut known = HashSet::new();
    let mut queries = Vec::with_capacity(count);
    for tries in 0..count * 4 {
        let query = SearchQuery {
            kind: [QueryKind::Rare, QueryKind::Common, QueryKind::TwoWords][tries % 3],
            words: String::new(),
            filter: draw_filter(rng),
            order: draw_order(rng),
        };
        let query = SearchQuery { words: draw_text(query.kind, catalog, rng), ..query };
        if known.insert(query.to_path()) {
            queries.push(query);
        }
        if queries.len() == count {
            break;
        }
    }
    queries
}

impl SearchQuery {
    /// The path of its first page.
    pub fn to_path(&self) -> String {
        let words = encode_query(&self.words);
        let filter = match self.filter {
            QueryFilter::None => String::new(),
            QueryFilter::Language(code) => format!("&language={code}"),
            QueryFilter::Format(format) => format!("&format={format}"),
            QueryFilter::Category(name) => format!("&categories={}", encode_query(name)),
            QueryFilter::ReadingAge(age) => format!("&readingAge={age}"),
        };
        let order = match self.order {
            QueryOrder::Relevance => "",
            QueryOrder::Title => "&sortOrder=title",
            QueryOrder::DateAdded => "&sortOrder=dateAdded&direction=desc",
        };
        format!("/v2/titles?api_key={CLIENT_KEY}&keyword={words}{filter}{order}")
    }

    /// Converts the query to a search in the index.
    pub fn to_search(&self) -> TitleSearch {
        let mut search = TitleSearch::new(guest_view());
        search.conditions.criteria = Criteria::Keyword(self.words.clone());
        search.limit = TITLES_PER_PAGE;
        search.facets = true;
        match self.filter {
            QueryFilter::None => {}
            QueryFilter::Language(code) => search.conditions.language = Some(code.to_owned()),
            QueryFilter::Format(format) => search.conditions.formats = vec![format],
            QueryFilter::Category(name) => search.conditions.categories = vec![name.to_owned()],
            QueryFilter::ReadingAge(age) => search.conditions.reading_age = Some(age),
        }
        (search.sort, search.descending) = match self.order {
            QueryOrder::Relevance => (Sort::Relevance, false),
            QueryOrder::Title => (Sort::Title, false),
            QueryOrder::DateAdded => (Sort::DateAdded, true),
        };
        search
    }
}

fn draw_text(kind: QueryKind, catalog: &GeneratedCatalog, rng: &mut StdRng) -> String {
    let english = catalog.texts.english_words();
    match kind {
        QueryKind::Rare if rng.random_bool(0.5) => draw_family_name(catalog, rng),
        QueryKind::Rare => english.word_at(rng.random_range(english.len() / 3..english.len())).to_owned(),
        QueryKind::Common => english.word_at(rng.random_range(3..500)).to_owned(),
        QueryKind::TwoWords => draw_two_words(catalog, rng),
    }
}

/// The last name of some title's author.
fn draw_family_name(catalog: &GeneratedCatalog, rng: &mut StdRng) -> String {
    loop {
        let title = catalog.generate_title(rng.random_range(0..catalog.len()));
        let name = title.authors().next().and_then(|author| author.display_name.rsplit(' ').next());
        if let Some(name) = name {
            return name.to_lowercase();
        }
    }
}

/// Two words of one title, so that something is found.
fn draw_two_words(catalog: &GeneratedCatalog, rng: &mut StdRng) -> String {
    loop {
        let title = catalog.generate_title(rng.random_range(0..catalog.len())).metadata.title;
        let words: Vec<&str> =
            title.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2).collect();
        if words.len() > 1 {
            let first = rng.random_range(0..words.len() - 1);
            return words[first..first + 2].join(" ").to_lowercase();
        }
    }
}

fn draw_filter(rng: &mut StdRng) -> QueryFilter {
    use domain::Format;
    match rng.random_range(0..12) {
        0 => QueryFilter::Language(["eng", "spa"][rng.random_range(0..2)]),
        1 => QueryFilter::Format([Format::Brf, Format::Epub3, Format::DaisyAudio][rng.random_range(0..3)]),
        2 => {
            QueryFilter::Category(["Literature and Fiction", "Poetry", "Mathematics"][rng.random_range(0..3)])
        }
        3 => QueryFilter::ReadingAge(rng.random_range(4..14)),
        _ => QueryFilter::None,
    }
}

fn draw_order(rng: &mut StdRng) -> QueryOrder {
    match rng.random_range(0..10) {
        0 => QueryOrder::Title,
        1 => QueryOrder::DateAdded,
        _ => QueryOrder::Relevance,
    }
}

pub fn encode_query(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{QueryKind, generate_queries};
    use crate::catalog::GeneratedCatalog;

    #[test]
    fn queries_are_of_three_kinds_and_the_same_for_the_same_seed() {
        let catalog = GeneratedCatalog::new(5000, 1);
        let queries = generate_queries(&catalog, 1, 3000);
        assert_eq!(queries, generate_queries(&catalog, 1, 3000));
        assert_eq!(queries.len(), 3000);
        for kind in [QueryKind::Rare, QueryKind::Common, QueryKind::TwoWords] {
            let share = queries.iter().filter(|query| query.kind == kind).count();
            assert!((600..1400).contains(&share), "{kind:?}: {share}");
        }
        let paths: BTreeSet<String> = queries.iter().map(super::SearchQuery::to_path).collect();
        assert_eq!(paths.len(), 3000);
        assert!(paths.iter().all(|path| path.bytes().all(|b| b.is_ascii_graphic())));
    }

    #[test]
    fn two_words_are_from_one_title() {
        let catalog = GeneratedCatalog::new(1000, 3);
        let titles: Vec<String> =
            (0..1000).map(|n| catalog.generate_title(n).metadata.title.to_lowercase()).collect();
        for query in
            generate_queries(&catalog, 3, 300).iter().filter(|query| query.kind == QueryKind::TwoWords)
        {
            let mut words = query.words.split(' ');
            let (a, b) = (words.next().unwrap(), words.next().unwrap());
            assert!(titles.iter().any(|title| title.contains(a) && title.contains(b)), "{}", query.words);
        }
    }
}
