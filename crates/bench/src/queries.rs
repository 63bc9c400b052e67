//! Readers' queries: rare, common and two-word ones, some of them filtered or sorted.

use std::collections::HashSet;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use search::{Criteria, Sort, TitleSearch};

use crate::catalog::Catalog;
use crate::library::{KEY, view};

/// Titles per page.
pub const PAGE: usize = 10;

/// How many titles a query finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A word or a name of few titles.
    Rare,
    /// A word of many titles.
    Common,
    /// Two words of one title.
    TwoWords,
}

/// One search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// How it was made.
    pub kind: Kind,
    /// The words.
    pub words: String,
    filter: Filter,
    order: Order,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filter {
    None,
    Language(&'static str),
    Format(domain::formats::Format),
    Category(&'static str),
    ReadingAge(i32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Relevance,
    Title,
    DateAdded,
}

/// `count` queries, a third of each kind, without repetition as far as possible.
pub fn mixed(catalog: &Catalog, seed: u64, count: usize) -> Vec<Query> {
    let rng = &mut StdRng::seed_from_u64(seed ^ 0x5eed);
    let mut known = HashSet::new();
    let mut queries = Vec::with_capacity(count);
    for tries in 0..count * 4 {
        let query = Query { kind: kind(tries), words: String::new(), filter: filter(rng), order: order(rng) };
        let query = Query { words: text(query.kind, catalog, rng), ..query };
        if known.insert(query.path()) {
            queries.push(query);
        }
        if queries.len() == count {
            break;
        }
    }
    queries
}

impl Query {
    /// The path of its first page.
    pub fn path(&self) -> String {
        let words = encoded(&self.words);
        let filter = match self.filter {
            Filter::None => String::new(),
            Filter::Language(code) => format!("&language={code}"),
            Filter::Format(format) => format!("&format={format}"),
            Filter::Category(name) => format!("&categories={}", encoded(name)),
            Filter::ReadingAge(age) => format!("&readingAge={age}"),
        };
        let order = match self.order {
            Order::Relevance => "",
            Order::Title => "&sortOrder=title",
            Order::DateAdded => "&sortOrder=dateAdded&direction=desc",
        };
        format!("/v2/titles?api_key={KEY}&keyword={words}{filter}{order}")
    }

    /// The same query for the index.
    pub fn search(&self) -> TitleSearch {
        let mut search = TitleSearch::new(view());
        search.conditions.criteria = Criteria::Keyword(self.words.clone());
        search.limit = PAGE;
        search.facets = true;
        match self.filter {
            Filter::None => {}
            Filter::Language(code) => search.conditions.language = Some(code.to_owned()),
            Filter::Format(format) => search.conditions.formats = vec![format],
            Filter::Category(name) => search.conditions.categories = vec![name.to_owned()],
            Filter::ReadingAge(age) => search.conditions.reading_age = Some(age),
        }
        (search.sort, search.descending) = match self.order {
            Order::Relevance => (Sort::Relevance, false),
            Order::Title => (Sort::Title, false),
            Order::DateAdded => (Sort::DateAdded, true),
        };
        search
    }
}

fn kind(number: usize) -> Kind {
    [Kind::Rare, Kind::Common, Kind::TwoWords][number % 3]
}

fn text(kind: Kind, catalog: &Catalog, rng: &mut StdRng) -> String {
    let english = catalog.texts().english();
    match kind {
        Kind::Rare if rng.random_bool(0.5) => family_name(catalog, rng),
        Kind::Rare => english.at(rng.random_range(english.len() / 3..english.len())).to_owned(),
        Kind::Common => english.at(rng.random_range(3..500)).to_owned(),
        Kind::TwoWords => two_words(catalog, rng),
    }
}

/// The last name of some title's author.
fn family_name(catalog: &Catalog, rng: &mut StdRng) -> String {
    loop {
        let title = catalog.title(rng.random_range(0..catalog.len()));
        let name = title.authors().next().and_then(|author| author.display_name.rsplit(' ').next());
        if let Some(name) = name {
            return name.to_lowercase();
        }
    }
}

/// Two words of one title, so that something is found.
fn two_words(catalog: &Catalog, rng: &mut StdRng) -> String {
    loop {
        let title = catalog.title(rng.random_range(0..catalog.len())).metadata.title;
        let words: Vec<&str> =
            title.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2).collect();
        if words.len() > 1 {
            let first = rng.random_range(0..words.len() - 1);
            return words[first..first + 2].join(" ").to_lowercase();
        }
    }
}

fn filter(rng: &mut StdRng) -> Filter {
    use domain::formats::Format;
    match rng.random_range(0..12) {
        0 => Filter::Language(["eng", "spa"][rng.random_range(0..2)]),
        1 => Filter::Format([Format::Brf, Format::Epub3, Format::DaisyAudio][rng.random_range(0..3)]),
        2 => Filter::Category(["Literature and Fiction", "Poetry", "Mathematics"][rng.random_range(0..3)]),
        3 => Filter::ReadingAge(rng.random_range(4..14)),
        _ => Filter::None,
    }
}

fn order(rng: &mut StdRng) -> Order {
    match rng.random_range(0..10) {
        0 => Order::Title,
        1 => Order::DateAdded,
        _ => Order::Relevance,
    }
}

/// Encodes a text for a query string.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Kind, mixed};
    use crate::catalog::Catalog;

    #[test]
    fn queries_are_of_three_kinds_and_the_same_for_the_same_seed() {
        let catalog = Catalog::new(5000, 1);
        let queries = mixed(&catalog, 1, 3000);
        assert_eq!(queries, mixed(&catalog, 1, 3000));
        assert_eq!(queries.len(), 3000);
        for kind in [Kind::Rare, Kind::Common, Kind::TwoWords] {
            let share = queries.iter().filter(|query| query.kind == kind).count();
            assert!((600..1400).contains(&share), "{kind:?}: {share}");
        }
        let paths: BTreeSet<String> = queries.iter().map(super::Query::path).collect();
        assert_eq!(paths.len(), 3000);
        assert!(paths.iter().all(|path| path.bytes().all(|b| b.is_ascii_graphic())));
    }

    #[test]
    fn two_words_are_from_one_title() {
        let catalog = Catalog::new(1000, 3);
        let titles: Vec<String> = (0..1000).map(|n| catalog.title(n).metadata.title.to_lowercase()).collect();
        for query in mixed(&catalog, 3, 300).iter().filter(|query| query.kind == Kind::TwoWords) {
            let mut words = query.words.split(' ');
            let (a, b) = (words.next().unwrap(), words.next().unwrap());
            assert!(titles.iter().any(|title| title.contains(a) && title.contains(b)), "{}", query.words);
        }
    }
}
