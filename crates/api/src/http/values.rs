//! Kinds of parameter values: how each is read from its text, what is said of a bad one, and its shape in
//! the API description (spec 4, 3.1, 4.10, 4.12).

use domain::formats::Format;
use domain::wire::WireEnum;
use domain::wire_enum;
use jiff::Timestamp;
use jiff::civil::Date;
use utoipa::openapi::schema::{AnyOfBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

use crate::http::errors::ErrorKey;

/// What is wrong with a value: the reason follows the parameter's name and a colon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// The error's key.
    pub key: ErrorKey,
    /// For example `must be true or false`.
    pub reason: String,
}

impl Invalid {
    fn new(key: ErrorKey, reason: impl Into<String>) -> Self {
        Self { key, reason: reason.into() }
    }

    fn parameter(reason: impl Into<String>) -> Self {
        Self::new(ErrorKey::InvalidParameter, reason)
    }
}

wire_enum! {
    /// Direction of a sort order.
    pub enum Direction {
        /// Ascending.
        Asc = "asc",
        /// Descending.
        Desc = "desc",
    }
}

/// A value that can be read from a parameter's text.
pub trait Value: Sized {
    /// Reads it.
    fn parse(text: &str) -> Result<Self, Invalid>;
    /// Its shape in the API description.
    fn schema() -> Schema;
}

fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

impl Value for String {
    fn parse(text: &str) -> Result<Self, Invalid> {
        // A NUL cannot be stored as text by every database.
        if text.contains('\0') {
            Err(Invalid::parameter("must not hold a NUL character"))
        } else {
            Ok(text.to_owned())
        }
    }

    fn schema() -> Schema {
        string().into()
    }
}

impl Value for bool {
    fn parse(text: &str) -> Result<Self, Invalid> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(Invalid::parameter("must be true or false")),
        }
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Boolean).into()
    }
}

impl Value for i32 {
    fn parse(text: &str) -> Result<Self, Invalid> {
        text.trim().parse().map_err(|_| Invalid::parameter("must be an integer"))
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Integer).into()
    }
}

impl Value for i64 {
    fn parse(text: &str) -> Result<Self, Invalid> {
        text.trim().parse().map_err(|_| Invalid::parameter("must be an integer"))
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Integer).into()
    }
}

impl Value for f64 {
    fn parse(text: &str) -> Result<Self, Invalid> {
        let finite = text.trim().parse().ok().filter(|number: &Self| number.is_finite());
        finite.ok_or_else(|| Invalid::parameter("must be a number"))
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Number).into()
    }
}

/// What must be agreed to: true, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreed;

impl Value for Agreed {
    fn parse(text: &str) -> Result<Self, Invalid> {
        if bool::parse(text) == Ok(true) { Ok(Self) } else { Err(Invalid::parameter("must be true")) }
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Boolean).into()
    }
}

/// A whole number, 0 or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub i32);

impl Value for Count {
    fn parse(text: &str) -> Result<Self, Invalid> {
        let count = text.trim().parse().ok().filter(|count| *count >= 0);
        count.map(Self).ok_or_else(|| Invalid::parameter("must be an integer of 0 or more"))
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).into()
    }
}

/// A text of at most `MAX` characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<const MAX: usize>(pub String);

impl<const MAX: usize> Value for Text<MAX> {
    fn parse(text: &str) -> Result<Self, Invalid> {
        if text.chars().nth(MAX).is_some() {
            return Err(Invalid::parameter(format!("must be at most {MAX} characters long")));
        }
        String::parse(text).map(Self)
    }

    fn schema() -> Schema {
        string().max_length(Some(MAX)).into()
    }
}

/// A text of one line, at most `MAX` characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<const MAX: usize>(pub String);

impl<const MAX: usize> Value for Line<MAX> {
    fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.chars().nth(MAX).is_some() {
            Err(Invalid::parameter(format!("must be {MAX} characters at most")))
        } else if text.is_empty() || text.chars().any(char::is_control) {
            Err(Invalid::parameter("must be text of one line"))
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    fn schema() -> Schema {
        string().max_length(Some(MAX)).into()
    }
}

/// A name or another text of one line, at most 255 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortText(pub String);

impl Value for ShortText {
    fn parse(text: &str) -> Result<Self, Invalid> {
        Line::<255>::parse(text).map(|line| Self(line.0))
    }

