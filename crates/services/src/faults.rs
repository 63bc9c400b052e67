//! Gathers the faults of a request: of its fields alone, together, and compared with what is stored. All
//! faults are reported together (docs/rules/errors.md#rule-2).

use domain::{Address, subdivisions};
use jiff::civil::Date;

use crate::values::{Country, ParseValue as _, Text};
use crate::{Change, Error, ErrorKey, Fault, Field, Reason, Result, ShortText};

/// The gathered faults of a request.
#[derive(Debug, Clone, Default)]
pub struct Faults(Vec<Fault>);

/// A required field of a request: its value, or nothing if its fault is among the request's [`Faults`]
/// ([`Faults::require`]).
///
/// An interface does not refuse a request in which such a field is wrong. The operation compares the other
/// fields with each other and with stored data first, so that all faults are reported together and in order
/// (docs/rules/errors.md#rule-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequiredField<T>(Option<T>);

impl<T> RequiredField<T> {
    pub fn into_value(self) -> Option<T> {
        self.0
    }

    pub fn as_value(&self) -> Option<&T> {
        self.0.as_ref()
    }

    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> RequiredField<U> {
        RequiredField(self.0.map(convert))
    }
}

impl<T> From<T> for RequiredField<T> {
    fn from(value: T) -> Self {
        Self(Some(value))
    }
}

/// Most faults that a response names: each sentence is longer than the value that causes it.
const MAX_FAULTS: usize = 100;

impl Faults {
    /// Adds a fault; one that was added before is not added again, and a request with very many faults is
    /// told the first of them.
    pub fn push(&mut self, fault: Fault) {
        if self.0.len() < MAX_FAULTS && !self.0.contains(&fault) {
            self.0.push(fault);
        }
    }

    pub fn add(&mut self, key: ErrorKey, field: Field, reason: impl Into<Reason>) {
        self.push(Fault::new(key, field, reason));
    }

    /// Adds a fault that concerns no field alone.
    pub fn add_of_request(&mut self, key: ErrorKey, reason: impl Into<Reason>) {
        self.push(Fault::of_request(key, reason));
    }

    /// Adds a fault before the others: the key of an error is that of its first fault.
    pub fn push_first(&mut self, fault: Fault) {
        self.0.insert(0, fault);
    }

    /// Returns true if there is a fault of this field.
    pub fn has_field(&self, field: Field) -> bool {
        self.0.iter().any(|fault| fault.field == Some(field))
    }

    /// Returns true if nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a required field. Adds a fault if its value is missing and has no fault yet.
    pub fn require<T>(&mut self, field: Field, value: Option<T>) -> RequiredField<T> {
        if value.is_none() && !self.has_field(field) {
            self.add(ErrorKey::MissingParameter, field, "is required");
        }
        RequiredField(value)
    }

    /// Returns what was found together with these faults. If it was not found: the faults, or else the reason
    /// why not, because faults of a request are reported before something that does not exist
    /// (docs/rules/errors.md#rule-2).
    pub fn report_before<T, E: From<Error>>(self, found: Result<T, E>) -> Result<(T, Self), E> {
        match found {
            Ok(found) => Ok((found, self)),
            Err(error) => Err(self.into_result().err().map_or(error, Into::into)),
        }
    }

    /// Returns an error with every fault if there is one.
    pub fn into_result(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::Invalid(self.0)) }
    }

    /// Returns the complete request, or an error with every fault. `None` comes with at least one fault.
    pub fn complete_with<T>(self, request: Option<T>) -> Result<T> {
        self.into_result()?;
        request.ok_or_else(|| ErrorKey::BadRequest.into())
    }
}

/// The fault of a field that comes without the other that belongs to it: user name and password go together
/// (docs/rules/organizations.md#rule-4).
pub fn missing_companion(field: Field, with: Field) -> Fault {
    let reason = Reason::from("is required together with ").then_field(with);
    Fault::new(ErrorKey::MissingParameter, field, reason)
}

/// Changes country and state of an address: a state is of the country, and another country takes the old
/// state away.
pub fn set_country_and_state(
    address: &mut Address,
    country: Option<Country>,
    state: Change<ShortText>,
    faults: &mut Faults,
) {
    // Of which country it is a state cannot be judged if the country cannot be read.
    if faults.has_field(Field::Country) {
        if matches!(&state, Change::Set(ShortText(text)) if !may_be_state(text)) {
            faults.add(ErrorKey::InvalidParameter, Field::State, "must be an ISO 3166-2 code");
        }
        return;
    }
    if let Some(Country(code)) = country.filter(|country| address.country.as_ref() != Some(&country.0)) {
        address.country = Some(code);
        address.state = None;
    }
    let country = address.country.clone().unwrap_or_default();
    match state {
        Change::Keep => {}
        Change::Clear => address.state = None,
        Change::Set(ShortText(text)) => match subdivisions::normalize(&country, &text) {
            Some(code) => address.state = Some(code.to_owned()),
            None => {
                faults.add(
                    ErrorKey::InvalidParameter,
                    Field::State,
                    "must be an ISO 3166-2 code of the country",
                );
            }
        },
    }
}

/// Returns true if a string has the form of a state of some country: one to three letters and digits,
/// perhaps after the country and a hyphen.
fn may_be_state(text: &str) -> bool {
    let text = text.trim();
    let (country, state) = text.split_once('-').unwrap_or(("XX", text));
    let is_code = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    country.len() == 2 && (1..=3).contains(&state.len()) && is_code(country) && is_code(state)
}

/// A note of at most `MAX` characters without the spaces around it: `MISSING_PARAMETER` for an empty one,
/// `INVALID_PARAMETER` for one that is too long.
pub(crate) fn require_note<const MAX: usize>(text: &str) -> Result<String> {
    let Text(note) = Text::<MAX>::parse_value(text.trim())
        .map_err(|invalid| Fault::new(invalid.key, Field::Note, invalid.reason))?;
    if note.is_empty() {
        return Err(Fault::new(ErrorKey::MissingParameter, Field::Note, "is required").into());
    }
    Ok(note)
}

/// Returns true if somebody alive may be born on this day.
pub fn is_birth_date(born: Date, today: Date) -> bool {
    born <= today && born.year() >= 1880
}

/// A birth date is not in the future, nor so long ago that it must be a typing error.
pub fn check_birth_date(born: Date, today: Date, faults: &mut Faults) {
    if !is_birth_date(born, today) {
        faults.add(ErrorKey::InvalidDate, Field::DateOfBirth, "must be a birth date");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_a_state_without_a_country_together_with_an_invalid_country() {
        for (state, reported) in
            [("!!!", true), ("Oregon", true), ("US-OR", false), ("OR", false), ("", true)]
        {
            let mut faults = Faults::default();
            faults.add(ErrorKey::InvalidCountry, Field::Country, "must be ISO 3166-1 alpha-2");
            let sent = Change::Set(ShortText(state.to_owned()));
            set_country_and_state(&mut Address::default(), None, sent, &mut faults);
            assert_eq!(faults.has_field(Field::State), reported, "{state:?}");
        }
    }
}
