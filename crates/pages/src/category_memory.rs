//! Cached languages of the names of categories, until they change: to recognize the language of a name takes
//! longer than to find a book.

use std::collections::HashMap;
use std::sync::Mutex;

use layout::Language;
use whatlang::{Lang, Script};

/// Names, and what was recognized of them.
#[derive(Default)]
pub(crate) struct CategoryMemory {
    /// The position of the search index when the names were read: they change with titles. `None` before.
    pub(crate) position: Option<i64>,
    /// The names of all of the library's own categories.
    pub(crate) names: Vec<String>,
    /// The language of all names together, and their script. `None` if it is in doubt.
    pub(crate) common: Option<(Lang, Script)>,
    /// The tags of names on pages in a language, as far as pages have shown them.
    pub(crate) tags: Mutex<HashMap<Language, HashMap<String, &'static str>>>,
}
