//! Accounts that may belong to the same person, because name and birth date are equal, and pairs that staff
//! have recorded as different people (docs/rules/memberships.md#rule-18).

use domain::{Account, AccountId, SiteId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::sql::{TableRow, hide_from_indexes, typed_rows};
use crate::{Conn, OnConflict, Record as _, Result, Sql, Tx, insert_rows, record};

/// Maximum number of accounts of a group that are listed.
pub const MAX_NAMESAKES: usize = 10;

/// Values that the accounts of a group have in common, in the order of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
    let statement = Sql::new(format!(
        "SELECT {} FROM accounts a \
         WHERE NOT a.deleted AND a.date_of_birth IS NOT NULL AND (a.last_name <> '' OR a.first_name <> '') \
         AND (a.last_name, a.first_name, a.date_of_birth, a.site_id) > ($1, $2, $3, $4)",
        NamesakeKey::columns_of("a")
    ))
    .bind(after.last_name.as_str())
    .bind(after.first_name.as_str())
    .bind(after.birth_date.as_str())
    .bind(after.site.as_str())
    .and_if_some(&format!("{} = ?", hide_from_indexes("a.site_id")), site)
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
    conn.fetch_all(statement).await
}

record! { NamesakeKey { last_name, first_name, birth_date: "date_of_birth", site: "site_id" } }

record! {
    Namesake {
        key: "n.last_name, n.first_name, n.date_of_birth, n.site_id",
        account: "n.document",
        organization: "o.name",
        last_sign_in: "(SELECT MAX(s.used_at) FROM sessions s WHERE s.account_id = n.id), \
            (SELECT MAX(t.created_at) FROM access_tokens t WHERE t.account_id = n.id)" => later_time,
        proofs: "(SELECT COUNT(*) FROM proofs p WHERE p.account_id = n.id)",
        agreements: "(SELECT COUNT(*) FROM agreements g WHERE g.account_id = n.id)",
        subscriptions: "(SELECT COUNT(*) FROM subscriptions u WHERE u.account_id = n.id)",
        group_size: "n.group_size",
    }
}

fn later_time((one, other): (Option<Timestamp>, Option<Timestamp>)) -> Option<Timestamp> {
    one.max(other)
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
         SELECT {} FROM namesakes n LEFT JOIN organizations o ON o.id = n.organization_id \
         WHERE n.place <= {MAX_NAMESAKES} \
         ORDER BY n.last_name, n.first_name, n.date_of_birth, n.site_id, n.created_at, n.id",
        typed_rows(&["TEXT"; 4], groups.len()),
        Namesake::COLUMNS
    ));
    let values = groups
        .iter()
        .flat_map(|key| [&key.last_name, &key.first_name, &key.birth_date, &key.site].map(String::as_str));
    conn.fetch_all(statement.bind_list(values)).await
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
    let row = |(one, other): &(&AccountId, &AccountId)| {
        let (first, second) = if one < other { (*one, *other) } else { (*other, *one) };
        TableRow::new("distinct_people")
            .set("first_id", first)
            .set("second_id", second)
            .set("decided_by", new.decided_by)
            .set("decided_at", new.decided)
    };
    let rows = pairs.iter().filter(|(one, other)| one != other).map(row);
    tx.execute_each(insert_rows(rows, OnConflict::Keep)).await.map(drop)
}
