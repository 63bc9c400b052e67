//! The effects of an act on each member, compared with the stored data.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use domain::assignments::can_be_assigned;
use domain::groups::MAX_GROUPS_PER_MEMBER;
use domain::{Account, AccountId, ProofSource, Role, WireEnum as _, wire_enum};
use store::Conn;
use store::groups::Memberships;

use super::target::ActTarget;
use super::{ActPreview, MAX_CODES_AT_ONCE, MAX_LISTED_NAMES, MAX_SIGN_INS_AT_ONCE, MemberAct};
use crate::members::{FilterNames, SelectedMembers, member_sort_key};
use crate::{Operation, Result};

wire_enum! {
    /// Why an act changes nothing of a member.
    pub enum ActRefusal {
        /// The account is more than a member's, so that its owner alone decides how it signs in
        /// (docs/rules/organizations.md#rule-5).
        ManagesItself = "independent",
        HasNoSignInName = "nameless",
        /// The member's site does not have the title (docs/rules/lists.md#rule-8).
        CannotHaveTitle = "title-elsewhere",
        /// The member is in as many groups as a member can be.
        HasTooManyGroups = "too-many-groups",
        /// The account is more than a member's, so that the school does not state the member's disabilities
        /// (docs/rules/organizations.md#rule-5).
        ProvesAlone = "proves-alone",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MemberOutcome {
    Change,
    /// The member is so already.
    Keep,
    Refuse(ActRefusal),
}

/// Numbers of the people that an act is meant for, by outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ActCounts {
    /// Members of the selection.
    pub meant: usize,
    pub changing: usize,
    /// Those who are so already.
    pub unchanged: usize,
    /// Those who do not change, by the reason.
    pub refused: Vec<(ActRefusal, usize)>,
    /// People who were chosen and are not members, or no longer.
    pub gone: usize,
}

/// An act with its outcome for each member of the selection.
pub(super) struct ActPlan<'a> {
    pub(super) act: &'a MemberAct,
    pub(super) target: ActTarget,
    members: Vec<(Account, MemberOutcome)>,
    gone: usize,
    digest: String,
}

/// Stored data of the members besides their accounts.
#[derive(Default)]
struct StoredFacts {
    /// Those who are on the list, or have the title.
    listed: HashSet<AccountId>,
    groups: Memberships,
    /// Sources of the proofs of the disability that the act is about.
    proofs: HashMap<AccountId, ProofSource>,
    /// The hashes of passwords or codes that the act replaces.
    secrets: HashMap<AccountId, String>,
}

impl StoredFacts {
    async fn read(
        op: &Operation,
        conn: impl Conn,
        act: &MemberAct,
        target: &ActTarget,
        members: &[Account],
    ) -> Result<Self> {
        let ids: Vec<AccountId> = members.iter().map(|account| account.id.clone()).collect();
        let mut facts = Self::default();
        match (act, target) {
            (MemberAct::PutOnQuickList | MemberAct::TakeOffQuickList, _) => {
                facts.listed = store::quick_lists::find_listed(conn, op.account_id()?, &ids).await?;
            }
            (MemberAct::AddToGroup(_) | MemberAct::TakeFromGroup(_), _) => {
                facts.groups = store::groups::list_memberships_of(conn, &ids).await?;
            }
            (MemberAct::MarkDisability(kind) | MemberAct::UnmarkDisability(kind), _) => {
                facts.proofs = store::proofs::list_sources(conn, &ids, *kind).await?;
            }
            (_, ActTarget::Title(title)) => {
                facts.listed = store::assignments::find_assignees(conn, title.id, &ids).await?;
            }
            (_, ActTarget::List(list)) => {
                facts.listed = store::lists::find_members(conn, &list.id, &ids).await?;
            }
            (MemberAct::ResetSignIn, _) => {
                facts.secrets = store::passwords::list_hashes(conn, &ids).await?;
            }
            (MemberAct::MakeEnrollmentCodes, _) => {
                facts.secrets = store::enrollment_codes::list_hashes(conn, &ids).await?;
            }
            _ => {}
        }
        Ok(facts)
    }
}

impl<'a> ActPlan<'a> {
    pub(super) async fn compare(
        op: &Operation,
        conn: impl Conn,
        act: &'a MemberAct,
        target: ActTarget,
        selected: SelectedMembers,
    ) -> Result<Self> {
        let SelectedMembers { accounts, gone } = selected;
        let facts = StoredFacts::read(op, conn, act, &target, &accounts).await?;
        let members: Vec<(Account, MemberOutcome)> = accounts
            .into_iter()
            .map(|account| {
                let outcome = outcome_for(act, &target, &facts, &account);
                (account, outcome)
            })
            .collect();
        let digest = digest_outcomes(act, &members, &facts, gone);
        Ok(Self { act, target, members, gone, digest })
    }

    /// Records in the audit that the proofs of these members are shown by their number, if the act is about
    /// disabilities.
    pub(super) async fn record_reads(&self, op: &Operation) -> Result<()> {
        if !self.act.shows_disabilities() {
            return Ok(());
        }
        let refusal = MemberOutcome::Refuse(ActRefusal::ProvesAlone);
        let shown = self.members.iter().filter(|(_, outcome)| *outcome != refusal);
        let people: Vec<&AccountId> = shown.map(|(account, _)| &account.id).collect();
        op.record_reads(people).await
    }

