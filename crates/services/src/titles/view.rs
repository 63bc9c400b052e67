//! A title as one caller sees it: the access decision is made here, and interfaces only show it.

use std::sync::Arc;

use delivery::keys::Key;
use domain::access::{self, AccessFacts, Alert, QuotaOf, Relation, Verb};
use domain::capabilities::Capabilities;
use domain::titles::Title;

use crate::caller::Caller;
use crate::library::Library;

/// The access decision and the other parts of a title's record that depend on the caller and the moment.
/// Two callers with equal decisions see the same record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ViewDecision {
    /// Display name of a document's owner, for the owner.
    pub owner: Option<String>,
    /// True if at least one format may be downloaded.
    pub available: bool,
    /// Other alerts of the access rule.
    pub alerts: Vec<Alert>,
    /// Verbs of the caller.
    pub verbs: Vec<Verb>,
    /// True if the caller downloads for others.
    pub sponsor: bool,
    /// True if the caller may edit the title, and sees the complete record.
    pub staff: bool,
    /// Capabilities of the installation.
    pub can: Capabilities,
}

/// A title as one caller sees it.
#[derive(Debug, Clone)]
pub struct TitleView {
    pub title: Arc<Title>,
    /// The caller's relation to it.
    pub relation: Relation,
    /// The decision for both.
    pub decision: ViewDecision,
    /// The quota that a download would count against.
    pub quota_of: QuotaOf,
}

/// The names of a cover's files, by which they are fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    pub image: String,
    /// Small version of the image.
    pub thumbnail: String,
}

impl TitleView {
    /// The title with the access decision for this caller.
    pub fn new(library: &Library, caller: &Caller, title: Arc<Title>, relation: Relation) -> Self {
        let (who, can) = (caller.access_facts(), library.delivery.capabilities());
        let decision = access::decide(&AccessFacts {
            now: caller.now,
            today: caller.today(),
            title: &*title,
            caller: who,
            recipient: caller.for_user(),
            relation,
            can,
        });
        let quota_of = decision.quota_of;
        let look = ViewDecision {
            owner: owner_name(caller, &title),
            available: decision.available,
            verbs: access::allowed_verbs(&*title, &who, &decision),
            sponsor: who.is_sponsor() && title.owner.is_none(),
            staff: access::may_edit(&*title, &who),
            can,
            alerts: decision.alerts,
        };
        Self { title, relation, decision: look, quota_of }
    }

    /// The names of the files of the title's cover. `None` if it has no cover.
    pub fn cover_files(&self) -> Option<Cover> {
        let key = Key::parse(self.title.files.cover.as_deref()?).ok()?;
        Some(Cover { image: key.name().to_owned(), thumbnail: key.thumbnail().name().to_owned() })
    }
}

fn owner_name(caller: &Caller, title: &Title) -> Option<String> {
    let reader = caller.reader.as_deref()?;
    (title.owner.as_ref() == Some(&reader.account.id)).then(|| reader.account.display_name())
}
