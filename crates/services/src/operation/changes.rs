//! The record of changes in the audit (docs/security.md#audit).

use domain::{AuditSubject, AuditedAct};
use store::Tx;
use store::audit_changes::{self, AuditedChange};

use super::Operation;
use crate::Result;

impl Operation {
    /// Records in the audit that the actor changes something, in the transaction of the change.
    pub async fn record_change(
        &self,
        tx: &mut Tx,
        act: AuditedAct,
        subject: impl Into<AuditSubject<'_>>,
    ) -> Result<()> {
        self.record_changes(tx, act, [subject.into()]).await
    }

    /// Records in the audit that the actor changes the subject, and commits the transaction of the change.
    pub async fn commit_change(
        &self,
        mut tx: Tx,
        act: AuditedAct,
        subject: impl Into<AuditSubject<'_>>,
    ) -> Result<()> {
        self.record_change(&mut tx, act, subject).await?;
        Ok(tx.commit().await?)
    }

    /// Records in the audit that the actor changes each of these, in the transaction of the changes.
    pub async fn record_changes<'a>(
        &self,
        tx: &mut Tx,
        act: AuditedAct,
        subjects: impl IntoIterator<Item = impl Into<AuditSubject<'a>>>,
    ) -> Result<()> {
        let subjects: Vec<AuditSubject<'_>> = subjects.into_iter().map(Into::into).collect();
        Ok(audit_changes::record(tx, self.describe_change(act), &subjects).await?)
    }

    /// A change by the actor, for a transaction that another crate begins.
    pub(crate) fn describe_change(&self, act: AuditedAct) -> AuditedChange<'_> {
        AuditedChange {
            actor: self.signed_in_id(),
            client: &self.client.id,
            endpoint: &self.endpoint,
            act,
            changed_at: self.now,
        }
    }
}
