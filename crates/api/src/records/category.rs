use domain::{Category, CategoryType};

use crate::http::Link;
use crate::{Api, routes};

/// A category of a title (docs/rules/records.md#rule-6).
#[endpoint::record]
pub struct CategoryRecord {
    /// Display text, also the identifier in searches (docs/rules/records.md#rule-9).
    pub name: String,
    /// Display text.
    pub description: String,
    /// Service or BISAC.
    #[schema(value_type = String)]
    pub category_type: CategoryType,
    /// BISAC code; null for the library's own.
    pub code: Option<String>,
    /// search: the titles in it; self: its line in the list of categories or of BISAC codes.
    pub links: Vec<Link>,
}

impl CategoryRecord {
    pub fn new(api: &Api, category: &Category) -> Self {
        Self {
            name: category.name.clone(),
            description: category.name.clone(),
            category_type: category.kind,
            code: category.code.clone(),
            links: category_links(api, &category.name, category.code.as_deref()),
        }
    }
}

/// One line of GET /v2/categories (docs/rules/records.md#rule-6).
#[endpoint::record]
pub struct CategoryListing {
    /// Identifier in searches.
    pub name: String,
    /// Display text.
    pub description: String,
    /// Titles in it that the caller can see.
    pub title_count: u64,
    /// search: the titles in it; self: this line.
    pub links: Vec<Link>,
}

impl CategoryListing {
    pub fn new(api: &Api, name: String, title_count: u64) -> Self {
        let links = category_links(api, &name, None);
        Self { description: name.clone(), name, title_count, links }
    }
}

/// One line of GET /v2/bisacCodes (docs/rules/records.md#rule-6).
#[endpoint::record]
pub struct BisacCodeRecord {
    /// For example `FIC028000`.
    pub code: String,
    /// For example `FICTION / Science Fiction / General`.
    pub description: String,
    /// search: the titles with it; self: this line.
    pub links: Vec<Link>,
}

impl BisacCodeRecord {
    pub fn new(api: &Api, code: String, description: String) -> Self {
        let search = api.absolute_url(&routes::title_search("includedBisacCodes", &code));
        let own = api.absolute_url(&routes::bisac_code(&code));
        Self { code, description, links: vec![Link::new("search", search), Link::new("self", own)] }
    }
}

/// A search for the category, and its line in the list that it belongs to.
fn category_links(api: &Api, name: &str, bisac: Option<&str>) -> Vec<Link> {
    let search = routes::title_search("category", name);
    let own = bisac.map_or_else(|| routes::category_path(name), routes::bisac_code);
    vec![Link::new("search", api.absolute_url(&search)), Link::new("self", api.absolute_url(&own))]
}
