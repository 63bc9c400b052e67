//! The plan for undoing a run, member by member: without I/O, so that it can be shown first.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::members::is_member_of;
use domain::removed_members::RemovedMember;
use domain::roster_runs::{KeptReason, MemberField, MemberState};
use domain::{Account, AccountId, DisabilityType, OrganizationId, Role};
use store::accounts::fold_login;
use store::groups::Memberships;
use store::roster_runs::RunMember;
use store::{Conn, groups, members, proofs, roster_runs};

use crate::Result;

/// The effect of undoing a run on one member.
#[derive(Debug, Clone)]
pub(super) struct PlannedUndo {
    /// Place in the run.
    pub(super) position: i64,
    pub(super) account: AccountId,
    pub(super) name: String,
    pub(super) action: UndoAction,
    /// The reasons why something stays unchanged.
    pub(super) kept: Vec<KeptReason>,
}

/// The records to write to undo the change of one member.
#[derive(Debug, Clone)]
pub(super) enum UndoAction {
    Nothing,
    /// Fields get their values from before.
    Change(Box<UndoneChange>),
    /// A member whom the run added is removed again.
    Remove(Box<Account>),
    /// A removed member gets the place back, and what was deleted with it.
    Restore(Box<Account>),
}

/// A member whose fields get their values from before.
#[derive(Debug, Clone)]
pub(super) struct UndoneChange {
    /// The account after the undo.
    pub(super) account: Account,
    /// Disabilities that the school verifies again.
    pub(super) added: Vec<DisabilityType>,
    /// Disabilities that the school verifies no more.
    pub(super) removed: Vec<DisabilityType>,
    /// Groups that the member is put back into.
    pub(super) joins: Vec<i64>,
    /// Groups that the member is taken out of again.
    pub(super) leaves: Vec<i64>,
    /// It can no longer sign in: the run gave it its user name.
    pub(super) loses_sign_in: bool,
}

/// Stored data of the members of a run that undoing it depends on.
#[derive(Debug)]
pub(super) struct UndoFacts<'a> {
    organization: &'a OrganizationId,
    accounts: HashMap<AccountId, Account>,
    verified: HashMap<AccountId, BTreeSet<DisabilityType>>,
    active: HashSet<AccountId>,
    taken_names: HashSet<(String, AccountId)>,
    sourced_ids: HashMap<String, AccountId>,
    /// The groups that members are in now.
    memberships: Memberships,
    /// The groups that still exist.
    groups: HashSet<i64>,
}

impl<'a> UndoFacts<'a> {
    /// Reads them: a few statements for every 500 members. `accounts` are those of the run, as they are now.
    pub(super) async fn read(
        mut conn: impl Conn,
        organization: &'a OrganizationId,
        run: &[RunMember],
        accounts: HashMap<AccountId, Account>,
    ) -> Result<Self> {
        let changed: Vec<AccountId> =
            run.iter().filter(|member| member.after.is_some()).map(|member| member.account.clone()).collect();
        let is_created = |member: &&RunMember| member.before.is_none() && member.after.is_some();
        let created: Vec<AccountId> =
            run.iter().filter(is_created).map(|member| member.account.clone()).collect();
        let verified = proofs::list_verified(&mut conn, &changed).await?;
        let active = roster_runs::find_active(&mut conn, &created).await?;
        let wanted: Vec<(String, AccountId)> =
            run.iter().flat_map(|member| wanted_names(member, &accounts)).collect();
        let taken_names = store::accounts::find_taken_names(&mut conn, &wanted).await?;
        let sourced_ids = if run.iter().any(restores_sourced_id) {
            members::list_sourced_ids(&mut conn, organization).await?
        } else {
            HashMap::new()
        };
        let memberships = groups::list_memberships_of(&mut conn, &changed).await?;
        let groups = if run.iter().any(changes_groups) {
            groups::list(&mut conn, organization).await?.into_iter().map(|group| group.id).collect()
        } else {
            HashSet::new()
        };
        Ok(Self { organization, accounts, verified, active, taken_names, sourced_ids, memberships, groups })
    }

