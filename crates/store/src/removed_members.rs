//! Snapshots of the data that is deleted with members who leave an organization, and its restoration
//! (docs/rules/organizations.md#rule-14).

use std::collections::{HashMap, HashSet};

use domain::removed_members::{
    ListPlace, ListSubscription, LostAssignment, LostList, LostListTitle, QuickListPlace, RemovedMember,
};
use domain::{Account, AccountId, OrganizationId, ReadingList, Role, TitleId};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, TableRow};
use crate::{
    Conn, OnConflict, Record as _, Result, Row, Sql, Tx, assignments, group_by_key, groups, insert_rows,
    lists, quick_lists, record,
};

/// The data of these members that [`remove_members`](crate::organizations::remove_members) will delete, in
/// their order: at most seven statements for every 500.
pub async fn take_snapshots(
    mut conn: impl Conn,
    organization: &OrganizationId,
    accounts: &[Account],
) -> Result<Vec<RemovedMember>> {
    let mut snapshots = Vec::with_capacity(accounts.len());
    for chunk in accounts.chunks(ROWS_PER_STATEMENT) {
        let ids: Vec<&AccountId> = chunk.iter().map(|account| &account.id).collect();
        let mut places = read_list_places(&mut conn, &ids).await?;
        let mut subscriptions = read_subscriptions(&mut conn, organization, &ids).await?;
        let mut assignments = read_assignments(&mut conn, &ids).await?;
        let mut quick_lists = read_quick_lists(&mut conn, &ids).await?;
        let members: Vec<AccountId> = chunk.iter().map(|account| account.id.clone()).collect();
        let mut memberships = groups::list_memberships_of(&mut conn, &members).await?;
        let owners: Vec<&AccountId> =
            chunk.iter().filter(|account| loses_account(account)).map(|account| &account.id).collect();
        let mut own_lists = read_own_lists(&mut conn, &owners).await?;
        snapshots.extend(chunk.iter().map(|account| {
            let list_places = places.remove(&account.id).unwrap_or_default();
            let mut ended = subscriptions.remove(&account.id).unwrap_or_default();
            // A sponsor stays in the organization, and still sees its lists.
            if account.has_role(Role::OrganizationSponsor) {
                ended.retain(|ended| list_places.iter().any(|place| place.list == ended.list));
            }
            RemovedMember {
                account: account.clone(),
                list_places,
                subscriptions: ended,
                assignments: assignments.remove(&account.id).unwrap_or_default(),
                quick_lists: quick_lists.remove(&account.id).unwrap_or_default(),
                groups: memberships.remove(&account.id).unwrap_or_default().into_iter().collect(),
                own_lists: own_lists.remove(&account.id).unwrap_or_default(),
            }
        }));
    }
    Ok(snapshots)
}

/// Returns true if the account becomes deleted when it leaves the organization as a member.
fn loses_account(account: &Account) -> bool {
    account.roles.iter().all(|role| *role == Role::OrganizationMember)
}

type ByAccount<T> = HashMap<AccountId, Vec<T>>;

record! { ListPlace { list: "list_id", assigned_by, added: "date_added" } }

record! { ListSubscription { list: "s.list_id", added: "s.date_added" } }

record! {
    LostAssignment {
        title: "title_id",
        assigned_by,
        assigned: "date_assigned",
        downloaded: "date_downloaded",
    }
}

record! { QuickListPlace { sponsor: "sponsor_id", added: "date_added" } }

record! { LostListTitle { title: "t.title_id", added_by: "t.added_by", added: "t.date_added" } }

async fn list_by_account<T: Row>(mut conn: impl Conn, statement: Sql) -> Result<ByAccount<T>> {
    Ok(group_by_key(conn.fetch_all::<(AccountId, T)>(statement).await?))
}

async fn read_list_places(conn: impl Conn, ids: &[&AccountId]) -> Result<ByAccount<ListPlace>> {
    let statement = Sql::new(format!(
        "SELECT account_id, {} FROM reading_list_members WHERE account_id IN (?) ORDER BY account_id, list_id",
        ListPlace::COLUMNS
    ));
    list_by_account(conn, statement.bind_in(ids.iter().copied())).await
}

/// The subscriptions of the organization's lists, and of lists that the accounts were put on.
async fn read_subscriptions(
    conn: impl Conn,
    organization: &OrganizationId,
    ids: &[&AccountId],
) -> Result<ByAccount<ListSubscription>> {
    let statement = Sql::new(format!(
        "SELECT s.account_id, {} FROM reading_list_subscriptions s \
         JOIN reading_lists l ON l.id = s.list_id WHERE s.account_id IN (?) \
         AND (l.organization_id = $1 OR EXISTS (SELECT 1 FROM reading_list_members m \
             WHERE m.list_id = s.list_id AND m.account_id = s.account_id)) ORDER BY s.account_id, s.list_id",
        ListSubscription::COLUMNS
    ));
    list_by_account(conn, statement.bind(organization).bind_in(ids.iter().copied())).await
}

