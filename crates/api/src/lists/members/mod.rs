//! The members of an organization that sponsors put on a reading list (docs/rules/lists.md#rule-3).

pub mod add;
pub mod list;
pub mod remove;

use domain::lists::ReadingList;
use services::lists::members::roster;
use services::rosters::RosterSort;

use crate::http::errors::Result;
use crate::http::listing::Order;
use crate::http::roles::SignedIn;
use crate::rosters::People;
use crate::state::Api;

/// The name of the list of members in tokens.
const NAME: &str = "listMembers";

/// A page of the list's members.
fn people<'a>(
    api: &Api,
    list: &'a ReadingList,
    user: &'a SignedIn,
    order: &Order<RosterSort>,
) -> Result<People<'a>> {
    People::asked(api, user, (NAME, &list.id), roster(list, user), order)
}
