//! /apps: what reading apps are, and how they find the library.

mod qr;

use self::qr::{Qr, encode};
use crate::{Page, Pages, Result, Section, Visitor, render};

pub(crate) struct AppSettings {
    pub(crate) catalog: String,
    /// The address as a QR code. `None` if it is too long for one.
    pub(crate) code: Option<Qr>,
    /// The address where apps exchange places.
    pub(crate) places: String,
    /// Apps, and where to enter the address of the catalog in each.
    pub(crate) apps: Vec<(&'static str, String)>,
}

impl AppSettings {
    pub(crate) fn new(pages: &Pages, page: &Page<'_>) -> Self {
        let base = &pages.settings.base_url;
        let catalog = format!("{base}/opds");
        let code = encode(&catalog);
        Self { catalog, code, places: format!("{base}/kosync"), apps: layout::apps::describe_apps(page) }
    }
}

#[derive(askama::Template)]
#[template(path = "apps.html")]
struct AppsPage<'a> {
    page: Page<'a>,
    settings: AppSettings,
}

pub(crate) async fn show_page(visitor: Visitor) -> Result {
    let page = visitor.page(Section::Other);
    Ok(render(&AppsPage { settings: AppSettings::new(&visitor.pages, &page), page }))
}
