//! What is wrong with parameters that can only be judged together, or beside what is stored: all of it is
//! reported at once, like bad values (spec 4, 4.10).

use domain::accounts::Address;
use domain::subdivisions;
use jiff::civil::Date;

use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::params::Change;
use crate::http::values::{Country, ShortText};

/// What is wrong with a form, gathered.
#[derive(Debug, Default)]
pub struct Faults(Vec<(ErrorKey, String)>);

impl Faults {
    /// Adds a fault that was made elsewhere.
    pub fn push(&mut self, fault: (ErrorKey, String)) {
        self.0.push(fault);
    }

    /// Adds a fault; the message begins with the parameter's name and a colon.
    pub fn add(&mut self, key: ErrorKey, message: impl Into<String>) {
        self.0.push((key, message.into()));
    }

    /// The error that names every fault, with the key of the first; none when there is none.
    pub fn finish(self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some((key, _)) => Err(ApiError::new(*key, self.0.into_iter().map(|(_, text)| text).collect())),
        }
    }
}

/// Changes country and state of an address: a state is of the country, and another country takes the old state
/// away.
pub fn place(address: &mut Address, country: Option<Country>, state: Change<ShortText>, faults: &mut Faults) {
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
