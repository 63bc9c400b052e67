//! Sentences about the reasons of recommendations.

use std::collections::{BTreeSet, HashMap};

use domain::ids::TitleId;
use domain::recommendations::{Feature, Reason, Recommendation};
use services::titles::{self, Seen};

use crate::books::Book;
use crate::page::Page;
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Says below each book why it is recommended. Reads the titles that spoke for them, if there are any, all at
/// once.
pub(crate) async fn explain(
    pages: &Pages,
    visitor: &Visitor,
    page: &Page<'_>,
    (books, seen): (&mut [Book], &[Seen]),
    recommended: &[Recommendation],
) -> Result<()> {
    let reasons: HashMap<TitleId, &Reason> =
        recommended.iter().map(|one| (one.title, &one.because)).collect();
    let read: BTreeSet<TitleId> =
        seen.iter().filter_map(|seen| spoke_for(reasons.get(&seen.title.id)?)).collect();
    let read: Vec<TitleId> = read.into_iter().collect();
    let read = match read.as_slice() {
        [] => Vec::new(),
        read => titles::page(&pages.library, &visitor.caller, read).await?,
    };
    let names: HashMap<TitleId, &str> =
        read.iter().map(|seen| (seen.title.id, seen.title.metadata.title.as_str())).collect();
    for (book, seen) in books.iter_mut().zip(seen) {
        book.because = reasons.get(&seen.title.id).and_then(|reason| said(page, reason, &names));
    }
    Ok(())
}

/// The title of the reader's history that a reason names.
fn spoke_for(reason: &Reason) -> Option<TitleId> {
    match reason {
        Reason::ReadTogether(title) | Reason::Shared(_, title) => Some(*title),
        Reason::Popular(_) => None,
    }
}

/// The sentence. `None` if the title that it names does not exist any longer.
fn said(page: &Page<'_>, reason: &Reason, names: &HashMap<TitleId, &str>) -> Option<String> {
    let message = message(reason);
    match spoke_for(reason) {
        Some(title) => Some(page.with_name(message, names.get(&title).copied()?)),
        None => Some(page.text(message)),
    }
}

fn message(reason: &Reason) -> &'static str {
    match reason {
        Reason::ReadTogether(_) => "because-readers",
        Reason::Shared(Feature::Series(_), _) => "because-series",
        Reason::Shared(Feature::Contributor(_), _) => "because-contributor",
        Reason::Shared(Feature::Category(_), _) => "because-category",
        Reason::Popular(_) => "because-popular",
    }
}

#[cfg(test)]
mod tests {
    use layout::Language;

    use super::*;
    use crate::texts;

    #[test]
    fn every_reason_has_its_own_sentence_in_every_language() {
        let title = TitleId(1);
        let reasons = [
            Reason::ReadTogether(title),
            Reason::Shared(Feature::series("Tides"), title),
            Reason::Shared(Feature::contributor("Ada"), title),
            Reason::Shared(Feature::category("Sea"), title),
            Reason::Popular(7),
        ];
        let messages = texts::load();
        let ids: BTreeSet<&str> = reasons.iter().map(message).collect();
        assert_eq!(ids.len(), reasons.len());
        for language in Language::ALL {
            assert!(ids.iter().all(|id| messages.has(language, id)), "{language:?}");
        }
    }
}
