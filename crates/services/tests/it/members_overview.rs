//! Members as their sponsors look for them.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::fixtures::{linked_account, member, noon, sponsor, with_change};
use domain::readers::OrganizationStanding;
use domain::{AccountId, Format, Name, OrganizationId, Preferences, Reader};
use services::members::{
    MAX_NAME_MATCHES, MemberSearch, RosterOverview, RosterRequest, count_for_sponsor, list_for_sponsor,
};
use services::rosters::RosterSort;
use services::{Operation, PageRequest};
use store::audit::EntrySearch;
use store::roster_tags::RosterTag;
use store::{Db, db_test};

use crate::world::{add_school, error_key, user_context};

/// The school with Tess, who sponsors its members.
struct School {
    standing: OrganizationStanding,
    tess: Operation,
    tags: Vec<RosterTag>,
}

/// The school with its sponsor and five members, one of whom is an individual member too.
async fn settle_school(db: &Db) -> School {
    let standing = OrganizationStanding { organization: add_school(db).await, ..domain::fixtures::school() };
    let tess = sponsor("tess", &standing);
    settle(db, [&tess]).await;
    let mut op = user_context(db, &tess.account);
    op.reader = Some(Arc::new(tess));
    let school = &standing.organization.id;
    let mut tags = Vec::new();
    for (district, name) in [("North", "Harbor"), ("North", "Quay")] {
        tags.push(store::roster_tags::add(db, school, Some(district), Some(name), noon()).await.unwrap());
    }
    let [harbor, quay] = [tags[0].id, tags[1].id];
    let people = [
        with_place(member("zoe", &standing), ("Zoë", "Núñez"), "6", Some(harbor)),
        with_place(member("mia", &standing), ("Mia", "Berg"), "6", Some(quay)),
        with_place(member("mio", &standing), ("Mio", "O’Brien"), "7", Some(quay)),
        with_place(linked_account("lin", &standing), ("Lin", "Åker"), "6", None),
        with_place(member("bo", &standing), ("Bo", "Adams"), "7", Some(harbor)),
    ];
    settle(db, &people).await;
    let wishes = Preferences { format: Some(Format::Brf), ..Preferences::default() };
    let mut tx = db.begin().await.unwrap();
    store::preferences::set(&mut tx, &"zoe".into(), &wishes).await.unwrap();
    tx.commit().await.unwrap();
    store::quick_lists::set(db, &"tess".into(), &"zoe".into(), true, noon()).await.unwrap();
    School { standing, tess: op, tags }
}

async fn settle(db: &Db, readers: impl IntoIterator<Item = &Reader>) {
    let mut tx = db.begin().await.unwrap();
    for reader in readers {
        store::accounts::insert(&mut tx, &reader.account, None).await.unwrap();
    }
    tx.commit().await.unwrap();
}

fn with_place(reader: Reader, (first, last): (&str, &str), grade: &str, tag: Option<i64>) -> Reader {
    with_change(reader, |reader| {
        reader.account.name = Name::new(first, last);
        let place = reader.account.membership.as_mut().unwrap();
        place.grade = Some(grade.to_owned());
        place.roster_tag = tag;
    })
}

/// The first page, by family name.
async fn find(op: &Operation, search: MemberSearch<'_>, limit: u32) -> RosterOverview {
    let page = PageRequest::first_page(RosterSort::LastName, limit + 1);
    list_for_sponsor(op, RosterRequest { search, page }).await.unwrap()
}

async fn found_ids(op: &Operation, search: MemberSearch<'_>) -> String {
    let found = find(op, search, 50).await.members;
    let ids: Vec<&str> = found.items.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(found.total, ids.len() as u64);
    ids.join(" ")
}

