//! Other titles that help where nothing that a reader does opens one: its replacement, other editions,
//! similar titles.

use domain::access::Alert;
use domain::{Title, TitleId};

use super::query::{Conditions, Criteria, Query, Sort};
use super::{CollectionSearch, get, list_similar, view_page};
use crate::{ErrorKey, Operation, Result, TitleView};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alternatives {
    /// The title that takes its place: its number and its name. `None` if there is none that the caller sees.
    pub replacement: Option<(TitleId, String)>,
    /// The search that finds other editions. `None` if it finds none, or if the caller needs none.
    pub editions: Option<EditionSearch>,
    /// True if there are similar titles, and the caller needs them.
    pub has_similar: bool,
}

/// A search for editions of a title: those with the words of its name by the same author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionSearch {
    pub title: String,
    /// The author. `None` if the title has none that can be searched for.
    pub author: Option<String>,
}

impl EditionSearch {
    /// `None` if the name cannot be searched for.
    fn for_title(title: &Title) -> Option<Self> {
        let is_searchable = |text: &str| !text.trim().is_empty() && text.len() <= Criteria::MAX_TEXT_BYTES;
        let name = Some(&title.metadata.title).filter(|name| is_searchable(name))?.clone();
        let author = title.authors().next().map(|author| author.display_name.clone());
        Some(Self { title: name, author: author.filter(|name| is_searchable(name)) })
    }

    fn to_query(&self) -> Query {
        let criteria = Criteria::Fields {
            keyword: None,
            title: Some(self.title.clone()),
            authors: self.author.iter().cloned().collect(),
            narrators: Vec::new(),
            composers: Vec::new(),
            isbn: None,
        };
        Query::new(Conditions { criteria, ..Conditions::default() }, Sort::Relevance)
    }
}

/// A title as the caller sees it, with the titles that a reader may want instead or next.
#[derive(Debug, Clone)]
pub struct TitleInContext {
    pub view: TitleView,
    /// Similar titles, the most similar first.
    pub similar: Vec<TitleView>,
    pub alternatives: Alternatives,
}

/// One title, or `TITLE_NOT_FOUND`, with up to `max_similar` similar titles.
pub async fn get_in_context(op: &Operation, id: TitleId, max_similar: usize) -> Result<TitleInContext> {
    let view = get(op, id).await?;
    let (_, similar) = list_similar(op, id, max_similar).await?;
    let similar = view_page(op, &similar).await?;
    let alerts = &view.decision.alerts;
    let has_similar = Some(!similar.is_empty());
    let alternatives = find_alternatives(op, &view.item, alerts, has_similar).await?;
    Ok(TitleInContext { view, similar, alternatives })
}

/// The alternatives to a title that is closed for these reasons. `has_similar` is true if the caller knows
/// that there are similar titles. `None` looks for them.
pub(crate) async fn find_alternatives(
    op: &Operation,
    title: &Title,
    alerts: &[Alert],
    has_similar: Option<bool>,
) -> Result<Alternatives> {
    let replacement = find_replacement(op, title).await?;
    let is_closed_for_good = alerts.iter().any(|alert| alert.code.is_beyond_the_reader());
    if title.owner.is_some() || !is_closed_for_good {
        return Ok(Alternatives { replacement, ..Alternatives::default() });
    }
    let has_similar = match has_similar {
        Some(has_similar) => has_similar,
        None => !list_similar(op, title.id, 1).await?.1.is_empty(),
    };
    Ok(Alternatives { replacement, editions: find_editions(op, title).await?, has_similar })
}

async fn find_replacement(op: &Operation, title: &Title) -> Result<Option<(TitleId, String)>> {
    let Some(id) = title.metadata.replacement else { return Ok(None) };
    match get(op, id).await {
        Ok(newer) => Ok(Some((newer.item.id, newer.item.metadata.title.clone()))),
        Err(error) if error.key() == Some(ErrorKey::TitleNotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The search for titles of the same name and author. `None` if it finds no other one.
async fn find_editions(op: &Operation, title: &Title) -> Result<Option<EditionSearch>> {
    let Some(search) = EditionSearch::for_title(title) else { return Ok(None) };
    let found = CollectionSearch::new(op, search.to_query())?.find_page(None, 2).await?;
    Ok(found.titles.iter().any(|other| other.item.id != title.id).then_some(search))
}

#[cfg(test)]
mod tests {
    use domain::fixtures::{title, with_change};
    use domain::{Contributor, ContributorType};

    use super::{Criteria, EditionSearch};

    #[test]
    fn editions_have_the_same_name_and_author() {
        let search = |name: &str, author: Option<&str>| {
            let title = with_change(title(), |title| {
                title.metadata.title = name.to_owned();
                title.metadata.contributors = author
                    .map(|name| Contributor::from_typed_name(ContributorType::Author, name))
                    .into_iter()
                    .collect();
            });
            EditionSearch::for_title(&title).map(|search| (search.title, search.author))
        };
        let long = "a".repeat(Criteria::MAX_TEXT_BYTES + 1);
        let both = search("Between Floors", Some("Sinéad Varghese"));
        assert_eq!(both, Some(("Between Floors".to_owned(), Some("Sinéad Varghese".to_owned()))));
        assert_eq!(search("Tides", None), Some(("Tides".to_owned(), None)));
        assert_eq!(search("Tides", Some(&long)), Some(("Tides".to_owned(), None)), "an author in words");
        assert_eq!((search(" ", None), search(&long, None)), (None, None));
    }
}
