//! Work that a staff member has taken, so that two people do not decide the same case. A claim ends by itself
//! (docs/rules/memberships.md#rule-16).

use std::{iter, slice};

use domain::wire::WireEnum as _;
use domain::work::{CLAIM_DURATION, WorkKind};
use domain::{Account, AccountId, OrganizationId};
use jiff::Timestamp;

use crate::erasures::select_people;
use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, placeholders, record};

/// Identifies an item that waits for staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkAddress<'a> {
    pub kind: WorkKind,
    /// Identifier of the person or the organization, by the kind.
    pub subject: &'a str,
}

/// The people or the organizations that work is about, by identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkSubjects<'a> {
    People(&'a [&'a str]),
    Organizations(&'a [&'a str]),
    /// An organization with all its people, and with the removed members who can still be restored.
    WholeOrganization(&'a OrganizationId),
}

impl<'a> WorkAddress<'a> {
    /// The person or the organization that the work is about.
    pub fn subjects(&'a self) -> WorkSubjects<'a> {
        let subject = slice::from_ref(&self.subject);
        if self.kind.is_about_organization() {
            WorkSubjects::Organizations(subject)
        } else {
            WorkSubjects::People(subject)
        }
    }
}

impl<'a> WorkSubjects<'a> {
    /// The condition that a claim is on work about them, of any kind, and its values, the first of
    /// which is bound to the parameter with the number `first`.
    fn to_condition(self, first: usize) -> (String, Vec<&'a str>) {
        match self {
            Self::People(ids) => ids_condition(false, ids, first),
            Self::Organizations(ids) => ids_condition(true, ids, first),
            Self::WholeOrganization(id) => {
                let own = list_kind_names(true);
                let personal = list_kind_names(false);
                let condition = format!(
                    "((kind IN ({}) AND subject = ${first}) OR (kind IN ({}) AND subject IN ({})))",
                    placeholders(first + 1, own.len()),
                    placeholders(first + 1 + own.len(), personal.len()),
                    select_people(&format!("${first}"))
                );
                (condition, iter::once(id.as_str()).chain(own).chain(personal).collect())
            }
        }
    }
}

/// The condition that a claim is on work about these people or organizations, as
/// [`WorkSubjects::to_condition`] returns it.
fn ids_condition<'a>(is_organization: bool, ids: &[&'a str], first: usize) -> (String, Vec<&'a str>) {
    if ids.is_empty() {
        return ("FALSE".to_owned(), Vec::new());
    }
    let kinds = list_kind_names(is_organization);
    let condition = format!(
        "(kind IN ({}) AND subject IN ({}))",
        placeholders(first, kinds.len()),
        placeholders(first + kinds.len(), ids.len())
    );
    (condition, kinds.into_iter().chain(ids.iter().copied()).collect())
}

/// The names of all kinds of work about organizations, or about people.
fn list_kind_names(is_organization: bool) -> Vec<&'static str> {
    let kinds = WorkKind::ALL.iter().filter(|kind| kind.is_about_organization() == is_organization);
    kinds.map(|kind| kind.as_str()).collect()
}

/// A claim that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkClaim {
    pub kind: WorkKind,
    /// Identifier of the person or the organization, by the kind.
    pub subject: String,
    pub holder: AccountId,
    pub holder_name: String,
    /// The time from which on others may take the work.
    pub expires: Timestamp,
}

/// Claims work for a staff member, or prolongs the member's own claim. False if another member has it. One of
/// several concurrent claims succeeds.
pub async fn take(
    mut conn: impl Conn,
    work: WorkAddress<'_>,
    holder: &AccountId,
    now: Timestamp,
) -> Result<bool> {
    let row = TableRow::new("work_claims")
        .set("kind", work.kind)
        .set("subject", work.subject)
        .set("holder_id", holder)
        .set("claimed_at", now)
        .set("expires_at", now.saturating_add(CLAIM_DURATION).unwrap_or(Timestamp::MAX));
    let upsert = row.upsert(&["kind", "subject"]).append(
        " WHERE work_claims.holder_id = excluded.holder_id OR work_claims.expires_at <= excluded.claimed_at",
    );
    conn.affects_rows(upsert).await
}

