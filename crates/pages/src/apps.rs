//! /apps: what reading apps are, and how they find the library.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::page::{Page, Section, show};
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Apps that are known to work with the library, and the message that says where to enter its address.
const APPS: &[(&str, &str)] = &[
    ("Thorium Reader", "apps-thorium"),
    ("KOReader", "apps-koreader"),
    ("Readest", "apps-readest"),
    ("Cantook", "apps-cantook"),
    ("FBReader", "apps-fbreader"),
    ("Foliate", "apps-foliate"),
];

#[derive(Template)]
#[template(path = "apps.html")]
struct AppsPage<'a> {
    page: Page<'a>,
    catalog: String,
    places: String,
    apps: Vec<(&'static str, String)>,
}

/// GET /apps
pub(crate) async fn get(State(pages): State<Pages>, visitor: Visitor) -> Result<Response> {
    let page = Page::new(&pages, &visitor, Section::Other);
    let base = &pages.settings.base_url;
    Ok(show(&AppsPage {
        catalog: format!("{base}/opds"),
        places: format!("{base}/kosync"),
        apps: APPS.iter().map(|(name, id)| (*name, page.t(id))).collect(),
        page,
    }))
}

#[cfg(test)]
mod tests {
    use layout::Language;

    use super::APPS;
    use crate::texts;

    #[test]
    fn every_app_is_explained_in_every_language() {
        let messages = texts::load();
        for (_, id) in APPS {
            for language in Language::ALL {
                assert!(messages.has(language, id), "{id} in {language:?}");
            }
        }
    }
}
