//! Kinds of organizations, and the list of those that exist.

use domain::Address;
use domain::fixtures::with_change;
use domain::organization_types::OrganizationType;
use domain::reference_organizations::ReferenceOrganization;
use store::reference_organizations::{
    ReferenceFilter, ReferenceSearch, count, find, get, has_entries, page, remove, upsert_many,
};
use store::{Db, PageRequest, db_test, organization_types};

fn reference_entry(id: &str, name: &str, city: &str) -> ReferenceOrganization {
    let address = Address {
        city: Some(city.into()),
        state: Some("US-OR".into()),
        country: Some("US".into()),
        ..Address::default()
    };
    let (id, name, kind) = (id.into(), name.into(), "school".into());
    ReferenceOrganization { id, name, parent_name: Some("District".into()), kind, address, location: None }
}

async fn upsert_entries(db: &Db, entries: &[ReferenceOrganization]) {
    committed!(db, tx => upsert_many(&mut tx, entries));
}

fn oregon_filter() -> ReferenceFilter {
    ReferenceFilter { state: "US-OR".into(), ..ReferenceFilter::default() }
}

/// Identifiers of the matching entries, read in pages of two, and their number.
async fn find_in_pages(db: &Db, sought: &ReferenceFilter, descending: bool) -> Vec<String> {
    let mut ids = Vec::new();
    let mut after = None;
    loop {
        let part = PageRequest { sort: (), descending, after: after.as_ref(), backward: false, limit: 2 };
        let rows = page(db, sought, part).await.unwrap();
        let Some((place, _)) = rows.last() else { break };
        after = Some(place.clone());
        ids.extend(rows.into_iter().map(|(_, entry)| entry.id));
    }
    assert_eq!(count(db, sought).await.unwrap(), ids.len() as u64);
    ids
}