/// Ends the claims of a staff member on all work about these people or organizations, at most as many as a
/// statement can bind.
pub async fn release_all(mut conn: impl Conn, subjects: WorkSubjects<'_>, holder: &AccountId) -> Result<()> {
    let (condition, values) = subjects.to_condition(2);
    let statement = Sql::new(format!("DELETE FROM work_claims WHERE holder_id = $1 AND {condition}"));
    conn.execute(statement.bind(holder).bind_list(values)).await.map(drop)
}

/// Moves the claims of a staff member on all work about a person to another person. Of two claims on work of
/// one kind, the one that ends later stays.
pub async fn move_to_person(
    mut conn: impl Conn,
    [from, to]: [&AccountId; 2],
    holder: &AccountId,
) -> Result<()> {
    let subject = [from.as_str()];
    let kinds = list_kind_names(false);
    let statement = Sql::new(format!(
        "INSERT INTO work_claims (kind, subject, holder_id, claimed_at, expires_at) \
         SELECT c.kind, CAST($1 AS TEXT), c.holder_id, c.claimed_at, c.expires_at FROM work_claims c \
         WHERE c.subject = $2 AND c.holder_id = $3 AND c.kind IN ({}) \
         ON CONFLICT (kind, subject) DO UPDATE SET \
         holder_id = excluded.holder_id, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at \
         WHERE work_claims.expires_at < excluded.expires_at",
        placeholders(4, kinds.len())
    ))
    .bind_all((to, from, holder))
    .bind_list(kinds);
    conn.execute(statement).await?;
    release_all(conn, WorkSubjects::People(&subject), holder).await
}

/// Ends a claim. False if the staff member does not have the work.
pub async fn release(mut conn: impl Conn, work: WorkAddress<'_>, holder: &AccountId) -> Result<bool> {
    let row = TableRow::new("work_claims")
        .set("kind", work.kind)
        .set("subject", work.subject)
        .set("holder_id", holder);
    conn.affects_rows(row.delete()).await
}

record! {
    WorkClaim {
        kind: "c.kind",
        subject: "c.subject",
        holder: "c.holder_id",
        holder_name: "a.document" => display_name,
        expires: "c.expires_at",
    }
}

/// The claims that have not ended at `$1`.
const CLAIM_SOURCE: &str = "work_claims c JOIN accounts a ON a.id = c.holder_id WHERE c.expires_at > $1";

fn display_name(Account { name, .. }: Account) -> String {
    name.display_name()
}

/// The claims of work about these people and organizations, at most as many as a statement can bind.
pub async fn list_of_subjects(
    mut conn: impl Conn,
    subjects: &[&str],
    now: Timestamp,
) -> Result<Vec<WorkClaim>> {
    if subjects.is_empty() {
        return Ok(Vec::new());
    }
    let parameters = placeholders(2, subjects.len());
    let statement = WorkClaim::select_from(CLAIM_SOURCE)
        .append(&format!(" AND c.subject IN ({parameters}) ORDER BY c.kind, c.subject"))
        .bind(now)
        .bind_list(subjects.iter().copied());
    conn.fetch_all(statement).await
}

/// Another member's claim on any work about these people or organizations, at most as many as a statement can
/// bind. `None` if there is none.
pub async fn find_held_by_others(
    mut conn: impl Conn,
    subjects: WorkSubjects<'_>,
    holder: &AccountId,
    now: Timestamp,
) -> Result<Option<WorkClaim>> {
    let (condition, values) = subjects.to_condition(3);
    let statement = WorkClaim::select_from(&format!(
        "{CLAIM_SOURCE} AND c.holder_id <> $2 AND {condition} \
         ORDER BY c.expires_at DESC, c.kind, c.subject LIMIT 1"
    ))
    .bind_all((now, holder))
    .bind_list(values);
    conn.fetch_optional(statement).await
}

/// Ends all claims of somebody who is not membership staff any more.
pub async fn release_of_holder(mut conn: impl Conn, holder: &AccountId) -> Result<()> {
    conn.execute(Sql::new("DELETE FROM work_claims WHERE holder_id = $1").bind(holder)).await.map(drop)
}

/// Removes claims that have ended. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM work_claims WHERE expires_at <= $1").bind(now)).await
}
