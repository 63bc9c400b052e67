//! Rosters: orders, filters, what sponsors see of members; roster tags and quick lists.

use std::collections::BTreeSet;

use domain::fixtures::{days_ago, linked_account, member, noon, school, sponsor, with_change};
use domain::members::MemberFilter;
use domain::proofs::ProofStatus;
use domain::reading::{MetricType, ReadingEvent};
use domain::{AccountId, DisabilityType, Format, OrganizationId, Preferences, ProofSource, Reader};
use jiff::civil::date;
use store::download_history::{self, PastDownload};
use store::proofs::Proof;
use store::roster_tags::{self, RosterTag};
use store::rosters::{self, RosterFilter, RosterPerson, RosterQuery, RosterSort};
use store::{
    Conn, Db, PageRequest, RowPosition, Sql, db_test, lists, members, preferences, proofs, quick_lists,
    reading,
};

use crate::world;

/// The school with two sponsors and five members: `c` has nothing that rosters are sorted by but a name, `e`
/// is an individual member too.
async fn settle_roster(db: &Db) -> Vec<RosterTag> {
    world::create_sites(db).await;
    let school = school();
    let organization = &school.organization.id;
    let mut tags = Vec::new();
    for (district, name) in [(Some("North"), Some("Écoles")), (Some("North"), None), (None, Some("abbey"))] {
        tags.push(roster_tags::add(db, organization, district, name, noon()).await.unwrap());
    }
    for tess in ["tess", "tim"] {
        world::settle(db, &sponsor(tess, &school)).await;
    }
    let people = [
        ("a", "Özil", "Bo", Some("10"), Some(2010), Some(0)),
        ("b", "Adams", "Cy", Some("2"), Some(2018), Some(1)),
        ("c", "zorn", "Al", None, None, None),
        ("d", "Adams", "Al", Some("K"), Some(2020), Some(2)),
    ];
    for (id, last, first, grade, born, tag) in people {
        world::settle(
            db,
            &reader_with_name(
                member(id, &school),
                (last, first),
                grade,
                born,
                tag.map(|n: usize| tags[n].id),
            ),
        )
        .await;
    }
    world::settle(
        db,
        &reader_with_name(
            linked_account("e", &school),
            ("Moe", "Al"),
            Some("2"),
            Some(2018),
            Some(tags[1].id),
        ),
    )
    .await;
    world::settle(db, &with_change(member("gone", &school), |gone| gone.account.deleted = true)).await;
    tags
}

fn reader_with_name(
    reader: Reader,
    (last, first): (&str, &str),
    grade: Option<&str>,
    born: Option<i16>,
    tag: Option<i64>,
) -> Reader {
    with_change(reader, |reader| {
        reader.account.name = domain::contributors::Name::new(first, last);
        reader.account.date_of_birth = born.map(|year| date(year, 3, 1));
        let place = reader.account.membership.as_mut().unwrap();
        place.grade = grade.map(str::to_owned);
        place.roster_tag = tag;
    })
}

async fn walk_pages(db: &Db, roster: &RosterQuery<'_>, sort: RosterSort, descending: bool) -> String {
    let all = one_way(db, roster, sort, descending, false).await;
    assert_eq!(rosters::count(db, roster).await.unwrap(), all.len() as u64);
    let mut back = one_way(db, roster, sort, descending, true).await;
    back.reverse();
    assert_eq!(all, back, "the same list from its end");
    all.join(" ")
}

async fn one_way(
    db: &Db,
    roster: &RosterQuery<'_>,
    sort: RosterSort,
    descending: bool,
    backward: bool,
) -> Vec<String> {
    let mut all = Vec::new();
    let mut last: Option<RowPosition<String>> = None;
    loop {
        let part = PageRequest { sort, descending, after: last.as_ref(), backward, limit: 2 };
        let rows = rosters::page(db, roster, part).await.unwrap();
        assert!(rows.len() <= 2);
        let Some((place, _)) = rows.last() else { return all };
        last = Some(place.clone());
        all.extend(rows.into_iter().map(|(_, person)| person.account.id.0));
    }
}

async fn put(db: &Db, sponsor: &str, member: &str, listed: bool) -> bool {
    quick_lists::set(db, &sponsor.into(), &member.into(), listed, noon()).await.unwrap()
}

