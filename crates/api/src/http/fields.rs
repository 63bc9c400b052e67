//! The names of the parameters on the wire (docs/rules/requests.md#rule-3): one for each field of a request.

use std::borrow::Cow;

use services::{Fault, Mention, ValueList};

pub use services::Field;

macro_rules! parameter_names {
    ($($field:ident $name:literal;)+) => {
        pub const fn parameter_name(field: Field) -> &'static str {
            match field { $(Field::$field => $name,)+ }
        }
    };
}

parameter_names! {
    // People and accounts
    FirstName                    "firstName";
    LastName                     "lastName";
    Username                     "username";
    Password                     "password";
    EmailAddress                 "emailAddress";
    PhoneNumber                  "phoneNumber";
    Address1                     "address1";
    Address2                     "address2";
    City                         "city";
    State                        "state";
    Country                      "country";
    PostalCode                   "postalCode";
    DateOfBirth                  "dateOfBirth";
    GuardianFirstName            "guardianFirstName";
    GuardianLastName             "guardianLastName";
    Language                     "language";
    Role                         "role";
    Site                         "site";
    Suspended                    "suspended";
    PartnerIdToken               "partnerIdToken";
    Confirm                      "confirm";
    ShowAllBooks                 "showAllBooks";
    SafeSearch                   "safeSearch";
    AllowAdultContent            "allowAdultContent";
    AllowSearchDownloads         "allowSearchDownloads";
    MembershipId                 "membershipId";
    UserIdentifier               "userIdentifier";
    ForUser                      "forUser";
    SkipUpgradeReminder          "skipUpgradeReminder";

    // Organizations and their members
    OrganizationName             "organizationName";
    OrganizationType             "organizationType";
    OrganizationTypes            "organizationTypes";
    SubscriptionType             "subscriptionType";
    ReferenceOrgId               "referenceOrgId";
    Website                      "website";
    Note                         "note";
    Notes                        "notes";
    ContactFirstName             "contactFirstName";
    ContactLastName              "contactLastName";
    ContactTitle                 "contactTitle";
    ContactEmailAddress          "contactEmailAddress";
    ContactPhoneNumber           "contactPhoneNumber";
    ContactPassword              "contactPassword";
    CanCreateUsers               "canCreateUsers";
    CanDownloadNimac             "canDownloadNIMAC";
    Grade                        "grade";
    DisabilityType               "disabilityType";
    DisabilityPlan               "disabilityPlan";
    ProofSource                  "proofSource";
    RosterTagId                  "rosterTagId";
    DistrictId                   "districtId";
    DistrictName                 "districtName";
    SchoolId                     "schoolId";
    SchoolName                   "schoolName";
    SourcedId                    "sourcedId";

    // Agreements, subscriptions, proofs
    AgreementType                "agreementType";
    AgreementSigned              "agreementSigned";
    RiderSigned                  "riderSigned";
    DateSigned                   "dateSigned";
    PrintName                    "printName";
    SignedByLegalGuardian        "signedByLegalGuardian";
    UserSubscriptionType         "userSubscriptionType";
    StartDate                    "startDate";
    EndDate                      "endDate";
    NumBooksAllowed              "numBooksAllowed";
    DownloadTimeframe            "downloadTimeframe";
    PromoCode                    "promoCode";
    ExpirationDate               "expirationDate";
    Message                      "message";

    // Lists, profiles and preferences
    Name                         "name";
    Description                  "description";
    Access                       "access";
    Enabled                      "enabled";
    SponsorList                  "sponsorList";
    OnQuickList                  "onQuickList";
    IncludeShared                "includeShared";
    ExcludedCategories           "excludedCategories";
    IncludedCategories           "includedCategories";
    ExcludedAuthors              "excludedAuthors";
    IncludedAuthors              "includedAuthors";
    ExcludedContentWarnings      "excludedContentWarnings";
    IncludedContentWarnings      "includedContentWarnings";
    IncludeGlobalCollection      "includeGlobalCollection";
    ExcludeGlobalCollection      "excludeGlobalCollection";
    ExcludedHazard               "excludedHazard";
    ShowRecommendations          "showRecommendations";
    Unreported                   "unreported";
    Format                       "format";
    BrailleFormat                "brailleFormat";
    BrailleGrade                 "brailleGrade";
    BrailleCellLineWidth         "brailleCellLineWidth";
    BrailleCode                  "brailleCode";
    BrailleType                  "brailleType";
    BrailleMusicScoreLayout      "brailleMusicScoreLayout";
    UseUeb                       "useUeb";
    NonvisualReading             "nonvisualReading";
    VisualAdjustments            "visualAdjustments";

    // Titles
    Title                        "title";
    Subtitle                     "subtitle";
    SeriesTitle                  "seriesTitle";
    SeriesSubtitle               "seriesSubtitle";
    SeriesNumber                 "seriesNumber";
    Authors                      "authors";
    Abridgers                    "abridgers";
    Adapters                     "adapters";
    Arrangers                    "arrangers";
    CoWriters                    "coWriters";
    Composers                    "composers";
    Editors                      "editors";
    EpilogueBys                  "epilogueBys";
    ForewardBys                  "forewardBys";
    Illustrators                 "illustrators";
    IntroductionBys              "introductionBys";
    Lyricists                    "lyricists";
    Producers                    "producers";
    Transcribers                 "transcribers";
    Translators                  "translators";
    Narrator                     "narrator";
    Isbn13                       "isbn13";
    RelatedIsbns                 "relatedIsbns";
    Issn                         "issn";
    Synopsis                     "synopsis";
    Languages                    "languages";
    Categories                   "categories";
    ThemaCategories              "themaCategories";
    BisacCategories              "bisacCategories";
    ExternalCategoryCode         "externalCategoryCode";
    Grades                       "grades";
    ContentWarnings              "contentWarnings";
    AdultContent                 "adultContent";
    AllowRecommend               "allowRecommend";
    HasEmbeddedImageDescriptions "hasEmbeddedImageDescriptions";
    HasChordSymbols              "hasChordSymbols";
    Instruments                  "instruments";
    MusicScoreType               "musicScoreType";
    VocalParts                   "vocalParts";
    Key                          "key";
    MovementNumber               "movementNumber";
    MovementTitle                "movementTitle";
    Opus                         "opus";
    CopyrightDate                "copyrightDate";
    CopyrightHolder              "copyrightHolder";
    Publisher                    "publisher";
    PublicationDate              "publicationDate";
    Edition                      "edition";
    EditionName                  "editionName";
    OriginCountry                "originCountry";
    ProductIdentifier            "productIdentifier";
    ExternalIdentifierCode       "externalIdentifierCode";
    GlobalBookServiceId          "globalBookServiceId";
    LexileCode                   "lexileCode";
    LexileNumber                 "lexileNumber";
    ReadingAgeMinimum            "readingAgeMinimum";
    ReadingAgeMaximum            "readingAgeMaximum";
    NumPages                     "numPages";
    Duration                     "duration";
    Quality                      "quality";
    Narration                    "narration";
    FundingSource                "fundingSource";
    Supplier                     "supplier";
    UsageRestriction             "usageRestriction";
    Countries                    "countries";
    States                       "states";
    AvailableWorldwide           "availableWorldwide";
    MarrakeshEligible            "marrakeshEligible";
    MarrakeshPodException        "marrakeshPODException";
    NimacRestricted              "nimacRestricted";
    AvailableToDemo              "availableToDemo";
    Status                       "status";
    Comments                     "comments";
    ReplacementId                "replacementId";
    ServiceId                    "serviceId";
    ContentType                  "contentType";
    NumberOfVolumes              "numberOfVolumes";
    BrailleVolumes               "brailleVolumes";
    Transcriber                  "transcriber";
    Text                         "text";

    // Files
    CoverImage                   "coverimage";
    File                         "file";
    MimeType                     "mimeType";
    PartnerDriveFileId           "partnerDriveFileId";
    AuthorizationCode            "authorizationCode";
    RedirectUri                  "redirectUri";
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
    LocationDescription          "locationDescription";
    Position                     "position";
    Progression                  "progression";
    TotalProgression             "totalProgression";
    StartLocation                "startLocation";
    StartPosition                "startPosition";
    StartProgression             "startProgression";
    StartTotalProgression        "startTotalProgression";
    EndLocation                  "endLocation";
    EndPosition                  "endPosition";
    EndProgression               "endProgression";
    EndTotalProgression          "endTotalProgression";
    HighlightText                "highlightText";
    AnnotationNote               "annotationNote";
    Color                        "color";
    ReadingCompanion             "readingCompanion";
    Page                         "page";

    // Searches and lists
    Keyword                      "keyword";
    Author                       "author";
    AuthorFilter                 "authorFilter";
    Composer                     "composer";
    Category                     "category";
    Isbn                         "isbn";
    AccessibilityFeature         "accessibilityFeature";
    InMyFormat                   "inMyFormat";
    InAllMyFormats               "inAllMyFormats";
    AnyFormat                    "anyFormat";
    Formats                      "formats";
    NarratorGender               "narratorGender";
    NarratorType                 "narratorType";
    ReadingAge                   "readingAge";
    TitleContentType             "titleContentType";
    TitleStatus                  "titleStatus";
    SeriesType                   "seriesType";
    CodeStartsWith               "codeStartsWith";
    DescriptionStartsWith        "descriptionStartsWith";
    IncludedBisacCodes           "includedBisacCodes";
    ExcludedBisacCodes           "excludedBisacCodes";
    IncludedBisacHeadings        "includedBisacHeadings";
    ExcludedBisacHeadings        "excludedBisacHeadings";
    MaxDuration                  "maxDuration";
    StartUpdatedDate             "startUpdatedDate";
    EndUpdatedDate               "endUpdatedDate";
    Metric                       "metric";
    MetricType                   "metricType";
    ServicePlus                  "servicePlus";
    Ticket                       "ticket";
    UtmCampaign                  "utmCampaign";
    UtmContent                   "utmContent";
    UtmMedium                    "utmMedium";
    UtmSource                    "utmSource";
    UtmTerm                      "utmTerm";
    Start                        "start";
    Limit                        "limit";
    SortOrder                    "sortOrder";
    Direction                    "direction";
}