db_test! {
    async fn words_and_filters_find_members(db: Db) {
        let School { tess, tags, .. } = Box::pin(settle_school(&db)).await;
        let all = MemberSearch::default();
        let by_words = |words| MemberSearch { words: Some(words), ..all };
        for (search, expected) in [
            (all, "bo lin mia zoe mio"),
            (by_words("nunez"), "zoe"),
            (by_words("ZOE nuñ"), "zoe"),
            (by_words("aker"), "lin"),
            (by_words("mi"), "mia mio"),
            (by_words("mi ber"), "mia"),
            (by_words("bo@example.org"), "bo"),
            (by_words("xyz"), ""),
            (by_words("!"), ""),
            (MemberSearch { grade: Some("6"), ..all }, "lin mia zoe"),
            (MemberSearch { grade: Some("99"), ..all }, ""),
            (MemberSearch { school: Some(tags[1].id), ..all }, "mia mio"),
            (MemberSearch { district: Some(tags[1].id), ..all }, "bo mia zoe mio"),
            (MemberSearch { school: Some(0), ..all }, ""),
            (MemberSearch { quick_list: true, ..all }, "zoe"),
            (MemberSearch { words: Some("mi"), grade: Some("7"), school: Some(tags[1].id), ..all }, "mio"),
            (MemberSearch { words: Some("zoe"), grade: Some("7"), ..all }, ""),
        ] {
            assert_eq!(found_ids(&tess, search).await, expected, "{search:?}");
        }
    }

    async fn a_list_shows_plans_format_and_school_and_says_what_there_is_to_choose(db: Db) {
        let School { tess, tags, .. } = Box::pin(settle_school(&db)).await;
        let found = find(&tess, MemberSearch::default(), 50).await;
        let by_id = |id: &str| found.members.items.iter().find(|one| one.id.as_str() == id).unwrap();
        let (zoe, lin) = (by_id("zoe"), by_id("lin"));
        assert_eq!((zoe.name.as_str(), zoe.grade.as_deref(), zoe.plans.len()), ("Zoë Núñez", Some("6"), 1));
        assert_eq!((zoe.format, zoe.tag.as_ref(), zoe.on_quick_list), (Some(Format::Brf), Some(&tags[0]), true));
        assert!(zoe.is_manageable && zoe.sign_in_name.is_some() && zoe.last_read.is_none());
        assert_eq!((lin.is_manageable, lin.format, lin.tag.as_ref(), lin.on_quick_list), (false, None, None, false));
        assert_eq!(found.grades, [("6".to_owned(), 3), ("7".to_owned(), 2)]);
        let tags: Vec<(i64, u64)> = found.tags.iter().map(|(tag, count)| (tag.id, *count)).collect();
        assert_eq!(tags.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [2, 2]);
        assert!(found.lists.is_empty() && !found.is_cut);
        let counts = count_for_sponsor(&tess).await.unwrap();
        assert_eq!((counts.members, counts.on_quick_list, counts.without_proof), (5, 1, 4));
    }

    async fn everybody_who_is_shown_is_in_the_audit(db: Db) {
        let School { tess, .. } = Box::pin(settle_school(&db)).await;
        find(&tess, MemberSearch { grade: Some("7"), ..MemberSearch::default() }, 50).await;
        let reader = AccountId::from("tess");
        let search = EntrySearch { actor: Some(&reader), ..EntrySearch::default() };
        let entries = store::audit::list(&db, search, 9).await.unwrap();
        let shown: BTreeSet<&str> = entries.iter().map(|entry| entry.account.as_str()).collect();
        assert_eq!(shown, BTreeSet::from(["bo", "mio"]));
    }

    async fn only_sponsors_list_members(db: Db) {
        let School { standing, .. } = Box::pin(settle_school(&db)).await;
        let mia = member("mia", &standing);
        let mut op = user_context(&db, &mia.account);
        op.reader = Some(Arc::new(mia));
        let page = PageRequest::first_page(RosterSort::LastName, 9);
        let request = RosterRequest { search: MemberSearch::default(), page };
        assert_eq!(error_key(list_for_sponsor(&op, request).await), "NOT_SPONSOR");
        assert_eq!(error_key(count_for_sponsor(&op).await), "NOT_SPONSOR");
    }

    async fn a_page_of_one_costs_as_many_statements_as_one_of_a_hundred(db: Db) {
        let School { standing, tess, .. } = Box::pin(settle_school(&db)).await;
        let crowd: Vec<Reader> = (0..=MAX_NAME_MATCHES)
            .map(|number| {
                let id = format!("m{number:03}");
                with_place(member(&id, &standing), ("Crowd", &id), "8", None)
            })
            .collect();
        settle(&db, &crowd).await;
        for words in [None, Some("crowd")] {
            let mut costs = BTreeSet::new();
            for limit in [1, 100] {
                let before = db.statement_count();
                let search = MemberSearch { words, grade: Some("8"), ..MemberSearch::default() };
                let found = find(&tess, search, limit).await;
                costs.insert(db.statement_count() - before);
                assert_eq!(found.members.items.len(), limit as usize);
                assert_eq!(found.is_cut, words.is_some());
                let known = if words.is_some() { MAX_NAME_MATCHES } else { MAX_NAME_MATCHES + 1 };
                assert_eq!(found.members.total, known as u64);
            }
            assert_eq!(costs.len(), 1, "{costs:?}");
        }
        let one = MemberSearch { words: Some("crowd m007"), ..MemberSearch::default() };
        assert_eq!(found_ids(&tess, one).await, "m007");
    }

    async fn members_of_other_organizations_are_not_found(db: Db) {
        let School { standing, tess, .. } = Box::pin(settle_school(&db)).await;
        let mut other = standing;
        other.organization.id = OrganizationId::from("other");
        store::organizations::insert(&db, &other.organization).await.unwrap();
        settle(&db, [&with_place(member("eve", &other), ("Eve", "Berg"), "6", None)]).await;
        let search = MemberSearch { words: Some("berg"), ..MemberSearch::default() };
        assert_eq!(found_ids(&tess, search).await, "mia");
    }
}
