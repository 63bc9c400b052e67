//! The errors of operations: key, and sentence for people (docs/rules/errors.md#rule-3). Each interface
//! decides which status it sends for a key.

use std::borrow::Cow;

use crate::{Field, Mention};

macro_rules! error_keys {
    ($($variant:ident $key:literal $text:literal;)+) => {
        /// The key of an error (docs/rules/errors.md#rule-3).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ErrorKey { $(#[doc = concat!("`", $key, "`")] $variant,)+ }

        impl ErrorKey {
            /// Every key, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The wire name.
            pub fn as_str(self) -> &'static str { match self { $(Self::$variant => $key,)+ } }

            /// The sentence for people when there is nothing more exact to say, without its field.
            fn text(self) -> &'static str { match self { $(Self::$variant => $text,)+ } }
        }
    };
}

impl ErrorKey {
    /// The field that the key's sentence is about and follows. `None` for keys that are not about one field.
    pub const fn field(self) -> Option<Field> {
        match self {
            Self::InvalidFormat => Some(Field::Format),
            Self::ForUserRequired => Some(Field::ForUser),
            Self::TitleCannotBeListed => Some(Field::ServiceId),
            _ => None,
        }
    }

    /// Returns true if the request names something that does not exist, or not for the caller.
    pub fn is_not_found(self) -> bool {
        self.as_str().ends_with("NOT_FOUND")
    }

    /// The sentence for people, in an interface's words.
    pub fn to_text(self, name: impl Fn(Mention) -> Cow<'static, str>) -> String {
        match self.field() {
            Some(field) => format!("{}: {}", name(Mention::Field(field)), self.text()),
            None => self.text().to_owned(),
        }
    }
}

