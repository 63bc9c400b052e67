//! Parameters of organizations and their primary contacts.

use services::organizations::{self, NewContact};

use crate::http::params::{Change, Replace, ValidatedParam};
use crate::http::values::{Country, Email, ShortText, WebAddress};
use crate::params;

params! {
    /// Details of an organization: omitted parameters keep their value. Required ones cannot be cleared.
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
        /// Telephone number.
        phone_number: Change<ShortText>,
        /// Web address.
        website: Change<WebAddress>,
        /// Default for new members: adult titles are hidden.
        safe_search: Replace<bool>,
        /// Members may download what they find themselves.
        allow_search_downloads: Replace<bool>,
    }
}

params! {
    /// Optional details of a new organization.
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
        contact_first_name: ValidatedParam<ShortText>,
        /// Family name.
        contact_last_name: ValidatedParam<ShortText>,
        /// Position, for example `Librarian`.
        contact_title: ValidatedParam<ShortText>,
        /// Email address, also the user name.
        contact_email_address: ValidatedParam<Email>,
        /// Telephone of the primary contact.
        contact_phone_number: Option<ShortText>,
    }
}

impl OrganizationDetails {
    /// Converts the form for the operation.
    pub fn into_request(self) -> organizations::OrganizationChange {
        organizations::OrganizationChange {
            organization_name: self.organization_name.0,
            address1: self.address1.0,
            address2: self.address2,
            city: self.city.0,
            state: self.state,
            country: self.country.0,
            postal_code: self.postal_code.0,
            phone_number: self.phone_number,
            website: self.website,
            safe_search: self.safe_search.0,
            allow_search_downloads: self.allow_search_downloads.0,
        }
    }
}

impl OptionalDetails {
    /// Converts the form for the operation.
    pub fn into_request(self) -> organizations::OptionalDetails {
        let Self { address2, state, phone_number, website } = self;
        organizations::OptionalDetails { address2, state, phone_number, website }
    }
}

impl ContactForm {
    /// Converts the form for the operation.
    pub fn into_request(self) -> NewContact {
        NewContact {
            contact_first_name: self.contact_first_name.0,
            contact_last_name: self.contact_last_name.0,
            contact_title: self.contact_title.0,
            contact_email_address: self.contact_email_address.0,
            contact_phone_number: self.contact_phone_number,
        }
    }
}
