//! POST /v2/catalog: a title with its files (docs/rules/titles.md#rule-9).

use axum::http::StatusCode;
use axum::http::header::{HeaderName, LOCATION};
use domain::{ContentType, Format, WireEnum as _};
use services::catalog::{self, SOURCE_FORMATS};

use crate::http::{
    CollectionStaff, ErrorKey, Faults, Field, FilePart, FromParams, HttpError, InRole, InvalidValue, Json,
    OneOf, ParamDescription, ParamDraft, ParamError, ParamReader, Result, Upload, Value as _, describe_field,
    parameter_name,
};
use crate::records::{StatusKey, StatusRecord};
use crate::titles::fields::TitleFields;

/// Required fields of a new title, in addition to one of `isbn13` and `synopsis`.
const REQUIRED_PARAMS: [Field; 6] = [
    Field::Title,
    Field::Languages,
    Field::Authors,
    Field::Categories,
    Field::Countries,
    Field::UsageRestriction,
];

/// The submission.
#[derive(Debug, Clone)]
pub struct NewTitle {
    fields: TitleFields,
    content_type: ContentType,
    files: Vec<(Format, Upload)>,
    cover: Option<Upload>,
}

impl FromParams for NewTitle {
    const IS_GROUP: bool = true;

    fn find(reader: &mut ParamReader<'_>, _: Option<Field>) -> Option<Self> {
        check_required(reader);
        let fields = TitleFields::find(reader, None);
        let content_type = reader.read_field::<Option<OneOf<ContentType>>>(Field::ContentType);
        let files = read_files(reader);
        let cover = reader.read_field::<FilePart>(Field::CoverImage);
        Some(Self {
            fields: fields?,
            content_type: content_type?.map_or(ContentType::Text, |kind| kind.0),
            files,
            cover: cover.and_then(|part| part.0),
        })
    }

    fn describe(name: String, text: String) -> Vec<ParamDescription> {
        let mut all = TitleFields::describe(name, text);
        for field in &mut all {
            field.is_required =
                REQUIRED_PARAMS.iter().any(|required| parameter_name(*required) == field.name);
            field.errors.extend(field.is_required.then_some(ParamError::from(ErrorKey::MissingParameter)));
        }
        all.extend(describe_field::<Option<OneOf<ContentType>>>(Field::ContentType, "text when absent."));
        all.extend(SOURCE_FORMATS.into_iter().flat_map(|format| {
            let text = format!("The book as {}; at least one of these files.", format.name());
            describe_file(Field::file_in(format), text)
        }));
        let cover = "The cover: JPEG, PNG, GIF or WebP; the book's own when absent.";
        all.extend(describe_file(Field::CoverImage, cover));
        all
    }
}

fn check_required(reader: &mut ParamReader<'_>) {
    let worldwide = reader.first_value(Field::AvailableWorldwide).map(bool::parse) == Some(Ok(true));
    for field in REQUIRED_PARAMS {
        // A worldwide title need not list countries.
        let spared = field == Field::Countries && worldwide;
        if !spared && !reader.has_value(field) {
            reader.add_fault(field, InvalidValue::missing_parameter("is required"));
        }
    }
    if !reader.has_value(Field::Isbn13) && !reader.has_value(Field::Synopsis) {
        reader.add_fault(Field::Isbn13, InvalidValue::missing_parameter("is required, or synopsis"));
    }
}

/// The files, by the formats that their parts are named after.
fn read_files(reader: &mut ParamReader<'_>) -> Vec<(Format, Upload)> {
    let is_sent = |format: &Format| {
        let name = parameter_name(Field::file_in(*format));
        reader.input().files(name).next().is_some()
    };
    let sent: Vec<Format> = Format::ALL.iter().copied().filter(is_sent).collect();
    if sent.is_empty() {
        let fault = InvalidValue::missing_parameter("is required, or DAISY, DAISY_AUDIO or DAISY_2_AUDIO");
        reader.add_fault(Field::file_in(SOURCE_FORMATS[0]), fault);
    }
    let mut files = Vec::new();
    for format in sent {
        if SOURCE_FORMATS.contains(&format) {
            let part = reader.read_field::<FilePart>(Field::file_in(format));
            files.extend(part.and_then(|part| part.0).map(|upload| (format, upload)));
        } else {
            let reason = "cannot be taken: send EPUB3, DAISY, DAISY_AUDIO or DAISY_2_AUDIO, of which the other formats are made";
            reader.add_fault(Field::file_in(format), InvalidValue::new(ErrorKey::InvalidFileType, reason));
        }
    }
    files
}

/// A file among the parameters.
fn describe_file(field: Field, text: impl Into<String>) -> Vec<ParamDescription> {
    let mut described = describe_field::<FilePart>(field, text);
    for file in &mut described {
        file.errors.extend([ParamError::Http(HttpError::FileRequired), ErrorKey::InvalidFileType.into()]);
    }
    described
}

/// Submit a title
///
/// The files are read immediately, and faulty ones are refused with the faults by file and location. The new
/// title waits for its review: `PUT /v2/titles/{serviceId}/status` moves it on. Metadata that the fields omit
/// is taken from the book.
#[endpoint::post(
    "/v2/catalog", returns 202 "ACCEPTED: the message is the new serviceId", errors(ProductIdentifierExists),
)]
pub async fn submit_title(
    InRole { api, op, .. }: InRole<CollectionStaff>,
    draft: ParamDraft<NewTitle>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Json<StatusRecord>)> {
    let (form, mut faults) = draft.valid_params()?;
    let new = form.into_request(&mut faults);
    let id = Box::pin(catalog::submit(&op, new, faults)).await?;
    let body = StatusRecord::new(StatusKey::Accepted, id.to_string());
    Ok((StatusCode::ACCEPTED, [(LOCATION, api.title_url(id))], Json(body)))
}

impl NewTitle {
    /// Converts the form for the operation. Adds the faults of values that do not fit together.
    fn into_request(self, faults: &mut Faults) -> catalog::NewTitle {
        let Self { mut fields, content_type, files, cover } = self;
        let comment = fields.comments.take().map(|text| text.0);
        catalog::NewTitle { form: fields.into_form(faults), content_type, files, cover, comment }
    }
}
