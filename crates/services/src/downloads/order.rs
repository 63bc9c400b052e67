//! Copies that are ordered for a person who fetches them, by somebody who serves the person
//! (docs/rules/memberships.md#rule-15).

use domain::access::{self, AccessCaller, AccessFacts, Refusal};
use domain::{AccountId, AuditedAct, DownloadId, DownloadStatus, Format, ItemAddress, Reader, TitleId};
use store::Tx;
use store::downloads::{NewDownload, PackagePurpose};

use super::request::{CopyRequest, Request};
use crate::{Error, ErrorKey, Operation, Result, items};

/// A copy of a title that is ordered for a person.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CopyOrder<'a> {
    pub(crate) person: &'a AccountId,
    pub(crate) title: TitleId,
    pub(crate) format: Format,
    /// True if the person gets an email when the copy is ready, if there is an address.
    pub(crate) sends_email: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderedCopy {
    Ready,
    /// It is being made.
    Pending {
        /// True if the person gets an email when it is ready.
        sends_email: bool,
    },
}

/// Starts making the copy that the person would get now: it is the person's own, and the audit records who
/// ordered it. The caller must be allowed to get the title for the person, and the person to fetch it.
///
/// # Errors
/// Those of [`deliver`](super::deliver).
pub(crate) async fn order_for_person(op: &Operation, order: CopyOrder<'_>) -> Result<OrderedCopy> {
    let copy = CopyRequest {
        content: ItemAddress::Title(order.title),
        format: order.format,
        for_user: Some(order.person.to_string()),
    };
    let request = Request::load_with_decision(op, &copy).await?;
    request.check_access().await?;
    let recipient = request.recipient.as_deref().ok_or(ErrorKey::UserNotFound)?;
    request.check_access_of(recipient).await?;
    let wanted = NewDownload { caller: Some(&recipient.account.id), ..request.download_key(None).await? };
    let download = request.find_or_submit(&wanted, PackagePurpose::Download).await?;
    match download.status_at(op.now) {
        DownloadStatus::Available | DownloadStatus::Downloaded => return Ok(OrderedCopy::Ready),
        DownloadStatus::Pending => {}
        DownloadStatus::Failed | DownloadStatus::Expired => {
            request.restart(&download, &wanted.charge, PackagePurpose::Download).await?;
        }
    }
    let sends_email = if order.sends_email && recipient.account.email.is_some() {
        let language = recipient.account.language.as_deref().unwrap_or_default();
        store::downloads::set_email_wish(op.db(), download.id, Some(language)).await?
    } else {
        false
    };
    Ok(OrderedCopy::Pending { sends_email })
}

impl Request {
    /// Refuses a copy that its recipient could not fetch without the caller.
    async fn check_access_of(&self, recipient: &Reader) -> Result<()> {
        let op = &self.op;
        let relation = items::find_relation(op, Some(recipient), &self.offering().item()).await?;
        let caller = AccessCaller::Reader(recipient);
        let can = op.delivery().capabilities();
        let decision = access::decide(&AccessFacts { caller, ..op.facts_about(self.offering(), relation) });
        match decision.refusal() {
            Some(Refusal::Denied(code)) => Err(Error::from_alert(code)),
            Some(_) => Err(ErrorKey::Forbidden.into()),
            None if access::has_format(self.offering(), &caller, self.format, can) => Ok(()),
            None => Err(ErrorKey::FormatNotAvailable.into()),
        }
    }

    /// Records that packaging begins, in its transaction: in the audit, if another person fetches the copy;
    /// and in the order for several members that the request belongs to. So no copy is made that its order
    /// does not know, wherever the process ends.
    pub(super) async fn record_order(
        &self,
        tx: &mut Tx,
        fetcher: Option<&AccountId>,
        download: DownloadId,
    ) -> Result<()> {
        self.record_in_batch(tx, download).await?;
        match fetcher.filter(|fetcher| self.op.signed_in_id() != Some(*fetcher)) {
            Some(fetcher) => self.op.record_change(tx, AuditedAct::OrderCopy, fetcher).await,
            None => Ok(()),
        }
    }

    /// Gives a copy to the order for several members that the request belongs to, and records in the audit
    /// for whom it is; once, however often it is called.
    pub(super) async fn record_in_batch(&self, tx: &mut Tx, download: DownloadId) -> Result<()> {
        let (Some(batch), Some(recipient)) = (&self.batch, &self.recipient) else { return Ok(()) };
        let account = &recipient.account.id;
        if store::copy_batches::set_copy(&mut *tx, batch, account, download).await? {
            self.op.record_change(tx, AuditedAct::OrderCopy, account).await?;
        }
        Ok(())
    }
}
