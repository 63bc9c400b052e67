//! Marketing referrals (docs/rules/accounts.md#rule-11, POST /v2/utm): only ever added to.

use domain::AccountId;
use domain::referrals::Referral;

use crate::{Conn, Result, Sql};

pub async fn insert(mut conn: impl Conn, referral: &Referral) -> Result<()> {
    let utm = &referral.utm;
    let statement = Sql::new(
        "INSERT INTO referrals (site_id, client_id, account_id, source, medium, campaign, term, content, \
         recorded_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(referral.site.as_str())
    .bind(referral.client.as_str())
    .bind(referral.account.as_ref().map(AccountId::as_str))
    .bind(utm.source.as_str())
    .bind(utm.medium.as_deref())
    .bind(utm.campaign.as_deref())
    .bind(utm.term.as_deref())
    .bind(utm.content.as_deref())
    .bind_time(referral.date);
    conn.execute(statement).await.map(|_| ())
}
