//! What the members of an organization may download of a title, as their sponsors see it.

use domain::access::{Facts, ForUser, MemberAvailability, member_availability};
use domain::readers::Reader;
use domain::titles::Title;

use crate::error::Result;
use crate::library::Library;
use crate::roles::Sponsor;

/// The availability of a title for each of these members, in their order: one statement.
pub async fn availabilities(
    library: &Library,
    sponsor: &Sponsor,
    title: &Title,
    members: &[Reader],
) -> Result<Vec<MemberAvailability>> {
    let (caller, now) = (&sponsor.caller, sponsor.now());
    let relations = store::relations::for_readers(&library.db, members, title.id, now).await?;
    let availability = |member| {
        member_availability(&Facts {
            now,
            today: caller.today(),
            title,
            caller: caller.facts(),
            recipient: ForUser::Named(member),
            relation: relations.get(&member.account.id).copied().unwrap_or_default(),
            can: library.delivery.capabilities(),
        })
    };
    Ok(members.iter().map(availability).collect())
}
