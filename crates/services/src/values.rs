//! Values that people write, and how each is read from its text (docs/rules/values.md,
//! docs/rules/errors.md#rule-3).

use domain::{Format, WireEnum};
use jiff::Timestamp;
use jiff::civil::Date;
use rand::RngExt as _;

use crate::ErrorKey;

/// The reason why a value is not valid. Its text is the reason alone, as the command line puts it after the
/// name of an option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct InvalidValue {
    pub key: ErrorKey,
    /// For example `must be true or false`.
    pub reason: String,
}

impl InvalidValue {
    /// A fault with a key of its own.
    pub fn new(key: ErrorKey, reason: impl Into<String>) -> Self {
        Self { key, reason: reason.into() }
    }

    /// A required value that is absent.
    pub fn missing_parameter(reason: impl Into<String>) -> Self {
        Self::new(ErrorKey::MissingParameter, reason)
    }

    /// A value that is not allowed.
    pub fn invalid_parameter(reason: impl Into<String>) -> Self {
        Self::new(ErrorKey::InvalidParameter, reason)
    }
}

pub trait ParseValue: Sized {
    fn parse_value(text: &str) -> Result<Self, InvalidValue>;
}

impl ParseValue for String {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        // A NUL cannot be stored as text by every database.
        if text.contains('\0') {
            Err(InvalidValue::invalid_parameter("must not hold a NUL character"))
        } else {
            Ok(text.to_owned())
        }
    }
}

impl ParseValue for bool {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(InvalidValue::invalid_parameter("must be true or false")),
        }
    }
}

impl ParseValue for i64 {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        text.trim().parse().map_err(|_| InvalidValue::invalid_parameter("must be an integer"))
    }
}

impl ParseValue for Timestamp {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        domain::dates::parse_timestamp(text).ok_or_else(|| {
            InvalidValue::new(ErrorKey::InvalidDate, "must be YYYY-MM-DDThh:mm:ssZ or YYYY-MM-DD")
        })
    }
}

impl ParseValue for Date {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        domain::dates::parse_date(text).ok_or_else(|| {
            InvalidValue::new(ErrorKey::InvalidDate, "must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ")
        })
    }
}

/// A format, in any case.
impl ParseValue for Format {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        Self::from_path(text).ok_or_else(|| {
            InvalidValue::new(
                ErrorKey::InvalidFormat,
                format!("must be one of {}", <Self as WireEnum>::wire_names()),
            )
        })
    }
}

/// A whole number, 0 or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub i32);

impl ParseValue for Count {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        let count = text.trim().parse().ok().filter(|count| *count >= 0);
        count.map(Self).ok_or_else(|| InvalidValue::invalid_parameter("must be an integer of 0 or more"))
    }
}

/// A year of the common era, in four digits (docs/rules/requests.md#rule-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Year(pub i16);

impl ParseValue for Year {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        let text = text.trim();
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let year = text.parse().ok().filter(|year| digits && *year > 0).map(Self);
        year.ok_or_else(|| InvalidValue::invalid_parameter("must be a year in four digits"))
    }
}

/// An age in years, 0 to 120.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Years(pub i32);

impl ParseValue for Years {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        let years = text.trim().parse().ok().filter(|years| (0..=120).contains(years));
        years.map(Self).ok_or_else(|| InvalidValue::invalid_parameter("must be an integer of 0 to 120"))
    }
}

/// A text of at most `MAX` characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<const MAX: usize>(pub String);

impl<const MAX: usize> ParseValue for Text<MAX> {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        if text.chars().nth(MAX).is_some() {
            return Err(InvalidValue::invalid_parameter(format!("must be at most {MAX} characters long")));
        }
        String::parse_value(text).map(Self)
    }
}

/// A text of one line, at most `MAX` characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SingleLineText<const MAX: usize>(pub String);

impl<const MAX: usize> ParseValue for SingleLineText<MAX> {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        let text = text.trim();
        if text.chars().nth(MAX).is_some() {
            Err(InvalidValue::invalid_parameter(format!("must be {MAX} characters at most")))
        } else if text.is_empty() || text.chars().any(char::is_control) {
            Err(InvalidValue::invalid_parameter("must be text of one line"))
        } else {
            Ok(Self(text.to_owned()))
        }
    }
}

/// A name or another text of one line, at most 255 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortText(pub String);

impl ParseValue for ShortText {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        SingleLineText::<255>::parse_value(text).map(|line| Self(line.0))
    }
}

/// A name to sign in with: a text of one line, at most 255 characters. It is used in URLs, where dots alone
/// would lead elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserName(pub String);

impl ParseValue for UserName {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        match ShortText::parse_value(text)?.0 {
            dots if dots.bytes().all(|byte| byte == b'.') => {
                Err(InvalidValue::invalid_parameter("must not be dots alone"))
            }
            name => Ok(Self(name)),
        }
    }
}

/// A new password: 8 to 32 characters, at least one letter and one number (docs/rules/requests.md#rule-4).
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(pub String);