    /// The effects of undoing the run on each member.
    pub(super) fn plan(&self, run: &[RunMember]) -> Vec<PlannedUndo> {
        run.iter().map(|member| self.plan_member(member)).collect()
    }

    fn plan_member(&self, member: &RunMember) -> PlannedUndo {
        let mut kept = Vec::new();
        let account = self.accounts.get(&member.account);
        let action = match (account, &member.before, &member.after, &member.snapshot) {
            (Some(account), _, None, Some(snapshot)) => self.plan_restoration(account, snapshot, &mut kept),
            (Some(account), None, Some(after), _) => self.plan_removal(account, after, &mut kept),
            (Some(account), Some(before), Some(after), _) => {
                self.plan_change(account, before, after, &mut kept)
            }
            _ => UndoAction::Nothing,
        };
        let name = account.map(Account::display_name).unwrap_or_default();
        PlannedUndo { position: member.position, account: member.account.clone(), name, action, kept }
    }

    /// A member whom the run added goes again, unless somebody has worked with the account since.
    fn plan_removal(
        &self,
        account: &Account,
        after: &MemberState,
        kept_reasons: &mut Vec<KeptReason>,
    ) -> UndoAction {
        if !is_member_of(account, self.organization) {
            kept_reasons.push(KeptReason::Left);
            return UndoAction::Nothing;
        }
        if account.roles.iter().any(|role| *role != Role::OrganizationMember) {
            kept_reasons.push(KeptReason::OtherRole);
        }
        // A group that no longer exists is not work with this member.
        let mut after = after.clone();
        after.groups.retain(|group| self.groups.contains(group));
        let edited = after.differing_fields(&self.current_state(account));
        if !edited.is_empty() {
            kept_reasons.push(KeptReason::Edited(edited));
        }
        if self.active.contains(&account.id) || account.email.is_some() {
            kept_reasons.push(KeptReason::Active);
        }
        if kept_reasons.is_empty() {
            UndoAction::Remove(Box::new(account.clone()))
        } else {
            UndoAction::Nothing
        }
    }

    fn plan_change(
        &self,
        account: &Account,
        before: &MemberState,
        after: &MemberState,
        kept_reasons: &mut Vec<KeptReason>,
    ) -> UndoAction {
        if !is_member_of(account, self.organization) {
            kept_reasons.push(KeptReason::Left);
            return UndoAction::Nothing;
        }
        let current = self.current_state(account);
        let (mut state, mut edited) = MemberState::undo(&current, before, after);
        state.groups.retain(|group| current.groups.contains(group) || self.groups.contains(group));
        if !account.is_sponsor_manageable() {
            // The account has since become the person's own, and the person manages these fields.
            edited.extend(state.keep_own_fields(&current));
        }
        if state.username.is_none() && current.username.is_some() && account.email.is_some() {
            // The member has given an email address since and signs in by both.
            state.username.clone_from(&current.username);
            edited.push(MemberField::Username);
        }
        if !edited.is_empty() {
            kept_reasons.push(KeptReason::Edited(edited));
        }
        if state.username != current.username && self.is_taken(state.username.as_deref(), &account.id) {
            state.username.clone_from(&current.username);
            kept_reasons.push(KeptReason::UsernameTaken);
        }
        if state.sourced_id != current.sourced_id
            && self.is_used_by_other(state.sourced_id.as_deref(), &account.id)
        {
            state.sourced_id.clone_from(&current.sourced_id);
            kept_reasons.push(KeptReason::SourcedIdTaken);
        }
        if state == current {
            return UndoAction::Nothing;
        }
        let mut changed = account.clone();
        state.write_to(&mut changed);
        let loses_sign_in = account.has_sign_in_name() && !changed.has_sign_in_name();
        changed.needs_new_password |= loses_sign_in;
        UndoAction::Change(Box::new(UndoneChange {
            account: changed,
            added: state.disabilities.difference(&current.disabilities).copied().collect(),
            removed: current.disabilities.difference(&state.disabilities).copied().collect(),
            joins: state.groups.difference(&current.groups).copied().collect(),
            leaves: current.groups.difference(&state.groups).copied().collect(),
            loses_sign_in,
        }))
    }