async fn read_assignments(conn: impl Conn, ids: &[&AccountId]) -> Result<ByAccount<LostAssignment>> {
    let statement = Sql::new(format!(
        "SELECT account_id, {} FROM assignments WHERE account_id IN (?) ORDER BY account_id, title_id",
        LostAssignment::COLUMNS
    ));
    list_by_account(conn, statement.bind_in(ids.iter().copied())).await
}

async fn read_quick_lists(conn: impl Conn, ids: &[&AccountId]) -> Result<ByAccount<QuickListPlace>> {
    let statement = Sql::new(format!(
        "SELECT member_id, {} FROM quick_lists WHERE member_id IN (?) ORDER BY member_id, sponsor_id",
        QuickListPlace::COLUMNS
    ));
    list_by_account(conn, statement.bind_in(ids.iter().copied())).await
}

async fn read_own_lists(mut conn: impl Conn, owners: &[&AccountId]) -> Result<ByAccount<LostList>> {
    if owners.is_empty() {
        return Ok(HashMap::new());
    }
    let statement = Sql::new(format!(
        "SELECT t.list_id, {} FROM reading_list_titles t \
         JOIN reading_lists l ON l.id = t.list_id WHERE l.owner_id IN (?) ORDER BY t.list_id, t.title_id",
        LostListTitle::COLUMNS
    ));
    let rows = conn.fetch_all::<(String, LostListTitle)>(statement.bind_in(owners.iter().copied())).await?;
    let mut titles: HashMap<String, Vec<LostListTitle>> = group_by_key(rows);
    let statement = ReadingList::select_from("reading_lists WHERE owner_id IN (?) ORDER BY id");
    let lists = conn.fetch_all::<ReadingList>(statement.bind_in(owners.iter().copied())).await?;
    let lost_list = |list: ReadingList| {
        let titles = titles.remove(&list.id).unwrap_or_default();
        (list.owner.clone(), LostList { titles, ..LostList::from_list(list) })
    };
    Ok(group_by_key(lists.into_iter().map(lost_list).collect()))
}

/// Restores the data that was deleted with these members, whose accounts are members of the organization
/// again. Lists, titles and groups that do not exist any more are left out, and so are quick lists of people
/// who are not sponsors of it any more, and subscriptions of lists that the member would not see. A few
/// statements for every 500 rows.
pub async fn restore(
    tx: &mut Tx,
    organization: &OrganizationId,
    members: &[&RemovedMember],
    now: Timestamp,
) -> Result<()> {
    insert_own_lists(tx, members).await?;
    let titles = find_existing_titles(tx, members).await?;
    insert_list_titles(tx, members, &titles).await?;
    let lists = lock_existing_lists(tx, organization, members).await?;
    insert_list_places(tx, members, &lists, now).await?;
    insert_subscriptions(tx, members, &lists).await?;
    insert_assignments(tx, members, &titles).await?;
    insert_quick_lists(tx, organization, members).await?;
    insert_groups(tx, organization, members).await
}

async fn insert_own_lists(tx: &mut Tx, members: &[&RemovedMember]) -> Result<()> {
    let lists = members.iter().flat_map(|member| {
        member.own_lists.iter().map(move |list| lists::list_row(&list.to_list(&member.account.id)))
    });
    insert_missing(tx, lists.collect()).await
}

async fn insert_list_titles(
    tx: &mut Tx,
    members: &[&RemovedMember],
    existing: &HashSet<TitleId>,
) -> Result<()> {
    let lists = members.iter().flat_map(|member| &member.own_lists);
    let titles = lists.flat_map(|list| list.titles.iter().map(move |title| (list, title)));
    let rows = titles.filter(|(_, title)| existing.contains(&title.title)).map(|(list, title)| {
        lists::list_title_row(&list.id, title.title, title.added_by.as_ref(), title.added)
    });
    insert_missing(tx, rows.collect()).await
}

async fn find_existing_titles(tx: &mut Tx, members: &[&RemovedMember]) -> Result<HashSet<TitleId>> {
    let assigned = members.iter().flat_map(|member| &member.assignments).map(|assigned| assigned.title);
    let listed = members.iter().flat_map(|member| &member.own_lists).flat_map(|list| &list.titles);
    let wanted: HashSet<TitleId> = assigned.chain(listed.map(|title| title.title)).collect();
    let select = Sql::new("SELECT id FROM titles WHERE id IN (?)");
    tx.fetch_each(select.for_keys(wanted)).await
}

