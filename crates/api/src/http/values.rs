//! Types of parameter values: parsing, faults, and schemas in the OpenAPI document (docs/rules/values.md,
//! docs/rules/errors.md#rule-3, docs/rules/requests.md#rule-4).

use domain::{Format, WireEnum, wire_enum};
use jiff::Timestamp;
use jiff::civil::Date;
use utoipa::openapi::schema::{AnyOfBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

use services::ParseValue;
use services::downloads::Speed;

use crate::http::{ErrorKey, HttpError, ParamError};

pub use services::values::{
    Count, Country, Email, Grade, InvalidValue, Isbn, Language, NewPassword, OneOf, ShortText,
    SingleLineText, Text, Thema, UserName, WebAddress, Year, Years,
};

wire_enum! {
    /// Direction of a sort order.
    pub enum Direction {
        /// Ascending.
        Asc = "asc",
        /// Descending.
        Desc = "desc",
    }
}

/// A value that can be parsed from a parameter's text.
pub trait Value: Sized {
    const ERROR: ParamError = ParamError::Value(ErrorKey::InvalidParameter);

    fn parse(text: &str) -> Result<Self, InvalidValue>;
    /// Its schema in the OpenAPI document.
    fn schema() -> Schema;
}

fn string_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// A date or a timestamp: where one of them is expected, the other is accepted too
/// (docs/rules/requests.md#rule-4). `date` and `timestamp` describe the result of each.
fn date_or_timestamp(date: &str, timestamp: &str) -> Schema {
    let text = |format, what| {
        string_schema().format(Some(SchemaFormat::KnownFormat(format))).description(Some(what))
    };
    AnyOfBuilder::new()
        .item(text(KnownFormat::Date, date))
        .item(text(KnownFormat::DateTime, timestamp))
        .into()
}

/// Types that `services` parses, with their schemas in the OpenAPI document.
macro_rules! read_below {
    ($($type:ty, $key:ident => $schema:expr;)+) => {$(
        impl Value for $type {
            const ERROR: ParamError = ParamError::Value(ErrorKey::$key);

            fn parse(text: &str) -> Result<Self, InvalidValue> {
                Self::parse_value(text)
            }

            fn schema() -> Schema {
                $schema.into()
            }
        }
    )+};
}

read_below! {
    String, InvalidParameter => string_schema();
    bool, InvalidParameter => ObjectBuilder::new().schema_type(Type::Boolean);
    i64, InvalidParameter => ObjectBuilder::new().schema_type(Type::Integer);
    Timestamp, InvalidDate => date_or_timestamp("The first moment of the date, in UTC.", "The timestamp.");
    Date, InvalidDate => date_or_timestamp("The date.", "The date part of the timestamp.");
    Count, InvalidParameter => ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
    Year, InvalidParameter =>
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(9999));
    Years, InvalidParameter =>
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(120));
    ShortText, InvalidParameter => SingleLineText::<255>::schema();
    UserName, InvalidParameter => ShortText::schema();
    NewPassword, InvalidPassword => string_schema()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)))
        .min_length(Some(8))
        .max_length(Some(32));
    Country, InvalidCountry => string_schema().description(Some(Country::RULE));
    Email, InvalidEmail => string_schema().description(Some(Email::RULE));
    WebAddress, InvalidParameter => string_schema().description(Some(WebAddress::RULE));
    Grade, InvalidParameter => string_schema().description(Some(Grade::RULE));
    Thema, InvalidParameter => string_schema().description(Some(Thema::RULE));
    Language, InvalidLanguage => string_schema().description(Some(Language::RULE));
    Isbn, InvalidIsbn => string_schema().description(Some(Isbn::RULE));
    Format, InvalidFormat => string_schema().enum_values(Some(<Format as WireEnum>::ALL.iter().map(|v| v.as_str())));
}

impl<const MAX: usize> Value for Text<MAX> {
    fn parse(text: &str) -> Result<Self, InvalidValue> {
        Self::parse_value(text)
    }

    fn schema() -> Schema {
        string_schema().max_length(Some(MAX)).into()
    }
}

impl<const MAX: usize> Value for SingleLineText<MAX> {
    fn parse(text: &str) -> Result<Self, InvalidValue> {
        Self::parse_value(text)
    }

    fn schema() -> Schema {
        string_schema().max_length(Some(MAX)).into()
    }
}

impl<T: WireEnum> Value for OneOf<T> {
    fn parse(text: &str) -> Result<Self, InvalidValue> {
        Self::parse_value(text)
    }

    fn schema() -> Schema {
        string_schema().enum_values(Some(T::ALL.iter().map(|v| v.as_str()))).into()
    }
}

