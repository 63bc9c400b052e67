//! Runs, and what is deleted with removed members.

use domain::fixtures::{linked_account, member, noon, school, site, sponsor, with_change};
use domain::groups::GroupOrigin;
use domain::removed_members::RemovedMember;
use domain::roster_runs::{KeptReason, MemberField, MemberState, RosterRunKind, UNDO_PERIOD};
use domain::{Account, AccountId, OrganizationId, RosterRunId, TitleId};
use jiff::{SignedDuration, Timestamp};
use store::groups::NewGroup;
use store::lists::{self, ListAccess, ReadingList};
use store::roster_runs::{self, NewRun, NewRunMember, RunMember};
use store::{
    Conn, Db, PageRequest, Sql, accounts, assignments, closing, db_test, groups, organizations, proofs,
    quick_lists, removed_members,
};

use crate::world;

async fn insert_list(db: &Db, id: &str, owner: &str, access: ListAccess) {
    let list = ReadingList {
        id: id.into(),
        site: site(),
        owner: owner.into(),
        organization: (access == ListAccess::Org).then(|| "school".into()),
        name: format!("List {id}"),
        description: String::new(),
        access,
        updated: noon(),
    };
    lists::insert(db, &list).await.unwrap();
}

/// The school with Petra, its sponsor, and these members.
async fn settle_school(db: &Db, members: &[&str]) {
    world::create_sites(db).await;
    world::settle(db, &sponsor("petra", &school())).await;
    for id in members {
        world::settle(db, &member(id, &school())).await;
    }
}

async fn read_accounts(db: &Db, ids: &[&str]) -> Vec<Account> {
    let ids: Vec<AccountId> = ids.iter().map(|id| AccountId::from(*id)).collect();
    accounts::get_many(db, &ids).await.unwrap()
}

/// Removes members, and returns what was deleted with them.
async fn remove_members(db: &Db, ids: &[&str]) -> Vec<RemovedMember> {
    let mut people = read_accounts(db, ids).await;
    let school = OrganizationId::from("school");
    let mut tx = db.begin().await.unwrap();
    let snapshots = removed_members::take_snapshots(&mut tx, &school, &people).await.unwrap();
    organizations::remove_members(&mut tx, &school, &mut people, noon()).await.unwrap();
    tx.commit().await.unwrap();
    snapshots
}

/// Gives removed members their accounts and everything else back.
async fn restore_members(db: &Db, snapshots: &[RemovedMember]) {
    let people: Vec<&Account> = snapshots.iter().map(|snapshot| &snapshot.account).collect();
    let snapshots: Vec<&RemovedMember> = snapshots.iter().collect();
    let mut tx = db.begin().await.unwrap();
    accounts::update_records(&mut tx, &people).await.unwrap();
    removed_members::restore(&mut tx, &"school".into(), &snapshots, noon()).await.unwrap();
    tx.commit().await.unwrap();
}

/// All rows of the tables that a removal deletes from, as texts.
async fn dump_rows(mut db: &Db) -> Vec<String> {
    let mut rows = Vec::new();
    for text in [
        "SELECT list_id || account_id || COALESCE(assigned_by, '') || CAST(date_added AS TEXT) FROM reading_list_members",
        "SELECT list_id || account_id || CAST(date_added AS TEXT) FROM reading_list_subscriptions",
        "SELECT account_id || CAST(title_id AS TEXT) || COALESCE(assigned_by, '') || CAST(date_assigned AS TEXT) FROM assignments",
        "SELECT sponsor_id || member_id || CAST(date_added AS TEXT) FROM quick_lists",
        "SELECT CAST(group_id AS TEXT) || account_id FROM group_members",
        "SELECT id || owner_id || name || access || sort_name || searched FROM reading_lists",
        "SELECT list_id || CAST(title_id AS TEXT) || COALESCE(added_by, '') FROM reading_list_titles",
        "SELECT folded || account_id FROM logins",
        "SELECT id || document FROM accounts",
    ] {
        let table = db.fetch_all::<(String,)>(Sql::new(format!("{text} ORDER BY 1"))).await.unwrap();
        rows.extend(table.into_iter().map(|(row,)| row));
    }
    rows
}

