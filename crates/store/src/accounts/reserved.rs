//! Email addresses that accounts may take back (docs/rules/accounts.md#rule-14).

use domain::AccountId;

use crate::conn::Conn as _;
use crate::{Result, Sql, Tx};

/// Returns true if one of these names is the address that another account may take back. The names come with
/// the accounts that are to have them.
pub(super) async fn has_reserved_name(tx: &mut Tx, names: &[(String, &AccountId)]) -> Result<bool> {
    let statement = Sql::new(
        "SELECT email_folded, account_id FROM account_undos \
         WHERE is_undoable AND email_changed AND email_folded IN (?)",
    )
    .bind_in(names.iter().map(|(name, _)| name.as_str()));
    let reserved = tx.fetch_all::<(String, AccountId)>(statement).await?;
    let is_of_another = |(email, account): &(String, AccountId)| {
        names.iter().any(|(name, wanted)| name == email && *wanted != account)
    };
    Ok(reserved.iter().any(is_of_another))
}
