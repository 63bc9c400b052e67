//! Parameters of organizations and their primary contacts.

use services::organizations::{self, NewContact};

use crate::http::{Change, Country, Email, Replace, ShortText, ValidatedParam, WebAddress};
use crate::params;

params! {
    /// Details of an organization: omitted parameters keep their value. Required ones cannot be cleared.
    pub struct OrganizationDetails into organizations::OrganizationChange {
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
    pub struct OptionalDetails into organizations::OptionalDetails {
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
    pub struct ContactForm into NewContact {
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
