//! Identifiers. Titles are numbers on the wire (docs/rules/requests.md#rule-16); everything else is an
//! opaque, URL-safe text of at most 80 characters.

/// Declares a newtype over `String` with the usual conversions.
macro_rules! text_id {
    ($($(#[$meta:meta])* $name:ident)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The text itself.
            pub fn as_str(&self) -> &str { &self.0 }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.pad(&self.0) }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self { Self(text.to_owned()) }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self { Self(text) }
        }
    )+};
}

text_id! {
    /// A site: `service` for the main one, further ones by configuration (docs/rules/values.md#rule-18).
    SiteId
    /// An account: `userAccountId` (docs/rules/requests.md#rule-16).
    AccountId
    /// A client application: its API key.
    ClientId
    /// A device of an account.
    DeviceId
    /// An organization: `organizationId`.
    OrganizationId
    /// A subscription: `subscriptionId`.
    SubscriptionId
    /// A signed agreement: `agreementId`.
    AgreementId
    /// A periodical: `seriesId`.
    SeriesId
    /// An edition of a periodical: `editionId`. Never a number, so that it is not a title's.
    EditionId
    /// A run that changed members of an organization (docs/rules/organizations.md#rule-14).
    RosterRunId
    /// Copies of a title that a sponsor ordered for several members.
    CopyBatchId
}

/// A title: `serviceId`, a JSON number of at most 15 digits (docs/rules/records.md#rule-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct TitleId(pub i64);

impl std::fmt::Display for TitleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for TitleId {
    type Err = ();

    /// Digits only, 1 to 15 of them, so that a path word is never taken for a title.
    fn from_str(text: &str) -> Result<Self, ()> {
        let digits = (1..=15).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        if digits { text.parse().map(Self).map_err(|_| ()) } else { Err(()) }
    }
}

/// A download record, also the fingerprint in a marked copy (docs/rules/downloads.md#rule-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct DownloadId(pub i64);

impl std::fmt::Display for DownloadId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