/// Types that are parsed here: the reason for which other texts are refused, how they are parsed, and their
/// schemas.
macro_rules! parsed_values {
    ($($type:ty, $reason:expr, $read:expr => $schema:expr;)+) => {$(
        impl Value for $type {
            fn parse(text: &str) -> Result<Self, InvalidValue> {
                let read: fn(&str) -> Option<Self> = $read;
                read(text).ok_or_else(|| InvalidValue::invalid_parameter($reason))
            }

            fn schema() -> Schema {
                $schema.into()
            }
        }
    )+};
}

const VOCAL_PARTS_RULE: &str = "must be a combination of S, A, T, B";
const ISSN_RULE: &str = "must be an ISSN: 8 digits, of which the last may be X";

parsed_values! {
    i32, "must be an integer", |text| text.trim().parse().ok() =>
        ObjectBuilder::new().schema_type(Type::Integer);
    f64, "must be a number", |text| text.trim().parse().ok().filter(|number: &f64| number.is_finite()) =>
        ObjectBuilder::new().schema_type(Type::Number);
    Consent, "must be true", |text| (bool::parse(text) == Ok(true)).then_some(Consent) =>
        ObjectBuilder::new().schema_type(Type::Boolean);
    IsoDuration, "must be an ISO 8601 duration such as PT2H30M",
        |text| domain::duration::parse(text.trim()).map(IsoDuration) =>
        string_schema().format(Some(SchemaFormat::Custom("duration".into())));
    PlaybackSpeed, "must be 0.5 to 3.5 in steps of 0.05", |text| Speed::parse(text).map(PlaybackSpeed) =>
        ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0.5)).maximum(Some(3.5));
    VocalParts, VOCAL_PARTS_RULE, |text| domain::titles::parse_vocal_parts(text.trim()).map(VocalParts) =>
        string_schema().description(Some(VOCAL_PARTS_RULE));
    Issn, ISSN_RULE,
        |text| domain::issn::parse_unchecked(text.trim()).ok().map(|issn| Issn(issn.to_string())) =>
        string_schema().description(Some(ISSN_RULE));
}

/// Something that must be agreed to: only true is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consent;

/// A page size: 1 or more; above 100 is capped (docs/rules/requests.md#rule-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(pub usize);

impl Value for Limit {
    const ERROR: ParamError = ParamError::Http(HttpError::InvalidLimit);

    fn parse(text: &str) -> Result<Self, InvalidValue> {
        let bad = || InvalidValue::invalid_parameter("must be an integer of 1 or more");
        let text = text.trim();
        let digits = text.strip_prefix('+').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        // Digits that overflow are a very large limit, which is capped like any other.
        match digits.parse::<usize>().unwrap_or(usize::MAX) {
            0 => Err(bad()),
            n => Ok(Self(n.min(100))),
        }
    }

    fn schema() -> Schema {
        // No maximum: values above 100 are capped, not refused.
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).into()
    }
}

/// Start of a page: the `next` token of the previous page. Only its form is checked here; the list's
/// [`Cursors`](super::paging::Cursors) check the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start(String);

impl Start {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Value for Start {
    const ERROR: ParamError = ParamError::Http(HttpError::InvalidStart);

    fn parse(text: &str) -> Result<Self, InvalidValue> {
        if super::paging::is_token(text) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidValue::invalid_parameter("must be the `next` value of a previous page of this list."))
        }
    }

    fn schema() -> Schema {
        string_schema().into()
    }
}

/// A file type, by its media type (docs/rules/requests.md#rule-4: invalid ones have a key of their own).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileType<T>(pub T);

impl<T: WireEnum> Value for FileType<T> {
    const ERROR: ParamError = ParamError::Value(ErrorKey::InvalidFileType);

    fn parse(text: &str) -> Result<Self, InvalidValue> {
        let wrong = |e: domain::wire::UnknownValue| {
            InvalidValue::new(ErrorKey::InvalidFileType, format!("must be one of {}", e.allowed))
        };
        T::parse(text).map(Self).map_err(wrong)
    }

    fn schema() -> Schema {
        <OneOf<T> as Value>::schema()
    }
}

/// Vocal parts: letters of soprano, alto, tenor and bass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VocalParts(pub String);

/// An ISSN, as printed: two groups of four. Its check digit is not proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issn(pub String);

/// An ISO 8601 duration such as `PT2H30M`, in whole seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IsoDuration(pub u64);

/// A playback speed: 0.5 to 3.5 in steps of 0.05 (docs/rules/downloads.md#rule-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaybackSpeed(pub Speed);
