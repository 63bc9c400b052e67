//! The members of an organization whom sponsors put on a reading list (spec 4, 1.5).

pub mod add;
pub mod list;
pub mod remove;

use domain::ids::OrganizationId;
use domain::lists::ReadingList;
use store::rosters::{Roster, RosterSort};

use crate::http::errors::Result;
use crate::http::listing::Order;
use crate::http::roles::SignedIn;
use crate::rosters::People;
use crate::state::Api;

/// The name of the list of members in tokens.
const NAME: &str = "listMembers";

/// No organization has this identifier.
static NO_ORGANIZATION: std::sync::LazyLock<OrganizationId> =
    std::sync::LazyLock::new(|| OrganizationId::from(""));

/// Who is on the list, as far as the user may know them: staff of the site see all, sponsors the members of their own
/// organization, and an owner who sponsors none (any more) nobody.
fn roster<'a>(list: &'a ReadingList, user: &'a SignedIn) -> Roster<'a> {
    let account = &user.reader.account;
    let own = account.membership.as_ref().map(|place| &place.organization);
    let organization = if account.manages_membership(&list.site) {
        None
    } else {
        Some(own.filter(|own| account.sponsors(own)).unwrap_or(&NO_ORGANIZATION))
    };
    Roster::on_list(&list.id, organization, user.id())
}

/// A page of who is on the list.
fn people<'a>(
    api: &Api,
    list: &'a ReadingList,
    user: &'a SignedIn,
    order: &Order<RosterSort>,
) -> Result<People<'a>> {
    People::asked(api, user, (NAME, &list.id), roster(list, user), order)
}