db_test! {
    async fn members_come_in_every_order_page_by_page(db: Db) {
        settle_roster(&db).await;
        let (school, tess) = (OrganizationId::from("school"), AccountId::from("tess"));
        let roster = RosterQuery::for_members(&school, &tess);
        for (sort, descending, expected) in [
            (RosterSort::LastName, false, "b d e a c"),
            (RosterSort::LastName, true, "c a e b d"),
            (RosterSort::FirstName, false, "c d e a b"),
            (RosterSort::District, false, "a b e c d"),
            (RosterSort::District, true, "a b e c d"),
            (RosterSort::School, false, "d a b c e"),
            (RosterSort::School, true, "a d b c e"),
            (RosterSort::Grade, false, "d b e a c"),
            (RosterSort::Grade, true, "a b e d c"),
            (RosterSort::BirthDate, false, "a b e d c"),
            (RosterSort::BirthDate, true, "d b e a c"),
        ] {
            assert_eq!(walk_pages(&db, &roster, sort, descending).await, expected, "{sort} {descending}");
        }
        let sponsors = RosterQuery::for_sponsors(&school, &tess);
        assert_eq!(walk_pages(&db, &sponsors, RosterSort::LastName, false).await, "tess tim");
        let other = OrganizationId::from("other");
        assert_eq!(walk_pages(&db, &RosterQuery::for_members(&other, &tess), RosterSort::Grade, false).await, "");
    }

    async fn a_roster_is_narrowed(db: Db) {
        let tags = settle_roster(&db).await;
        let (school, tess) = (OrganizationId::from("school"), AccountId::from("tess"));
        assert!(put(&db, "tess", "a", true).await && put(&db, "tim", "b", true).await);
        assert!(!put(&db, "tess", "a", true).await);
        let all = RosterFilter::default();
        let kind = |members| RosterFilter { members, ..all };
        for (filter, expected) in [
            (all, "b d e a c"),
            (RosterFilter { grade: Some("2"), ..all }, "b e"),
            (RosterFilter { district: Some(tags[0].id), ..all }, "b e a"),
            (RosterFilter { district: Some(tags[1].id), grade: Some("10"), ..all }, "a"),
            (RosterFilter { district: Some(tags[2].id), ..all }, ""),
            (RosterFilter { school: Some(tags[2].id), ..all }, "d"),
            (RosterFilter { school: Some(tags[1].id), ..all }, ""),
            (RosterFilter { school: Some(999), ..all }, ""),
            (kind(MemberFilter::MyQuickList), "a"),
            (kind(MemberFilter::IndividualMembers), "e"),
            (kind(MemberFilter::OrgMembers), "b d a c"),
        ] {
            let roster = RosterQuery { filter, ..RosterQuery::for_members(&school, &tess) };
            assert_eq!(walk_pages(&db, &roster, RosterSort::LastName, false).await, expected, "{filter:?}");
        }
    }

    async fn a_roster_tells_of_tag_quick_list_and_preferences(db: Db) {
        let tags = settle_roster(&db).await;
        put(&db, "tess", "a", true).await;
        let wanted = Preferences { use_ueb: true, ..Preferences::default() };
        committed!(db, tx => preferences::set(&mut tx, &"a".into(), &wanted));
        let (school, tess, tim) = (OrganizationId::from("school"), AccountId::from("tess"), AccountId::from("tim"));
        let find = async |viewer: &AccountId, name: &str| {
            rosters::find(&db, &RosterQuery::for_members(&school, viewer), name).await.unwrap()
        };
        let RosterPerson { account, tag, on_quick_list, preferences } = find(&tess, "a").await.unwrap();
        assert_eq!((account.id.as_str(), tag.as_ref(), on_quick_list), ("a", Some(&tags[0]), true));
        assert_eq!(preferences, wanted);
        let c = find(&tess, "C@EXAMPLE.ORG").await.unwrap();
        assert_eq!((c.account.id.as_str(), c.tag, c.preferences), ("c", None, Preferences::default()));
        assert!(!find(&tim, "a").await.unwrap().on_quick_list);
        for stranger in ["tess", "gone", "nobody"] {
            assert_eq!(find(&tess, stranger).await, None, "{stranger}");
        }
        // A member's quick list is not the sponsor's: a person may be both.
        let a = AccountId::from("a");
        quick_lists::forget_sponsor(&db, &a).await.unwrap();
        assert!(find(&tess, "a").await.unwrap().on_quick_list);
        assert!(put(&db, "tess", "a", false).await);
        assert!(!find(&tess, "a").await.unwrap().on_quick_list);
        assert!(put(&db, "tess", "a", true).await);
        quick_lists::forget_sponsor(&db, &tess).await.unwrap();
        assert!(!find(&tess, "a").await.unwrap().on_quick_list);
    }

    async fn disabilities_are_what_the_organization_may_know(db: Db) {
        use DisabilityType::{Learning, Physical, Visual};
        settle_roster(&db).await;
        let mut tx = db.begin().await.unwrap();
        for id in ["a", "e"] {
            // The world gave each a proof of the library service.
            members::set_school_disabilities(&mut tx, &id.into(), &[Learning, Physical].into(), noon()).await.unwrap();
            members::set_school_disabilities(&mut tx, &id.into(), &[Learning].into(), noon()).await.unwrap();
        }
        tx.commit().await.unwrap();
        let ids = ["a", "c", "e"].map(AccountId::from);
        let before = db.statement_count();
        let known = members::list_disabilities(&db, &ids).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        assert_eq!(known[&ids[0]], BTreeSet::from([Visual, Learning]));
        assert_eq!(known[&ids[1]], BTreeSet::from([Visual]));
        assert_eq!(known[&ids[2]], BTreeSet::from([Learning]), "what a linked account proved itself is its own affair");
        assert_eq!(
            proofs::list_for_account(&db, &ids[0]).await.unwrap(),
            [Proof { kind: Learning, source: ProofSource::SchoolVerified }, Proof { kind: Visual, source: ProofSource::Nls }]
        );
    }

    async fn a_page_of_ten_thousand_costs_a_constant_number_of_statements(db: Db) {
        settle_roster(&db).await;
        let (school, tess) = (OrganizationId::from("school"), AccountId::from("tess"));
        insert_crowd(&db, &school).await;
        for roster in [RosterQuery::for_members(&school, &tess), RosterQuery::for_list("l", Some(&school), &tess)] {
            let expected = if roster.list.is_some() { 10_000 } else { 10_006 };
            assert_eq!(rosters::count(&db, &roster).await.unwrap(), expected);
            let (mut costs, mut all) = (BTreeSet::new(), 0);
            for limit in [1, 101] {
                let before = db.statement_count();
                let part = PageRequest { sort: RosterSort::LastName, descending: false, after: None, backward: false, limit };
                let rows = rosters::page(&db, &roster, part).await.unwrap();
                let people = rows.into_iter().map(|(_, person)| person).collect();
                all = members::complete_members(&db, people, noon()).await.unwrap().len();
                costs.insert(db.statement_count() - before);
            }
            assert_eq!((costs, all), (BTreeSet::from([3]), 101));
        }
    }

    async fn names_are_listed_as_words_without_accents_and_a_roster_is_narrowed_to_people(db: Db) {
        settle_roster(&db).await;
        let (school, tess) = (OrganizationId::from("school"), AccountId::from("tess"));
        let roster = RosterQuery::for_members(&school, &tess);
        let names = rosters::list_names(&db, &roster).await.unwrap();
        let ids: Vec<_> = names.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["d", "b", "e", "a", "c"], "by family name and given name");
        let ozil = &names[3];
        assert_eq!((ozil.first_name.as_str(), ozil.last_name.as_str()), ("bo", "ozil"));
        assert!(ozil.logins.contains("a@example.org"), "{}", ozil.logins);
        let filter = RosterFilter { grade: Some("2"), ..RosterFilter::default() };
        let some = rosters::list_names(&db, &RosterQuery { filter, ..roster }).await.unwrap();
        assert_eq!(some.len(), 2);
        for (people, expected) in [(&["c", "a", "tess", "gone"][..], "a c"), (&[][..], "")] {
            let people: Vec<AccountId> = people.iter().copied().map(AccountId::from).collect();
            let roster = RosterQuery { people: Some(&people), ..roster };
            assert_eq!(walk_pages(&db, &roster, RosterSort::LastName, false).await, expected);
        }
    }

    async fn the_last_read_is_the_last_place_or_the_last_copy(db: Db) {
        settle_roster(&db).await;
        let titles = world::insert_titles(&db, 2).await;
        let ids = ["a", "b", "c", "d"].map(AccountId::from);
        for (reader, days) in [("a", 3), ("a", 1), ("b", 9)] {
            let event = ReadingEvent {
                title: titles[0],
                format: Format::Brf,
                location: "x".into(),
                total_progression: None,
                metric: 1,
                metric_type: MetricType::Page,
                description: None,
                date: days_ago(days),
            };
            reading::record_event(&db, &reader.into(), &event).await.unwrap();
        }
        let copy = |reader: &str, days| PastDownload {
            reader: reader.into(),
            title: titles[1],
            format: Format::Epub3,
            date: days_ago(days),
        };
        download_history::add_past(&db, &[copy("a", 2), copy("b", 4), copy("c", 5)]).await.unwrap();
        let before = db.statement_count();
        let last = rosters::list_last_reads(&db, &ids).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        let days = ids.each_ref().map(|id| last.get(id).copied());
        assert_eq!(days, [Some(days_ago(1)), Some(days_ago(4)), Some(days_ago(5)), None]);
        assert!(rosters::list_last_reads(&db, &[]).await.unwrap().is_empty());
    }

    async fn members_are_counted_by_grade_tag_and_proof(db: Db) {
        let tags = settle_roster(&db).await;
        let (school, tess) = (OrganizationId::from("school"), AccountId::from("tess"));
        put(&db, "tess", "a", true).await;
        put(&db, "tim", "b", true).await;
        let grades = rosters::count_by_grade(&db, &school).await.unwrap();
        let grades: Vec<_> = grades.iter().map(|(grade, count)| (grade.as_str(), *count)).collect();
        assert_eq!(grades, [("K", 1), ("2", 2), ("10", 1)]);
        let counted = roster_tags::list_with_counts(&db, &school, 9).await.unwrap();
        let counted: Vec<_> = counted.iter().map(|(tag, count)| (tag.id, *count)).collect();
        assert_eq!(counted, [(tags[2].id, 1), (tags[1].id, 2), (tags[0].id, 1)]);
        assert_eq!(roster_tags::list_with_counts(&db, &school, 1).await.unwrap().len(), 1);
        let counts = rosters::count_members(&db, &school, &tess).await.unwrap();
        assert_eq!((counts.members, counts.on_quick_list, counts.without_proof), (5, 1, 0));
        let mut conn = &db;
        conn.execute(Sql::new("DELETE FROM proofs WHERE account_id IN ('c', 'e')")).await.unwrap();
        let counts = rosters::count_members(&db, &school, &tess).await.unwrap();
        assert_eq!(counts.without_proof, 1, "a linked account proves its disability itself");
        let other = rosters::count_members(&db, &"other".into(), &tess).await.unwrap();
        assert_eq!((other.members, other.on_quick_list, other.without_proof), (0, 0, 0));
    }

    async fn lists_are_found_that_sponsors_own_or_share(db: Db) {
        settle_roster(&db).await;
        let school = OrganizationId::from("school");
        let shared = list(&school);
        let private = lists::ReadingList {
            id: "p".into(),
            name: "A private one".into(),
            organization: None,
            access: lists::ListAccess::Private,
            ..shared.clone()
        };
        for list in [&shared, &private] {
            lists::insert(&db, list).await.unwrap();
        }
        for (owner, expected) in [("tess", "p l"), ("tim", "l")] {
            let found = lists::list_owned_or_shared(&db, &owner.into(), &school, 9).await.unwrap();
            let ids: Vec<_> = found.iter().map(|list| list.id.as_str()).collect();
            assert_eq!(ids.join(" "), expected, "{owner}");
        }
    }

    async fn the_members_of_a_list_are_a_roster(db: Db) {
        settle_roster(&db).await;
        let (school, tess, other) = (OrganizationId::from("school"), AccountId::from("tess"), OrganizationId::from("other"));
        lists::insert(&db, &list(&school)).await.unwrap();
        committed!(db, tx => lists::add_members(&mut tx, "l", &["e", "a"].map(AccountId::from), &tess, noon()));
        for (organization, expected) in [(Some(&school), "e a"), (None, "e a"), (Some(&other), "")] {
            let roster = RosterQuery::for_list("l", organization, &tess);
            assert_eq!(walk_pages(&db, &roster, RosterSort::LastName, false).await, expected);
        }
        let nowhere = RosterQuery::for_list("unknown", None, &tess);
        assert_eq!(walk_pages(&db, &nowhere, RosterSort::LastName, false).await, "");
    }

    async fn members_are_read_with_their_standing(db: Db) {
        settle_roster(&db).await;
        let (school, tess) = (OrganizationId::from("school"), AccountId::from("tess"));
        let part = PageRequest { sort: RosterSort::Grade, descending: false, after: None, backward: false, limit: 9 };
        let rows = rosters::page(&db, &RosterQuery::for_members(&school, &tess), part).await.unwrap();
        let people: Vec<RosterPerson> = rows.into_iter().map(|(_, person)| person).collect();
        let members = members::complete_members(&db, people, noon()).await.unwrap();
        let ids: Vec<_> = members.iter().map(|member| member.reader.account.id.as_str()).collect();
        assert_eq!(ids, ["d", "b", "e", "a", "c"], "in the order given");
        for member in &members {
            assert_eq!(member.reader.proof, ProofStatus::Active);
            assert!(domain::access::can_download(&member.reader, noon()));
        }
        assert!(members::complete_members(&db, Vec::new(), noon()).await.unwrap().is_empty());
    }

    async fn roster_tags_are_added_once_and_listed_by_date(db: Db) {
        world::create_sites(&db).await;
        let school = OrganizationId::from("school");
        let add = async |district, name, at| roster_tags::add(&db, &school, district, name, at).await;
        let old = add(Some("North"), None, days_ago(2)).await.unwrap();
        let new = add(Some("North"), Some("Harbor"), noon()).await.unwrap();
        let same = add(None, Some("Harbor"), noon()).await.unwrap();
        assert!(add(Some("North"), None, noon()).await.unwrap_err().conflicts_with("roster_tags_names"));
        assert_eq!(roster_tags::get(&db, &school, old.id).await.unwrap().as_ref(), Some(&old));
        assert_eq!(roster_tags::get(&db, &"other".into(), old.id).await.unwrap(), None);
        for (descending, expected) in [(true, [&new, &same, &old]), (false, [&old, &new, &same])] {
            let (mut all, mut last) = (Vec::new(), None);
            loop {
                let part = PageRequest { sort: (), descending, after: last.as_ref(), backward: false, limit: 1 };
                let Some((place, tag)) = roster_tags::page(&db, &school, None, part).await.unwrap().pop() else { break };
                last = Some(place);
                all.push(tag);
            }
            assert_eq!(all.iter().collect::<Vec<_>>(), expected);
        }
        assert_eq!(roster_tags::count(&db, &school, None).await.unwrap(), 3);
        let part = PageRequest { sort: (), descending: true, after: None, backward: false, limit: 9 };
        let one = roster_tags::page(&db, &school, Some(old.id), part).await.unwrap();
        assert_eq!(one.into_iter().map(|(_, tag)| tag).collect::<Vec<_>>(), [old]);
        assert_eq!(roster_tags::count(&db, &school, Some(999)).await.unwrap(), 0);
    }
}

