//! What is wrong with parameters that can only be judged together, or beside what is stored: all of it is
//! reported at once, like bad values (spec 4, 4.10).

use domain::accounts::Address;
use domain::subdivisions;
use jiff::civil::Date;

use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::params::Change;
use crate::http::values::{Country, ShortText};

/// What is wrong with a form, gathered.
#[derive(Debug, Clone, Default)]
pub struct Faults(Vec<(ErrorKey, String)>);

impl Faults {
    /// Adds a fault that was made elsewhere; what was said already is not said again.
    pub fn push(&mut self, fault: (ErrorKey, String)) {
        if !self.0.contains(&fault) {
            self.0.push(fault);
        }
    }

    /// Adds a fault; the message begins with the parameter's name and a colon.
    pub fn add(&mut self, key: ErrorKey, message: impl Into<String>) {
        self.push((key, message.into()));
    }

    /// Whether something is wrong with this parameter.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(_, text)| text.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')))
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What was found, and these faults to go on with. Where it was not: the faults, or else why not, for what is wrong
    /// with parameters is told before what is not there (spec 4, 4.10).
    pub fn before<T>(self, found: Result<T>) -> Result<(T, Self)> {
        match found {
            Ok(found) => Ok((found, self)),
            Err(error) => Err(self.finish().err().unwrap_or(error)),
        }
    }

    /// The error that names every fault, with the key of the first; none when there is none.
    pub fn finish(self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some((key, _)) => Err(ApiError::new(*key, self.0.into_iter().map(|(_, text)| text).collect())),
        }
    }
}

/// What is wrong when a parameter comes without the other that belongs to it: user name and password go together
/// (spec 4, 4.8).
pub fn missing(name: &str, with: &str) -> (ErrorKey, String) {
    (ErrorKey::MissingParameter, format!("{name}: is required together with {with}"))
}

/// Changes country and state of an address: a state is of the country, and another country takes the old state
/// away.
pub fn place(address: &mut Address, country: Option<Country>, state: Change<ShortText>, faults: &mut Faults) {
    // Of a country that cannot be read no state can be judged.
    if faults.has("country") {
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
                faults.add(ErrorKey::InvalidParameter, "state: must be an ISO 3166-2 code of the country");
            }
        },
    }
}

/// Nobody is born in the future, nor so long ago that it must be a typing error.
pub fn birth_date(born: Date, today: Date, faults: &mut Faults) {
    if born > today || born.year() < 1880 {
        faults.add(ErrorKey::InvalidDate, "dateOfBirth: must be a birth date");
    }
}
