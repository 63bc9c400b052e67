//! How many titles each choice of a filter would leave.

use domain::formats::Format;
use services::titles::{self, Found, Search};

use super::filters::Filters;
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Values with their exact numbers of titles, the most frequent first.
pub(crate) struct Counts {
    /// Formats.
    pub(crate) formats: Vec<(Format, u64)>,
    /// Languages, ISO 639-2 alpha-3.
    pub(crate) languages: Vec<(String, u64)>,
    /// Categories.
    pub(crate) categories: Vec<(String, u64)>,
    /// The formats that the visitor reads, and how many titles are left that can be had in all of them. `None` if
    /// they have named none.
    pub(crate) my_formats: Option<(Vec<Format>, u64)>,
}

impl Counts {
    /// Those of a search that has found these titles. Where a filter is active, its own values are counted as if it
    /// were not, so that another value can be chosen: one more pass over the index for each such filter.
    pub(crate) async fn of(
        pages: &Pages,
        visitor: &Visitor,
        filters: &Filters,
        found: &Found,
    ) -> Result<Self> {
        let formats = wider(pages, visitor, filters, "format").await?;
        let languages = wider(pages, visitor, filters, "language").await?;
        let categories = wider(pages, visitor, filters, "category").await?;
        Ok(Self {
            my_formats: my_formats(pages, visitor, filters, found).await?,
            formats: formats.as_ref().unwrap_or(found).format_facets.clone(),
            languages: languages.as_ref().unwrap_or(found).language_facets.clone(),
            categories: categories.as_ref().unwrap_or(found).category_facets.clone(),
        })
    }
}

async fn my_formats(
    pages: &Pages,
    visitor: &Visitor,
    filters: &Filters,
    found: &Found,
) -> Result<Option<(Vec<Format>, u64)>> {
    let mut query = filters.query();
    let formats = titles::my_formats(&pages.library, &visitor.caller).await?;
    if formats.is_empty() {
        return Ok(None);
    }
    if query.in_all_my_formats {
        return Ok(Some((formats, found.total)));
    }
    query.in_all_my_formats = true;
    let counted = titles::totals(&pages.library, &visitor.caller, vec![query]).await?;
    Ok(Some((formats, counted.into_iter().sum())))
}

/// The facets without the filters of a field. `None` if there are none.
async fn wider(pages: &Pages, visitor: &Visitor, filters: &Filters, name: &str) -> Result<Option<Found>> {
    let Some(filters) = filters.without_field(name) else { return Ok(None) };
    let search = Search::new(&visitor.caller, filters.query())?.with_kinds();
    Ok(Some(search.page(&pages.library, None, 0).await?))
}
