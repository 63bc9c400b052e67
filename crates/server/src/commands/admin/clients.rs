//! `openshelf admin clients`.

use anyhow::bail;
use clap::{Args, Subcommand};
use domain::clients::{Client, Privilege};
use domain::ids::ClientId;
use oauth::tokens::Secret;

use crate::commands::existing_site;
use crate::library::{Library, rng};

/// Client applications.
#[derive(Debug, Subcommand)]
pub enum Clients {
    /// Register an application; prints its key, and its secret once
    Create(Create),
    /// List all applications
    List,
    /// Disable a key: within seconds it is treated like an unknown one
    Disable {
        /// The key
        key: String,
    },
    /// Enable a key again
    Enable {
        /// The key
        key: String,
    },
    /// Replace a key's secret; prints the new one once
    NewSecret {
        /// The key
        key: String,
    },
}

/// A new application.
#[derive(Debug, Args)]
pub struct Create {
    /// Name shown on the consent page
    name: String,
    /// Site that the key is tied to
    #[arg(long, default_value = domain::sites::MAIN_SITE)]
    site: String,
    /// Redirect address, compared exactly; repeat for more
    #[arg(long = "redirect-uri", value_name = "URI")]
    redirect_uris: Vec<String>,
    /// Limited privilege, for example passwordGrant; repeat for more
    #[arg(long = "privilege", value_name = "NAME", value_parser = clap::value_parser!(Privilege))]
    privileges: Vec<Privilege>,
    /// Issue a secret; without one the password of the Basic header is blank
    #[arg(long)]
    secret: bool,
}

/// Runs the command.
pub async fn run(command: Clients, library: &Library) -> anyhow::Result<()> {
    match command {
        Clients::Create(new) => create(new, library).await,
        Clients::List => list(library).await,
        Clients::Disable { key } => set_disabled(library, key, true).await,
        Clients::Enable { key } => set_disabled(library, key, false).await,
        Clients::NewSecret { key } => {
            let secret = Secret::generate(&mut rng());
            if !store::clients::set_secret(&library.db, &ClientId::from(key), Some(&secret.hash())).await? {
                bail!("the key does not exist");
            }
            println!("secret  {}\nSave it now: it is not shown again.", secret.reveal());
            Ok(())
        }
    }
}

async fn create(new: Create, library: &Library) -> anyhow::Result<()> {
    let site = existing_site(library, &new.site).await?.id;
    for uri in &new.redirect_uris {
        if !oauth::redirect::registrable(uri) {
            bail!(
                "redirect address {uri}: must be absolute, without a fragment, and either http(s) with a host or \
                 a scheme of the app's own"
            );
        }
    }
    let mut rng = rng();
    let secret = new.secret.then(|| Secret::generate(&mut rng));
    let client = Client {
        id: ClientId::from(store::random_id(&mut rng)),
        name: new.name,
        site,
        secret_hash: secret.as_ref().map(Secret::hash),
        redirect_uris: new.redirect_uris,
        privileges: new.privileges.into_iter().collect(),
        disabled: false,
    };
    store::clients::insert(&library.db, &client).await?;
    println!("key     {}", client.id);
    match secret {
        Some(secret) => println!("secret  {}\nSave it now: it is not shown again.", secret.reveal()),
        None => println!("secret  (blank)"),
    }
    Ok(())
}

async fn list(library: &Library) -> anyhow::Result<()> {
    for client in store::clients::list(&library.db).await? {
        let privileges: Vec<_> = client.privileges.iter().map(|p| p.as_str()).collect();
        let state = if client.disabled { "disabled" } else { "enabled" };
        println!(
            "{:<24} {:<10} {state:<9} {:<30} {} {}",
            client.id,
            client.site,
            client.name,
            client.redirect_uris.join(" "),
            privileges.join(","),
        );
    }
    Ok(())
}

async fn set_disabled(library: &Library, key: String, disabled: bool) -> anyhow::Result<()> {
    if !store::clients::set_disabled(&library.db, &ClientId::from(key), disabled).await? {
        bail!("the key does not exist");
    }
    println!("{}", if disabled { "Disabled." } else { "Enabled." });
    Ok(())
}
