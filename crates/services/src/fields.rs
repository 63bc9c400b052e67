//! The fields of requests, by which faults name what they are about. Each interface has its own names for
//! them: a parameter, a field of a form, an option of a command.

use domain::Format;

macro_rules! fields {
    ($($variant:ident $words:literal;)+) => {
        /// A field of a request.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Field { $(#[doc = concat!("`", $words, "`")] $variant,)+ }

        impl Field {
            /// Every field.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name in plain words, for logs and for interfaces that have no name of their own for it.
            pub const fn words(self) -> &'static str { match self { $(Self::$variant => $words,)+ } }
        }
    };
}

fields! {
    // People and accounts
    FirstName                    "first name";
    LastName                     "last name";
    Username                     "username";
    Password                     "password";
    EmailAddress                 "email address";
    PhoneNumber                  "phone number";
    Address1                     "address line 1";
    Address2                     "address line 2";
    City                         "city";
    State                        "state";
    Country                      "country";
    PostalCode                   "postal code";
    DateOfBirth                  "date of birth";
    GuardianFirstName            "guardian first name";
    GuardianLastName             "guardian last name";
    Language                     "language";
    Role                         "role";
    Site                         "site";
    Suspended                    "suspended";
    PartnerIdToken               "partner ID token";
    Confirm                      "confirm";
    ShowAllBooks                 "show all books";
    SafeSearch                   "safe search";
    AllowAdultContent            "allow adult content";
    AllowSearchDownloads         "allow search downloads";
    MembershipId                 "membership ID";
    UserIdentifier               "user identifier";
    ForUser                      "for user";
    SkipUpgradeReminder          "skip upgrade reminder";

    // Organizations and their members
    OrganizationName             "organization name";
    OrganizationType             "organization type";
    OrganizationTypes            "organization types";
    SubscriptionType             "subscription type";
    ReferenceOrgId               "reference organization ID";
    Website                      "website";
    Note                         "note";
    Notes                        "notes";
    ContactFirstName             "contact first name";
    ContactLastName              "contact last name";
    ContactTitle                 "contact title";
    ContactEmailAddress          "contact email address";
    ContactPhoneNumber           "contact phone number";
    ContactPassword              "contact password";
    CanCreateUsers               "can create users";
    CanDownloadNimac             "can download NIMAC";
    Grade                        "grade";
    DisabilityType               "disability type";
    DisabilityPlan               "disability plan";
    ProofSource                  "proof source";
    RosterTagId                  "roster tag ID";
    DistrictId                   "district ID";
    DistrictName                 "district name";
    SchoolId                     "school ID";
    SchoolName                   "school name";
    SourcedId                    "sourced ID";

    // Agreements, subscriptions, proofs
    AgreementType                "agreement type";
    AgreementSigned              "agreement signed";
    RiderSigned                  "rider signed";
    DateSigned                   "date signed";
    PrintName                    "print name";
    SignedByLegalGuardian        "signed by legal guardian";
    UserSubscriptionType         "user subscription type";
    StartDate                    "start date";
    EndDate                      "end date";
    NumBooksAllowed              "number of books allowed";
    DownloadTimeframe            "download timeframe";
    PromoCode                    "promo code";
    ExpirationDate               "expiration date";
    Message                      "message";

    // Lists, profiles and preferences
    Name                         "name";
    Description                  "description";
    Access                       "access";
    Enabled                      "enabled";
    SponsorList                  "sponsor list";
    OnQuickList                  "on quick list";
    IncludeShared                "include shared";
    ExcludedCategories           "excluded categories";
    IncludedCategories           "included categories";
    ExcludedAuthors              "excluded authors";
    IncludedAuthors              "included authors";
    ExcludedContentWarnings      "excluded content warnings";
    IncludedContentWarnings      "included content warnings";
    IncludeGlobalCollection      "include global collection";
    ExcludeGlobalCollection      "exclude global collection";
    ExcludedHazard               "excluded hazard";
    ShowRecommendations          "show recommendations";
    Unreported                   "unreported";
    Format                       "format";
    BrailleFormat                "braille format";
    BrailleGrade                 "braille grade";
    BrailleCellLineWidth         "braille cell line width";
    BrailleCode                  "braille code";
    BrailleType                  "braille type";
    BrailleMusicScoreLayout      "braille music score layout";
    UseUeb                       "use UEB";
    NonvisualReading             "nonvisual reading";
    VisualAdjustments            "visual adjustments";

    // Titles
    Title                        "title";
    Subtitle                     "subtitle";
    SeriesTitle                  "series title";
    SeriesSubtitle               "series subtitle";
    SeriesNumber                 "series number";
    Authors                      "authors";
    Abridgers                    "abridgers";
    Adapters                     "adapters";
    Arrangers                    "arrangers";
    CoWriters                    "co writers";
    Composers                    "composers";
    Editors                      "editors";
    EpilogueBys                  "epilogue by";
    ForewardBys                  "foreword by";
    Illustrators                 "illustrators";
    IntroductionBys              "introduction by";
    Lyricists                    "lyricists";
    Producers                    "producers";
    Transcribers                 "transcribers";
    Translators                  "translators";
    Narrator                     "narrator";
    Isbn13                       "ISBN-13";
    RelatedIsbns                 "related ISBNs";
    Issn                         "ISSN";
    Synopsis                     "synopsis";
    Languages                    "languages";
    Categories                   "categories";
    ThemaCategories              "Thema categories";
    BisacCategories              "BISAC categories";
    ExternalCategoryCode         "external category code";
    Grades                       "grades";
    ContentWarnings              "content warnings";
    AdultContent                 "adult content";
    AllowRecommend               "allow recommend";
    HasEmbeddedImageDescriptions "has embedded image descriptions";
    HasChordSymbols              "has chord symbols";
    Instruments                  "instruments";
    MusicScoreType               "music score type";
    VocalParts                   "vocal parts";
    Key                          "key";
    MovementNumber               "movement number";
    MovementTitle                "movement title";
    Opus                         "opus";
    CopyrightDate                "copyright date";
    CopyrightHolder              "copyright holder";
    Publisher                    "publisher";
    PublicationDate              "publication date";
    Edition                      "edition";
    EditionName                  "edition name";
    OriginCountry                "origin country";
    ProductIdentifier            "product identifier";
    ExternalIdentifierCode       "external identifier code";
    GlobalBookServiceId          "global book service ID";
    LexileCode                   "Lexile code";
    LexileNumber                 "Lexile number";
    ReadingAgeMinimum            "reading age minimum";
    ReadingAgeMaximum            "reading age maximum";
    NumPages                     "number of pages";
    Duration                     "duration";
    Quality                      "quality";
    Narration                    "narration";
    FundingSource                "funding source";
    Supplier                     "supplier";
    UsageRestriction             "usage restriction";
    Countries                    "countries";
    States                       "states";
    AvailableWorldwide           "available worldwide";
    MarrakeshEligible            "Marrakesh eligible";
    MarrakeshPodException        "Marrakesh proof exception";
    NimacRestricted              "NIMAC restricted";
    AvailableToDemo              "available to demo";
    Status                       "status";
    Comments                     "comments";
    ReplacementId                "replacement ID";
    ServiceId                    "service ID";
    ContentType                  "content type";
    NumberOfVolumes              "number of volumes";
    BrailleVolumes               "braille volumes";
    Transcriber                  "transcriber";
    Text                         "text";

    // Files
    CoverImage                   "cover image";
    File                         "file";
    MimeType                     "media type";
    PartnerDriveFileId           "partner drive file ID";
    AuthorizationCode            "authorization code";
    RedirectUri                  "redirect address";
    Speed                        "speed";
    Size                         "size";
    DaisyFile                    "DAISY";
    DaisyAudioFile               "DAISY_AUDIO";
    Daisy2AudioFile              "DAISY_2_AUDIO";
    BrfFile                      "BRF";
    Epub3File                    "EPUB3";
    PdfFile                      "PDF";
    DocxFile                     "DOCX";

    // Reading
    Location                     "location";
    LocationDescription          "location description";
    Position                     "position";
    Progression                  "progression";
    TotalProgression             "total progression";
    StartLocation                "start location";
    StartPosition                "start position";
    StartProgression             "start progression";
    StartTotalProgression        "start total progression";
    EndLocation                  "end location";
    EndPosition                  "end position";
    EndProgression               "end progression";
    EndTotalProgression          "end total progression";
    HighlightText                "highlight text";
    AnnotationNote               "annotation note";
    Color                        "color";
    ReadingCompanion             "reading companion";
    Page                         "page";

    // Searches and lists
    Keyword                      "keyword";
    Author                       "author";
    AuthorFilter                 "author filter";
    Composer                     "composer";
    Category                     "category";
    Isbn                         "ISBN";
    AccessibilityFeature         "accessibility feature";
    InMyFormat                   "in my format";
    InAllMyFormats               "in all my formats";
    AnyFormat                    "any format";
    Formats                      "formats";
    NarratorGender               "narrator gender";
    NarratorType                 "narrator type";
    ReadingAge                   "reading age";
    TitleContentType             "title content type";
    TitleStatus                  "title status";
    SeriesType                   "series type";
    CodeStartsWith               "code starts with";
    DescriptionStartsWith        "description starts with";
    IncludedBisacCodes           "included BISAC codes";
    ExcludedBisacCodes           "excluded BISAC codes";
    IncludedBisacHeadings        "included BISAC headings";
    ExcludedBisacHeadings        "excluded BISAC headings";
    MaxDuration                  "max duration";
    StartUpdatedDate             "start updated date";
    EndUpdatedDate               "end updated date";
    Metric                       "metric";
    MetricType                   "metric type";
    ServicePlus                  "service plus";
    Ticket                       "ticket";
    UtmCampaign                  "UTM campaign";
    UtmContent                   "UTM content";
    UtmMedium                    "UTM medium";
    UtmSource                    "UTM source";
    UtmTerm                      "UTM term";
    Start                        "start";
    Limit                        "limit";
    SortOrder                    "sort order";
    Direction                    "direction";
}

impl Field {
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

    pub const fn is_file(self) -> bool {
        matches!(
            self,
            Self::File
                | Self::CoverImage
                | Self::DaisyFile
                | Self::DaisyAudioFile
                | Self::Daisy2AudioFile
                | Self::BrfFile
                | Self::Epub3File
                | Self::PdfFile
                | Self::DocxFile
        )
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words())
    }
}