/// Puts a member on lists, assigns a title, and gives the member a list of their own.
async fn fill_member(db: &Db, id: &str, title: TitleId) {
    let (member, petra) = (AccountId::from(id), AccountId::from("petra"));
    committed!(db, tx => lists::add_members(&mut tx, "class", std::slice::from_ref(&member), &petra, noon()));
    assignments::assign(db, &member, title, Some(&petra), noon()).await.unwrap();
    lists::set_subscribed(db, "org", &member, true, noon()).await.unwrap();
    lists::set_subscribed(db, "public", &member, true, noon()).await.unwrap();
    quick_lists::set(db, &petra, &member, true, noon()).await.unwrap();
    let class = groups::list(db, &"school".into()).await.unwrap().remove(0).id;
    committed!(db, tx => groups::add_members(&mut tx, &[(class, &member)]));
    let own = format!("own-{id}");
    insert_list(db, &own, id, ListAccess::Private).await;
    committed!(db, tx => lists::add_title(&mut tx, &own, title, &member, noon()));
}

async fn fill_lists(db: &Db) -> TitleId {
    for (id, access) in
        [("class", ListAccess::Private), ("org", ListAccess::Org), ("public", ListAccess::Shared)]
    {
        insert_list(db, id, "petra", access).await;
    }
    let class = NewGroup { name: "6a".to_owned(), origin: GroupOrigin::ByHand, source: None };
    groups::add(db, &"school".into(), &class, noon()).await.unwrap();
    world::insert_titles(db, 1).await[0]
}

fn new_run<'a>(id: &str, organization: &'a OrganizationId, made: Timestamp) -> NewRun<'a> {
    let (id, kind) = (RosterRunId::from(id), RosterRunKind::Import);
    NewRun { id, organization, kind, file_name: Some("pupils.csv"), account: None, made }
}

fn state(first_name: &str) -> MemberState {
    MemberState { first_name: first_name.into(), ..MemberState::default() }
}

fn new_member(id: &str, before: Option<&str>, after: Option<&str>) -> NewRunMember {
    NewRunMember { account: id.into(), before: before.map(state), after: after.map(state), snapshot: None }
}

fn page_request(after: Option<&store::RowPosition<String>>, limit: u32) -> PageRequest<'_, (), String> {
    PageRequest { sort: (), descending: true, after, backward: false, limit }
}

async fn list_members(db: &Db, run: &str) -> Vec<RunMember> {
    roster_runs::list_members(db, &run.into(), 100).await.unwrap()
}

