use domain::popular_lists::PopularList;

use super::{TitleListHead, TitleSummary};
use crate::http::Link;
use crate::{Api, routes};

/// A popular list in the list of lists (docs/rules/records.md#rule-20).
#[endpoint::record]
pub struct PopularListRecord {
    /// Identifier; the same at every refresh.
    pub id: String,
    /// Name for people.
    pub description: String,
    /// self: its titles.
    pub links: Vec<Link>,
}

impl PopularListRecord {
    pub fn new(api: &Api, list: &PopularList) -> Self {
        let id = services::popular_lists::list_id(list);
        let links = vec![Link::new("self", api.absolute_url(&routes::popular_list(&id)))];
        Self { id, description: list.description(), links }
    }
}

/// The titles of a popular list (docs/rules/records.md#rule-20).
#[endpoint::record]
pub struct PopularTitles {
    /// The envelope.
    #[serde(flatten)]
    pub head: TitleListHead,
    /// The list.
    pub id: String,
    /// Name for people.
    pub description: String,
    /// The page, the most popular first.
    pub popular_titles: Vec<TitleSummary>,
}

/// Recommendations (docs/rules/recommendations.md#rule-3).
#[endpoint::record]
pub struct RecommendedTitles {
    /// The envelope.
    #[serde(flatten)]
    pub head: TitleListHead,
    /// The page, best match first.
    pub recommended_titles: Vec<TitleSummary>,
}
