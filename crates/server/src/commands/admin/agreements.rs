//! `openshelf admin agreements`: signed agreements.

use clap::{Args, Subcommand};
use domain::agreements::AgreementType;
use domain::dates::{format_timestamp, utc_date};
use jiff::Timestamp;
use services::Operation;
use services::agreements::{self, NewAgreement, SignedAgreement};
use services::values::ShortText;

use super::operator::{no_faults, parse_value};
use crate::library::current_time;

/// Signed agreements of people. A sponsor signs the terms of use for the organization.
#[derive(Debug, Subcommand)]
pub enum Agreements {
    /// Record an agreement that somebody signed; it counts immediately
    Create(CreateAgreement),
    /// List a person's agreements, newest first
    List {
        /// Account identifier, user name or email address
        user: String,
    },
    /// Show one agreement
    Show(OneAgreement),
    /// End an agreement; it no longer counts
    End(OneAgreement),
}

/// A signed agreement.
#[derive(Debug, Args)]
pub struct CreateAgreement {
    /// Who signed: account identifier, user name or email address
    user: String,
    /// The name as printed next to the signature
    #[arg(long, value_parser = parse_value::<ShortText>)]
    print_name: ShortText,
    /// termsOfUse or volunteer
    #[arg(long, default_value = "termsOfUse")]
    agreement_type: AgreementType,
    /// When it was signed, YYYY-MM-DD; today if absent
    #[arg(long, value_parser = parse_value::<Timestamp>)]
    date_signed: Option<Timestamp>,
    /// A guardian signed, as required for people under 18 at the time
    #[arg(long)]
    signed_by_legal_guardian: bool,
}

/// One agreement.
#[derive(Debug, Args)]
pub struct OneAgreement {
    /// Account identifier, user name or email address
    user: String,
    /// Identifier of the agreement
    agreement: String,
}

pub async fn run(command: Agreements, op: &Operation) -> anyhow::Result<()> {
    match command {
        Agreements::Create(new) => {
            let form = NewAgreement {
                agreement_type: new.agreement_type.into(),
                date_signed: new.date_signed.unwrap_or_else(current_time).into(),
                print_name: new.print_name.into(),
                signed_by_legal_guardian: Some(new.signed_by_legal_guardian),
            };
            let signed = agreements::record(op, &new.user, form, no_faults()).await?;
            println!("agreement   {}", signed.agreement.id);
        }
        Agreements::List { user } => {
            let (_, all) = agreements::list(op, &user).await?;
            for signed in &all {
                let agreement = &signed.agreement;
                let by = recorder_name(signed);
                println!(
                    "{:<24} {:<12} {}  {:<16} {:<30} {by}",
                    agreement.id,
                    agreement.kind.as_str(),
                    utc_date(agreement.date_signed),
                    agreement_state(signed),
                    agreement.print_name,
                );
            }
        }
        Agreements::Show(one) => {
            print_agreement(&agreements::get(op, &one.user, one.agreement.into()).await?);
        }
        Agreements::End(one) => {
            print_agreement(&agreements::expire(op, &one.user, one.agreement.into()).await?);
        }
    }
    Ok(())
}

fn print_agreement(signed: &SignedAgreement) {
    let agreement = &signed.agreement;
    println!("agreement   {}", agreement.id);
    println!("user        {} ({})", signed.owner.id, signed.owner.display_name());
    println!("type        {}", agreement.kind.as_str());
    println!("signed      {}", format_timestamp(agreement.date_signed));
    println!("name        {}", agreement.print_name);
    println!("by guardian {}", agreement.signed_by_legal_guardian);
    println!("recorded by {}", recorder_name(signed));
    println!("state       {}", agreement_state(signed));
}

fn agreement_state(signed: &SignedAgreement) -> String {
    match signed.agreement.date_expired {
        Some(end) => format!("ended {}", utc_date(end)),
        None => "current".to_owned(),
    }
}

fn recorder_name(signed: &SignedAgreement) -> &str {
    signed.recorder.as_ref().map_or("the operator", |account| account.sign_in_name())
}
