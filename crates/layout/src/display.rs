//! A reader's display settings: size, spacing, letter form, line width and colors. The settings of a reader
//! who is signed in belong to the account; a browser has a copy of them until its session ends. Those of
//! guests are in a cookie alone.

use axum::http::HeaderMap;
use domain::wire_enum;

use crate::cookies::{cookie_value, http_only_cookie};
use crate::session;

pub const COOKIE_NAME: &str = "display";

/// Time for which a browser stores a guest's settings, in seconds.
const GUEST_SECONDS: i64 = 31_536_000;

/// The last part of the cookie's value if the settings are a copy of an account's.
const ACCOUNT_SUFFIX: &str = ".account";

wire_enum! {
    /// Size of letters, as a share of the browser's.
    #[derive(Default)]
    pub enum Size {
        /// The browser's setting.
        #[default]
        Usual = "100",
        /// One and a quarter.
        Larger = "125",
        /// One and a half.
        Large = "150",
        /// Twice.
        Double = "200",
        /// Three times.
        Triple = "300",
    }
}

wire_enum! {
    /// Space between lines, words and letters.
    #[derive(Default)]
    pub enum Spacing {
        /// As designed.
        #[default]
        Usual = "usual",
        /// More, as WCAG 2.2, 1.4.12 describes it.
        Wide = "wide",
        /// Still more.
        Widest = "widest",
    }
}

wire_enum! {
    #[derive(Default)]
    pub enum Letters {
        /// The system's own.
        #[default]
        Usual = "usual",
        Serif = "serif",
        /// Letters that are hard to confuse, all of one width.
        Mono = "mono",
        /// Rounded and informal, which some readers with dyslexia prefer.
        Rounded = "rounded",
    }
}

wire_enum! {
    /// Length of lines.
    #[derive(Default)]
    pub enum Width {
        /// As designed.
        #[default]
        Usual = "usual",
        /// Short lines.
        Narrow = "narrow",
        /// The whole window.
        Full = "full",
    }
}

wire_enum! {
    /// Colors of text and page.
    #[derive(Default)]
    pub enum Colors {
        /// The colors of the browser or the system.
        #[default]
        Usual = "usual",
        /// Dark text on a light page.
        Light = "light",
        /// Light text on a dark page.
        Dark = "dark",
        /// Black on cream, with little glare.
        Cream = "cream",
        /// Yellow on black.
        Yellow = "yellow",
        /// Black on white, without tones.
        Black = "black",
    }
}

/// All choices of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Display {
    pub size: Size,
    /// Space between lines, words and letters.
    pub spacing: Spacing,
    pub letters: Letters,
    /// Length of lines.
    pub width: Width,
    pub colors: Colors,
}

impl Display {
    /// Reads settings as a cookie or an account stores them. What cannot be understood is as usual.
    pub fn parse(text: &str) -> Self {
        let mut parts = text.split('.');
        let mut next = || parts.next().unwrap_or_default();
        Self {
            size: next().parse().unwrap_or_default(),
            spacing: next().parse().unwrap_or_default(),
            letters: next().parse().unwrap_or_default(),
            width: next().parse().unwrap_or_default(),
            colors: next().parse().unwrap_or_default(),
        }
    }

    /// The cookie's value: `150.wide.usual.usual.dark`.
    pub fn to_text(self) -> String {
        let Self { size, spacing, letters, width, colors } = self;
        let parts = [size.as_str(), spacing.as_str(), letters.as_str(), width.as_str(), colors.as_str()];
        parts.join(".")
    }
}

/// The settings that a browser stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredDisplay {
    pub display: Display,
    /// True if they are a copy of an account's. Otherwise they are a guest's.
    pub is_of_account: bool,
}

impl StoredDisplay {
    pub fn from_guest(display: Display) -> Self {
        Self { display, is_of_account: false }
    }

