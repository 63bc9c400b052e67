//! The details of an account as a form gives them (spec 4, 1.3; document 3): POST makes an account of them, PUT
//! changes those that are sent.

use domain::accounts::{Account, Address, Role};
use domain::contributors::Name;
use domain::ids::{AccountId, SiteId};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::http::errors::{ErrorKey, Result};
use crate::http::faults::{Faults, birth_date, place};
use crate::http::params::{Change, Draft, FromParams, Replace, Required};
use crate::http::values::{Country, Email, Language, NewPassword, ShortText, Value};
use crate::params;

params! {
    /// Details of a new account that need no thought of who makes it.
    pub struct NewDetails {
        /// Given name.
        first_name: Required<ShortText>,
        /// Family name.
        last_name: Required<ShortText>,
        /// E-mail address, also the user name.
        email_address: Required<Email>,
        /// ISO 3166-1 alpha-2.
        country: Required<Country>,
        /// Telephone.
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
        /// Adult titles are open; the age decides when absent.
        allow_adult_content: Option<bool>,
    }
}

/// Whether a minor's guardian has to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guardian {
    /// Of a new reader.
    Needed,
    /// When birth date or guardian are changed.
    NeededWhenTold,
    /// Never.
    Optional,
}

impl NewDetails {
    /// The same as changes of an account of which nothing is known yet.
    pub fn form(self, date_of_birth: Option<Date>) -> AccountForm {
        AccountForm {
            first_name: Replace(Some(self.first_name.0)),
            last_name: Replace(Some(self.last_name.0)),
            email_address: Replace(Some(self.email_address.0)),
            country: Replace(Some(self.country.0)),
            password: Replace(None),
            date_of_birth: sent(date_of_birth),
            phone_number: sent(self.phone_number),
            address1: sent(self.address1),
            address2: sent(self.address2),
            city: sent(self.city),
            state: sent(self.state),
            postal_code: sent(self.postal_code),
            guardian_first_name: sent(self.guardian_first_name),
            guardian_last_name: sent(self.guardian_last_name),
            language: sent(self.language),
            allow_adult_content: sent(self.allow_adult_content),
        }
    }
}

fn sent<T: Value>(value: Option<T>) -> Change<T> {
    value.map_or(Change::Keep, Change::Set)
}

params! {
    /// Details of an account: what is not sent stays.
    pub struct AccountForm {
        /// Given name.
        first_name: Replace<ShortText>,
        /// Family name.
        last_name: Replace<ShortText>,
        /// E-mail address, also the user name.
        email_address: Replace<Email>,
        /// ISO 3166-1 alpha-2.
        country: Replace<Country>,
        /// A new password: 8 to 32 characters, at least one letter and one number.
        password: Replace<NewPassword>,
        /// YYYY-MM-DD; individual members have one.
        date_of_birth: Change<Date>,
        /// Telephone.
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
        /// Adult titles are open; an empty value takes the age's default.
        allow_adult_content: Change<bool>,
    }
}

impl AccountForm {
    /// Adds what is wrong with it whatever the account is.
    pub fn judge(&self, today: Date, faults: &mut Faults) {
        if let Change::Set(born) = self.date_of_birth {
            birth_date(born, today, faults);
        }
        if let Some(country) = &self.country.0 {
            place(&mut Address::default(), Some(country.clone()), self.state.clone(), faults);
        }
    }

    /// Applies everything but the password to a new account, of which [`judge_new`] found no fault.
    pub fn found(self, account: &mut Account, today: Date) -> Result<()> {
        let mut faults = Faults::default();
        self.apply(account, today, Guardian::Optional, &mut faults);
        Ok(faults.finish()?)
    }

