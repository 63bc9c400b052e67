//! Parameters in paths. A name means the same in every path.

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Required, Schema};

/// The segment that is a number; all others are texts.
const NUMBER_SEGMENT: &str = "serviceId";

/// Names and descriptions of the segments that vary.
const SEGMENTS: [(&str, &str); 14] = [
    ("disabilityType", "visual, learning, physical or nonspecific"),
    ("editionId", "Identifier of the edition"),
    ("format", "Format identifier, in any case"),
    ("id", "The agreement"),
    ("organizationId", "Identifier of the organization"),
    ("popularListId", "Popular list identifier"),
    ("readingListId", "Reading list identifier"),
    (
        "recordIdentifier",
        "The identifier in the email; to confirm, also the member's user name or userAccountId",
    ),
    ("resourceId", "File identifier, from the list"),
    ("seriesId", "Identifier of the periodical"),
    ("serviceId", "Title identifier"),
    ("subscriptionId", "The subscription"),
    ("userIdentifier", "User name or userAccountId"),
    ("userName", "A user name or an email address"),
];

pub(super) fn path_parameters(path: &str) -> Vec<Parameter> {
    let names = path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'));
    names.map(segment_parameter).collect()
}

fn segment_parameter(name: &str) -> Parameter {
    let described = SEGMENTS.iter().find(|(known, _)| *known == name);
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(described.map(|(_, text)| *text))
        .schema(Some(segment_schema(name)))
        .build()
}

fn segment_schema(name: &str) -> RefOr<Schema> {
    if name == NUMBER_SEGMENT {
        let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
        ObjectBuilder::new().schema_type(Type::Integer).format(Some(format)).into()
    } else {
        ObjectBuilder::new().schema_type(Type::String).into()
    }
}
