//! The names of countries, and a choice of them.

use domain::countries;

use crate::Page;
use crate::inputs::{self, Choice};

/// The name of a country in the language of the page; its code if there is none.
pub(super) fn country_name(page: &Page<'_>, code: &str) -> String {
    countries::name_in_language(code, page.language().tag()).unwrap_or(code).to_owned()
}

/// All countries by their names in the language of the page. `chosen` is a code.
pub(super) fn list_country_choices(page: &Page<'_>, chosen: &str) -> Vec<Choice> {
    let choice = |(code, name): (String, String)| {
        let is_chosen = code == chosen;
        Choice::new(code, name, is_chosen)
    };
    inputs::list_countries(page.language()).into_iter().map(choice).collect()
}
