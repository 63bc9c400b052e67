//! Contributors.

use domain::contributors::{Contributor, ContributorType};
use domain::onix;

use super::codes::meaning;
use super::tags::Tag;
use super::tree::Node;
use crate::entry::Notes;
use crate::record::add;

/// The contributors, sorted by sequence number, once per role.
pub(super) fn contributors(detail: &Node, notes: &mut Notes) -> Vec<Contributor> {
    let place = |one: &&Node| one.text(Tag::SequenceNumber).and_then(|number| number.parse().ok());
    let mut all: Vec<&Node> = detail.all(Tag::Contributor).collect();
    all.sort_by_key(|one| place(one).unwrap_or(u32::MAX));
    let mut found = Vec::new();
    for one in all {
        for role in one.all(Tag::ContributorRole).filter_map(Node::said) {
            for kind in onix::contributor_types(meaning(17, role, "ContributorRole", notes)) {
                if let Some(contributor) = contributor(one, kind) {
                    add(&mut found, contributor);
                }
            }
        }
    }
    found
}

/// Persons are sorted by their inverted names; corporate bodies by their names, unless the record overrides
/// it.
fn contributor(one: &Node, kind: ContributorType) -> Option<Contributor> {
    if let Some((display_name, index_name)) = person(one) {
        return Some(match index_name {
            Some(_) => Contributor { kind, display_name, index_name },
            None => Contributor::new(kind, display_name),
        });
    }
    let index_name = one.line(Tag::CorporateNameInverted);
    let display_name = one.line(Tag::CorporateName).or_else(|| index_name.clone())?;
    Some(Contributor { kind, display_name, index_name })
}

/// A person's name, and the sort form if the record has one.
fn person(one: &Node) -> Option<(String, Option<String>)> {
    let key = one.line(Tag::KeyNames);
    let join = |parts: &[Option<String>]| parts.iter().flatten().cloned().collect::<Vec<_>>().join(" ");
    let before = [one.line(Tag::NamesBeforeKey), one.line(Tag::PrefixToKey)];
    let after = [one.line(Tag::NamesAfterKey), one.line(Tag::SuffixToKey)];
    let parts = key.as_ref().map(|key| {
        let titles = [one.line(Tag::TitlesBeforeNames)];
        let name = join(&[&titles, &before[..], &[Some(key.clone())], &after[..]].concat());
        [Some(name), one.line(Tag::TitlesAfterNames)].into_iter().flatten().collect::<Vec<_>>().join(", ")
    });
    let inverted = one.line(Tag::PersonNameInverted).or_else(|| {
        let parts = [key?, join(&before), join(&after)];
        // Without another name, a name is not inverted.
        let is_inverted = !parts[1].is_empty();
        let parts = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        is_inverted.then(|| parts.join(", "))
    });
    let display = one.line(Tag::PersonName).or(parts).or_else(|| inverted.as_deref().map(turn))?;
    Some((display, inverted))
}

/// An inverted name in its natural order: `King, Martin Luther, Jr.` is `Martin Luther King, Jr.`
fn turn(inverted: &str) -> String {
    let mut parts = inverted.split(',').map(str::trim).filter(|part| !part.is_empty());
    let (last, first) = (parts.next().unwrap_or_default(), parts.next());
    let name = first.map_or_else(|| last.to_owned(), |first| format!("{first} {last}"));
    std::iter::once(name.as_str()).chain(parts).collect::<Vec<_>>().join(", ")
}
