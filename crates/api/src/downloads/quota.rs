//! What is said when a quota is used up: when the next book may be had (spec 4, 4.5).

use domain::access::AlertCode;
use domain::dates::format_timestamp;
use domain::quotas;
use domain::readers::Reader;
use domain::subscriptions::DownloadTimeframe;
use jiff::Timestamp;
use store::downloads::Charge;

use super::Request;
use crate::http::caller::Caller;
use crate::http::errors::{ApiError, Result};
use crate::state::Api;

/// The rule's refusal; that of a used up quota says more.
pub(super) async fn explained(
    api: &Api,
    caller: &Caller,
    request: &Request,
    refusal: ApiError,
) -> Result<ApiError> {
    let Some(recipient) = &request.recipient else { return Ok(refusal) };
    if refusal.key() != AlertCode::DownloadLimitReached.as_str() {
        return Ok(refusal);
    }
    let charge = Charge::of(&request.decision, Some(recipient));
    let next = if counts_whole_subscription(&charge, recipient, caller.now) {
        None
    } else {
        let quota = match (&charge, &recipient.organization) {
            (Charge::Organization(_), Some(standing)) => quotas::organization(standing),
            _ => quotas::individual(recipient, caller.now),
        };
        store::quota_usage::next_place(&api.db, &charge, &recipient.account.id, quota, caller.now).await?
    };
    Ok(refusal.say(match next {
        Some(at) => format!("The next book may be downloaded from {} on.", format_timestamp(at)),
        None => "The next book may be downloaded with another subscription.".to_owned(),
    }))
}

/// Whether books are counted from the subscription's start on, and never leave the count.
fn counts_whole_subscription(charge: &Charge, recipient: &Reader, now: Timestamp) -> bool {
    let subscription = recipient.subscription(now).filter(|_| *charge == Charge::Own);
    subscription.is_some_and(|s| s.timeframe == DownloadTimeframe::EntireSubscription)
}
