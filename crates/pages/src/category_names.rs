//! The language of the names of categories. BISAC headings are English. Nothing states that of the library's
//! own, which are one or two words each: alone they are hardly ever recognized, all of them together are.

use std::sync::{Arc, Mutex, PoisonError};

use askama::filters::HtmlSafeOutput;
use domain::categories::{Category, CategoryType};
use domain::languages;
use domain::popular_lists::PopularList;
use layout::Language;
use layout::popular::popular_html;
use services::categories;
use whatlang::{Detector, Lang};

use crate::category_memory::CategoryMemory;
use crate::page::Page;
use crate::problem::Result;
use crate::prose;
use crate::state::Pages;

/// Names that are looked at together: more say nothing new.
const MOST: usize = 100;
/// How much a name must look like one in the language of the page to be taken for one, from 0 to 1.
const ALIKE: f64 = 0.1;

/// The tag of the language of BISAC headings. Empty if it is that of the page.
pub(crate) fn of_bisac(page: &Page<'_>) -> &'static str {
    if page.language() == Language::English { "" } else { Language::English.tag() }
}

/// The language of a library's own categories.
pub(crate) struct CategoryNames(Arc<CategoryMemory>);

impl CategoryNames {
    /// That of all categories of the library: one statement if titles have changed since, otherwise none.
    pub(crate) async fn of(pages: &Pages) -> Result<Self> {
        let memory = || pages.category_names.lock().unwrap_or_else(PoisonError::into_inner);
        // Read before the names: if titles change meanwhile, the names are read again.
        let position = Some(categories::position(&pages.library));
        let known = Arc::clone(&memory());
        if known.position == position {
            return Ok(Self(known));
        }
        let names = categories::names(&pages.library).await?;
        let read = Self::new(position, names);
        *memory() = Arc::clone(&read.0);
        Ok(read)
    }

    fn new(position: Option<i64>, names: Vec<String>) -> Self {
        let together = names[..names.len().min(MOST)].join("\n");
        let common = prose::recognized(&together).zip(whatlang::detect_script(&together));
        Self(Arc::new(CategoryMemory { position, names, common, tags: Mutex::default() }))
    }

    /// The tag of the language of a category's name. Empty if it is that of the page, or not known.
    pub(crate) fn of_category(&self, page: &Page<'_>, category: &Category) -> &'static str {
        match category.kind {
            CategoryType::Bisac => of_bisac(page),
            CategoryType::Service => self.of_own(page, &category.name),
        }
    }

    /// The same of one of the library's own. Another name, which an address can contain, is not recognized:
    /// that takes longer than a search.
    pub(crate) fn of_own(&self, page: &Page<'_>, name: &str) -> &'static str {
        let language = page.language();
        let tags = || self.0.tags.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tag) = tags().get(&language).and_then(|tags| tags.get(name)) {
            return tag;
        }
        if !self.0.names.iter().any(|own| own == name) {
            return "";
        }
        let tag = self.tag(language.tag(), name);
        tags().entry(language).or_default().insert(name.to_owned(), tag);
        tag
    }

    /// The name of a list of popular titles.
    pub(crate) fn of_popular(&self, page: &Page<'_>, list: &PopularList) -> HtmlSafeOutput<String> {
        let lang = match list {
            PopularList::Category(name) => self.of_own(page, name),
            PopularList::Year | PopularList::Month => "",
        };
        popular_html(page, list, lang)
    }

    /// A name that is recognized by itself has its own language. Another one has that of all names, unless it
    /// is more like one in the language of the page, or is in another script.
    fn tag(&self, page: &str, name: &str) -> &'static str {
        let tag = prose::language(name).or_else(|| self.common_to(page, name));
        tag.filter(|tag| *tag != page).unwrap_or_default()
    }

    fn common_to(&self, page: &str, name: &str) -> Option<&'static str> {
        let (common, script) = self.0.common?;
        let page = languages::alpha3(page).and_then(Lang::from_code)?;
        let found = Detector::with_allowlist(vec![common, page]).detect(name)?;
        let is_alike = found.lang() == page && found.confidence() > ALIKE;
        (found.script() == script && !is_alike).then(|| prose::tag(common)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::CategoryNames;

    const ENGLISH: [&str; 8] = [
        "Cooking and Food",
        "Essays and Memoir",
        "Historical Fiction",
        "Literature and Fiction",
        "Mystery and Thrillers",
        "Poetry",
        "Science and Nature",
        "Travel and Places",
    ];
    const FRENCH: [&str; 8] = [
        "Actualité et société",
        "Bandes dessinées",
        "Biographies et mémoires",
        "Cuisine et gastronomie",
        "Littérature jeunesse",
        "Romans historiques",
        "Sciences et nature",
        "Voyages et lieux",
    ];

    fn names(all: &[&str]) -> CategoryNames {
        CategoryNames::new(None, all.iter().copied().map(str::to_owned).collect())
    }

    #[test]
    fn names_are_recognized_together() {
        for (all, tag, page) in [(ENGLISH, "en", "fr"), (FRENCH, "fr", "en"), (FRENCH, "fr", "de")] {
            let known = names(&all);
            for name in all {
                assert_eq!(known.tag(page, name), tag, "{name} on a page in {page}");
                assert_eq!(known.tag(tag, name), "", "{name} is in the language of the page");
            }
        }
    }

    #[test]
    fn what_leaves_doubt_has_no_language() {
        assert_eq!(names(&ENGLISH[..2]).tag("fr", "Poetry"), "", "too few names");
        let mixed: Vec<&str> = ENGLISH.iter().chain(&FRENCH).copied().collect();
        assert_eq!(names(&mixed).tag("de", "Poetry"), "", "names in two languages");
        let english = names(&ENGLISH);
        assert_eq!(english.tag("fr", "Livres en français"), "", "one that is in the language of the page");
        assert_eq!(english.tag("fr", "Поэзия"), "", "another script");
        assert_eq!(english.tag("fr", "1911"), "", "not a word");
        assert_eq!(names(&[]).tag("en", "Ποίηση"), "el", "one that is recognized by itself");
    }
}