/// Ten thousand members, all on a list: made by the database, which is quicker.
async fn insert_crowd(db: &Db, school: &OrganizationId) {
    let template = reader_with_name(
        member("template", &domain::fixtures::school()),
        ("Reed", "Al"),
        Some("5"),
        None,
        None,
    );
    world::settle(db, &template).await;
    lists::insert(db, &list(school)).await.unwrap();
    let columns = "site_id, organization_id, is_member, is_sponsor, is_individual, locked, deleted, first_name, \
                   grade, grade_key, created_at";
    let members = format!(
        "INSERT INTO accounts (id, last_name, document, {columns}) \
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) \
         SELECT 'm' || i, 'l' || (i % 2500), replace(document, '\"template\"', '\"m' || i || '\"'), {columns} \
         FROM accounts, n WHERE id = 'template'"
    );
    let listed = "INSERT INTO reading_list_members (list_id, account_id, assigned_by, date_added) \
                  SELECT 'l', id, 'tess', 0 FROM accounts WHERE id LIKE 'm%'";
    let mut conn = db;
    for statement in [members.as_str(), listed] {
        assert_eq!(conn.execute(Sql::new(statement)).await.unwrap(), 10_000);
    }
}

fn list(school: &OrganizationId) -> lists::ReadingList {
    lists::ReadingList {
        id: "l".into(),
        site: domain::fixtures::site(),
        owner: "tess".into(),
        organization: Some(school.clone()),
        name: "All".into(),
        description: String::new(),
        access: lists::ListAccess::Org,
        updated: days_ago(1),
    }
}
