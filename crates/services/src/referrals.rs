//! Marketing referrals.

use domain::Privilege;
use domain::referrals::{Referral, Utm};

use crate::{Operation, Result};

/// Records the link by which the caller came.
pub async fn record(op: &Operation, utm: Utm) -> Result<()> {
    op.require_privilege(Privilege::Marketing)?;
    let referral = Referral {
        site: op.site.id.clone(),
        client: op.client.id.clone(),
        account: op.signed_in_id().cloned(),
        utm,
        date: op.now,
    };
    Ok(store::referrals::insert(op.db(), &referral).await?)
}