error_keys! {
    BadRequest              "BAD_REQUEST"                  "The request could not be read.";
    MissingParameter        "MISSING_PARAMETER"            "A required parameter is missing.";
    InvalidParameter        "INVALID_PARAMETER"            "A parameter has a value that is not allowed.";
    InvalidFormat           "INVALID_FORMAT"               "must be one of DAISY, DAISY_AUDIO, DAISY_2_AUDIO, BRF, EPUB3, PDF, DOCX";
    FormatNotAvailable      "FORMAT_NOT_AVAILABLE"         "The title is not available in this format.";
    InvalidIsbn             "INVALID_ISBN"                 "The ISBN is not valid.";
    InvalidDate             "INVALID_DATE"                 "A date is not valid.";
    InvalidCountry          "INVALID_COUNTRY"              "A country is not an ISO 3166 alpha-2 code.";
    InvalidLanguage         "INVALID_LANGUAGE"             "A language is not an ISO 639-2 alpha-3 code.";
    InvalidPassword         "INVALID_PASSWORD"             "A password needs 8 to 32 characters with at least one letter and one number.";
    InvalidEmail            "INVALID_EMAIL"                "The email address is not valid.";
    ConflictingParameters   "CONFLICTING_PARAMETERS"       "Parameters contradict each other.";
    FileTooLarge            "FILE_TOO_LARGE"               "The file is too large.";
    InvalidFileType         "INVALID_FILE_TYPE"            "The file is not of an accepted type.";
    ForUserRequired         "FOR_USER_REQUIRED"            "is required, because a copy is made for one member of the organization.";
    OwnList                 "OWN_LIST"                     "You own this list; there is nothing to subscribe to.";
    TitleCannotBeListed     "TITLE_NOT_LIVE"               "must be a title that is in the collection now.";
    PromoCodeInvalid        "PROMO_CODE_INVALID"           "The promo code is not valid.";
    Unauthorized            "UNAUTHORIZED"                 "Sign in to do this.";
    Forbidden               "FORBIDDEN"                    "You may not do this.";
    InvalidApiKey           "INVALID_API_KEY"              "The api_key is missing or unknown.";
    ClientNotAllowed        "CLIENT_NOT_ALLOWED"           "This client application may not do this.";
    OperationNotAllowed     "OPERATION_NOT_ALLOWED"        "This operation is not allowed here.";
    NotSponsor              "NOT_SPONSOR"                  "Only sponsors of an organization may do this.";
    NotPrimaryContact       "NOT_PRIMARY_CONTACT"          "Only the primary contact of the organization may do this.";
    NotManageable           "NOT_MANAGEABLE"               "This account manages these fields itself.";
    CannotCreateUsers       "CANNOT_CREATE_USERS"          "The organization may not add members.";
    LinkExpired             "LINK_EXPIRED"                 "The address is damaged or has expired; ask for a new one.";
    NotFound                "NOT_FOUND"                    "There is nothing at this address.";
    TitleNotFound           "TITLE_NOT_FOUND"              "There is no such title.";
    PeriodicalNotFound      "PERIODICAL_NOT_FOUND"         "There is no such periodical.";
    EditionNotFound         "EDITION_NOT_FOUND"            "There is no such edition.";
    ResourceNotFound        "RESOURCE_NOT_FOUND"           "There is no such file.";
    ListNotFound            "LIST_NOT_FOUND"               "There is no such reading list.";
    UserNotFound            "USER_NOT_FOUND"               "There is no such user.";
    OrganizationNotFound    "ORGANIZATION_NOT_FOUND"       "There is no such organization.";
    SubscriptionNotFound    "SUBSCRIPTION_NOT_FOUND"       "There is no such subscription.";
    AgreementNotFound       "AGREEMENT_NOT_FOUND"          "There is no such agreement.";
    PodNotFound             "POD_NOT_FOUND"                "There is no such proof of disability.";
    BookmarkNotFound        "BOOKMARK_NOT_FOUND"           "There is no such bookmark.";
    HighlightNotFound       "HIGHLIGHT_NOT_FOUND"          "There is no such highlight.";
    ReadingPositionNotFound "READING_POSITION_NOT_FOUND"   "No reading position is recorded.";
    PopularListNotFound     "POPULAR_LIST_NOT_FOUND"       "There is no such popular list.";
    RecordNotFound          "RECORD_NOT_FOUND"             "There is no such record.";
    AlreadyExists           "ALREADY_EXISTS"               "It exists already.";
    UserExists              "USER_EXISTS"                  "The user name or email address is taken.";
    OrganizationExists      "ORGANIZATION_EXISTS"          "The organization exists already.";
    PodExists               "POD_EXISTS"                   "The proof of disability exists already.";
    AgreementExists         "AGREEMENT_EXISTS"             "A current agreement exists already.";
    SubscriptionExists      "SUBSCRIPTION_EXISTS"          "An active subscription exists already.";
    HighlightExists         "HIGHLIGHT_EXISTS"             "The highlight exists already.";
    RosterTagExists         "ROSTER_TAG_EXISTS"            "The roster tag exists already.";
    PrimaryContact          "PRIMARY_CONTACT"              "The primary contact cannot be removed.";
    ProductIdentifierExists "PRODUCT_IDENTIFIER_EXISTS"    "The product identifier is taken.";
    InvalidTransition       "INVALID_TRANSITION"           "The title cannot move to this status.";
    TooManyRequests         "TOO_MANY_REQUESTS"            "Too many requests; try again later.";
    TooManyDownloads        "TOO_MANY_DOWNLOADS"           "Too many downloads are being packaged; try again when one is ready.";
    InternalError           "INTERNAL_ERROR"               "Something went wrong here; try again later.";
    PackagingFailed         "PACKAGING_FAILED"             "The title could not be packaged; try again.";
    Unavailable             "UNAVAILABLE"                  "The service is not available at this moment; try again in a few seconds.";
}

#[cfg(test)]
mod tests {
    use domain::Format;
    use domain::wire::WireEnum as _;

    use super::ErrorKey;

    #[test]
    fn the_text_of_an_invalid_format_names_all_formats() {
        let expected = format!("must be one of {}", Format::wire_names());
        assert_eq!(ErrorKey::InvalidFormat.text(), expected);
    }

    #[test]
    fn the_name_of_a_key_says_that_something_was_not_found() {
        for key in [ErrorKey::NotFound, ErrorKey::TitleNotFound, ErrorKey::RecordNotFound] {
            assert!(key.is_not_found(), "{key:?}");
        }
        for key in [ErrorKey::NotSponsor, ErrorKey::LinkExpired, ErrorKey::FormatNotAvailable] {
            assert!(!key.is_not_found(), "{key:?}");
        }
    }
}
