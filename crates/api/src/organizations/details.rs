//! Details of organizations and of their primary contacts, as forms give them.

use domain::accounts::{Account, Address, Membership, Role};
use domain::contributors::Name;
use domain::ids::AccountId;
use domain::organizations::Organization;
use jiff::Timestamp;

use crate::http::faults::{Faults, place};
use crate::http::params::{Change, Replace, Required};
use crate::http::values::{Country, Email, ShortText, WebAddress};
use crate::params;
use crate::state::Api;

params! {
    /// Details of an organization: what is not sent stays. What a new one must have is never cleared.
    pub struct OrganizationDetails {
        /// Name.
        organization_name: Replace<ShortText>,
        /// First line of the address.
        address1: Replace<ShortText>,
        /// Second line of the address.
        address2: Change<ShortText>,
        /// City.
        city: Replace<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Change<ShortText>,
        /// ISO 3166-1 alpha-2.
        country: Replace<Country>,
        /// Postal code.
        postal_code: Replace<ShortText>,
        /// Telephone.
        phone_number: Change<ShortText>,
        /// Web address.
        website: Change<WebAddress>,
        /// Default for new members: adult titles are left out.
        safe_search: Replace<bool>,
        /// Members may download what they find themselves.
        allow_search_downloads: Replace<bool>,
    }
}

params! {
    /// What need not be known of a new organization.
    pub struct OptionalDetails {
        /// Second line of the address.
        address2: Option<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Option<ShortText>,
        /// Telephone of the organization.
        phone_number: Option<ShortText>,
        /// Web address.
        website: Option<WebAddress>,
    }
}

params! {
    /// The primary contact of a new organization.
    pub struct ContactForm {
        /// Given name of the primary contact.
        contact_first_name: Required<ShortText>,
        /// Family name.
        contact_last_name: Required<ShortText>,
        /// Position, for example `Librarian`.
        contact_title: Required<ShortText>,
        /// E-mail address, also the user name.
        contact_email_address: Required<Email>,
        /// Telephone of the primary contact.
        contact_phone_number: Option<ShortText>,
    }
}

impl OrganizationDetails {
    /// Adds what is wrong with it whatever the organization is.
    pub fn judge(&self, faults: &mut Faults) {
        if let Some(country) = &self.country.0 {
            place(&mut Address::default(), Some(country.clone()), self.state.clone(), faults);
        }
    }

    /// Applies what was sent; every fault is named.
    pub fn apply(self, organization: &mut Organization, faults: &mut Faults) {
        let address = &mut organization.address;
        place(address, self.country.0, self.state, faults);
        for (change, field) in [
            (self.address1.0, &mut address.address1),
            (self.city.0, &mut address.city),
            (self.postal_code.0, &mut address.postal_code),
        ] {
            if let Some(ShortText(text)) = change {
                *field = Some(text);
            }
        }
        self.address2.map(|text| text.0).apply(&mut address.address2);
        self.phone_number.map(|text| text.0).apply(&mut organization.phone_number);
        self.website.map(|site| site.0).apply(&mut organization.web_site);
        if let Some(ShortText(name)) = self.organization_name.0 {
            organization.name = name;
        }
        organization.safe_search = self.safe_search.0.unwrap_or(organization.safe_search);
        let downloads = &mut organization.allow_search_downloads;
        *downloads = self.allow_search_downloads.0.unwrap_or(*downloads);
    }
}

impl OptionalDetails {
    /// Puts what was sent into a new organization. Its country is that of the form, else the one it has already.
    pub fn fill(self, organization: &mut Organization, country: Option<Country>, faults: &mut Faults) {
        let address = &mut organization.address;
        if address.country.is_some() || country.is_some() {
            place(address, country, self.state.map_or(Change::Keep, Change::Set), faults);
        }
        if let Some(ShortText(line)) = self.address2 {
            address.address2 = Some(line);
        }
        organization.phone_number = self.phone_number.map(|number| number.0);
        organization.web_site = self.website.map(|site| site.0);
    }
}

impl ContactForm {
    /// The primary contact, a sponsor of the organization.
    pub fn account(self, api: &Api, organization: &Organization, now: Timestamp) -> Account {
        let id = AccountId(store::random_id(&mut api.rng()));
        let mut account = Account::new(id, organization.site.clone(), Role::OrganizationSponsor, now);
        account.name = Name::new(self.contact_first_name.0.0, self.contact_last_name.0.0);
        account.set_email(self.contact_email_address.0.0);
        account.phone_number = self.contact_phone_number.map(|number| number.0);
        let title = Some(self.contact_title.0.0);
        account.membership = Some(Membership { title, ..Membership::new(organization.id.clone()) });
        account
    }
}
