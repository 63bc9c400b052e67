//! People of an organization, or on a reading list.

use crate::error::Result;
use crate::library::Library;
use crate::members::shown;
use crate::roles::SignedIn;
use crate::rows::{Part, Place, Rows};

pub use store::members::Member;
pub use store::rosters::{Roster, RosterFilter, RosterSort};

/// A page of a roster: four statements, and one that records in the audit who was shown.
pub async fn list(
    library: &Library,
    user: &SignedIn,
    roster: &Roster<'_>,
    part: Part<'_, RosterSort, String>,
) -> Result<Rows<Place<String>, Member>> {
    let total = store::rosters::count(&library.db, roster).await?;
    let rows = store::rosters::page(&library.db, roster, part).await?;
    let Rows { items, next, previous, total } = Rows::of(rows, &part, total);
    let items = shown(&library.context(user), items).await?;
    Ok(Rows { items, next, previous, total })
}
