//! Loads what the access rule needs for titles, in a fixed number of statements.

use std::collections::HashMap;

use domain::access::{self, Decision, Facts, ForUser, Relation};
use domain::ids::TitleId;
use domain::readers::Reader;
use domain::titles::Title;

use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::roles::CollectionStaff;
use crate::records::{Sight, TitleSummary};
use crate::state::Api;

/// Titles of a page in the order of `ids`, with the reader's relation to each: two statements, however
/// many titles there are.
pub async fn page(api: &Api, caller: &Caller, ids: &[TitleId]) -> Result<Vec<(Title, Relation)>> {
    let titles = store::titles::by_ids(&api.db, ids).await?;
    let relations = match &caller.reader {
        Some(reader) => store::relations::for_titles(&api.db, reader, ids, caller.now).await?,
        None => HashMap::new(),
    };
    let relation = |id| relations.get(&id).copied().unwrap_or_default();
    Ok(titles.into_iter().map(|title| (relation(title.id), title)).map(|(r, t)| (t, r)).collect())
}

/// The summaries of a page.
pub fn summaries(api: &Api, caller: &Caller, page: &[(Title, Relation)]) -> Vec<TitleSummary> {
    page.iter()
        .map(|(title, relation)| TitleSummary::new(&Sight::new(api, caller, title, *relation)))
        .collect()
}

/// One title that the caller may look at, or 404 (spec 4, 4.2 last paragraph).
pub async fn visible(api: &Api, caller: &Caller, id: TitleId) -> Result<Title> {
    let title = store::titles::read(&api.db, id).await?.ok_or(ErrorKey::TitleNotFound)?;
    if access::sees(&title, &caller.facts(), &caller.site.id) {
        Ok(title)
    } else {
        Err(ErrorKey::TitleNotFound.into())
    }
}

/// One title that the staff member manages: 404 when it is not to be seen, 403 when it is another site's.
pub async fn managed(api: &Api, staff: &CollectionStaff, id: TitleId) -> Result<Title> {
    let title = visible(api, &staff.0.caller, id).await?;
    if staff.manages(&title.site) { Ok(title) } else { Err(ErrorKey::Forbidden.into()) }
}

/// A request for a title's content: the title, for whom, and what the rule says.
#[derive(Debug)]
pub struct Request {
    /// The title.
    pub title: Title,
    /// R: whom the copy is for; none for a guest.
    pub recipient: Option<std::sync::Arc<Reader>>,
    /// What the access rule says.
    pub decision: Decision,
}

impl Request {
    /// Loads a request for a visible title; `for_user` is an account id or a user name.
    pub async fn load(api: &Api, caller: &Caller, id: TitleId, for_user: Option<&str>) -> Result<Self> {
        let title = visible(api, caller, id).await?;
        let named = match (for_user, &caller.reader) {
            // A guest cannot name anybody; what a guest may have does not depend on it.
            (None, _) | (_, None) => None,
            (Some(user), Some(_)) => {
                Some(store::readers::by_identifier(&api.db, user, caller.now).await?.map(std::sync::Arc::new))
            }
        };
        let recipient = named.clone().flatten().or_else(|| caller.reader.clone());
        let relation = match &recipient {
            Some(reader) => {
                let ids = [title.id];
                let map = store::relations::for_titles(&api.db, reader, &ids, caller.now).await?;
                map.get(&title.id).copied().unwrap_or_default()
            }
            None => Relation::default(),
        };
        let decision = access::decide(&Facts {
            now: caller.now,
            today: caller.today(),
            title: &title,
            caller: caller.facts(),
            recipient: match &named {
                None => ForUser::Nobody,
                Some(None) => ForUser::Unknown,
                Some(Some(reader)) => ForUser::Named(reader),
            },
            relation,
        });
        Ok(Self { title, recipient, decision })
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
