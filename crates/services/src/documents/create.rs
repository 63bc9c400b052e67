//! New documents.

use delivery::Key;
use delivery::documents::detect_document_type;
use domain::documents::{Document, DocumentState, DocumentType, MAX_DOCUMENT_BYTES, new_title};
use domain::{HistoryAction, HistoryEvent, Title};
use store::{Tx, documents, history, titles};

use crate::uploads::Upload;
use crate::{Error, ErrorKey, Fault, Field, Operation, Result, drive};

#[derive(Debug, Clone)]
pub struct NewDocument {
    pub name: String,
    pub kind: DocumentType,
    pub source: DocumentSource,
}

#[derive(Debug, Clone)]
pub enum DocumentSource {
    File(Upload),
    /// It is to be fetched from the partner's drive, which the user has connected.
    Drive(String),
}

impl DocumentSource {
    /// The field of the request that names the file.
    fn field(&self) -> Field {
        match self {
            Self::File(_) => Field::File,
            Self::Drive(_) => Field::PartnerDriveFileId,
        }
    }
}

/// The kind of a file, by its content. `None` if no document can be made of it.
pub async fn detect_kind(file: &Upload) -> Result<Option<DocumentType>> {
    let file = file.open()?;
    Ok(tokio::task::spawn_blocking(move || detect_document_type(file)).await??)
}

/// Adds a document: a title that its owner alone can see. It is converted in the background.
///
/// # Errors
/// `INVALID_FILE_TYPE` if the file is of another type; `FILE_TOO_LARGE`; `OPERATION_NOT_ALLOWED` if the user
/// keeps too much.
pub async fn create(op: &Operation, new: &NewDocument) -> Result<Title> {
    let upload = match &new.source {
        DocumentSource::File(upload) => upload.clone(),
        DocumentSource::Drive(id) => drive::fetch(op, id, MAX_DOCUMENT_BYTES).await?,
    };
    if detect_kind(&upload).await? != Some(new.kind) {
        let reason = format!("is not of the type {}", new.kind);
        return Err(Fault::new(ErrorKey::InvalidFileType, new.source.field(), reason).into());
    }
    store_document(op, new, &upload).await
}

/// Stores the file and adds the title: the file first, so that a title never names a missing file. A form
/// that is sent again leads to the title that it has added.
async fn store_document(op: &Operation, new: &NewDocument, upload: &Upload) -> Result<Title> {
    let key = Key::document(&op.random_nonce(), new.kind.extension());
    op.delivery().put_file(upload.open()?, &key).await?;
    let added = add_title(op, new, upload.byte_count(), &key).await;
    if !matches!(added, Ok((_, true))) {
        op.delivery().files().delete(&key).await?;
    }
    added.map(|(title, _)| title)
}

/// The title, and true if it is new.
async fn add_title(op: &Operation, new: &NewDocument, size: u64, key: &Key) -> Result<(Title, bool)> {
    let now = op.now;
    let mut tx = op.db().begin().await?;
    // Taking a number makes all other new titles wait, so the count that follows is exact.
    let id = titles::next_id(&mut tx).await?;
    if let Some(title) = find_added_title(op, &mut tx).await? {
        return Ok((title, false));
    }
    let kept = documents::count_stored(&mut tx, op.account_id()?).await?;
    if let Some(reason) = op.settings().documents.refusal(kept, size) {
        return Err(Error::Explained(ErrorKey::OperationNotAllowed, reason));
    }
    let title = new_title(id, op.account_id()?, op.view_site(), &new.name, now);
    titles::insert(&mut tx, &title, None).await?;
    let document = Document {
        title: id,
        owner: op.account_id()?.clone(),
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
        person: Some(op.account()?.display_name()),
        action: HistoryAction::Submitted,
        comment: None,
        format: None,
    };
    history::append(&mut tx, &event).await?;
    jobs::documents::enqueue(&mut tx, id, op.account_id()?, now).await?;
    op.note_created(&mut tx, &id.to_string()).await?;
    tx.commit().await?;
    Ok((title, true))
}

/// The title that the caller's form has added, if it still exists.
async fn find_added_title(op: &Operation, tx: &mut Tx) -> Result<Option<Title>> {
    match op.find_created(&mut *tx).await? {
        Some(id) => Ok(titles::get(&mut *tx, id).await?),
        None => Ok(None),
    }
}
