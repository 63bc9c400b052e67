//! `openshelf admin clients`.

use clap::{Args, Subcommand};
use domain::ClientId;
use domain::clients::Privilege;
use services::Operation;
use services::clients::{self, NewClient};
use services::values::ShortText;

use super::operator::site_command_error;

/// Client applications.
#[derive(Debug, Subcommand)]
pub enum Clients {
    /// Register an application; prints its key, and its secret once
    Create(CreateClient),
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
pub struct CreateClient {
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

pub async fn run(command: Clients, op: &Operation) -> anyhow::Result<()> {
    match command {
        Clients::Create(new) => create(new, op).await,
        Clients::List => list(op).await,
        Clients::Disable { key } => {
            clients::set_disabled(op, &ClientId::from(key), true).await?;
            println!("Disabled.");
            Ok(())
        }
        Clients::Enable { key } => {
            clients::set_disabled(op, &ClientId::from(key), false).await?;
            println!("Enabled.");
            Ok(())
        }
        Clients::NewSecret { key } => {
            let secret = clients::replace_secret(op, &ClientId::from(key)).await?;
            println!("secret  {}\nSave it now: it is not shown again.", secret.reveal());
            Ok(())
        }
    }
}

async fn create(new: CreateClient, op: &Operation) -> anyhow::Result<()> {
    let request = NewClient {
        id: None,
        name: new.name,
        site: ShortText(new.site.clone()),
        redirect_uris: new.redirect_uris,
        privileges: new.privileges,
        needs_secret: new.secret,
    };
    let (client, secret) = clients::create(op, request).await.map_err(site_command_error(&new.site))?;
    println!("key     {}", client.id);
    match secret {
        Some(secret) => println!("secret  {}\nSave it now: it is not shown again.", secret.reveal()),
        None => println!("secret  (blank)"),
    }
    Ok(())
}

async fn list(op: &Operation) -> anyhow::Result<()> {
    for client in clients::list(op).await? {
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
