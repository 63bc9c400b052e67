//! What acts on members can name.

use domain::lists::{MAX_LISTS_PER_OWNER, ReadingList};
use store::roster_tags::RosterTag;

use crate::error::Result;
use crate::operation::Operation;

/// Maximum number of roster tags that a form offers.
const MAX_OFFERED_TAGS: u32 = 1_000;

/// The roster tags and lists that acts of a sponsor can name.
#[derive(Debug, Clone)]
pub struct ActChoices {
    /// By district and school.
    pub tags: Vec<RosterTag>,
    /// The lists on which the sponsor puts members, by name.
    pub lists: Vec<ReadingList>,
}

/// The roster tags and lists that acts of the sponsor can name: two statements.
///
/// # Errors
/// `NOT_SPONSOR`.
pub async fn list_choices(op: &Operation) -> Result<ActChoices> {
    let sponsor = op.require_sponsor()?;
    let (account, organization) = (sponsor.account, &sponsor.organization.id);
    let tags = store::roster_tags::list_with_counts(op.db(), organization, MAX_OFFERED_TAGS).await?;
    let limit = u32::try_from(MAX_LISTS_PER_OWNER).unwrap_or(u32::MAX);
    let mut lists = store::lists::list_owned_or_shared(op.db(), &account.id, organization, limit).await?;
    lists.retain(|list| list.is_peopled_by(account));
    Ok(ActChoices { tags: tags.into_iter().map(|(tag, _)| tag).collect(), lists })
}
