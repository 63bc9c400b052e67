//! The conventions of the API (docs/rules/requests.md, docs/rules/access.md#rule-24), one module each.

pub mod caller;
pub mod created;
pub mod description;
pub mod errors;
pub mod fields;
pub mod http_errors;
pub mod input;
pub mod json;
pub mod links;
pub mod listing;
pub mod multipart;
pub mod normalize;
pub mod paging;
pub mod params;
pub mod path;
pub mod requests;
pub mod role_description;
pub mod roles;
pub mod values;

pub(crate) use caller::{bearer_token, client_credentials, describe_fault};
pub(crate) use created::CreatedResource;
pub(crate) use description::{ParamDescription, ParamError, short_type_name, to_body, to_parameters};
pub(crate) use errors::{ApiError, ErrorBody, ErrorKey, InternalError, Result};
pub(crate) use fields::{Field, parameter_name};
pub(crate) use http_errors::HttpError;
pub(crate) use input::Input;
pub(crate) use json::{Json, SerializedJson};
pub(crate) use links::{Link, ListAddress};
pub(crate) use listing::{CutPage, Listing, OrderParams, PagingParams};
pub(crate) use multipart::{BodyReader, FileParts, ReadUntil, UnreadBody, multipart_type};
pub(crate) use paging::Cursors;
pub(crate) use params::{
    AtLeastOne, Change, FilePart, FromParams, Param, ParamDraft, ParamReader, Params, Replace, ReplaceList,
    RequiredParam, ValidatedParam, describe_field,
};
pub(crate) use path::{
    RESERVED_SEGMENTS, Segments, format_among, format_with, parse_format, refuse_nul, title_id,
};
pub(crate) use role_description::{GuestRule, RoleDescription};
pub(crate) use roles::{
    AdminKey, AnyKey, Assigner, AuthorityKey, CollectionEditor, CollectionStaff, DriveUser, InRole,
    IndividualMember, ListMaker, MarketingKey, MembershipStaff, MembershipStaffOrKey, OrgSignupKey,
    OrganizationMember, PrimaryContact, ReferenceKey, Role, SignedIn, SignupKey, Sponsor,
    UserOrMembershipKey,
};
pub(crate) use services::Faults;
pub(crate) use services::uploads::Upload;
pub(crate) use values::{
    Consent, Count, Country, Direction, Email, FileType, Grade, InvalidValue, Isbn, IsoDuration, Issn,
    Language, Limit, NewPassword, OneOf, PlaybackSpeed, ShortText, SingleLineText, Start, Text, Thema,
    UserName, Value, VocalParts, WebAddress, Year, Years,
};