    /// Returns true if this is the digest of a preview that showed the same, and can be confirmed.
    pub(super) fn is_confirmed_by(&self, digest: &str) -> bool {
        self.digest == digest && self.exceeded_limit().is_none()
    }

    pub(super) fn changing_accounts(&self) -> impl Iterator<Item = &Account> {
        let changes = self.members.iter().filter(|(_, outcome)| *outcome == MemberOutcome::Change);
        changes.map(|(account, _)| account)
    }

    /// Numbers of people by outcome.
    pub(super) fn count(&self) -> ActCounts {
        let count = |wanted| self.members.iter().filter(|(_, outcome)| *outcome == wanted).count();
        let refused = ActRefusal::ALL.iter().map(|reason| (*reason, count(MemberOutcome::Refuse(*reason))));
        ActCounts {
            meant: self.members.len(),
            changing: count(MemberOutcome::Change),
            unchanged: count(MemberOutcome::Keep),
            refused: refused.filter(|(_, count)| *count > 0).collect(),
            gone: self.gone,
        }
    }

    pub(super) fn into_preview(self, filter: FilterNames) -> ActPreview {
        let mut changing: Vec<&Account> = self.changing_accounts().collect();
        changing.sort_by_cached_key(|account| member_sort_key(account));
        let names = changing.into_iter().take(MAX_LISTED_NAMES).map(Account::display_name).collect();
        ActPreview {
            counts: self.count(),
            filter,
            names,
            exceeded_limit: self.exceeded_limit(),
            target: self.target,
            digest: self.digest,
        }
    }

    /// The maximum number of members of the act, if more would change.
    fn exceeded_limit(&self) -> Option<usize> {
        let limit = match self.act {
            act if act.makes_passwords() => MAX_SIGN_INS_AT_ONCE,
            MemberAct::MakeEnrollmentCodes => MAX_CODES_AT_ONCE,
            _ => return None,
        };
        (self.changing_accounts().count() > limit).then_some(limit)
    }
}

fn outcome_for(act: &MemberAct, target: &ActTarget, facts: &StoredFacts, account: &Account) -> MemberOutcome {
    let place = account.membership.as_ref();
    let is_listed = facts.listed.contains(&account.id);
    let keep_if = |is_so| if is_so { MemberOutcome::Keep } else { MemberOutcome::Change };
    match (act, target) {
        (MemberAct::SetGrade(grade), _) => {
            keep_if(place.and_then(|place| place.grade.as_ref()) == Some(&grade.0))
        }
        (MemberAct::SetRosterTag(tag), _) => keep_if(place.and_then(|place| place.roster_tag) == *tag),
        (MemberAct::AssignTitle(_), ActTarget::Title(title)) if !can_be_assigned(title, account) => {
            MemberOutcome::Refuse(ActRefusal::CannotHaveTitle)
        }
        (MemberAct::PutOnQuickList | MemberAct::AssignTitle(_) | MemberAct::AddToList(_), _) => {
            keep_if(is_listed)
        }
        (MemberAct::TakeOffQuickList, _) => keep_if(!is_listed),
        (MemberAct::AddToGroup(group), _) => match facts.groups.get(&account.id) {
            Some(groups) if groups.contains(group) => MemberOutcome::Keep,
            Some(groups) if groups.len() >= MAX_GROUPS_PER_MEMBER => {
                MemberOutcome::Refuse(ActRefusal::HasTooManyGroups)
            }
            _ => MemberOutcome::Change,
        },
        (MemberAct::TakeFromGroup(group), _) => {
            keep_if(facts.groups.get(&account.id).is_none_or(|groups| !groups.contains(group)))
        }
        (MemberAct::MarkDisability(_) | MemberAct::UnmarkDisability(_), _)
            if !account.is_sponsor_manageable() =>
        {
            MemberOutcome::Refuse(ActRefusal::ProvesAlone)
        }
        (MemberAct::MarkDisability(_), _) => keep_if(facts.proofs.contains_key(&account.id)),
        (MemberAct::UnmarkDisability(_), _) => {
            keep_if(facts.proofs.get(&account.id) != Some(&ProofSource::SchoolVerified))
        }
        // A sponsor's password is chosen by the sponsor, not by a colleague.
        (MemberAct::ResetSignIn | MemberAct::GiveSignIn | MemberAct::MakeEnrollmentCodes, _)
            if !account.is_sponsor_manageable() || account.has_role(Role::OrganizationSponsor) =>
        {
            MemberOutcome::Refuse(ActRefusal::ManagesItself)
        }
        (MemberAct::GiveSignIn, _) => keep_if(account.has_sign_in_name()),
        (MemberAct::ResetSignIn, _) if !account.has_sign_in_name() => {
            MemberOutcome::Refuse(ActRefusal::HasNoSignInName)
        }
        (MemberAct::ResetSignIn | MemberAct::MakeEnrollmentCodes | MemberAct::Remove, _) => {
            MemberOutcome::Change
        }
    }
}

/// Identifies an act, those whom it is meant for, and its outcome for each. A password or code that is
/// replaced belongs to it: a form that is sent twice replaces it once.
fn digest_outcomes(
    act: &MemberAct,
    members: &[(Account, MemberOutcome)],
    facts: &StoredFacts,
    gone: usize,
) -> String {
    let mut text = format!("{act:?} {gone}\n");
    for (account, outcome) in members {
        let secret = facts.secrets.get(&account.id).map(String::as_str).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {outcome:?} {secret}", account.id);
    }
    secrets::hash_token(&text)
}
