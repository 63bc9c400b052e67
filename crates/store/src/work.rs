//! Work items that wait for membership staff, derived from the records that they are about
//! (docs/rules/memberships.md#rule-16).

use std::collections::BTreeSet;

use domain::confirmations::OPEN_FOR;
use domain::wire::WireEnum as _;
use domain::work::{NEW_READER_WINDOW, SUBSCRIPTION_WINDOW, WorkKind};
use domain::{Account, SiteId};
use jiff::{SignedDuration, Timestamp};

use crate::{Conn, Result, Sql, hand_overs, parse_record, proof_decisions};

/// The work of one site, or of all, at a moment.
#[derive(Debug, Clone, Copy)]
pub struct WorkScope<'a> {
    /// `None` for every site.
    pub site: Option<&'a SiteId>,
    pub now: Timestamp,
}

/// A position in the list of a kind. Later items have waited a shorter time, or as long with a later subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkPosition {
    pub since: Timestamp,
    /// Identifier of a person or an organization. Empty before all of them.
    pub subject: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkItem {
    pub kind: WorkKind,
    /// Identifier of the person or the organization, by the kind.
    pub subject: String,
    /// Name of the person or the organization.
    pub name: String,
    pub since: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkSummary {
    pub kind: WorkKind,
    pub count: u64,
    /// The time since which the oldest item waits. `None` if nothing waits.
    pub oldest: Option<Timestamp>,
}

/// Work of a kind, longest wait first: at most `limit` items after a position.
pub async fn list(
    mut conn: impl Conn,
    kind: WorkKind,
    scope: WorkScope<'_>,
    after: &WorkPosition,
    limit: u32,
) -> Result<Vec<WorkItem>> {
    let (label, table) =
        if kind.is_about_organization() { ("name", "organizations") } else { ("document", "accounts") };
    let statement = Sql::new(format!(
        "SELECT w.subject, l.{label}, w.since FROM (SELECT w.subject, w.since FROM ({}) w WHERE {IN_SCOPE} \
             AND (w.since > $3 OR (w.since = $3 AND w.subject > $4)) \
             ORDER BY w.since, w.subject LIMIT {limit}) w \
         JOIN {table} l ON l.id = w.subject ORDER BY w.since, w.subject",
        select_items(kind)
    ));
    let statement = bind_scope(statement, scope).bind(after.since).bind(&after.subject);
    let rows = conn.fetch_all::<(String, String, Timestamp)>(statement).await?;
    let item = |(subject, label, since): (String, String, Timestamp)| {
        let name = if kind.is_about_organization() {
            label
        } else {
            parse_record::<Account>(&label)?.display_name()
        };
        Ok(WorkItem { kind, subject, name, since })
    };
    rows.into_iter().map(item).collect()
}

/// The work of every kind in numbers, by kind: one statement.
pub async fn summarize(mut conn: impl Conn, scope: WorkScope<'_>) -> Result<Vec<WorkSummary>> {
    let count = |kind: &WorkKind| {
        let items = select_items(*kind);
        format!("SELECT '{kind}' AS kind, COUNT(*), MIN(w.since) FROM ({items}) w WHERE {IN_SCOPE}")
    };
    let counts: Vec<String> = WorkKind::ALL.iter().map(count).collect();
    let statement = bind_scope(Sql::new(counts.join(" UNION ALL ")), scope);
    let rows = conn.fetch_all::<(WorkKind, u64, Option<Timestamp>)>(statement).await?;
    let summary = |(kind, count, oldest)| WorkSummary { kind, count, oldest };
    let mut summaries: Vec<WorkSummary> = rows.into_iter().map(summary).collect();
    summaries.sort_by_key(|summary| summary.kind);
    Ok(summaries)
}

/// The people among these who lack only a subscription of their own. `people` has at most as many entries as
/// a statement can bind.
pub async fn list_lacking_subscription(
    mut conn: impl Conn,
    people: &[&str],
    now: Timestamp,
) -> Result<BTreeSet<String>> {
    let select = Sql::new(format!(
        "SELECT a.id FROM accounts a WHERE a.id IN (?) \
         AND {HAS_AGREEMENT} AND {HAS_PROOF} AND NOT {HAS_SUBSCRIPTION}"
    ));
    conn.fetch_each(select.bind(now).for_keys(people.iter().copied())).await
}

/// The condition of items of a scope: `$1` is now, `$2` the site or NULL.
const IN_SCOPE: &str = "w.since <= $1 AND (CAST($2 AS TEXT) IS NULL OR w.site_id = $2)";

fn bind_scope(statement: Sql, scope: WorkScope<'_>) -> Sql {
    statement.bind(scope.now).bind(scope.site)
}

// Not `EXISTS`: if conditions are combined by OR, PostgreSQL reads a whole table for it.
/// The condition that the account `a` has a current agreement.
const HAS_AGREEMENT: &str = "((SELECT 1 FROM agreements g WHERE g.account_id = a.id \
     AND g.kind = 'termsOfUse' AND (g.date_expired IS NULL OR g.date_expired > $1) LIMIT 1) IS NOT NULL)";

/// The condition that the account `a` has an active proof.
const HAS_PROOF: &str = "((SELECT 1 FROM proofs x WHERE x.account_id = a.id LIMIT 1) IS NOT NULL)";

/// The condition that the account `a` has an active subscription of its own.
const HAS_SUBSCRIPTION: &str = "((SELECT 1 FROM subscriptions s WHERE s.account_id = a.id \
     AND s.start_at <= $1 AND (s.end_at IS NULL OR s.end_at > $1) LIMIT 1) IS NOT NULL)";

/// The condition that the account `a` is of a reader who may sign.
const IS_READER: &str = "a.is_individual AND NOT a.deleted AND NOT a.locked";

/// The statement for the items of a kind at `$1`: `subject`, `site_id` and `since`. Each subject comes once.
/// It reads what waits and little more, however many people there are.
fn select_items(kind: WorkKind) -> String {
    let joined = micros(NEW_READER_WINDOW);
    match kind {
        WorkKind::NewReader => format!(
            "SELECT a.id AS subject, a.site_id, a.created_at AS since FROM accounts a \
             WHERE {IS_READER} AND a.created_at > $1 - {joined} \
             AND NOT ({HAS_AGREEMENT} AND {HAS_PROOF} AND {HAS_SUBSCRIPTION})"
        ),
        WorkKind::Proof => format!(
            "SELECT submitted.subject, a.site_id, submitted.since FROM (SELECT p.account_id AS subject, \
                 MIN(p.date_submitted) AS since FROM proof_submissions p WHERE {} \
                 GROUP BY p.account_id) submitted \
             JOIN accounts a ON a.id = submitted.subject WHERE NOT a.deleted",
            proof_decisions::IS_OPEN
        ),
        // People without any recorded agreement, and people whose last one has ended: it ended before
        // now, because it began to wait then.
        WorkKind::ReaderAgreement => format!(
            "SELECT a.id AS subject, a.site_id, a.created_at AS since FROM accounts a \
             WHERE {IS_READER} AND NOT a.has_signed AND a.created_at <= $1 - {joined} \
             AND NOT EXISTS (SELECT 1 FROM agreements g WHERE g.account_id = a.id AND g.kind = 'termsOfUse') \
             UNION ALL \
             SELECT ended.subject, a.site_id, ended.since FROM (SELECT g.account_id AS subject, \
                 MAX(g.date_expired) AS since FROM agreements g \
                 WHERE g.kind = 'termsOfUse' AND g.date_expired IS NOT NULL GROUP BY g.account_id) ended \
             JOIN accounts a ON a.id = ended.subject WHERE {IS_READER} AND a.created_at <= $1 - {joined} \
             AND NOT EXISTS (SELECT 1 FROM agreements n WHERE n.account_id = ended.subject \
                 AND n.kind = 'termsOfUse' AND n.date_expired IS NULL)"
        ),
        // An organization without sponsors cannot sign, so it has no waiting time.
        WorkKind::OrganizationAgreement => "SELECT o.id AS subject, o.site_id, \
             (SELECT MIN(a.created_at) FROM accounts a WHERE a.organization_id = o.id \
                 AND a.is_sponsor AND NOT a.deleted) AS since \
             FROM organizations o WHERE NOT o.agreement_signed"
            .to_owned(),
        WorkKind::OrganizationAdmission => "SELECT o.id AS subject, o.site_id, m.requested_at AS since \
             FROM organization_admissions m JOIN organizations o ON o.id = m.organization_id \
             WHERE m.decided_at IS NULL"
            .to_owned(),
        WorkKind::HandOver => format!(
            "SELECT o.id AS subject, o.site_id, h.requested_at AS since FROM hand_overs h \
             JOIN organizations o ON o.id = h.organization_id JOIN accounts a ON {} \
             WHERE h.decided_at IS NULL",
            hand_overs::IS_SPONSOR
        ),
        WorkKind::ReaderSubscription => format!(
            "SELECT a.id AS subject, a.site_id, {} AS since \
             FROM subscriptions s JOIN accounts a ON a.id = s.account_id \
             WHERE {} AND NOT a.deleted AND NOT a.locked",
            subscription_window_start(),
            ends_soon_condition("account_id")
        ),
        WorkKind::OrganizationSubscription => format!(
            "SELECT o.id AS subject, o.site_id, {} AS since \
             FROM subscriptions s JOIN organizations o ON o.id = s.organization_id WHERE {}",
            subscription_window_start(),
            ends_soon_condition("organization_id")
        ),
        WorkKind::AuthorityRequest => format!(
            "SELECT a.id AS subject, a.site_id, MIN(c.requested_at) AS since \
             FROM confirmations c JOIN accounts a ON a.id = c.account_id \
             WHERE c.confirmed_at IS NULL AND c.requested_at > $1 - {} AND NOT a.deleted AND NOT {HAS_PROOF} \
             GROUP BY a.id",
            micros(OPEN_FOR)
        ),
    }
}

/// The time since which the end of the subscription `s` is near.
fn subscription_window_start() -> String {
    format!("s.end_at - {}", micros(SUBSCRIPTION_WINDOW))
}

/// The condition that the subscription `s` ends soon, and that no other one of its holder ends later.
fn ends_soon_condition(holder: &str) -> String {
    format!(
        "s.end_at > $1 AND s.end_at <= $1 + {} AND NOT EXISTS (SELECT 1 FROM subscriptions n \
             WHERE n.{holder} = s.{holder} AND (n.end_at IS NULL OR n.end_at > s.end_at \
                 OR (n.end_at = s.end_at AND n.id > s.id)))",
        micros(SUBSCRIPTION_WINDOW)
    )
}

/// A duration in the unit of stored times.
fn micros(duration: SignedDuration) -> i128 {
    duration.as_micros()
}
