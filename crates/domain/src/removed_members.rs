//! Data deleted with a member who is removed from an organization, to be restored if the removal is undone
//! (docs/rules/organizations.md#rule-14).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::lists::ListAccess;
use crate::{Account, AccountId, OrganizationId, ReadingList, SiteId, TitleId};

/// A member at the moment of the removal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedMember {
    /// The account as it was before.
    pub account: Account,
    /// Reading lists that sponsors put the member on.
    #[serde(default)]
    pub list_places: Vec<ListPlace>,
    #[serde(default)]
    pub subscriptions: Vec<ListSubscription>,
    /// Titles that were assigned.
    #[serde(default)]
    pub assignments: Vec<LostAssignment>,
    #[serde(default)]
    pub quick_lists: Vec<QuickListPlace>,
    /// Groups that the member was in.
    #[serde(default)]
    pub groups: Vec<i64>,
    /// Lists of an account that became deleted.
    #[serde(default)]
    pub own_lists: Vec<LostList>,
}

/// A member's place on a reading list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPlace {
    pub list: String,
    pub assigned_by: Option<AccountId>,
    pub added: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListSubscription {
    pub list: String,
    pub added: Timestamp,
}

/// A title that was assigned to a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostAssignment {
    pub title: TitleId,
    pub assigned_by: Option<AccountId>,
    pub assigned: Timestamp,
    /// First complete fetch.
    pub downloaded: Option<Timestamp>,
}

/// A member's place on a sponsor's quick list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuickListPlace {
    pub sponsor: AccountId,
    pub added: Timestamp,
}

/// A reading list of the member with its titles, without its subscribers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostList {
    pub id: String,
    pub site: SiteId,
    pub organization: Option<OrganizationId>,
    pub name: String,
    pub description: String,
    pub access: ListAccess,
    pub updated: Timestamp,
    pub titles: Vec<LostListTitle>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostListTitle {
    pub title: TitleId,
    pub added_by: Option<AccountId>,
    pub added: Timestamp,
}

impl LostList {
    /// The list without its titles.
    pub fn from_list(list: ReadingList) -> Self {
        Self {
            id: list.id,
            site: list.site,
            organization: list.organization,
            name: list.name,
            description: list.description,
            access: list.access,
            updated: list.updated,
            titles: Vec::new(),
        }
    }

    pub fn to_list(&self, owner: &AccountId) -> ReadingList {
        ReadingList {
            id: self.id.clone(),
            site: self.site.clone(),
            owner: owner.clone(),
            organization: self.organization.clone(),
            name: self.name.clone(),
            description: self.description.clone(),
            access: self.access,
            updated: self.updated,
        }
    }
}
