//! Signed agreements.

use domain::{AccountId, Agreement, AgreementId, AgreementType, OrganizationId};
use jiff::Timestamp;

use crate::values::to_micros;
use crate::{Conn, Result, Sql, parse_enum, to_opt_timestamp, to_timestamp};

const COLUMNS: &str = "SELECT id, account_id, kind, date_signed, date_expired, print_name, recorded_by, \
     signed_by_guardian FROM agreements";

type AgreementRow = (String, String, String, i64, Option<i64>, String, Option<String>, bool);

fn agreement_from_row(row: AgreementRow) -> Result<Agreement> {
    let (id, account, kind, signed, expired, print_name, recorded_by, signed_by_legal_guardian) = row;
    Ok(Agreement {
        id: AgreementId(id),
        account: AccountId(account),
        kind: parse_enum(&kind)?,
        date_signed: to_timestamp(signed)?,
        date_expired: to_opt_timestamp(expired)?,
        print_name,
        recorded_by: recorded_by.map(AccountId),
        signed_by_legal_guardian,
    })
}

/// Records a signature. Conflict `agreements_current` if a current one of this kind exists.
pub async fn insert(mut conn: impl Conn, agreement: &Agreement) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO agreements (id, account_id, kind, date_signed, date_expired, print_name, recorded_by, \
         signed_by_guardian) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(agreement.id.as_str())
    .bind(agreement.account.as_str())
    .bind(agreement.kind.as_str())
    .bind_time(agreement.date_signed)
    .bind(to_micros(agreement.date_expired))
    .bind(agreement.print_name.as_str())
    .bind(agreement.recorded_by.as_ref().map(AccountId::as_str))
    .bind(agreement.signed_by_legal_guardian);
    conn.execute(statement).await?;
    if agreement.kind != AgreementType::TermsOfUse {
        return Ok(());
    }
    // The list of readers without an agreement then skips this account. If the flag is lost, the list is only
    // slower.
    let statement = Sql::new("UPDATE accounts SET has_signed = TRUE WHERE id = $1 AND NOT has_signed");
    conn.execute(statement.bind(agreement.account.as_str())).await.map(drop)
}

/// All agreements of an account, newest first.
pub async fn list_for_account(mut conn: impl Conn, account: &AccountId) -> Result<Vec<Agreement>> {
    let statement = Sql::new(format!("{COLUMNS} WHERE account_id = $1 ORDER BY date_signed DESC, id"))
        .bind(account.as_str());
    conn.fetch_all::<AgreementRow>(statement).await?.into_iter().map(agreement_from_row).collect()
}

pub async fn get(mut conn: impl Conn, id: &AgreementId) -> Result<Option<Agreement>> {
    let statement = Sql::new(format!("{COLUMNS} WHERE id = $1")).bind(id.as_str());
    conn.fetch_optional::<AgreementRow>(statement).await?.map(agreement_from_row).transpose()
}

/// Returns true if a current agreement of an organization is on file: one that a sponsor of it signed
/// (docs/rules/organizations.md#rule-11, `hasOrgAgreement`).
pub async fn is_signed(mut conn: impl Conn, organization: &OrganizationId) -> Result<bool> {
    let statement = Sql::new(
        "SELECT EXISTS (SELECT 1 FROM agreements INNER JOIN accounts ON accounts.id = agreements.account_id WHERE \
         accounts.organization_id = $1 AND accounts.is_sponsor AND NOT accounts.deleted AND agreements.kind = $2 \
         AND agreements.date_expired IS NULL)",
    )
    .bind(organization.as_str())
    .bind(AgreementType::TermsOfUse.as_str());
    Ok(conn.fetch_one::<(bool,)>(statement).await?.0)
}

/// Ends a current agreement. False if it is unknown or has ended before.
pub async fn expire(mut conn: impl Conn, id: &AgreementId, now: Timestamp) -> Result<bool> {
    let statement =
        Sql::new("UPDATE agreements SET date_expired = $2 WHERE id = $1 AND date_expired IS NULL")
            .bind(id.as_str())
            .bind_time(now);
    conn.affects_rows(statement).await
}
