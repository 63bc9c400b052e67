//! The caller's own documents: uploaded to be read in accessible formats (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-2).
//! `DELETE /v2/myDocuments/{serviceId}`: docs/rules/documents.md#rule-4.
//! `GET /v2/myDocuments`: docs/rules/documents.md#rule-4.

use axum::http::StatusCode;
use domain::access::Relation;
use domain::documents::{DocumentType, MAX_DOCUMENT_BYTES};
use services::TitleView;
use services::documents::{self, DocumentSort, DocumentSource, NewDocument};

use crate::access::title_summaries;
use crate::http::{
    CreatedResource, ErrorKey, Field, FilePart, FileParts, FileType, FromParams, HttpError, InRole,
    InvalidValue, Json, ListAddress, OrderParams, ParamDescription, ParamError, ParamReader, Params,
    RequiredParam, Result, Segments, ShortText, SignedIn, Text, parameter_name, title_id,
};
use crate::records::{TitleList, TitleSight, TitleSummary};
use crate::{endpoints, params};

endpoints! {
    "Documents": delete_my_document;
}

/// Files of `POST /v2/myDocuments`.
pub const DOCUMENT_FILES: FileParts =
    FileParts { names: &[parameter_name(Field::File)], largest: MAX_DOCUMENT_BYTES };

params! {
    /// The source of a document: a file, or a file of the partner's drive, never both.
    pub struct CreateDocument {
        /// Name of the document.
        name: RequiredParam<ShortText>,
        /// A file of the partner's drive, which the user has connected.
        partner_drive_file_id: Option<Text<1000>>,
        /// A file of at most 20 MB.
        file: FilePart,
        /// The type of the file.
        mime_type: RequiredParam<FileType<DocumentType>>,
    }
}

/// A document to create, from all parameters together.
#[derive(Debug, Clone)]
pub struct DocumentDraft(NewDocument);

impl FromParams for DocumentDraft {
    const IS_GROUP: bool = true;

    fn find(reader: &mut ParamReader<'_>, _: Option<Field>) -> Option<Self> {
        let read = CreateDocument::find(reader, None);
        let sent = reader.input().files(parameter_name(Field::File)).next().is_some();
        let fault = match (sent, reader.has_value(Field::PartnerDriveFileId)) {
            (false, false) => Some(InvalidValue::missing_parameter("is required, or partnerDriveFileId")),
            (true, true) => {
                let reason = "must not be sent with partnerDriveFileId";
                Some(InvalidValue::new(ErrorKey::ConflictingParameters, reason))
            }
            _ => None,
        };
        if let Some(fault) = fault {
            reader.add_fault(Field::File, fault);
        }
        let read = read?;
        let source = match (read.file.0, read.partner_drive_file_id) {
            (Some(file), _) => DocumentSource::File(file),
            (None, Some(id)) => DocumentSource::Drive(id.0),
            (None, None) => return None,
        };
        Some(Self(NewDocument { name: read.name.0.0, kind: read.mime_type.0.0, source }))
    }

    fn describe(name: String, text: String) -> Vec<ParamDescription> {
        let mut all = CreateDocument::describe(name, text);
        for file in all.iter_mut().filter(|param| param.is_file()) {
            file.errors.push(ParamError::Http(HttpError::FileRequired));
            file.errors.push(ErrorKey::ConflictingParameters.into());
        }
        all
    }

    fn schema_name() -> String {
        CreateDocument::schema_name()
    }
}

/// Create a document
///
/// The document is a title that only its owner can see. It is converted in the background; then it can be
/// downloaded as EPUB 3 and DAISY.
#[endpoint::post(
    "/v2/myDocuments", returns "The new title; nothing can be downloaded yet",
    errors(OperationNotAllowed: "the user has reached the storage limit"),
)]
pub async fn create_my_document(
    InRole { api, op, .. }: InRole<SignedIn>,
    Params(DocumentDraft(new)): Params<DocumentDraft>,
) -> Result<CreatedResource<TitleSummary>> {
    let title = services::documents::create(&op, &new).await?;
    let seen = TitleView::new(&op, title.into(), Relation::default());
    let record = TitleSummary::new(&TitleSight::new(&api, &seen));
    Ok(CreatedResource { location: api.title_url(seen.item.id), record })
}

/// List the caller's documents
#[endpoint::get("/v2/myDocuments", returns "A page of documents")]
pub async fn list_my_documents(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(order): Params<OrderParams<DocumentSort>>,
) -> Result<Json<TitleList<TitleSummary>>> {
    let list = order.open(&api.cursor_key, op.now, &("myDocuments", op.account_id()?))?;
    let rows = documents::list_views(&op, list.page_request()).await?;
    let shown = list.to_page(rows, &address)?;
    let titles = title_summaries(&api, &shown.items);
    Ok(Json(TitleList::from_page(shown, titles)))
}

/// Delete a document
///
/// Also deletes its files, reading positions, bookmarks and highlights.
#[endpoint::delete("/v2/myDocuments/{serviceId}", returns "Deleted", who "The owner", errors(TitleNotFound))]
pub async fn delete_my_document(
    InRole { op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<StatusCode> {
    documents::remove(&op, title_id(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
