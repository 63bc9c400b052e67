//! A request for a copy: its subject, its recipient, and the decision of the access rule.

use std::sync::Arc;

use domain::access::{self, AccessFacts, Decision, ForUser, Refusal};
use domain::offering::AsOffering as _;
use domain::{CopyBatchId, Format, ItemAddress, OfferedItem, Offering, Reader, Title};

use super::batches::MAX_COPIES_PER_BATCH;
use crate::class_titles::decide_for_reader;
use crate::{Error, ErrorKey, Operation, Result, items};

/// The copy that a caller asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyRequest {
    pub content: ItemAddress,
    pub format: Format,
    /// Account identifier or user name of the member that the copy is for. `None` if it is for the caller.
    pub for_user: Option<String>,
}

/// A loaded request of a caller, with the decision of the access rule.
pub(super) struct Request {
    pub(super) op: Operation,
    content: OfferedItem,
    pub(super) format: Format,
    /// The recipient of the copy (R of docs/rules/README.md). `None` if that is a guest.
    pub(super) recipient: Option<Arc<Reader>>,
    /// Decision of the access rule.
    pub(super) decision: Decision,
    /// Maximum number of packages that are being made for the caller.
    pub(super) max_in_progress: u64,
    /// The order for several members that the copy belongs to. `None` if it was asked for alone.
    pub(super) batch: Option<CopyBatchId>,
}

impl Request {
    /// Loads the title or edition and the recipient, and applies the access rule without enforcing its
    /// decision: `TITLE_NOT_FOUND`, or `PERIODICAL_NOT_FOUND` and `EDITION_NOT_FOUND`, if the caller sees
    /// nothing there.
    pub(super) async fn load_with_decision(op: &Operation, copy: &CopyRequest) -> Result<Self> {
        let content = items::find(op, &copy.content).await?;
        let person = RequestRecipient::load_person(op, copy.for_user.as_deref()).await?;
        let (recipient, item) = (person.recipient.as_deref(), copy.content.item());
        let relation = items::find_relation(op, recipient, &item).await?;
        let recipient = match &person.named_reader {
            Some(reader) => ForUser::Named(reader),
            None if person.names_unknown => ForUser::Unknown,
            None => ForUser::Nobody,
        };
        let facts = op.facts_about(content.as_offering(), relation);
        let decision = access::decide(&AccessFacts { recipient, ..facts });
        Ok(Self {
            op: op.clone(),
            content,
            format: copy.format,
            recipient: person.recipient,
            decision,
            max_in_progress: u64::from(op.settings().concurrent_downloads),
            batch: None,
        })
    }

    /// Requests of a sponsor for these members' own copies of a title, in their order: one statement.
    pub(super) async fn load_for_members(
        op: &Operation,
        (title, format): (&Arc<Title>, Format),
        readers: Vec<Reader>,
    ) -> Result<Vec<Self>> {
        let relations = store::relations::for_readers(op.db(), &readers, title.id, op.now).await?;
        let max_in_progress = u64::from(op.settings().concurrent_downloads).max(MAX_COPIES_PER_BATCH as u64);
        let request = |reader: Reader| {
            let relation = relations.get(&reader.account.id).copied().unwrap_or_default();
            let decision = decide_for_reader(op, title, (&reader, relation));
            Self {
                op: op.clone(),
                content: title.clone().into(),
                format,
                recipient: Some(Arc::new(reader)),
                decision,
                max_in_progress,
                batch: None,
            }
        };
        Ok(readers.into_iter().map(request).collect())
    }

    /// Assigns the request to an order for several members.
    pub(super) fn with_batch(self, batch: &CopyBatchId) -> Self {
        Self { batch: Some(batch.clone()), ..self }
    }

    /// The title or the edition, as the rules see it.
    pub(super) fn offering(&self) -> &dyn Offering {
        self.content.as_offering()
    }

    pub(super) fn file_name(&self) -> String {
        delivery::packages::file_name(&self.offering().name(), &self.offering().item(), self.format)
    }

    /// The error of the rule's refusal, if it refuses.
    pub(super) fn access_refusal(&self) -> Option<Error> {
        Some(match self.decision.refusal()? {
            Refusal::LoginRequired => Error::SignIn(self.op.site.id.clone()),
            Refusal::ForUserRequired => ErrorKey::ForUserRequired.into(),
            Refusal::Forbidden => ErrorKey::Forbidden.into(),
            Refusal::Denied(code) => Error::from_alert(code),
        })
    }
}

struct RequestRecipient {
    /// The person whom the request names.
    named_reader: Option<Arc<Reader>>,
    names_unknown: bool,
    /// R of docs/rules/README.md.
    recipient: Option<Arc<Reader>>,
}

impl RequestRecipient {
    async fn load_person(op: &Operation, for_user: Option<&str>) -> Result<Self> {
        // A guest may not name anyone, so nobody is searched for. Signing in could help in any case.
        let named = match for_user.filter(|_| op.reader.is_some()) {
            Some(user) => store::readers::find_by_identifier(op.db(), user, op.now).await?.map(Arc::new),
            None => None,
        };
        let unknown = named.is_none() && for_user.is_some();
        let recipient = named.clone().or_else(|| op.reader.clone());
        Ok(Self { named_reader: named, names_unknown: unknown, recipient })
    }
}
