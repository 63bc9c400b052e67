//! Why no copy is ordered for a member.

use domain::AlertCode;
use domain::wire::WireEnum as _;

use crate::{Error, ErrorKey, Result};

/// Why no copy was ordered for a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyRefusal {
    /// The access rule refuses.
    Closed(AlertCode),
    /// The title is not available in the format.
    FormatNotAvailable,
    /// Too many other copies of the sponsor are being made.
    TooManyCopies,
    /// The copy could not be made.
    PackagingFailed,
}

/// The refusals that are errors of their own.
const BY_KEY: [(ErrorKey, CopyRefusal); 3] = [
    (ErrorKey::FormatNotAvailable, CopyRefusal::FormatNotAvailable),
    (ErrorKey::TooManyDownloads, CopyRefusal::TooManyCopies),
    (ErrorKey::PackagingFailed, CopyRefusal::PackagingFailed),
];

impl CopyRefusal {
    /// The refusal that an error is; the error itself if it is a failure.
    pub(super) fn from_error(error: Error) -> Result<Self> {
        let refusal = match &error {
            Error::Denied { code, .. } => Some(Self::Closed(*code)),
            error => BY_KEY.iter().find(|(key, _)| error.key() == Some(*key)).map(|(_, refusal)| *refusal),
        };
        refusal.ok_or(error)
    }

    pub(super) fn to_word(self) -> &'static str {
        match self {
            Self::Closed(code) => code.as_str(),
            refusal => BY_KEY.iter().find(|(_, other)| *other == refusal).map_or("", |(key, _)| key.as_str()),
        }
    }

    /// The refusal with this word. One that only another version knows counts as a failure.
    pub(super) fn from_word(word: &str) -> Self {
        let by_key = BY_KEY.iter().find(|(key, _)| key.as_str() == word).map(|(_, refusal)| *refusal);
        let closed = || AlertCode::parse(word).ok().map(Self::Closed);
        by_key.or_else(closed).unwrap_or(Self::PackagingFailed)
    }
}

#[cfg(test)]
mod tests {
    use domain::AlertCode;
    use domain::wire::WireEnum as _;

    use super::{BY_KEY, CopyRefusal, Error, ErrorKey};

    #[test]
    fn a_refusal_is_read_as_it_was_stored() {
        let closed = AlertCode::ALL.iter().map(|code| CopyRefusal::Closed(*code));
        for refusal in closed.chain(BY_KEY.map(|(_, refusal)| refusal)) {
            assert_eq!(CopyRefusal::from_word(refusal.to_word()), refusal);
        }
        assert_eq!(CopyRefusal::from_word("LATER_WORD"), CopyRefusal::PackagingFailed);
    }

    #[test]
    fn only_refusals_are_refusals() {
        let denied = Error::from_alert(AlertCode::PodMissing);
        assert_eq!(CopyRefusal::from_error(denied).unwrap(), CopyRefusal::Closed(AlertCode::PodMissing));
        let many = Error::from(ErrorKey::TooManyDownloads);
        assert_eq!(CopyRefusal::from_error(many).unwrap(), CopyRefusal::TooManyCopies);
        CopyRefusal::from_error(ErrorKey::InternalError.into()).unwrap_err();
    }
}
