//! Signed agreements.

use domain::{AccountId, Agreement, AgreementId, AgreementType, OrganizationId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, record};

record! {
    Agreement {
        id,
        account: "account_id",
        kind,
        date_signed,
        date_expired,
        print_name,
        recorded_by,
        signed_by_legal_guardian: "signed_by_guardian",
    }
}

/// Records a signature. Conflict `agreements_current` if a current one of this kind exists.
pub async fn insert(mut conn: impl Conn, agreement: &Agreement) -> Result<()> {
    let row = TableRow::new("agreements")
        .set("id", &agreement.id)
        .set("account_id", &agreement.account)
        .set("kind", agreement.kind)
        .set("date_signed", agreement.date_signed)
        .set("date_expired", agreement.date_expired)
        .set("print_name", &agreement.print_name)
        .set("recorded_by", &agreement.recorded_by)
        .set("signed_by_guardian", agreement.signed_by_legal_guardian);
    conn.execute(row.insert()).await?;
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
    let statement = Agreement::select_from("agreements WHERE account_id = $1 ORDER BY date_signed DESC, id");
    conn.fetch_all(statement.bind(account)).await
}

pub async fn get(mut conn: impl Conn, id: &AgreementId) -> Result<Option<Agreement>> {
    conn.fetch_optional(Agreement::select_from("agreements WHERE id = $1").bind(id)).await
}

/// Returns true if a current agreement of an organization is on file: one that a sponsor of it signed
/// (docs/rules/organizations.md#rule-11, `hasOrgAgreement`).
pub async fn is_signed(mut conn: impl Conn, organization: &OrganizationId) -> Result<bool> {
    let statement = Sql::new(
        "SELECT EXISTS (SELECT 1 FROM agreements INNER JOIN accounts ON accounts.id = agreements.account_id WHERE \
         accounts.organization_id = $1 AND accounts.is_sponsor AND NOT accounts.deleted AND agreements.kind = $2 \
         AND agreements.date_expired IS NULL)",
    )
    .bind_all((organization, AgreementType::TermsOfUse));
    conn.fetch_one(statement).await
}

/// Ends a current agreement. False if it is unknown or has ended before.
pub async fn expire(mut conn: impl Conn, id: &AgreementId, now: Timestamp) -> Result<bool> {
    let statement =
        Sql::new("UPDATE agreements SET date_expired = $2 WHERE id = $1 AND date_expired IS NULL")
            .bind_all((id, now));
    conn.affects_rows(statement).await
}
