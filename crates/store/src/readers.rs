//! Readers: everything that the access rule needs about people, in one statement.

use std::collections::HashMap;

use domain::admission::provisional_end;
use domain::proofs::ProofStatus;
use domain::readers::OrganizationStanding;
use domain::{AccountId, ClientId, DownloadTimeframe, Reader, Subscription, SubscriptionId, quotas};
use jiff::Timestamp;

use crate::accounts::{BY_IDENTIFIER, fold_login};
use crate::{ColumnReader, Conn, Record as _, Result, Row, Sql, parse_record, record};

/// The result of checking an access token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenCheck {
    /// A user is signed in.
    Valid(Box<Session>),
    /// The token does not exist.
    Unknown,
    Expired,
    Revoked,
    /// Its account is locked or deleted (docs/rules/authentication.md#rule-11).
    Locked,
}

/// A signed-in user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub reader: Reader,
    /// The client that requested the token.
    pub client: ClientId,
    /// Time at which the token expires.
    pub expires: Timestamp,
    /// All tokens that came from one sign-in.
    pub family: String,
    /// Hash of the refresh token that the token's pair replaces, until its first use is noted by
    /// [`record_first_use`](crate::tokens::record_first_use).
    pub replaces: Option<String>,
}

/// A person with one of their subscriptions, own or the organization's, or without any.
struct ReaderRow {
    id: AccountId,
    document: String,
    client: Option<ClientId>,
    expires: Option<Timestamp>,
    revoked: Option<Timestamp>,
    family: Option<String>,
    replaces: Option<String>,
    organization: Option<String>,
    agreement: bool,
    proof: bool,
    submitted: bool,
    first_submitted: Option<Timestamp>,
    provisional_days: u32,
    taken_month: u32,
    taken_organization: u32,
    taken_span: Option<u32>,
    own: bool,
    subscription: Option<Subscription>,
}

record! {
    ReaderRow {
        id: "r.id",
        document: "r.document",
        client: "r.client_id",
        expires: "r.expires_at",
        revoked: "r.revoked_at",
        family: "r.family",
        replaces: "r.replaces",
        organization: "o.document",
        agreement: "EXISTS (SELECT 1 FROM agreements g WHERE g.account_id = r.id AND g.kind = 'termsOfUse' \
            AND (g.date_expired IS NULL OR g.date_expired > $2))",
        proof: "EXISTS (SELECT 1 FROM proofs p WHERE p.account_id = r.id)",
        submitted: "EXISTS (SELECT 1 FROM proof_submissions p \
            WHERE p.account_id = r.id AND p.decided_at IS NULL)",
        first_submitted: "CASE WHEN w.provisional_days > 0 THEN \
            (SELECT CASE WHEN COUNT(p.provisional_ended_at) = 0 \
                THEN MIN(CASE WHEN p.suffices THEN p.date_submitted END) END \
            FROM proof_submissions p WHERE p.account_id = r.id) END",
        provisional_days: "COALESCE(w.provisional_days, 0)",
        taken_month: "(SELECT COUNT(DISTINCT t.title_id) FROM quota_usage t WHERE t.account_id = r.id \
            AND t.organization_id IS NULL AND t.taken_at >= $1)",
        taken_organization: "COALESCE(shared.taken, 0)",
        taken_span: "CASE WHEN s.account_id IS NOT NULL AND s.timeframe = 'entireSubscription' THEN \
            (SELECT COUNT(DISTINCT t.title_id) FROM quota_usage t WHERE t.account_id = r.id \
                AND t.organization_id IS NULL AND t.taken_at >= s.start_at) END",
        own: "s.account_id IS NOT NULL",
        subscription: "s.id, s.kind, s.start_at, s.end_at, s.books_allowed, s.timeframe, s.notes",
    }
}

