//! Books for a person: found, put on the shelf, ordered as copies.

use std::sync::Arc;

use domain::access::{self, AccessCaller, AccessFacts, Alert, Relation};
use domain::{AlertCode, Format, Reader, Title, TitleId};

use super::view::{ServiceView, open_person};
use super::{OrderedCopy, ServedPerson};
use crate::assignments::{self, AssignmentRequest};
use crate::downloads::{CopyOrder, order_for_person};
use crate::{Error, Operation, Result, TitleView};

/// A title with the decision of the access rule for a person who is signed in.
#[derive(Debug, Clone)]
pub struct OfferedBook {
    pub title: Arc<Title>,
    pub relation: Relation,
    /// The formats that can be delivered now.
    pub formats: Vec<Format>,
    /// True if the person may download it now.
    pub is_open: bool,
    /// The reasons of the decision.
    pub alerts: Vec<Alert>,
}

impl OfferedBook {
    /// The decision for this person, about a title with the person's relation to it.
    pub(super) fn new(op: &Operation, person: &Reader, view: &TitleView) -> Self {
        let facts = op.facts_about(&*view.item, view.relation);
        let decision = access::decide(&AccessFacts { caller: AccessCaller::Reader(person), ..facts });
        Self {
            title: view.item.clone(),
            relation: view.relation,
            formats: view.formats().collect(),
            is_open: decision.available && decision.refusal().is_none(),
            alerts: decision.alerts,
        }
    }
}

/// Puts a title on a person's shelf: it is assigned. A second time changes nothing.
///
/// # Errors
/// `USER_NOT_FOUND`; `TITLE_NOT_FOUND` if the caller does not see the title or the person cannot have it.
pub async fn assign_title(op: &Operation, person: &ServedPerson, title: TitleId) -> Result<()> {
    let id = person.find(op).await?.account.id;
    assignments::assign_title(op, AssignmentRequest { person: id.as_str(), title }).await.map(drop)
}

/// A copy that is ordered for a person.
#[derive(Debug, Clone, Copy)]
pub struct BookOrder<'a> {
    pub title: TitleId,
    pub format: Format,
    /// True if the person gets an email when the copy is ready, if there is an address.
    pub sends_email: bool,
    /// The words by which the title was found, to be shown again with a refusal.
    pub words: Option<&'a str>,
}

#[derive(Debug)]
pub enum OrderOutcome {
    Ordered(OrderedCopy),
    /// The access rule refuses, for this reason; the person as before.
    Refused(AlertCode, Box<ServiceView>),
}

/// Orders a copy for a person, who finds it where the person's own copies are. The caller must be allowed to
/// get the title for the person, and the person to fetch it.
///
/// # Errors
/// `USER_NOT_FOUND`, `TITLE_NOT_FOUND`, `FORMAT_NOT_AVAILABLE`, `TOO_MANY_DOWNLOADS`.
pub async fn order_copy(op: &Operation, person: &ServedPerson, order: BookOrder<'_>) -> Result<OrderOutcome> {
    let reader = person.find(op).await?;
    let BookOrder { title, format, sends_email, words } = order;
    let ordered = order_for_person(op, CopyOrder { person: &reader.account.id, title, format, sends_email });
    match ordered.await {
        Ok(copy) => Ok(OrderOutcome::Ordered(copy)),
        Err(Error::Denied { code, .. }) => {
            Ok(OrderOutcome::Refused(code, Box::new(open_person(op, person, words).await?)))
        }
        Err(error) => Err(error),
    }
}
