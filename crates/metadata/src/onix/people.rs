//! Contributors.

use domain::{Contributor, ContributorType, onix};

use super::codes::code_meaning;
use super::tags::Tag;
use super::tree::OnixNode;
use crate::entry::Notes;
use crate::record::add_once;

/// The contributors, sorted by sequence number, once per role.
pub(super) fn map_contributors(detail: &OnixNode, notes: &mut Notes) -> Vec<Contributor> {
    let place = |one: &&OnixNode| one.text_of(Tag::SequenceNumber).and_then(|number| number.parse().ok());
    let mut all: Vec<&OnixNode> = detail.children_of(Tag::Contributor).collect();
    all.sort_by_key(|one| place(one).unwrap_or(u32::MAX));
    let mut found = Vec::new();
    for one in all {
        for role in one.children_of(Tag::ContributorRole).filter_map(OnixNode::text) {
            for kind in onix::contributor_types(code_meaning(17, role, "ContributorRole", notes)) {
                if let Some(contributor) = map_contributor(one, kind) {
                    add_once(&mut found, contributor);
                }
            }
        }
    }
    found
}

/// Persons are sorted by their inverted names; corporate bodies by their names, unless the record overrides
/// it.
fn map_contributor(one: &OnixNode, kind: ContributorType) -> Option<Contributor> {
    if let Some((display_name, index_name)) = format_person(one) {
        return Some(match index_name {
            Some(_) => Contributor { kind, display_name, index_name },
            None => Contributor::new(kind, display_name),
        });
    }
    let index_name = one.line_of(Tag::CorporateNameInverted);
    let display_name = one.line_of(Tag::CorporateName).or_else(|| index_name.clone())?;
    Some(Contributor { kind, display_name, index_name })
}

/// A person's name, and the sort form if the record has one.
fn format_person(one: &OnixNode) -> Option<(String, Option<String>)> {
    let key = one.line_of(Tag::KeyNames);
    let join = |parts: &[Option<String>]| parts.iter().flatten().cloned().collect::<Vec<_>>().join(" ");
    let before = [one.line_of(Tag::NamesBeforeKey), one.line_of(Tag::PrefixToKey)];
    let after = [one.line_of(Tag::NamesAfterKey), one.line_of(Tag::SuffixToKey)];
    let parts = key.as_ref().map(|key| {
        let titles = [one.line_of(Tag::TitlesBeforeNames)];
        let name = join(&[&titles, &before[..], &[Some(key.clone())], &after[..]].concat());
        [Some(name), one.line_of(Tag::TitlesAfterNames)].into_iter().flatten().collect::<Vec<_>>().join(", ")
    });
    let inverted = one.line_of(Tag::PersonNameInverted).or_else(|| {
        let parts = [key?, join(&before), join(&after)];
        // Without another name, a name is not inverted.
        let is_inverted = !parts[1].is_empty();
        let parts = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        is_inverted.then(|| parts.join(", "))
    });
    let display =
        one.line_of(Tag::PersonName).or(parts).or_else(|| inverted.as_deref().map(to_natural_order))?;
    Some((display, inverted))
}

/// An inverted name in its natural order: `King, Martin Luther, Jr.` is `Martin Luther King, Jr.`
fn to_natural_order(inverted: &str) -> String {
    let mut parts = inverted.split(',').map(str::trim).filter(|part| !part.is_empty());
    let (last, first) = (parts.next().unwrap_or_default(), parts.next());
    let name = first.map_or_else(|| last.to_owned(), |first| format!("{first} {last}"));
    std::iter::once(name.as_str()).chain(parts).collect::<Vec<_>>().join(", ")
}