/// A subscription of a LEFT JOIN.
impl Row for Option<Subscription> {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        let (id, kind) = columns.read::<(Option<SubscriptionId>, Option<String>)>()?;
        let (start, end) = columns.read::<(Option<Timestamp>, Option<Timestamp>)>()?;
        let (books_allowed, timeframe, notes) =
            columns.read::<(Option<u32>, Option<DownloadTimeframe>, Option<String>)>()?;
        let (Some(id), Some(kind), Some(start), Some(timeframe)) = (id, kind, start, timeframe) else {
            return Ok(None);
        };
        Ok(Some(Subscription { id, kind, start, end, books_allowed, timeframe, notes }))
    }
}

/// The statement for the people of `source`: a SELECT of id, document, `site_id`, `organization_id` and the
/// token's five columns. `$1` is the start of the 30 days, `$2` is now; the source's own values follow.
///
/// Books are distinct titles for a person and distinct pairs of person and title for an organization, which
/// are only counted where they are limited (docs/rules/quotas.md). The first submission of a proof is read
/// only at sites that give access while a proof is checked (docs/rules/joining.md#rule-6).
fn select_people(source: &str) -> String {
    format!(
        "WITH r AS ({source}), \
         pairs AS ( \
             SELECT DISTINCT t.organization_id, t.account_id, t.title_id FROM quota_usage t \
             WHERE t.taken_at >= $1 AND t.organization_id IN ( \
                 SELECT o.id FROM organizations o JOIN r ON r.organization_id = o.id \
                 WHERE o.books_allowed IS NOT NULL)), \
         shared AS (SELECT organization_id, COUNT(*) AS taken FROM pairs GROUP BY organization_id) \
         SELECT {} \
         FROM r LEFT JOIN sites w ON w.id = r.site_id \
             LEFT JOIN organizations o ON o.id = r.organization_id \
             LEFT JOIN shared ON shared.organization_id = r.organization_id \
             LEFT JOIN subscriptions s ON s.account_id = r.id OR s.organization_id = r.organization_id \
         ORDER BY r.id, s.start_at DESC, s.id",
        ReaderRow::COLUMNS
    )
}

/// People of the table `accounts a` that meet a condition, without a token.
fn people_statement(condition: &str) -> String {
    select_people(&format!(
        "SELECT a.id, a.document, a.site_id, a.organization_id, CAST(NULL AS TEXT) AS client_id, \
         CAST(NULL AS BIGINT) AS expires_at, CAST(NULL AS BIGINT) AS revoked_at, \
         CAST(NULL AS TEXT) AS family, CAST(NULL AS TEXT) AS replaces \
         FROM accounts a WHERE {condition}"
    ))
}

/// Binds what every statement of [`select_people`] begins with.
fn bind_window(text: String, now: Timestamp) -> Sql {
    Sql::new(text).bind(quotas::organization_window_start(now)).bind(now)
}

/// Finds the user who is signed in by the access token with this hash (SHA-256, base64url without padding).
pub async fn find_by_access_token(
    mut conn: impl Conn,
    token_hash: &str,
    now: Timestamp,
) -> Result<TokenCheck> {
    let text = select_people(
        "SELECT a.id, a.document, a.site_id, a.organization_id, t.client_id, t.expires_at, t.revoked_at, \
             t.family, t.replaces \
         FROM access_tokens t JOIN accounts a ON a.id = t.account_id WHERE t.hash = $3",
    );
    let rows = conn.fetch_all::<ReaderRow>(bind_window(text, now).bind(token_hash)).await?;
    let Some(first) = rows.first() else { return Ok(TokenCheck::Unknown) };
    if first.revoked.is_some() {
        return Ok(TokenCheck::Revoked);
    }
    let expires = first.expires.unwrap_or(Timestamp::UNIX_EPOCH);
    if expires <= now {
        return Ok(TokenCheck::Expired);
    }
    let client = first.client.clone().unwrap_or(ClientId(String::new()));
    let family = first.family.clone().unwrap_or_default();
    let replaces = first.replaces.clone();
    let Some(reader) = readers_from_rows(rows, now)?.pop() else { return Ok(TokenCheck::Unknown) };
    if reader.account.locked || reader.account.deleted {
        return Ok(TokenCheck::Locked);
    }
    Ok(TokenCheck::Valid(Box::new(Session { reader, client, expires, family, replaces })))
}

