//! A small collection to search in.

use std::path::{Path, PathBuf};

use domain::access::View;
use domain::categories::Category;
use domain::contributors::{Contributor, ContributorType};
use domain::fixtures;
use domain::ids::TitleId;
use domain::titles::Title;
use search::{ChangedTitle, Conditions, Criteria, Index, Page, TitleSearch, Writer};
use tempfile::TempDir;

/// An index in a folder that goes away with it.
pub(crate) struct Shelf {
    pub(crate) index: Index,
    pub(crate) dir: TempDir,
    writer: Writer,
}

impl Shelf {
    /// An index of these titles.
    pub(crate) fn of(titles: impl IntoIterator<Item = Title>) -> Self {
        let dir = TempDir::new().unwrap();
        let (index, _) = Index::open_or_empty(dir.path()).unwrap();
        let writer = index.writer().unwrap();
        let mut shelf = Self { index, dir, writer };
        shelf.put(titles);
        shelf
    }

    /// Adds or changes titles, in a commit of their own.
    pub(crate) fn put(&mut self, titles: impl IntoIterator<Item = Title>) {
        let change = |title: Title| ChangedTitle { position: 0, id: title.id, title: Some(title) };
        self.apply(titles.into_iter().map(change).collect());
    }

    /// Takes titles out.
    pub(crate) fn remove(&mut self, ids: impl IntoIterator<Item = i64>) {
        let change = |id| ChangedTitle { position: 0, id: TitleId(id), title: None };
        self.apply(ids.into_iter().map(change).collect());
    }

    fn apply(&mut self, mut changes: Vec<ChangedTitle>) {
        let before = self.writer.position().unwrap();
        (before + 1..).zip(&mut changes).for_each(|(position, change)| change.position = position);
        self.writer.apply(&changes).unwrap();
        self.writer.commit().unwrap();
    }

    pub(crate) fn page(&self, search: &TitleSearch) -> Page {
        self.index.search(search).unwrap()
    }

    /// The titles that a search finds, in order.
    pub(crate) fn ids(&self, search: &TitleSearch) -> Vec<i64> {
        ids(&self.page(search))
    }

    /// The titles that words find, the best first.
    pub(crate) fn keyword(&self, text: &str) -> Vec<i64> {
        self.ids(&keyword(text))
    }

    /// The titles that a changed search of everything finds.
    pub(crate) fn with(&self, change: impl FnOnce(&mut TitleSearch)) -> Vec<i64> {
        self.ids(&fixtures::with(everything(), change))
    }
}

pub(crate) fn ids(page: &Page) -> Vec<i64> {
    page.ids.iter().map(|id| id.0).collect()
}

/// Everything that a guest of the main site sees, without filters.
pub(crate) fn everything() -> TitleSearch {
    TitleSearch { limit: 100, ..TitleSearch::new(guest()) }
}

pub(crate) fn guest() -> View {
    View { site: Some(fixtures::site()), shared: true, hide_adult: false, offered_at: None }
}

pub(crate) fn keyword(text: &str) -> TitleSearch {
    TitleSearch { conditions: Conditions::of(Criteria::Keyword(text.into())), ..everything() }
}

/// A search in single fields, changed from nothing asked.
pub(crate) fn fields(change: impl FnOnce(&mut Fields)) -> TitleSearch {
    let Fields { keyword, title, authors, narrators, composers, isbn } =
        fixtures::with(Fields::default(), change);
    let criteria = Criteria::Fields { keyword, title, authors, narrators, composers, isbn };
    TitleSearch { conditions: Conditions::of(criteria), ..everything() }
}

/// The parts of [`Criteria::Fields`].
#[derive(Default)]
pub(crate) struct Fields {
    pub(crate) keyword: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<String>,
    pub(crate) narrators: Vec<String>,
    pub(crate) composers: Vec<String>,
    pub(crate) isbn: Option<String>,
}

/// An English title without people.
pub(crate) fn book(id: i64, title: &str) -> Title {
    in_language(id, title, "eng")
}

pub(crate) fn in_language(id: i64, title: &str, language: &str) -> Title {
    changed(fixtures::title(), |it| {
        it.id = TitleId(id);
        it.metadata.title = title.into();
        it.metadata.contributors.clear();
        it.metadata.languages = vec![language.into()];
    })
}

pub(crate) fn by(id: i64, title: &str, authors: &[&str]) -> Title {
    changed(book(id, title), |it| {
        it.metadata.contributors =
            authors.iter().map(|name| Contributor::new(ContributorType::Author, *name)).collect();
    })
}

pub(crate) fn in_categories(id: i64, categories: &[&str]) -> Title {
    changed(book(id, "A book"), |it| {
        it.metadata.categories = categories.iter().map(|name| Category::service(*name)).collect();
    })
}

pub(crate) fn changed(title: Title, change: impl FnOnce(&mut Title)) -> Title {
    fixtures::with(title, change)
}

/// No title.
pub(crate) const NONE: [i64; 0] = [];

/// Files of the live generation of an index that are not as they were written.
pub(crate) fn damaged_files(dir: &Path) -> Vec<PathBuf> {
    let live = std::fs::read_to_string(dir.join("current")).unwrap();
    let index = tantivy::Index::open_in_dir(dir.join(live.trim())).unwrap();
    index.validate_checksum().unwrap().into_iter().collect()
}
