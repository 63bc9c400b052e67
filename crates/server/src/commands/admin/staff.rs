//! `openshelf admin staff`.

use anyhow::bail;
use clap::{Args, Subcommand};
use domain::WireEnum as _;
use domain::staff_roles::StaffRole;
use services::Operation;
use services::staff::{self, RoleOutcome, StaffRoleObstacle};

use super::operator::{account_command_error, last_sign_in_text};

/// The library's staff.
#[derive(Debug, Subcommand)]
pub enum Staff {
    /// List everybody with a role of staff, with the day of the last sign-in
    List,
    /// Give a person a role, next to those that the person has
    Give(PersonAndRole),
    /// Take a role away from a person; somebody who is not staff any more is signed out everywhere
    Take(PersonAndRole),
}

/// A person, and a role of staff.
#[derive(Debug, Args)]
pub struct PersonAndRole {
    /// Account identifier, user name or email address
    user: String,
    /// collectionAssistant, membershipAssistant or administrator
    role: StaffRole,
}

pub async fn run(command: Staff, op: &Operation) -> anyhow::Result<()> {
    match command {
        Staff::List => list(op).await,
        Staff::Give(PersonAndRole { user, role }) => {
            let outcome = staff::give_role(op, &user, role).await.map_err(account_command_error(&user))?;
            report(outcome, &format!("{user} has the role {role} now."))
        }
        Staff::Take(PersonAndRole { user, role }) => {
            let outcome = staff::take_role(op, &user, role).await.map_err(account_command_error(&user))?;
            report(outcome, &format!("{user} no longer has the role {role}."))
        }
    }
}

async fn list(op: &Operation) -> anyhow::Result<()> {
    for member in staff::list(op).await? {
        let account = &member.account;
        let held = StaffRole::ALL.iter().filter(|role| account.has_role((**role).into()));
        let names: Vec<_> = held.map(|role| role.as_str()).collect();
        println!(
            "{:<24} {:<10} {:<9} {:<30} {:<30} {:<10} {}",
            account.id,
            account.site,
            if account.locked { "locked" } else { "active" },
            account.sign_in_name(),
            account.display_name(),
            last_sign_in_text(member.last_sign_in),
            names.join(","),
        );
    }
    Ok(())
}

/// Prints what happened; fails if the role was refused.
fn report(outcome: RoleOutcome, done: &str) -> anyhow::Result<()> {
    match outcome {
        RoleOutcome::Changed => println!("{done}"),
        RoleOutcome::Unchanged => println!("There was nothing to change."),
        RoleOutcome::Refused(StaffRoleObstacle::CannotSignIn) => {
            bail!("the account is locked, or has no name to sign in with")
        }
        RoleOutcome::Refused(StaffRoleObstacle::LastAdministrator) => {
            bail!("no other administrator could sign in: give somebody else the role first")
        }
        RoleOutcome::Refused(StaffRoleObstacle::OwnRole) => bail!("nobody takes a role of their own"),
    }
    Ok(())
}
