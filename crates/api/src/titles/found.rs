//! The answer to a search of the index: one page of titles with facets, for readers (GET /v2/titles) and for staff
//! (GET /v2/catalog) alike.

use std::fmt::Debug;

use domain::access::Relation;
use domain::titles::Title;
use search::TitleSearch;

use crate::access::page;
use crate::http::caller::Caller;
use crate::http::errors::Result;
use crate::http::links::ListAddress;
use crate::http::paging::Cursors;
use crate::records::{Facet, Sight, StatusRecord, TitleList};
use crate::state::Api;

/// What is asked for besides the search itself.
pub struct Asked<'a> {
    /// Who asks.
    pub caller: &'a Caller,
    /// The address that was asked: the links of the list.
    pub address: ListAddress,
    /// The `next` of the page before.
    pub start: Option<&'a str>,
    /// Page size in force.
    pub limit: usize,
    /// What the envelope says.
    pub message: Option<StatusRecord>,
}

/// One page of what a search finds. A `next` token is good for what is `bound` alike; `record` writes one title.
///
/// # Errors
/// `INVALID_START`; the index or the database fails.
pub async fn found<T>(
    api: &Api,
    asked: Asked<'_>,
    mut search: TitleSearch,
    bound: &impl Debug,
    record: impl Fn(&Sight<'_>) -> T,
) -> Result<TitleList<T>> {
    let Asked { caller, address, start, limit, message } = asked;
    let cursors = Cursors::new(&api.cursor_key, caller.now, bound);
    search.after = start.map(|start| cursors.decode(start)).transpose()?;
    search.limit = limit;
    let index = api.index.clone();
    let found = tokio::task::spawn_blocking(move || index.search(&search)).await??;
    let titles = page(&api.library, caller, &found.ids).await?;
    let next = found.next.map(|position| cursors.encode(&position)).transpose()?;
    let facets = |parameter, values| Facet::list(|value| address.narrowed(parameter, value), values);
    let one = |(title, relation): &(std::sync::Arc<Title>, Relation)| {
        record(&Sight::new(api, caller, title, *relation))
    };
    Ok(TitleList {
        allows: None,
        author_facets: Some(facets("authorFilter", found.author_facets)),
        category_facets: Some(facets("category", found.category_facets)),
        limit,
        links: address.links(next.as_deref()),
        message,
        next,
        titles: titles.iter().map(one).collect(),
        total_results: found.total,
    })
}
