//! `openshelf admin organizations`.

use clap::{Args, Subcommand};
use domain::organizations::BookLimit;
use services::organizations::{
    self, ContactChoice, NewContact, OptionalDetails, OrganizationChange, OrganizationForm, OrganizationView,
    StaffOrganizationChange, Terms,
};
use services::values::{Country, Email, ShortText, Text, WebAddress};
use services::{Change, KeyPage, Operation};

use super::erasure::{self, ErasureOptions};
use super::operator::{change_or_keep, no_faults, parse_change, parse_value};
use crate::commands::find_listed_site;
use crate::library::Library;

/// Organizations.
#[derive(Debug, Subcommand)]
pub enum Organizations {
    /// Create an organization, its subscription and its primary contact, who has no password yet
    Create(CreateOrganization),
    /// List organizations
    List {
        /// Only of this site
        #[arg(long)]
        site: Option<String>,
        /// Number of organizations
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Show an organization with its primary contact
    Show {
        /// Its identifier
        organization: String,
    },
    /// Change an organization; omitted options keep their value, and an empty value clears it
    Change(ChangeOrganization),
    /// Stop all downloads of an organization
    Suspend {
        /// Its identifier
        organization: String,
    },
    /// Let a suspended organization download again
    Resume {
        /// Its identifier
        organization: String,
    },
    /// Admit an organization that has registered on the pages: it downloads, and its sponsors add members
    Admit {
        /// Its identifier
        organization: String,
    },
    /// Erase an organization with its members and sponsors for good; the workers of a server, or of
    /// `openshelf worker`, erase them one after the other
    Erase {
        /// Its identifier
        organization: String,
        #[command(flatten)]
        options: ErasureOptions,
    },
    /// Set the sponsor who is the primary contact of an organization
    PrimaryContact {
        /// Identifier of the organization
        organization: String,
        /// Account identifier, user name or email address of a sponsor of it
        user: String,
    },
}

/// A new organization.
#[derive(Debug, Args)]
pub struct CreateOrganization {
    /// Name
    #[arg(value_parser = parse_value::<ShortText>)]
    name: ShortText,
    /// A type from `openshelf admin organization-types list`
    #[arg(long, value_parser = parse_value::<ShortText>)]
    organization_type: ShortText,
    /// First line of the address
    #[arg(long, value_parser = parse_value::<ShortText>)]
    address1: ShortText,
    /// Second line
    #[arg(long, value_parser = parse_value::<ShortText>)]
    address2: Option<ShortText>,
    /// City
    #[arg(long, value_parser = parse_value::<ShortText>)]
    city: ShortText,
    /// State, ISO 3166-2, with or without the country
    #[arg(long, value_parser = parse_value::<ShortText>)]
    state: Option<ShortText>,
    /// Country, ISO 3166-1 alpha-2
    #[arg(long, value_parser = parse_value::<Country>)]
    country: Country,
    /// Postal code
    #[arg(long, value_parser = parse_value::<ShortText>)]
    postal_code: ShortText,
    /// Telephone
    #[arg(long, value_parser = parse_value::<ShortText>)]
    phone_number: Option<ShortText>,
    /// Web address
    #[arg(long, value_parser = parse_value::<WebAddress>)]
    website: Option<WebAddress>,
    /// Name of a subscription type of the site; by default the site's type for organizations of this type
    #[arg(long, value_parser = parse_value::<ShortText>)]
    subscription_type: Option<ShortText>,
    /// Site that it belongs to
    #[arg(long, default_value = domain::sites::MAIN_SITE, value_parser = parse_value::<ShortText>)]
    site: ShortText,
    /// Given name of the primary contact
    #[arg(long, value_parser = parse_value::<ShortText>)]
    contact_first_name: ShortText,
    /// Family name
    #[arg(long, value_parser = parse_value::<ShortText>)]
    contact_last_name: ShortText,
    /// Position, for example Librarian
    #[arg(long, value_parser = parse_value::<ShortText>)]
    contact_title: ShortText,
    /// Email address, also the user name
    #[arg(long, value_parser = parse_value::<Email>)]
    contact_email_address: Email,
    /// Telephone
    #[arg(long, value_parser = parse_value::<ShortText>)]
    contact_phone_number: Option<ShortText>,
}

/// A change of an organization.
#[derive(Debug, Args)]
pub struct ChangeOrganization {
    /// Its identifier
    organization: String,
    /// Name
    #[arg(long, value_parser = parse_value::<ShortText>)]
    organization_name: Option<ShortText>,
    /// First line of the address
    #[arg(long, value_parser = parse_value::<ShortText>)]
    address1: Option<ShortText>,
    /// Second line
    #[arg(long, value_parser = parse_change::<ShortText>)]
    address2: Option<Change<ShortText>>,
    /// City
    #[arg(long, value_parser = parse_value::<ShortText>)]
    city: Option<ShortText>,
    /// State, ISO 3166-2, with or without the country
    #[arg(long, value_parser = parse_change::<ShortText>)]
    state: Option<Change<ShortText>>,
    /// Country, ISO 3166-1 alpha-2
    #[arg(long, value_parser = parse_value::<Country>)]
    country: Option<Country>,
    /// Postal code
    #[arg(long, value_parser = parse_value::<ShortText>)]
    postal_code: Option<ShortText>,
    /// Telephone
    #[arg(long, value_parser = parse_change::<ShortText>)]
    phone_number: Option<Change<ShortText>>,
    /// Web address
    #[arg(long, value_parser = parse_change::<WebAddress>)]
    website: Option<Change<WebAddress>>,
    /// Hide adult titles from new members: true or false
    #[arg(long)]
    safe_search: Option<bool>,
    /// Members may download titles that they find themselves: true or false
    #[arg(long)]
    allow_search_downloads: Option<bool>,
    #[command(flatten)]
    terms: TermOptions,
}

/// Fields that only staff may set.
#[derive(Debug, Args)]
struct TermOptions {
    /// A current signed agreement of the organization is on file: true or false
    #[arg(long)]
    agreement_signed: Option<bool>,
    /// A rider to the agreement is on file: true or false
    #[arg(long)]
    rider_signed: Option<bool>,
    /// Members may get titles from the national source for students: true or false
    #[arg(long)]
    can_download_nimac: Option<bool>,
    /// Sponsors may add members and verify their proof of disability: true or false
    #[arg(long)]
    can_create_users: Option<bool>,
    /// Excluded from reports: true or false
    #[arg(long)]
    unreported: Option<bool>,
    /// Books per 30 days, shared by all members: 100, 200, 300 or unlimited
    #[arg(long)]
    num_books_allowed: Option<BookLimit>,
    /// Notes of the staff
    #[arg(long, value_parser = parse_change::<Text<4000>>)]
    notes: Option<Change<Text<4000>>>,
    /// Premium features: true or false
    #[arg(long)]
    service_plus: Option<bool>,
    /// The reading companion: true or false
    #[arg(long)]
    reading_companion: Option<bool>,
}

pub async fn run(command: Organizations, op: &Operation, library: &Library) -> anyhow::Result<()> {
    match command {
        Organizations::Create(new) => {
            let shown = organizations::create(op, new.into_request(), no_faults()).await?;
            println!("organization  {}", shown.organization.id);
            if let Some(contact) = &shown.contact {
                println!("contact       {}", contact.account.id);
            }
        }
        Organizations::List { site, limit } => {
            let site = find_listed_site(library, site.as_deref()).await?;
            let page = KeyPage::first_page(limit);
            for organization in organizations::list(op, site.as_ref(), &page).await? {
                println!(
                    "{:<24} {:<10} {:<9} {:<9} {:<12} {}",
                    organization.id,
                    organization.site,
                    if organization.suspended { "suspended" } else { "active" },
                    if organization.agreement_signed { "signed" } else { "unsigned" },
                    organization.kind,
                    organization.name,
                );
            }
        }
        Organizations::Show { organization } => {
            print_organization(&organizations::get(op, &organization).await?);
        }
        Organizations::Change(form) => {
            let (id, details, terms) = form.into_request();
            apply_change(op, &id, details, terms).await?;
        }
        Organizations::Suspend { organization } => {
            let terms = Terms { suspended: Some(true), ..Terms::default() };
            apply_change(op, &organization, OrganizationChange::default(), terms).await?;
        }
        Organizations::Resume { organization } => {
            let terms = Terms { suspended: Some(false), ..Terms::default() };
            apply_change(op, &organization, OrganizationChange::default(), terms).await?;
        }
        Organizations::Admit { organization } => {
            let terms = Terms { suspended: Some(false), can_create_users: Some(true), ..Terms::default() };
            apply_change(op, &organization, OrganizationChange::default(), terms).await?;
        }
        Organizations::Erase { organization, options } => {
            erasure::erase_organization(op, &organization, &options).await?;
        }
        Organizations::PrimaryContact { organization, user } => {
            let choice = ContactChoice { organization: &organization, sponsor: &user };
            let contact = organizations::name_contact(op, choice).await?;
            println!("contact       {} ({})", contact.account.id, contact.account.display_name());
        }
    }
    Ok(())
}

async fn apply_change(
    op: &Operation,
    id: &str,
    details: OrganizationChange,
    terms: Terms,
) -> anyhow::Result<()> {
    let change = StaffOrganizationChange { details, terms };
    print_organization(&organizations::change(op, id, change, no_faults()).await?);
    Ok(())
}

impl CreateOrganization {
    fn into_request(self) -> OrganizationForm {
        OrganizationForm {
            organization_name: self.name.into(),
            address1: self.address1.into(),
            city: self.city.into(),
            country: self.country.into(),
            postal_code: self.postal_code.into(),
            organization_type: self.organization_type.into(),
            subscription_type: self.subscription_type,
            site: Some(self.site),
            details: OptionalDetails {
                address2: self.address2,
                state: self.state,
                phone_number: self.phone_number,
                website: self.website,
            },
            contact: NewContact {
                contact_first_name: self.contact_first_name.into(),
                contact_last_name: self.contact_last_name.into(),
                contact_title: self.contact_title.into(),
                contact_email_address: self.contact_email_address.into(),
                contact_phone_number: self.contact_phone_number,
            },
        }
    }
}

impl ChangeOrganization {
    fn into_request(self) -> (String, OrganizationChange, Terms) {
        let details = OrganizationChange {
            organization_name: self.organization_name,
            address1: self.address1,
            address2: change_or_keep(self.address2),
            city: self.city,
            state: change_or_keep(self.state),
            country: self.country,
            postal_code: self.postal_code,
            phone_number: change_or_keep(self.phone_number),
            website: change_or_keep(self.website),
            safe_search: self.safe_search,
            allow_search_downloads: self.allow_search_downloads,
        };
        let terms = Terms {
            rider_signed: self.terms.rider_signed,
            agreement_signed: self.terms.agreement_signed,
            can_download_nimac: self.terms.can_download_nimac,
            can_create_users: self.terms.can_create_users,
            suspended: None,
            unreported: self.terms.unreported,
            num_books_allowed: self.terms.num_books_allowed,
            notes: change_or_keep(self.terms.notes),
            service_plus: self.terms.service_plus,
            reading_companion: self.terms.reading_companion,
        };
        (self.organization, details, terms)
    }
}

fn print_organization(view: &OrganizationView) {
    let organization = &view.organization;
    let address = &organization.address;
    let parts = [&address.address1, &address.address2, &address.postal_code, &address.city, &address.state];
    let parts: Vec<&str> =
        parts.into_iter().chain([&address.country]).filter_map(|part| part.as_deref()).collect();
    let flags = [
        ("agreement on file", organization.agreement_signed),
        ("rider on file", organization.rider_signed),
        ("suspended", organization.suspended),
        ("sponsors add members", organization.can_create_users),
        ("members download titles they find", organization.allow_search_downloads),
        ("titles from the national source", organization.can_download_nimac),
        ("safe search", organization.safe_search),
        ("left out of reports", organization.unreported),
        ("premium features", organization.service_plus),
        ("reading companion", organization.reading_companion),
    ];
    let flags: Vec<&str> = flags.into_iter().filter_map(|(name, set)| set.then_some(name)).collect();
    println!("organization  {}", organization.id);
    println!("name          {}", organization.name);
    println!("site          {}", organization.site);
    println!("type          {}", organization.kind);
    println!("address       {}", parts.join(", "));
    println!("subscription  {}", organization.subscription_type.as_deref().unwrap_or("-"));
    let books = organization.books_allowed.map_or("unlimited".to_owned(), |books| books.to_string());
    println!("books         {books}");
    println!("notes         {}", organization.notes.as_deref().unwrap_or("-"));
    println!("settings      {}", flags.join(", "));
    if let Some(contact) = &view.contact {
        let account = &contact.account;
        println!("contact       {} ({}, {})", account.id, account.display_name(), account.sign_in_name());
    }
}
