//! Ways into the catalog: categories, languages and formats, each with its exact number of titles.

use axum::extract::State;
use axum::response::Response;
use layout::formats::{format_name, language_name};
use services::titles::Sort;

use crate::base::encoded;
use crate::catalog::search_for;
use crate::entry::Entry;
use crate::feed::Feed;
use crate::filters::{AuthorAlone, Filters};
use crate::problem::Result;
use crate::state::Opds;
use crate::visitor::Visitor;

/// GET /categories
pub(crate) async fn list(State(opds): State<Opds>, visitor: Visitor) -> Result<Response> {
    let counts = services::categories::counts(&opds.library, &visitor.caller).await?;
    let entry = |(name, count): (String, u64)| {
        Entry::books(name.clone(), format!("/all?category={}", encoded(&name))).count(count)
    };
    answer(&visitor, "/categories", "fact-categories", counts.into_iter().map(entry).collect())
}

/// GET /languages
pub(crate) async fn languages(State(opds): State<Opds>, visitor: Visitor) -> Result<Response> {
    let search = search_for(&visitor, &Filters::default(), Sort::Title, AuthorAlone::Name)?;
    let found = search.with_kinds().page(&opds.library, None, 0).await?;
    let entry = |(code, count): (String, u64)| {
        let name = language_name(visitor.words(), &code);
        Entry::books(name, format!("/all?language={}", encoded(&code))).count(count)
    };
    answer(&visitor, "/languages", "fact-languages", found.facets.languages.into_iter().map(entry).collect())
}

/// GET /formats
pub(crate) async fn formats(State(opds): State<Opds>, visitor: Visitor) -> Result<Response> {
    let search = search_for(&visitor, &Filters::default(), Sort::Title, AuthorAlone::Name)?;
    let found = search.with_kinds().page(&opds.library, None, 0).await?;
    let entry = |(format, count)| {
        let name = format_name(visitor.words(), format);
        Entry::books(name, format!("/all?format={format}")).count(count)
    };
    answer(&visitor, "/formats", "field-format", found.facets.formats.into_iter().map(entry).collect())
}

fn answer(visitor: &Visitor, path: &str, title: &str, entries: Vec<Entry>) -> Result<Response> {
    let (title, nothing) = (visitor.words().text(title), visitor.words().text("feed-no-titles"));
    visitor.feed(&Feed::ways(path, &title, &nothing, visitor.caller.now, entries))
}
