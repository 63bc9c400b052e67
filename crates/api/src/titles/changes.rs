//! Changes of titles: accepted at once, applied by the workers in the order of their acceptance (spec 4, 4.6).

use domain::ids::TitleId;
use jobs::apply_title_update::{Change, EditError, TitleUpdate};
use jobs::title_updates::{foreseen, request};
use store::{StoreError, Tx};

use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::roles::CollectionStaff;
use crate::state::Api;
use crate::titles::edit::check_ages;
use crate::titles::moves;

/// Accepts a change; none of it stands when it is refused.
pub async fn accept(
    api: &Api,
    staff: &CollectionStaff,
    title: TitleId,
    change: Change,
    comment: Option<String>,
) -> Result<()> {
    let mut tx = api.db.begin().await?;
    judge(&mut tx, staff, title, &change).await?;
    let person = Some(staff.0.reader.account.display_name());
    let account = Some(staff.0.id());
    request(&mut tx, &TitleUpdate { title, change, person, comment }, account, staff.0.now())
        .await
        .map_err(refused)?;
    tx.commit().await?;
    Ok(())
}

/// Where a change can only be judged beside what else is known of the title, that is the title as it will be when
/// everything that was accepted before has been applied.
async fn judge(tx: &mut Tx, staff: &CollectionStaff, title: TitleId, change: &Change) -> Result<()> {
    if let Change::Status { to, replacement } = change {
        return moves::judge(tx, staff, title, *to, *replacement).await;
    }
    let Change::Metadata(edit) = change else { return Ok(()) };
    if !["readingAgeMinimum", "readingAgeMaximum"].iter().any(|age| edit.fields.contains_key(*age)) {
        return Ok(());
    }
    let before = foreseen(tx, title).await?.ok_or(ErrorKey::TitleNotFound)?;
    let after = edit.apply(&before).map_err(|error| impossible(&error))?.metadata;
    let mut faults = crate::http::faults::Faults::default();
    check_ages(after.reading_age_minimum, after.reading_age_maximum, &mut faults);
    Ok(faults.finish()?)
}

/// An edit whose result would be no record.
pub fn impossible(error: &EditError) -> ApiError {
    ApiError::new(ErrorKey::InvalidParameter, vec![error.to_string()])
}

/// Why a change cannot be kept.
pub fn refused(error: StoreError) -> ApiError {
    if error.conflicts_with("titles_product_identifier") {
        ErrorKey::ProductIdentifierExists.into()
    } else {
        error.into()
    }
}
