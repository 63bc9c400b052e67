//! Claims of conformance, as the display guide reads them.

/// Conformance that a publisher claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conformance {
    /// The claim of EPUB Accessibility or of the guidelines that counts.
    claim: Option<Claim>,
    /// True if a scheme that asks for level AA is claimed.
    scheme: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Claim {
    /// The level of the guidelines; `None` if it cannot be read.
    level: Option<Level>,
    /// The version of EPUB Accessibility, as a key of the wording.
    epub: Option<&'static str>,
    /// The version of the guidelines, as a key of the wording.
    wcag: Option<&'static str>,
}

/// A level of the Web Content Accessibility Guidelines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    A,
    Aa,
    Aaa,
}

/// Prefix of claims of EPUB Accessibility 1.0, before the level.
const OLDER: &str = "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-";
/// Part of every claim of EPUB Accessibility 1.1 in a book.
const NEWER: &str = "EPUB Accessibility 1.1 - WCAG 2.";
const EPUB_10: Option<&str> = Some("conformance-details-epub-accessibility-1-0");
const EPUB_11: Option<&str> = Some("conformance-details-epub-accessibility-1-1");
const WCAG_20: Option<&str> = Some("conformance-details-wcag-2-0");
/// A scheme that asks for level AA.
const LIA: &str = "LIA Compliance Scheme";

impl Conformance {
    /// The claim that counts: the first of EPUB Accessibility 1.1, otherwise the best of all that name a
    /// level. `None` if there is none.
    pub(super) fn from_claims(claims: &[String]) -> Option<Self> {
        let claims = claims.iter().map(|claim| claim.trim());
        let newer = claims
            .clone()
            .find(|claim| claim.contains(NEWER))
            .map(|claim| Claim::parse_claim(claim).unwrap_or(Claim { epub: EPUB_11, ..Claim::default() }));
        let scheme = claims.clone().any(|claim| claim == LIA);
        let claim = newer.or_else(|| claims.filter_map(Claim::parse_claim).max());
        (claim.is_some() || scheme).then_some(Self { claim, scheme })
    }

    /// The statement that sums it up.
    pub(super) fn key(self) -> &'static str {
        match (self.claim.and_then(|claim| claim.level), self.scheme) {
            (Some(Level::Aaa), _) => "conformance-aaa",
            (Some(Level::Aa), _) | (_, true) => "conformance-aa",
            (Some(Level::A), false) => "conformance-a",
            (None, false) => "conformance-unknown-standard",
        }
    }

    /// The detailed claim: keys of texts that follow one another, for what the claim names. Where the rest of
    /// it cannot be read, it is the standard alone.
    pub(super) fn details(self) -> Vec<&'static str> {
        let Some(claim) = self.claim else { return Vec::new() };
        let level = claim.level.map(|level| match level {
            Level::Aaa => "conformance-details-level-aaa",
            Level::Aa => "conformance-details-level-aa",
            Level::A => "conformance-details-level-a",
        });
        ["conformance-details-claim"].into_iter().chain(claim.epub).chain(claim.wcag).chain(level).collect()
    }
}

impl Claim {
    /// A claim of the standard, the guidelines, or both, at a level: `EPUB Accessibility 1.1 - WCAG 2.2 Level
    /// AA`. `None` for any other.
    fn parse_claim(claim: &str) -> Option<Self> {
        if let Some(level) = claim.strip_prefix(OLDER) {
            let level = Level::parse(&level.to_ascii_uppercase())?;
            return Some(Self { level: Some(level), epub: EPUB_10, wcag: WCAG_20 });
        }
        let (standards, level) = claim.split_once("Level ")?;
        let (epub, wcag) = standards.split_once(" - ").unwrap_or(("", standards));
        let epub = match epub {
            "EPUB Accessibility 1.0" => EPUB_10,
            "EPUB Accessibility 1.1" => EPUB_11,
            "" => None,
            _ => return None,
        };
        let wcag = match wcag {
            "WCAG 2.0 " => WCAG_20,
            "WCAG 2.1 " => Some("conformance-details-wcag-2-1"),
            "WCAG 2.2 " => Some("conformance-details-wcag-2-2"),
            "" => None,
            _ => return None,
        };
        let level = Some(Level::parse(level)?);
        (epub.is_some() || wcag.is_some()).then_some(Self { level, epub, wcag })
    }
}

impl Level {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "A" => Some(Self::A),
            "AA" => Some(Self::Aa),
            "AAA" => Some(Self::Aaa),
            _ => None,
        }
    }
}
