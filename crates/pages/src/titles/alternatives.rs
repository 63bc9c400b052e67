//! Alternatives to a title that nothing opens: its replacement, other editions, similar titles.

use domain::access::Alert;
use domain::ids::TitleId;
use services::ErrorKey;
use services::titles::{self, CollectionSearch, TitleView};

use super::reasons::is_beyond_the_reader;
use crate::closed::Alternatives;
use crate::page::{Link, Page};
use crate::problem::Result;
use crate::search::Filters;
use crate::state::Pages;
use crate::visitor::Visitor;

impl Alternatives {
    /// Alternatives for a title, as this visitor sees it, that is closed for these reasons; `similar` is
    /// the address of the list of similar titles.
    pub(crate) async fn find(
        pages: &Pages,
        visitor: &Visitor,
        seen: &TitleView,
        alerts: &[Alert],
        similar: Option<String>,
    ) -> Result<Self> {
        let newer = find_replacement(pages, visitor, seen).await?;
        if !Self::is_needed(seen, alerts) {
            return Ok(Self { replacement: newer, ..Self::default() });
        }
        Ok(Self {
            replacement: newer,
            editions_path: find_editions(pages, visitor, seen).await?,
            similar_path: similar,
        })
    }

    /// Returns true if the visitor needs other titles, because nothing that a reader does opens this one.
    pub(super) fn is_needed(seen: &TitleView, alerts: &[Alert]) -> bool {
        seen.title.owner.is_none() && alerts.iter().any(|alert| is_beyond_the_reader(alert.code))
    }

    /// A link to the title that replaces it.
    pub(super) fn replacement_link(&self, page: &Page<'_>) -> Option<Link> {
        let (id, name) = self.replacement.as_ref()?;
        Some(Link::new(format!("/titles/{id}"), page.with_name("way-newer", name)))
    }

    /// Links to other editions and to similar titles.
    pub(super) fn other_links(&self, page: &Page<'_>) -> Vec<Link> {
        let link = |address: &Option<String>, text| Some(Link::new(address.clone()?, page.text(text)));
        let all = [link(&self.editions_path, "way-editions"), link(&self.similar_path, "title-similar")];
        all.into_iter().flatten().collect()
    }
}

async fn find_replacement(
    pages: &Pages,
    visitor: &Visitor,
    seen: &TitleView,
) -> Result<Option<(TitleId, String)>> {
    let Some(id) = seen.title.metadata.replacement else { return Ok(None) };
    match titles::get(&pages.library, &visitor.caller, id).await {
        Ok(newer) => Ok(Some((newer.title.id, newer.title.metadata.title.clone()))),
        Err(error) if error.key() == Some(ErrorKey::TitleNotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The address of the search for titles of the same name and author. `None` if it finds no other one.
async fn find_editions(pages: &Pages, visitor: &Visitor, seen: &TitleView) -> Result<Option<String>> {
    let author = seen.title.authors().map(|author| author.display_name.as_str()).next();
    let Some(search) = Filters::editions_of(&seen.title.metadata.title, author) else { return Ok(None) };
    let query = search.to_query(visitor.caller.today());
    let found = CollectionSearch::new(&visitor.caller, query)?.find_page(&pages.library, None, 2).await?;
    let is_other = found.titles.iter().any(|other| other.title.id != seen.title.id);
    Ok(is_other.then(|| search.search_path()))
}
