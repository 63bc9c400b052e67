//! Places in quotas (docs/rules/quotas.md): taken when a copy is requested. When a used-up quota has room for
//! the next book is added to the refusal of a download, and to titles that are closed for no other reason.

use domain::access::QuotaOf;
use domain::quotas::{self, NextBook, Quota};
use domain::{AlertCode, DownloadId, DownloadTimeframe, Reader};
use jiff::Timestamp;
use store::downloads::QuotaCharge;
use store::{Conn, Tx};

use super::request::Request;
use crate::views::View;
use crate::{Error, Operation, Result};

/// The rule's refusal; if a quota is used up, with the date of the next book.
pub(super) async fn with_next_book(request: &Request, refusal: Error) -> Result<Error> {
    let (Error::Denied { code: code @ AlertCode::DownloadLimitReached, .. }, Some(recipient)) =
        (&refusal, &request.recipient)
    else {
        return Ok(refusal);
    };
    let next = find_next_book(&request.op, recipient, request.decision.quota_of).await?;
    Ok(Error::Denied { code: *code, next_books: Some(next) })
}

/// Takes a place in the quota for a copy, in the transaction that begins its package. The access rule decided
/// by the books that were counted before the transaction; here they are counted again while other requests
/// for the same quota wait.
///
/// # Errors
/// `DOWNLOAD_LIMIT_REACHED` if other requests have used the quota up since.
pub(super) async fn reserve_in_quota(
    tx: &mut Tx,
    request: &Request,
    charge: &QuotaCharge,
    download: DownloadId,
) -> Result<()> {
    let (Some(recipient), Some(title)) = (&request.recipient, request.offering().item().title()) else {
        return Ok(());
    };
    let now = request.op.now;
    let (quota, since) = (present_quota(charge, recipient, now), window_start(charge, recipient, now));
    if quota.allowed.is_some() && *charge != QuotaCharge::Nobody {
        let account = &recipient.account.id;
        let usage = store::quota_usage::lock_and_count(tx, charge, account, title, since).await?;
        let quota = Quota { taken: usage.used_books, ..quota };
        if quota.is_used_up() && !usage.has_title {
            let next = next_book(&mut *tx, charge, recipient, quota, now).await?;
            let more = Some(next.map_or(NextBook::Subscription, NextBook::From));
            return Err(Error::Denied { code: AlertCode::DownloadLimitReached, next_books: more });
        }
    }
    Ok(store::quota_usage::reserve_book(tx, download, charge, &recipient.account.id, title, now).await?)
}

/// A quota with the books that were counted when the reader was loaded.
fn present_quota(charge: &QuotaCharge, recipient: &Reader, now: Timestamp) -> Quota {
    match (charge, &recipient.organization) {
        (QuotaCharge::Organization(_), Some(standing)) => quotas::organization_quota(standing),
        _ => quotas::individual_quota(recipient, now),
    }
}

/// Start of the time in which the books of a quota are counted.
fn window_start(charge: &QuotaCharge, recipient: &Reader, now: Timestamp) -> Timestamp {
    match charge {
        QuotaCharge::Organization(_) => quotas::organization_window_start(now),
        QuotaCharge::Own | QuotaCharge::Nobody => quotas::window_start(recipient, now),
    }
}

/// Times at which used-up quotas have room again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NextBookTimes {
    own_quota: Option<Timestamp>,
    organization: Option<Timestamp>,
}

impl NextBookTimes {
    /// The time from which the caller may download a title that is closed only because a quota is used up.
    /// `None` for any other title, and if books never leave the count.
    pub fn for_view<T>(&self, seen: &View<T>) -> Option<Timestamp> {
        match seen.decision.quota_of {
            QuotaOf::Recipient if awaits_quota(seen) => self.own_quota,
            QuotaOf::Organization if awaits_quota(seen) => self.organization,
            _ => None,
        }
    }
}

/// Times at which the caller may download those of these titles that are closed by a used-up quota alone:
/// no statement if there are none, otherwise one for each quota.
pub async fn find_next_book_times<'a, T: 'a>(
    op: &Operation,
    views: impl IntoIterator<Item = &'a View<T>>,
) -> Result<NextBookTimes> {
    let Some(recipient) = op.beneficiary() else { return Ok(NextBookTimes::default()) };
    let used_up: Vec<QuotaOf> =
        views.into_iter().filter(|view| awaits_quota(view)).map(|view| view.decision.quota_of).collect();
    let next = async |quota: QuotaOf| {
        if used_up.contains(&quota) {
            let charge = QuotaCharge::from_decision(quota, Some(recipient));
            let quota = present_quota(&charge, recipient, op.now);
            next_book(op.db(), &charge, recipient, quota, op.now).await
        } else {
            Ok(None)
        }
    };
    Ok(NextBookTimes {
        own_quota: next(QuotaOf::Recipient).await?,
        organization: next(QuotaOf::Organization).await?,
    })
}

/// The time at which a reader whose quota is used up may download another book.
pub(crate) async fn find_next_book(op: &Operation, reader: &Reader, quota: QuotaOf) -> Result<NextBook> {
    let charge = QuotaCharge::from_decision(quota, Some(reader));
    let quota = present_quota(&charge, reader, op.now);
    let next = next_book(op.db(), &charge, reader, quota, op.now).await?;
    Ok(next.map_or(NextBook::Subscription, NextBook::From))
}

/// Returns true if a title is closed only because a quota is used up.
fn awaits_quota<T>(view: &View<T>) -> bool {
    let mut closing = view.decision.alerts.iter().filter(|alert| alert.is_error()).map(|alert| alert.code);
    let pending = view.decision.has_alert(AlertCode::FormatsPending);
    closing.next() == Some(AlertCode::DownloadLimitReached) && closing.next().is_none() && !pending
}

/// The time at which a quota has room again. `None` if it is not used up, or if its books never leave the
/// count.
async fn next_book(
    conn: impl Conn,
    charge: &QuotaCharge,
    recipient: &Reader,
    quota: Quota,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    if counts_whole_subscription(charge, recipient, now) {
        return Ok(None);
    }
    Ok(store::quota_usage::next_free_at(conn, charge, &recipient.account.id, quota, now).await?)
}

/// Returns true if books are counted from the subscription's start on, and never leave the count.
fn counts_whole_subscription(charge: &QuotaCharge, recipient: &Reader, now: Timestamp) -> bool {
    let subscription = recipient.subscription(now).filter(|_| *charge == QuotaCharge::Own);
    subscription.is_some_and(|s| s.timeframe == DownloadTimeframe::EntireSubscription)
}
