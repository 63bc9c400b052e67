//! `openshelf admin sites`.

use std::collections::BTreeSet;

use clap::builder::BoolishValueParser;
use clap::{Args, Subcommand};
use domain::admission::{AdmissionRules, CertifierKind};
use domain::confirmations::ReviewRule;
use domain::joining::OrganizationJoining;
use domain::wire::UnknownValue;
use domain::{ProofSource, Site, SiteId, WireEnum};
use services::Operation;
use services::admission::{self, AdmissionChange};
use services::joining::{self, JoiningChange};
use services::sites::{self, NewSite, SiteChange};
use services::values::ShortText;

use super::operator::{parse_country, parse_value};
use super::site_notices::{self, SetNotice};

/// Sites.
#[derive(Debug, Subcommand)]
pub enum Sites {
    /// Create a site
    Create(CreateSite),
    /// Change the name, the country or the kind of a site; without options, show it
    Change(ChangeSite),
    /// List all sites
    List,
    /// Set which confirmations of disabilities the staff review before they count
    Reviews {
        /// Identifier of the site
        site: String,
        /// always, unproven (doubtful, and apps that name the member without proving their secret), doubtful
        /// (authorities at free mail services, or that have confirmed many members) or never
        rule: ReviewRule,
    },
    /// Set who may join on the pages of a site without staff; without options, show it
    Joining {
        /// Identifier of the site
        site: String,
        /// Readers may create accounts: yes or no
        #[arg(long, value_parser = BoolishValueParser::new())]
        readers: Option<bool>,
        /// Organizations may register: no, reviewed (they are served once `openshelf admin organizations
        /// admit` has admitted them) or yes
        #[arg(long)]
        organizations: Option<OrganizationJoining>,
    },
    /// Set which proofs suffice, who may confirm a disability, and access while a proof is checked; without
    /// options, show it
    Admission(SetAdmission),
    /// Show a notice on all pages of a site for some days, or remove it; without options, print it
    Notice(SetNotice),
}

/// New rules of admission.
#[derive(Debug, Args)]
pub struct SetAdmission {
    /// Identifier of the site
    site: String,
    /// Sources of what members submit that suffice as proof, with commas between them: faxed (a competent
    /// authority), schoolVerified, nls, learningOrg, trainingOrg, partner, marrakeshPartner; or all
    #[arg(long, value_parser = parse_choice::<ProofSource>)]
    proof_sources: Option<BTreeSet<ProofSource>>,
    /// Professionals whose confirmations suffice, with commas between them: physician, ophthalmologist,
    /// optometrist, psychologist, nurse, therapist, visionTeacher, specialEducationTeacher, librarian,
    /// socialWorker, other; or all
    #[arg(long, value_parser = parse_choice::<CertifierKind>)]
    certifiers: Option<BTreeSet<CertifierKind>>,
    /// Days, up to 60, in which a reader borrows books while the first proof is checked; 0 for none
    #[arg(long)]
    provisional_days: Option<u32>,
}

/// Parses values with commas between them, or `all`.
fn parse_choice<E: WireEnum + Ord>(text: &str) -> Result<BTreeSet<E>, UnknownValue> {
    if text.trim() == "all" {
        return Ok(E::ALL.iter().copied().collect());
    }
    text.split(',').map(|word| E::parse(word.trim())).collect()
}

/// A new site.
#[derive(Debug, Args)]
pub struct CreateSite {
    /// Identifier, for example `service`: lower-case letters, digits and hyphens
    id: String,
    /// Display name
    #[arg(long, value_parser = parse_value::<ShortText>)]
    name: ShortText,
    /// Home country, ISO 3166-1 alpha-2: the assumed location of guests
    #[arg(long, default_value = "US")]
    country: String,
    /// A private-label site: recommendations exclude the global collection
    #[arg(long)]
    private_label: bool,
}

/// A change of a site.
#[derive(Debug, Args)]
pub struct ChangeSite {
    /// Identifier of the site
    site: String,
    /// Display name
    #[arg(long, value_parser = parse_value::<ShortText>)]
    name: Option<ShortText>,
    /// Home country, ISO 3166-1 alpha-2: the assumed location of guests
    #[arg(long)]
    country: Option<String>,
    /// A private-label site, whose recommendations exclude the global collection: yes or no
    #[arg(long, value_parser = BoolishValueParser::new())]
    private_label: Option<bool>,
}

pub async fn run(command: Sites, op: &Operation) -> anyhow::Result<()> {
    match command {
        Sites::Create(new) => create(new, op).await,
        Sites::Change(change) => change_site(change, op).await,
        Sites::List => {
            for site in sites::list(op).await? {
                print_site(&site);
            }
            Ok(())
        }
        Sites::Reviews { site, rule } => {
            sites::set_confirmation_review(op, &SiteId(site), rule).await?;
            println!("Confirmations are reviewed: {}.", rule.as_str());
            Ok(())
        }
        Sites::Joining { site, readers, organizations } => {
            let change = JoiningChange { readers, organizations };
            let rules = joining::change_rules(op, &SiteId(site), change).await?;
            let readers = if rules.readers { "yes" } else { "no" };
            println!(
                "Readers may join: {readers}. Organizations may join: {}.",
                rules.organizations.as_str()
            );
            Ok(())
        }
        Sites::Admission(new) => set_admission(new, op).await,
        Sites::Notice(new) => site_notices::run(new, op).await,
    }
}

/// Prints a site as a line of a list.
fn print_site(site: &Site) {
    let label = if site.private_label { "private label" } else { "" };
    println!("{:<20} {:<4} {:<40} {label}", site.id, site.country, site.name);
}

async fn change_site(change: ChangeSite, op: &Operation) -> anyhow::Result<()> {
    let ChangeSite { site, name, country, private_label } = change;
    let country = country.as_deref().map(parse_country).transpose()?;
    let change = SiteChange { name, country, private_label };
    print_site(&sites::change(op, &SiteId(site), change).await?);
    Ok(())
}

async fn set_admission(new: SetAdmission, op: &Operation) -> anyhow::Result<()> {
    let SetAdmission { site, proof_sources, certifiers, provisional_days } = new;
    let change = AdmissionChange { proof_sources, certifiers, provisional_days };
    let rules = admission::change_rules(op, &SiteId(site), change).await?;
    let AdmissionRules { proof_sources, certifiers, provisional_days } = rules;
    println!("Proofs that suffice: {}.", describe_choice(&proof_sources));
    println!("Who may confirm: {}.", describe_choice(&certifiers));
    println!("Days of access while a proof is checked: {provisional_days}.");
    Ok(())
}

/// The chosen values, or `all`.
fn describe_choice<E: WireEnum>(chosen: &BTreeSet<E>) -> String {
    if chosen.len() == E::ALL.len() {
        return "all".to_owned();
    }
    chosen.iter().map(|value| value.as_str()).collect::<Vec<_>>().join(", ")
}

async fn create(new: CreateSite, op: &Operation) -> anyhow::Result<()> {
    let country = parse_country(&new.country)?;
    let new = NewSite { id: new.id, name: new.name, country, private_label: new.private_label };
    let site = sites::create(op, new).await?;
    println!("Created site {}.", site.id);
    Ok(())
}
