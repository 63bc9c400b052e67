//! Erasing the people of an organization (docs/rules/erasure.md#rule-5).

use ::jobs::erase_organization::EraseOrganization;
use domain::erasure::ErasureReason;
use domain::{Account, AccountId, AuditedAct, OrganizationId, Role};
use holdings::erasure::{
    ErasureOrder, LockedPerson, can_erase, erase_person, leave_organization, lock_person, write_journal,
};
use store::erasures::{self, Erasure};
use store::organizations;

use crate::erasure_audit::{ErasureChange, record_change};
use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

const PEOPLE_PER_READ: u32 = 100;
/// Maximum number of times that the people are read from the first to the last.
const MAX_PASSES: u32 = 3;

impl Runner for EraseOrganization {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let erasure = erasures::get(ctx.db(), self.erasure).await?;
        let Some(erasure) = erasure.filter(|erasure| erasure.finished.is_none()) else {
            return Ok(JobOutcome::Finished);
        };
        let eraser = OrganizationEraser { ctx, erasure: &erasure };
        eraser.erase_whole(&self.organization, Some(run)).await?;
        Ok(JobOutcome::Finished)
    }
}

/// Erases an organization; may run again after an interruption at any point.
#[derive(Debug)]
pub(crate) struct OrganizationEraser<'a> {
    pub(crate) ctx: &'a WorkerContext,
    pub(crate) erasure: &'a Erasure,
}

impl OrganizationEraser<'_> {
    /// Erases each person in a transaction, and then the rest of the organization. `run` shows the progress.
    pub(crate) async fn erase_whole(
        &self,
        organization: &OrganizationId,
        run: Option<&Run>,
    ) -> Result<(), JobError> {
        let db = self.ctx.db();
        let people = erasures::count_people(db, organization).await?;
        let total = i64::try_from(people.members + people.sponsors + people.removed).unwrap_or(i64::MAX);
        let mut done = 0_i64;
        // Repeated until a pass finds no people, because concurrent requests may add some.
        for _ in 0..MAX_PASSES {
            let before = done;
            let mut after = AccountId::from("");
            loop {
                let people = erasures::list_people(db, organization, &after, PEOPLE_PER_READ).await?;
                let Some(last) = people.last() else { break };
                for person in &people {
                    done += i64::from(self.remove_person(organization, person).await?);
                }
                after = last.clone();
                if let Some(run) = run {
                    run.record_progress(self.ctx, done, total.max(done), "erasing people").await?;
                }
                write_journal(self.ctx.holdings()).await?;
            }
            if done == before {
                break;
            }
        }
        self.finish(organization).await
    }

    /// Deletes the rest of the organization, unless people still belong to it.
    async fn finish(&self, id: &OrganizationId) -> Result<(), JobError> {
        let ctx = self.ctx;
        let mut tx = ctx.db().begin().await?;
        let organization = organizations::get_for_update(&mut tx, id).await?;
        let left = erasures::list_people(&mut tx, id, &AccountId::from(""), 1).await?;
        let Some(organization) = organization.filter(|_| left.is_empty()) else {
            tx.rollback().await?;
            tracing::warn!(organization = %id, "an organization is not completely erased, because it still has people on hold");
            return Ok(());
        };
        erasures::erase_organization(&mut tx, &organization).await?;
        erasures::finish(&mut tx, self.erasure.id, ctx.now()).await?;
        tx.commit().await?;
        tracing::info!(organization = %id, erasure = self.erasure.id, "an organization was erased");
        Ok(())
    }

    /// Erases a person of the organization in a transaction; a person who is not only a member or a sponsor
    /// just leaves it. Returns false for people who are held, and for those who have left meanwhile.
    async fn remove_person(&self, organization: &OrganizationId, id: &AccountId) -> Result<bool, JobError> {
        let order = ErasureOrder {
            reason: ErasureReason::Organization,
            erased: self.ctx.now(),
            by: self.erasure.note.by.as_ref(),
            parent: Some(self.erasure.id),
            rules: &self.ctx.retention,
        };
        let mut tx = self.ctx.db().begin().await?;
        let person = lock_person(&mut tx, id).await?;
        let can_erase = can_erase(&mut tx, id).await?;
        let Some(person) = person.filter(|person| can_erase && belongs_to(person, organization)) else {
            tx.rollback().await?;
            return Ok(false);
        };
        let act = audited_act(&person.account);
        let endpoint = "job erase_organization";
        record_change(&mut tx, ErasureChange { act, endpoint, account: id }, &order).await?;
        if act == AuditedAct::EraseAccount {
            erase_person(&mut tx, person, order).await?;
        } else {
            leave_organization(&mut tx, person, order).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}

/// The audited change of a person of an erased organization. People who have other roles only leave it.
fn audited_act(account: &Account) -> AuditedAct {
    if account.is_sponsor_manageable() {
        AuditedAct::EraseAccount
    } else if account.has_role(Role::OrganizationMember) {
        AuditedAct::RemoveMember
    } else {
        AuditedAct::RemoveSponsor
    }
}

/// Returns true for people of an organization, and for removed members, who belong to none.
fn belongs_to(person: &LockedPerson, organization: &OrganizationId) -> bool {
    match &person.organization {
        Some(own) => &own.id == organization,
        None => person.account.deleted,
    }
}