/// The lists that these members were on or subscribed to, as far as they still exist: each with true if
/// every member of the organization sees it. Locked against their deletion.
async fn lock_existing_lists(
    tx: &mut Tx,
    organization: &OrganizationId,
    members: &[&RemovedMember],
) -> Result<HashMap<String, bool>> {
    let places = members.iter().flat_map(|member| &member.list_places).map(|place| place.list.as_str());
    let subscribed = members.iter().flat_map(|member| &member.subscriptions).map(|ended| ended.list.as_str());
    let wanted: HashSet<&str> = places.chain(subscribed).collect();
    // In a fixed order, so that two undos do not deadlock.
    let mut wanted: Vec<&str> = wanted.into_iter().collect();
    wanted.sort_unstable();
    let select = Sql::new(format!(
        "SELECT id, access = 'shared' OR COALESCE(access = 'org' AND organization_id = $1, FALSE) \
         FROM reading_lists WHERE id IN (?) ORDER BY id{}",
        tx.lock_clause()
    ));
    tx.fetch_each(select.bind(organization).for_keys(wanted)).await
}

/// The date of a list moves with its members.
async fn insert_list_places(
    tx: &mut Tx,
    members: &[&RemovedMember],
    lists: &HashMap<String, bool>,
    now: Timestamp,
) -> Result<()> {
    let places = members.iter().flat_map(|member| {
        let places = member.list_places.iter().filter(move |place| lists.contains_key(&place.list));
        places.map(move |place| (&member.account.id, place))
    });
    let places: Vec<(&AccountId, &ListPlace)> = places.collect();
    let row = |(account, place): &(&AccountId, &ListPlace)| {
        lists::member_row("reading_list_members", &place.list, account)
            .set("assigned_by", &place.assigned_by)
            .set("date_added", place.added)
    };
    insert_missing(tx, places.iter().map(row).collect()).await?;
    let touched: HashSet<&str> = places.iter().map(|(_, place)| place.list.as_str()).collect();
    let update = Sql::new("UPDATE reading_lists SET updated_at = $1 WHERE updated_at < $1 AND id IN (?)");
    tx.execute_each(update.bind(now).for_keys(touched)).await.map(drop)
}

async fn insert_subscriptions(
    tx: &mut Tx,
    members: &[&RemovedMember],
    lists: &HashMap<String, bool>,
) -> Result<()> {
    let rows = members.iter().flat_map(|member| {
        let sees = |ended: &&ListSubscription| match lists.get(&ended.list) {
            None => false,
            Some(seen_by_all) => {
                *seen_by_all || member.list_places.iter().any(|place| place.list == ended.list)
            }
        };
        let row = |ended: &ListSubscription| {
            lists::member_row("reading_list_subscriptions", &ended.list, &member.account.id)
                .set("date_added", ended.added)
        };
        member.subscriptions.iter().filter(sees).map(row).collect::<Vec<_>>()
    });
    insert_missing(tx, rows.collect()).await
}

async fn insert_assignments(
    tx: &mut Tx,
    members: &[&RemovedMember],
    existing: &HashSet<TitleId>,
) -> Result<()> {
    let rows = members.iter().flat_map(|member| {
        let assignments =
            member.assignments.iter().filter(move |assigned| existing.contains(&assigned.title));
        assignments.map(move |assigned| {
            let by = assigned.assigned_by.as_ref();
            assignments::assignment_row(&member.account.id, assigned.title, by, assigned.assigned)
                .set("date_downloaded", assigned.downloaded)
        })
    });
    insert_missing(tx, rows.collect()).await
}

async fn insert_quick_lists(
    tx: &mut Tx,
    organization: &OrganizationId,
    members: &[&RemovedMember],
) -> Result<()> {
    let wanted: HashSet<&AccountId> =
        members.iter().flat_map(|member| &member.quick_lists).map(|place| &place.sponsor).collect();
    let select = Sql::new(
        "SELECT id FROM accounts WHERE organization_id = $1 AND is_sponsor AND NOT deleted AND id IN (?)",
    );
    let sponsors: &HashSet<AccountId> = &tx.fetch_each(select.bind(organization).for_keys(wanted)).await?;
    let rows = members.iter().flat_map(|member| {
        let places = member.quick_lists.iter().filter(move |place| sponsors.contains(&place.sponsor));
        places.map(move |place| {
            quick_lists::list_row(&place.sponsor, &member.account.id).set("date_added", place.added)
        })
    });
    insert_missing(tx, rows.collect()).await
}

/// Groups are deleted only while the organization is locked.
async fn insert_groups(tx: &mut Tx, organization: &OrganizationId, members: &[&RemovedMember]) -> Result<()> {
    if members.iter().all(|member| member.groups.is_empty()) {
        return Ok(());
    }
    let statement = Sql::new("SELECT id FROM groups WHERE organization_id = $1").bind(organization);
    let existing: &HashSet<i64> = &tx.fetch_all::<i64>(statement).await?.into_iter().collect();
    let places = members.iter().flat_map(|member| {
        let groups = member.groups.iter().filter(move |group| existing.contains(*group));
        groups.map(move |group| (*group, &member.account.id))
    });
    let places: Vec<(i64, &AccountId)> = places.collect();
    groups::add_members(tx, &places).await
}

/// Inserts the rows whose keys do not exist.
async fn insert_missing(tx: &mut Tx, rows: Vec<TableRow<'_>>) -> Result<()> {
    tx.execute_each(insert_rows(rows, OnConflict::Keep)).await.map(drop)
}