db_test! {
    async fn entries_are_found_by_place_name_and_type(db: Db) {
        let elsewhere = with_change(reference_entry("e", "Birch School", "Seattle"), |e| e.address.state = Some("US-WA".into()));
        let moved = with_change(reference_entry("m", "Maple School", "Boise"), |e| {
            e.location = Some(e.address.clone());
            e.address.state = Some("US-ID".into());
        });
        let library = with_change(reference_entry("l", "Élan Library", "St. Paul"), |e| e.kind = "library".into());
        upsert_entries(&db, &[reference_entry("b", "Birch School", "Salem"), reference_entry("a", "birch  SCHOOL", "Astoria")]).await;
        upsert_entries(&db, &[elsewhere, moved, library, reference_entry("c", "100%_Charter", "Salem")]).await;

        assert_eq!(find_in_pages(&db, &oregon_filter(), false).await, ["c", "a", "b", "l", "m"], "by name, then by identifier");
        assert_eq!(find_in_pages(&db, &oregon_filter(), true).await, ["m", "l", "a", "b", "c"]);
        let washington = ReferenceFilter { state: "US-WA".into(), ..ReferenceFilter::default() };
        assert_eq!(find_in_pages(&db, &washington, false).await, ["e"]);
        let city = |city: &str| ReferenceFilter { city: Some(city.into()), ..oregon_filter() };
        assert_eq!(find_in_pages(&db, &city("SALEM"), false).await, ["c", "b"]);
        assert_eq!(find_in_pages(&db, &city("st paul"), false).await, ["l"]);
        assert!(find_in_pages(&db, &city("Sale"), false).await.is_empty(), "the whole name of the city");
        let words = |words: &[&str]| ReferenceFilter { words: words.iter().map(|w| vec![(*w).into()]).collect(), ..oregon_filter() };
        assert_eq!(find_in_pages(&db, &words(&["school", "birch"]), false).await, ["a", "b"]);
        assert_eq!(find_in_pages(&db, &words(&["elan"]), false).await, ["l"]);
        assert!(find_in_pages(&db, &words(&["%"]), false).await.is_empty() && find_in_pages(&db, &words(&["_"]), false).await.is_empty());
        let kinds = |kinds: &[&str]| ReferenceFilter { kinds: kinds.iter().map(|k| (*k).into()).collect(), ..oregon_filter() };
        assert_eq!(find_in_pages(&db, &kinds(&["library", "group"]), false).await, ["l"]);
        let all = ReferenceFilter { city: Some("salem".into()), words: vec![vec!["nowhere".into(), "bir".into()]], ..kinds(&["school"]) };
        assert_eq!(find_in_pages(&db, &all, false).await, ["b"]);
    }

    async fn entries_are_found_anywhere_by_name_or_city(db: Db) {
        assert!(!has_entries(&db).await.unwrap());
        let elsewhere = with_change(reference_entry("e", "Birch School", "Seattle"), |e| e.address.state = Some("US-WA".into()));
        upsert_entries(&db, &[reference_entry("b", "Birch School", "Salem"), elsewhere, reference_entry("c", "Cedar School", "Salem")]).await;
        assert!(has_entries(&db).await.unwrap());
        let ids = async |words: &[&str], city: Option<&str>, limit| {
            let words = words.iter().map(|word| vec![(*word).into()]).collect();
            let search = ReferenceSearch { words, city: city.map(str::to_owned) };
            let found = find(&db, &search, limit).await.unwrap();
            found.into_iter().map(|entry| entry.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(&["birch"], None, 9).await, ["b", "e"]);
        assert_eq!(ids(&["birch"], None, 1).await, ["b"]);
        assert_eq!(ids(&[], Some("SALEM"), 9).await, ["b", "c"]);
        assert_eq!(ids(&["school"], Some("seattle"), 9).await, ["e"]);
        assert!(ids(&[], None, 9).await.is_empty(), "not the whole list");
    }

    async fn an_existing_entry_is_replaced(db: Db) {
        upsert_entries(&db, &[reference_entry("a", "Birch School", "Salem")]).await;
        let renamed = with_change(reference_entry("a", "Cedar School", "Bend"), |e| e.kind = "district".into());
        upsert_entries(&db, std::slice::from_ref(&renamed)).await;
        assert_eq!(get(&db, "a").await.unwrap(), Some(renamed));
        let bend = ReferenceFilter { city: Some("Bend".into()), words: vec![vec!["cedar".into()]], ..oregon_filter() };
        assert_eq!(find_in_pages(&db, &ReferenceFilter { kinds: vec!["district".into()], ..bend }, false).await, ["a"]);
        assert!(remove(&db, "a").await.unwrap() && !remove(&db, "a").await.unwrap());
        assert_eq!(get(&db, "a").await.unwrap(), None);
    }

    async fn a_long_list_is_stored_in_one_call(db: Db) {
        let entries: Vec<_> = (0..1203).map(|n| reference_entry(&format!("{n}"), &format!("School {n}"), "Salem")).collect();
        let before = db.statement_count();
        upsert_entries(&db, &entries).await;
        assert!(db.statement_count() - before <= 8, "two statements for 500 rows");
        assert_eq!(count(&db, &oregon_filter()).await.unwrap(), 1203);
    }

    async fn types_are_data(db: Db) {
        let names = async || {
            let types = organization_types::list(&db).await.unwrap();
            types.into_iter().map(|kind| kind.name).collect::<Vec<_>>()
        };
        let given = ["school", "district", "university", "library", "rehabilitation", "agency", "group", "other"];
        assert_eq!(names().await, given);
        let kind = |name: &str, description: &str| OrganizationType { name: name.into(), description: description.into() };
        organization_types::set(&db, &kind("clinic", "Clinic")).await.unwrap();
        organization_types::set(&db, &kind("school", "Any school")).await.unwrap();
        let types = organization_types::list(&db).await.unwrap();
        assert_eq!((types.first(), types.last()), (Some(&kind("school", "Any school")), Some(&kind("clinic", "Clinic"))));
        assert!(organization_types::remove(&db, "clinic").await.unwrap());
        assert!(!organization_types::remove(&db, "clinic").await.unwrap());
        assert_eq!(names().await, given);
    }
}
