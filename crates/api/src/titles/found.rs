//! The response to a search: one page of titles with facets, for readers (GET /v2/titles) and for staff (GET
//! /v2/catalog).

use services::titles::{Cursor, SearchPage};

use crate::Api;
use crate::http::{Cursors, ListAddress, Result};
use crate::records::{Facet, StatusRecord, TitleList, TitleSight};

/// The requested page.
#[derive(Debug)]
pub struct SearchRequest {
    /// The URL of the request, from which the links of the list are made.
    pub address: ListAddress,
    /// Signs the list's `next` tokens.
    pub cursors: Cursors,
    /// Effective page size.
    pub limit: usize,
    pub message: Option<StatusRecord>,
}

impl SearchRequest {
    /// The position in a `next` token, or `INVALID_START`.
    pub fn decode_start(&self, start: Option<&str>) -> Result<Option<Cursor>> {
        start.map(|start| self.cursors.decode(start)).transpose()
    }

    /// The list of found titles; `record` makes the record of one title.
    pub fn list<T>(
        self,
        api: &Api,
        results: SearchPage,
        record: impl Fn(&TitleSight<'_>) -> T,
    ) -> Result<TitleList<T>> {
        let Self { address, cursors, limit, message } = self;
        let next = results.next.map(|position| cursors.encode(&position)).transpose()?;
        let facets = |parameter, values| Facet::list(|value| address.narrow_href(parameter, value), values);
        Ok(TitleList {
            allows: None,
            author_facets: Some(facets("authorFilter", results.facets.authors)),
            category_facets: Some(facets("category", results.facets.categories)),
            limit,
            links: address.page_links(next.as_deref()),
            message,
            next,
            titles: results.titles.iter().map(|seen| record(&TitleSight::new(api, seen))).collect(),
            total_results: results.total,
        })
    }
}
