//! The categories that a book's subjects are matched with.

use std::collections::HashMap;

use domain::name_key;
use store::bisac::{self, HeadingPrefix};
use store::{Db, KeyPage, categories};

const ROWS_PER_READ: u32 = 1_000;

/// The library's own categories and the BISAC headings of the database; read once per run.
#[derive(Debug, Clone, Default)]
pub struct KnownCategories {
    /// By their folded names.
    library_names: HashMap<String, String>,
    /// Code and description, by folded description.
    bisac: HashMap<String, (String, String)>,
    codes: HashMap<String, String>,
}

impl KnownCategories {
    /// Reads both lists.
    pub async fn load(db: &Db) -> store::Result<Self> {
        let mut known = Self::default();
        let mut page = KeyPage { after: None, limit: ROWS_PER_READ };
        loop {
            let names = categories::page(db, &page).await?;
            page.after = names.last().cloned();
            let last = names.len() < ROWS_PER_READ as usize;
            known.library_names.extend(names.into_iter().map(|name| (name_key(&name), name)));
            if last {
                break;
            }
        }
        page.after = None;
        loop {
            let headings = bisac::page(db, HeadingPrefix::None, &page).await?;
            page.after = headings.last().map(|heading| heading.code.clone());
            let last = headings.len() < ROWS_PER_READ as usize;
            known.codes.extend(headings.iter().map(|h| (h.code.clone(), h.description.clone())));
            let rows = headings.into_iter().map(|h| (name_key(&h.description), (h.code, h.description)));
            known.bisac.extend(rows);
            if last {
                return Ok(known);
            }
        }
    }

    /// The library's own category with this name, ignoring case and accents.
    pub fn library_category(&self, name: &str) -> Option<&str> {
        self.library_names.get(&name_key(name)).map(String::as_str)
    }

    pub fn bisac_description(&self, code: &str) -> Option<&str> {
        self.codes.get(&code.trim().to_ascii_uppercase()).map(String::as_str)
    }

    /// Code and description of the BISAC heading with this description.
    pub(crate) fn bisac_heading(&self, description: &str) -> Option<(&str, &str)> {
        self.bisac.get(&name_key(description)).map(|(code, text)| (code.as_str(), text.as_str()))
    }
}

#[cfg(test)]
impl KnownCategories {
    pub(crate) fn from_lists(own: &[&str], bisac: &[(&str, &str)]) -> Self {
        Self {
            library_names: own.iter().map(|name| (name_key(name), (*name).to_owned())).collect(),
            bisac: bisac
                .iter()
                .map(|(code, text)| (name_key(text), ((*code).to_owned(), (*text).to_owned())))
                .collect(),
            codes: bisac.iter().map(|(code, text)| ((*code).to_owned(), (*text).to_owned())).collect(),
        }
    }
}