    /// The role comes back with the place that the member had. What an account that still exists says of the
    /// person stays as it is.
    fn plan_restoration(
        &self,
        account: &Account,
        snapshot: &RemovedMember,
        kept_reasons: &mut Vec<KeptReason>,
    ) -> UndoAction {
        let was = &snapshot.account;
        let elsewhere =
            account.membership.as_ref().is_some_and(|place| &place.organization != self.organization);
        if elsewhere || account.has_role(Role::OrganizationMember) {
            kept_reasons.push(KeptReason::MemberAgain);
            return UndoAction::Nothing;
        }
        let was_only_member = was.roles.iter().all(|role| *role == Role::OrganizationMember);
        if account.deleted && !was_only_member {
            kept_reasons.push(KeptReason::Closed);
            return UndoAction::Nothing;
        }
        let mut restored = account.clone();
        restored.deleted = false;
        restored.roles.insert(Role::OrganizationMember);
        let place = was.membership.clone().map(|was| match restored.membership.take() {
            // A sponsor who was a member, too.
            Some(current) => domain::accounts::Membership {
                grade: was.grade,
                plans: was.plans,
                allow_search_downloads: was.allow_search_downloads,
                sourced_id: was.sourced_id,
                ..current
            },
            None => was,
        });
        restored.membership = place;
        if account.deleted {
            // A removed account keeps its names, which others may have taken.
            for name in [&mut restored.username, &mut restored.email] {
                if self.is_taken(name.as_deref(), &account.id) {
                    *name = None;
                    push_once(kept_reasons, KeptReason::UsernameTaken);
                }
            }
        }
        if let Some(place) = &mut restored.membership
            && self.is_used_by_other(place.sourced_id.as_deref(), &account.id)
        {
            place.sourced_id = None;
            kept_reasons.push(KeptReason::SourcedIdTaken);
        }
        UndoAction::Restore(Box::new(restored))
    }

    fn current_state(&self, account: &Account) -> MemberState {
        let verified = self.verified.get(&account.id).cloned().unwrap_or_default();
        let groups = self.memberships.get(&account.id).cloned().unwrap_or_default();
        MemberState::from_account(account, verified).with_groups(groups)
    }

    /// Returns true if somebody else has this name to sign in by.
    fn is_taken(&self, name: Option<&str>, account: &AccountId) -> bool {
        name.is_some_and(|name| self.taken_names.contains(&(fold_login(name), account.clone())))
    }

    /// Returns true if another member has this identifier of the school's own system.
    fn is_used_by_other(&self, sourced_id: Option<&str>, account: &AccountId) -> bool {
        sourced_id.and_then(|id| self.sourced_ids.get(id)).is_some_and(|holder| holder != account)
    }
}

/// Returns true if the run has put the member into groups, or taken the member out of some.
fn changes_groups(member: &RunMember) -> bool {
    member.before.iter().chain(&member.after).any(|state| !state.groups.is_empty())
}

/// Returns true if undoing may give the member an identifier of the school's own system.
fn restores_sourced_id(member: &RunMember) -> bool {
    let removed = member.snapshot.as_ref().and_then(|snapshot| snapshot.account.membership.as_ref());
    let before = member.before.as_ref().and_then(|before| before.sourced_id.as_ref());
    before.is_some() || removed.is_some_and(|place| place.sourced_id.is_some())
}

/// The folded names that undoing may give the member.
fn wanted_names(member: &RunMember, accounts: &HashMap<AccountId, Account>) -> Vec<(String, AccountId)> {
    let account = accounts.get(&member.account).filter(|_| member.snapshot.is_some());
    let own = account.into_iter().flat_map(|account| [&account.username, &account.email]).flatten();
    let before = member.before.iter().filter_map(|before| before.username.as_ref());
    own.chain(before).map(|name| (fold_login(name), member.account.clone())).collect()
}

fn push_once(kept: &mut Vec<KeptReason>, reason: KeptReason) {
    if !kept.contains(&reason) {
        kept.push(reason);
    }
}
