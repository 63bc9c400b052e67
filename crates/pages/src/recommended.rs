//! Sentences about the reasons of recommendations.

use std::collections::{BTreeSet, HashMap};

use domain::ids::TitleId;
use domain::recommendations::{Feature, Reason, Recommendation};
use services::titles;
use services::views::TitleView;

use crate::books::Book;
use crate::page::Page;
use crate::problem::Result;
use crate::visitor::Visitor;

/// Adds the reason of its recommendation to each book. Reads the titles that the reasons name, if any, in
/// one statement.
pub(crate) async fn add_reasons(
    visitor: &Visitor,
    page: &Page<'_>,
    (books, seen): (&mut [Book], &[TitleView]),
    recommended: &[Recommendation],
) -> Result<()> {
    let reasons: HashMap<TitleId, &Reason> = recommended.iter().map(|one| (one.title, &one.reason)).collect();
    let read: BTreeSet<TitleId> =
        seen.iter().filter_map(|seen| source_title(reasons.get(&seen.item.id)?)).collect();
    let read: Vec<TitleId> = read.into_iter().collect();
    let read = match read.as_slice() {
        [] => Vec::new(),
        read => titles::view_page(&visitor.op, read).await?,
    };
    let names: HashMap<TitleId, &str> =
        read.iter().map(|seen| (seen.item.id, seen.item.metadata.title.as_str())).collect();
    for (book, seen) in books.iter_mut().zip(seen) {
        book.reason = reasons.get(&seen.item.id).and_then(|reason| reason_sentence(page, reason, &names));
    }
    Ok(())
}

/// The title of the reader's history that a reason names.
fn source_title(reason: &Reason) -> Option<TitleId> {
    match reason {
        Reason::ReadTogether(title) | Reason::Shared(_, title) => Some(*title),
        Reason::Popular(_) => None,
    }
}

/// The sentence. `None` if the title that it names no longer exists.
fn reason_sentence(page: &Page<'_>, reason: &Reason, names: &HashMap<TitleId, &str>) -> Option<String> {
    let message = message_id(reason);
    match source_title(reason) {
        Some(title) => Some(page.with_name(message, names.get(&title).copied()?)),
        None => Some(page.text(message)),
    }
}

fn message_id(reason: &Reason) -> &'static str {
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
        let messages = texts::load_messages();
        let ids: BTreeSet<&str> = reasons.iter().map(message_id).collect();
        assert_eq!(ids.len(), reasons.len());
        for language in Language::ALL {
            assert!(ids.iter().all(|id| messages.has_message(language, id)), "{language:?}");
        }
    }
}
