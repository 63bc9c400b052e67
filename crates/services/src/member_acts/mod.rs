//! Acts on many members of the sponsor's organization: what an act would do is shown first, and it is
//! done in one transaction, all or nothing (docs/rules/organizations.md#rule-15).

mod cards;
mod choices;
mod disabilities;
mod plan;
mod target;
mod write;

pub use cards::{BrailleCards, CardContent, CardRequest, CardTexts, SignInCard};
pub use choices::{ActChoices, list_choices};
pub use plan::{ActCounts, ActRefusal};
pub use target::ActTarget;

use domain::{DisabilityType, RosterRunId, TitleId};

use crate::members::{FilterNames, MemberSelection};
use crate::roles::lock_organization;
use crate::values::Grade;
use crate::{Operation, Result};
use plan::ActPlan;

/// Maximum number of members who get a new password in one act: hashing a password is slow.
pub const MAX_SIGN_INS_AT_ONCE: usize = 200;

/// Maximum number of members who get a code for a browser in one act: each is a card of its own.
pub const MAX_CODES_AT_ONCE: usize = 500;

pub const MAX_LISTED_NAMES: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberAct {
    SetGrade(Grade),
    /// Sets the district and school: a roster tag of the organization, or none.
    SetRosterTag(Option<i64>),
    /// Puts them on the sponsor's own quick list.
    PutOnQuickList,
    /// Takes them off the sponsor's own quick list.
    TakeOffQuickList,
    AssignTitle(TitleId),
    /// Puts them on a reading list with this identifier.
    AddToList(String),
    /// Puts them into a group of the organization.
    AddToGroup(i64),
    /// Takes them out of a group of the organization.
    TakeFromGroup(i64),
    /// States that the school has verified this disability, which is a proof.
    MarkDisability(DisabilityType),
    /// Withdraws the proof by the school. Proofs from other sources stay.
    UnmarkDisability(DisabilityType),
    /// Gives them a new password, which they must change, and signs them out.
    ResetSignIn,
    /// Gives a user name and a password to those who have no name to sign in by.
    GiveSignIn,
    /// Gives them a code that signs one browser in once (docs/rules/authentication.md#rule-17).
    MakeEnrollmentCodes,
    /// Removes them from the organization (docs/rules/organizations.md#rule-6).
    Remove,
}

impl MemberAct {
    /// Returns true if members get a password.
    pub fn makes_passwords(&self) -> bool {
        matches!(self, Self::ResetSignIn | Self::GiveSignIn)
    }

    /// Returns true if its preview shows who has a proof of a disability.
    fn shows_disabilities(&self) -> bool {
        matches!(self, Self::MarkDisability(_) | Self::UnmarkDisability(_))
    }

    /// Returns true if members get a card with a way in.
    pub fn makes_cards(&self) -> bool {
        self.makes_passwords() || *self == Self::MakeEnrollmentCodes
    }
}

/// An act with those whom it is meant for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActRequest<'a> {
    pub selection: MemberSelection<'a>,
    pub act: MemberAct,
    /// The digest of the preview that the sponsor confirms.
    pub digest: String,
    /// The form in which passwords and codes are handed out, if the act makes some.
    pub cards: CardRequest,
}

/// What an act would do.
#[derive(Debug, Clone)]
pub struct ActPreview {
    pub target: ActTarget,
    pub counts: ActCounts,
    /// What the search names. Empty for members who were chosen one by one.
    pub filter: FilterNames,
    /// The names of those who change, by family name: at most [`MAX_LISTED_NAMES`].
    pub names: Vec<String>,
    /// Identifies what was shown: another selection, or another effect, has another digest.
    pub digest: String,
    /// The maximum number of members of this act, if more would change. Nothing is done then.
    pub exceeded_limit: Option<usize>,
}

impl ActPreview {
    /// Returns true if the act changes somebody, and can be confirmed.
    pub fn can_be_confirmed(&self) -> bool {
        self.counts.changing > 0 && self.exceeded_limit.is_none()
    }
}

#[derive(Debug)]
pub struct FinishedAct {
    pub target: ActTarget,
    pub counts: ActCounts,
    /// The run that undoes it. `None` for an act that is not undone.
    pub run: Option<RosterRunId>,
    /// New passwords or codes, by family name of the members.
    pub cards: Vec<SignInCard>,
    /// The cards in braille. `None` if they are not wanted so, or cannot be made now.
    pub braille: Option<BrailleCards>,
}

#[derive(Debug)]
pub enum ActResult {
    Finished(FinishedAct),
    /// Nothing was done: what the act would do has changed since it was shown, to this.
    Outdated(ActPreview),
}

/// What an act would do. Disabilities are read only for an act about them; then the audit records it.
///
/// # Errors
/// `NOT_SPONSOR`; the faults of the request, among them a roster tag that is not the organization's;
/// `TITLE_NOT_FOUND`, `LIST_NOT_FOUND`, `RECORD_NOT_FOUND` for a group that is not the organization's;
/// `OPERATION_NOT_ALLOWED` for a list on which the sponsor puts nobody;
/// [`Error::SignIn`](crate::Error::SignIn) for an act that needs an account, which the operator has not.
pub async fn preview(op: &Operation, selection: &MemberSelection<'_>, act: &MemberAct) -> Result<ActPreview> {
    op.require_member_manager()?;
    let selection = selection.prepare(op).await?;
    let target = ActTarget::find(op, act).await?;
    let selected = selection.find_members(op).await?;
    let plan = ActPlan::compare(op, op.db(), act, target, selected).await?;
    plan.record_reads(op).await?;
    Ok(plan.into_preview(selection.find_names(op).await?))
}

/// Does what a preview has shown, in one transaction. If it would do something else by now, it does nothing
/// and returns the new preview. The number of statements grows with every few hundred people.
///
/// # Errors
/// Those of [`preview`]; `TOO_MANY_REQUESTS` if too many passwords are being hashed.
pub async fn apply(op: &Operation, request: &ActRequest<'_>) -> Result<ActResult> {
    let organization = op.require_member_manager()?;
    let ActRequest { selection, act, digest, cards } = request;
    let selection = selection.prepare(op).await?;
    let target = ActTarget::find(op, act).await?;
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let passwords = if act.makes_passwords() {
        let selected = selection.find_members(op).await?;
        let plan = ActPlan::compare(op, op.db(), act, target.clone(), selected).await?;
        if !plan.is_confirmed_by(digest) {
            return Ok(ActResult::Outdated(plan.into_preview(selection.find_names(op).await?)));
        }
        write::make_passwords(op, &plan, cards).await?
    } else {
        write::PreparedPasswords::default()
    };
    let mut tx = op.db().begin().await?;
    lock_organization(&mut tx, organization).await?;
    target.lock(op, &mut tx).await?;
    let selected = selection.lock_members(op, &mut tx).await?;
    let plan = ActPlan::compare(op, &mut tx, act, target, selected).await?;
    if !plan.is_confirmed_by(digest) {
        tx.rollback().await?;
        plan.record_reads(op).await?;
        return Ok(ActResult::Outdated(plan.into_preview(selection.find_names(op).await?)));
    }
    let mut finished = write::write_plan(op, &mut tx, plan, passwords).await?;
    tx.commit().await?;
    tracing::info!(by = op.log_name(), changed = finished.counts.changing, "an act on members");
    finished.braille = cards.write_braille(op, &finished.cards).await;
    Ok(ActResult::Finished(finished))
}
