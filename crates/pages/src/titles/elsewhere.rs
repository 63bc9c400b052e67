//! Alternatives to a title that nothing opens: its replacement, other editions, similar titles.

use domain::access::Alert;
use domain::ids::TitleId;
use services::ErrorKey;
use services::titles::{self, Search, Seen};

use super::reasons::is_beyond_the_reader;
use crate::closed::Elsewhere;
use crate::page::{Link, Page};
use crate::problem::Result;
use crate::search::Filters;
use crate::state::Pages;
use crate::visitor::Visitor;

impl Elsewhere {
    /// For a title, as this visitor sees it, that is closed for these reasons; `similar` is where similar
    /// titles are listed.
    pub(crate) async fn of(
        pages: &Pages,
        visitor: &Visitor,
        seen: &Seen,
        alerts: &[Alert],
        similar: Option<String>,
    ) -> Result<Self> {
        let newer = newer(pages, visitor, seen).await?;
        if !Self::is_needed(seen, alerts) {
            return Ok(Self { newer, ..Self::default() });
        }
        Ok(Self { newer, editions: editions(pages, visitor, seen).await?, similar })
    }

    /// Whether the visitor needs other titles: nothing that a reader does opens this one.
    pub(super) fn is_needed(seen: &Seen, alerts: &[Alert]) -> bool {
        seen.title.owner.is_none() && alerts.iter().any(|alert| is_beyond_the_reader(alert.code))
    }

    /// A link to the title that takes its place.
    pub(super) fn newer(&self, page: &Page<'_>) -> Option<Link> {
        let (id, name) = self.newer.as_ref()?;
        Some(Link::new(format!("/titles/{id}"), page.with_name("way-newer", name)))
    }

    /// Links to other editions and to similar titles.
    pub(super) fn links(&self, page: &Page<'_>) -> Vec<Link> {
        let link = |address: &Option<String>, text| Some(Link::new(address.clone()?, page.text(text)));
        let all = [link(&self.editions, "way-editions"), link(&self.similar, "title-similar")];
        all.into_iter().flatten().collect()
    }
}

async fn newer(pages: &Pages, visitor: &Visitor, seen: &Seen) -> Result<Option<(TitleId, String)>> {
    let Some(id) = seen.title.metadata.replacement else { return Ok(None) };
    match titles::get(&pages.library, &visitor.caller, id).await {
        Ok(newer) => Ok(Some((newer.title.id, newer.title.metadata.title.clone()))),
        Err(error) if error.key() == Some(ErrorKey::TitleNotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The address of the search for titles of the same name and author. `None` if it finds no other one.
async fn editions(pages: &Pages, visitor: &Visitor, seen: &Seen) -> Result<Option<String>> {
    let author = seen.title.authors().map(|author| author.display_name.as_str()).next();
    let Some(search) = Filters::editions(&seen.title.metadata.title, author) else { return Ok(None) };
    let query = search.query(visitor.caller.today());
    let found = Search::new(&visitor.caller, query)?.page(&pages.library, None, 2).await?;
    let is_other = found.titles.iter().any(|other| other.title.id != seen.title.id);
    Ok(is_other.then(|| search.path()))
}
