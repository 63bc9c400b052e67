//! The fields of requests, by which faults name what they are about. Each interface has its own names for
//! them: a parameter, a field of a form, an option of a command.

use std::borrow::Cow;

use domain::{Format, WireEnum as _};

macro_rules! fields {
    ($($variant:ident $(= $words:literal)?,)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Field { $($variant,)+ }

        impl Field {
            /// Every field.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name in camel case, such as `firstName`.
            pub const fn camel_case_name(self) -> &'static str {
                match self {
                    $(Self::$variant => {
                        const NAME: &str = stringify!($variant);
                        const BYTES: &[u8] = &lower_first_letter::<{ NAME.len() }>(NAME);
                        as_text(BYTES)
                    })+
                }
            }

            /// The words for it that do not follow from its name.
            const fn special_words(self) -> Option<&'static str> {
                match self {
                    $($(Self::$variant => Some($words),)?)+
                    _ => None,
                }
            }
        }
    };
}

const fn lower_first_letter<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes.copy_from_slice(name.as_bytes());
    bytes[0] = bytes[0].to_ascii_lowercase();
    bytes
}

const fn as_text(bytes: &[u8]) -> &str {
    let Ok(text) = std::str::from_utf8(bytes) else { panic!("names in Rust are text") };
    text
}

