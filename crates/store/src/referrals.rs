//! Marketing referrals (spec 4, 1.3, POST /v2/utm): only ever added to.

use domain::ids::{AccountId, ClientId, SiteId};
use domain::referrals::{Referral, Utm};

use crate::conn::Conn;
use crate::error::Result;
use crate::sql::Sql;
use crate::values::time;

/// Notes a visit.
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
    .time(referral.date);
    conn.execute(statement).await.map(|_| ())
}

type Row =
    (String, Option<String>, String, Option<String>, Option<String>, Option<String>, Option<String>, i64);

/// The visits of a site, newest first, at most so many.
pub async fn newest(mut conn: impl Conn, site: &SiteId, limit: u32) -> Result<Vec<Referral>> {
    let statement = Sql::new(
        "SELECT client_id, account_id, source, medium, campaign, term, content, recorded_at FROM referrals \
         WHERE site_id = $1 ORDER BY recorded_at DESC, id DESC LIMIT $2",
    )
    .bind(site.as_str())
    .bind(i64::from(limit));
    let rows = conn.all::<Row>(statement).await?;
    rows.into_iter()
        .map(|(client, account, source, medium, campaign, term, content, date)| {
            Ok(Referral {
                site: site.clone(),
                client: ClientId(client),
                account: account.map(AccountId),
                utm: Utm { source, medium, campaign, term, content },
                date: time(date)?,
            })
        })
        .collect()
}
