//! The form with files to ingest.

use axum::extract::{FromRequest, Request};
use axum::response::Response;
use domain::{UsageRestriction, WireEnum as _};
use services::Operation;
use services::intake::{
    self, DEFAULT_SUPPLIER, IntakeOptions, MAX_FILES, MAX_UPLOAD_BYTES, NewIntake, is_supplier_name,
};

use super::run_path;
use crate::inputs::{Choice, form_status, list_errors};
use crate::uploaded_form::UploadedForm;
use crate::{
    Fields, InputError, InputField, Page, Pages, Problem, Result, Section, Visitor, redirect_to,
    render_with_status,
};

/// Limit of a supplier's name, in characters: few enough for the bytes that are stored.
const MAX_SUPPLIER_CHARS: usize = 60;

/// The form as a member of collection staff sent it. The body of a request by another user is not read.
pub(crate) struct IntakeForm(pub(crate) UploadedForm<MAX_UPLOAD_BYTES, MAX_FILES>);

impl FromRequest<Pages> for IntakeForm {
    type Rejection = Problem;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self> {
        UploadedForm::from_allowed_request(request, pages, Operation::require_collection_staff)
            .await
            .map(Self)
    }
}

#[derive(askama::Template)]
#[template(path = "intake_add.html")]
struct AddPage<'a> {
    page: Page<'a>,
    rights: Vec<Choice>,
    supplier: InputField,
    is_listed: bool,
    file_hint: String,
    errors: Vec<InputError>,
}

/// The values of the form, with their errors.
struct AddForm {
    usage: UsageRestriction,
    supplier: InputField,
    is_listed: bool,
    file_error: Option<InputError>,
}

impl AddForm {
    fn new_empty(page: &Page<'_>) -> Self {
        let supplier = InputField::new_optional(page, "supplier", "intake-supplier")
            .with_hint(page.text("intake-supplier-hint"))
            .with_max_chars(MAX_SUPPLIER_CHARS)
            .with_value(DEFAULT_SUPPLIER);
        Self { usage: UsageRestriction::Copyright, supplier, is_listed: false, file_error: None }
    }

    fn read_from(page: &Page<'_>, sent: &UploadedForm<MAX_UPLOAD_BYTES, MAX_FILES>) -> Self {
        let fields: &Fields = &sent.fields;
        let empty = Self::new_empty(page);
        let mut supplier = empty.supplier.read_from(page, fields);
        if supplier.error.is_none() && supplier.value.is_empty() {
            DEFAULT_SUPPLIER.clone_into(&mut supplier.value);
        } else if supplier.error.is_none() && !is_supplier_name(&supplier.value) {
            supplier.error = Some(page.with_name("error-text", &supplier.label));
        }
        let usage = fields.get("rights").and_then(|usage| UsageRestriction::parse(usage).ok());
        Self {
            usage: usage.unwrap_or(empty.usage),
            supplier,
            is_listed: fields.get("listed") == Some("yes"),
            file_error: find_file_error(page, sent),
        }
    }

    fn errors(&self) -> Vec<InputError> {
        list_errors(&[&self.supplier]).into_iter().chain(self.file_error.clone()).collect()
    }

    fn render(self, page: Page<'_>) -> Response {
        let errors = self.errors();
        let form = AddPage {
            rights: list_rights(&page, self.usage),
            supplier: self.supplier,
            is_listed: self.is_listed,
            file_hint: describe_file_limits(&page),
            errors,
            page,
        };
        render_with_status(form_status(&form.errors), &form)
    }
}

/// The rights that files can have.
pub(crate) fn list_rights(page: &Page<'_>, chosen: UsageRestriction) -> Vec<Choice> {
    Choice::list_all(
        |usage: UsageRestriction| page.text(&format!("intake-rights-{usage}")),
        |usage| usage == chosen,
    )
}

/// The limits of an upload, in a sentence.
pub(crate) fn describe_file_limits(page: &Page<'_>) -> String {
    let limits = [("size", (MAX_UPLOAD_BYTES >> 30).into()), ("count", MAX_FILES.into())];
    page.format("intake-file-hint", &limits)
}

/// What is wrong with the files of a form. `None` if nothing is.
pub(crate) fn find_file_error(
    page: &Page<'_>,
    sent: &UploadedForm<MAX_UPLOAD_BYTES, MAX_FILES>,
) -> Option<InputError> {
    let text = if sent.too_many {
        page.count("intake-too-many", MAX_FILES as u64)
    } else if sent.too_large {
        page.count("intake-too-large", MAX_UPLOAD_BYTES >> 30)
    } else if sent.files.is_empty() {
        page.text("intake-missing")
    } else {
        return None;
    };
    Some(InputError { field: "file", text })
}

pub(super) async fn show_form(visitor: Visitor) -> Result {
    visitor.op.require_collection_staff()?;
    let page = visitor.page(Section::Account);
    Ok(AddForm::new_empty(&page).render(page))
}

/// POST: stores the files, and leads to the run that ingests them.
pub(super) async fn start_run(visitor: Visitor, IntakeForm(sent): IntakeForm) -> Result {
    let page = visitor.page(Section::Account);
    let form = AddForm::read_from(&page, &sent);
    if !form.errors().is_empty() {
        return Ok(form.render(page));
    }
    let options = IntakeOptions {
        usage: form.usage,
        supplier: form.supplier.value,
        listed: form.is_listed,
        edition: None,
        title: None,
    };
    start_upload(&visitor, options, sent).await
}

/// Stores the files of a form, and leads to the run that ingests them. A form that is sent again leads to the
/// run that it has started.
pub(crate) async fn start_upload(
    visitor: &Visitor,
    options: IntakeOptions,
    sent: UploadedForm<MAX_UPLOAD_BYTES, MAX_FILES>,
) -> Result {
    let checksums: Vec<(&str, u64)> =
        sent.files.iter().map(|file| (file.name.as_str(), file.checksum)).collect();
    let op = visitor.creation_operation(sent.fields.get("form"), &(&options, checksums));
    let files = sent.files.into_iter().map(|file| (file.name, file.content)).collect();
    let run = intake::start(&op, NewIntake { options, files }).await?;
    redirect_to(&run_path(run))
}
