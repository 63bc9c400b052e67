//! POST /v2/myDocuments (document 2, "Documents").

use axum::extract::State;
use delivery::Key;
use delivery::documents::kind_of;
use domain::access::Relation;
use domain::documents::{Document, DocumentState, DocumentType, LARGEST, title};
use domain::history::{HistoryAction, HistoryEvent};
use domain::titles::Title;
use rand::Rng as _;
use store::{documents, history, titles};

use crate::drive;
use crate::http::created::Created;
use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Internal, Result};
use crate::http::params::{FilePart, FromParams, Params, Reader, Required};
use crate::http::roles::{As, SignedIn};
use crate::http::upload::Upload;
use crate::http::values::{FileType, Invalid, ShortText, Text};
use crate::params;
use crate::records::{Sight, TitleSummary};
use crate::state::Api;

params! {
    /// What to make a document of: a file, or a file of the partner's drive, never both.
    pub struct CreateDocument {
        /// What the document is called.
        name: Required<ShortText>,
        /// A file of the partner's drive, which the user has connected.
        partner_drive_file_id: Option<Text<1000>>,
        /// A file of at most 20 Mb.
        file: FilePart,
        /// What the file is.
        mime_type: Required<FileType<DocumentType>>,
    }
}

/// Where the file comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// It was sent.
    File(Upload),
    /// It is to be fetched from the drive.
    Drive(String),
}

/// The parameters, together.
#[derive(Debug, Clone)]
pub struct NewDocument {
    name: String,
    kind: DocumentType,
    source: Source,
}

impl FromParams for NewDocument {
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let read = CreateDocument::read(reader);
        let sent = reader.input().files("file").next().is_some();
        let fault = match (sent, reader.has("partnerDriveFileId")) {
            (false, false) => Some((ErrorKey::FileRequired, "is required, or partnerDriveFileId")),
            (true, true) => {
                Some((ErrorKey::ConflictingParameters, "must not be sent with partnerDriveFileId"))
            }
            _ => None,
        };
        if let Some((key, reason)) = fault {
            reader.complain("file", &Invalid { key, reason: reason.into() });
        }
        let read = read?;
        let source = match (read.file.0, read.partner_drive_file_id) {
            (Some(file), _) => Source::File(file),
            (None, Some(id)) => Source::Drive(id.0),
            (None, None) => return None,
        };
        Some(Self { name: read.name.0.0, kind: read.mime_type.0.0, source })
    }
}

/// Create a document
///
/// The document is a title that its owner alone can see. It is converted in the background; then it can be
/// downloaded as EPUB 3 and DAISY.
#[utoipa::path(
    post, path = "/v2/myDocuments", tag = "Documents", operation_id = "create_my_document",
    request_body(content = CreateDocument, content_type = "multipart/form-data"),
    extensions(("x-who" = json!("Any user"))),
    responses(
        (status = 201, description = "The new title; nothing can be downloaded yet", body = TitleSummary),
        (
            status = 400,
            description = "MISSING_PARAMETER, INVALID_PARAMETER, FILE_REQUIRED, CONFLICTING_PARAMETERS, \
                           FILE_TOO_LARGE, INVALID_FILE_TYPE",
            body = ErrorBody
        ),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "OPERATION_NOT_ALLOWED: the user keeps too much", body = ErrorBody),
    )
)]
pub async fn create_my_document(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    Params(new): Params<NewDocument>,
) -> Result<Created<TitleSummary>> {
    let upload = match &new.source {
        Source::File(upload) => upload.clone(),
        Source::Drive(id) => drive::fetch(&api, &user, id, LARGEST).await?,
    };
    let file = upload.open().map_err(Internal)?;
    let kind = tokio::task::spawn_blocking(move || kind_of(file)).await?.map_err(Internal)?;
    if kind != Some(new.kind) {
        let part = if matches!(new.source, Source::File(_)) { "file" } else { "partnerDriveFileId" };
        let reason = format!("{part}: is not of the type {}", new.kind);
        return Err(ApiError::new(ErrorKey::InvalidFileType, vec![reason]));
    }
    let title = keep(&api, &user, &new, &upload).await?;
    let sight = Sight::new(&api, &user.caller, &title, Relation::default());
    Ok(Created { location: api.title_url(title.id), record: TitleSummary::new(&sight) })
}

/// Keeps the file and adds the title: the file first, so that a title never names one that is not there.
async fn keep(api: &Api, user: &SignedIn, new: &NewDocument, upload: &Upload) -> Result<Title> {
    let mut nonce = [0; 32];
    api.rng().fill_bytes(&mut nonce);
    let key = Key::document(&nonce, new.kind.extension());
    api.delivery.put_document(upload.open().map_err(Internal)?, &key).await?;
    let added = add(api, user, new, upload.size(), &key).await;
    if added.is_err() {
        api.delivery.files().delete(&key).await?;
    }
    added
}

async fn add(api: &Api, user: &SignedIn, new: &NewDocument, size: u64, key: &Key) -> Result<Title> {
    let now = user.now();
    let mut tx = api.db.begin().await?;
    // Taking a number keeps all other new titles waiting: what is counted next is what is there.
    let id = titles::next_id(&mut tx).await?;
    let kept = documents::kept(&mut tx, user.id()).await?;
    if let Some(reason) = api.library.settings.documents.refusal(kept, size) {
        return Err(ApiError::new(ErrorKey::OperationNotAllowed, vec![reason]));
    }
    let title = title(id, user.id(), user.site(), &new.name, now);
    titles::insert(&mut tx, &title, None).await?;
    let document = Document {
        title: id,
        owner: user.id().clone(),
        kind: new.kind,
        file: key.to_string(),
        size,
        state: DocumentState::Pending,
        pending_since: now,
    };
    documents::insert(&mut tx, &document).await?;
    let event = HistoryEvent {
        title: id,
        date: now,
        person: Some(user.reader.account.display_name()),
        action: HistoryAction::Submitted,
        comment: None,
        format: None,
    };
    history::append(&mut tx, &event).await?;
    jobs::documents::enqueue(&mut tx, id, user.id(), now).await?;
    tx.commit().await?;
    Ok(title)
}
