//! A small collection to search in.

use std::path::{Path, PathBuf};

use domain::access::View;
use domain::{Category, Contributor, ContributorType, Title, TitleId, fixtures};
use search::{ChangedTitle, Conditions, Criteria, Index, TitlePage, TitleSearch, Writer};
use tempfile::TempDir;

/// An index in a folder that goes away with it.
pub(crate) struct TestShelf {
    pub(crate) index: Index,
    pub(crate) dir: TempDir,
    writer: Writer,
}

impl TestShelf {
    /// An index of these titles.
    pub(crate) fn with_titles(titles: impl IntoIterator<Item = Title>) -> Self {
        let dir = TempDir::new().unwrap();
        let (index, _) = Index::open_or_empty(dir.path()).unwrap();
        let writer = index.open_writer().unwrap();
        let mut shelf = Self { index, dir, writer };
        shelf.put_titles(titles);
        shelf
    }

    /// Adds or changes titles, in a commit of their own.
    pub(crate) fn put_titles(&mut self, titles: impl IntoIterator<Item = Title>) {
        let change = |title: Title| ChangedTitle { position: 0, id: title.id, title: Some(title) };
        self.apply_and_commit(titles.into_iter().map(change).collect());
    }

    /// Takes titles out.
    pub(crate) fn remove_titles(&mut self, ids: impl IntoIterator<Item = i64>) {
        let change = |id| ChangedTitle { position: 0, id: TitleId(id), title: None };
        self.apply_and_commit(ids.into_iter().map(change).collect());
    }

    fn apply_and_commit(&mut self, mut changes: Vec<ChangedTitle>) {
        let before = self.writer.next_position().unwrap();
        (before + 1..).zip(&mut changes).for_each(|(position, change)| change.position = position);
        self.writer.apply_changes(&changes).unwrap();
        self.writer.commit().unwrap();
    }

    pub(crate) fn search(&self, search: &TitleSearch) -> TitlePage {
        self.index.search(search).unwrap()
    }

    /// The titles that a search finds, in order.
    pub(crate) fn search_ids(&self, search: &TitleSearch) -> Vec<i64> {
        ids_of(&self.search(search))
    }

    /// The titles that words find, the best first.
    pub(crate) fn keyword_ids(&self, text: &str) -> Vec<i64> {
        self.search_ids(&keyword_search(text))
    }

    /// The titles that a changed search of everything finds.
    pub(crate) fn changed_search_ids(&self, change: impl FnOnce(&mut TitleSearch)) -> Vec<i64> {
        self.search_ids(&fixtures::with_change(search_everything(), change))
    }
}

pub(crate) fn ids_of(page: &TitlePage) -> Vec<i64> {
    page.ids.iter().map(|id| id.0).collect()
}

/// Everything that a guest of the main site sees, without filters.
pub(crate) fn search_everything() -> TitleSearch {
    TitleSearch { limit: 100, ..TitleSearch::new(guest_view()) }
}

pub(crate) fn guest_view() -> View {
    View { site: Some(fixtures::site()), shared: true, hide_adult: false, offered_at: None }
}

pub(crate) fn keyword_search(text: &str) -> TitleSearch {
    search_criteria(Criteria::Keyword(text.into()))
}

/// A search in single fields, changed from nothing asked.
pub(crate) fn fields_search(change: impl FnOnce(&mut SearchFields)) -> TitleSearch {
    let SearchFields { keyword, title, authors, narrators, composers, isbn } =
        fixtures::with_change(SearchFields::default(), change);
    let criteria = Criteria::Fields { keyword, title, authors, narrators, composers, isbn };
    search_criteria(criteria)
}

fn search_criteria(criteria: Criteria) -> TitleSearch {
    TitleSearch { conditions: Conditions { criteria, ..Conditions::default() }, ..search_everything() }
}

/// The parts of [`Criteria::Fields`].
#[derive(Default)]
pub(crate) struct SearchFields {
    pub(crate) keyword: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<String>,
    pub(crate) narrators: Vec<String>,
    pub(crate) composers: Vec<String>,
    pub(crate) isbn: Option<String>,
}

/// An English title without people.
pub(crate) fn english_title(id: i64, title: &str) -> Title {
    title_in_language(id, title, "eng")
}

pub(crate) fn title_in_language(id: i64, title: &str, language: &str) -> Title {
    changed_title(fixtures::title(), |it| {
        it.id = TitleId(id);
        it.metadata.title = title.into();
        it.metadata.contributors.clear();
        it.metadata.languages = vec![language.into()];
    })
}

pub(crate) fn title_by(id: i64, title: &str, authors: &[&str]) -> Title {
    changed_title(english_title(id, title), |it| {
        it.metadata.contributors =
            authors.iter().map(|name| Contributor::new(ContributorType::Author, *name)).collect();
    })
}

pub(crate) fn title_in_categories(id: i64, categories: &[&str]) -> Title {
    changed_title(english_title(id, "A book"), |it| {
        it.metadata.categories = categories.iter().map(|name| Category::service(*name)).collect();
    })
}

pub(crate) fn changed_title(title: Title, change: impl FnOnce(&mut Title)) -> Title {
    fixtures::with_change(title, change)
}

/// No title.
pub(crate) const NO_TITLES: [i64; 0] = [];

/// The file that names the live generation of an index that only this program has used.
pub(crate) fn current_file(dir: &Path) -> PathBuf {
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let is_current = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with("current-");
    files.filter(is_current).max().unwrap()
}

/// Files of the live generation of an index that are not as they were written.
pub(crate) fn find_damaged_files(dir: &Path) -> Vec<PathBuf> {
    let live = std::fs::read_to_string(current_file(dir)).unwrap();
    let index = tantivy::Index::open_in_dir(dir.join(live.trim())).unwrap();
    index.validate_checksum().unwrap().into_iter().collect()
}
