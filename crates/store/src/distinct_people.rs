//! Accounts that may belong to the same person, because name and birth date are equal, and pairs that staff
//! have recorded as different people (docs/rules/memberships.md#rule-18).

use domain::{Account, AccountId, SiteId};
use jiff::Timestamp;

use crate::sql::{hide_from_indexes, typed_rows};
use crate::{
    Conn, OnConflict, Result, Sql, Tx, Value, insert_rows, parse_record, to_count, to_opt_timestamp,
};

/// Maximum number of accounts of a group that are listed.
pub const MAX_NAMESAKES: usize = 10;

/// Values that the accounts of a group have in common, in the order of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamesakeKey {
    /// Sort key of the family name.
    pub last_name: String,
    /// Sort key of the given name.
    pub first_name: String,
    /// Birth date, as stored.
    pub birth_date: String,
    pub site: String,
}

/// An account of a group, with what staff compare.
#[derive(Debug, Clone)]
pub struct Namesake {
    pub key: NamesakeKey,
    pub account: Account,
    /// Name of the organization. `None` for people without one.
    pub organization: Option<String>,
    /// The last sign-in that is still stored. `None` if there is none.
    pub last_sign_in: Option<Timestamp>,
    /// Number of active proofs.
    pub proofs: u64,
    pub agreements: u64,
    /// Number of subscriptions of the account itself.
    pub subscriptions: u64,
    /// Number of accounts in the group, of which [`MAX_NAMESAKES`] are listed.
    pub group_size: u64,
}

/// Groups of live accounts of a site, or of every site, with the same names and birth date, in which at least
/// one pair may be one person: at most `limit` after a key.
pub async fn list_groups(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    after: &NamesakeKey,
    limit: u32,
) -> Result<Vec<NamesakeKey>> {
    // One walk through the index of names; only where several people have the same, pairs are compared. For
    // `EXISTS` PostgreSQL would compare all people before.
    let statement = Sql::new(
        "SELECT a.last_name, a.first_name, a.date_of_birth, a.site_id FROM accounts a \
         WHERE NOT a.deleted AND a.date_of_birth IS NOT NULL AND (a.last_name <> '' OR a.first_name <> '') \
         AND (a.last_name, a.first_name, a.date_of_birth, a.site_id) > ($1, $2, $3, $4)",
    )
    .bind(after.last_name.as_str())
    .bind(after.first_name.as_str())
    .bind(after.birth_date.as_str())
    .bind(after.site.as_str())
    .and_if_some(&format!("{} = ?", hide_from_indexes("a.site_id")), site.map(SiteId::as_str))
    .append(&format!(
        " GROUP BY a.last_name, a.first_name, a.date_of_birth, a.site_id \
         HAVING COUNT(*) > 1 AND (SELECT 1 FROM accounts b JOIN accounts c \
             ON c.last_name = b.last_name AND c.first_name = b.first_name \
             AND c.date_of_birth = b.date_of_birth AND c.site_id = b.site_id AND c.id > b.id \
             WHERE b.last_name = a.last_name AND b.first_name = a.first_name \
             AND b.date_of_birth = a.date_of_birth AND b.site_id = a.site_id \
             AND b.date_of_birth IS NOT NULL AND NOT b.deleted \
             AND c.date_of_birth IS NOT NULL AND NOT c.deleted \
             AND NOT EXISTS (SELECT 1 FROM distinct_people d WHERE d.first_id = b.id AND d.second_id = c.id) \
             LIMIT 1) IS NOT NULL \
         ORDER BY a.last_name, a.first_name, a.date_of_birth, a.site_id LIMIT {limit}"
    ));
    let key =
        |(last_name, first_name, birth_date, site)| NamesakeKey { last_name, first_name, birth_date, site };
    let rows = conn.fetch_all::<(String, String, String, String)>(statement).await?;
    Ok(rows.into_iter().map(key).collect())
}

type NamesakeRow =
    (String, String, String, String, String, Option<String>, Option<i64>, Option<i64>, i64, i64, i64, i64);

fn namesake_from_row(row: NamesakeRow) -> Result<Namesake> {
    let (
        last_name,
        first_name,
        birth_date,
        site,
        document,
        organization,
        session,
        token,
        proofs,
        agreements,
        subscriptions,
        group_size,
    ) = row;
    Ok(Namesake {
        key: NamesakeKey { last_name, first_name, birth_date, site },
        account: parse_record(&document)?,
        organization,
        last_sign_in: to_opt_timestamp(session.max(token))?,
        proofs: to_count(proofs)?,
        agreements: to_count(agreements)?,
        subscriptions: to_count(subscriptions)?,
        group_size: to_count(group_size)?,
    })
}

