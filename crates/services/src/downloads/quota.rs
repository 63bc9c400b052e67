//! When a used-up quota has room for the next book (docs/rules/quotas.md): added to the refusal of a
//! download, and to titles that are closed for no other reason.

use domain::access::{AlertCode, QuotaOf};
use domain::quotas::{self, NextBook};
use domain::readers::Reader;
use domain::subscriptions::DownloadTimeframe;
use jiff::Timestamp;
use store::downloads::Charge;

use super::request::Request;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::titles::Seen;

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
    let charge = Charge::of(request.decision.quota_of, Some(recipient));
    let next = next_book(library, &charge, recipient, caller.now).await?;
    Ok(Error::Denied { code: *code, more: Some(next.map_or(NextBook::Subscription, NextBook::From)) })
}

/// When used-up quotas have room again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NextBooks {
    own: Option<Timestamp>,
    organization: Option<Timestamp>,
}

impl NextBooks {
    /// From when on the caller may download a title that is closed because a quota is used up, and for no
    /// other reason. `None` for any other title, and if books never leave the count.
    pub fn of(&self, seen: &Seen) -> Option<Timestamp> {
        match seen.quota_of {
            QuotaOf::Recipient if awaits_quota(seen) => self.own,
            QuotaOf::Organization if awaits_quota(seen) => self.organization,
            _ => None,
        }
    }
}

/// When the caller may download those of these titles that are closed by a used-up quota alone: no statement
/// if there are none, otherwise one for each quota.
pub async fn next_books(
    library: &Library,
    caller: &Caller,
    seen: impl IntoIterator<Item = &Seen>,
) -> Result<NextBooks> {
    let Some(recipient) = caller.beneficiary() else { return Ok(NextBooks::default()) };
    let used_up: Vec<QuotaOf> =
        seen.into_iter().filter(|seen| awaits_quota(seen)).map(|seen| seen.quota_of).collect();
    let next = async |quota: QuotaOf| {
        if used_up.contains(&quota) {
            let charge = Charge::of(quota, Some(recipient));
            next_book(library, &charge, recipient, caller.now).await
        } else {
            Ok(None)
        }
    };
    Ok(NextBooks { own: next(QuotaOf::Recipient).await?, organization: next(QuotaOf::Organization).await? })
}

/// Whether a used-up quota is all that closes a title.
fn awaits_quota(seen: &Seen) -> bool {
    let mut closing = seen.look.alerts.iter().filter(|alert| alert.is_error()).map(|alert| alert.code);
    let pending = seen.look.alerts.iter().any(|alert| alert.code == AlertCode::FormatsPending);
    closing.next() == Some(AlertCode::DownloadLimitReached) && closing.next().is_none() && !pending
}

/// When a quota has room again. `None` if it is not used up, or if its books never leave the count.
async fn next_book(
    library: &Library,
    charge: &Charge,
    recipient: &Reader,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    if counts_whole_subscription(charge, recipient, now) {
        return Ok(None);
    }
    let quota = match (charge, &recipient.organization) {
        (Charge::Organization(_), Some(standing)) => quotas::organization(standing),
        _ => quotas::individual(recipient, now),
    };
    Ok(store::quota_usage::next_place(&library.db, charge, &recipient.account.id, quota, now).await?)
}

/// Whether books are counted from the subscription's start on, and never leave the count.
fn counts_whole_subscription(charge: &Charge, recipient: &Reader, now: Timestamp) -> bool {
    let subscription = recipient.subscription(now).filter(|_| *charge == Charge::Own);
    subscription.is_some_and(|s| s.timeframe == DownloadTimeframe::EntireSubscription)
}
