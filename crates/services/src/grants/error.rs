//! Why the token server refuses a request.

use oauth::Fault;
use store::StoreError;

use crate::Error;

/// The reason why nothing was granted or revoked.
#[derive(Debug)]
pub enum GrantError {
    /// A rule of OAuth refuses the request.
    Fault(Fault),
    /// The operation failed, or name and password were refused.
    Operation(Error),
}

impl From<Fault> for GrantError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Error> for GrantError {
    fn from(error: Error) -> Self {
        Self::Operation(error)
    }
}

impl From<StoreError> for GrantError {
    fn from(error: StoreError) -> Self {
        Self::Operation(error.into())
    }
}
