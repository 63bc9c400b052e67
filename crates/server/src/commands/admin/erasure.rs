//! `openshelf admin users erase` and `openshelf admin organizations erase`.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use domain::dates::utc_date;
use domain::erasure::{ErasureObstacle, ErasureReport};
use services::Operation;
use services::erasure::{self, ErasureOutcome, obstacle_text, open_certificate};

use super::operator::{account_command_error, claimed_text};

/// How an erasure is done.
#[derive(Debug, Args)]
pub struct ErasureOptions {
    /// Show what would go and what would stay, and erase nothing
    #[arg(long)]
    dry_run: bool,
    /// Write the certificate into this file, which must not exist yet; by default it is printed
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    certificate: Option<PathBuf>,
}

/// Erases a person, or shows what that would do.
pub(super) async fn erase_person(op: &Operation, user: &str, options: &ErasureOptions) -> anyhow::Result<()> {
    check_certificate(options)?;
    if options.dry_run {
        let preview = erasure::preview(op, user).await.map_err(account_command_error(user))?;
        println!("account       {}", preview.account.id);
        if let Some(obstacle) = preview.obstacle {
            println!("{}", obstacle_text(obstacle));
        }
        if let Some(hold) = preview.hold {
            println!("held          {} {}", utc_date(hold.held), hold.reason);
        }
        print_report(&preview.report);
        return Ok(());
    }
    let erased = match erasure::erase(op, user).await.map_err(account_command_error(user))? {
        ErasureOutcome::Begun(erased) => erased,
        ErasureOutcome::Claimed(claim) => bail!(claimed_text(&claim)),
        ErasureOutcome::Refused(preview) => return Err(refusal_error(preview.obstacle)),
    };
    let certificate = open_certificate(op, erased.id).await?;
    write_or_print(&certificate.to_text(), options.certificate.as_deref())
}

/// Begins to erase an organization, or shows whom that would concern.
pub(super) async fn erase_organization(
    op: &Operation,
    organization: &str,
    options: &ErasureOptions,
) -> anyhow::Result<()> {
    check_certificate(options)?;
    if options.dry_run {
        let preview = erasure::preview_organization(op, organization).await?;
        println!("organization  {}", preview.organization.id);
        if let Some(obstacle) = preview.obstacle {
            println!("{}", obstacle_text(obstacle));
        }
        for (name, count) in [
            ("members", preview.people.members),
            ("sponsors", preview.people.sponsors),
            ("only leave", preview.people.linked),
            ("removed", preview.people.removed),
            ("held", preview.held),
        ] {
            println!("{name:<14}{count}");
        }
        return Ok(());
    }
    let begun = match erasure::erase_organization(op, organization).await? {
        ErasureOutcome::Begun(begun) => begun,
        ErasureOutcome::Claimed(claim) => bail!(claimed_text(&claim)),
        ErasureOutcome::Refused(preview) => return Err(refusal_error(preview.obstacle)),
    };
    let certificate = open_certificate(op, begun.id).await?;
    println!("Erasure {} has begun; /desk/erasures/{} shows when it is finished.", begun.id, begun.id);
    write_or_print(&certificate.to_text(), options.certificate.as_deref())
}

fn refusal_error(obstacle: Option<ErasureObstacle>) -> anyhow::Error {
    anyhow::Error::msg(obstacle.map_or("Nothing was erased.", obstacle_text))
}

/// Refuses a file that exists before anything is erased.
fn check_certificate(options: &ErasureOptions) -> anyhow::Result<()> {
    match &options.certificate {
        Some(file) if file.exists() => bail!("{} exists already", file.display()),
        _ => Ok(()),
    }
}

fn write_or_print(text: &str, file: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = file else {
        print!("{text}");
        return Ok(());
    };
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("writing {}", path.display()))?;
    println!("The certificate is in {}.", path.display());
    Ok(())
}

fn print_report(report: &ErasureReport) {
    println!("would go:");
    for (noun, rows) in &report.erased {
        println!("  {:<14}{rows}", noun.as_str());
    }
    println!("would stay until:");
    for retained in &report.retained {
        let part = retained.part.as_str();
        let rows = retained.rows;
        println!("  {part:<14}{rows:<8}{}", utc_date(retained.until));
    }
}
