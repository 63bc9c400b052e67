//! Who reads whose disability data is recorded in the same request, before the response: nothing is shown of which no
//! record was made (docs/security.md).

use domain::ids::AccountId;
use services::Library;
use services::roles::FromCaller;

use crate::http::caller::Caller;
use crate::http::errors::Result;

/// The request as the audit knows it. Every endpoint that shows other people's disabilities, plans, proofs or
/// the state of their proofs takes it.
#[derive(Debug, Clone)]
pub struct Audit(Caller);

impl Audit {
    /// Records that the caller reads these people's data, a whole page by one statement. Reading one's own data needs no
    /// entry.
    pub async fn record<'a>(
        &self,
        library: &Library,
        people: impl IntoIterator<Item = &'a AccountId>,
    ) -> Result<()> {
        Ok(self.0.reads(library, people).await?)
    }
}

impl FromCaller for Audit {
    fn from_caller(caller: &Caller) -> services::Result<Self> {
        Ok(Self(caller.clone()))
    }
}
