//! `openshelf admin users`.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use domain::{Role, SiteId};
use jiff::civil::Date;
use services::accounts::lock;
use services::accounts::operator::{self, NewAccount};
use services::erasure::{release_hold, set_hold};
use services::values::{Email, ParseValue as _, ShortText, SingleLineText};
use services::{Error, ErrorKey, KeyPage, Operation, personal};

use super::erasure::{self, ErasureOptions};
use super::operator::{account_command_error, parse_country, parse_value, site_command_error};
use super::{duplicates, merges};
use crate::commands::find_listed_site;
use crate::library::Library;

/// User accounts.
#[derive(Debug, Subcommand)]
pub enum Users {
    /// Create an account; prints its password once
    Create(CreateUser),
    /// List accounts
    List {
        /// Only of this site
        #[arg(long)]
        site: Option<String>,
        /// Number of accounts
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Lock an account: its tokens stop working immediately
    Disable {
        /// Account identifier, user name or email address
        user: String,
    },
    /// Unlock an account
    Enable {
        /// Account identifier, user name or email address
        user: String,
    },
    /// Set a new random password that must be changed; prints it once, and signs the user out everywhere
    #[command(alias = "new-password")]
    ResetPassword {
        /// Account identifier, user name or email address
        user: String,
    },
    /// Erase a person for good: everything goes that no rule keeps for a time
    Erase {
        /// Account identifier, user name or email address; of a closed account its identifier
        user: String,
        #[command(flatten)]
        options: ErasureOptions,
    },
    /// Keep a person from being erased
    Hold {
        /// Account identifier, user name or email address
        user: String,
        /// Why the person must not be erased
        #[arg(long, value_parser = parse_value::<SingleLineText<500>>)]
        reason: SingleLineText<500>,
    },
    /// Release the hold that keeps a person from being erased
    ReleaseHold {
        /// Account identifier, user name or email address
        user: String,
    },
    /// Write all data about a person into a zip file, for requests of access to personal data
    Export {
        /// Account identifier, user name or email address
        user: String,
        /// The file; it must not exist yet
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// List accounts that may be of the same person, by name
    Duplicates {
        /// Number of groups of accounts
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
    /// Remember that accounts are of different people: they are not listed as duplicates any more
    Distinguish {
        /// Account identifiers, at least two
        #[arg(required = true, num_args = 2..)]
        accounts: Vec<String>,
    },
    /// Merge an account into another one of the same person, and close it
    Merge(merges::MergeAccounts),
    /// List the merges of an account, newest first
    Merges {
        /// Account identifier, user name or email address; of a closed account its identifier
        user: String,
    },
    /// Undo a merge within 30 days
    Unmerge(merges::UnmergeAccounts),
}

/// A new account.
#[derive(Debug, Args)]
pub struct CreateUser {
    /// Email address: also the sign-in name
    email: String,
    /// Given name
    #[arg(long)]
    first_name: String,
    /// Family name
    #[arg(long)]
    last_name: String,
    /// Role; repeat for more
    #[arg(long = "role", default_value = "individual", value_parser = clap::value_parser!(Role))]
    roles: Vec<Role>,
    /// Site that the account belongs to
    #[arg(long, default_value = domain::sites::MAIN_SITE)]
    site: String,
    /// Country, ISO 3166-1 alpha-2
    #[arg(long, default_value = "US")]
    country: String,
    /// Birth date, YYYY-MM-DD
    #[arg(long)]
    date_of_birth: Option<Date>,
}

pub async fn run(command: Users, op: &Operation, library: &Library) -> anyhow::Result<()> {
    match command {
        Users::Create(new) => create(new, op).await,
        Users::List { site, limit } => {
            let site = find_listed_site(library, site.as_deref()).await?;
            list(op, site, limit).await
        }
        Users::Disable { user } => {
            let account = lock::set_locked(op, &user, true).await.map_err(account_command_error(&user))?;
            println!("Locked {}.", account.display_name());
            Ok(())
        }
        Users::Enable { user } => {
            let account = lock::set_locked(op, &user, false).await.map_err(account_command_error(&user))?;
            println!("Unlocked {}.", account.display_name());
            Ok(())
        }
        Users::ResetPassword { user } => reset_password(op, &user).await,
        Users::Erase { user, options } => erasure::erase_person(op, &user, &options).await,
        Users::Hold { user, reason } => {
            let account = set_hold(op, &user, reason).await.map_err(account_command_error(&user))?;
            println!("{} is not erased until the hold is released.", account.id);
            Ok(())
        }
        Users::ReleaseHold { user } => {
            let account = release_hold(op, &user).await.map_err(account_command_error(&user))?;
            println!("Released the hold of {}.", account.id);
            Ok(())
        }
        Users::Export { user, out } => export_data(op, &user, &out).await,
        Users::Duplicates { limit } => duplicates::list(op, limit).await,
        Users::Distinguish { accounts } => duplicates::distinguish(op, accounts).await,
        Users::Merge(args) => merges::merge(&args, op).await,
        Users::Merges { user } => merges::list(op, &user).await,
        Users::Unmerge(args) => merges::unmerge(&args, op).await,
    }
}

async fn create(new: CreateUser, op: &Operation) -> anyhow::Result<()> {
    let (email, site) = (new.email, new.site);
    let request = NewAccount {
        email: Email::parse_value(&email).map_err(|_| anyhow!("{email} is not an email address"))?,
        first_name: new.first_name,
        last_name: new.last_name,
        roles: new.roles.into_iter().collect(),
        site: ShortText(site.clone()),
        country: parse_country(&new.country)?,
        date_of_birth: new.date_of_birth,
    };
    let (account, password) = operator::create(op, request).await.map_err(|error| match error {
        Error::Refused(ErrorKey::UserExists) => {
            anyhow!("{email} is already the email address or user name of an account")
        }
        error => site_command_error(&site)(error),
    })?;
    println!("account   {}\npassword  {}\nSave it now: it is not shown again.", account.id, password.0);
    Ok(())
}

async fn list(op: &Operation, site: Option<SiteId>, limit: u32) -> anyhow::Result<()> {
    for account in operator::list(op, site.as_ref(), &KeyPage::first_page(limit)).await? {
        let roles: Vec<_> = account.roles.iter().map(|role| role.as_str()).collect();
        println!(
            "{:<24} {:<10} {:<9} {:<30} {:<30} {}",
            account.id,
            account.site,
            if account.deleted {
                "deleted"
            } else if account.locked {
                "locked"
            } else {
                "active"
            },
            account.username.as_deref().unwrap_or("-"),
            account.display_name(),
            roles.join(","),
        );
    }
    Ok(())
}

async fn reset_password(op: &Operation, user: &str) -> anyhow::Result<()> {
    let password = operator::reset_password(op, user).await.map_err(account_command_error(user))?;
    println!("password  {}\nSave it now: it is not shown again.", password.0);
    Ok(())
}

async fn export_data(op: &Operation, user: &str, out: &Path) -> anyhow::Result<()> {
    if out.exists() {
        bail!("{} exists already", out.display());
    }
    let exported = personal::export_person(op, user, out).await;
    let (account, written) = exported.map_err(account_command_error(user))?;
    println!(
        "Wrote {} records and {} files of documents of {} to {}.",
        written.records,
        written.documents,
        account.display_name(),
        out.display()
    );
    for path in &written.missing {
        eprintln!("{path} is lost in the file store, so the archive does not contain it");
    }
    Ok(())
}
