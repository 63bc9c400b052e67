//! Parameters of an account's details (docs/rules/accounts.md#rule-2, docs/rules/memberships.md#rule-7): POST
//! creates an account from them, PUT changes the sent ones.

use domain::Role;
use jiff::civil::Date;
use services::accounts::{self, AccountDetails};

use crate::http::params::{Change, FromParams, ParamDraft, Replace, RequiredParam};
use crate::http::values::{Country, Email, Language, NewPassword, ShortText, Value};
use crate::params;

params! {
    /// Details of a new account, independent of who creates it.
    pub struct NewDetails {
        /// Given name.
        first_name: RequiredParam<ShortText>,
        /// Family name.
        last_name: RequiredParam<ShortText>,
        /// Email address, also the user name.
        email_address: RequiredParam<Email>,
        /// ISO 3166-1 alpha-2.
        country: RequiredParam<Country>,
        /// Telephone number.
        phone_number: Option<ShortText>,
        /// First line of the address.
        address1: Option<ShortText>,
        /// Second line of the address.
        address2: Option<ShortText>,
        /// City.
        city: Option<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Option<ShortText>,
        /// Postal code.
        postal_code: Option<ShortText>,
        /// Required for readers under 18.
        guardian_first_name: Option<ShortText>,
        /// Required for readers under 18.
        guardian_last_name: Option<ShortText>,
        /// ISO 639-2 alpha-3.
        language: Option<Language>,
        /// Adult titles are open; by default the age decides.
        allow_adult_content: Option<bool>,
    }
}

impl NewDetails {
    /// The details as changes of an empty account.
    pub fn into_form(self, date_of_birth: Option<Date>) -> AccountForm {
        AccountForm {
            first_name: Replace(Some(self.first_name.0)),
            last_name: Replace(Some(self.last_name.0)),
            email_address: Replace(Some(self.email_address.0)),
            country: Replace(Some(self.country.0)),
            password: Replace(None),
            date_of_birth: to_change(date_of_birth),
            phone_number: to_change(self.phone_number),
            address1: to_change(self.address1),
            address2: to_change(self.address2),
            city: to_change(self.city),
            state: to_change(self.state),
            postal_code: to_change(self.postal_code),
            guardian_first_name: to_change(self.guardian_first_name),
            guardian_last_name: to_change(self.guardian_last_name),
            language: to_change(self.language),
            allow_adult_content: to_change(self.allow_adult_content),
        }
    }
}

fn to_change<T: Value>(value: Option<T>) -> Change<T> {
    value.map_or(Change::Keep, Change::Set)
}

params! {
    /// Details of an account: omitted parameters keep their value.
    pub struct AccountForm into AccountDetails {
        /// Given name.
        first_name: Replace<ShortText>,
        /// Family name.
        last_name: Replace<ShortText>,
        /// Email address, also the user name.
        email_address: Replace<Email>,
        /// ISO 3166-1 alpha-2.
        country: Replace<Country>,
        /// A new password: 8 to 32 characters, at least one letter and one number.
        password: Replace<NewPassword>,
        /// YYYY-MM-DD; required for individual members.
        date_of_birth: Change<Date>,
        /// Telephone number.
        phone_number: Change<ShortText>,
        /// First line of the address.
        address1: Change<ShortText>,
        /// Second line of the address.
        address2: Change<ShortText>,
        /// City.
        city: Change<ShortText>,
        /// ISO 3166-2, with or without the country.
        state: Change<ShortText>,
        /// Postal code.
        postal_code: Change<ShortText>,
        /// A minor's guardian.
        guardian_first_name: Change<ShortText>,
        /// A minor's guardian.
        guardian_last_name: Change<ShortText>,
        /// ISO 639-2 alpha-3.
        language: Change<Language>,
        /// Adult titles are open; an empty value restores the age's default.
        allow_adult_content: Change<bool>,
    }
}

/// Adds all faults of the details of a new account, even if other parameters are invalid.
pub(crate) fn validate_new<T: FromParams>(draft: &mut ParamDraft<T>, role: Role, today: Date) {
    if let Some(form) = draft.peek_group::<AccountForm>() {
        accounts::validate_new(form.into_request(), role, today, &mut draft.faults);
    }
}
