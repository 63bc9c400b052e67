//! Calls the operations of `services` as the operator, with the same rules as membership staff.

use anyhow::anyhow;
use domain::dates::utc_date;
use domain::{Account, RosterRunId};
use jiff::Timestamp;
use services::values::{Country, InvalidValue, ParseValue};
use services::work::WorkClaim;
use services::{Change, Error, ErrorKey, Faults, Field};

use super::fields::mention_name;
use crate::commands::unknown_site_message;

/// Prints a run of members that can be undone.
pub(super) fn print_run(run: &RosterRunId) {
    println!("run {run}: openshelf admin members undo undoes it within 30 days");
}

/// The error of an act that was planned for members who have changed since.
pub(super) fn outdated_error() -> anyhow::Error {
    anyhow!("the members have changed meanwhile, so nothing was changed")
}

/// A birth date in a line of a list, `-` if it is unknown.
pub(super) fn birth_date_text(account: &Account) -> String {
    account.date_of_birth.map_or_else(|| "-".to_owned(), |born| born.to_string())
}

/// The day of the last sign-in in a line of a list.
pub(super) fn last_sign_in_text(last_sign_in: Option<Timestamp>) -> String {
    last_sign_in.map_or_else(|| "unknown".to_owned(), |at| utc_date(at).to_string())
}

/// No faults yet: clap has parsed every option.
pub(super) fn no_faults() -> Faults {
    Faults::default()
}

/// The error of a command; that of a refused operation names every fault with the option that it concerns.
pub(super) fn to_command_error(error: anyhow::Error) -> anyhow::Error {
    match error.downcast() {
        Ok(Error::Invalid(faults)) => {
            let lines: Vec<String> = faults.iter().map(|fault| fault.to_text(mention_name)).collect();
            anyhow!(lines.join("\n"))
        }
        Ok(Error::Refused(key)) => anyhow!("{} ({})", key.to_text(mention_name), key.as_str()),
        Ok(other) => other.into(),
        Err(other) => other,
    }
}

/// The error of a refused operation on the account that this name identifies.
pub(super) fn account_command_error(user: &str) -> impl FnOnce(Error) -> anyhow::Error {
    move |error| match error {
        Error::Refused(ErrorKey::UserNotFound) => anyhow!("there is no user {user}"),
        error => error.into(),
    }
}

/// The error of an act that does nothing because a staff member has taken the work.
pub(super) fn claimed_text(claim: &WorkClaim) -> String {
    format!("{} has taken this, until {}; nothing was done", claim.holder_name, claim.expires)
}

/// The error of a refused operation that creates something of this site.
pub(super) fn site_command_error(site: &str) -> impl FnOnce(Error) -> anyhow::Error {
    move |error| match error {
        Error::Invalid(faults) if faults.iter().any(|fault| fault.field == Some(Field::Site)) => {
            anyhow!(unknown_site_message(site))
        }
        error => error.into(),
    }
}

/// Parses an option like the API parses its parameter.
pub(super) fn parse_value<T: ParseValue>(text: &str) -> Result<T, InvalidValue> {
    T::parse_value(text)
}

/// Parses an option that an empty value clears.
pub(super) fn parse_change<T: ParseValue>(text: &str) -> Result<Change<T>, InvalidValue> {
    if text.is_empty() { Ok(Change::Clear) } else { T::parse_value(text).map(Change::Set) }
}

/// The change made by an omitted option: none.
pub(super) fn change_or_keep<T>(option: Option<Change<T>>) -> Change<T> {
    option.unwrap_or(Change::Keep)
}

/// Reads a country whose fault the command reports itself.
pub(super) fn parse_country(text: &str) -> anyhow::Result<Country> {
    Country::parse_value(text)
        .map_err(|_| anyhow!("{} is not an ISO 3166-1 alpha-2 code", text.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use services::{Error, ErrorKey, Faults, Field, missing_companion};

    use super::to_command_error;

    #[test]
    fn faults_name_their_options() {
        let mut faults = Faults::default();
        faults.add(ErrorKey::InvalidDate, Field::DateSigned, "must not be in the future");
        faults.add(ErrorKey::InvalidParameter, Field::UserSubscriptionType, "must be one of a: b, c");
        faults.add_of_request(ErrorKey::InvalidParameter, "Nothing is here: look");
        faults.push(missing_companion(Field::Password, Field::EmailAddress));
        let lines = [
            "--date-signed: must not be in the future",
            "--user-subscription-type: must be one of a: b, c",
            "Nothing is here: look",
            "--password: is required together with email address",
        ];
        assert_eq!(to_command_error(faults.into_result().unwrap_err().into()).to_string(), lines.join("\n"));
        let error = to_command_error(Error::Refused(ErrorKey::AgreementExists).into()).to_string();
        assert_eq!(error, "A current agreement exists already. (AGREEMENT_EXISTS)");
    }
}
