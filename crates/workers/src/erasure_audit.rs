//! Audit entries of erasures by jobs.

use domain::clients::COMMAND_LINE;
use domain::{AccountId, AuditSubject, AuditedAct, ClientId};
use holdings::erasure::ErasureOrder;
use store::Tx;
use store::audit_changes::{self, AuditedChange};

/// A change of a person by a job, for the audit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ErasureChange<'a> {
    pub(crate) act: AuditedAct,
    /// The job or the command.
    pub(crate) endpoint: &'a str,
    pub(crate) account: &'a AccountId,
}

/// Records a job's change of a person in the audit. Called before the change, because the certificate counts
/// the entry.
pub(crate) async fn record_change(
    tx: &mut Tx,
    change: ErasureChange<'_>,
    order: &ErasureOrder<'_>,
) -> store::Result<()> {
    // A restored backup may lack the account that erased the person.
    let actor = match order.by {
        Some(id) => store::accounts::get(&mut *tx, id).await?.map(|account| account.id),
        None => None,
    };
    let client = ClientId::from(COMMAND_LINE);
    let audited = AuditedChange {
        actor: actor.as_ref(),
        client: &client,
        endpoint: change.endpoint,
        act: change.act,
        changed_at: order.erased,
    };
    audit_changes::record(tx, audited, &[AuditSubject::Account(change.account)]).await
}
