//! A title or an edition of a periodical as one caller sees it: the access decision is made here, and
//! interfaces only show it.

use std::sync::Arc;

use crate::Operation;
use delivery::Key;
use domain::access::{self, AccessFacts, Alert, QuotaOf, Relation, Verb};
use domain::offering::available_artifacts;
use domain::periodicals::Issue;
use domain::{AlertCode, Artifact, AsOffering, Capabilities, Format, OfferedItem, Offering, Title};

/// The access decision and the other parts of a record that depend on the caller and the moment. Two callers
/// with equal decisions see the same record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ViewDecision {
    /// Display name of a document's owner, for the owner.
    pub owner: Option<String>,
    /// True if at least one format may be downloaded.
    pub available: bool,
    /// Other alerts of the access rule.
    pub alerts: Vec<Alert>,
    pub verbs: Vec<Verb>,
    /// True if the caller downloads for others.
    pub sponsor: bool,
    /// True if the caller may edit it, and sees the complete record.
    pub staff: bool,
    pub can: Capabilities,
    /// The quota that a download would count against.
    pub quota_of: QuotaOf,
}

impl ViewDecision {
    /// Returns true if the caller may have it now. A sponsor must name a member first.
    pub fn is_open(&self) -> bool {
        self.available && !self.has_alert(AlertCode::ForUserRequired)
    }

    /// The verbs of the caller by their names. `None` if there are none.
    pub fn verb_names(&self) -> Option<Vec<&'static str>> {
        (!self.verbs.is_empty()).then(|| self.verbs.iter().map(|verb| verb.as_str()).collect())
    }

    pub fn has_alert(&self, code: AlertCode) -> bool {
        self.alerts.iter().any(|alert| alert.code == code)
    }
}

/// A title or an edition as one caller sees it.
#[derive(Debug, Clone)]
pub struct View<T = OfferedItem> {
    pub item: T,
    pub relation: Relation,
    pub decision: ViewDecision,
}

/// A title as one caller sees it.
pub type TitleView = View<Arc<Title>>;

/// An edition of a periodical as one caller sees it.
pub type EditionView = View<Arc<Issue>>;

/// The names of a cover's files, by which they are fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    pub image: String,
    /// Small version of the image.
    pub thumbnail: String,
}

impl<T: AsOffering> View<T> {
    /// The title or edition with the access decision for this caller.
    pub fn new(op: &Operation, item: T, relation: Relation) -> Self {
        let (offering, who) = (item.as_offering(), op.access_caller());
        let can = op.delivery().capabilities();
        let facts = op.facts_about(offering, relation);
        let decision = access::decide(&AccessFacts { recipient: op.for_user(), ..facts });
        let decision = ViewDecision {
            owner: owner_name(op, offering),
            available: decision.available,
            verbs: access::allowed_verbs(offering, &who, &decision),
            sponsor: who.is_sponsor() && offering.owner().is_none(),
            staff: access::may_edit(offering, &who),
            can,
            quota_of: decision.quota_of,
            alerts: decision.alerts,
        };
        Self { item, relation, decision }
    }

    /// The artifacts that can be delivered now.
    pub fn artifacts(&self) -> impl Iterator<Item = &Artifact> {
        available_artifacts(self.item.as_offering(), self.decision.can)
    }

    /// The formats that can be delivered now.
    pub fn formats(&self) -> impl Iterator<Item = Format> {
        self.artifacts().map(|artifact| artifact.format)
    }
}

/// The names of the files of a title's cover. `None` if it has no cover.
pub fn cover_files(title: &Title) -> Option<Cover> {
    let key = Key::parse(title.files.cover.as_deref()?).ok()?;
    Some(Cover { image: key.name().to_owned(), thumbnail: key.thumbnail().name().to_owned() })
}

impl From<TitleView> for View {
    fn from(view: TitleView) -> Self {
        Self { item: view.item.into(), relation: view.relation, decision: view.decision }
    }
}

impl From<EditionView> for View {
    fn from(view: EditionView) -> Self {
        Self { item: view.item.into(), relation: view.relation, decision: view.decision }
    }
}

fn owner_name(op: &Operation, offering: &dyn Offering) -> Option<String> {
    let reader = op.reader.as_deref()?;
    (offering.owner() == Some(&reader.account.id)).then(|| reader.account.display_name())
}
