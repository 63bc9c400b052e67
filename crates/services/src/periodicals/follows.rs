//! Following a periodical (docs/rules/periodicals.md#rule-6).

use super::find_visible;
use crate::{Operation, Result};

/// Makes the user follow a periodical that they may see, or ends this: `PERIODICAL_NOT_FOUND`.
pub async fn set_followed(op: &Operation, id: &str, followed: bool) -> Result<()> {
    let series = find_visible(op, id).await?;
    store::periodicals::follows::set(op.db(), op.account_id()?, &series.id, followed, op.now).await?;
    Ok(())
}
