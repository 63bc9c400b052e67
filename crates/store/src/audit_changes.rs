//! The audit of changes: account, record, client and endpoint (docs/security.md#audit). Rows are only added,
//! in the transaction of the change, and purged after their retention period.

use domain::wire::WireEnum as _;
use domain::{AccountId, AuditSubject, AuditedAct, ClientId, OrganizationId, SeriesId, SiteId, TitleId};
use jiff::Timestamp;

use crate::audit::{EntryColumns, EntrySearch};
use crate::sql::{ROWS_PER_STATEMENT, typed_rows};
use crate::{Column, ColumnReader, Conn, Record as _, Result, Row, Sql, Tx, Value, record};

/// The act, its account, endpoint and time.
#[derive(Debug, Clone, Copy)]
pub struct AuditedChange<'a> {
    /// The account that acts. `None` for the operator, and if nobody is signed in.
    pub actor: Option<&'a AccountId>,
    pub client: &'a ClientId,
    /// The endpoint, command or job.
    pub endpoint: &'a str,
    pub act: AuditedAct,
    pub changed_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeEntry {
    pub id: i64,
    pub changed_at: Timestamp,
    /// The account that acted. `None` for the operator, and if nobody was signed in.
    pub actor: Option<AccountId>,
    pub client: ClientId,
    /// The endpoint, command or job.
    pub endpoint: String,
    /// `None` for an act that only a newer program knows.
    pub act: Option<AuditedAct>,
    /// The changed record. `None` if this program does not know its kind.
    pub subject: Option<ChangedThing>,
    /// Name of the organization, if it is one that still exists.
    pub organization_name: Option<String>,
}

/// The noun that a recorded change is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangedThing {
    Account(AccountId),
    Organization(OrganizationId),
    Title(TitleId),
    Series(SeriesId),
    Client(ClientId),
    Site(SiteId),
}

/// Types of the columns that name what was changed.
const SUBJECT_TYPES: [&str; 6] = ["TEXT", "TEXT", "BIGINT", "TEXT", "TEXT", "TEXT"];

pub async fn record(tx: &mut Tx, change: AuditedChange<'_>, subjects: &[AuditSubject<'_>]) -> Result<()> {
    for chunk in subjects.chunks(ROWS_PER_STATEMENT) {
        let number = chunk.len() * SUBJECT_TYPES.len();
        let statement = Sql::new(format!(
            "INSERT INTO audit_changes (changed_at, actor_id, client_id, endpoint, act, account_id, \
                 organization_id, title_id, series_id, changed_client_id, site_id, subject_site_id) \
             WITH subjects (account_id, organization_id, title_id, series_id, client_id, site_id) \
                 AS (VALUES {}) \
             SELECT CAST(${} AS BIGINT), CAST(${} AS TEXT), CAST(${} AS TEXT), CAST(${} AS TEXT), \
                 CAST(${} AS TEXT), s.account_id, s.organization_id, s.title_id, s.series_id, s.client_id, \
                 s.site_id, COALESCE((SELECT a.site_id FROM accounts a WHERE a.id = s.account_id), \
                 (SELECT o.site_id FROM organizations o WHERE o.id = s.organization_id), s.site_id) \
             FROM subjects s",
            typed_rows(&SUBJECT_TYPES, chunk.len()),
            number + 1,
            number + 2,
            number + 3,
            number + 4,
            number + 5,
        ))
        .bind_list(chunk.iter().flat_map(|subject| to_row(*subject)))
        .bind(change.changed_at)
        .bind(change.actor.map(AccountId::as_str))
        .bind(change.client.as_str())
        .bind(change.endpoint)
        .bind(change.act.as_str());
        tx.execute(statement).await?;
    }
    Ok(())
}

/// The values of the columns that name a subject: all but one are NULL, and all of them for the queue and the
/// library.
fn to_row(subject: AuditSubject<'_>) -> [Value; 6] {
    let (mut account, mut organization, mut client, mut site) = (None, None, None, None);
    let (mut title, mut series) = (None, None);
    match subject {
        AuditSubject::Account(id) => account = Some(id.as_str()),
        AuditSubject::Organization(id) => organization = Some(id.as_str()),
        AuditSubject::Title(id) => title = Some(id.0),
        AuditSubject::Series(id) => series = Some(id.as_str()),
        AuditSubject::Client(id) => client = Some(id.as_str()),
        AuditSubject::Site(id) => site = Some(id.as_str()),
        AuditSubject::Queue | AuditSubject::Library => {}
    }
    [account.into(), organization.into(), title.into(), series.into(), client.into(), site.into()]
}

record! {
    ChangeEntry {
        id: "u.id",
        changed_at: "u.changed_at",
        actor: "u.actor_id",
        client: "u.client_id",
        endpoint: "u.endpoint",
        act: "u.act",
        subject: "u.account_id, u.organization_id, u.title_id, u.series_id, u.changed_client_id, u.site_id",
        organization_name: "o.name",
    }
}

impl Column for Option<AuditedAct> {
    type StoredForm = String;

    fn from_stored(name: String) -> Result<Self> {
        Ok(AuditedAct::parse(&name).ok())
    }
}

impl Row for Option<ChangedThing> {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        let account = columns.read::<Option<AccountId>>()?.map(ChangedThing::Account);
        let organization = columns.read::<Option<OrganizationId>>()?.map(ChangedThing::Organization);
        let title = columns.read::<Option<TitleId>>()?.map(ChangedThing::Title);
        let series = columns.read::<Option<SeriesId>>()?.map(ChangedThing::Series);
        let client = columns.read::<Option<ClientId>>()?.map(ChangedThing::Client);
        let site = columns.read::<Option<SiteId>>()?.map(ChangedThing::Site);
        Ok(account.or(organization).or(title).or(series).or(client).or(site))
    }
}

/// A page of changes that a search finds, newest first: at most `limit`. Only those by this act, if there is
/// one.
pub async fn page(
    mut conn: impl Conn,
    search: EntrySearch<'_>,
    act: Option<AuditedAct>,
    limit: u32,
) -> Result<Vec<ChangeEntry>> {
    let columns = EntryColumns { at: "u.changed_at", actor: "u.actor_id", site: "u.subject_site_id" };
    let act = act.map(AuditedAct::as_str);
    let statement = ChangeEntry::select_from(
        "audit_changes u LEFT JOIN organizations o ON o.id = u.organization_id WHERE TRUE",
    );
    conn.fetch_all(search.complete(statement, columns, act, limit)).await
}

/// Changes of one account, newest first: at most `limit`.
pub async fn list_about(conn: impl Conn, account: &AccountId, limit: u32) -> Result<Vec<ChangeEntry>> {
    page(conn, EntrySearch { account: Some(account), ..EntrySearch::default() }, None, limit).await
}

/// Lets the staff of the site that a person has moved to see the entries about the person, instead of those
/// of the site before.
pub async fn move_to_site(tx: &mut Tx, account: &AccountId, site: &SiteId) -> Result<()> {
    let statement = Sql::new("UPDATE audit_changes SET subject_site_id = $2 WHERE account_id = $1");
    tx.execute(statement.bind(account).bind(site)).await.map(drop)
}

/// Deletes the entries from before a moment. Returns the number of entries.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM audit_changes WHERE changed_at < $1").bind(before)).await
}