// The words of a field are given only if they do not follow from its name.
fields! {
    // People and accounts
    FirstName, LastName, Username, Password, EmailAddress, PhoneNumber, Address1 = "address line 1",
    Address2 = "address line 2", City, State, Country, PostalCode, DateOfBirth, GuardianFirstName,
    GuardianLastName, Language, Role, Site, Suspended, PartnerIdToken = "partner ID token", Confirm,
    ShowAllBooks, SafeSearch, AllowAdultContent, AllowSearchDownloads, MembershipId = "membership ID",
    UserIdentifier, ForUser, SkipUpgradeReminder,

    // Organizations and their members
    OrganizationName, OrganizationType, OrganizationTypes, SubscriptionType,
    ReferenceOrgId = "reference organization ID", Website, Note, Notes, ContactFirstName, ContactLastName,
    ContactTitle, ContactEmailAddress, ContactPhoneNumber, ContactPassword, CanCreateUsers,
    CanDownloadNimac = "can download NIMAC", Grade, DisabilityType, DisabilityPlan, ProofSource,
    RosterTagId = "roster tag ID", DistrictId = "district ID", DistrictName, SchoolId = "school ID", SchoolName,
    SourcedId = "sourced ID",

    // Agreements, subscriptions, proofs
    AgreementType, AgreementSigned, RiderSigned, DateSigned, PrintName, SignedByLegalGuardian,
    UserSubscriptionType, StartDate, EndDate, NumBooksAllowed = "number of books allowed", DownloadTimeframe,
    PromoCode, ExpirationDate, Message,

    // Lists, profiles and preferences
    Name, Description, Access, Enabled, SponsorList, OnQuickList, IncludeShared, ExcludedCategories,
    IncludedCategories, ExcludedAuthors, IncludedAuthors, ExcludedContentWarnings, IncludedContentWarnings,
    IncludeGlobalCollection, ExcludeGlobalCollection, ExcludedHazard, ShowRecommendations, Unreported,
    Format, BrailleFormat, BrailleGrade, BrailleCellLineWidth, BrailleCode, BrailleType,
    BrailleMusicScoreLayout, UseUeb = "use UEB", NonvisualReading, VisualAdjustments,

    // Titles
    Title, Subtitle, SeriesTitle, SeriesSubtitle, SeriesNumber, Authors, Abridgers, Adapters, Arrangers,
    CoWriters, Composers, Editors, EpilogueBys = "epilogue by", ForewardBys = "foreword by", Illustrators,
    IntroductionBys = "introduction by", Lyricists, Producers, Transcribers, Translators, Narrator,
    Isbn13 = "ISBN-13", RelatedIsbns = "related ISBNs", Issn = "ISSN", Synopsis, Languages, Categories,
    ThemaCategories = "Thema categories", BisacCategories = "BISAC categories", ExternalCategoryCode, Grades,
    ContentWarnings, AdultContent, AllowRecommend, HasEmbeddedImageDescriptions, HasChordSymbols,
    Instruments, MusicScoreType, VocalParts, Key, MovementNumber, MovementTitle, Opus, CopyrightDate,
    CopyrightHolder, Publisher, PublicationDate, Edition, EditionName, OriginCountry, ProductIdentifier,
    ExternalIdentifierCode, GlobalBookServiceId = "global book service ID", LexileCode = "Lexile code",
    LexileNumber = "Lexile number", ReadingAgeMinimum, ReadingAgeMaximum, NumPages = "number of pages",
    Duration, Quality, Narration, FundingSource, Supplier, UsageRestriction, Countries, States,
    AvailableWorldwide, MarrakeshEligible = "Marrakesh eligible",
    MarrakeshPodException = "Marrakesh proof exception", NimacRestricted = "NIMAC restricted", AvailableToDemo,
    Status, Comments, ReplacementId = "replacement ID", ServiceId = "service ID", ContentType, NumberOfVolumes,
    BrailleVolumes, Transcriber, Text,

    // Files
    CoverImage, File, MimeType = "media type", PartnerDriveFileId = "partner drive file ID", AuthorizationCode,
    RedirectUri = "redirect address", Speed, Size, DaisyFile = "DAISY", DaisyAudioFile = "DAISY_AUDIO",
    Daisy2AudioFile = "DAISY_2_AUDIO", BrfFile = "BRF", Epub3File = "EPUB3", PdfFile = "PDF", DocxFile = "DOCX",

    // Reading
    Location, LocationDescription, Position, Progression, TotalProgression, StartLocation, StartPosition,
    StartProgression, StartTotalProgression, EndLocation, EndPosition, EndProgression, EndTotalProgression,
    HighlightText, AnnotationNote, Color, ReadingCompanion, Page,

    // Searches and lists
    Keyword, Author, AuthorFilter, Composer, Category, Isbn = "ISBN", AccessibilityFeature, InMyFormat,
    InAllMyFormats, AnyFormat, Formats, NarratorGender, NarratorType, ReadingAge, TitleContentType,
    TitleStatus, SeriesType, CodeStartsWith, DescriptionStartsWith,
    IncludedBisacCodes = "included BISAC codes", ExcludedBisacCodes = "excluded BISAC codes",
    IncludedBisacHeadings = "included BISAC headings", ExcludedBisacHeadings = "excluded BISAC headings",
    MaxDuration, StartUpdatedDate, EndUpdatedDate, Metric, MetricType, ServicePlus, Ticket,
    UtmCampaign = "UTM campaign", UtmContent = "UTM content", UtmMedium = "UTM medium", UtmSource = "UTM source",
    UtmTerm = "UTM term", Start, Limit, SortOrder, Direction,
}

impl Field {
    /// Its name in plain words, for logs and for interfaces that have no name of their own for it.
    pub fn words(self) -> Cow<'static, str> {
        self.special_words().map_or_else(|| Cow::Owned(split_words(self.camel_case_name())), Cow::Borrowed)
    }

    /// The file of a new title in this format.
    pub const fn file_in(format: Format) -> Self {
        match format {
            Format::Daisy => Self::DaisyFile,
            Format::DaisyAudio => Self::DaisyAudioFile,
            Format::Daisy2Audio => Self::Daisy2AudioFile,
            Format::Brf => Self::BrfFile,
            Format::Epub3 => Self::Epub3File,
            Format::Pdf => Self::PdfFile,
            Format::Docx => Self::DocxFile,
        }
    }

    /// Returns true for the fields that are files.
    pub fn is_file(self) -> bool {
        let is_of_format = Format::ALL.iter().any(|format| Self::file_in(*format) == self);
        is_of_format || matches!(self, Self::File | Self::CoverImage)
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words())
    }
}

/// `firstName` as `first name`.
fn split_words(name: &str) -> String {
    let mut words = String::with_capacity(2 * name.len());
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}
