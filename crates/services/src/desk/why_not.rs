//! Why a title is closed to a person: the decision of the access rule for that person, as membership staff
//! read it. Nobody acts as the person.

use std::sync::Arc;

use domain::access::{self, AccessCaller, AccessFacts, Alert};
use domain::quotas::NextBook;
use domain::{Account, AccountId, AdultContentBar, AlertCode, Format, Reader, Title, TitleId};

use super::read_person;
use crate::downloads::find_next_book;
use crate::queries::find_if_some;
use crate::{Operation, Result, titles};

/// The question whether a person may have a title in a format.
#[derive(Debug, Clone, Copy)]
pub struct AccessQuestion<'a> {
    pub person: &'a AccountId,
    /// `None` if the number of the title cannot be read.
    pub title: Option<TitleId>,
    pub format: Format,
}

/// A person, and the answer to a question about them.
#[derive(Debug, Clone)]
pub struct AccessCheck {
    pub account: Account,
    /// `None` if neither the staff member nor the person finds the title, and for documents of readers.
    pub answer: Option<AccessAnswer>,
}

/// The decision of the access rule for a person, a title and a format.
#[derive(Debug, Clone)]
pub struct AccessAnswer {
    pub title: Arc<Title>,
    /// The reasons of the decision for the title, those first that close it.
    pub alerts: Vec<Alert>,
    /// True if the person can get the title in this format now.
    pub is_open: bool,
    /// True if the title has the format for this person.
    pub has_format: bool,
    /// Why adult content is closed to the person. `None` if it is open.
    pub adult_content_bar: Option<AdultContentBar>,
    /// The time of the next book. `None` unless a quota is used up.
    pub next_book: Option<NextBook>,
}

/// Decides whether a person could download a title in a format, as if the person were signed in now. The
/// audit records that it was read, because the reasons show the state of the proof.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn explain_access(op: &Operation, question: AccessQuestion<'_>) -> Result<AccessCheck> {
    op.require_membership_staff()?;
    let AccessQuestion { person, title, format } = question;
    let reader = read_person(op, person).await?;
    let title = find_if_some(title.map(|id| store::titles::read_cached(op.db(), id))).await?;
    let answer = match title.filter(|title| is_visible(op, &reader, title)) {
        Some(title) => Some(decide(op, &reader, title, format).await?),
        None => None,
    };
    Ok(AccessCheck { account: reader.account, answer })
}

/// Returns true if the staff member or the person finds the title. Documents are private.
fn is_visible(op: &Operation, reader: &Reader, title: &Title) -> bool {
    let finds = |caller: &AccessCaller<'_>| access::finds_title(title, caller, &op.site.id);
    title.owner.is_none() && (finds(&op.access_caller()) || finds(&AccessCaller::Reader(reader)))
}

async fn decide(op: &Operation, reader: &Reader, title: Arc<Title>, format: Format) -> Result<AccessAnswer> {
    let relation = titles::find_relation(op, Some(reader), title.id).await?;
    let can = op.delivery().capabilities();
    let caller = AccessCaller::Reader(reader);
    let decision = access::decide(&AccessFacts { caller, ..op.facts_about(&*title, relation) });
    let has_format = access::has_format(&*title, &caller, format, can);
    let is_used_up = decision.alerts.iter().any(|alert| alert.code == AlertCode::DownloadLimitReached);
    let next_book =
        if is_used_up { Some(find_next_book(op, reader, decision.quota_of).await?) } else { None };
    let is_open = decision.refusal().is_none() && has_format;
    let mut alerts = decision.alerts;
    alerts.sort_by_key(|alert| !alert.is_error());
    Ok(AccessAnswer {
        alerts,
        is_open,
        has_format,
        adult_content_bar: access::adult_content_bar(&reader.account, op.today()),
        next_book,
        title,
    })
}
