//! The language of the names of categories. BISAC headings are English. Nothing states that of the library's
//! own, which are one or two words each: alone they are hardly ever recognized, all of them together are.

use std::sync::{Arc, Mutex, PoisonError};

use askama::filters::HtmlSafeOutput;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::popular_lists::PopularList;
use domain::{Category, CategoryType, languages};
use layout::Language;
use layout::popular::popular_html;
use services::{Operation, categories};
use whatlang::{Detector, Lang};

use crate::category_memory::CategoryMemory;
use crate::{Page, Pages, Problem, Result, Visitor, prose};

/// Maximum number of names that are recognized together; further names do not change the result.
const MAX_SAMPLED_NAMES: usize = 100;
/// Minimum confidence, from 0 to 1, for taking a name to be in the language of the page.
const MIN_PAGE_LANGUAGE_CONFIDENCE: f64 = 0.1;

/// The tag of the language of BISAC headings. Empty if it is that of the page.
pub(crate) fn bisac_language(page: &Page<'_>) -> &'static str {
    if page.language() == Language::English { "" } else { Language::English.tag() }
}

/// The language of a library's own categories.
pub(crate) struct CategoryNames(Arc<CategoryMemory>);

impl FromRequestParts<Pages> for CategoryNames {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self> {
        let visitor = Visitor::from_request_parts(parts, pages).await?;
        Self::load(pages, &visitor.op).await
    }
}

impl CategoryNames {
    /// The language of all categories of the library. Runs one statement if titles have changed since the
    /// last call, otherwise none.
    async fn load(pages: &Pages, op: &Operation) -> Result<Self> {
        let memory = || pages.category_names.lock().unwrap_or_else(PoisonError::into_inner);
        // Read before the names: if titles change meanwhile, the names are read again.
        let position = Some(categories::change_position(op)?);
        let known = Arc::clone(&memory());
        if known.position == position {
            return Ok(Self(known));
        }
        let names = categories::list_names(op).await?;
        let read = Self::new(position, names);
        *memory() = Arc::clone(&read.0);
        Ok(read)
    }

    fn new(position: Option<i64>, names: Vec<String>) -> Self {
        let together = names[..names.len().min(MAX_SAMPLED_NAMES)].join("\n");
        let common = prose::detect_language(&together).zip(whatlang::detect_script(&together));
        Self(Arc::new(CategoryMemory { position, names, common, tags: Mutex::default() }))
    }

    /// The tag of the language of a category's name. Empty if it is that of the page, or unknown.
    pub(crate) fn category_language(&self, page: &Page<'_>, category: &Category) -> &'static str {
        match category.kind {
            CategoryType::Bisac => bisac_language(page),
            CategoryType::Service => self.own_category_language(page, &category.name),
        }
    }

    /// The tag of the language of the name of one of the library's own categories. Other names, which an
    /// address can contain, are not recognized, because that takes longer than a search.
    pub(crate) fn own_category_language(&self, page: &Page<'_>, name: &str) -> &'static str {
        let language = page.language();
        let tags = || self.0.tags.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tag) = tags().get(&language).and_then(|tags| tags.get(name)) {
            return tag;
        }
        if !self.0.names.iter().any(|own| own == name) {
            return "";
        }
        let tag = self.detect_language(language.tag(), name);
        tags().entry(language).or_default().insert(name.to_owned(), tag);
        tag
    }

    pub(crate) fn popular_list_name(&self, page: &Page<'_>, list: &PopularList) -> HtmlSafeOutput<String> {
        let lang = match list {
            PopularList::Category(name) => self.own_category_language(page, name),
            PopularList::Year | PopularList::Month => "",
        };
        popular_html(page, list, lang)
    }

    /// A name that is recognized by itself has its own language. Another one has that of all names, unless
    /// it is more like one in the language of the page, or is in another script.
    fn detect_language(&self, page: &str, name: &str) -> &'static str {
        let tag = prose::detect_tag(name).or_else(|| self.shared_language(page, name));
        tag.filter(|tag| *tag != page).unwrap_or_default()
    }

    fn shared_language(&self, page: &str, name: &str) -> Option<&'static str> {
        let (common, script) = self.0.common?;
        let page = languages::alpha3(page).and_then(Lang::from_code)?;
        let found = Detector::with_allowlist(vec![common, page]).detect(name)?;
        let is_alike = found.lang() == page && found.confidence() > MIN_PAGE_LANGUAGE_CONFIDENCE;
        (found.script() == script && !is_alike).then(|| prose::language_tag(common)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::CategoryNames;

    const ENGLISH_NAMES: [&str; 8] = [
        "Cooking and Food", "Essays and Memoir", "Historical Fiction", "Literature and Fiction",
        "Mystery and Thrillers", "Poetry", "Science and Nature", "Travel and Places",
    ];
    const FRENCH_NAMES: [&str; 8] = [
        "Actualité et société", "Bandes dessinées", "Biographies et mémoires", "Cuisine et gastronomie",
        "Littérature jeunesse", "Romans historiques", "Sciences et nature", "Voyages et lieux",
    ];

    fn category_names(all: &[&str]) -> CategoryNames {
        CategoryNames::new(None, all.iter().copied().map(str::to_owned).collect())
    }

    #[test]
    fn names_are_recognized_together() {
        for (all, tag, page) in
            [(ENGLISH_NAMES, "en", "fr"), (FRENCH_NAMES, "fr", "en"), (FRENCH_NAMES, "fr", "de")]
        {
            let known = category_names(&all);
            for name in all {
                assert_eq!(known.detect_language(page, name), tag, "{name} on a page in {page}");
                assert_eq!(known.detect_language(tag, name), "", "{name} is in the language of the page");
            }
        }
    }

    #[test]
    fn names_in_doubt_have_no_language() {
        assert_eq!(category_names(&ENGLISH_NAMES[..2]).detect_language("fr", "Poetry"), "", "too few names");
        let mixed: Vec<&str> = ENGLISH_NAMES.iter().chain(&FRENCH_NAMES).copied().collect();
        assert_eq!(category_names(&mixed).detect_language("de", "Poetry"), "", "names in two languages");
        let english = category_names(&ENGLISH_NAMES);
        assert_eq!(
            english.detect_language("fr", "Livres en français"),
            "",
            "one that is in the language of the page"
        );
        assert_eq!(english.detect_language("fr", "Поэзия"), "", "another script");
        assert_eq!(english.detect_language("fr", "1911"), "", "not a word");
        assert_eq!(
            category_names(&[]).detect_language("en", "Ποίηση"),
            "el",
            "one that is recognized by itself"
        );
    }
}
