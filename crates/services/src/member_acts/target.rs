//! What an act names: a title, a list, a group, or a roster tag.

use std::sync::Arc;

use domain::{ReadingList, Title};
use store::Tx;
use store::groups::Group;
use store::roster_tags::RosterTag;

use super::MemberAct;
use crate::lists::members::{find_for_member_changes, lock_for_member_changes};
use crate::titles::find_visible;
use crate::{ErrorKey, Fault, Field, Operation, Result};

/// What an act names besides the members.
#[derive(Debug, Clone)]
pub enum ActTarget {
    /// Nothing that has to be looked up.
    Nothing,
    Tag(RosterTag),
    Title(Arc<Title>),
    List(ReadingList),
    Group(Group),
}

impl ActTarget {
    /// Looks up what the act names. The errors are those of [`preview`](super::preview).
    pub(super) async fn find(op: &Operation, act: &MemberAct) -> Result<Self> {
        match act {
            MemberAct::SetRosterTag(Some(id)) => {
                let organization = &op.require_member_manager()?.id;
                let tag = store::roster_tags::get(op.db(), organization, *id).await?;
                let reason = "must be a roster tag of the organization";
                let fault = || Fault::new(ErrorKey::InvalidParameter, Field::RosterTagId, reason);
                Ok(Self::Tag(tag.ok_or_else(fault)?))
            }
            MemberAct::AssignTitle(id) => Ok(Self::Title(find_visible(op, *id).await?)),
            MemberAct::AddToList(id) => Ok(Self::List(find_for_member_changes(op, id).await?)),
            MemberAct::AddToGroup(id) | MemberAct::TakeFromGroup(id) => {
                let organization = &op.require_member_manager()?.id;
                let group = store::groups::get(op.db(), organization, *id).await?;
                Ok(Self::Group(group.ok_or(ErrorKey::RecordNotFound)?))
            }
            MemberAct::SetGrade(_)
            | MemberAct::SetRosterTag(None)
            | MemberAct::PutOnQuickList
            | MemberAct::TakeOffQuickList
            | MemberAct::MarkDisability(_)
            | MemberAct::UnmarkDisability(_)
            | MemberAct::ResetSignIn
            | MemberAct::GiveSignIn
            | MemberAct::MakeEnrollmentCodes
            | MemberAct::Remove => Ok(Self::Nothing),
        }
    }

    /// Locks the list until the transaction ends, if it is one, and checks again that the sponsor puts
    /// members on it. A group is deleted only while the organization is locked, as it is now: this checks
    /// that it still exists.
    pub(super) async fn lock(&self, op: &Operation, tx: &mut Tx) -> Result<()> {
        match self {
            Self::List(list) => drop(lock_for_member_changes(op, tx, &list.id).await?),
            Self::Group(group) => {
                let organization = &op.require_member_manager()?.id;
                let found = store::groups::get(&mut *tx, organization, group.id).await?;
                found.ok_or(ErrorKey::RecordNotFound)?;
            }
            Self::Nothing | Self::Tag(_) | Self::Title(_) => {}
        }
        Ok(())
    }
}
