//! Members of the sponsor's organization who were chosen together: one by one, or by a search.

use std::collections::BTreeSet;

use domain::{Account, AccountId};
use store::groups::Group;
use store::roster_tags::RosterTag;
use store::rosters::{self, RosterQuery};
use store::{Conn, Tx};

use super::quick_list_owner;
use super::search::{MAX_NAME_MATCHES, MemberSearch, find_by_words};
use crate::queries::find_if_some;
use crate::{Error, ErrorKey, Fault, Field, Operation, Result};

pub const MAX_SELECTED_MEMBERS: usize = 10_000;

/// Members who are chosen together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberSelection<'a> {
    /// These accounts, as far as they are members. Others are counted and not named: people who are not
    /// members of the organization do not exist for its sponsors.
    Chosen(Vec<AccountId>),
    /// All whom a search finds.
    Filtered(MemberSearch<'a>),
}

/// What a search names by identifiers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilterNames {
    /// The roster tags of the school and the district.
    pub tags: Vec<RosterTag>,
    pub group: Option<Group>,
}

/// A selection whose words have been looked up, before the transaction begins.
pub(crate) struct PreparedSelection<'a> {
    selection: &'a MemberSelection<'a>,
    /// Those whom the words find. `None` without words.
    matches: Option<Vec<AccountId>>,
}

pub(crate) struct SelectedMembers {
    /// By identifier.
    pub(crate) accounts: Vec<Account>,
    /// People who were chosen and are not members, or no longer.
    pub(crate) gone: usize,
}

impl MemberSelection<'_> {
    /// Looks up the words of the search.
    ///
    /// # Errors
    /// `NOT_SPONSOR`; `MISSING_PARAMETER` if nobody was chosen; `INVALID_PARAMETER` for more than
    /// [`MAX_SELECTED_MEMBERS`], and for words that find more people than are looked up.
    pub(crate) async fn prepare(&self, op: &Operation) -> Result<PreparedSelection<'_>> {
        let matches = match self {
            Self::Chosen(ids) if ids.is_empty() => {
                return Err(
                    Fault::new(ErrorKey::MissingParameter, Field::UserIdentifier, "is required").into()
                );
            }
            Self::Chosen(ids) => {
                check_size(ids.len())?;
                None
            }
            Self::Filtered(search) => match search.words {
                Some(words) => {
                    let matches = find_by_words(op, &roster_for(op, *search)?, words).await?;
                    if !matches.is_complete {
                        let sentence = format!("The words find more than {MAX_NAME_MATCHES} members.");
                        return Err(Error::Explained(ErrorKey::InvalidParameter, sentence));
                    }
                    Some(matches.ids)
                }
                None => None,
            },
        };
        Ok(PreparedSelection { selection: self, matches })
    }
}

impl PreparedSelection<'_> {
    pub(crate) async fn find_members(&self, op: &Operation) -> Result<SelectedMembers> {
        let organization = &op.require_member_manager()?.id;
        let ids = self.list_ids(op, op.db()).await?;
        let accounts = store::members::find_chosen(op.db(), organization, &ids).await?;
        Ok(SelectedMembers::from_found(&ids, accounts))
    }

    /// The members, locked until the transaction ends. Lock the organization first.
    pub(crate) async fn lock_members(&self, op: &Operation, tx: &mut Tx) -> Result<SelectedMembers> {
        let organization = &op.require_member_manager()?.id;
        let ids = self.list_ids(op, &mut *tx).await?;
        let accounts = store::members::lock_chosen(tx, organization, &ids).await?;
        Ok(SelectedMembers::from_found(&ids, accounts))
    }

    /// What the search names, to describe it: at most three statements.
    pub(crate) async fn find_names(&self, op: &Operation) -> Result<FilterNames> {
        let MemberSelection::Filtered(search) = self.selection else { return Ok(FilterNames::default()) };
        let organization = &op.require_member_manager()?.id;
        let mut tags = Vec::new();
        if let Some(school) = search.school {
            tags.extend(store::roster_tags::get(op.db(), organization, school).await?);
        }
        if let Some(district) = search.district.filter(|district| search.school != Some(*district)) {
            tags.extend(store::roster_tags::get(op.db(), organization, district).await?);
        }
        let group = search.group.map(|group| store::groups::get(op.db(), organization, group));
        let group = find_if_some(group).await?;
        Ok(FilterNames { tags, group })
    }

    async fn list_ids(&self, op: &Operation, conn: impl Conn) -> Result<Vec<AccountId>> {
        match self.selection {
            MemberSelection::Chosen(ids) => Ok(ids.clone()),
            MemberSelection::Filtered(search) => {
                let roster = RosterQuery { people: self.matches.as_deref(), ..roster_for(op, *search)? };
                let ids = rosters::list_ids(conn, &roster, MAX_SELECTED_MEMBERS + 1).await?;
                check_size(ids.len())?;
                Ok(ids)
            }
        }
    }
}

/// The identifiers of the members whom a search finds; the errors are those of [`MemberSelection::prepare`].
pub(crate) async fn list_found(op: &Operation, search: MemberSearch<'_>) -> Result<Vec<AccountId>> {
    let everybody = MemberSelection::Filtered(search);
    let prepared = everybody.prepare(op).await?;
    prepared.list_ids(op, op.db()).await
}

impl SelectedMembers {
    fn from_found(ids: &[AccountId], accounts: Vec<Account>) -> Self {
        let gone = ids.iter().collect::<BTreeSet<_>>().len().saturating_sub(accounts.len());
        Self { accounts, gone }
    }
}

/// The members of the sponsor's organization whom a search without its words finds.
fn roster_for<'a>(op: &'a Operation, search: MemberSearch<'a>) -> Result<RosterQuery<'a>> {
    let organization = &op.require_member_manager()?.id;
    let roster = RosterQuery::for_members(organization, quick_list_owner(op));
    Ok(RosterQuery { filter: search.to_filter(op), ..roster })
}

/// Refuses a selection of too many people.
fn check_size(people: usize) -> Result<()> {
    if people <= MAX_SELECTED_MEMBERS {
        return Ok(());
    }
    let sentence = format!("At most {MAX_SELECTED_MEMBERS} members can be chosen at once.");
    Err(Error::Explained(ErrorKey::InvalidParameter, sentence))
}
