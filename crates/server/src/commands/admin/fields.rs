//! The options of commands that carry the fields of requests.

use std::borrow::Cow;

use services::{Field, Mention};

macro_rules! options {
    (options { $($field:ident $option:literal;)+ } none { $($other:ident)+ }) => {
        /// The option that carries a field. `None` if no command has one: it may have an argument.
        fn option_name(field: Field) -> Option<&'static str> {
            match field {
                $(Field::$field => Some($option),)+
                $(Field::$other)|+ => None,
            }
        }
    };
}

options! {
    options {
        FirstName             "--first-name";
        LastName              "--last-name";
        Username              "--username";
        Password              "--password";
        PhoneNumber           "--phone-number";
        Address1              "--address1";
        Address2              "--address2";
        City                  "--city";
        State                 "--state";
        Country               "--country";
        PostalCode            "--postal-code";
        DateOfBirth           "--date-of-birth";
        Role                  "--role";
        Site                  "--site";
        SafeSearch            "--safe-search";
        AllowSearchDownloads  "--allow-search-downloads";
        OrganizationName      "--organization-name";
        OrganizationType      "--organization-type";
        SubscriptionType      "--subscription-type";
        Website               "--website";
        Notes                 "--notes";
        ContactFirstName      "--contact-first-name";
        ContactLastName       "--contact-last-name";
        ContactTitle          "--contact-title";
        ContactEmailAddress   "--contact-email-address";
        ContactPhoneNumber    "--contact-phone-number";
        CanCreateUsers        "--can-create-users";
        CanDownloadNimac      "--can-download-nimac";
        Grade                 "--grade";
        DisabilityType        "--disability-type";
        DisabilityPlan        "--disability-plan";
        ProofSource           "--proof-source";
        RosterTagId           "--roster-tag-id";
        AgreementType         "--agreement-type";
        AgreementSigned       "--agreement-signed";
        RiderSigned           "--rider-signed";
        DateSigned            "--date-signed";
        PrintName             "--print-name";
        SignedByLegalGuardian "--signed-by-legal-guardian";
        UserSubscriptionType  "--user-subscription-type";
        StartDate             "--start-date";
        EndDate               "--end-date";
        NumBooksAllowed       "--num-books-allowed";
        DownloadTimeframe     "--download-timeframe";
        Name                  "--name";
        Description           "--description";
        Unreported            "--unreported";
        Issn                  "--issn";
        Languages             "--language";
        Categories            "--category";
        Publisher             "--publisher";
        Countries             "--country";
        Comments              "--comment";
        RedirectUri           "--redirect-uri";
        ReadingCompanion      "--reading-companion";
        ServicePlus           "--service-plus";
    }
    none {
        EmailAddress GuardianFirstName GuardianLastName Language Suspended PartnerIdToken Confirm
        ShowAllBooks AllowAdultContent MembershipId UserIdentifier ForUser SkipUpgradeReminder
        OrganizationTypes ReferenceOrgId Note ContactPassword DistrictId DistrictName SchoolId SchoolName SourcedId
        PromoCode ExpirationDate Message Access Enabled SponsorList OnQuickList IncludeShared
        ExcludedCategories IncludedCategories ExcludedAuthors IncludedAuthors ExcludedContentWarnings
        IncludedContentWarnings IncludeGlobalCollection ExcludeGlobalCollection ExcludedHazard
        ShowRecommendations Format BrailleFormat BrailleGrade BrailleCellLineWidth BrailleCode BrailleType
        BrailleMusicScoreLayout UseUeb NonvisualReading VisualAdjustments Title Subtitle SeriesTitle
        SeriesSubtitle SeriesNumber Authors Abridgers Adapters Arrangers CoWriters Composers Editors
        EpilogueBys ForewardBys Illustrators IntroductionBys Lyricists Producers Transcribers Translators
        Narrator Isbn13 RelatedIsbns Synopsis ThemaCategories BisacCategories ExternalCategoryCode Grades
        ContentWarnings AdultContent AllowRecommend HasEmbeddedImageDescriptions HasChordSymbols Instruments
        MusicScoreType VocalParts Key MovementNumber MovementTitle Opus CopyrightDate CopyrightHolder
        PublicationDate Edition EditionName OriginCountry ProductIdentifier ExternalIdentifierCode
        GlobalBookServiceId LexileCode LexileNumber ReadingAgeMinimum ReadingAgeMaximum NumPages Duration
        Quality Narration FundingSource Supplier UsageRestriction States AvailableWorldwide
        MarrakeshEligible MarrakeshPodException NimacRestricted AvailableToDemo Status ReplacementId
        ServiceId ContentType NumberOfVolumes BrailleVolumes Transcriber Text CoverImage File MimeType
        PartnerDriveFileId AuthorizationCode Speed Size DaisyFile DaisyAudioFile Daisy2AudioFile BrfFile
        Epub3File PdfFile DocxFile Location LocationDescription Position Progression TotalProgression
        StartLocation StartPosition StartProgression StartTotalProgression EndLocation EndPosition
        EndProgression EndTotalProgression HighlightText AnnotationNote Color Page Keyword Author
        AuthorFilter Composer Category Isbn AccessibilityFeature InMyFormat InAllMyFormats AnyFormat Formats
        NarratorGender NarratorType ReadingAge TitleContentType TitleStatus SeriesType CodeStartsWith
        DescriptionStartsWith IncludedBisacCodes ExcludedBisacCodes IncludedBisacHeadings
        ExcludedBisacHeadings MaxDuration StartUpdatedDate EndUpdatedDate Metric MetricType Ticket
        UtmCampaign UtmContent UtmMedium UtmSource UtmTerm Start Limit SortOrder Direction
    }
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
