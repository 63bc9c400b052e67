//! `openshelf admin devices`: apps and reading devices that sign in by themselves.

use clap::{Args, Subcommand};
use domain::dates::utc_date;
use services::Operation;
use services::devices::{self, DeviceAddress, NewDeviceOf};

/// Apps and reading devices that sign in to an account with a name and a password of their own.
#[derive(Debug, Subcommand)]
pub enum Devices {
    /// Create a device; prints its password once
    Create(CreateDevice),
    /// List the devices of an account that are not revoked, newest first
    List {
        /// Account identifier, user name or email address
        user: String,
    },
    /// Revoke a device; its next request is refused
    Revoke {
        /// Account identifier, user name or email address
        user: String,
        /// Identifier or sign-in name of the device
        device: String,
    },
}

/// A new device.
#[derive(Debug, Args)]
pub struct CreateDevice {
    /// Account identifier, user name or email address
    user: String,
    /// Its name, for example `Kobo in the kitchen`
    #[arg(long)]
    name: String,
}

pub async fn run(command: Devices, op: &Operation) -> anyhow::Result<()> {
    match command {
        Devices::Create(new) => {
            let new = NewDeviceOf { person: &new.user, name: &new.name };
            let (device, password) = devices::create_for(op, new).await?;
            println!("device    {}", device.id);
            println!("sign-in   {}", device.sign_in);
            println!("password  {password}\nSave it now: it is not shown again.");
        }
        Devices::List { user } => {
            let (_, all) = devices::list_for_person(op, &user).await?;
            for device in &all {
                let used = device.last_used.map_or("never".to_owned(), |at| utc_date(at).to_string());
                let app = device.last_app.as_deref().unwrap_or_default();
                println!(
                    "{:<24} {:<14} created {}  used {used:<10}  {:<30} {app}",
                    device.id,
                    device.sign_in,
                    utc_date(device.created),
                    device.name,
                );
            }
        }
        Devices::Revoke { user, device } => {
            let address = DeviceAddress { person: &user, device: &device };
            devices::revoke_for_person(op, address).await?;
            println!("Revoked.");
        }
    }
    Ok(())
}
