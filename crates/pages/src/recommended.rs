//! Sentences about the reasons of recommendations.

use std::collections::HashMap;

use domain::TitleId;
use domain::recommendations::{Feature, Reason};
use services::shelves::RecommendedPart;

use crate::{Book, Page};

/// Titles of a shelf, each with the reason of its recommendation.
pub(crate) fn recommended_books(page: &Page<'_>, part: &RecommendedPart) -> Vec<Book> {
    let reasons: HashMap<TitleId, &Reason> =
        part.recommendations.iter().map(|one| (one.title, &one.reason)).collect();
    let names: HashMap<TitleId, &str> =
        part.named.iter().map(|view| (view.item.id, view.item.metadata.title.as_str())).collect();
    let mut books = Book::from_views(page, &part.rows.items);
    for (book, view) in books.iter_mut().zip(&part.rows.items) {
        book.reason = reasons.get(&view.item.id).and_then(|reason| reason_sentence(page, reason, &names));
    }
    books
}

/// The sentence. `None` if the title that it names no longer exists.
fn reason_sentence(page: &Page<'_>, reason: &Reason, names: &HashMap<TitleId, &str>) -> Option<String> {
    let message = message_id(reason);
    match reason.source_title() {
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
    use std::collections::BTreeSet;

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
        let ids: BTreeSet<&str> = reasons.iter().map(message_id).collect();
        assert_eq!(ids.len(), reasons.len());
        texts::assert_messages(ids);
    }
}
