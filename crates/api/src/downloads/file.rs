//! GET .../{format}/resources/{resourceId} of a title and of an edition of a periodical: one file
//! (docs/rules/downloads.md#rule-7, docs/rules/periodicals.md#rule-1).

use std::marker::PhantomData;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::Response;
use services::Operation;
use services::downloads::{self, CopyRequest, FileRequest, ResourceTicket, Speed};

use super::package::redirect_to_ticket;
use super::path::CopyPath;
use crate::http::{AnyKey, ApiError, ErrorKey, InRole, ParamDraft, PlaybackSpeed, Result, Role, SignedIn};
use crate::openapi::{DescribedArgument, OperationDraft};
use crate::records::{StatusKey, StatusRecord};
use crate::{Api, params};

params! {
    /// Parameters of one file.
    pub struct GetFile {
        /// 0.5 to 3.5 in steps of 0.05, for MP3 only; 1 by default.
        speed: Option<PlaybackSpeed>,
        /// The member the copy is for: account identifier or user name.
        for_user: Option<String>,
        /// The signed ticket of the file's link: replaces key and token.
        ticket: Option<String>,
        /// Accepted and ignored.
        size: Option<String>,
    }
}

/// The right to fetch a file.
#[derive(Debug)]
pub enum FileBearer {
    /// Anybody who holds the ticket of the file.
    Ticket(ResourceTicket),
    /// The caller, by the access rule.
    Caller(Operation),
}

/// The bearer of a file's ticket, or without one the caller in the role `R`.
#[derive(Debug)]
pub struct TicketOr<R>(pub FileBearer, pub PhantomData<R>);

impl<R: Role + Send> FromRequestParts<Api> for TicketOr<R> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self> {
        if let Some(ticket) = parts.extensions.get::<ResourceTicket>() {
            return Ok(Self(FileBearer::Ticket(ticket.clone()), PhantomData));
        }
        let caller = InRole::<R>::from_request_parts(parts, api).await?;
        Ok(Self(FileBearer::Caller(caller.op), PhantomData))
    }
}

impl<R: Role> DescribedArgument for TicketOr<R> {
    fn describe(draft: &mut OperationDraft) {
        InRole::<R>::describe(draft);
        draft.accept_ticket();
        draft.add_error(ErrorKey::LinkExpired);
    }
}

/// Get a file of a title
///
/// Redirects to the file itself.
#[endpoint::get(
    "/v2/titles/{serviceId}/{format}/resources/{resourceId}",
    returns 302 "AVAILABLE: Location is the file's address", body StatusRecord,
    who "As the download, or anyone with the signed address", access_rules,
    errors(
        FormatNotAvailable, ForUserRequired, InvalidParameter: "also an unsupported speed",
        Unauthorized: "signing in could help", Forbidden: "forUser names somebody else", TitleNotFound,
        ResourceNotFound, TooManyDownloads, PackagingFailed,
    ),
)]
pub async fn get_title_resource(
    State(api): State<Api>,
    TicketOr(bearer, _): TicketOr<AnyKey>,
    path: CopyPath,
    draft: ParamDraft<GetFile>,
) -> Result<Response> {
    respond_with_file(&api, bearer, &path, draft).await
}

/// Get a file of an edition
///
/// Redirects to the file itself.
#[endpoint::get(
    "/v2/periodicals/{seriesId}/editions/{editionId}/{format}/resources/{resourceId}",
    returns 302 "AVAILABLE: Location is the file's address", body StatusRecord,
    who "As the download, or anyone with the signed address", access_rules,
    errors(
        InvalidFormat: "other than DAISY, DAISY_AUDIO, DAISY_2_AUDIO, BRF and EPUB3", FormatNotAvailable,
        ForUserRequired, InvalidParameter: "also an unsupported speed",
        Forbidden: "forUser names somebody else", PeriodicalNotFound, EditionNotFound, ResourceNotFound,
        TooManyDownloads, PackagingFailed,
    ),
)]
pub async fn get_edition_resource(
    State(api): State<Api>,
    TicketOr(bearer, _): TicketOr<SignedIn>,
    path: CopyPath,
    draft: ParamDraft<GetFile>,
) -> Result<Response> {
    respond_with_file(&api, bearer, &path, draft).await
}

/// 302 to one file of a copy, for the bearer of the file's ticket, otherwise for the caller.
async fn respond_with_file(
    api: &Api,
    bearer: FileBearer,
    path: &CopyPath,
    draft: ParamDraft<GetFile>,
) -> Result<Response> {
    let (content, format, params) = path.parse_with_params(draft)?;
    let copy = CopyRequest { content, format, for_user: params.for_user };
    let speed = params.speed.map_or(Speed::NORMAL, |speed| speed.0);
    let file = FileRequest { copy: &copy, resource: path.file.as_str(), speed };
    let ticket = match bearer {
        FileBearer::Ticket(ticket) => {
            let op = Operation::by_anybody(&api.library);
            downloads::file_by_ticket(&op, &ticket, file).await?
        }
        FileBearer::Caller(op) => downloads::issue_file_ticket(&op, file).await?,
    };
    Ok(redirect_to_ticket(api, StatusKey::Available, &ticket))
}
