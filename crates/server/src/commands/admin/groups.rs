//! `openshelf admin groups`: groups of members of organizations.

use anyhow::bail;
use clap::{Args, Subcommand};
use domain::AccountId;
use domain::groups::MAX_GROUPS_PER_MEMBER;
use services::groups::{self, Group};
use services::member_acts::{self, ActRequest, ActResult, CardRequest, FinishedAct, MemberAct};
use services::members::MemberSelection;
use services::{Operation, PageRequest};

use super::operator::{outdated_error, print_run};

/// Groups of members of organizations.
#[derive(Debug, Subcommand)]
pub enum Groups {
    /// List the groups of an organization, by name
    List {
        /// Identifier of the organization
        #[arg(long)]
        organization: String,
        /// Number of groups
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Make an empty group
    Create {
        /// Identifier of the organization
        #[arg(long)]
        organization: String,
        /// Name of the group
        #[arg(long)]
        name: String,
    },
    /// Give a group another name
    Rename {
        /// Number of the group
        group: i64,
        /// Identifier of the organization
        #[arg(long)]
        organization: String,
        /// The new name
        #[arg(long)]
        name: String,
    },
    /// Delete a group; its members stay members
    Delete {
        /// Number of the group
        group: i64,
        /// Identifier of the organization
        #[arg(long)]
        organization: String,
    },
    /// Put members into a group: all of them or none
    Add(GroupMembers),
    /// Take members out of a group: all of them or none
    Remove(GroupMembers),
}

/// Members who join or leave a group.
#[derive(Debug, Args)]
pub struct GroupMembers {
    /// Number of the group
    group: i64,
    /// Account identifiers of the members
    #[arg(required = true)]
    members: Vec<String>,
    /// Identifier of the organization
    #[arg(long)]
    organization: String,
}

pub async fn run(command: Groups, op: &Operation) -> anyhow::Result<()> {
    match command {
        Groups::List { organization, limit } => {
            let op = &op.clone().for_organization(&organization).await?;
            // A page holds one group less than the statement reads.
            let limit = limit.saturating_add(1);
            let part = PageRequest { sort: (), descending: false, after: None, backward: false, limit };
            let page = groups::list(op, part).await?;
            page.items.iter().for_each(print_line);
        }
        Groups::Create { organization, name } => {
            let group = groups::create(&op.clone().for_organization(&organization).await?, &name).await?;
            println!("group  {}", group.id);
        }
        Groups::Rename { group, organization, name } => {
            groups::rename(&op.clone().for_organization(&organization).await?, group, &name).await?;
            println!("Renamed.");
        }
        Groups::Delete { group, organization } => {
            groups::delete(&op.clone().for_organization(&organization).await?, group).await?;
            println!("Deleted.");
        }
        Groups::Add(args) => {
            let act = MemberAct::AddToGroup(args.group);
            change_members(args, act, op).await?;
        }
        Groups::Remove(args) => {
            let act = MemberAct::TakeFromGroup(args.group);
            change_members(args, act, op).await?;
        }
    }
    Ok(())
}

/// Puts members into a group, or takes them out, as one run.
async fn change_members(args: GroupMembers, act: MemberAct, op: &Operation) -> anyhow::Result<()> {
    let op = &op.clone().for_organization(&args.organization).await?;
    let ids: Vec<AccountId> = args.members.into_iter().map(AccountId::from).collect();
    let selection = MemberSelection::Chosen(ids);
    let preview = member_acts::preview(op, &selection, &act).await?;
    if preview.counts.gone > 0 {
        bail!("not members of the organization: {}; nothing was changed", preview.counts.gone);
    }
    let request = ActRequest { selection, act, digest: preview.digest, cards: CardRequest::default() };
    match Box::pin(member_acts::apply(op, &request)).await? {
        ActResult::Finished(finished) => print_finished(&finished),
        ActResult::Outdated(_) => return Err(outdated_error()),
    }
    Ok(())
}

fn print_finished(finished: &FinishedAct) {
    let counts = &finished.counts;
    let refused: usize = counts.refused.iter().map(|(_, members)| members).sum();
    println!("changed {}, unchanged {}, refused {refused}", counts.changing, counts.unchanged);
    if refused > 0 {
        println!("A member is in at most {MAX_GROUPS_PER_MEMBER} groups.");
    }
    if let Some(run) = &finished.run {
        print_run(run);
    }
}

fn print_line((group, members): &(Group, u64)) {
    println!("{:>6}  {:<30} members {members:<6} {}", group.id, group.name, group.origin);
}