    fn schema() -> Schema {
        Line::<255>::schema()
    }
}

/// A name to sign in by: a text of one line, at most 255 characters. It stands in addresses, where dots alone would
/// lead elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserName(pub String);

impl Value for UserName {
    fn parse(text: &str) -> Result<Self, Invalid> {
        match ShortText::parse(text)?.0 {
            dots if dots.bytes().all(|byte| byte == b'.') => {
                Err(Invalid::parameter("must not be dots alone"))
            }
            name => Ok(Self(name)),
        }
    }

    fn schema() -> Schema {
        ShortText::schema()
    }
}

/// A year of the common era, in four digits (document 1, rule 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Year(pub i16);

impl Value for Year {
    fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let year = text.parse().ok().filter(|year| digits && *year > 0).map(Self);
        year.ok_or_else(|| Invalid::parameter("must be a year in four digits"))
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(9999)).into()
    }
}

/// A new password: 8 to 32 characters, at least one letter and one number (document 1, "Limits").
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(pub String);

impl Value for NewPassword {
    fn parse(text: &str) -> Result<Self, Invalid> {
        match domain::passwords::check(text) {
            Ok(()) => Ok(Self(text.to_owned())),
            Err(fault) => Err(Invalid::new(ErrorKey::InvalidPassword, fault.to_string())),
        }
    }

    fn schema() -> Schema {
        let format = SchemaFormat::KnownFormat(KnownFormat::Password);
        string().format(Some(format)).min_length(Some(8)).max_length(Some(32)).into()
    }
}

/// A password is never printed.
impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword")
    }
}

/// An age in years, 0 to 120.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Years(pub i32);

impl Value for Years {
    fn parse(text: &str) -> Result<Self, Invalid> {
        let years: Option<i32> = text.trim().parse().ok();
        years
            .filter(|years| (0..=120).contains(years))
            .map(Self)
            .ok_or_else(|| Invalid::parameter("must be an integer of 0 to 120"))
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(120)).into()
    }
}

/// A page size: 1 or more; above 100 is capped (document 1, "Limits").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(pub usize);

impl Value for Limit {
    fn parse(text: &str) -> Result<Self, Invalid> {
        let bad = || Invalid::new(ErrorKey::InvalidLimit, "must be an integer of 1 or more");
        let text = text.trim();
        let digits = text.strip_prefix('+').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        // Digits that overflow are only a very large limit, which is capped like any other.
        match digits.parse::<usize>().unwrap_or(usize::MAX) {
            0 => Err(bad()),
            n => Ok(Self(n.min(100))),
        }
    }

    fn schema() -> Schema {
        // No maximum: more than 100 is capped, not refused.
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).into()
    }
}

/// Where a page begins: the `next` token of the page before it. That it is one is seen here; whether it is one of this
/// list, the list's [`Cursors`](super::paging::Cursors) tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start(String);

impl std::ops::Deref for Start {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Value for Start {
    fn parse(text: &str) -> Result<Self, Invalid> {
        if super::paging::is_token(text) {
            Ok(Self(text.to_owned()))
        } else {
            let reason = "must be the `next` value of a previous page of this list.";
            Err(Invalid::new(ErrorKey::InvalidStart, reason))
        }
    }

    fn schema() -> Schema {
        string().into()
    }
}

/// One of an enumeration's wire values, exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneOf<T>(pub T);

impl<T: WireEnum> Value for OneOf<T> {
    fn parse(text: &str) -> Result<Self, Invalid> {
        T::parse(text).map(Self).map_err(|e| Invalid::parameter(format!("must be one of {}", e.allowed)))
    }

    fn schema() -> Schema {
        string().enum_values(Some(T::ALL.iter().map(|v| v.as_str()))).into()
    }
}

/// A type of files, by its media type (spec 4, 4.13: a bad one has a key of its own).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileType<T>(pub T);

impl<T: WireEnum> Value for FileType<T> {
    fn parse(text: &str) -> Result<Self, Invalid> {
        let wrong = |e: domain::wire::UnknownValue| {
            Invalid::new(ErrorKey::InvalidFileType, format!("must be one of {}", e.allowed))
        };
        T::parse(text).map(Self).map_err(wrong)
    }

    fn schema() -> Schema {
        <OneOf<T> as Value>::schema()
    }
}

impl Value for Format {
    fn parse(text: &str) -> Result<Self, Invalid> {
        Self::from_path(text).ok_or_else(|| {
            Invalid::new(ErrorKey::InvalidFormat, format!("must be one of {}", <Self as WireEnum>::allowed()))
        })
    }