/// The accounts of these groups, oldest first, at most as many as a statement can bind. Of
/// a large group, those ten that were compared the least, so that all are compared in the end.
pub async fn list_namesakes(mut conn: impl Conn, groups: &[NamesakeKey]) -> Result<Vec<Namesake>> {
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    let by_name = "PARTITION BY p.last_name, p.first_name, p.date_of_birth, p.site_id";
    let statement = Sql::new(format!(
        "WITH chosen (last_name, first_name, birth_date, site_id) AS (VALUES {}), \
         people AS (SELECT a.id, a.last_name, a.first_name, a.date_of_birth, a.site_id, a.document, \
             a.organization_id, a.created_at, (SELECT COUNT(*) FROM distinct_people d \
                 WHERE d.first_id = a.id OR d.second_id = a.id) AS compared \
             FROM chosen c JOIN accounts a ON a.last_name = c.last_name AND a.first_name = c.first_name \
             AND a.date_of_birth = c.birth_date AND a.site_id = c.site_id \
             WHERE NOT a.deleted AND a.date_of_birth IS NOT NULL), \
         namesakes AS (SELECT p.*, \
             ROW_NUMBER() OVER ({by_name} ORDER BY p.compared, p.created_at, p.id) AS place, \
             COUNT(*) OVER ({by_name}) AS group_size FROM people p) \
         SELECT n.last_name, n.first_name, n.date_of_birth, n.site_id, n.document, o.name, \
             (SELECT MAX(s.used_at) FROM sessions s WHERE s.account_id = n.id), \
             (SELECT MAX(t.created_at) FROM access_tokens t WHERE t.account_id = n.id), \
             (SELECT COUNT(*) FROM proofs p WHERE p.account_id = n.id), \
             (SELECT COUNT(*) FROM agreements g WHERE g.account_id = n.id), \
             (SELECT COUNT(*) FROM subscriptions u WHERE u.account_id = n.id), n.group_size \
         FROM namesakes n LEFT JOIN organizations o ON o.id = n.organization_id \
         WHERE n.place <= {MAX_NAMESAKES} \
         ORDER BY n.last_name, n.first_name, n.date_of_birth, n.site_id, n.created_at, n.id",
        typed_rows(&["TEXT"; 4], groups.len())
    ));
    let values = groups
        .iter()
        .flat_map(|key| [&key.last_name, &key.first_name, &key.birth_date, &key.site].map(String::as_str));
    let rows = conn.fetch_all::<NamesakeRow>(statement.bind_list(values)).await?;
    rows.into_iter().map(namesake_from_row).collect()
}

/// A decision that accounts are of different people.
#[derive(Debug, Clone, Copy)]
pub struct Distinction<'a> {
    /// Few enough to bind all pairs in one statement.
    pub accounts: &'a [AccountId],
    /// `None` for the operator.
    pub decided_by: Option<&'a AccountId>,
    pub decided: Timestamp,
}

/// Records that accounts belong to different people; recorded pairs stay unchanged.
pub async fn insert(tx: &mut Tx, new: &Distinction<'_>) -> Result<()> {
    let mut pairs = Vec::new();
    for (at, first) in new.accounts.iter().enumerate() {
        pairs.extend(new.accounts[at + 1..].iter().map(|second| (first, second)));
    }
    insert_pairs(tx, &pairs, new).await
}

/// Records that an account belongs to another person than each of `others`, and nothing about these among
/// themselves.
pub async fn insert_for_account(tx: &mut Tx, account: &AccountId, others: &Distinction<'_>) -> Result<()> {
    let pairs: Vec<_> = others.accounts.iter().map(|other| (account, other)).collect();
    insert_pairs(tx, &pairs, others).await
}

/// Stores pairs. Which account of a pair comes first does not matter.
async fn insert_pairs(tx: &mut Tx, pairs: &[(&AccountId, &AccountId)], new: &Distinction<'_>) -> Result<()> {
    let row = |(one, other): &(&AccountId, &AccountId)| -> [Value; 4] {
        let (first, second) = if one < other { (one, other) } else { (other, one) };
        let by = new.decided_by.map(AccountId::as_str);
        [first.as_str().into(), second.as_str().into(), by.into(), new.decided.as_microsecond().into()]
    };
    let rows: Vec<[Value; 4]> = pairs.iter().filter(|(one, other)| one != other).map(row).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let columns = ["first_id", "second_id", "decided_by", "decided_at"];
    tx.execute(insert_rows("distinct_people", columns, rows, OnConflict::Keep)).await.map(drop)
}