    /// The copy of an account's settings.
    pub fn from_account(display: Display) -> Self {
        Self { display, is_of_account: true }
    }

    /// The settings that a browser sent. `None` if it stores none.
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        let value = cookie_value(headers, COOKIE_NAME)?;
        Some(match value.strip_suffix(ACCOUNT_SUFFIX) {
            Some(copy) => Self::from_account(Display::parse(copy)),
            None => Self::from_guest(Display::parse(value)),
        })
    }

    /// `Set-Cookie`. A copy ends with the longest session that begins with a password, in case the reader
    /// does not sign out; an enrolled browser gets it again.
    pub fn set_cookie(self, secure: bool) -> String {
        let text = self.display.to_text();
        if self.is_of_account {
            let seconds = domain::sessions::MAX_SESSION_TIME.as_secs();
            http_only_cookie(COOKIE_NAME, &format!("{text}{ACCOUNT_SUFFIX}"), seconds, secure)
        } else {
            http_only_cookie(COOKIE_NAME, &text, GUEST_SECONDS, secure)
        }
    }
}

/// `Set-Cookie` that removes the settings from a browser.
pub fn delete_cookie(secure: bool) -> String {
    http_only_cookie(COOKIE_NAME, "", 0, secure)
}

/// The display settings of pages that do not look up who is signed in, such as the sign-in itself. A copy
/// of an account's settings counts only as long as the browser has a session.
pub fn from_headers(headers: &HeaderMap) -> Display {
    let has_session =
        [true, false].iter().any(|secure| cookie_value(headers, session::cookie_name(*secure)).is_some());
    let stored = StoredDisplay::from_headers(headers);
    stored
        .filter(|stored| has_session || !stored.is_of_account)
        .map(|stored| stored.display)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::COOKIE;
    use domain::WireEnum as _;

    use super::{Colors, Display, Letters, Size, Spacing, StoredDisplay, Width, from_headers};

    fn cookie_headers(cookies: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, cookies.parse().unwrap())])
    }

    #[test]
    fn a_browser_says_whose_settings_it_stores() {
        let display = Display::parse("150.wide.usual.usual.dark");
        for stored in [StoredDisplay::from_guest(display), StoredDisplay::from_account(display)] {
            let set = stored.set_cookie(false);
            let pair = set.split(';').next().unwrap();
            assert_eq!(StoredDisplay::from_headers(&cookie_headers(pair)), Some(stored), "{set}");
            assert_eq!(set.contains("Max-Age=31536000"), !stored.is_of_account, "{set}");
        }
        assert_eq!(StoredDisplay::from_headers(&HeaderMap::new()), None);
    }

    #[test]
    fn the_copy_of_an_account_counts_only_during_its_session() {
        let size = |cookies| from_headers(&cookie_headers(cookies)).size;
        assert_eq!(size("display=150.usual.usual.usual.usual"), Size::Large);
        assert_eq!(size("display=150.usual.usual.usual.usual.account"), Size::Usual);
        assert_eq!(size("display=150.usual.usual.usual.usual.account; session=x"), Size::Large);
        assert_eq!(size("display=150.usual.usual.usual.usual.account; __Host-session=x"), Size::Large);
    }

    #[test]
    fn every_choice_survives_the_cookie() {
        for size in Size::ALL {
            for colors in Colors::ALL {
                let display = Display {
                    size: *size,
                    spacing: Spacing::Widest,
                    letters: Letters::Mono,
                    width: Width::Full,
                    colors: *colors,
                };
                assert_eq!(Display::parse(&display.to_text()), display);
            }
        }
    }

    #[test]
    fn unknown_settings_have_their_default() {
        for bad in ["", "....", "900.x.y.z.q", "\" onload=", "150.wide.usual.usual.dark.more"] {
            let display = Display::parse(bad);
            assert!(display == Display::default() || bad.starts_with("150"), "{bad}");
        }
        assert_eq!(Display::parse("150").size, Size::Large);
    }
}
