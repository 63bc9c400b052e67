//! Enumerations with exact wire names (docs/rules/values.md); one macro writes the conversions.

/// A string that is not one of an enumeration's wire names.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{value}` is not one of {allowed}")]
pub struct UnknownValue {
    /// The string that was received.
    pub value: String,
    /// The allowed wire names, separated by `, `.
    pub allowed: String,
}

/// An enumeration with wire names. Implemented by [`wire_enum!`](crate::wire_enum).
pub trait WireEnum: Sized + Copy + 'static {
    /// Every value, in the order of the specification.
    const ALL: &'static [Self];

    /// The exact wire name.
    fn as_str(self) -> &'static str;

    /// All wire names, separated by `, `: the text of error messages.
    fn wire_names() -> String {
        Self::ALL.iter().map(|v| v.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The value with exactly this wire name.
    fn parse(text: &str) -> Result<Self, UnknownValue> {
        Self::ALL
            .iter()
            .copied()
            .find(|v| v.as_str() == text)
            .ok_or_else(|| UnknownValue { value: text.to_owned(), allowed: Self::wire_names() })
    }
}

/// Declares an enumeration with its wire names: `as_str`, `FromStr`, `Display`, `Into<String>`, serde and
/// `ALL`.
#[macro_export]
macro_rules! wire_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $wire:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $name { $($(#[$vmeta])* $variant,)+ }

        impl $crate::wire::WireEnum for $name {
            const ALL: &'static [Self] = &[$(Self::$variant,)+];
            fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $wire,)+ }
            }
        }

        impl $name {
            /// The exact wire name.
            pub fn as_str(self) -> &'static str { $crate::wire::WireEnum::as_str(self) }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.pad(self.as_str()) }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self { value.as_str().to_owned() }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::wire::UnknownValue;
            fn from_str(text: &str) -> Result<Self, Self::Err> { $crate::wire::WireEnum::parse(text) }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> { s.serialize_str(self.as_str()) }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(d)?;
                $crate::wire::WireEnum::parse(&text).map_err(serde::de::Error::custom)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::WireEnum;
    use crate::formats::Format;

    #[test]
    fn wire_names_round_trip() {
        for format in Format::ALL {
            assert_eq!(format.as_str().parse(), Ok(*format));
        }
    }

    #[test]
    fn an_unknown_value_names_the_allowed_ones() {
        let error = "HTML".parse::<Format>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`HTML` is not one of DAISY, DAISY_AUDIO, DAISY_2_AUDIO, BRF, EPUB3, PDF, DOCX"
        );
    }
}
