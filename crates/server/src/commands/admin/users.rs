//! `openshelf admin users`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use domain::accounts::{Account, Address, Role};
use domain::contributors::Name;
use domain::ids::{AccountId, ClientId, SiteId};
use jiff::civil::Date;
use passwords::Passwords;
use services::values::generated_password;
use store::Page;
use store::audit::Reading;

use crate::commands::existing_site;
use crate::library::{Library, now, rng};
use crate::serving::context;

/// Recorded in the audit in place of an app's key.
const COMMAND_LINE: &str = "command line";

/// User accounts.
#[derive(Debug, Subcommand)]
pub enum Users {
    /// Create an account; prints its password once
    Create(Create),
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
    /// Write all data about a person into a zip file, for requests of access to personal data
    Export {
        /// Account identifier, user name or email address
        user: String,
        /// The file; it must not exist yet
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

/// A new account.
#[derive(Debug, Args)]
pub struct Create {
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

/// Runs the command.
pub async fn run(command: Users, library: &Library) -> anyhow::Result<()> {
    match command {
        Users::Create(new) => create(new, library).await,
        Users::List { site, limit } => list(library, site.map(SiteId::from), limit).await,
        Users::Disable { user } => lock(library, &user, true).await,
        Users::Enable { user } => lock(library, &user, false).await,
        Users::ResetPassword { user } => reset_password(library, &user).await,
        Users::Export { user, out } => export(library, &user, &out).await,
    }
}

async fn create(new: Create, library: &Library) -> anyhow::Result<()> {
    let site = existing_site(library, &new.site).await?.id;
    if !domain::email::is_email(&new.email) {
        bail!("{} is not an email address", new.email);
    }
    let country = new.country.to_ascii_uppercase();
    if !domain::countries::is_country(&country) {
        bail!("{country} is not an ISO 3166-1 alpha-2 code");
    }
    let mut rng = rng();
    let account = Account {
        id: AccountId::from(store::random_id(&mut rng)),
        site,
        username: Some(new.email.clone()),
        email: Some(new.email),
        name: Name::new(new.first_name, new.last_name),
        guardian: None,
        date_of_birth: new.date_of_birth,
        address: Address { country: Some(country), ..Address::default() },
        phone_number: None,
        language: None,
        roles: new.roles.into_iter().collect(),
        allow_adult_content: None,
        safe_search: false,
        show_all_books: false,
        locked: false,
        deleted: false,
        needs_new_password: true,
        membership: None,
        created: now(),
    };
    let password = generated_password(&mut rng).0;
    let hash = Passwords::new(1).hash(&password, &mut rng).await?;
    let mut tx = library.db.begin().await?;
    match store::accounts::insert(&mut tx, &account, Some(&hash)).await {
        Err(error) if error.is_conflict() => {
            bail!(
                "{} is already the email address or user name of an account",
                account.email.as_deref().unwrap_or_default()
            )
        }
        done => done.context("creating the account")?,
    }
    tx.commit().await?;
    println!("account   {}\npassword  {password}\nSave it now: it is not shown again.", account.id);
    Ok(())
}

async fn list(library: &Library, site: Option<SiteId>, limit: u32) -> anyhow::Result<()> {
    let page = Page { after: None, limit };
    for account in store::accounts::list(&library.db, site.as_ref(), &page).await? {
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

/// The account with this identifier, user name or email address.
pub(super) async fn find(library: &Library, user: &str) -> anyhow::Result<Account> {
    store::accounts::by_identifier(&library.db, user)
        .await?
        .with_context(|| format!("there is no user {user}"))
}

async fn lock(library: &Library, user: &str, locked: bool) -> anyhow::Result<()> {
    let account = find(library, user).await?;
    let mut tx = library.db.begin().await?;
    store::accounts::set_locked(&mut tx, &account.id, locked).await?;
    tx.commit().await?;
    println!("{} {}.", if locked { "Locked" } else { "Unlocked" }, account.display_name());
    Ok(())
}

async fn reset_password(library: &Library, user: &str) -> anyhow::Result<()> {
    let account = find(library, user).await?;
    let mut rng = rng();
    let password = generated_password(&mut rng).0;
    let hash = Passwords::new(1).hash(&password, &mut rng).await?;
    let mut tx = library.db.begin().await?;
    store::passwords::change(&mut tx, &account.id, &hash, true, now()).await?;
    tx.commit().await?;
    println!("password  {password}\nSave it now: it is not shown again.");
    Ok(())
}

/// The audit records the export before the data is read, as for every other access to disability data.
async fn export(library: &Library, user: &str, out: &Path) -> anyhow::Result<()> {
    let account = find(library, user).await?;
    if out.exists() {
        bail!("{} exists already", out.display());
    }
    let reading = Reading {
        reader: None,
        client: &ClientId::from(COMMAND_LINE),
        endpoint: "openshelf admin users export",
        at: now(),
    };
    store::audit::record(&library.db, reading, &[&account.id]).await?;
    let written = ::holdings::personal::archive(&context(library), &account, out).await?;
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
