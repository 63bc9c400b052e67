//! `/kosync/syncs/progress`: a reader's position in a document.

use axum::Json;
use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::http::StatusCode;
use serde::Serialize;
use services::synced_documents::{self, SyncedDocument, SyncedProgress};

use crate::device::CallingDevice;
use crate::fields;
use crate::problem::Problem;

#[derive(Serialize)]
pub(crate) struct StoredPosition {
    document: String,
    timestamp: i64,
}

/// A position, or an empty object if there is none.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum PositionResult {
    Place {
        document: String,
        percentage: f64,
        progress: String,
        device: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        device_id: Option<String>,
        timestamp: i64,
    },
    /// There is none.
    Nothing {},
}

pub(crate) async fn update(
    CallingDevice(op): CallingDevice,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<StoredPosition>, Problem> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
        _ => Problem::NoJson,
    })?;
    let (document, progress) = fields::read_body(&body, op.now)?;
    synced_documents::put(&op, &document, &progress).await?;
    Ok(Json(StoredPosition { document: document.as_str().to_owned(), timestamp: progress.date.as_second() }))
}

/// The newest position in a document. A key with other characters than letters, digits and `_` is not found.
pub(crate) async fn get(
    document: Result<Path<String>, PathRejection>,
    device: Result<CallingDevice, Problem>,
) -> Result<Json<PositionResult>, Problem> {
    let Path(document) = document.map_err(|_| Problem::NotFound)?;
    if !document.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Err(Problem::NotFound);
    }
    let CallingDevice(op) = device?;
    let key = SyncedDocument::read(&document).ok_or(Problem::NoDocument)?;
    let found = synced_documents::get(&op, &key).await?;
    Ok(Json(found.map_or(PositionResult::Nothing {}, |progress| to_position(document, progress))))
}

fn to_position(document: String, progress: SyncedProgress) -> PositionResult {
    PositionResult::Place {
        document,
        percentage: progress.percentage,
        progress: progress.progress,
        device: progress.device,
        device_id: progress.device_id,
        timestamp: progress.date.as_second(),
    }
}
