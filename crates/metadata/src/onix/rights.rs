//! Maps sales territories to the territory where the title may be distributed. Countries that are not
//! mentioned are closed.

use std::collections::BTreeSet;

use domain::{Territory, countries};

use super::codes::code_meaning;
use super::tags::Tag;
use super::tree::OnixNode;
use crate::entry::Notes;

const WORLD_CODE: &str = "WORLD";

/// `None` if the record has no sales rights.
pub(super) fn map_territory(detail: &OnixNode, notes: &mut Notes) -> Option<Territory> {
    let (mut open, mut closed) = (BTreeSet::new(), BTreeSet::new());
    let (mut world, mut said) = (false, false);
    for rights in detail.children_of(Tag::SalesRights) {
        let kind = code_meaning(46, rights.code_of(Tag::SalesRightsType), "SalesRightsType", notes);
        let Some(place) = rights.first_child(Tag::Territory).filter(|_| !kind.is_empty()) else { continue };
        said = true;
        let everywhere = text_words(place, Tag::RegionsIncluded).any(|region| region == WORLD_CODE);
        let included = named_countries(place, Tag::CountriesIncluded, notes);
        let excluded = named_countries(place, Tag::CountriesExcluded, notes);
        note_regions(place, notes);
        match (kind, everywhere) {
            ("sale", true) => {
                world = true;
                closed.extend(excluded);
            }
            ("sale", false) => open.extend(included),
            (_, true) => {}
            (_, false) => closed.extend(included),
        }
    }
    let rest = code_meaning(46, detail.code_of(Tag::ROWSalesRightsType), "ROWSalesRightsType", notes);
    if !said && rest.is_empty() {
        return None;
    }
    world |= rest == "sale";
    let closed: BTreeSet<String> = closed.difference(&open).cloned().collect();
    if world && closed.is_empty() {
        return Some(Territory { worldwide: true, ..Territory::default() });
    }
    if world {
        open = countries::codes().filter(|code| !closed.contains(*code)).map(str::to_owned).collect();
    }
    Some(Territory { countries: open, ..Territory::default() })
}

fn text_words(place: &OnixNode, tag: Tag) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let words = place.children_of(tag).flat_map(move |node| node.text.split(is_between));
    words.filter(|word| !word.is_empty())
}

fn named_countries(node: &OnixNode, tag: Tag, notes: &mut Notes) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for word in text_words(node, tag) {
        match countries::normalize(word) {
            Some(code) => drop(codes.insert(code.to_owned())),
            None => notes.add(format!("{}: {word:.20} is not a country of ISO 3166-1", tag.reference_name())),
        }
    }
    codes
}

/// Parts of countries are ignored: a right in a part is not a right in the country.
fn note_regions(node: &OnixNode, notes: &mut Notes) {
    for tag in [Tag::RegionsIncluded, Tag::RegionsExcluded] {
        for word in text_words(node, tag).filter(|word| *word != WORLD_CODE) {
            notes.add(format!(
                "{}: {word:.20} is ignored, only whole countries are supported",
                tag.reference_name()
            ));
        }
    }
}
