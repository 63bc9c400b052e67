//! Titles, lists, groups and tags that acts on members can name.

use domain::ReadingList;
use store::groups::Group;
use store::roster_tags::RosterTag;

use crate::members::list_tags_and_lists;
use crate::{Operation, Result};

/// The roster tags, groups and lists that acts of a sponsor can name.
#[derive(Debug, Clone)]
pub struct ActChoices {
    /// By district and school.
    pub tags: Vec<RosterTag>,
    /// By name.
    pub groups: Vec<Group>,
    /// The lists on which the sponsor puts members, by name.
    pub lists: Vec<ReadingList>,
}

/// The roster tags, groups and lists that acts of the sponsor can name: three statements.
///
/// # Errors
/// `NOT_SPONSOR`.
pub async fn list_choices(op: &Operation) -> Result<ActChoices> {
    let organization = &op.require_sponsor()?.organization.id;
    let (tags, lists) = list_tags_and_lists(op).await?;
    let groups = store::groups::list(op.db(), organization).await?;
    Ok(ActChoices { tags: tags.into_iter().map(|(tag, _)| tag).collect(), groups, lists })
}
