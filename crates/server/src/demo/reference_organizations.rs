//! The sandbox's reference list of organizations. Names and addresses are invented.

use domain::accounts::Address;
use domain::reference_organizations::ReferenceOrganization;
use store::Db;

/// Name, type, parent (may be empty), city, state.
type Entry = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Enough in one state for more than one page; the others are for filters and other countries.
const ENTRIES: [Entry; 40] = [
    ("Alder Creek School", "school", "Clatsop District", "Seaside", "US-OR"),
    ("Basalt Point Elementary", "school", "Clatsop District", "Warrenton", "US-OR"),
    ("Cannery Row Middle School", "school", "Clatsop District", "Seaside", "US-OR"),
    ("Douglas Fir High School", "school", "Clatsop District", "Knappa", "US-OR"),
    ("Ember Lake Academy", "school", "Umatilla District", "Pendleton", "US-OR"),
    ("Foxglove Primary", "school", "Umatilla District", "Hermiston", "US-OR"),
    ("Clatsop District", "district", "", "Seaside", "US-OR"),
    ("Umatilla District", "district", "", "Pendleton", "US-OR"),
    ("Gorge View Public Library", "library", "", "Hood River", "US-OR"),
    ("High Desert College", "university", "", "Bend", "US-OR"),
    ("Ironwood Rehabilitation Center", "rehabilitation", "", "Salem", "US-OR"),
    ("Juniper Reading Group", "group", "", "Bend", "US-OR"),
    ("Klamath Talking Books", "library", "", "Klamath Falls", "US-OR"),
    ("Lantern Street Services", "agency", "", "Salem", "US-OR"),
    ("Madrona Island School", "school", "Skagit Shore District", "Anacortes", "US-WA"),
    ("North Cascade High School", "school", "Skagit Shore District", "Concrete", "US-WA"),
    ("Orca Bay Elementary", "school", "Skagit Shore District", "Anacortes", "US-WA"),
    ("Skagit Shore District", "district", "", "Anacortes", "US-WA"),
    ("Palouse Hills University", "university", "", "Pullman", "US-WA"),
    ("Quilcene Community Library", "library", "", "Quilcene", "US-WA"),
    ("Redwood Gate School", "school", "Humboldt Coast District", "Arcata", "US-CA"),
    ("Saltmarsh Charter School", "school", "", "Alviso", "US-CA"),
    ("Tule Fog Elementary", "school", "Delta District", "Lodi", "US-CA"),
    ("Upland Braille Workshop", "rehabilitation", "", "Upland", "US-CA"),
    ("Vernal Pool Library", "library", "", "Merced", "US-CA"),
    ("Whiteface Mountain School", "school", "Adirondack District", "Lake Placid", "US-NY"),
    ("Yellow Brick Library", "library", "", "Chittenango", "US-NY"),
    ("Zephyr Hill Agency", "agency", "", "Ithaca", "US-NY"),
    ("Arbutus Bay School", "school", "Gulf Islands District", "Ganges", "CA-BC"),
    ("Black Bear Library", "library", "", "Revelstoke", "CA-BC"),
    ("Cedar Raven College", "university", "", "Terrace", "CA-BC"),
    ("École du Grand Héron", "school", "Conseil des Rives", "Sudbury", "CA-ON"),
    ("Maple Portage School", "school", "Thousand Lakes District", "Kenora", "CA-ON"),
    ("Fern Hollow School", "school", "Tweed Valley Council", "Peebles", "GB-SCB"),
    ("Loch End Library", "library", "", "Kinross", "GB-PKN"),
    ("Gymnasium am Mühlbach", "school", "", "Füssen", "DE-BY"),
    ("Blindeninstitut Silberdistel", "rehabilitation", "", "Bamberg", "DE-BY"),
    ("Ballydoon National School", "school", "", "Dingle", "IE-KY"),
    ("Wattle Ridge Public School", "school", "", "Katoomba", "AU-NSW"),
    ("Banksia Audio Library", "other", "", "Broome", "AU-WA"),
];

/// Creates the list, all of it or nothing.
pub async fn create_entries(db: &Db) -> anyhow::Result<()> {
    let all = reference_entries();
    let there = match all.first() {
        Some(first) => store::reference_organizations::get(db, &first.id).await?.is_some(),
        None => true,
    };
    if !there {
        let mut tx = db.begin().await?;
        store::reference_organizations::upsert_many(&mut tx, &all).await?;
        tx.commit().await?;
    }
    Ok(())
}

fn reference_entries() -> Vec<ReferenceOrganization> {
    let entry = |(index, &(name, kind, parent, city, state)): (usize, &Entry)| {
        let number = index + 1;
        let at = |address1: String| Address {
            address1: Some(address1),
            city: Some(city.to_owned()),
            state: Some(state.to_owned()),
            country: state.get(..2).map(str::to_owned),
            ..Address::default()
        };
        ReferenceOrganization {
            id: format!("demo-reference-{number:02}"),
            name: name.to_owned(),
            parent_name: (!parent.is_empty()).then(|| parent.to_owned()),
            kind: kind.to_owned(),
            address: at(format!("P.O. Box {}", 100 + number)),
            location: Some(at(format!("{number} School Street"))),
        }
    };
    ENTRIES.iter().enumerate().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::subdivisions;

    use super::reference_entries;

    #[test]
    fn there_are_forty_in_existing_states() {
        let all = reference_entries();
        let names: BTreeSet<&str> = all.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!((all.len(), names.len()), (40, 40));
        for entry in &all {
            let state = entry.physical_address().state.as_deref().unwrap();
            assert!(subdivisions::name(state).is_some(), "{}: {state}", entry.name);
        }
        let countries: BTreeSet<_> = all.iter().map(|entry| entry.address.country.clone()).collect();
        assert!(countries.len() >= 5, "{countries:?}");
    }
}
