//! Calls the operations of `services` as the operator, with the same rules as membership staff.

use anyhow::anyhow;
use passwords::Passwords;
use services::values::{Country, Invalid, Read};
use services::{Actor, Change, Context, Error, ErrorKey, Faults};

use crate::commands::no_site;
use crate::library::{Library, now, rng};

/// The context of an operation that the operator runs with this command.
pub(super) fn context<'a>(library: &'a Library, command: &'a str) -> Context<'a> {
    Context {
        db: &library.db,
        passwords: Passwords::new(1),
        actor: Actor::Operator { command },
        now: now(),
        rng: rng(),
    }
}

/// No faults yet: clap has parsed every option.
pub(super) fn no_faults() -> Faults {
    Faults::default()
}

/// The error of a refused operation: every fault with the option that it concerns.
pub(super) fn refused(error: Error) -> anyhow::Error {
    match error {
        Error::Invalid(faults) => {
            let line = |fault: &services::Fault| match fault.field.as_str() {
                "" => fault.reason.clone(),
                field => format!("--{}: {}", option(field), fault.reason),
            };
            anyhow!(faults.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
        Error::Refused(key) => anyhow!("{} ({})", key.text(), key.as_str()),
        other => other.into(),
    }
}

/// The same for an operation on the account that this name identifies.
pub(super) fn refused_of(user: &str) -> impl FnOnce(Error) -> anyhow::Error {
    move |error| match error {
        Error::Refused(ErrorKey::UserNotFound) => anyhow!("there is no user {user}"),
        error => refused(error),
    }
}

/// The same for an operation that creates something of this site.
pub(super) fn refused_at(site: &str) -> impl FnOnce(Error) -> anyhow::Error {
    move |error| match error {
        Error::Invalid(faults) if faults.iter().any(|fault| fault.field == "site") => anyhow!(no_site(site)),
        error => refused(error),
    }
}

/// The option of a field: options are named like the parameters of the API, `dateSigned` is `--date-signed`.
fn option(field: &str) -> String {
    let mut name = String::with_capacity(field.len() + 4);
    for letter in field.chars() {
        if letter.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// Parses an option like the API parses its parameter.
pub(super) fn value<T: Read>(text: &str) -> Result<T, Invalid> {
    T::read(text)
}

/// The same for an option that an empty value clears.
pub(super) fn change<T: Read>(text: &str) -> Result<Change<T>, Invalid> {
    if text.is_empty() { Ok(Change::Clear) } else { T::read(text).map(Change::Set) }
}

/// The change made by an omitted option: none.
pub(super) fn changed<T>(option: Option<Change<T>>) -> Change<T> {
    option.unwrap_or(Change::Keep)
}

/// Reads a country whose fault the command reports itself.
pub(super) fn country(text: &str) -> anyhow::Result<Country> {
    Country::read(text)
        .map_err(|_| anyhow!("{} is not an ISO 3166-1 alpha-2 code", text.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use services::{Error, ErrorKey, Faults};

    use super::{option, refused};

    #[test]
    fn faults_name_their_options() {
        assert_eq!(option("signedByLegalGuardian"), "signed-by-legal-guardian");
        assert_eq!(option("address1"), "address1");
        let mut faults = Faults::default();
        faults.add(ErrorKey::InvalidDate, "dateSigned", "must not be in the future");
        faults.add(ErrorKey::InvalidParameter, "userSubscriptionType", "must be one of a: b, c");
        faults.add(ErrorKey::InvalidParameter, "", "Nothing is here: look");
        assert_eq!(
            refused(faults.finish().unwrap_err()).to_string(),
            "--date-signed: must not be in the future\n--user-subscription-type: must be one of a: b, c\nNothing is here: look"
        );
        let error = refused(Error::Refused(ErrorKey::AgreementExists)).to_string();
        assert_eq!(error, "A current agreement exists already. (AGREEMENT_EXISTS)");
    }
}
