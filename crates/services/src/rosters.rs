//! People of an organization, or on a reading list.

use crate::error::Result;
use crate::library::Library;
use crate::members::page;
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
    page(&library.context(user), roster, part).await
}
