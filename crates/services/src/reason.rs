//! Reasons of faults: sentences that may mention other fields of the request, or a list of the library.
//! Each interface has its own names for these.

use std::borrow::Cow;

use crate::Field;

/// A part of a reason that each interface words in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mention {
    /// Another field of the request.
    Field(Field),
    /// A list whose values are allowed.
    List(ValueList),
}

/// A list of the library from which a field takes its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueList {
    ReferenceOrganizations,
    BisacCodes,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ReasonPart {
    Text(Cow<'static, str>),
    Mention(Mention),
}

/// The reason of a fault, for example `must be true or false`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(Vec<ReasonPart>);

impl Reason {
    pub fn from_field(field: Field) -> Self {
        Self(vec![ReasonPart::Mention(Mention::Field(field))])
    }

    #[must_use]
    pub fn then_text(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(ReasonPart::Text(text.into()));
        self
    }

    #[must_use]
    pub fn then_field(mut self, field: Field) -> Self {
        self.0.push(ReasonPart::Mention(Mention::Field(field)));
        self
    }

    #[must_use]
    pub fn then_list(mut self, list: ValueList) -> Self {
        self.0.push(ReasonPart::Mention(Mention::List(list)));
        self
    }

    /// The sentence, with an interface's words for what it mentions.
    pub fn to_text(&self, name: impl Fn(Mention) -> Cow<'static, str>) -> String {
        let word = |part: &ReasonPart| match part {
            ReasonPart::Text(text) => text.clone(),
            ReasonPart::Mention(mention) => name(*mention),
        };
        self.0.iter().map(word).collect()
    }
}

impl From<&'static str> for Reason {
    fn from(text: &'static str) -> Self {
        Self(vec![ReasonPart::Text(text.into())])
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Self(vec![ReasonPart::Text(text.into())])
    }
}

/// In plain words.
impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text(Mention::words))
    }
}

impl Mention {
    /// Its name in plain words.
    pub fn words(self) -> Cow<'static, str> {
        match self {
            Self::Field(field) => field.words(),
            Self::List(ValueList::ReferenceOrganizations) => "the reference organizations".into(),
            Self::List(ValueList::BisacCodes) => "the BISAC codes".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mention, Reason, ValueList};
    use crate::fields::Field;

    #[test]
    fn an_interface_names_what_a_reason_mentions() {
        let reason = Reason::from("must be before ").then_field(Field::EndDate).then_text("!");
        assert_eq!(reason.to_string(), "must be before end date!");
        let named = reason.to_text(|mention| match mention {
            Mention::Field(Field::EndDate) => "--end-date".into(),
            other => other.words(),
        });
        assert_eq!(named, "must be before --end-date!");
        let reason = Reason::from("must be one of ").then_list(ValueList::BisacCodes);
        assert_eq!(reason.to_string(), "must be one of the BISAC codes");
    }
}