db_test! {
    async fn what_a_removal_deletes_is_written_back(db: Db) {
        settle_school(&db, &["mia", "max"]).await;
        world::settle(&db, &linked_account("lin", &school())).await;
        let title = fill_lists(&db).await;
        for id in ["mia", "lin"] {
            fill_member(&db, id, title).await;
        }
        let before = dump_rows(&db).await;
        let snapshots = remove_members(&db, &["mia", "max", "lin"]).await;
        let removed = dump_rows(&db).await;
        assert!(removed.len() < before.len(), "{removed:?}");
        assert!(removed.iter().any(|row| row.starts_with("own-lin")), "an individual member keeps lists");
        assert!(!removed.iter().any(|row| row.starts_with("own-mia")));
        restore_members(&db, &snapshots).await;
        assert_eq!(dump_rows(&db).await, before);
        // Again: everything is there already.
        restore_members(&db, &snapshots).await;
        assert_eq!(dump_rows(&db).await, before);
    }

    async fn lists_titles_and_sponsors_that_are_gone_stay_away(db: Db) {
        settle_school(&db, &["mia"]).await;
        let title = fill_lists(&db).await;
        fill_member(&db, "mia", title).await;
        let snapshots = remove_members(&db, &["mia"]).await;
        assert!(lists::remove(&db, "class").await.unwrap());
        let mut org = lists::get(&db, "org").await.unwrap().unwrap();
        (org.access, org.organization) = (ListAccess::Private, None);
        lists::update(&db, &org).await.unwrap();
        let petra = with_change(sponsor("petra", &school()).account, |petra| petra.membership = None);
        committed!(db, tx => accounts::update(&mut tx, &petra));
        let mut lost = snapshots.clone();
        lost[0].assignments[0].title = TitleId(9);
        restore_members(&db, &lost).await;
        let mia = AccountId::from("mia");
        assert!(!lists::is_member(&db, "class", &mia).await.unwrap());
        assert_eq!(assignments::count(&db, &mia).await.unwrap(), 0);
        assert!(quick_lists::set(&db, &petra.id, &mia, true, noon()).await.unwrap(), "no sponsor any more");
        let account = accounts::get(&db, &mia).await.unwrap().unwrap();
        let view = lists::get_view(&db, "public", &account).await.unwrap().unwrap();
        assert!(view.subscribed, "the removal did not end it");
        let subscribed = Sql::new("SELECT COUNT(*) FROM reading_list_subscriptions WHERE list_id = 'org'");
        assert_eq!((&db).fetch_one::<(i64,)>(subscribed).await.unwrap(), (0,), "nobody else sees the list");
    }

    async fn statements_do_not_grow_with_people(db: Db) {
        let ids: Vec<String> = (0..60).map(|n| format!("pupil{n}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        settle_school(&db, &ids).await;
        let title = fill_lists(&db).await;
        for id in &ids {
            fill_member(&db, id, title).await;
        }
        let mut counts = Vec::new();
        for people in [&ids[..1], &ids[1..]] {
            let before = db.statement_count();
            let snapshots = remove_members(&db, people).await;
            let between = db.statement_count();
            restore_members(&db, &snapshots).await;
            counts.push((between - before, db.statement_count() - between));
        }
        assert_eq!(counts[0], counts[1]);
    }

    async fn records_of_many_accounts_are_written_as_those_of_one(db: Db) {
        settle_school(&db, &["mia", "max"]).await;
        let [mut mia, mut max] = <[Account; 2]>::try_from(read_accounts(&db, &["mia", "max"]).await).unwrap();
        // Each takes the name of the other.
        (mia.username, max.username) = (Some("max.b".into()), Some("mia.b".into()));
        (mia.email, max.email) = (None, None);
        committed!(db, tx => accounts::update_records(&mut tx, &[&mia, &max]));
        std::mem::swap(&mut mia.username, &mut max.username);
        mia.locked = true;
        committed!(db, tx => accounts::update_records(&mut tx, &[&mia, &max]));
        assert_eq!(read_accounts(&db, &["mia", "max"]).await, [mia.clone(), max]);
        assert_eq!(accounts::find_by_login(&db, "MIA.b").await.unwrap().unwrap().0.id, mia.id);
        let wanted = [("mia.b", "mia"), ("mia.b", "max"), ("free", "max")];
        let wanted = wanted.map(|(name, id)| (name.to_owned(), AccountId::from(id)));
        let taken = accounts::find_taken_names(&db, &wanted).await.unwrap();
        assert_eq!(taken, [wanted[1].clone()].into());
        let ids = [mia.id.clone(), "nobody".into()];
        assert_eq!(accounts::get_by_ids(&db, &ids).await.unwrap().len(), 1);
        assert_eq!(committed!(db, tx => accounts::get_by_ids_for_update(&mut tx, &ids))[&mia.id], mia);
    }

    async fn runs_are_listed_newest_first_with_their_counts(db: Db) {
        settle_school(&db, &["mia", "max"]).await;
        let (school, other) = (OrganizationId::from("school"), OrganizationId::from("other"));
        let at = |hours: i64| noon() + SignedDuration::from_hours(hours);
        let members = [
            new_member("mia", Some("Mia"), Some("Maja")),
            new_member("max", None, Some("Max")),
        ];
        for (id, hours) in [("first", 0), ("third", 2), ("second", 1)] {
            committed!(db, tx => roster_runs::insert(&mut tx, &new_run(id, &school, at(hours)), &members));
        }
        assert_eq!(roster_runs::count(&db, &school).await.unwrap(), 3);
        let rows = roster_runs::page(&db, &school, page_request(None, 2)).await.unwrap();
        let ids: Vec<&str> = rows.iter().map(|(_, run)| run.id.as_str()).collect();
        assert_eq!(ids, ["third", "second"]);
        let rest = roster_runs::page(&db, &school, page_request(Some(&rows[1].0), 2)).await.unwrap();
        let (_, first) = &rest[0];
        assert_eq!((rest.len(), first.id.as_str(), first.created, first.changed, first.removed), (1, "first", 1, 1, 0));
        assert_eq!((first.file_name.as_deref(), &first.made_by, &first.undone), (Some("pupils.csv"), &None, &None));
        assert_eq!(roster_runs::get(&db, &other, &first.id).await.unwrap(), None);
        let latest = async |organization| {
            let run = roster_runs::find_latest(&db, organization, RosterRunKind::Import).await.unwrap();
            run.map(|run| run.id)
        };
        assert_eq!((latest(&school).await, latest(&other).await), (Some("third".into()), None));
        let removal = roster_runs::find_latest(&db, &school, RosterRunKind::Removal).await.unwrap();
        assert_eq!(removal, None, "another kind");
        committed!(db, tx => roster_runs::mark_undone(&mut tx, &"third".into(), None, &[], at(3)));
        assert_eq!(latest(&school).await, Some("second".into()), "undone runs do not count");

        let kept = [(1, vec![KeptReason::Edited(vec![MemberField::Grade]), KeptReason::Active])];
        let petra = AccountId::from("petra");
        committed!(db, tx => roster_runs::mark_undone(&mut tx, &first.id, Some(&petra), &kept, at(3)));
        let undone = roster_runs::get(&db, &school, &first.id).await.unwrap().unwrap().undone.unwrap();
        assert!(undone.at == at(3) && undone.by.is_some());
        let members = list_members(&db, "first").await;
        assert_eq!(members[1].kept, kept[0].1);
        assert!(members[0].kept.is_empty() && members[0].before == Some(state("Mia")));
        assert!(list_members(&db, "second").await.iter().all(|member| member.kept.is_empty()), "another run");
    }

    async fn removed_people_are_listed_while_they_can_be_restored(db: Db) {
        settle_school(&db, &["mia", "max"]).await;
        let school = OrganizationId::from("school");
        let mut members = Vec::new();
        for snapshot in remove_members(&db, &["mia", "max"]).await {
            let account = snapshot.account.id.clone();
            members.push(NewRunMember { account, before: None, after: None, snapshot: Some(snapshot) });
        }
        committed!(db, tx => roster_runs::insert(&mut tx, &new_run("run", &school, noon()), &members));
        assert_eq!(roster_runs::count_removed(&db, &school, noon()).await.unwrap(), 2);
        let rows = roster_runs::list_removed_page(&db, &school, page_request(None, 1), noon()).await.unwrap();
        let next = roster_runs::list_removed_page(&db, &school, page_request(Some(&rows[0].0), 1), noon());
        let next = next.await.unwrap();
        let ids = [rows[0].1.account.as_str(), next[0].1.account.as_str()];
        assert_eq!(ids, ["mia", "max"]);
        assert_eq!(rows[0].1.name, member("mia", &domain::fixtures::school()).account.display_name());
        assert_eq!(roster_runs::count_removed(&db, &school, noon() + UNDO_PERIOD).await.unwrap(), 0);
        committed!(db, tx => roster_runs::mark_undone(&mut tx, &"run".into(), None, &[], noon()));
        assert_eq!(roster_runs::count_removed(&db, &school, noon()).await.unwrap(), 0);
    }

    async fn details_are_forgotten_after_thirty_days_and_with_the_account(db: Db) {
        settle_school(&db, &["mia", "max"]).await;
        let school = OrganizationId::from("school");
        let members = [new_member("mia", None, Some("Mia")), new_member("max", None, Some("Max"))];
        committed!(db, tx => roster_runs::insert(&mut tx, &new_run("run", &school, noon()), &members));
        let account = accounts::get(&db, &"max".into()).await.unwrap().unwrap();
        committed!(db, tx => closing::close(&mut tx, &account, noon()));
        let left = list_members(&db, "run").await;
        assert_eq!(left.iter().map(|member| member.account.as_str()).collect::<Vec<_>>(), ["mia"]);
        let late = noon() + UNDO_PERIOD;
        assert_eq!(roster_runs::purge(&db, late - SignedDuration::from_secs(1)).await.unwrap(), 0);
        assert_eq!(roster_runs::purge(&db, late).await.unwrap(), 1);
        assert!(list_members(&db, "run").await.is_empty());
        let run = roster_runs::get(&db, &school, &"run".into()).await.unwrap().unwrap();
        assert_eq!(run.created, 2, "the counts stay");
    }

    async fn who_has_done_something_is_active(db: Db) {
        settle_school(&db, &["mia", "max"]).await;
        let ids = ["mia", "max"].map(AccountId::from);
        assert!(roster_runs::find_active(&db, &ids).await.unwrap().is_empty());
        insert_list(&db, "own", "max", ListAccess::Private).await;
        assert_eq!(roster_runs::find_active(&db, &ids).await.unwrap(), [ids[1].clone()].into());
        assert!(proofs::list_verified(&db, &ids).await.unwrap().is_empty(), "others verified them");
    }
}
