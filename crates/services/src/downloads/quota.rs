//! What is added to the refusal of a used-up quota: when the next book may be downloaded
//! (docs/rules/quotas.md).

use domain::access::AlertCode;
use domain::quotas::{self, NextBook};
use domain::readers::Reader;
use domain::subscriptions::DownloadTimeframe;
use jiff::Timestamp;
use store::downloads::Charge;

use super::request::Request;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::library::Library;

/// The rule's refusal; if a quota is used up, with the date of the next book.
pub(super) async fn explained(
    library: &Library,
    caller: &Caller,
    request: &Request,
    refusal: Error,
) -> Result<Error> {
    let (Error::Denied { code: code @ AlertCode::DownloadLimitReached, .. }, Some(recipient)) =
        (&refusal, &request.recipient)
    else {
        return Ok(refusal);
    };
    let charge = Charge::of(&request.decision, Some(recipient));
    let next = if counts_whole_subscription(&charge, recipient, caller.now) {
        None
    } else {
        let quota = match (&charge, &recipient.organization) {
            (Charge::Organization(_), Some(standing)) => quotas::organization(standing),
            _ => quotas::individual(recipient, caller.now),
        };
        store::quota_usage::next_place(&library.db, &charge, &recipient.account.id, quota, caller.now).await?
    };
    let more = next.map_or(NextBook::Subscription, NextBook::From);
    Ok(Error::Denied { code: *code, more: Some(more) })
}

/// Whether books are counted from the subscription's start on, and never leave the count.
fn counts_whole_subscription(charge: &Charge, recipient: &Reader, now: Timestamp) -> bool {
    let subscription = recipient.subscription(now).filter(|_| *charge == Charge::Own);
    subscription.is_some_and(|s| s.timeframe == DownloadTimeframe::EntireSubscription)
}
