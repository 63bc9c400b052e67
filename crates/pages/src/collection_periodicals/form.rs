//! The form with files that become editions of a periodical.

use domain::{SeriesId, UsageRestriction, WireEnum as _};
use jiff::civil::Date;
use services::intake::{DEFAULT_SUPPLIER, IntakeEdition, IntakeOptions, MAX_FILES, MAX_UPLOAD_BYTES};

use crate::collection_intake::find_file_error;
use crate::inputs::{list_errors, read_day};
use crate::uploaded_form::UploadedForm;
use crate::{Fields, InputError, InputField, Page};

const MAX_NAME_CHARS: usize = 255;

/// The values of the form, with their errors.
pub(super) struct EditionForm {
    pub(super) usage: UsageRestriction,
    pub(super) name: InputField,
    pub(super) published: InputField,
    pub(super) expires: InputField,
    file_error: Option<InputError>,
    published_day: Option<Date>,
    last_day: Option<Date>,
}

impl EditionForm {
    /// The empty form.
    pub(super) fn new(page: &Page<'_>) -> Self {
        let field = |name: &'static str, label: &str| {
            InputField::new_optional(page, name, label).with_hint(page.text(&format!("{label}-hint")))
        };
        Self {
            usage: UsageRestriction::Copyright,
            name: field("name", "editions-name").with_max_chars(MAX_NAME_CHARS),
            published: field("published", "editions-published"),
            expires: field("expires", "editions-expires"),
            file_error: None,
            published_day: None,
            last_day: None,
        }
    }

    /// Reads what was sent. A name and a publication date are for one file.
    pub(super) fn read_from(page: &Page<'_>, sent: &UploadedForm<MAX_UPLOAD_BYTES, MAX_FILES>) -> Self {
        let fields: &Fields = &sent.fields;
        let empty = Self::new(page);
        let mut name = empty.name.read_from(page, fields);
        let (mut published, published_day) =
            read_day(page, fields, empty.published, "editions-published-wrong");
        let (mut expires, last_day) = read_day(page, fields, empty.expires, "editions-expires-wrong");
        if sent.files.len() > 1 {
            for field in [&mut name, &mut published] {
                if field.error.is_none() && !field.value.is_empty() {
                    field.error = Some(page.text("editions-one-only"));
                }
            }
        }
        if let (Some(first), Some(last)) = (published_day, last_day)
            && last < first
        {
            expires.error = Some(page.text("editions-expires-early"));
        }
        let usage = fields.get("rights").and_then(|usage| UsageRestriction::parse(usage).ok());
        let file_error = find_file_error(page, sent);
        let usage = usage.unwrap_or(empty.usage);
        Self { usage, name, published, expires, file_error, published_day, last_day }
    }

    pub(super) fn errors(&self) -> Vec<InputError> {
        let fields = list_errors(&[&self.name, &self.published, &self.expires]);
        self.file_error.clone().into_iter().chain(fields).collect()
    }

    pub(super) fn into_options(self, series: &str) -> IntakeOptions {
        let edition = IntakeEdition {
            series: SeriesId::from(series),
            series_title: String::new(),
            name: Some(self.name.value).filter(|name| !name.is_empty()),
            published: self.published_day,
            expires: self.last_day,
        };
        IntakeOptions {
            usage: self.usage,
            supplier: DEFAULT_SUPPLIER.to_owned(),
            listed: false,
            edition: Some(edition),
            title: None,
        }
    }
}
