//! Snapshots of the data that is deleted with members who leave an organization, and its restoration
//! (docs/rules/organizations.md#rule-14).

use std::collections::{HashMap, HashSet};

use domain::removed_members::{
    ListPlace, ListSubscription, LostAssignment, LostList, LostListTitle, QuickListPlace, RemovedMember,
};
use domain::{Account, AccountId, OrganizationId, ReadingList, Role, SiteId, TitleId};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, insert_in_chunks};
use crate::{Conn, OnConflict, Result, Sql, Tx, Value, groups, parse_enum, to_opt_timestamp, to_timestamp};

/// The data of these members that [`remove_members`](crate::organizations::remove_members) will delete, in
/// their order: at most seven statements for every 500.
pub async fn take_snapshots(
    mut conn: impl Conn,
    organization: &OrganizationId,
    accounts: &[Account],
) -> Result<Vec<RemovedMember>> {
    let mut snapshots = Vec::with_capacity(accounts.len());
    for chunk in accounts.chunks(ROWS_PER_STATEMENT) {
        let ids: Vec<&str> = chunk.iter().map(|account| account.id.as_str()).collect();
        let mut places = read_list_places(&mut conn, &ids).await?;
        let mut subscriptions = read_subscriptions(&mut conn, organization, &ids).await?;
        let mut assignments = read_assignments(&mut conn, &ids).await?;
        let mut quick_lists = read_quick_lists(&mut conn, &ids).await?;
        let members: Vec<AccountId> = chunk.iter().map(|account| account.id.clone()).collect();
        let mut memberships = groups::list_memberships_of(&mut conn, &members).await?;
        let owners: Vec<&str> = chunk
            .iter()
            .filter(|account| loses_account(account))
            .map(|account| account.id.as_str())
            .collect();
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

fn group_rows<T>(rows: impl IntoIterator<Item = Result<(String, T)>>) -> Result<ByAccount<T>> {
    let mut groups: ByAccount<T> = HashMap::new();
    for row in rows {
        let (account, value) = row?;
        groups.entry(AccountId(account)).or_default().push(value);
    }
    Ok(groups)
}

async fn read_list_places(mut conn: impl Conn, ids: &[&str]) -> Result<ByAccount<ListPlace>> {
    let statement = Sql::new(
        "SELECT account_id, list_id, assigned_by, date_added FROM reading_list_members \
         WHERE account_id IN (?) ORDER BY account_id, list_id",
    )
    .bind_in(ids.iter().copied());
    let rows = conn.fetch_all::<(String, String, Option<String>, i64)>(statement).await?;
    group_rows(rows.into_iter().map(|(account, list, by, added)| {
        Ok((account, ListPlace { list, assigned_by: by.map(AccountId), added: to_timestamp(added)? }))
    }))
}

/// The subscriptions of the organization's lists, and of lists that the accounts were put on.
async fn read_subscriptions(
    mut conn: impl Conn,
    organization: &OrganizationId,
    ids: &[&str],
) -> Result<ByAccount<ListSubscription>> {
    let statement = Sql::new(
        "SELECT s.account_id, s.list_id, s.date_added FROM reading_list_subscriptions s \
         JOIN reading_lists l ON l.id = s.list_id WHERE s.account_id IN (?) \
         AND (l.organization_id = $1 OR EXISTS (SELECT 1 FROM reading_list_members m \
             WHERE m.list_id = s.list_id AND m.account_id = s.account_id)) ORDER BY s.account_id, s.list_id",
    )
    .bind(organization.as_str())
    .bind_in(ids.iter().copied());
    let rows = conn.fetch_all::<(String, String, i64)>(statement).await?;
    group_rows(
        rows.into_iter().map(|(account, list, added)| {
            Ok((account, ListSubscription { list, added: to_timestamp(added)? }))
        }),
    )
}

async fn read_assignments(mut conn: impl Conn, ids: &[&str]) -> Result<ByAccount<LostAssignment>> {
    let statement = Sql::new(
        "SELECT account_id, title_id, assigned_by, date_assigned, date_downloaded FROM assignments \
         WHERE account_id IN (?) ORDER BY account_id, title_id",
    )
    .bind_in(ids.iter().copied());
    let rows = conn.fetch_all::<(String, i64, Option<String>, i64, Option<i64>)>(statement).await?;
    group_rows(rows.into_iter().map(|(account, title, by, assigned, downloaded)| {
        let assignment = LostAssignment {
            title: TitleId(title),
            assigned_by: by.map(AccountId),
            assigned: to_timestamp(assigned)?,
            downloaded: to_opt_timestamp(downloaded)?,
        };
        Ok((account, assignment))
    }))
}

async fn read_quick_lists(mut conn: impl Conn, ids: &[&str]) -> Result<ByAccount<QuickListPlace>> {
    let statement = Sql::new(
        "SELECT member_id, sponsor_id, date_added FROM quick_lists WHERE member_id IN (?) \
         ORDER BY member_id, sponsor_id",
    )
    .bind_in(ids.iter().copied());
    let rows = conn.fetch_all::<(String, String, i64)>(statement).await?;
    group_rows(rows.into_iter().map(|(member, sponsor, added)| {
        Ok((member, QuickListPlace { sponsor: AccountId(sponsor), added: to_timestamp(added)? }))
    }))
}

type ListRow = (String, String, String, Option<String>, String, String, String, i64);

async fn read_own_lists(mut conn: impl Conn, owners: &[&str]) -> Result<ByAccount<LostList>> {
    if owners.is_empty() {
        return Ok(HashMap::new());
    }
    let statement = Sql::new(
        "SELECT t.list_id, t.title_id, t.added_by, t.date_added FROM reading_list_titles t \
         JOIN reading_lists l ON l.id = t.list_id WHERE l.owner_id IN (?) ORDER BY t.list_id, t.title_id",
    )
    .bind_in(owners.iter().copied());
    let mut titles: HashMap<String, Vec<LostListTitle>> = HashMap::new();
    for (list, title, by, added) in conn.fetch_all::<(String, i64, Option<String>, i64)>(statement).await? {
        let title =
            LostListTitle { title: TitleId(title), added_by: by.map(AccountId), added: to_timestamp(added)? };
        titles.entry(list).or_default().push(title);
    }
    let statement = Sql::new(
        "SELECT id, site_id, owner_id, organization_id, name, description, access, updated_at \
         FROM reading_lists WHERE owner_id IN (?) ORDER BY id",
    )
    .bind_in(owners.iter().copied());
    let rows = conn.fetch_all::<ListRow>(statement).await?;
    group_rows(rows.into_iter().map(|(id, site, owner, organization, name, description, access, updated)| {
        let titles = titles.remove(&id).unwrap_or_default();
        let list = ReadingList {
            id,
            site: SiteId(site),
            owner: AccountId(owner.clone()),
            organization: organization.map(OrganizationId),
            name,
            description,
            access: parse_enum(&access)?,
            updated: to_timestamp(updated)?,
        };
        Ok((owner, LostList { titles, ..LostList::from_list(list) }))
    }))
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
    let columns = [
        "id", "site_id", "owner_id", "organization_id", "name", "description", "access", "updated_at",
        "sort_name", "searched",
    ];
    let row = |list: ReadingList| -> [Value; 10] {
        let sort_name = domain::sorting::name_key(&list.name);
        let searched = list.search_text();
        [
            list.id.into(),
            list.site.as_str().into(),
            list.owner.as_str().into(),
            list.organization.as_ref().map(OrganizationId::as_str).into(),
            list.name.into(),
            list.description.into(),
            list.access.as_str().into(),
            list.updated.as_microsecond().into(),
            sort_name.into(),
            searched.into(),
        ]
    };
    let lists = members
        .iter()
        .flat_map(|member| member.own_lists.iter().map(move |list| row(list.to_list(&member.account.id))));
    insert_missing(tx, "reading_lists", columns, lists.collect()).await
}

async fn insert_list_titles(
    tx: &mut Tx,
    members: &[&RemovedMember],
    existing: &HashSet<TitleId>,
) -> Result<()> {
    let columns = ["list_id", "title_id", "added_by", "date_added"];
    let lists = members.iter().flat_map(|member| &member.own_lists);
    let titles = lists.flat_map(|list| list.titles.iter().map(move |title| (list, title)));
    let rows = titles.filter(|(_, title)| existing.contains(&title.title)).map(|(list, title)| {
        [
            list.id.as_str().into(),
            title.title.0.into(),
            title.added_by.as_ref().map(AccountId::as_str).into(),
            title.added.as_microsecond().into(),
        ]
    });
    insert_missing(tx, "reading_list_titles", columns, rows.collect()).await
}

async fn find_existing_titles(tx: &mut Tx, members: &[&RemovedMember]) -> Result<HashSet<TitleId>> {
    let assigned = members.iter().flat_map(|member| &member.assignments).map(|assigned| assigned.title);
    let listed = members.iter().flat_map(|member| &member.own_lists).flat_map(|list| &list.titles);
    let wanted: HashSet<TitleId> = assigned.chain(listed.map(|title| title.title)).collect();
    let select = Sql::new("SELECT id FROM titles WHERE id IN (?)");
    let rows = tx.fetch_each::<(i64,)>(select.for_keys(wanted.into_iter().map(|title| title.0))).await?;
    Ok(rows.into_iter().map(|(id,)| TitleId(id)).collect())
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
    let statements = select.bind(organization.as_str()).for_keys(wanted);
    Ok(tx.fetch_each::<(String, bool)>(statements).await?.into_iter().collect())
}

/// The date of a list moves with its members.
async fn insert_list_places(
    tx: &mut Tx,
    members: &[&RemovedMember],
    lists: &HashMap<String, bool>,
    now: Timestamp,
) -> Result<()> {
    let columns = ["list_id", "account_id", "assigned_by", "date_added"];
    let places = members.iter().flat_map(|member| {
        let places = member.list_places.iter().filter(move |place| lists.contains_key(&place.list));
        places.map(move |place| (&member.account.id, place))
    });
    let places: Vec<(&AccountId, &ListPlace)> = places.collect();
    let row = |(account, place): &(&AccountId, &ListPlace)| -> [Value; 4] {
        [
            place.list.as_str().into(),
            account.as_str().into(),
            place.assigned_by.as_ref().map(AccountId::as_str).into(),
            place.added.as_microsecond().into(),
        ]
    };
    insert_missing(tx, "reading_list_members", columns, places.iter().map(row).collect()).await?;
    let touched: HashSet<&str> = places.iter().map(|(_, place)| place.list.as_str()).collect();
    let update = Sql::new("UPDATE reading_lists SET updated_at = $1 WHERE updated_at < $1 AND id IN (?)");
    tx.execute_each(update.bind_time(now).for_keys(touched)).await.map(drop)
}

async fn insert_subscriptions(
    tx: &mut Tx,
    members: &[&RemovedMember],
    lists: &HashMap<String, bool>,
) -> Result<()> {
    let columns = ["list_id", "account_id", "date_added"];
    let rows = members.iter().flat_map(|member| {
        let sees = |ended: &&ListSubscription| match lists.get(&ended.list) {
            None => false,
            Some(seen_by_all) => {
                *seen_by_all || member.list_places.iter().any(|place| place.list == ended.list)
            }
        };
        member
            .subscriptions
            .iter()
            .filter(sees)
            .map(|ended| {
                [
                    ended.list.as_str().into(),
                    member.account.id.as_str().into(),
                    ended.added.as_microsecond().into(),
                ]
            })
            .collect::<Vec<[Value; 3]>>()
    });
    insert_missing(tx, "reading_list_subscriptions", columns, rows.collect()).await
}

async fn insert_assignments(
    tx: &mut Tx,
    members: &[&RemovedMember],
    existing: &HashSet<TitleId>,
) -> Result<()> {
    let columns = ["account_id", "title_id", "assigned_by", "date_assigned", "date_downloaded"];
    let rows = members.iter().flat_map(|member| {
        let assignments =
            member.assignments.iter().filter(move |assigned| existing.contains(&assigned.title));
        assignments.map(move |assigned| -> [Value; 5] {
            [
                member.account.id.as_str().into(),
                assigned.title.0.into(),
                assigned.assigned_by.as_ref().map(AccountId::as_str).into(),
                assigned.assigned.as_microsecond().into(),
                assigned.downloaded.map(Timestamp::as_microsecond).into(),
            ]
        })
    });
    insert_missing(tx, "assignments", columns, rows.collect()).await
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
    let statements = select.bind(organization.as_str()).for_keys(wanted.into_iter().map(AccountId::as_str));
    let sponsors = tx.fetch_each::<(String,)>(statements).await?;
    let sponsors: &HashSet<String> = &sponsors.into_iter().map(|(id,)| id).collect();
    let columns = ["sponsor_id", "member_id", "date_added"];
    let rows = members.iter().flat_map(|member| {
        let places = member.quick_lists.iter().filter(move |place| sponsors.contains(place.sponsor.as_str()));
        places.map(move |place| -> [Value; 3] {
            [
                place.sponsor.as_str().into(),
                member.account.id.as_str().into(),
                place.added.as_microsecond().into(),
            ]
        })
    });
    insert_missing(tx, "quick_lists", columns, rows.collect()).await
}

/// Groups are deleted only while the organization is locked.
async fn insert_groups(tx: &mut Tx, organization: &OrganizationId, members: &[&RemovedMember]) -> Result<()> {
    if members.iter().all(|member| member.groups.is_empty()) {
        return Ok(());
    }
    let statement = Sql::new("SELECT id FROM groups WHERE organization_id = $1").bind(organization.as_str());
    let existing: HashSet<i64> =
        tx.fetch_all::<(i64,)>(statement).await?.into_iter().map(|(id,)| id).collect();
    let existing = &existing;
    let rows = members.iter().flat_map(|member| {
        let groups = member.groups.iter().filter(move |group| existing.contains(*group));
        groups.map(move |group| -> [Value; 2] { [(*group).into(), member.account.id.as_str().into()] })
    });
    insert_missing(tx, "group_members", ["group_id", "account_id"], rows.collect()).await
}

/// Inserts the rows whose keys do not exist.
async fn insert_missing<const N: usize>(
    tx: &mut Tx,
    table: &str,
    columns: [&str; N],
    rows: Vec<[Value; N]>,
) -> Result<()> {
    tx.execute_each(insert_in_chunks(table, columns, rows, OnConflict::Keep)).await.map(drop)
}
