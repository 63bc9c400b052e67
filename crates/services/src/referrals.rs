//! Marketing referrals.

use domain::referrals::{Referral, Utm};

use crate::error::Result;
use crate::library::Library;
use crate::roles::MarketingKey;

/// Records the link by which the caller came.
pub async fn record(library: &Library, caller: &MarketingKey, utm: Utm) -> Result<()> {
    let referral = Referral {
        site: caller.site.id.clone(),
        client: caller.client.id.clone(),
        account: caller.reader.as_ref().map(|reader| reader.account.id.clone()),
        utm,
        date: caller.now,
    };
    Ok(store::referrals::insert(&library.db, &referral).await?)
}
