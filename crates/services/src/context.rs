//! Context of an operation: its actor, time, library and random source.

use domain::ids::AccountId;
use jiff::Timestamp;
use jiff::civil::Date;
use rand::rngs::StdRng;
use secrets::Passwords;
use store::Db;

use crate::actor::Actor;
use crate::caller::Caller;
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::SignedIn;
use crate::values::NewPassword;

/// One operation: who acts, when, and with what.
pub struct Context<'a> {
    /// The database.
    pub db: &'a Db,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// The actor.
    pub actor: Actor<'a>,
    /// The moment of the operation.
    pub now: Timestamp,
    /// Randomness for identifiers, salts and generated passwords.
    pub rng: StdRng,
}

impl Context<'_> {
    /// The date of the operation, in UTC.
    pub fn today(&self) -> Date {
        domain::dates::utc_date(self.now)
    }

    /// A new random identifier.
    pub fn random_id<T: From<String>>(&mut self) -> T {
        T::from(store::random_id(&mut self.rng))
    }

    /// The hash of a new password, if there is one. Slow: call it before the transaction begins.
    pub async fn hash_password(&mut self, password: Option<&NewPassword>) -> Result<Option<String>> {
        match password {
            Some(NewPassword(password)) => {
                let owner = self.actor.id().map(AccountId::as_str);
                Ok(Some(self.passwords.hash(password, owner, &mut self.rng).await?))
            }
            None => Ok(None),
        }
    }

    /// Refuses everybody but the operator: `FORBIDDEN`.
    pub(crate) fn demand_operator(&self) -> Result<()> {
        if matches!(self.actor, Actor::Operator { .. }) { Ok(()) } else { Err(ErrorKey::Forbidden.into()) }
    }

    /// Records in the audit whose disability data this operation shows.
    pub(crate) async fn record_reads(&self, people: &[&AccountId]) -> Result<()> {
        Ok(self.actor.record_reads(self.db, people, self.now).await?)
    }
}

impl Library {
    /// The context of an operation of this user that the operator's commands perform as well.
    pub fn context<'a>(&'a self, user: &'a SignedIn) -> Context<'a> {
        self.context_of(user.actor(), user.request_time())
    }

    /// The context of an operation of a caller who may be a guest.
    pub fn guest_context<'a>(&'a self, caller: &'a Caller) -> Context<'a> {
        let actor = Actor::Guest { client: &caller.client.id, endpoint: &caller.endpoint };
        self.context_of(actor, caller.now)
    }

    fn context_of<'a>(&'a self, actor: Actor<'a>, now: Timestamp) -> Context<'a> {
        Context { db: &self.db, passwords: self.passwords.clone(), actor, now, rng: self.request_rng() }
    }
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("actor", &self.actor).field("now", &self.now).finish_non_exhaustive()
    }
}
