//! `openshelf demo`: one library with everything in it, for app developers, for librarians who try the
//! server, and for tests (docs/rules/sandbox.md#rule-1). Existing data is kept; every step can be repeated,
//! so a demo that was killed during its creation is completed at the next start.

mod greeting;
mod lists;
mod organizations;
mod past;
mod people;
mod periodicals;
mod reading;
mod record;
mod reference_organizations;
mod subscriptions;
mod titles;

use std::net::SocketAddr;
use std::pin::pin;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use domain::{MAIN_SITE, Site, SiteId};
use jiff::Timestamp;
use store::Db;

use crate::config::{AdminListen, CommonOptions, Config, parse_socket};
use crate::library::{Library, current_time};
use crate::serving::Server;

/// The second site.
pub(crate) const LAB_SITE: &str = "lab";

/// `openshelf demo` (docs/rules/sandbox.md#rule-1).
#[derive(Debug, Args)]
pub struct Demo {
    /// Address and port
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "HOST:PORT", value_parser = parse_socket)]
    pub listen: SocketAddr,
    /// Allow an address that other machines can reach; the sandbox's passwords are public
    #[arg(long)]
    pub allow_remote: bool,
}

/// Applies the command's own defaults: the address, the folder, and no admin address.
pub fn adjust_config(config: &mut Config, args: &Demo, common: &CommonOptions) -> anyhow::Result<()> {
    if !args.listen.ip().is_loopback() && !args.allow_remote {
        bail!(
            "the sandbox's passwords are public: to let other machines reach it on {}, add --allow-remote",
            args.listen
        );
    }
    config.listen = args.listen;
    config.admin_listen = AdminListen(None);
    config.sandbox = true;
    config.site.currency.get_or_insert_with(|| "USD".into());
    if common.data_dir.is_none() {
        config.data_dir = "openshelf-demo".into();
    }
    if config.mail == crate::config::Mail::default() {
        config.mail.folder = Some(common.data_dir.as_ref().unwrap_or(&config.data_dir).join("mail"));
        config.mail.from = Some("Openshelf sandbox <library@sandbox.example>".into());
    }
    if common.config.is_none() && config.log == crate::config::Log::default() {
        config.log.filter = "warn".into();
    }
    Ok(())
}

/// Creates missing data, serves, and explains how to use the demo once it can be searched.
pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let stop = crate::serving::stop_on_signal()?;
    // Bound before the base URL is determined, so that port 0 works.
    let listener = crate::http::bind_address(config.listen)?;
    let config = Config { listen: listener.local_addr()?, ..config };
    let library = Library::open(config).await?;
    let record = create_sandbox(&library).await.context("making the sandbox")?;
    record.write_file(&library.config.data_dir)?;
    let server = Server::assemble(listener, library).await?;
    let health = server.health();
    let mut serving = pin!(server.run(stop));
    // The greeting proposes a search, which the index must be able to answer.
    tokio::select! {
        stopped = &mut serving => return stopped.map(|()| ExitCode::SUCCESS),
        () = health.wait_until_ready() => {}
    }
    greeting::print_greeting(&record);
    serving.await?;
    Ok(ExitCode::SUCCESS)
}

/// Creates everything that does not exist yet.
async fn create_sandbox(library: &Library) -> anyhow::Result<record::DemoRecord> {
    let now = current_time();
    create_sites(&library.db).await?;
    subscriptions::create_types_and_promo_code(&library.db).await?;
    people::create_clients(&library.db).await?;
    reference_organizations::create_entries(&library.db).await?;
    organizations::create_organizations(&library.db, now).await?;
    let users = people::create_people(&library.db, now).await?;
    let titles = titles::create_titles(library).await?;
    let periodical = periodicals::create_periodicals(library, now).await?;
    let reading_lists = lists::create_lists(&library.db, &titles, now).await?;
    reading::create_reading(&library.db, &titles, now).await?;
    past::create_past(&library.db, &titles, now).await?;
    ::workers::readership::count_all_sites(&crate::library::job_context(library)).await?;
    Ok(record::DemoRecord::new(&library.config.base_url(), users, titles, periodical, reading_lists))
}

async fn create_sites(db: &Db) -> anyhow::Result<()> {
    for (id, name) in [(MAIN_SITE, "Openshelf sandbox"), (LAB_SITE, "Openshelf laboratory")] {
        let site = Site {
            id: SiteId::from(id),
            name: name.into(),
            country: "US".into(),
            private_label: id == LAB_SITE,
        };
        if store::sites::get(db, &site.id).await?.is_none() {
            store::sites::insert(db, &site).await?;
        }
    }
    Ok(())
}

/// The date this many days before the demo was started.
fn days_before(now: Timestamp, days: i64) -> Timestamp {
    now.checked_sub(jiff::SignedDuration::from_hours(24 * days)).unwrap_or(now)
}
