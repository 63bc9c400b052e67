//! Media types of documents, and of the files that publications lead to.

pub(crate) const FEED: &str = "application/opds+json";
pub(crate) const PUBLICATION: &str = "application/opds-publication+json";
pub(crate) const AUTHENTICATION: &str = "application/opds-authentication+json";
/// A feed of Atom, without a statement about its kind.
pub(crate) const ATOM: &str = "application/atom+xml";
/// A feed of OPDS 1.2 that leads to other feeds.
pub(crate) const NAVIGATION: &str = "application/atom+xml;profile=opds-catalog;kind=navigation";
/// A feed of OPDS 1.2 with publications.
pub(crate) const ACQUISITION: &str = "application/atom+xml;profile=opds-catalog;kind=acquisition";
/// A publication of OPDS 1.2.
pub(crate) const ENTRY: &str = "application/atom+xml;type=entry;profile=opds-catalog";
/// The description of a search (`OpenSearch` 1.1).
pub(crate) const SEARCH: &str = "application/opensearchdescription+xml";
/// A manifest (Readium Web Publication Manifest).
pub(crate) const MANIFEST: &str = "application/webpub+json";
/// A position in a publication (OPDS Progression 1.0).
pub(crate) const PROGRESSION: &str = "application/opds-progression+json";
/// A position in a publication as a locator of Readium.
pub(crate) const LOCATOR: &str = "application/vnd.readium.progression+json";
/// A reader's profile (OPDS User Profile 1.0).
pub(crate) const PROFILE: &str = "application/opds-profile+json";
/// An error (RFC 9457).
pub(crate) const PROBLEM: &str = "application/problem+json";
