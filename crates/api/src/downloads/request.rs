//! A request for content: of what, for whom, and what the rule says.

use std::sync::Arc;

use domain::access::{self, Decision, Facts, ForUser, Relation};
use domain::ids::TitleId;
use domain::offered::Offered;
use domain::periodicals::Issue;
use domain::readers::Reader;

use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::routes;
use crate::state::Api;

/// A request for the content of a title or an edition.
#[derive(Debug)]
pub struct Request {
    /// The title or the edition.
    pub content: Arc<dyn Offered>,
    /// What its files are named after.
    pub name: String,
    /// The path of its record: the addresses of its formats begin with it.
    pub path: String,
    /// R: whom the copy is for; none for a guest.
    pub recipient: Option<Arc<Reader>>,
    /// What the access rule says.
    pub decision: Decision,
}

impl Request {
    /// Loads a request for a title that the caller sees; `for_user` is an account id or a user name.
    pub async fn of_title(api: &Api, caller: &Caller, id: TitleId, for_user: Option<&str>) -> Result<Self> {
        let title = crate::access::visible(&api.library, caller, id).await?;
        let person = Person::load(api, caller, for_user).await?;
        let relation = match &person.recipient {
            Some(reader) => {
                let map = store::relations::for_titles(&api.db, reader, &[id], caller.now).await?;
                map.get(&id).copied().unwrap_or_default()
            }
            None => Relation::default(),
        };
        let (name, path) = (title.metadata.title.clone(), routes::title(id));
        Ok(Self::decide(api, caller, title, name, path, person, relation))
    }

    /// Loads a request for an edition.
    pub async fn of_edition(
        api: &Api,
        caller: &Caller,
        issue: Issue,
        for_user: Option<&str>,
    ) -> Result<Self> {
        let person = Person::load(api, caller, for_user).await?;
        let id = &issue.edition.id;
        let downloaded_before = match &person.recipient {
            Some(reader) => {
                let ids = std::slice::from_ref(id);
                !store::periodicals::editions::had_by(&api.db, &reader.account.id, ids).await?.is_empty()
            }
            None => false,
        };
        let relation = Relation { downloaded_before, ..Relation::default() };
        let (name, path) = (issue.full_name(), routes::edition(&issue.series.id, id));
        Ok(Self::decide(api, caller, Arc::new(issue), name, path, person, relation))
    }

    fn decide(
        api: &Api,
        caller: &Caller,
        content: Arc<dyn Offered>,
        name: String,
        path: String,
        person: Person,
        relation: Relation,
    ) -> Self {
        let decision = access::decide(&Facts {
            now: caller.now,
            today: caller.today(),
            title: &*content,
            caller: caller.facts(),
            recipient: match &person.named {
                Some(reader) => ForUser::Named(reader),
                None if person.unknown => ForUser::Unknown,
                None => ForUser::Nobody,
            },
            relation,
            can: api.delivery.capabilities(),
        });
        Self { content, name, path, recipient: person.recipient, decision }
    }

    /// The error that the rule's refusal is answered with, if it refuses.
    pub fn refusal(&self, caller: &Caller) -> Option<ApiError> {
        use access::Refusal;
        Some(match self.decision.refusal()? {
            Refusal::LoginRequired => ApiError::sign_in(caller.site.id.as_str()),
            Refusal::ForUserRequired => ErrorKey::ForUserRequired.into(),
            Refusal::Forbidden => ErrorKey::Forbidden.into(),
            Refusal::Denied(code) => ApiError::denied(code),
        })
    }
}

/// Whom a request is for.
struct Person {
    /// Whom `forUser` names.
    named: Option<Arc<Reader>>,
    /// `forUser` names nobody that is known.
    unknown: bool,
    /// R.
    recipient: Option<Arc<Reader>>,
}

impl Person {
    async fn load(api: &Api, caller: &Caller, for_user: Option<&str>) -> Result<Self> {
        // Nobody is looked up for a guest, who may name no one: whoever it is, signing in could help.
        let named = match for_user.filter(|_| caller.reader.is_some()) {
            Some(user) => store::readers::by_identifier(&api.db, user, caller.now).await?.map(Arc::new),
            None => None,
        };
        let unknown = named.is_none() && for_user.is_some();
        let recipient = named.clone().or_else(|| caller.reader.clone());
        Ok(Self { named, unknown, recipient })
    }
}