    fn schema() -> Schema {
        string().enum_values(Some(<Self as WireEnum>::ALL.iter().map(|v| v.as_str()))).into()
    }
}

/// A date or a timestamp: where one of them is meant, the other is read as well (spec 4, 4.12). `date` and `timestamp` say
/// what is read from each.
fn date_or_timestamp(date: &str, timestamp: &str) -> Schema {
    let text =
        |format, what| string().format(Some(SchemaFormat::KnownFormat(format))).description(Some(what));
    AnyOfBuilder::new()
        .item(text(KnownFormat::Date, date))
        .item(text(KnownFormat::DateTime, timestamp))
        .into()
}

impl Value for Timestamp {
    fn parse(text: &str) -> Result<Self, Invalid> {
        domain::dates::parse_timestamp(text)
            .ok_or_else(|| Invalid::new(ErrorKey::InvalidDate, "must be YYYY-MM-DDThh:mm:ssZ or YYYY-MM-DD"))
    }

    fn schema() -> Schema {
        date_or_timestamp("The first moment of the date, in UTC.", "The timestamp.")
    }
}

impl Value for Date {
    fn parse(text: &str) -> Result<Self, Invalid> {
        domain::dates::parse_date(text)
            .ok_or_else(|| Invalid::new(ErrorKey::InvalidDate, "must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ"))
    }

    fn schema() -> Schema {
        date_or_timestamp("The date.", "The date part of the timestamp.")
    }
}

macro_rules! text_values {
    ($($(#[$meta:meta])* $name:ident, $key:ident, $reason:literal, $read:expr;)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name(pub String);

        impl Value for $name {
            fn parse(text: &str) -> Result<Self, Invalid> {
                let read: fn(&str) -> Option<String> = $read;
                read(text.trim()).map(Self).ok_or_else(|| Invalid::new(ErrorKey::$key, $reason))
            }

            fn schema() -> Schema {
                string().description(Some($reason)).into()
            }
        }
    )+};
}

text_values! {
    /// A country, ISO 3166-1 alpha-2, upper case.
    Country, InvalidCountry, "must be an ISO 3166-1 alpha-2 code",
        |text| { let code = text.to_ascii_uppercase(); domain::countries::is_country(&code).then_some(code) };
    /// A language, ISO 639-2 alpha-3, lower case.
    Language, InvalidLanguage, "must be an ISO 639-2 alpha-3 code",
        |text| domain::languages::canonical(&text.to_ascii_lowercase()).map(str::to_owned);
    /// An e-mail address.
    Email, InvalidEmail, "must be an e-mail address",
        |text| domain::email::is_email(text).then(|| text.to_owned());
    /// The address of a web site, with or without its scheme; apps make links of it.
    WebAddress, InvalidParameter, "must be the address of a web site",
        |text| is_web_address(text).then(|| text.to_owned());
    /// A school grade: ONIX code list 77 or BIC.
    Grade, InvalidParameter, "must be a grade code (ONIX code list 77 or BIC)",
        |text| domain::grades::is_grade(text).then(|| text.to_owned());
    /// An ISBN-10 or ISBN-13, as ISBN-13 digits.
    Isbn, InvalidIsbn, "must be a valid ISBN-10 or ISBN-13",
        |text| domain::isbn::parse(text).ok().map(|isbn| isbn.to_string());
    /// Vocal parts: letters of soprano, alto, tenor and bass.
    VocalParts, InvalidParameter, "must be a combination of S, A, T, B", domain::titles::vocal_parts;
    /// An ISSN, as printed: two groups of four.
    Issn, InvalidParameter, "must be a valid ISSN",
        |text| domain::issn::parse(text).ok().map(|issn| issn.to_string());
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

/// An ISO 8601 duration such as `PT2H30M`, in whole seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration(pub u64);

impl Value for Duration {
    fn parse(text: &str) -> Result<Self, Invalid> {
        domain::duration::parse(text.trim())
            .map(Self)
            .ok_or_else(|| Invalid::parameter("must be an ISO 8601 duration such as PT2H30M"))
    }

    fn schema() -> Schema {
        string().format(Some(SchemaFormat::Custom("duration".into()))).into()
    }
}

/// A playback speed: 0.5 to 3.5 in steps of 0.05 (document 1, "Limits").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaybackSpeed(pub delivery::speed::Speed);

impl Value for PlaybackSpeed {
    fn parse(text: &str) -> Result<Self, Invalid> {
        delivery::speed::Speed::parse(text)
            .map(Self)
            .ok_or_else(|| Invalid::parameter("must be 0.5 to 3.5 in steps of 0.05"))
    }

    fn schema() -> Schema {
        ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0.5)).maximum(Some(3.5)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::is_web_address;

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
