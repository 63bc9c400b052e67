//! How a reader wants text shown: size, spacing, letter form, line width and colors. Kept in a cookie that
//! says nothing else, and with the account of a reader who is signed in.

use crate::cookies::http_only;

/// The name of the cookie.
pub const COOKIE: &str = "display";

/// How long browsers keep it, in seconds.
const YEAR: i64 = 31_536_000;

/// A choice with a closed set of values; the first is what a new reader has.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum $name {
            #[default]
            $($(#[$value_doc])* $value),+
        }

        impl $name {
            /// All values, in the order of the form.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The value in forms, in the cookie, and in attributes that the style sheet reads.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$value => $text),+ }
            }

            /// The value with this name.
            pub fn of(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }
    };
}

choice! {
    /// Size of letters, as a share of the browser's.
    Size {
        /// As the browser has it.
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

choice! {
    /// Space between lines, words and letters.
    Spacing {
        /// As designed.
        Usual = "usual",
        /// More, as WCAG 2.2, 1.4.12 describes it.
        Wide = "wide",
        /// Still more.
        Widest = "widest",
    }
}

choice! {
    /// Form of letters.
    Letters {
        /// The system's own.
        Usual = "usual",
        /// With serifs.
        Serif = "serif",
        /// Letters that are hard to confuse, all of one width.
        Mono = "mono",
        /// Rounded and informal, which some readers with dyslexia prefer.
        Rounded = "rounded",
    }
}

choice! {
    /// Length of lines.
    Width {
        /// As designed.
        Usual = "usual",
        /// Short lines.
        Narrow = "narrow",
        /// The whole window.
        Full = "full",
    }
}

choice! {
    /// Colors of text and page.
    Colors {
        /// As the browser or the system has them.
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
    /// Size of letters.
    pub size: Size,
    /// Space between lines, words and letters.
    pub spacing: Spacing,
    /// Form of letters.
    pub letters: Letters,
    /// Length of lines.
    pub width: Width,
    /// Colors.
    pub colors: Colors,
}

impl Display {
    /// Reads the cookie's value, or what is kept with an account. What cannot be understood is as usual.
    pub fn parse(text: &str) -> Self {
        let mut parts = text.split('.');
        let mut next = || parts.next().unwrap_or_default();
        Self {
            size: Size::of(next()).unwrap_or_default(),
            spacing: Spacing::of(next()).unwrap_or_default(),
            letters: Letters::of(next()).unwrap_or_default(),
            width: Width::of(next()).unwrap_or_default(),
            colors: Colors::of(next()).unwrap_or_default(),
        }
    }

    /// The cookie's value: `150.wide.usual.usual.dark`.
    pub fn text(self) -> String {
        let Self { size, spacing, letters, width, colors } = self;
        let parts = [size.as_str(), spacing.as_str(), letters.as_str(), width.as_str(), colors.as_str()];
        parts.join(".")
    }

    /// `Set-Cookie`, kept for a year.
    pub fn set_cookie(self, secure: bool) -> String {
        http_only(COOKIE, &self.text(), YEAR, secure)
    }
}

#[cfg(test)]
mod tests {
    use super::{Colors, Display, Letters, Size, Spacing, Width};

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
                assert_eq!(Display::parse(&display.text()), display);
            }
        }
    }

    #[test]
    fn what_cannot_be_understood_is_as_usual() {
        for bad in ["", "....", "900.x.y.z.q", "\" onload=", "150.wide.usual.usual.dark.more"] {
            let display = Display::parse(bad);
            assert!(display == Display::default() || bad.starts_with("150"), "{bad}");
        }
        assert_eq!(Display::parse("150").size, Size::Large);
    }
}