    /// Applies everything but the password; every fault is named.
    pub fn apply(self, account: &mut Account, today: Date, guardian: Guardian, faults: &mut Faults) {
        let asks_guardian = match guardian {
            Guardian::Needed => true,
            Guardian::NeededWhenTold => {
                self.date_of_birth.value().is_some()
                    || self.guardian_first_name != Change::Keep
                    || self.guardian_last_name != Change::Keep
            }
            Guardian::Optional => false,
        };
        set(&mut account.name.first, self.first_name.0);
        set(&mut account.name.last, self.last_name.0);
        if let Some(Email(email)) = self.email_address.0 {
            account.set_email(email);
        }
        match self.date_of_birth {
            Change::Set(born) => birth_date(born, today, faults),
            Change::Clear if account.is(Role::Individual) && !faults.has("dateOfBirth") => {
                faults.add(ErrorKey::InvalidParameter, "dateOfBirth: must not be empty");
            }
            Change::Clear | Change::Keep => {}
        }
        self.date_of_birth.apply(&mut account.date_of_birth);
        text(self.phone_number).apply(&mut account.phone_number);
        text(self.address1).apply(&mut account.address.address1);
        text(self.address2).apply(&mut account.address.address2);
        text(self.city).apply(&mut account.address.city);
        text(self.postal_code).apply(&mut account.address.postal_code);
        place(&mut account.address, self.country.0, self.state, faults);
        set_guardian(account, text(self.guardian_first_name), text(self.guardian_last_name), faults);
        self.language.map(|language| language.0).apply(&mut account.language);
        self.allow_adult_content.apply(&mut account.allow_adult_content);
        // How old somebody is whose birth date is bad, nobody knows.
        let known = !faults.has("dateOfBirth");
        let minor = known && account.was_minor(today) && account.is(Role::Individual);
        if asks_guardian && minor && account.guardian.is_none() && !of_guardian(faults) {
            for name in ["guardianFirstName", "guardianLastName"] {
                faults.add(ErrorKey::MissingParameter, format!("{name}: is required for readers under 18"));
            }
        }
    }
}

/// Adds what is wrong with the details of a new account together, also when others of its parameters are bad.
pub(crate) fn judge_new<T: FromParams>(draft: &mut Draft<T>, role: Role, today: Date) {
    let nobody = Account::new(AccountId(String::new()), SiteId(String::new()), role, Timestamp::UNIX_EPOCH);
    judge(draft, nobody, today, Guardian::Needed);
}

/// The same for an account that is there already and becomes a reader's. A minor's guardian need not be told: the
/// agreement asks for the guardian's signature (spec 4, 1.3).
pub(super) fn judge_profile<T: FromParams>(draft: &mut Draft<T>, account: Account, today: Date) {
    judge(draft, account, today, Guardian::Optional);
}

fn judge<T: FromParams>(draft: &mut Draft<T>, mut account: Account, today: Date, guardian: Guardian) {
    if let Some(form) = draft.sketch::<AccountForm>() {
        form.apply(&mut account, today, guardian, &mut draft.faults);
    }
}

/// Whether a guardian's name cannot be read: then it is not missing.
fn of_guardian(faults: &Faults) -> bool {
    faults.has("guardianFirstName") || faults.has("guardianLastName")
}

fn set(field: &mut String, new: Option<ShortText>) {
    if let Some(ShortText(value)) = new {
        *field = value;
    }
}

fn text(change: Change<ShortText>) -> Change<String> {
    change.map(|text| text.0)
}

fn set_guardian(account: &mut Account, first: Change<String>, last: Change<String>, faults: &mut Faults) {
    if (first == Change::Keep && last == Change::Keep) || of_guardian(faults) {
        return;
    }
    let old = account.guardian.take();
    let (mut first_name, mut last_name) =
        old.as_ref().map_or((None, None), |name| (Some(name.first.clone()), Some(name.last.clone())));
    first.apply(&mut first_name);
    last.apply(&mut last_name);
    match (first_name, last_name) {
        (None, None) => {}
        (Some(first), Some(last)) => account.guardian = Some(Name { first, last, ..old.unwrap_or_default() }),
        (None, Some(_)) => faults.add(ErrorKey::MissingParameter, "guardianFirstName: is required"),
        (Some(_), None) => faults.add(ErrorKey::MissingParameter, "guardianLastName: is required"),
    }
}
