//! A choice of countries.

use crate::Page;
use crate::inputs::{self, Choice};

/// All countries by their names in the language of the page. `chosen` is a code.
pub(super) fn list_country_choices(page: &Page<'_>, chosen: &str) -> Vec<Choice> {
    let choice = |(code, name): (String, String)| {
        let is_chosen = code == chosen;
        Choice::new(code, name, is_chosen)
    };
    inputs::list_countries(page.language()).into_iter().map(choice).collect()
}