/// One person, even if locked or deleted, because the access rule decides about that.
pub async fn find_by_account(mut conn: impl Conn, id: &AccountId, now: Timestamp) -> Result<Option<Reader>> {
    let statement = bind_window(people_statement("a.id = $3"), now).bind(id);
    Ok(readers_from_rows(conn.fetch_all(statement).await?, now)?.pop())
}

/// The person that `forUser` or a path names: by identifier, user name or email address.
pub async fn find_by_identifier(
    mut conn: impl Conn,
    identifier: &str,
    now: Timestamp,
) -> Result<Option<Reader>> {
    let condition = BY_IDENTIFIER.replace("$2", "$4").replace("$1", "$3");
    let statement = bind_window(people_statement(&format!("a.id = ({condition})")), now)
        .bind_all((identifier, fold_login(identifier)));
    Ok(readers_from_rows(conn.fetch_all(statement).await?, now)?.pop())
}

/// These people, in the order given; unknown ones are left out.
pub async fn get_many(mut conn: impl Conn, ids: &[AccountId], now: Timestamp) -> Result<Vec<Reader>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let statement = bind_window(people_statement("a.id IN (?)"), now).bind_in(ids);
    let mut found = readers_from_rows(conn.fetch_all(statement).await?, now)?;
    let rank = |reader: &Reader| ids.iter().position(|id| *id == reader.account.id);
    found.sort_by_key(rank);
    Ok(found)
}

/// Puts the rows of each person together.
fn readers_from_rows(rows: Vec<ReaderRow>, now: Timestamp) -> Result<Vec<Reader>> {
    let mut readers = Vec::new();
    let mut rows = rows.into_iter().peekable();
    while let Some(mut first) = rows.next() {
        let mut own = Vec::new();
        let mut shared = Vec::new();
        // Books since the start of each subscription that counts from there.
        let mut spans = HashMap::new();
        let mut add_subscription = |row: &mut ReaderRow| {
            let Some(subscription) = row.subscription.take() else { return };
            if row.own {
                spans.extend(row.taken_span.map(|taken| (subscription.id.clone(), taken)));
                own.push(subscription);
            } else {
                shared.push(subscription);
            }
        };
        add_subscription(&mut first);
        while let Some(mut row) = rows.next_if(|row| row.id == first.id) {
            add_subscription(&mut row);
        }
        let month = first.taken_month;
        let mut reader = reader_from_row(first, own, shared)?;
        // Limit and count are of one subscription: the one that counts.
        let span = reader.subscription(now).and_then(|counting| spans.get(&counting.id).copied());
        reader.books_taken = span.unwrap_or(month);
        readers.push(reader);
    }
    Ok(readers)
}

/// One person; the books are counted after.
fn reader_from_row(row: ReaderRow, own: Vec<Subscription>, shared: Vec<Subscription>) -> Result<Reader> {
    let account: domain::accounts::Account = parse_record(&row.document)?;
    let proof = match (row.proof, row.submitted) {
        (true, _) => ProofStatus::Active,
        (false, true) => ProofStatus::Submitted,
        (false, false) => ProofStatus::Missing,
    };
    let organization = match row.organization {
        Some(document) => Some(OrganizationStanding {
            organization: parse_record(&document)?,
            subscriptions: shared,
            books_taken: row.taken_organization,
        }),
        None => None,
    };
    Ok(Reader {
        account,
        agreement_signed: row.agreement,
        subscriptions: own,
        proof,
        provisional_until: row.first_submitted.and_then(|first| provisional_end(first, row.provisional_days)),
        organization,
        books_taken: 0,
    })
}
