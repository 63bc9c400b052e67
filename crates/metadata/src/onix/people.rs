//! Contributors.

use domain::contributors::natural_order;
use domain::{Contributor, ContributorType, onix};

use super::codes::code_meaning;
use super::tags::Tag;
use super::tree::OnixNode;
use crate::entry::Notes;
use crate::names::{has_only_suffix, is_company, to_natural_order};
use crate::record::add_once;

/// The contributors, sorted by sequence number, once per role.
pub(super) fn map_contributors(detail: &OnixNode, notes: &mut Notes) -> Vec<Contributor> {
    let place = |one: &&OnixNode| one.text_of(Tag::SequenceNumber).and_then(|number| number.parse().ok());
    let mut all: Vec<&OnixNode> = detail.children_of(Tag::Contributor).collect();
    all.sort_by_key(|one| place(one).unwrap_or(u32::MAX));
    let mut found = Vec::new();
    for one in all {
        for kind in map_roles(one, notes) {
            if let Some(contributor) = map_contributor(one, kind) {
                add_once(&mut found, contributor);
            }
        }
    }
    found
}

/// The roles of a contributor. One without any is an author.
fn map_roles(node: &OnixNode, notes: &mut Notes) -> Vec<ContributorType> {
    let mut kinds = Vec::new();
    let mut is_stated = false;
    for role in node.children_of(Tag::ContributorRole).filter_map(OnixNode::text) {
        is_stated = true;
        kinds.extend(onix::parse_contributor_types(code_meaning(17, role, "ContributorRole", notes)));
    }
    if !is_stated {
        notes.add("ContributorRole is missing: read as an author");
        kinds.push(ContributorType::Author);
    }
    kinds
}

/// People without names, by code list 19. Unknown people, further people and voices of programs are nobody.
const UNNAMED_PERSONS: [(&str, &str); 2] = [("02", "Anonymous"), ("04", "Various authors")];

/// Persons are sorted by their inverted names; corporate bodies by their names, unless the record overrides
/// it.
fn map_contributor(node: &OnixNode, kind: ContributorType) -> Option<Contributor> {
    if let Some((display_name, index_name)) = format_person(node) {
        let is_whole = node.line_of(Tag::PersonName).as_ref() == Some(&display_name);
        return Some(match index_name {
            Some(_) => Contributor { kind, display_name, index_name },
            // Some suppliers put the inverted name where the name belongs.
            None if is_whole && !is_company(&display_name) => {
                Contributor::from_typed_name(kind, &display_name)
            }
            // Titles after a name do not sort, and companies have no first names.
            None if display_name.contains(',') => Contributor { kind, display_name, index_name },
            None => Contributor::new(kind, display_name),
        });
    }
    let index_name = node.line_of(Tag::CorporateNameInverted);
    let unnamed = || {
        let code = node.code_of(Tag::UnnamedPersons);
        UNNAMED_PERSONS.iter().find(|(other, _)| *other == code).map(|(_, words)| (*words).to_owned())
    };
    let turned = || index_name.as_deref().map(turn_body_name);
    let display_name = node.line_of(Tag::CorporateName).or_else(turned).or_else(unnamed)?;
    Some(Contributor { kind, display_name, index_name })
}

/// The name of a body by its inverted name: `Keepers, Society of` is Society of Keepers.
fn turn_body_name(inverted: &str) -> String {
    if is_company(inverted) || has_only_suffix(inverted) {
        return inverted.to_owned();
    }
    to_natural_order(inverted)
}

/// A person's name, and the sort form if the record has one.
fn format_person(node: &OnixNode) -> Option<(String, Option<String>)> {
    let key = node.line_of(Tag::KeyNames);
    let join = |parts: &[Option<String>]| parts.iter().flatten().cloned().collect::<Vec<_>>().join(" ");
    let before = [node.line_of(Tag::NamesBeforeKey), node.line_of(Tag::PrefixToKey)];
    let after = [node.line_of(Tag::NamesAfterKey), node.line_of(Tag::SuffixToKey)];
    let parts = key.as_ref().map(|key| {
        let titles = [node.line_of(Tag::TitlesBeforeNames)];
        let given = join(&before);
        let is_plain = !given.is_empty() && titles[0].is_none() && after.iter().all(Option::is_none);
        let name = if is_plain {
            natural_order(&given, key)
        } else {
            join(&[&titles, &before[..], &[Some(key.clone())], &after[..]].concat())
        };
        [Some(name), node.line_of(Tag::TitlesAfterNames)].into_iter().flatten().collect::<Vec<_>>().join(", ")
    });
    let inverted = node.line_of(Tag::PersonNameInverted).or_else(|| {
        let parts = [key?, join(&before), join(&after)];
        // Without another name, a name is not inverted.
        let is_inverted = !parts[1].is_empty();
        let parts = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        is_inverted.then(|| parts.join(", "))
    });
    // Some suppliers put the inverted name into both elements.
    let is_inverted = |name: &String| Some(name) == inverted.as_ref() && !has_only_suffix(name);
    let whole = node.line_of(Tag::PersonName).filter(|name| !is_inverted(name));
    let display = whole.or(parts).or_else(|| inverted.as_deref().map(to_natural_order))?;
    Some((display, inverted))
}