impl ParseValue for NewPassword {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        match domain::passwords::check(text) {
            Ok(()) => Ok(Self(text.to_owned())),
            Err(fault) => Err(InvalidValue::new(ErrorKey::InvalidPassword, fault.to_string())),
        }
    }
}

/// A random password that keeps the rules (docs/rules/accounts.md#rule-12): 20 characters, letters and digits
/// without look-alikes.
pub fn generated_password(rng: &mut impl rand::Rng) -> NewPassword {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    loop {
        let password: String =
            (0..20).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect();
        if domain::passwords::check(&password).is_ok() {
            return NewPassword(password);
        }
    }
}

/// A random password of easy words (docs/rules/accounts.md#rule-12), for people who hear it, read it in large
/// print or braille, and type it.
pub fn easy_password(rng: &mut impl rand::Rng, language: domain::InterfaceLanguage) -> NewPassword {
    NewPassword(secrets::generate_easy_password(rng, language))
}

/// A password is never printed.
impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword")
    }
}

/// One of an enumeration's wire values, exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneOf<T>(pub T);

impl<T: WireEnum> ParseValue for OneOf<T> {
    fn parse_value(text: &str) -> Result<Self, InvalidValue> {
        T::parse(text)
            .map(Self)
            .map_err(|e| InvalidValue::invalid_parameter(format!("must be one of {}", e.allowed)))
    }
}

macro_rules! texts {
    ($($(#[$meta:meta])* $name:ident, $key:ident, $rule:literal, $read:expr;)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(pub String);

        impl $name {
            /// The message for an invalid one.
            pub const RULE: &'static str = $rule;
        }

        impl ParseValue for $name {
            fn parse_value(text: &str) -> Result<Self, InvalidValue> {
                let read: fn(&str) -> Option<String> = $read;
                read(text.trim()).map(Self).ok_or_else(|| InvalidValue::new(ErrorKey::$key, Self::RULE))
            }
        }
    )+};
}

texts! {
    /// A country, ISO 3166-1 alpha-2, upper case.
    Country, InvalidCountry, "must be an ISO 3166-1 alpha-2 code",
        |text| { let code = text.to_ascii_uppercase(); domain::countries::is_country(&code).then_some(code) };
    /// An email address.
    Email, InvalidEmail, "must be an email address",
        |text| domain::email::is_email(text).then(|| text.to_owned());
    /// The address of a web site, with or without its scheme; apps make links of it.
    WebAddress, InvalidParameter, "must be the address of a web site",
        |text| is_web_address(text).then(|| text.to_owned());
    /// A school grade: ONIX code list 77 or BIC.
    Grade, InvalidParameter, "must be a grade code (ONIX code list 77 or BIC)",
        |text| domain::grades::is_grade(text).then(|| text.to_owned());
    /// A language, ISO 639-2 alpha-3, lower case.
    Language, InvalidLanguage, "must be an ISO 639-2 alpha-3 code",
        |text| domain::languages::to_terminological(&text.to_ascii_lowercase()).map(str::to_owned);
    /// An ISBN-10 or ISBN-13, as ISBN-13 digits.
    Isbn, InvalidIsbn, "must be a valid ISBN-10 or ISBN-13",
        |text| domain::isbn::parse(text).ok().map(|isbn| isbn.to_string());
    /// A Thema subject category or qualifier, in upper case.
    Thema, InvalidParameter, "must be a Thema code, such as FFC or 1DDU",
        |text| domain::thema::ThemaCode::new(text, None).map(|read| read.code);
}

/// An address of the web and of nothing else: other schemes would run scripts or open files.
fn is_web_address(text: &str) -> bool {
    let web = |address: &str| {
        let read = url::Url::parse(address);
        read.is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
    };
    let bare = || matches!(url::Url::parse(text), Err(url::ParseError::RelativeUrlWithoutBase));
    let plain = text.len() <= 255 && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    plain && (web(text) || (bare() && !text.starts_with('/') && web(&format!("https://{text}"))))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    use super::{NewPassword, ParseValue as _, easy_password, is_web_address};

    #[test]
    fn passwords_of_easy_words_keep_the_rules() {
        let mut rng = StdRng::seed_from_u64(1);
        for language in domain::InterfaceLanguage::ALL {
            for _ in 0..100 {
                let password = easy_password(&mut rng, language);
                assert!(NewPassword::parse_value(&password.0).is_ok_and(|read| read == password));
            }
        }
    }

    #[test]
    fn only_the_web_has_web_addresses() {
        for good in
            ["https://cove.example/a?b=c#d", "http://cove.example", "cove.example", "www.cove.example/hours"]
        {
            assert!(is_web_address(good), "{good}");
        }
        let long = format!("https://{}.example", "a".repeat(260));
        for bad in [
            "javascript:alert(1)",
            "JavaScript://cove.example/%0aalert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "//cove.example",
            "/hours",
            "",
            "https://",
            "two words",
            "a\nb",
            &long,
            "mailto:a@cove.example",
        ] {
            assert!(!is_web_address(bad), "{bad}");
        }
    }
}
