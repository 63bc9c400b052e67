//! The options of commands that carry the fields of requests.

use std::borrow::Cow;

use services::{Field, Mention};

/// The option that carries a field. `None` if no command has one: it may have an argument.
fn option_name(field: Field) -> Option<&'static str> {
    Some(match field {
        Field::FirstName => "--first-name",
        Field::LastName => "--last-name",
        Field::Username => "--username",
        Field::Password => "--password",
        Field::PhoneNumber => "--phone-number",
        Field::Address1 => "--address1",
        Field::Address2 => "--address2",
        Field::City => "--city",
        Field::State => "--state",
        Field::Country | Field::Countries => "--country",
        Field::PostalCode => "--postal-code",
        Field::DateOfBirth => "--date-of-birth",
        Field::Role => "--role",
        Field::Site => "--site",
        Field::SafeSearch => "--safe-search",
        Field::AllowSearchDownloads => "--allow-search-downloads",
        Field::OrganizationName => "--organization-name",
        Field::OrganizationType => "--organization-type",
        Field::SubscriptionType => "--subscription-type",
        Field::Website => "--website",
        Field::Notes => "--notes",
        Field::ContactFirstName => "--contact-first-name",
        Field::ContactLastName => "--contact-last-name",
        Field::ContactTitle => "--contact-title",
        Field::ContactEmailAddress => "--contact-email-address",
        Field::ContactPhoneNumber => "--contact-phone-number",
        Field::CanCreateUsers => "--can-create-users",
        Field::CanDownloadNimac => "--can-download-nimac",
        Field::Grade => "--grade",
        Field::DisabilityType => "--disability-type",
        Field::DisabilityPlan => "--disability-plan",
        Field::ProofSource => "--proof-source",
        Field::RosterTagId => "--roster-tag-id",
        Field::AgreementType => "--agreement-type",
        Field::AgreementSigned => "--agreement-signed",
        Field::RiderSigned => "--rider-signed",
        Field::DateSigned => "--date-signed",
        Field::PrintName => "--print-name",
        Field::SignedByLegalGuardian => "--signed-by-legal-guardian",
        Field::UserSubscriptionType => "--user-subscription-type",
        Field::StartDate => "--start-date",
        Field::EndDate => "--end-date",
        Field::NumBooksAllowed => "--num-books-allowed",
        Field::DownloadTimeframe => "--download-timeframe",
        Field::Name => "--name",
        Field::Description => "--description",
        Field::Unreported => "--unreported",
        Field::Issn => "--issn",
        Field::Languages => "--language",
        Field::Categories => "--category",
        Field::Publisher => "--publisher",
        Field::Comments => "--comment",
        Field::RedirectUri => "--redirect-uri",
        Field::ReadingCompanion => "--reading-companion",
        Field::ServicePlus => "--service-plus",
        _ => return None,
    })
}

/// The words for what the fault of a command mentions: an option, or else plain words.
pub(super) fn mention_name(mention: Mention) -> Cow<'static, str> {
    match mention {
        Mention::Field(field) => option_name(field).map_or_else(|| mention.words(), Cow::from),
        Mention::List(_) => mention.words(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;
    use services::Field;

    use super::option_name;

    /// The long options of a command and of those below it.
    fn long_options(command: &clap::Command) -> BTreeSet<String> {
        let own = command.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?)));
        own.chain(command.get_subcommands().flat_map(long_options)).collect()
    }

    #[test]
    fn fields_name_options_that_exist() {
        let command = crate::cli::Cli::command();
        let admin = command.find_subcommand("admin").unwrap();
        let options = long_options(admin);
        for option in Field::ALL.iter().filter_map(|field| option_name(*field)) {
            assert!(options.contains(option), "{option}");
        }
    }
}
