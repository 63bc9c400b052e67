//! Letters (docs/mail.md). A job names what a letter is about, never what it says: the text is made when it
//! leaves, and a key that it carries is made then too, so that no key stands in the queue.

use domain::accounts::Account;
use domain::confirmations::Confirmation;
use domain::dates::utc_date;
use domain::ids::AccountId;
use jiff::Timestamp;
use mail::Letter;
use mail::texts::{ConfirmationAsked, ConfirmationGiven, PasswordChanged, PasswordReset, Text as _};
use oauth::tokens::Secret;
use serde::{Deserialize, Serialize};
use store::jobs::{self, Lane, NewJob};
use store::{Tx, accounts, confirmations, password_resets, sites};

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};

/// The page where somebody who has forgotten the password asks for a letter.
pub const FORGOT_PASSWORD: &str = "/oauth/forgot-password";
/// The page where a new password is chosen; the key follows as one more segment.
pub const NEW_PASSWORD: &str = "/oauth/new-password";
/// The page where an authority confirms a disability; the key follows likewise.
pub const CONFIRM: &str = "/confirm";

/// Sends one letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "camelCase")]
pub enum SendLetter {
    /// The link to a new password. Without an account nothing is sent: who asks for somebody unknown gets the
    /// same answer after the same work.
    PasswordReset {
        /// Whose password.
        account: Option<AccountId>,
    },
    /// The password was changed.
    PasswordChanged {
        /// Whose password.
        account: AccountId,
    },
    /// An authority is asked to confirm a disability.
    ConfirmationAsked {
        /// The request.
        confirmation: String,
    },
    /// An authority has confirmed a disability.
    ConfirmationGiven {
        /// Whose disability.
        account: AccountId,
    },
}

/// Enqueues a letter, in the transaction of what it is about.
pub async fn enqueue(tx: &mut Tx, letter: &SendLetter, now: Timestamp) -> store::Result<()> {
    jobs::enqueue(tx, NewJob { account: letter.account(), ..letter.queued(now) }, now).await.map(drop)
}

impl Job for SendLetter {
    const KIND: &'static str = "letter";
    const LANE: Lane = Lane::Letters;
    // Five hours or so: a mail server that is down comes back.
    const ATTEMPTS: u32 = 36;

    async fn run(&self, ctx: &Context, run: &Run) -> Result<Done, JobError> {
        let Some(letter) = self.write(ctx, run).await? else { return Ok(Done::Finished) };
        // The same for every try of this job, so that a letter that was sent twice is known as one.
        let id = format!("letter-{}-{}", run.id(), run.enqueued().as_microsecond());
        ctx.mailer().send(&letter, &id, ctx.now()).await?;
        Ok(Done::Finished)
    }
}

impl SendLetter {
    /// Whose letter it is, where the record says so.
    fn account(&self) -> Option<&AccountId> {
        match self {
            Self::PasswordReset { account } => account.as_ref(),
            Self::PasswordChanged { account } | Self::ConfirmationGiven { account } => Some(account),
            Self::ConfirmationAsked { .. } => None,
        }
    }

    /// The letter as it is to be sent now; none when there is nothing to say any more.
    async fn write(&self, ctx: &Context, run: &Run) -> Result<Option<Letter>, JobError> {
        match self {
            Self::PasswordReset { account: None } => Ok(None),
            Self::PasswordReset { account: Some(account) } => password_reset(ctx, account, run).await,
            Self::PasswordChanged { account } => {
                let Some(to) = Recipient::of(ctx, account).await? else { return Ok(None) };
                let link = ctx.url(FORGOT_PASSWORD);
                let text = PasswordChanged { site: &to.site, name: &to.name, link: &link };
                Ok(Some(text.letter(&to.email, &to.name)?))
            }
            Self::ConfirmationAsked { confirmation } => confirmation_asked(ctx, confirmation).await,
            Self::ConfirmationGiven { account } => {
                let Some(to) = Recipient::of(ctx, account).await? else { return Ok(None) };
                let text = ConfirmationGiven { site: &to.site, name: &to.name };
                Ok(Some(text.letter(&to.email, &to.name)?))
            }
        }
    }
}

async fn password_reset(ctx: &Context, account: &AccountId, run: &Run) -> Result<Option<Letter>, JobError> {
    let Some(to) = Recipient::of(ctx, account).await? else { return Ok(None) };
    let secret = Secret::generate(&mut ctx.rng());
    let mut tx = ctx.db().begin().await?;
    // Who changes the address voids the keys that are out: none comes out for the old one afterwards.
    let now = accounts::for_update(&mut tx, account).await?;
    if now.is_none_or(|account| account.email.as_deref() != Some(&to.email)) {
        tx.rollback().await?;
        return Ok(None);
    }
    if !password_resets::insert(&mut tx, &secret.hash(), account, run.id(), ctx.now()).await? {
        tx.rollback().await?;
        tracing::warn!(%account, "no letter: this account has been sent enough of them");
        return Ok(None);
    }
    tx.commit().await?;
    let link = ctx.url(&format!("{NEW_PASSWORD}/{}", secret.reveal()));
    let text = PasswordReset { site: &to.site, name: &to.name, username: &to.username, link: &link };
    Ok(Some(text.letter(&to.email, &to.name)?))
}

async fn confirmation_asked(ctx: &Context, id: &str) -> Result<Option<Letter>, JobError> {
    // Answered already, or removed.
    let Some(asked) = confirmations::get(ctx.db(), id).await? else { return Ok(None) };
    if asked.ends() <= ctx.now() {
        return Ok(None);
    }
    let Some(account) = usable(ctx, &asked.account).await? else { return Ok(None) };
    let secret = Secret::generate(&mut ctx.rng());
    confirmations::add_key(ctx.db(), id, &secret.hash()).await?;
    Ok(Some(ask(ctx, &asked, &account, secret.reveal()).await?))
}

async fn ask(ctx: &Context, asked: &Confirmation, account: &Account, key: &str) -> Result<Letter, JobError> {
    let authority = asked.authority.as_deref().unwrap_or_default();
    let message: Vec<&str> = asked.message.as_deref().unwrap_or_default().lines().collect();
    let text = ConfirmationAsked {
        site: &site_name(ctx, account).await?,
        authority,
        person: &account.display_name(),
        message: &message,
        link: &ctx.url(&format!("{CONFIRM}/{key}")),
        record_identifier: key,
        until: utc_date(asked.ends()),
    };
    Ok(text.letter(&asked.email, authority)?)
}

/// Somebody with an account, as a letter needs it.
struct Recipient {
    email: String,
    name: String,
    username: String,
    site: String,
}

impl Recipient {
    /// None for who has no address or no usable account.
    async fn of(ctx: &Context, account: &AccountId) -> Result<Option<Self>, JobError> {
        let Some(account) = usable(ctx, account).await? else { return Ok(None) };
        let Some(email) = account.email.clone() else { return Ok(None) };
        let site = site_name(ctx, &account).await?;
        let (name, username) = (account.display_name(), account.sign_in_name().to_owned());
        Ok(Some(Self { email, name, username, site }))
    }
}

async fn usable(ctx: &Context, account: &AccountId) -> Result<Option<Account>, JobError> {
    let account = accounts::get(ctx.db(), account).await?;
    Ok(account.filter(|account| !account.locked && !account.deleted))
}

async fn site_name(ctx: &Context, account: &Account) -> Result<String, JobError> {
    let site = sites::get(ctx.db(), &account.site).await?;
    Ok(site.map_or_else(|| account.site.to_string(), |site| site.name))
}

#[cfg(test)]
mod tests;
