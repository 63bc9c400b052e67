//! Marketing referrals (docs/rules/accounts.md#rule-11, POST /v2/utm): only ever added to.

use domain::referrals::Referral;

use crate::sql::TableRow;
use crate::{Conn, Result};

pub async fn insert(mut conn: impl Conn, referral: &Referral) -> Result<()> {
    let utm = &referral.utm;
    let row = TableRow::new("referrals")
        .set("site_id", &referral.site)
        .set("client_id", &referral.client)
        .set("account_id", &referral.account)
        .set("source", &utm.source)
        .set("medium", utm.medium.as_deref())
        .set("campaign", utm.campaign.as_deref())
        .set("term", utm.term.as_deref())
        .set("content", utm.content.as_deref())
        .set("recorded_at", referral.date);
    conn.execute(row.insert()).await.map(drop)
}
