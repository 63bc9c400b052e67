//! The details of an account as a form gives them (docs/rules/accounts.md#rule-2,
//! docs/rules/memberships.md#rule-7).

use domain::change::set_if_given;
use domain::{Account, AccountId, Address, Name, Role, SiteId};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::values::{Country, Email};
use crate::{
    Change, ErrorKey, Faults, Field, NewPassword, Result, ShortText, check_birth_date, set_country_and_state,
};

/// Tells if the guardian of a minor is required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guardian {
    /// For a new reader.
    Needed,
    /// If the birth date or the guardian is changed.
    NeededWhenTold,
    /// Never.
    Optional,
}

/// Details of an account: `None` and [`Change::Keep`] keep a field. A new account starts with nothing.
#[derive(Debug, Clone, Default)]
pub struct AccountDetails {
    pub first_name: Option<ShortText>,
    pub last_name: Option<ShortText>,
    /// Email address, also the user name.
    pub email_address: Option<Email>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<Country>,
    pub password: Option<NewPassword>,
    /// Birth date; individual members have one.
    pub date_of_birth: Change<Date>,
    pub phone_number: Change<ShortText>,
    pub address1: Change<ShortText>,
    pub address2: Change<ShortText>,
    pub city: Change<ShortText>,
    /// ISO 3166-2, with or without the country.
    pub state: Change<ShortText>,
    pub postal_code: Change<ShortText>,
    /// Given name of a minor's guardian.
    pub guardian_first_name: Change<ShortText>,
    /// Family name of a minor's guardian.
    pub guardian_last_name: Change<ShortText>,
    /// ISO 639-2 alpha-3.
    pub language: Change<String>,
    /// Adult titles are open; cleared it follows the age.
    pub allow_adult_content: Change<bool>,
}

impl AccountDetails {
    /// Adds faults that do not depend on the account.
    pub fn validate(&self, today: Date, faults: &mut Faults) {
        if let Change::Set(born) = self.date_of_birth {
            check_birth_date(born, today, faults);
        }
        if let Some(country) = &self.country {
            set_country_and_state(&mut Address::default(), Some(country.clone()), self.state.clone(), faults);
        }
    }

    /// Applies everything but the password to a new account, in which [`validate_new`] found no fault.
    pub fn apply_to_new(self, account: &mut Account, today: Date) -> Result<()> {
        let mut faults = Faults::default();
        self.apply_to(account, today, Guardian::Optional, &mut faults);
        faults.into_result()
    }

    /// Applies everything but the password; every fault is named.
    pub fn apply_to(self, account: &mut Account, today: Date, guardian: Guardian, faults: &mut Faults) {
        let asks_guardian = match guardian {
            Guardian::Needed => true,
            Guardian::NeededWhenTold => {
                self.date_of_birth.value().is_some()
                    || self.guardian_first_name != Change::Keep
                    || self.guardian_last_name != Change::Keep
            }
            Guardian::Optional => false,
        };
        set_if_given(&mut account.name.first, self.first_name.map(|text| text.0));
        set_if_given(&mut account.name.last, self.last_name.map(|text| text.0));
        if let Some(Email(email)) = self.email_address {
            account.set_email(email);
        }
        match self.date_of_birth {
            Change::Set(born) => check_birth_date(born, today, faults),
            Change::Clear if account.has_role(Role::Individual) && !faults.has_field(Field::DateOfBirth) => {
                faults.add(ErrorKey::InvalidParameter, Field::DateOfBirth, "must not be empty");
            }
            Change::Clear | Change::Keep => {}
        }
        self.date_of_birth.apply_to_field(&mut account.date_of_birth);
        self.phone_number.map(|text| text.0).apply_to_field(&mut account.phone_number);
        self.address1.map(|text| text.0).apply_to_field(&mut account.address.address1);
        self.address2.map(|text| text.0).apply_to_field(&mut account.address.address2);
        self.city.map(|text| text.0).apply_to_field(&mut account.address.city);
        self.postal_code.map(|text| text.0).apply_to_field(&mut account.address.postal_code);
        set_country_and_state(&mut account.address, self.country, self.state, faults);
        set_guardian(account, self.guardian_first_name, self.guardian_last_name, faults);
        self.language.apply_to_field(&mut account.language);
        self.allow_adult_content.apply_to_field(&mut account.allow_adult_content);
        // Without a valid birth date the age is unknown.
        let known = !faults.has_field(Field::DateOfBirth);
        let minor = known && account.was_minor(today) && account.has_role(Role::Individual);
        if asks_guardian && minor && account.guardian.is_none() && !has_guardian_fault(faults) {
            for field in [Field::GuardianFirstName, Field::GuardianLastName] {
                faults.add(ErrorKey::MissingParameter, field, "is required for readers under 18");
            }
        }
    }
}

/// Adds everything that is wrong with the details of a new account, even if other fields of the request are
/// wrong.
pub fn validate_new(details: AccountDetails, role: Role, today: Date, faults: &mut Faults) {
    let mut account =
        Account::new(AccountId(String::new()), SiteId(String::new()), role, Timestamp::UNIX_EPOCH);
    details.apply_to(&mut account, today, Guardian::Needed, faults);
}

/// Returns true if a guardian's name could not be read, so that it is not also reported as missing.
fn has_guardian_fault(faults: &Faults) -> bool {
    faults.has_field(Field::GuardianFirstName) || faults.has_field(Field::GuardianLastName)
}

fn set_guardian(
    account: &mut Account,
    first: Change<ShortText>,
    last: Change<ShortText>,
    faults: &mut Faults,
) {
    if (first == Change::Keep && last == Change::Keep) || has_guardian_fault(faults) {
        return;
    }
    let old = account.guardian.take();
    let (mut first_name, mut last_name) =
        old.as_ref().map_or((None, None), |name| (Some(name.first.clone()), Some(name.last.clone())));
    first.map(|text| text.0).apply_to_field(&mut first_name);
    last.map(|text| text.0).apply_to_field(&mut last_name);
    match (first_name, last_name) {
        (None, None) => {}
        (Some(first), Some(last)) => account.guardian = Some(Name { first, last, ..old.unwrap_or_default() }),
        (None, Some(_)) => faults.add(ErrorKey::MissingParameter, Field::GuardianFirstName, "is required"),
        (Some(_), None) => faults.add(ErrorKey::MissingParameter, Field::GuardianLastName, "is required"),
    }
}
