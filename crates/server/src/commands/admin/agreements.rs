//! `openshelf admin agreements`: signed agreements.

use clap::{Args, Subcommand};
use domain::agreements::AgreementType;
use domain::dates::{format_timestamp, utc_date};
use jiff::Timestamp;
use services::agreements::{self, NewAgreement, Signed};
use services::values::ShortText;

use super::operator::{context, no_faults, refused, value};
use crate::library::{Library, now};

/// Signed agreements of people. A sponsor signs the terms of use for the organization.
#[derive(Debug, Subcommand)]
pub enum Agreements {
    /// Record an agreement that somebody signed; it counts immediately
    Create(Create),
    /// List a person's agreements, newest first
    List {
        /// Account identifier, user name or email address
        user: String,
    },
    /// Show one agreement
    Show(One),
    /// End an agreement; it no longer counts
    End(One),
}

/// A signed agreement.
#[derive(Debug, Args)]
pub struct Create {
    /// Who signed: account identifier, user name or email address
    user: String,
    /// The name as printed next to the signature
    #[arg(long, value_parser = value::<ShortText>)]
    print_name: ShortText,
    /// termsOfUse or volunteer
    #[arg(long, default_value = "termsOfUse")]
    agreement_type: AgreementType,
    /// When it was signed, YYYY-MM-DD; today if absent
    #[arg(long, value_parser = value::<Timestamp>)]
    date_signed: Option<Timestamp>,
    /// A guardian signed, as required for people under 18 at the time
    #[arg(long)]
    signed_by_legal_guardian: bool,
}

/// One agreement.
#[derive(Debug, Args)]
pub struct One {
    /// Account identifier, user name or email address
    user: String,
    /// Identifier of the agreement
    agreement: String,
}

/// Runs the command.
pub async fn run(command: Agreements, library: &Library) -> anyhow::Result<()> {
    match command {
        Agreements::Create(new) => {
            let form = NewAgreement {
                agreement_type: Some(new.agreement_type),
                date_signed: Some(new.date_signed.unwrap_or_else(now)),
                print_name: Some(new.print_name),
                signed_by_legal_guardian: Some(new.signed_by_legal_guardian),
            };
            let cx = &mut context(library, "openshelf admin agreements create");
            let signed = agreements::record(cx, &new.user, form, no_faults()).await.map_err(refused)?;
            println!("agreement   {}", signed.agreement.id);
        }
        Agreements::List { user } => {
            let cx = context(library, "openshelf admin agreements list");
            let (_, all) = agreements::list(&cx, &user).await.map_err(refused)?;
            for signed in &all {
                let (agreement, by) = (&signed.agreement, recorder(signed));
                println!(
                    "{:<24} {:<12} {}  {:<16} {:<30} {by}",
                    agreement.id,
                    agreement.kind.as_str(),
                    utc_date(agreement.date_signed),
                    state(signed),
                    agreement.print_name,
                );
            }
        }
        Agreements::Show(one) => {
            let cx = context(library, "openshelf admin agreements show");
            show(&agreements::get(&cx, &one.user, one.agreement.into()).await.map_err(refused)?);
        }
        Agreements::End(one) => {
            let cx = context(library, "openshelf admin agreements end");
            show(&agreements::expire(&cx, &one.user, one.agreement.into()).await.map_err(refused)?);
        }
    }
    Ok(())
}

fn show(signed: &Signed) {
    let agreement = &signed.agreement;
    println!("agreement   {}", agreement.id);
    println!("user        {} ({})", signed.owner.id, signed.owner.display_name());
    println!("type        {}", agreement.kind.as_str());
    println!("signed      {}", format_timestamp(agreement.date_signed));
    println!("name        {}", agreement.print_name);
    println!("by guardian {}", agreement.signed_by_legal_guardian);
    println!("recorded by {}", recorder(signed));
    println!("state       {}", state(signed));
}

fn state(signed: &Signed) -> String {
    match signed.agreement.date_expired {
        Some(end) => format!("ended {}", utc_date(end)),
        None => "current".to_owned(),
    }
}

fn recorder(signed: &Signed) -> &str {
    signed.recorder.as_ref().map_or("the operator", |account| account.sign_in_name())
}
