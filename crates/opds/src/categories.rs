//! Ways into the catalog: categories, languages and formats, each with its exact number of titles.

use layout::formats::{format_name, language_name};
use services::titles::Sort;

use crate::catalog::search_for;
use crate::filters::{AuthorSearch, TitleFilters};
use crate::{Feed, NavigationEntry, Result, Visitor, percent_encode};

/// GET /categories
pub(crate) async fn list_categories(visitor: Visitor) -> Result {
    let counts = services::categories::count_titles(&visitor.op).await?;
    let entry = |(name, count): (String, u64)| {
        NavigationEntry::for_publications(name.clone(), format!("/all?category={}", percent_encode(&name)))
            .with_count(count)
    };
    navigation_response(&visitor, "/categories", "fact-categories", counts.into_iter().map(entry).collect())
}

/// GET /languages
pub(crate) async fn list_languages(visitor: Visitor) -> Result {
    let search = search_for(&visitor, &TitleFilters::default(), Sort::Title, AuthorSearch::Name)?;
    let found = search.with_format_facets().find_page(None, 0).await?;
    let entry = |(code, count): (String, u64)| {
        let name = language_name(visitor.wording(), &code);
        NavigationEntry::for_publications(name, format!("/all?language={}", percent_encode(&code)))
            .with_count(count)
    };
    let entries = found.facets.languages.into_iter().map(entry).collect();
    navigation_response(&visitor, "/languages", "fact-languages", entries)
}

/// GET /formats
pub(crate) async fn list_formats(visitor: Visitor) -> Result {
    let search = search_for(&visitor, &TitleFilters::default(), Sort::Title, AuthorSearch::Name)?;
    let found = search.with_format_facets().find_page(None, 0).await?;
    let entry = |(format, count)| {
        let name = format_name(visitor.wording(), format);
        NavigationEntry::for_publications(name, format!("/all?format={format}")).with_count(count)
    };
    let entries = found.facets.formats.into_iter().map(entry).collect();
    navigation_response(&visitor, "/formats", "field-format", entries)
}

fn navigation_response(visitor: &Visitor, path: &str, title: &str, entries: Vec<NavigationEntry>) -> Result {
    visitor.feed_response(&Feed::navigation(visitor, path, (title, "feed-no-titles"), entries))
}
