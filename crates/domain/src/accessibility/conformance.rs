//! Claims of conformance, as the display guide reads them.

/// The best claim that a publisher makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Conformance {
    /// The level of the guidelines; `None` if it is not stated.
    pub(super) level: Option<Level>,
    /// The version of the guidelines, as a key of the wording.
    pub(super) wcag: Option<&'static str>,
    /// The version of EPUB Accessibility, as a key of the wording.
    pub(super) epub: Option<&'static str>,
}

/// A level of the Web Content Accessibility Guidelines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    A,
    Aa,
    Aaa,
}

/// How books claim EPUB Accessibility 1.0, before the level.
const OLDER: &str = "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-";
/// The key of EPUB Accessibility 1.1.
const EPUB_11: Option<&str> = Some("conformance-details-epub-accessibility-1-1");
/// A scheme that asks for level AA.
const LIA: &str = "LIA Compliance Scheme";

impl Conformance {
    /// The claim that counts: of those of EPUB Accessibility 1.1 the best, otherwise the best of all. `None`
    /// if none is about EPUB Accessibility or the guidelines.
    pub(super) fn of(claims: &[String]) -> Option<Self> {
        let claims = claims.iter().filter_map(|claim| Self::parse(claim.trim()));
        claims.max_by_key(|claim| (claim.epub == EPUB_11, *claim))
    }

    fn parse(claim: &str) -> Option<Self> {
        let epub_10 = Some("conformance-details-epub-accessibility-1-0");
        let wcag_20 = Some("conformance-details-wcag-2-0");
        if let Some(level) = claim.strip_prefix(OLDER) {
            return Some(Self { level: Some(Level::parse(level)?), wcag: wcag_20, epub: epub_10 });
        }
        if claim == LIA {
            return Some(Self { level: Some(Level::Aa), wcag: None, epub: None });
        }
        let epub = match claim.strip_prefix("EPUB Accessibility ").and_then(|rest| rest.get(..3)) {
            Some("1.0") => epub_10,
            Some("1.1") => EPUB_11,
            _ => None,
        };
        let wcag = match claim.split_once("WCAG 2.").and_then(|(_, rest)| rest.get(..1)) {
            Some("0") => wcag_20,
            Some("1") => Some("conformance-details-wcag-2-1"),
            Some("2") => Some("conformance-details-wcag-2-2"),
            _ => None,
        };
        let level = claim.split_once(" Level ").and_then(|(_, level)| Level::parse(level));
        (epub.is_some() || wcag.is_some()).then_some(Self { level, wcag, epub })
    }

    /// The statement that sums it up.
    pub(super) fn key(self) -> &'static str {
        match self.level {
            Some(Level::Aaa) => "conformance-aaa",
            Some(Level::Aa) => "conformance-aa",
            Some(Level::A) => "conformance-a",
            None => "conformance-unknown-standard",
        }
    }

    /// The detailed claim: keys of texts that follow one another. Empty if nothing is known in detail.
    pub(super) fn details(self) -> Vec<&'static str> {
        let level = self.level.map(|level| match level {
            Level::Aaa => "conformance-details-level-aaa",
            Level::Aa => "conformance-details-level-aa",
            Level::A => "conformance-details-level-a",
        });
        if self.epub.is_none() && self.wcag.is_none() {
            return Vec::new();
        }
        ["conformance-details-claim"].into_iter().chain(self.epub).chain(self.wcag).chain(level).collect()
    }
}

impl Level {
    fn parse(text: &str) -> Option<Self> {
        match text.trim().to_ascii_uppercase().as_str() {
            "A" => Some(Self::A),
            "AA" => Some(Self::Aa),
            "AAA" => Some(Self::Aaa),
            _ => None,
        }
    }
}
