//! The categories that a book's subjects are matched with.

use std::collections::HashMap;

use domain::sorting::name_key;
use store::bisac::{self, Prefix};
use store::{Db, Page, categories};

/// Rows per read.
const PAGE: u32 = 1_000;

/// The library's own categories and the BISAC headings of the database; read once per run.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// By their folded names.
    own: HashMap<String, String>,
    /// Code and description, by folded description.
    bisac: HashMap<String, (String, String)>,
    /// Descriptions, by code.
    codes: HashMap<String, String>,
}

impl Known {
    /// Reads both lists.
    pub async fn load(db: &Db) -> store::Result<Self> {
        let mut known = Self::default();
        let mut page = Page { after: None, limit: PAGE };
        loop {
            let names = categories::page(db, &page).await?;
            page.after = names.last().cloned();
            let last = names.len() < PAGE as usize;
            known.own.extend(names.into_iter().map(|name| (name_key(&name), name)));
            if last {
                break;
            }
        }
        page.after = None;
        loop {
            let headings = bisac::page(db, Prefix::None, &page).await?;
            page.after = headings.last().map(|heading| heading.code.clone());
            let last = headings.len() < PAGE as usize;
            known.codes.extend(headings.iter().map(|h| (h.code.clone(), h.description.clone())));
            let rows = headings.into_iter().map(|h| (name_key(&h.description), (h.code, h.description)));
            known.bisac.extend(rows);
            if last {
                return Ok(known);
            }
        }
    }

    /// The library's own category with this name, ignoring case and accents.
    pub fn own(&self, name: &str) -> Option<&str> {
        self.own.get(&name_key(name)).map(String::as_str)
    }

    /// The description of the BISAC heading with this code.
    pub fn heading(&self, code: &str) -> Option<&str> {
        self.codes.get(&code.trim().to_ascii_uppercase()).map(String::as_str)
    }

    /// Code and description of the BISAC heading with this description.
    pub(crate) fn bisac(&self, description: &str) -> Option<(&str, &str)> {
        self.bisac.get(&name_key(description)).map(|(code, text)| (code.as_str(), text.as_str()))
    }
}

#[cfg(test)]
impl Known {
    pub(crate) fn of(own: &[&str], bisac: &[(&str, &str)]) -> Self {
        Self {
            own: own.iter().map(|name| (name_key(name), (*name).to_owned())).collect(),
            bisac: bisac
                .iter()
                .map(|(code, text)| (name_key(text), ((*code).to_owned(), (*text).to_owned())))
                .collect(),
            codes: bisac.iter().map(|(code, text)| ((*code).to_owned(), (*text).to_owned())).collect(),
        }
    }
}
