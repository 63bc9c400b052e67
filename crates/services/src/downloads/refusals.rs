//! Copies for pages that explain a refusal with all its reasons.

use domain::quotas::NextBook;

use super::package::{CopyStatus, CopyWait, copy_status, deliver_within, wish_email};
use super::request::CopyRequest;
use crate::items::{self, RefusedItem};
use crate::views::View;
use crate::{Error, Operation, Result};

/// The outcome of an operation that the access rule may refuse.
#[derive(Debug)]
pub enum CopyOutcome<T> {
    Done(T),
    /// The rule refuses: all its reasons, and the time of the next book if a quota is used up.
    Refused(RefusedItem, Option<NextBook>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestedCopy {
    Ready {
        /// Opens it at the delivery address.
        ticket: String,
    },
    /// It is being made.
    Pending {
        /// True if the caller gets an email when it is ready.
        sends_email: bool,
    },
}

/// A caller's wishes for a copy that may not be ready.
#[derive(Debug, Clone, Copy)]
pub struct CopyWishes<'a> {
    pub wait: CopyWait,
    /// The language of an email when the copy is ready, as a BCP 47 tag. `None` for no email.
    pub email_language: Option<&'a str>,
}

/// Asks for the caller's copy, waits a moment for it, and notes in which language the caller wants an email
/// when it is ready later.
///
/// # Errors
/// Those of [`deliver`](super::deliver), but for a rule's refusal.
pub async fn request_copy(
    op: &Operation,
    copy: &CopyRequest,
    wishes: CopyWishes<'_>,
) -> Result<CopyOutcome<RequestedCopy>> {
    let CopyWishes { wait, email_language } = wishes;
    match deliver_within(op, copy, wait).await {
        Ok(Some(ticket)) => Ok(CopyOutcome::Done(RequestedCopy::Ready { ticket })),
        Ok(None) => {
            let is_noted = wish_email(op, copy, email_language).await?;
            let sends_email = is_noted && email_language.is_some();
            Ok(CopyOutcome::Done(RequestedCopy::Pending { sends_email }))
        }
        Err(error) => explain_refusal(op, copy, error).await,
    }
}

/// The title or edition of a copy, and the state of the caller's copy.
///
/// # Errors
/// Those of [`copy_status`], but for a rule's refusal.
pub async fn view_copy(op: &Operation, copy: &CopyRequest) -> Result<CopyOutcome<(View, CopyStatus)>> {
    let view = items::get(op, &copy.content).await?;
    match copy_status(op, copy).await {
        Ok(status) => Ok(CopyOutcome::Done((view, status))),
        Err(error) => explain_refusal(op, copy, error).await,
    }
}

/// All reasons of a refusal; those of the member if the copy is for one. The error itself if it is not a
/// refusal, or the reasons cannot be read.
pub(super) async fn explain_refusal<T>(
    op: &Operation,
    copy: &CopyRequest,
    error: Error,
) -> Result<CopyOutcome<T>> {
    let Error::Denied { code, next_books } = error else { return Err(error) };
    let op = match &copy.for_user {
        Some(member) => op.clone().for_member(member).await,
        None => Ok(op.clone()),
    };
    let Ok(op) = op else { return Err(error) };
    match items::explain_refusal(&op, &copy.content, code).await {
        Ok(refused) => Ok(CopyOutcome::Refused(refused, next_books)),
        Err(_) => Err(error),
    }
}
