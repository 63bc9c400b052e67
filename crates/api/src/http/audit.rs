//! Who reads whose disability data is written down in the same request, before the answer: nothing is shown of which
//! no record was made (docs/security.md).

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use domain::ids::AccountId;
use store::Db;
use store::audit::Reading;

use crate::http::caller::Caller;
use crate::http::errors::{ApiError, ErrorKey, Result};

/// The request as the audit knows it. Every endpoint that shows other people's disabilities, plans, proofs or
/// the state of their proofs takes it.
#[derive(Debug, Clone)]
pub struct Audit {
    caller: Caller,
    /// Method and path, as the description writes them.
    endpoint: String,
}

impl Audit {
    /// Writes down that the caller reads these people's data, a whole page by one statement. Who reads the own data
    /// needs no entry.
    pub async fn record<'a>(&self, db: &Db, people: impl IntoIterator<Item = &'a AccountId>) -> Result<()> {
        let reader = self.caller.reader.as_ref().map(|reader| &reader.account.id);
        let others: Vec<&AccountId> = people.into_iter().filter(|id| Some(*id) != reader).collect();
        let Caller { client, now: at, .. } = &self.caller;
        let reading = Reading { reader, client: &client.id, endpoint: &self.endpoint, at: *at };
        Ok(store::audit::record(db, reading, &others).await?)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Audit {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let caller = Caller::from_request_parts(parts, state).await?;
        let path = parts.extensions.get::<MatchedPath>().ok_or(ErrorKey::InternalError)?;
        let endpoint = format!("{} {}", parts.method, path.as_str());
        Ok(Self { caller, endpoint })
    }
}