/// Finds the field of a parameter by its name in Rust: `first_name` is `firstName`. `None` for the name of a
/// shared group of parameters. Evaluated at compile time by [`params!`](crate::params!).
pub const fn find_field(ident: &str) -> Option<Field> {
    let mut index = 0;
    while index < Field::ALL.len() {
        if is_same_name(ident.as_bytes(), parameter_name(Field::ALL[index]).as_bytes()) {
            return Some(Field::ALL[index]);
        }
        index += 1;
    }
    None
}

/// Compares a name in Rust with one on the wire, without underscores and case.
const fn is_same_name(ident: &[u8], name: &[u8]) -> bool {
    let (mut at, mut matched) = (0, 0);
    while at < ident.len() {
        if ident[at] != b'_' {
            if matched == name.len() || !ident[at].eq_ignore_ascii_case(&name[matched]) {
                return false;
            }
            matched += 1;
        }
        at += 1;
    }
    matched == name.len()
}

/// The message of a fault: the parameter, a colon and the reason (docs/rules/errors.md#rule-1).
pub fn fault_message(fault: &Fault) -> String {
    fault.to_text(mention_name)
}

/// The words for what a message mentions.
pub fn mention_name(mention: Mention) -> Cow<'static, str> {
    match mention {
        Mention::Field(field) => parameter_name(field).into(),
        Mention::List(ValueList::ReferenceOrganizations) => "/v2/referenceOrganizations".into(),
        Mention::List(ValueList::BisacCodes) => "/v2/bisacCodes".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Field, find_field, parameter_name};

    #[test]
    fn every_parameter_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = Field::ALL.iter().map(|field| parameter_name(*field)).collect();
        assert_eq!(names.len(), Field::ALL.len());
    }

    #[test]
    fn a_field_is_found_by_its_name_in_rust() {
        assert_eq!(find_field("contact_first_name"), Some(Field::ContactFirstName));
        assert_eq!(find_field("can_download_nimac"), Some(Field::CanDownloadNimac));
        assert_eq!(find_field("isbn"), Some(Field::Isbn));
        assert_eq!(find_field("isbn13"), Some(Field::Isbn13));
        assert_eq!(find_field("paging"), None);
    }
}
